import Console
import Tables
import Wording

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

extension CommandFailure {
  /// The failure of an export as a workbook to a path.
  init(_ failure: WorkbookWriter.Failure, path: String) {
    let smaller: LocalizedPhrase = "Export CSV, as with '-o items.csv', or fewer items with '--search'"
    switch failure {
    case .tooManyRows:
      self.init(
        "A sheet has at most \(grouped: WorkbookWriter.rowLimit) rows, and there are more items", .usage,
        help: smaller)
    case .tooLarge: self.init("The workbook would be larger than 4 GiB", .usage, help: smaller)
    case .outOfMemory: self.init(.unwritable(path), .failed)
    }
  }
}
