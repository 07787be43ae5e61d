import Console
import OpenMarket

/// The password of an item or a review is missing or wrong.
enum PasswordError: ReportableError, Equatable {
  /// No password is known, and no prompt can be shown. `file` would have the password; `hasKey` says whether the key of the market
  /// does, too.
  case missing(PasswordSubject, file: String, hasKey: Bool)
  /// A password is stored in `file` that was accepted at `origin`, and this market is another one or has not proved to be the
  /// same.
  case elsewhere(PasswordSubject, origin: String, file: String)
  case wrong(PasswordSubject, Password.Source)

  var message: LocalizedPhrase {
    switch self {
    case .missing(let subject, let file, _):
      "No password for \(subject.name): the file '\(file)' does not exist"
    case .elsewhere(_, let origin, _):
      "The stored password was accepted at '\(origin.sanitized)', and is not sent to another address unasked"
    case .wrong(let subject, .file(let path)), .wrong(let subject, .remembered(let path)):
      "Wrong password for \(subject.name), read from '\(path)'"
    case .wrong(let subject, .environment): "Wrong password for \(subject.name), read from MARKET_PASSWORD"
    case .wrong(let subject, .standardInput): "Wrong password for \(subject.name), read from standard input"
    case .wrong(let subject, .prompt): subject.wrong
    }
  }

  var exitCode: ExitCode { .wrongPassword }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .elsewhere(_, _, let file):
      "If this is the same market, pass '--password-file \(file.shellQuoted)'"
    case .missing(_, _, hasKey: true):
      "Pass it with '--password-file <file>' or MARKET_PASSWORD, or the key of the market by MARKET_KEY_FILE"
    case .missing: "Pass it with '--password-file <file>' or MARKET_PASSWORD"
    case .wrong: .passRightPassword
    }
  }
}
