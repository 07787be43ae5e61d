import Console
import Foundation

/// Writes the results of the rows to files: the rejected ones, and all of them.
final class Report {
  private let header: PlanHeader
  /// The rejects of each file; empty where they go nowhere.
  private let rejects: [RejectsFile]
  private let results: RowFile?

  /// The files of rejects that were written, after `finish`.
  var rejectsPaths: [String] {
    rejects.enumerated().filter { index, file in !rejects[..<index].contains { $0 === file } }
      .compactMap(\.element.finishedPath)
  }

  /// Rejects of files with other columns than the first go to `--rejects` too, with a number before the extension.
  ///
  /// - Parameters:
  ///   - language: That of the headers of rejects.
  ///   - isPreview: Whether nothing is applied: the rejected rows then go to the file of `--rejects` alone.
  init(
    _ header: PlanHeader, _ options: ReportOptions, in language: Language, isPreview: Bool = false
  ) throws {
    self.header = header
    var files: [RejectsFile] = []
    for (index, file) in header.files.enumerated() {
      if let path = options.rejects {
        let group = header.files.filter { $0.columns == file.columns }
        if let first = header.files[..<index].firstIndex(where: { $0.columns == file.columns }) {
          files.append(files[first])
          continue
        }
        files.append(
          RejectsFile(
            path: index == 0 ? path : path.numbered(index + 1), of: group,
            namesFiles: header.files.count > 1
              || !path.absolutePath.parentFolder.isSameFile(as: file.place.parentFolder),
            // The others are not named by the option.
            replaces: options.replaces || index == 0, language: language))
      } else if !isPreview {
        let (place, name) = (file.place + ".rejects.csv", (file.place as NSString).lastPathComponent)
        // The file may be on a medium that cannot be written.
        let path = DraftFile.canBeMade(place) ? place : (name + ".rejects.csv").absolutePath
        files.append(
          RejectsFile(
            path: path, of: [file], namesFiles: path != place, replaces: options.replaces, language: language)
        )
      }
    }
    rejects = files
    results = try options.results.map { try RowFile(path: $0) }
    try results?.write(["file", "row", "result", "id", "column", "value", "rule", "sentence"])
  }

  func add(_ line: PlanLine, _ result: ImportJournal.Entry.Result?) throws {
    let outcome = result?.outcome.rawValue ?? line.action.outcome
    let found = (result?.problem).map { [$0] } ?? []
    let problems = found + (outcome == "refused" ? [] : line.problems ?? [])
    let file = header.files[line.file].path
    if !rejects.isEmpty, outcome == "refused" || line.action == .reject {
      try rejects[line.file].write(
        cells: line.cells ?? [], of: header.files[line.file], line: line.line, problems: problems)
    }
    let id = result?.id ?? line.item?.id
    let words = outcome == "refused" ? "rejected" : outcome
    try results?.write([file, String(line.line), words, id.map(String.init) ?? ""] + problems.reported)
  }

  func write(planAt path: String) throws {
    if !rejects.isEmpty || results != nil {
      var reader = try PlanReader(path: path)
      while let line = try reader.next() { try add(line, nil) }
    }
    try finish()
  }

  /// Gives the files their names. Without it they are removed.
  func finish() throws {
    for file in rejects { try file.finish() }
    _ = try results?.finish(replaces: true)
  }
}

extension PlanLine.Action {
  private static let outcomes: [Self: String] = [
    .add: "added", .update: "updated", .delete: "deleted", .leave: "unchanged", .skip: "skipped",
    .reject: "rejected",
  ]

  var outcome: String { Self.outcomes[self] ?? rawValue }
}
