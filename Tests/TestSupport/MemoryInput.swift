package import Console
package import Foundation
import Synchronization

/// Input with given lines, which may claim to be a terminal.
package final class MemoryInput: TextInput {
  package let isTerminal: Bool
  private let rest: Mutex<[String]>

  package init(_ lines: [String] = [], isTerminal: Bool = false) {
    self.isTerminal = isTerminal
    rest = Mutex(lines)
  }

  package func readAll(limit: Int) throws(ConsoleError) -> Data {
    let whole = rest.withLock { rest in
      defer { rest = [] }
      return Data(rest.map { $0 + "\n" }.joined().utf8)
    }
    guard whole.count <= limit else { throw ConsoleError.inputTooLong(limit: limit) }
    return whole
  }

  package func readLine() throws(ConsoleError) -> String? {
    rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  package func readSecret(prompt: () throws(ConsoleError) -> Void) throws(ConsoleError) -> String? {
    try prompt()
    return try readLine()
  }
}
