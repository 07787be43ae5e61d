import Console
import Foundation

/// How an export is written.
enum ExportFormat: String, CaseIterable {
  case csv
  case jsonl

  /// The format that the extension of a path names; nil for one that names none.
  init?(ofPath path: String) {
    switch (path as NSString).pathExtension.lowercased() {
    case "csv": self = .csv
    case "jsonl", "ndjson": self = .jsonl
    default: return nil
    }
  }
}

/// Why an export is not written.
enum ExportError: ReportableError, Equatable {
  case exists(String)
  case unwritable(String)
  /// The extension of the file names a workbook.
  case workbook(String)

  var message: LocalizedPhrase {
    switch self {
    case .exists(let path): "The file '\(path.sanitized)' already exists"
    case .unwritable(let path): "The file '\(path.sanitized)' cannot be written"
    case .workbook(let path): "'\(path.sanitized)' would be no workbook: an export is CSV or JSON lines"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .exists: .refused
    case .unwritable: .failed
    case .workbook: .usage
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .exists: "Choose another path, or replace the file with '--force'"
    case .unwritable: nil
    case .workbook: "Choose a name such as 'items.csv'; spreadsheet programs open it"
    }
  }
}
