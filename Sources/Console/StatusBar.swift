/// The bottom line of a screen, above which other lines scroll.
package struct StatusBar: Equatable, Sendable {
  /// Narrower than the terminal, sanitized, styled or not.
  package var text: String
  /// The column of the visible cursor, from 0; nil for a hidden one.
  package var cursor: Int?

  package init(_ text: String = "", cursor: Int? = nil) {
    self.text = text
    self.cursor = cursor
  }
}

extension Console {
  /// Writes lines in place of the status bar, and a status bar below them.
  package func scroll(_ lines: [String], above last: StatusBar) throws(ConsoleError) {
    try draw("\r\u{1B}[J" + lines.map { $0 + "\n" }.joined(), last)
  }

  /// Writes lines in place of the status bar and of the lines right above it, and a status bar below them. Returns
  /// false without drawing where the former lines are not all on the screen.
  package func scroll(_ lines: [String], over former: DrawnLines, above last: StatusBar) throws(ConsoleError)
    -> Bool
  {
    guard let height = heightInSight(of: former) else { return false }
    try draw(Self.sequence(drawing: lines, over: height), last)
    return true
  }

  /// Draws one frame, as a synchronized update where the terminal supports it
  /// (https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036). A hidden cursor rests in the first column,
  /// where it stays when a narrower window folds the line.
  private func draw(_ text: String, _ last: StatusBar) throws(ConsoleError) {
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
