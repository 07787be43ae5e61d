/// A destination for text: a terminal, a file, a pipe, or a test's memory.
package protocol TextStream: Sendable {
  var isTerminal: Bool { get }

  /// The width in columns; nil where it is unknown. A terminal has its own width, or `COLUMNS` where that is less,
  /// since the terminal would fold longer lines; anything else has `COLUMNS`, if it is set.
  var columns: Int? { get }

  /// The height in lines of a terminal that can move its cursor; nil for anything else.
  var rows: Int? { get }

  /// Writes text as it is, without adding a line end. May buffer it until `flush`.
  func write(_ text: String) throws(ConsoleError)

  /// Writes everything that is buffered. A stream that has failed once fails from then on, so that the last `flush`
  /// tells whether all the output has been written.
  func flush() throws(ConsoleError)
}

extension TextStream {
  package var rows: Int? { nil }
}

/// A stream that claims to have no movable cursor, so that nothing on it is ever redrawn.
struct NonRedrawingStream: TextStream {
  let stream: any TextStream

  var isTerminal: Bool { stream.isTerminal }
  var columns: Int? { stream.columns }
  var rows: Int? { nil }

  func write(_ text: String) throws(ConsoleError) { try stream.write(text) }
  func flush() throws(ConsoleError) { try stream.flush() }
}
