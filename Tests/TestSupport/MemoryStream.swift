package import Console
import Synchronization

/// Keeps what is written, and pretends to be a terminal of some width, a pipe, or a disk about to be full.
package final class MemoryStream: TextStream {
  package let isTerminal: Bool
  package let columns: Int?
  package let rows: Int?
  private let capacity: Int
  private let failure: ConsoleError
  private let held = Mutex("")
  private let hasFailed = Mutex(false)

  /// Fails with `failure` from the first write on that would go beyond `capacity` bytes.
  package init(
    isTerminal: Bool = false, columns: Int? = nil, rows: Int? = nil, capacity: Int = .max,
    failure: ConsoleError = .cannotWrite(reason: "no space left")
  ) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.rows = rows
    self.capacity = capacity
    self.failure = failure
  }

  package var text: String { held.withLock(\.self) }

  package func write(_ text: String) throws {
    try held.withLock { held in
      if held.utf8.count + text.utf8.count > capacity { hasFailed.withLock { $0 = true } }
      try flush()
      held += text
    }
  }

  package func flush() throws {
    if hasFailed.withLock(\.self) { throw failure }
  }
}
