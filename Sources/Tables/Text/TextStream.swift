/// The text of a file as UTF-8, piece by piece. Bytes that are no character of the encoding come as the byte FF, which
/// UTF-8 never has.
struct TextStream: Sendable {
  private static let pieceSize = 128 * 1_024

  let encoding = TextEncoding.utf8
  private let source: TableSource
  private var offset = 0

  init(_ source: TableSource) {
    self.source = source
  }

  /// Appends the next piece to a buffer. Returns whether there was one.
  mutating func read(into buffer: inout [UInt8]) throws(TableError) -> Bool {
    let isFirst = offset == 0
    let piece = try source.bytes(at: offset, count: Self.pieceSize)
    offset += piece.count
    // The byte order mark.
    buffer += isFirst && piece.starts(with: [0xEF, 0xBB, 0xBF]) ? piece[3...] : piece[...]
    return !piece.isEmpty
  }
}
