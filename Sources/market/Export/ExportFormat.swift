import Console
import Foundation
import Tables
import Wording

/// How an export is written.
enum ExportFormat: String, CaseIterable {
  case csv
  case jsonl
  case xlsx

  /// The format that the extension of a path names; nil for one that names none.
  init?(ofPath path: String) {
    switch (path as NSString).pathExtension.lowercased() {
    case "csv": self = .csv
    case "jsonl", "ndjson": self = .jsonl
    case "xlsx": self = .xlsx
    default: return nil
    }
  }
}

/// The names that the columns of an export have in its header.
enum ExportHeaders: String, CaseIterable {
  case ko
  case en
  /// The names in JSON and in `--map`.
  case keys

  /// Nil for the names in JSON.
  var language: Language? {
    switch self {
    case .ko: .korean
    case .en: .english
    case .keys: nil
    }
  }
}

/// Why an export is not written.
enum ExportError: ReportableError, DescribedError, Equatable {
  case exists(String)
  case unwritable(String)
  /// The extension of the file names another kind of workbook.
  case otherWorkbook(String)
  /// A workbook, which is no text, for standard output.
  case workbookWithoutFile
  /// A market without batches.
  case unsupported
  /// More items than a sheet has rows behind its header.
  case tooManyRows(limit: Int)
  /// A workbook of 4 GiB.
  case tooLarge

  /// The error of a workbook that cannot be written to a path.
  init(_ failure: WorkbookWriter.Failure, path: String) {
    switch failure {
    case .tooManyRows: self = .tooManyRows(limit: WorkbookWriter.rowLimit)
    case .tooLarge: self = .tooLarge
    case .outOfMemory: self = .unwritable(path)
    }
  }

  var failure: CommandFailure {
    let smaller: LocalizedPhrase = "Export CSV, as with '-o items.csv', or fewer items with '--search'"
    return switch self {
    case .exists(let path): CommandFailure(.exists(path), .refused, help: .chooseAnotherFile)
    case .unwritable(let path): CommandFailure(.unwritable(path), .failed)
    case .otherWorkbook(let path):
      CommandFailure(
        "'\(path.sanitized)' is no kind of file that an export writes", .usage,
        help: "Choose a name such as 'items.xlsx' or 'items.csv'; spreadsheet programs open both")
    case .workbookWithoutFile:
      CommandFailure("A workbook is written to a file only", .usage, help: "Name it: '-o items.xlsx'")
    case .unsupported:
      CommandFailure(
        "This server does not export items", .refused, help: "List them: 'market list --all --json'")
    case .tooManyRows(let limit):
      CommandFailure(
        "A sheet has at most \(grouped: limit) rows, and there are more items", .usage, help: smaller)
    case .tooLarge: CommandFailure("The workbook would be larger than 4 GiB", .usage, help: smaller)
    }
  }
}
