import Console
import OpenMarket

/// Why an import cannot begin or go on. Nothing was written where no other sentence says so.
enum ImportError: ReportableError, Equatable {
  case unreadable(String)
  case unwritable(String)
  case notAPlan(String)
  /// The plan was made for another market.
  case otherMarket(String)
  /// A file is not what it was when its import was planned.
  case changedFile(String)
  case nothingToResume(String)
  /// More rows are rejected than `--max-errors` allows.
  case tooManyErrors(Int, limit: Int)
  /// Rows are rejected by the plan of an import that is all or nothing.
  case rejectedRows(Int)
  /// More rows or images than one request to a server has, of an import that is all or nothing.
  case tooLargeForServer
  /// Rows whose items exist, with `--on-existing fail`.
  case existing(Int, line: Int)
  /// One refused row of an import that is all or nothing.
  case refusedRow(line: Int, reason: String)
  case needsConfirmation

  var message: LocalizedPhrase {
    switch self {
    case .unreadable(let path): "The file '\(path.sanitized)' cannot be read"
    case .unwritable(let path): "The file '\(path.sanitized)' cannot be written"
    case .notAPlan(let path): "'\(path.sanitized)' is not a complete import plan"
    case .otherMarket(let path): "The plan '\(path.sanitized)' was made for another market"
    case .changedFile(let path): "The file '\(path.sanitized)' has changed since its import was planned"
    case .nothingToResume(let path): "There is no stopped import of '\(path.sanitized)'"
    case .tooManyErrors(let count, let limit):
      "Rejected rows: \(grouped: count), more than '--max-errors \(limit)' allows; nothing was changed"
    case .rejectedRows(let count):
      "Rejected rows: \(grouped: count); '--atomic' takes all rows or none, so nothing was changed"
    case .tooLargeForServer:
      "At a server '--atomic' takes up to \(BatchLimits.items) rows; nothing was changed"
    case .existing(let count, let line):
      "Rows whose items exist: \(grouped: count), the first on line \(line); nothing was changed"
    case .refusedRow(let line, let reason): "Line \(line) was refused, so nothing was changed: \(reason)"
    case .needsConfirmation: "Confirmation is required"
    }
  }

  /// Whether one row was refused, of rows that are all done or none.
  var isOfOneRow: Bool { if case .refusedRow = self { true } else { false } }

  var exitCode: ExitCode {
    switch self {
    case .unreadable, .notAPlan, .nothingToResume, .needsConfirmation, .tooLargeForServer: .usage
    case .unwritable: .failed
    case .otherMarket, .changedFile, .tooManyErrors, .rejectedRows, .existing, .refusedRow: .refused
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .changedFile: "Run the import without '--resume' or '--apply' to plan it again"
    case .otherMarket: "Make a new plan with '--plan <file>'"
    case .tooManyErrors: "See the rows with '--dry-run', correct them, or allow more with '--max-errors'"
    case .rejectedRows: "See the rows with '--dry-run', and correct them"
    case .tooLargeForServer: "Leave out '--atomic', or import on the machine of the market with '--store'"
    case .existing: "Choose '--on-existing update' or '--on-existing skip'"
    case .needsConfirmation: "See the plan with '--dry-run', then pass '--yes'"
    case .nothingToResume: "Run the import without '--resume'"
    case .unreadable, .unwritable, .notAPlan, .refusedRow: nil
    }
  }
}
