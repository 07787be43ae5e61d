import Foundation
import OpenMarket
import Tables

/// The rows that were rejected, with their columns as they were, and behind them line, column, value, rule and sentence:
/// it can be corrected and imported as it is.
final class RejectsFile {
  /// The columns behind those of the file. An import does not read them.
  static let columns = ["line", "column", "value", "rule", "sentence"]

  let path: String
  private let headers: [String]
  /// Whether the file is one of rejects itself.
  private let hasReport: Bool
  private var writer: RowFile?
  private(set) var count = 0

  /// The file is made with the first rejected row.
  ///
  /// - Parameter headers: The columns of the file; those of a file of rejects are not repeated.
  init(path: String, headers: [String]) {
    self.path = path
    hasReport = Array(headers.suffix(Self.columns.count)) == Self.columns
    self.headers = hasReport ? headers.dropLast(Self.columns.count) : headers
  }

  func write(cells: [String], line: Int, _ problems: [PlanProblem]) throws {
    let problem = problems.first
    var own = cells
    // The report of an earlier import is replaced, and cells that are too many stay behind it: as long as they are there the
    // row is rejected.
    if hasReport {
      own.removeSubrange(min(headers.count, own.count)..<min(headers.count + Self.columns.count, own.count))
    }
    let missing = Array(repeating: "", count: max(0, headers.count - own.count))
    try row(
      Array(own.prefix(headers.count)) + missing + [
        String(line), problem?.column ?? "", problem?.value ?? "", problem?.rule ?? "",
        problems.map(\.sentence).joined(separator: "; "),
      ] + Array(own.dropFirst(headers.count)))
    count += 1
  }

  private func row(_ cells: [String]) throws {
    if writer == nil {
      writer = try RowFile(path: path)
      try writer?.write(headers + Self.columns)
    }
    try writer?.write(cells)
  }

  func finish() throws {
    try writer?.finish()
    writer = nil
  }
}
