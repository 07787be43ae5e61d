package import Console
import Synchronization

/// Collects the output of a program, as a terminal of a given size, a pipe, or a disk that becomes full.
package final class MemoryStream: TextStream {
  package let isTerminal: Bool
  package let columns: Int?
  package let rows: Int?
  private let capacity: Int
  private let failure: ConsoleError
  private let written = Mutex("")
  private let hasFailed = Mutex(false)

  /// Creates an empty stream.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes up to which writes succeed.
  ///   - failure: The error of the first write beyond `capacity` and of all later ones.
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

  package var text: String { written.withLock(\.self) }

  package func write(_ text: String) throws(ConsoleError) {
    try written.withLock { written throws(ConsoleError) in
      if written.utf8.count + text.utf8.count > capacity { hasFailed.withLock { $0 = true } }
      try flush()
      written += text
    }
  }

  package func flush() throws(ConsoleError) {
    if hasFailed.withLock(\.self) { throw failure }
  }
}
