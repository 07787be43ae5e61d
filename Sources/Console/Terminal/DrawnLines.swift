/// Lines that were drawn on a terminal directly above the cursor, so that others can be drawn over them.
package struct DrawnLines: Sendable, Equatable {
  private let lines: [String]
  /// The width of the terminal.
  private(set) var columns: Int
  /// Whether long lines are folded at that width.
  private var areFolded = true

  package init(_ lines: [String], columns: Int) {
    (self.lines, self.columns) = (lines, columns)
  }

  /// The height in lines of the screen, including folded lines; nil where it is unknown, because the lines hold control
  /// sequences other than styles.
  var height: Int? {
    let texts = lines.map(\.withoutStyles)
    let controls = texts.contains { text in
      text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    if controls { return nil }
    return areFolded ? texts.map { $0.height(columns: columns) }.reduce(0, +) : lines.count
  }

  /// The lines after the terminal was resized. Some terminals fold the lines again and others cut them, so only one line
  /// of the screen is certain for each.
  package func resized(to columns: Int) -> DrawnLines {
    var resized = DrawnLines(lines, columns: columns)
    resized.areFolded = false
    return resized
  }
}

extension String {
  /// The number of lines that a terminal folds this one into.
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
