import Foundation
import OpenMarket

/// What became of the rows, in files: the rejected ones, and all of them.
final class Report {
  private let header: PlanHeader
  private let rejects: RejectsFile
  private let results: RowFile?
  private(set) var rejectsPath: String?
  private let path: String

  /// - Parameters:
  ///   - rejects: Where rejected rows go; nil for beside the first file.
  ///   - results: Where all rows go; nil for nowhere.
  init(_ header: PlanHeader, rejects: String?, results: String?) {
    self.header = header
    let first = header.files.first?.path ?? "-"
    path = rejects ?? (first == "-" ? PlannedFile.absolute("stdin") : first) + ".rejects.csv"
    self.rejects = RejectsFile(path: path, headers: header.files.first?.columns ?? [])
    self.results = results.flatMap { try? RowFile(path: $0) }
    try? self.results?.write(["file", "line", "result", "id", "column", "value", "rule", "sentence"])
  }

  func add(_ line: PlanLine, _ result: ImportJournal.Entry.Result?) throws {
    let problems = result.map { $0.problem.map { [$0] } ?? [] } ?? line.problems ?? []
    let outcome = result?.outcome.rawValue ?? line.action.outcome
    if outcome == "refused" || line.action == .reject {
      rejectsPath = path
      try rejects.write(cells: line.cells ?? [], line: line.line, problems)
    }
    let id = result?.id ?? line.item?.id
    let problem = problems.first
    try results?.write([
      header.files[line.file].path, String(line.line), outcome == "refused" ? "rejected" : outcome,
      id.map(String.init) ?? "", problem?.column ?? "", problem?.value ?? "", problem?.rule ?? "",
      problems.map(\.sentence).joined(separator: "; "),
    ])
  }

  /// Writes what a plan says without doing it.
  func write(planAt path: String) throws {
    var reader = try PlanReader(path: path)
    while let line = try reader.next() { try add(line, nil) }
    try finish()
  }

  func finish() throws {
    try rejects.finish()
    try results?.finish()
  }
}

extension PlanLine.Action {
  /// The word in the results.
  fileprivate var outcome: String {
    switch self {
    case .add: "added"
    case .update: "updated"
    case .delete: "deleted"
    case .leave: "unchanged"
    case .skip: "skipped"
    case .reject: "rejected"
    }
  }
}
