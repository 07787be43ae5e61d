/// Lines that were drawn on a terminal, right above where it goes on, so that others may be drawn over them.
package struct DrawnLines: Sendable, Equatable {
  private let lines: [String]
  /// The width of the terminal.
  private(set) var columns: Int
  /// Whether lines lie on the screen as a terminal of that width folds them.
  private var areFolded = true

  package init(_ lines: [String], columns: Int) {
    (self.lines, self.columns) = (lines, columns)
  }

  /// Lines of the screen, which are more where the terminal has folded some; nil where nobody can say how they lie,
  /// since they hold more than text.
  var height: Int? {
    let texts = lines.map(\.withoutStyles)
    let controls = texts.contains { text in
      text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    if controls { return nil }
    return areFolded ? texts.map { $0.height(columns: columns) }.reduce(0, +) : lines.count
  }

  /// The same when the terminal has become wider or narrower. Some then fold what is there anew and others cut it off:
  /// these are the lines that there are in any case.
  package func resized(to columns: Int) -> DrawnLines {
    var resized = DrawnLines(lines, columns: columns)
    resized.areFolded = false
    return resized
  }
}

extension String {
  /// Lines that a terminal needs for this one: it goes on below with the first character that finds no room.
  fileprivate func height(columns: Int) -> Int {
    var (height, column) = (1, 0)
    for character in self {
      let width = character.displayWidth
      if column + width > columns, column > 0 {
        height += 1
        column = 0
      }
      column += width
    }
    return height
  }
}
