import Foundation

/// Temporary stand-in.
final class DelimitedWriter {
  private let file: FileHandle
  init(path: String) throws { file = try FileHandle.creating(path) }
  func write(_ cells: [String]) throws {
    let line = cells.map { cell in
      cell.contains(where: { "\",\r\n".contains($0) || $0 == "\r\n" }) ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
    }.joined(separator: ",") + "\r\n"
    try file.write(contentsOf: Data(line.utf8))
  }
  func finish() throws { try file.synchronize(); try file.close() }
}
