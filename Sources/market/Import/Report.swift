import Foundation
import OpenMarket

/// What became of the rows, in files: the rejected ones, and all of them.
final class Report {
  private let header: PlanHeader
  /// The rejects of each file.
  private let rejects: [RejectsFile]
  private let results: RowFile?
  /// The files of rejects that were written.
  var rejectsPaths: [String] {
    rejects.enumerated().filter { index, file in
      file.count > 0 && !rejects[..<index].contains { $0 === file }
    }.map(\.element.path)
  }

  /// - Parameters:
  ///   - rejects: Where rejected rows go; nil for beside each file. Those of a file with other columns than the first go
  ///     there too, with `.2` and so on behind the name.
  ///   - results: Where all rows go; nil for nowhere.
  init(_ header: PlanHeader, rejects: String?, results: String?) {
    self.header = header
    var files: [RejectsFile] = []
    for (index, file) in header.files.enumerated() {
      if let rejects {
        let same = header.files[..<index].firstIndex { $0.columns == file.columns }
        files.append(
          same.map { files[$0] }
            ?? RejectsFile(path: index == 0 ? rejects : "\(rejects).\(index + 1)", headers: file.columns))
      } else {
        let path = file.path == "-" ? PlannedFile.absolute("stdin") : file.path
        files.append(RejectsFile(path: path + ".rejects.csv", headers: file.columns))
      }
    }
    self.rejects = files
    self.results = results.flatMap { try? RowFile(path: $0) }
    try? self.results?.write(["file", "line", "result", "id", "column", "value", "rule", "sentence"])
  }

  func add(_ line: PlanLine, _ result: ImportJournal.Entry.Result?) throws {
    let problems = result.map { $0.problem.map { [$0] } ?? [] } ?? line.problems ?? []
    let outcome = result?.outcome.rawValue ?? line.action.outcome
    if outcome == "refused" || line.action == .reject {
      try rejects[line.file].write(cells: line.cells ?? [], line: line.line, problems)
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
    for file in rejects { try file.finish() }
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
