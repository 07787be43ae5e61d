import Foundation

/// A failure to read or write a standard stream.
package enum ConsoleError: Error, Equatable {
  /// The reader closed the pipe. The program ends with success.
  case closedPipe
  /// The output is incomplete. The reason is a clause, such as "no space left".
  case cannotWrite(reason: LocalizedPhrase)
  case cannotRead(reason: LocalizedPhrase)
  /// The input is longer than the limit, in bytes.
  case inputTooLong(limit: Int)
  /// The input is not UTF-8.
  case inputNotText
  /// A signal that usually ends the process arrived during a prompt.
  case interrupted(signal: Int32)
}

extension ConsoleError {
  /// The error as one sentence without a full stop.
  package var message: LocalizedPhrase {
    switch self {
    case .closedPipe: "The reader closed the output"
    case .cannotWrite(let reason): "The output could not be written: \(reason)"
    case .cannotRead(let reason): "The input could not be read: \(reason)"
    case .inputTooLong(let limit): "The input is longer than \(grouped: limit) bytes"
    case .inputNotText: "The input is not UTF-8 text"
    case .interrupted: LocalizedPhrase("Interrupted")
    }
  }
}

extension ConsoleError {
  /// The error for the `errno` of a failed write.
  static func writing(_ code: Int32) -> ConsoleError {
    code == EPIPE ? .closedPipe : .cannotWrite(reason: reason(code))
  }

  /// The error for the `errno` of a failed read.
  static func reading(_ code: Int32) -> ConsoleError {
    .cannotRead(reason: reason(code))
  }

  private static func reason(_ code: Int32) -> LocalizedPhrase {
    switch code {
    case ENOSPC: "no space left"
    case EDQUOT: "the disk quota is used up"
    case EFBIG: "the file has reached its largest permitted size"
    case EIO: "the device reported an error"
    case EBADF: "it is closed"
    case EISDIR: "it is a directory"
    default: "the system reported an error"
    }
  }
}
