/// A stream on which what has been written stays as it is, though it may lead to a terminal.
struct NonRedrawingStream: TextStream {
  let stream: any TextStream

  var isTerminal: Bool { stream.isTerminal }
  var columns: Int? { stream.columns }
  var rows: Int? { nil }

  func write(_ text: String) throws { try stream.write(text) }
  func flush() throws { try stream.flush() }
}
