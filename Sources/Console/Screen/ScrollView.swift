/// Lines of text of which a part is in sight.
package struct ScrollView: Equatable, Sendable {
  /// Sanitized, styled or not, and as wide as the view at most.
  package private(set) var lines: [String]
  package private(set) var top = 0
  private var height = 1
  /// The lines of the screen that all of it takes, where long lines are folded.
  private var count: Int

  package init(_ lines: [String] = []) { (self.lines, count) = (lines, lines.count) }

  /// Replaces the lines and stays at the same one.
  package mutating func replace(_ lines: [String], height: Int) {
    self.lines = lines
    resize(height: height, count: lines.count)
  }

  /// - Parameters:
  ///   - height: The lines in sight.
  ///   - count: The lines of the screen that all of it takes.
  package mutating func resize(height: Int, count: Int) {
    (self.height, self.count) = (max(1, height), count)
    scroll(by: 0)
  }

  package mutating func scroll(by lines: Int) { top = max(0, min(top + lines, count - height)) }

  /// Scrolls with the usual keys. False for any other.
  package mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .up, .character("k"): scroll(by: -1)
    case .down, .character("j"): scroll(by: 1)
    case .pageUp, .control("b"): scroll(by: -height)
    case .pageDown, .character(" "), .control("f"): scroll(by: height)
    case .home: scroll(by: -top)
    case .end, .character("G"): scroll(by: count)
    default: return false
    }
    return true
  }

  package func draw(on canvas: inout Canvas, in area: Canvas.Area, style: Style) {
    canvas.draw(lines.dropFirst(top).prefix(area.rows), in: area)
    // Signs in the last column say that there is more.
    guard area.rows > 0, area.columns > 2 else { return }
    let column = area.column + area.columns - 1
    if top > 0 { canvas.draw(style.dim("↑"), row: area.row, column: column) }
    if lines.count > top + area.rows {
      canvas.draw(style.dim("↓"), row: area.row + area.rows - 1, column: column)
    }
  }
}
