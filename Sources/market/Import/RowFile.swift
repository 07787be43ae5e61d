import Foundation
import Tables

/// A CSV file that is written row by row. What a run that is interrupted leaves is a file of whole rows.
final class RowFile {
  private static let pieceSize = 64 * 1_024

  private let path: String
  private let file: FileHandle
  private var writer: DelimitedWriter
  private var pending: [UInt8] = []

  /// Makes the file, or empties it.
  convenience init(path: String) throws {
    self.init(try FileHandle.creating(path), path: path)
  }

  /// - Parameter hasByteOrderMark: Whether it begins with the mark by which Excel recognizes UTF-8.
  init(_ file: FileHandle, path: String, hasByteOrderMark: Bool = false) {
    (self.file, self.path) = (file, path)
    writer = DelimitedWriter(hasByteOrderMark: hasByteOrderMark)
  }

  func write(_ cells: [String]) throws {
    writer.append(cells)
    pending += writer.takeBytes()
    if pending.count >= Self.pieceSize { try flush() }
  }

  func finish() throws {
    try flush()
    try file.close()
  }

  private func flush() throws {
    do {
      try file.write(contentsOf: pending)
    } catch {
      throw ImportError.unwritable(path)
    }
    pending.removeAll(keepingCapacity: true)
  }
}
