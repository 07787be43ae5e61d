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
  case otherMarket(String)
  /// Another process imports the same files into the same market.
  case running(String)
  case existing(Int, line: Int, file: String? = nil)
  /// Rows with the id of an item, and nothing that says whether they mean it.
  case undecided(Int)
  case refusedRow(line: Int, file: String? = nil, reason: String)
  /// A number that a comma and a point make another one of, in a table that does not say which separates decimals.
  /// The readings are in their order.
  case ambiguousNumber(String, column: String, [Decimal], file: String?)
  case badDefault(String)
  case exists(String)
  case noFolder(String)

  var message: LocalizedPhrase {
    switch self {
    case .unreadable(let path): "The file '\(path.sanitized)' cannot be read"
    case .unwritable(let path): .unwritable(path)
    case .notAPlan(let path): "'\(path.sanitized)' is not a complete import plan"
    case .changedPlan(let path): "The plan '\(path.sanitized)' was changed after it was written"
    case .otherMarket(let path): "The plan '\(path.sanitized)' was made for another market"
    case .running(let path): "Another import of '\(path.sanitized)' is running"
    case .existing(let count, let line, let file?):
      "Rows whose items exist: \(grouped: count), the first in row \(line) of '\(file.shortened)'; nothing was changed"
    case .existing(let count, let line, nil):
      "Rows whose items exist: \(grouped: count), the first in row \(line); nothing was changed"
    case .undecided(let count):
      count == 1 ? "1 row has the id of an item" : "\(grouped: count) rows have the id of an item"
    case .refusedRow(let line, let file?, let reason):
      "Row \(line) of '\(file.shortened)' was refused, so nothing was changed: \(reason)"
    case .refusedRow(let line, nil, let reason): "Row \(line) was refused, so nothing was changed: \(reason)"
    case .ambiguousNumber(let cell, let column, let readings, let file?):
      "'\(file.shortened)': \(Self.ambiguousNumber(cell, column: column, readings, file: nil).message)"
    case .ambiguousNumber(let cell, let column, let readings, nil):
      "'\(cell.shortened)' in '\(column.shortened)' can be read as \("\(readings.last ?? 0)") or \("\(readings.first ?? 0)")"
    case .badDefault(let sentence): "'--default': \(sentence)"
    case .exists(let path): .exists(path)
    case .noFolder(let path): "There is no folder '\(path.sanitized)' that can be read"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .unreadable, .notAPlan, .undecided, .ambiguousNumber, .badDefault, .noFolder: .usage
    case .unwritable: .failed
    case .otherMarket, .changedPlan, .running, .existing, .refusedRow, .exists: .refused
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .otherMarket, .changedPlan: "Make a new plan with '--plan <file>'"
    case .ambiguousNumber: "Say which sign separates decimals: '--decimal comma' or '--decimal point'"
    case .undecided(1): "Update that item with '--key id', or add a new one with '--ignore id'"
    case .undecided: "Update those items with '--key id', or add new ones with '--ignore id'"
    case .existing: "Choose '--on-existing update' or '--on-existing skip'"
    case .running: "Run the command again when it has ended"
    case .exists: .chooseAnotherFile
    case .noFolder: "Check the path of '--image-folder'"
    case .unreadable, .unwritable, .notAPlan, .refusedRow, .badDefault: nil
    }
  }
}
