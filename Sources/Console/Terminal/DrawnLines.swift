/// Lines that were drawn on a terminal directly above the cursor, so that others can be drawn over them.
package struct DrawnLines: Sendable, Equatable {
  private let lines: [String]
  /// The width of the terminal.
  let columns: Int

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
    return controls ? nil : texts.map { $0.height(columns: columns) }.reduce(0, +)
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
