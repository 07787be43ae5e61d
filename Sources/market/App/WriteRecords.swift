import Console
import Synchronization

/// The writes that a command has recorded so far, in words.
final class WriteRecords: Sendable {
  /// Most that are said; a log has the rest.
  private static let most = 20

  private let lines = Mutex<[String]>([])

  var isEmpty: Bool { lines.withLock(\.isEmpty) }

  fileprivate var text: String {
    lines.withLock { $0.prefix(Self.most).joined(separator: ", ") + ($0.count > Self.most ? ", …" : "") }
  }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// The output of a command was lost after something was recorded: to a script it must not look like a write that failed, which is
/// sent again.
struct LostOutput: ReportableError {
  private let error: ConsoleError
  private let records: String

  /// Nil for another error, and where nothing was recorded.
  init?(_ error: ConsoleError, after records: WriteRecords) {
    switch error {
    case .closedPipe, .cannotWrite: break
    case .cannotRead, .inputTooLong, .inputNotText, .interrupted: return nil
    }
    guard !records.isEmpty else { return nil }
    (self.error, self.records) = (error, records.text)
  }

  var message: LocalizedPhrase {
    if case .cannotWrite(let reason) = error {
      "Recorded, but the output could not be written: \(reason)"
    } else {
      "Recorded, but the reader closed the output"
    }
  }

  var exitCode: ExitCode { .partial }

  func help(_ settings: Settings?) -> LocalizedPhrase? { "\(records). Do not run the command again" }
}
