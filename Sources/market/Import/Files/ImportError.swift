import Console
import Foundation
import OpenMarket

/// Why an import cannot begin or go on. Nothing was written where no other sentence says so.
enum ImportError: ReportableError, Equatable {
  case unreadable(String)
  case unwritable(String)
  case notAPlan(String)
  /// The plan is not what was written, or has no digest.
  case changedPlan(String)
  /// The plan was made for another market.
  case otherMarket(String)
  /// A file is not what it was when its import was planned.
  case changedFile(String)
  case nothingToResume(String)
  /// Another process imports the same files into the same market.
  case running(String)
  /// More rows are rejected than `--max-errors` allows.
  case tooManyErrors(Int, limit: Int)
  /// Rows whose items exist, with `--on-existing fail`.
  case existing(Int, line: Int, file: String? = nil)
  /// Rows with the id of an item, and nothing that says whether they mean it.
  case undecided(Int)
  /// The SKU of an item of another seller, at a server where the password owns nothing.
  case otherSeller(sku: String, item: Int)
  case refusedRow(line: Int, file: String? = nil, reason: String)
  /// A number that a comma and a point make another one of, in a table that does not say which separates decimals.
  /// The readings are in their order.
  case ambiguousNumber(String, column: String, [Decimal], file: String?)
  /// A value of `--default` that no cell can have.
  case badDefault(String)
  case notAll(rejected: Int)
  /// The changes of an import that is all or nothing, more than a request to a server can have.
  case tooManyForOneRequest(Int)
  case tooLargeForOneRequest
  case exists(String)
  /// Two options name one file.
  case sameFile(String, String, String)
  /// An option names a file of the import for writing.
  case fileOfTheImport(String, String)
  case twoFolders(String, String)
  /// The folder of pictures cannot be read, or is none.
  case noFolder(String)
  /// A folder of pictures without a table.
  case onlyFolder(String)
  case needsConfirmation
  /// Confirmation is missing for `--apply`; its plan was seen before.
  case planNeedsConfirmation

  var message: LocalizedPhrase {
    switch self {
    case .unreadable(let path): "The file '\(path.sanitized)' cannot be read"
    case .unwritable(let path): .unwritable(path)
    case .notAPlan(let path): "'\(path.sanitized)' is not a complete import plan"
    case .changedPlan(let path): "The plan '\(path.sanitized)' was changed after it was written"
    case .otherMarket(let path): "The plan '\(path.sanitized)' was made for another market"
    case .changedFile(let path): "The file '\(path.sanitized)' has changed since its import was planned"
    case .nothingToResume(let path): "There is no stopped import of '\(path.sanitized)'"
    case .running(let path): "Another import of '\(path.sanitized)' is running"
    case .tooManyErrors(let count, let limit):
      "Rejected rows: \(grouped: count), more than '--max-errors \(limit)' allows; nothing was changed"
    case .existing(let count, let line, let file?):
      "Rows whose items exist: \(grouped: count), the first in row \(line) of '\(file.shortened)'; nothing was changed"
    case .existing(let count, let line, nil):
      "Rows whose items exist: \(grouped: count), the first in row \(line); nothing was changed"
    case .undecided(let count):
      count == 1 ? "1 row has the id of an item" : "\(grouped: count) rows have the id of an item"
    case .otherSeller(let sku, let item):
      "SKU '\(sku.shortened)' is that of item \(item), of another seller, and this password has no items here"
    case .refusedRow(let line, let file?, let reason):
      "Row \(line) of '\(file.shortened)' was refused, so nothing was changed: \(reason)"
    case .refusedRow(let line, nil, let reason): "Row \(line) was refused, so nothing was changed: \(reason)"
    case .ambiguousNumber(let cell, let column, let readings, let file):
      Self.twoReadings(of: cell, in: column, readings, file: file)
    case .badDefault(let sentence): "'--default': \(sentence)"
    case .notAll(let count): "Rejected rows: \(grouped: count); with '--atomic' nothing was changed"
    case .tooManyForOneRequest(let count):
      "'--atomic' changes at most \(BatchLimits.atomic) items at a server, and the plan has \(grouped: count)"
    case .tooLargeForOneRequest: "'--atomic' at a server is one request, and the images are too much for one"
    case .exists(let path): .exists(path)
    case .sameFile(let one, let other, let path):
      "'\(one)' and '\(other)' name the same file '\(path.sanitized)'"
    case .fileOfTheImport(let option, let path):
      "'\(option)' names a file of the import: '\(path.sanitized)'"
    case .twoFolders(let one, let other):
      "Two folders of images: '\(one.sanitized)' and '\(other.sanitized)'"
    case .noFolder(let path): "There is no folder '\(path.sanitized)' that can be read"
    case .onlyFolder(let path):
      "'\(path.sanitized)' is a folder of images; the table of items is missing"
    case .needsConfirmation, .planNeedsConfirmation: "Confirmation is required"
    }
  }

  private static func twoReadings(
    of cell: String, in column: String, _ readings: [Decimal], file: String?
  ) -> LocalizedPhrase {
    let (low, high) = ("\(readings.first ?? 0)", "\(readings.last ?? 0)")
    let sentence: LocalizedPhrase =
      "'\(cell.shortened)' in '\(column.shortened)' can be read as \(high) or \(low)"
    return file.map { "'\($0.shortened)': \(sentence)" } ?? sentence
  }

  var exitCode: ExitCode {
    switch self {
    case .unreadable, .notAPlan, .nothingToResume, .undecided, .otherSeller, .ambiguousNumber, .badDefault,
      .needsConfirmation, .planNeedsConfirmation, .tooManyForOneRequest, .tooLargeForOneRequest, .sameFile,
      .fileOfTheImport, .twoFolders, .noFolder, .onlyFolder:
      .usage
    case .unwritable: .failed
    case .otherMarket, .changedFile, .changedPlan, .running, .tooManyErrors, .existing, .refusedRow, .notAll,
      .exists:
      .refused
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .changedFile: "Run the import without '--resume' or '--apply' to plan it again"
    case .otherMarket, .changedPlan: "Make a new plan with '--plan <file>'"
    case .tooManyErrors: "See the rows with '--dry-run', correct them, or allow more with '--max-errors'"
    case .ambiguousNumber: "Say which sign separates decimals: '--decimal comma' or '--decimal point'"
    case .undecided(1): "Update that item with '--key id', or add a new one with '--ignore id'"
    case .undecided: "Update those items with '--key id', or add new ones with '--ignore id'"
    case .otherSeller: "Pass the password of that seller, or add the items as a new one with '--new-seller'"
    case .existing: "Choose '--on-existing update' or '--on-existing skip'"
    case .planNeedsConfirmation: "Pass '--yes' to apply the plan"
    case .needsConfirmation: "See the plan with '--dry-run', then pass '--yes'"
    case .running: "Run the command again when it has ended"
    case .nothingToResume: "Run the import without '--resume'"
    case .notAll: "See the rows with '--dry-run', and correct them"
    case .tooManyForOneRequest, .tooLargeForOneRequest:
      "Run it on the server's machine with '--store <file>', or without '--atomic'"
    case .exists: .chooseAnotherFile
    case .sameFile, .fileOfTheImport: "Choose another path"
    case .noFolder: "Check the path of '--image-folder'"
    case .onlyFolder(let path): "Name both, as in 'market import items.csv \(path.sanitized)'"
    case .twoFolders: "Name one folder; the images of all files are found there"
    case .unreadable, .unwritable, .notAPlan, .refusedRow, .badDefault: nil
    }
  }
}
