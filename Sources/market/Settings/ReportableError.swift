import Console
import Foundation
import HTTP

/// An error with the words and the exit code that a person and a script get for it.
///
/// The types that Console and the client throw conform, by typed throws, and so does each type of this module. Another
/// error is reported as `Unexpected error`. `CausedError` has the cause of an error.
protocol ReportableError: Error {
  /// The problem in one sentence, with the given value in quotes, and without a full stop.
  var message: LocalizedPhrase { get }

  var exitCode: ExitCode { get }

  /// The next command or option to use; nil if none helps.
  /// - Parameter settings: The settings in force; nil if the error is about them.
  func help(_ settings: Settings?) -> LocalizedPhrase?
}

extension ReportableError {
  func help(_ settings: Settings?) -> LocalizedPhrase? { nil }
}

/// An error that one place throws and no code tells from others: its sentence, its exit code and the next step.
struct CommandFailure: ReportableError, Equatable {
  let message: LocalizedPhrase
  let exitCode: ExitCode
  private let advice: LocalizedPhrase?

  init(_ message: LocalizedPhrase, _ exitCode: ExitCode, help: LocalizedPhrase? = nil) {
    (self.message, self.exitCode, advice) = (message, exitCode, help)
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? { advice }

  /// Some of several items cannot be changed, and were named.
  static func unchanged(_ failures: Int, of all: Int, _ exitCode: ExitCode) -> CommandFailure {
    CommandFailure(
      "\(grouped: failures) of \(grouped: all) items cannot be changed; nothing was changed", exitCode,
      help: "Leave out the items that are named above")
  }
}

extension UsageError: ReportableError {
  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? { hint }
}

extension ConsoleError: ReportableError {
  var exitCode: ExitCode {
    switch self {
    case .closedPipe: .done
    case .interrupted(let signal): signal == SIGTERM ? .terminated : .interrupted
    case .inputTooLong, .inputNotText: .usage
    case .cannotWrite, .cannotRead: .failed
    }
  }
}

extension CancellationError: ReportableError {
  var message: LocalizedPhrase { LocalizedPhrase("Interrupted") }
  var exitCode: ExitCode { .interrupted }
}

extension SocketError: ReportableError {
  var message: LocalizedPhrase {
    switch self {
    case .unknownHost(let host): "Unknown address '\(host)'"
    case .notOurAddress(let host): "The address '\(host)' does not belong to this machine"
    case .portInUse(let port): "Port \(port) is already in use"
    case .notAllowed(let port): "Permission denied for port \(port)"
    case .socketInUse(let path): "The socket '\(path)' is already in use"
    case .notSocket(let path): "The file '\(path)' exists and is not a socket"
    case .pathTooLong(let path, _): "The path '\(path)' is too long for a socket"
    case .noFolder(let folder): "No such folder '\(folder)'"
    case .pathNotAllowed(let path): .socketNotPermitted(path)
    case .notListening(let descriptor): "File descriptor \(Int(descriptor)) is not a listening socket"
    case .unavailable: "Too many open sockets"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .portInUse, .socketInUse, .unavailable: .temporary
    case .unknownHost, .notOurAddress, .notAllowed, .notSocket, .pathTooLong, .noFolder, .pathNotAllowed,
      .notListening:
      .usage
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .unknownHost, .notOurAddress: "Use another address with '--host'"
    case .portInUse: "Use another port with '--port', or 0 for a free one"
    case .notAllowed: "Use port 1024 or above"
    case .socketInUse, .notSocket: "Use another path with '--socket'"
    case .pathTooLong(_, let limit): "Use a path of at most \(limit) bytes with '--socket'"
    case .noFolder: "Create the folder, or use another path with '--socket'"
    case .pathNotAllowed: "Use a path in a folder that you may write to"
    case .notListening: "Check the socket unit of the service manager"
    case .unavailable: .tryLater
    }
  }
}
