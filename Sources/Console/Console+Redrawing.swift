import Foundation

extension Console {
  /// Whether what was drawn can be drawn over: both streams lead to a terminal that moves its cursor.
  package var canRedraw: Bool { output.rows != nil && error.rows != nil }

  /// Draws lines over others that were the last to be printed and are all still in sight. False, and nothing done, where
  /// they are not, or where nobody can say how they lie there: lines that are wider than the terminal, or hold more
  /// than text.
  ///
  /// - Parameter columns: The width of the terminal when the others were printed.
  package func redraw(_ lines: [String], over others: [String], columns: Int) throws -> Bool {
    guard canRedraw, let rows = output.rows, others.count < rows, self.columns == columns,
      others.map(\.withoutStyles).allSatisfy({ $0.displayWidth <= columns && !$0.contains("\u{1B}") })
    else { return false }
    status.hide()
    try output.flush()
    try output.write(Self.sequence(drawing: lines, over: others.count))
    return true
  }

  /// Goes up so many lines and draws others there. Each is replaced as a whole, and what remains below is erased at the
  /// end: nothing blinks.
  static func sequence(drawing lines: [String], over count: Int) -> String {
    let up = count > 0 ? "\u{1B}[\(count)A" : ""
    return "\r" + up + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
  }
}

extension String {
  /// Without SGR sequences (ECMA-48, 8.3.117).
  fileprivate var withoutStyles: String { replacing(/\u{1B}\[[0-9;]*m/, with: "") }
}
