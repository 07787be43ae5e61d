import Console
import Foundation
import HTTP
import OpenMarket

/// An error as a person reads it: what is wrong with their own value, what to type next, and how the process ends.
/// The one place where errors become words and exit codes.
struct ErrorReport: Equatable {
  let message: LocalizedPhrase
  var hint: LocalizedPhrase?
  let exitCode: ExitCode

  func write(to console: Console) {
    let columns = console.error.isTerminal ? console.error.columns : nil
    for line in lines(console.language, console.errorStyle, columns: columns) {
      console.note(LocalizedPhrase(verbatim: line), isWhole: true)
    }
  }

  /// - Parameter columns: What lines are broken to; nil to leave that to the terminal.
  func lines(_ language: Language, _ style: Style, columns: Int? = nil) -> [String] {
    let parts: [(label: String, text: LocalizedPhrase, paint: (String) -> String)] = [
      (language.text(LocalizedPhrase("Error:")), message, { style.red(style.bold($0)) }),
      (language.text(LocalizedPhrase("Help:")), hint ?? "", style.bold),
    ]
    // The words after them begin in one column.
    let width = (parts.map(\.label.displayWidth).max() ?? 0) + 1
    return parts.filter { !$0.text.isEmpty }.flatMap { part in
      let text = language.text(part.text).sanitized
      let lines =
        columns.map { text.wrapped(toWidth: $0, taken: width, hanging: width, breaksWords: false) } ?? [text]
      let padding = String(repeating: " ", count: width - part.label.displayWidth)
      return [part.paint(part.label) + padding + (lines.first ?? "")] + lines.dropFirst()
    }
  }
}

extension ErrorReport {
  /// - Parameter settings: Those in force, for what to type next; nil when the error is about them.
  init(of error: any Error, settings: Settings?) {
    self =
      switch error {
      case let error as UsageError:
        ErrorReport(message: error.message, hint: error.hint, exitCode: .usage)
      case let error as SettingError: ErrorReport(error)
      case let error as ConfigFileError: ErrorReport(error)
      case let error as ValidationError: ErrorReport(error)
      case let error as SecretError: ErrorReport(error)
      case let error as MarketError: ErrorReport(error, settings)
      case let error as ConsoleError: ErrorReport(error)
      case let error as NoPassword:
        ErrorReport(
          message: "No password for item '\(error.id)'",
          hint: "Give it with '--password-file <file>', or in MARKET_PASSWORD", exitCode: .wrongPassword)
      case let error as NoSuchVendor:
        ErrorReport(
          message: "No vendor with id '\(error.id)'", hint: "Run 'market vendor list' to see who is there",
          exitCode: .notFound)
      case let error as SearchHistoryError:
        ErrorReport(
          message: "The searches in '\(error.path)' cannot be read or kept",
          hint: "Check the permissions, or give '--private'", exitCode: .failed)
      case let error as ImageFailure:
        ErrorReport(
          message: "The image '\(error.url.absoluteString)' cannot be fetched: \(error.reason.clause)",
          hint: error.reason.isTemporary ? "Try again in a while" : nil,
          exitCode: error.reason.isTemporary ? .temporary : .failed)
      case let error as SaveError: ErrorReport(error)
      case let error as SocketError: ErrorReport(error)
      case let error as any ReportableError:
        ErrorReport(message: error.message, hint: error.help(settings), exitCode: error.exitCode)
      case let error as NoChange:
        ErrorReport(
          message: "Nothing was said that would change item '\(error.id)'",
          hint: "Give what changes, such as '--price <amount>' or '--stock <count>'", exitCode: .usage)
      default:
        ErrorReport(
          message: "Something went wrong that nobody had foreseen",
          hint: "Try again, with '--verbose' to see what is asked and answered", exitCode: .failed)
      }
  }

  private init(_ error: MarketError, _ settings: Settings?) {
    self.init(
      message: error.message, hint: Self.hint(for: error, settings), exitCode: Self.exitCode(for: error))
  }

  private static func exitCode(for error: MarketError) -> ExitCode {
    switch error {
    case .noSuchItem: .notFound
    case .wrongPassword: .wrongPassword
    case .refused: .refused
    case .noResponse(_, .notSent): .done
    case .noResponse, .unavailable, .unexpectedResponse, .store: error.isTemporary ? .temporary : .failed
    }
  }

  private static func hint(for error: MarketError, _ settings: Settings?) -> LocalizedPhrase? {
    let store =
      settings.flatMap { if case .embedded(let location) = $0.place { location.description } else { nil } }
      ?? ""
    return switch error {
    case .noSuchItem: "Run 'market list' to see what is for sale"
    case .wrongPassword: "Give the right one with '--password-file <file>', or in MARKET_PASSWORD"
    case .refused: nil
    case .noResponse(_, .unreachable), .noResponse(_, .timedOut), .noResponse(_, .connectionLost):
      "Check the address and the network, and try again"
    case .noResponse(_, .unreadableBody): "Check the file, and try again"
    case .noResponse(_, .notSent): nil
    case .noResponse, .unexpectedResponse: "Check the address: 'market config' shows where it comes from"
    case .unavailable: "Try again in a while"
    case .store(let error): hint(for: error, store)
    }
  }

