package import Foundation

/// A source of text: a terminal, a file, a pipe, or a test's lines.
package protocol TextInput: Sendable {
  var isTerminal: Bool { get }

  /// Everything up to the end. Throws `inputTooLong` as soon as there are more than `limit` bytes.
  func readAll(limit: Int) throws(ConsoleError) -> Data

  /// The next line without its line end; nil at the end of input.
  func readLine() throws(ConsoleError) -> String?

  /// The next line after a prompt; nil at the end of input. The prompt is shown again when the process continues after
  /// a stop. Throws `interrupted` for a signal that would usually end the process.
  func readLine(prompt: () throws(ConsoleError) -> Void) throws(ConsoleError) -> String?

  /// The next line after a prompt, read without echo. The prompt is shown once echo is off; earlier input is dropped.
  func readSecret(prompt: () throws(ConsoleError) -> Void) throws(ConsoleError) -> String?

  /// Whether `keyboard` returns one.
  var hasKeyboard: Bool { get }

  /// Begins to read single keys, until the keyboard is ended; nil where there is none.
  ///
  /// - Parameter hasMouse: Whether the mouse sends keys, too.
  func keyboard(hasMouse: Bool, asksForImages: Bool) throws(ConsoleError) -> Keyboard?
}

extension TextInput {
  package var hasKeyboard: Bool { false }

  package func keyboard(hasMouse: Bool, asksForImages: Bool) throws(ConsoleError) -> Keyboard? { nil }

  package func readLine(prompt: () throws(ConsoleError) -> Void) throws(ConsoleError) -> String? {
    try prompt()
    return try readLine()
  }
}
