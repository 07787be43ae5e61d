/// Lines that were drawn on a terminal, right above where it goes on, so that others may be drawn over them.
package struct DrawnLines: Sendable, Equatable {
  private let count: Int
  /// Lines of the screen, which are more where the terminal has folded some; nil where nobody can say how they lie,
  /// since they hold more than text.
  let height: Int?
  /// The width of the terminal.
  let columns: Int

  private init(count: Int, height: Int?, columns: Int) {
    (self.count, self.height, self.columns) = (count, height, columns)
  }

  package init(_ lines: [String], columns: Int) {
    let texts = lines.map(\.withoutStyles)
    let isText = texts.allSatisfy {
      $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
    self.init(
      count: lines.count, height: isText ? texts.map { $0.height(columns: columns) }.reduce(0, +) : nil,
      columns: columns)
  }

  /// The same when the terminal has become wider or narrower. Some then fold what is there anew and others cut it off:
  /// these are the lines that there are in any case.
  package func resized(to columns: Int) -> DrawnLines {
    DrawnLines(count: count, height: height.map { min($0, count) }, columns: columns)
  }
}

extension String {
  /// Without SGR sequences (ECMA-48, 8.3.117).
  fileprivate var withoutStyles: String { replacing(/\u{1B}\[[0-9;]*m/, with: "") }

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
