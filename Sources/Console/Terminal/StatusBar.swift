/// The line at the lower end of a screen on which others scroll up above it.
package struct StatusBar: Equatable, Sendable {
  /// Narrower than the terminal, sanitized, styled or not.
  package var text: String
  /// The column of a cursor that is in sight, from 0; nil for none.
  package var cursor: Int?

  package init(_ text: String = "", cursor: Int? = nil) {
    self.text = text
    self.cursor = cursor
  }
}

extension Console {
  /// Writes lines where the last line is, and a last line below them.
  package func scroll(_ lines: [String], above last: StatusBar) throws {
    try draw("\r\u{1B}[J" + lines.map { $0 + "\n" }.joined(), last)
  }

  /// The same, in place of the lines right above the last line. False, and nothing done, where those are not in sight.
  package func scroll(_ lines: [String], over former: DrawnLines, above last: StatusBar) throws -> Bool {
    guard let height = heightInSight(of: former) else { return false }
    try draw(Self.sequence(drawing: lines, over: height), last)
    return true
  }

  /// One frame, shown as a whole where the terminal can do that (https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036).
  /// A cursor that is out of sight rests at the beginning of the line: there it stays also when the window gets
  /// narrower and the line is folded.
  private func draw(_ text: String, _ last: StatusBar) throws {
    let cursor =
      switch last.cursor {
      case nil: "\r\u{1B}[?25l"
      case 0?: "\r\u{1B}[?25h"
      case let column?: "\r\u{1B}[\(column)C\u{1B}[?25h"
      }
    try output.write("\u{1B}[?2026h" + text + last.text + cursor + "\u{1B}[?2026l")
    try output.flush()
  }
}
