package import Console
import Synchronization

/// Keeps what is written, and pretends to be a terminal of some width, a pipe, or a disk about to be full.
package final class MemoryStream: TextStream {
  package let isTerminal: Bool
  package let columns: Int?
  private let capacity: Int
  private let failure: ConsoleError
  private let held = Mutex("")

  /// Fails with `failure` from the first write that would go beyond `capacity` bytes.
  package init(
    isTerminal: Bool = false, columns: Int? = nil, capacity: Int = .max,
    failure: ConsoleError = .cannotWrite(reason: "no space left")
  ) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.capacity = capacity
    self.failure = failure
  }

  package var text: String { held.withLock(\.self) }

  package func write(_ text: String) throws {
    try held.withLock { held in
      guard held.utf8.count + text.utf8.count <= capacity else { throw failure }
      held += text
    }
  }

  package func flush() throws {}
}
