/// A place for words to go: a terminal, a file, a pipe, or a test's memory.
package protocol TextStream: Sendable {
  var isTerminal: Bool { get }

  /// Width in columns, where there is one: of a terminal what it says, or less if `COLUMNS` says so, since longer lines
  /// would only be folded; else `COLUMNS`, if that is set.
  var columns: Int? { get }

  /// Height in lines of a terminal on which the cursor can be moved; nil for anything else.
  var rows: Int? { get }

  /// Takes text as it is, without adding a line end. May hold it back until `flush`.
  func write(_ text: String) throws

  /// Hands over everything held back. A stream that has failed once fails from then on, so that the last
  /// `flush` tells whether all the output has arrived.
  func flush() throws
}

extension TextStream {
  package var rows: Int? { nil }
}
