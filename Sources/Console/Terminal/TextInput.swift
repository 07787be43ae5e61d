package import Foundation

/// A place for words to come from.
package protocol TextInput: Sendable {
  var isTerminal: Bool { get }

  /// Everything up to the end. Throws `inputTooLong` as soon as there are more than `limit` bytes.
  func readAll(limit: Int) throws -> Data

  /// The next line without its line end; nil at the end of input.
  func readLine() throws -> String?

  /// The next line, typed unseen; nil at the end of input. The prompt is shown once echo is off, and again when
  /// the person comes back from a suspended session.
  func readSecret(prompt: () throws -> Void) throws -> String?

  /// Whether there are keys to press.
  var hasKeyboard: Bool { get }

  /// The keys one by one, until the keyboard is ended; nil where there are none to press.
  func keyboard() throws -> Keyboard?
}

extension TextInput {
  package var hasKeyboard: Bool { false }

  package func keyboard() throws -> Keyboard? { nil }
}
