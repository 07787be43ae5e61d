/// A list of a few choices, one of which is picked.
package struct Picker: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case choosing
    /// The index of the choice.
    case picked(Int)
    case cancelled
  }

  package let title: String
  package let choices: [String]
  /// Stands below the choices.
  private let keys: String
  private var list = ScrollingList()

  /// - Parameter chosen: The index of the present choice.
  package init(title: String, choices: [String], chosen: Int?, keys: String = "") {
    (self.title, self.choices, self.keys) = (title, choices, keys)
    list.resize(height: choices.count)
    list.setCount(choices.count)
    list.move(to: chosen ?? 0)
  }

  package mutating func handle(_ key: Key) -> Outcome {
    switch key.command {
    case .up, .character("k"): list.move(by: -1)
    case .down, .character("j"), .tab: list.move(by: 1)
    // Fewer than a small screen has.
    case .pageUp: list.move(by: -5)
    case .pageDown: list.move(by: 5)
    case .home: list.move(to: 0)
    case .end: list.move(to: choices.count)
    case .enter: return .picked(list.cursor)
    case .escape, .character("q"): return .cancelled
    default: break
    }
    return .choosing
  }

  package mutating func draw(on canvas: inout Canvas, style: Style) {
    let widest = ([title, keys] + choices).map { $0.displayWidth + 2 }.max() ?? 0
    let area = canvas.area.middle(rows: choices.count + 2, columns: widest + 4)
    canvas.frame(area, title: title, style: style)
    if !keys.isEmpty {
      canvas.draw(
        " " + style.bold(keys) + " ", row: area.row + area.rows - 1, column: area.column + 2,
        limit: area.columns - 4)
    }
    let inside = area.inset(rows: 1, columns: 2)
    list.resize(height: inside.rows)
    for (line, index) in list.range.enumerated() {
      let isChosen = index == list.cursor
      let text = (isChosen ? "> " : "  ") + choices[index]
      canvas.draw(
        isChosen ? style.bold(text) : text, row: inside.row + line, column: inside.column,
        limit: inside.columns)
    }
  }
}
