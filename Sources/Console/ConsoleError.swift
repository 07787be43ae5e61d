import Foundation

/// Why words could not be exchanged with the terminal, or with the file or pipe in its place.
package enum ConsoleError: Error, Equatable {
  /// The reader of the pipe has gone. Not a failure: nobody is left to be told.
  case closedPipe
  /// The output is incomplete. The reason is a clause such as "no space left".
  case cannotWrite(reason: LocalizedPhrase)
  case cannotRead(reason: LocalizedPhrase)
  /// More input than the caller is ready to hold.
  case inputTooLong(limit: Int)
  /// Input that should be text and is not UTF-8.
  case inputNotText
  /// The person pressed Ctrl-C, or the process was told to end, in the middle of a question.
  case interrupted(signal: Int32)
}

extension ConsoleError {
  /// What is wrong, on one line.
  package var message: LocalizedPhrase {
    switch self {
    case .closedPipe: "The reader of the output has gone"
    case .cannotWrite(let reason): "The output could not be written: \(reason)"
    case .cannotRead(let reason): "The input could not be read: \(reason)"
    case .inputTooLong(let limit): "The input is longer than \(limit) bytes"
    case .inputNotText: "The input is not UTF-8 text"
    case .interrupted: LocalizedPhrase("Interrupted")
    }
  }
}

extension ConsoleError {
  /// Must be called before anything else can change `errno`.
  static func writing(_ code: Int32) -> ConsoleError {
    code == EPIPE ? .closedPipe : .cannotWrite(reason: reason(code))
  }

  static func reading(_ code: Int32) -> ConsoleError {
    .cannotRead(reason: reason(code))
  }

  private static func reason(_ code: Int32) -> LocalizedPhrase {
    switch code {
    case ENOSPC: "no space left"
    case EDQUOT: "the disk quota is used up"
    case EFBIG: "the file has reached its largest permitted size"
    case EIO: "the device reports an error"
    case EBADF: "it is closed"
    case EISDIR: "it is a directory"
    default: "the system refuses it"
    }
  }
}