  private static func hint(for error: StoreError, _ path: String) -> LocalizedPhrase {
    switch error.kind {
    case .busy: "Try again when it is done: '\(path)'"
    case .full: "Free some space on the disk that holds '\(path)', and try again"
    case .readOnly, .inaccessible: "Check the permissions of '\(path)' and its folder"
    case .foreign: "'\(path)' is something else and was left as it is; choose another file with '--store'"
    case .newer: "Update market, or choose another file with '--store': '\(path)' was left as it is"
    case .damaged, .unexpected:
      "Bring back a copy of '\(path)', and keep the damaged one: 'sqlite3 <file> .recover' saves what can be saved"
    case .replaced: "Run the command again"
    case .inputOutput: "Check the disk that holds '\(path)'"
    }
  }

  private init(_ refusal: ValidationError) {
    self.init(
      message: refusal.message, hint: "Give another value for '--\(refusal.field.option)'", exitCode: .usage)
  }

  private init(_ error: SettingError) {
    let (name, hint): (String, LocalizedPhrase) =
      switch error.source {
      case .option, .fallback:
        (
          "--\(error.setting.rawValue)",
          "Write it like '--\(error.setting.rawValue) \(error.setting.example)'"
        )
      case .variable(let name): (name, "Unset it, or set it to another value")
      case .file(let path): (error.setting.rawValue, "Correct it in the config file '\(path)'")
      }
    self.init(
      message: "Invalid value '\(error.value.shortened)' for '\(name)': \(error.problem)", hint: hint,
      exitCode: .usage)
  }

  private init(_ error: ConfigFileError) {
    switch error.reason {
    case .unreadable:
      self.init(
        message: "The config file '\(error.path)' cannot be read", hint: "Check its permissions",
        exitCode: .usage)
    case .notText:
      self.init(
        message: "The config file '\(error.path)' is not UTF-8 text", hint: "Save it as UTF-8",
        exitCode: .usage)
    case .noEqualsSign(let line):
      self.init(
        message: "Line \(line) of '\(error.path)' is not 'name = value'",
        hint: "Write one setting a line, such as 'currency = KRW'", exitCode: .usage)
    case .unknownSetting(let name, let line, let nearest):
      self.init(
        message: "Line \(line) of '\(error.path)' sets '\(name)', which is no setting",
        hint: nearest.map { "Did you mean '\($0)'?" } ?? "Run 'market help config' to see the settings",
        exitCode: .usage)
    }
  }

  private init(_ error: SecretError) {
    let path = error.path == "-" ? "standard input" : LocalizedPhrase(verbatim: error.path)
    switch error.reason {
    case .missing:
      self.init(message: "No password file '\(path)'", hint: "Check the path", exitCode: .usage)
    case .unreadable:
      self.init(
        message: "The password file '\(path)' cannot be read", hint: "Check its permissions", exitCode: .usage
      )
    case .unwritable:
      self.init(
        message: "A password could not be kept in '\(path)'",
        hint: "Check the folder's permissions and the disk's space",
        exitCode: .failed)
    case .readableByOthers:
      self.init(
        message: "Others can read the password file '\(path)'", hint: "Run 'chmod 600 \(path)'",
        exitCode: .usage)
    case .notText:
      self.init(
        message: "The password in '\(path)' is not UTF-8 text", hint: "Save it as UTF-8", exitCode: .usage)
    case .otherMarket(let other):
      self.init(
        message: "The password in '\(path)' is for another market: '\(other)'",
        hint: "Give this market's with '--password-file <file>', or in MARKET_PASSWORD_FILE",
        exitCode: .usage)
    case .refused(let refusal):
      self.init(
        message: "\(refusal.message) in '\(path)'",
        hint: "A password is one line of 1 to \(ItemLimits.passwordBytes) bytes",
        exitCode: .usage)
    }
  }

  private init(_ error: SaveError) {
    switch error.reason {
    case .exists:
      self.init(
        message: "The file '\(error.path)' is there already",
        hint: "Give '--force' to replace it, or another folder with '--output'", exitCode: .failed)
    case .noSpace:
      self.init(
        message: "There is no space left for '\(error.path)'", hint: "Free some, and try again",
        exitCode: .failed)
    case .unwritable:
      self.init(
        message: "The file '\(error.path)' cannot be written",
        hint: "Check the folder and its permissions, or choose another with '--output'", exitCode: .failed)
    }
  }

  private init(_ error: SocketError) {
    switch error {
    case .unknownHost(let host):
      self.init(
        message: "The address '\(host)' is not known", hint: "Give another with '--host'", exitCode: .usage)
    case .notOurAddress(let host):
      self.init(
        message: "The address '\(host)' is not this machine's", hint: "Give another with '--host'",
        exitCode: .usage)
    case .portInUse(let port):
      self.init(
        message: "The port '\(port)' is in use", hint: "Give another with '--port', or 0 for a free one",
        exitCode: .temporary)
    case .notAllowed(let port):
      self.init(
        message: "The port '\(port)' needs more rights", hint: "Give one from 1024 up", exitCode: .usage)
    case .unavailable:
      self.init(
        message: "The system has no socket to spare", hint: "Try again in a while", exitCode: .temporary)
    }
  }

  private init(_ error: ConsoleError) {
    let exitCode: ExitCode =
      switch error {
      case .closedPipe: .done
      case .interrupted(let signal): signal == SIGTERM ? .terminated : .interrupted
      case .inputTooLong, .inputNotText: .usage
      case .cannotWrite, .cannotRead: .failed
      }
    self.init(message: error.message, exitCode: exitCode)
  }
}
