package import Foundation
import Synchronization

/// A terminal that keeps what is written on it, for a part of another screen. It cannot move its cursor, so nothing is redrawn.
package final class CapturedStream: TextStream {
  /// In bytes, up to which writes are kept.
  private static let longest = 1 << 20

  private let text = Mutex("")
  package let columns: Int?
  package let isTerminal = true

  package init(columns: Int) { self.columns = columns }

  package func write(_ text: String) throws(ConsoleError) {
    self.text.withLock { if $0.utf8.count < Self.longest { $0 += text } }
  }

  package func flush() throws(ConsoleError) {}

  /// The lines so far.
  package var lines: [String] {
    var lines = text.withLock { $0 }.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// An input without anything to read.
package struct EmptyInput: TextInput {
  package let isTerminal = false

  package init() {}

  package func readAll(limit: Int) throws(ConsoleError) -> Data { Data() }
  package func readLine() throws(ConsoleError) -> String? { nil }
  package func readSecret(prompt: () throws(ConsoleError) -> Void) throws(ConsoleError) -> String? { nil }
}
