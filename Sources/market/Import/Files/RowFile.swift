import Tables

/// A CSV file that is written row by row, and has its name when it is complete.
final class RowFile {
  private static let pieceSize = 64 * 1_024

  private let file: DraftFile
  private var writer: DelimitedWriter

  /// - Parameter hasByteOrderMark: Whether it begins with the mark by which Excel recognizes UTF-8.
  init(path: String, hasByteOrderMark: Bool = false) throws {
    file = try DraftFile(path: path)
    writer = DelimitedWriter(hasByteOrderMark: hasByteOrderMark)
  }

  func write(_ cells: [String]) throws {
    writer.append(cells)
    if writer.count >= Self.pieceSize { try file.write(writer.takeBytes()) }
  }

  /// Gives the file its name and returns it: see `DraftFile`.
  func finish(replaces: Bool) throws -> String {
    try file.write(writer.takeBytes())
    return try file.finish(replaces: replaces)
  }
}
