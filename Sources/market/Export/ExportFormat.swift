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
enum ExportError: ReportableError, Equatable {
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

  var message: LocalizedPhrase {
    switch self {
    case .exists(let path): .exists(path)
    case .unwritable(let path): .unwritable(path)
    case .otherWorkbook(let path): "'\(path.sanitized)' is no kind of file that an export writes"
    case .workbookWithoutFile: "A workbook is written to a file only"
    case .unsupported: "This server does not export items"
    case .tooManyRows(let limit): "A sheet has at most \(grouped: limit) rows, and there are more items"
    case .tooLarge: "The workbook would be larger than 4 GiB"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .exists, .unsupported: .refused
    case .unwritable: .failed
    case .otherWorkbook, .workbookWithoutFile, .tooManyRows, .tooLarge: .usage
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .exists: .chooseAnotherFile
    case .unwritable: nil
    case .otherWorkbook: "Choose a name such as 'items.xlsx' or 'items.csv'; spreadsheet programs open both"
    case .workbookWithoutFile: "Name it: '-o items.xlsx'"
    case .unsupported: "List them: 'market list --all --json'"
    case .tooManyRows, .tooLarge: "Export CSV, as with '-o items.csv', or fewer items with '--search'"
    }
  }
}
