/// The text of a file as UTF-8, piece by piece. Bytes that are no character of the encoding come as the byte FF, which
/// UTF-8 never has.
struct TextStream: Sendable {
  private let layout: TextLayout
  private let source: TableSource
  private let pieceSize: Int
  private var offset: Int
  private(set) var isAtEnd = false

  /// - Parameter pieceSize: At least 4 bytes, the longest character.
  init(_ source: TableSource, _ layout: TextLayout, pieceSize: Int = 128 * 1_024) {
    self.source = source
    self.layout = layout
    self.pieceSize = pieceSize
    offset = layout.start
  }

  var encoding: TextEncoding { layout.encoding }

  /// Appends the next piece to a buffer. Returns whether there was one.
  mutating func read(into buffer: inout [UInt8]) throws(TableError) -> Bool {
    guard !isAtEnd else { return false }
    let piece = try source.bytes(at: offset, count: pieceSize)
    isAtEnd = piece.count < pieceSize
    offset += piece.count - layout.append(piece, isLast: isAtEnd, to: &buffer)
    return true
  }

  /// Drops the beginning of a buffer and appends pieces until it has twice what was left, so that what is longer than a piece
  /// is not searched too often. Returns whether there was enough.
  mutating func refill(_ buffer: inout [UInt8], dropping count: Int) throws(TableError) -> Bool {
    buffer.removeFirst(count)
    let rest = buffer.count
    repeat {
      guard try read(into: &buffer) else { return false }
    } while buffer.count < 2 * rest
    return true
  }
}

/// Where the text of a file begins, and its encoding.
struct TextLayout: Sendable {
  let encoding: TextEncoding
  var isBigEndian = false
  /// Behind the byte order mark.
  var start = 0

  init(_ encoding: TextEncoding, start: Int = 0) { (self.encoding, self.start) = (encoding, start) }

  init(utf16BigEndian isBigEndian: Bool, start: Int) {
    (encoding, self.isBigEndian, self.start) = (.utf16, isBigEndian, start)
  }

  /// Reads the encoding from a byte order mark; nil without one.
  init?(byteOrderMarkOf bytes: [UInt8]) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      self.init(.utf8, start: 3)
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      self.init(utf16BigEndian: bytes[0] == 0xFE, start: 2)
    } else {
      return nil
    }
  }
}
