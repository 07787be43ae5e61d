/// The contents of a screen: a character with its attributes in each cell, and images above them. Views draw on a canvas, and a
/// `ScreenRenderer` writes to the terminal what differs from the one before.
package struct Canvas: Equatable, Sendable {
  /// A place for one column of text. A wide character has two: the character, and an empty text.
  package struct Cell: Equatable, Sendable {
    package fileprivate(set) var text = " "
    package fileprivate(set) var attributes = TextAttributes.plain

    /// Whether the text is several scalars, such as a letter and its mark or a family of emoji.
    var isComposed: Bool { text.unicodeScalars.count > 1 }
  }

  /// Part of a screen, in cells.
  package struct Area: Equatable, Sendable {
    package var row: Int
    package var column: Int
    package var rows: Int
    package var columns: Int

    package init(row: Int, column: Int, rows: Int, columns: Int) {
      (self.row, self.column, self.rows, self.columns) = (row, column, max(0, rows), max(0, columns))
    }

    /// The area without cells at its sides.
    package func inset(rows: Int, columns: Int) -> Area {
      Area(
        row: row + rows, column: column + columns, rows: self.rows - 2 * rows,
        columns: self.columns - 2 * columns)
    }

    /// An area of that size in the middle, as far as there is room.
    package func middle(rows: Int, columns: Int) -> Area {
      let (rows, columns) = (min(rows, self.rows), min(columns, self.columns))
      return Area(
        row: row + (self.rows - rows) / 2, column: column + (self.columns - columns) / 2, rows: rows,
        columns: columns)
    }
  }

  /// An image that the terminal draws over cells.
  struct Placement: Equatable {
    let area: Area
    let sequence: String
    /// Removes it; empty where text that is drawn over it does.
    var eraser = ""
  }

  /// An image that is stored in the terminal before it is placed, or text shows it.
  struct StoredImage: Equatable {
    let id: UInt32
    let sequence: String
    let eraser: String
  }

  package let columns: Int
  package let rows: Int
  private(set) var cells: [[Cell]]
  private(set) var placements: [Placement] = []
  private(set) var storedImages: [StoredImage] = []
  /// The visible cursor; nil for a hidden one.
  package var cursor: (row: Int, column: Int)?

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
    cells = Array(repeating: Array(repeating: Cell(), count: self.columns), count: self.rows)
  }

  package static func == (one: Canvas, other: Canvas) -> Bool {
    one.cells == other.cells && one.placements == other.placements
      && one.cursor.map { [$0.row, $0.column] } == other.cursor.map { [$0.row, $0.column] }
  }

  package var area: Area { Area(row: 0, column: 0, rows: rows, columns: columns) }

  /// The text of a row, without trailing spaces.
  package func text(ofRow row: Int) -> String {
    cells[row].map(\.text).joined().withoutTrailingSpaces
  }

  // MARK: Drawing

  /// Draws one line of sanitized text with styles, cut at the right edge of the area or of the canvas. A row outside the
  /// canvas is left out.
  ///
  /// - Parameter limit: The most columns; nil for all up to the edge.
  package mutating func draw(_ line: String, row: Int, column: Int, limit: Int? = nil) {
    guard cells.indices.contains(row), column >= 0, column < columns else { return }
    let end = min(columns, column + (limit ?? columns))
    var (place, attributes) = (column, TextAttributes.plain)
    var rest = line[...]
    while let character = rest.first {
      if character == "\u{1B}", let style = rest.leadingStyle {
        attributes.apply(sgr: style.dropFirst(2).dropLast())
        rest = rest[style.endIndex...]
        continue
      }
      rest = rest.dropFirst()
      let width = character.displayWidth
      guard place + width <= end else { return }
      guard width > 0 else { continue }
      clear(row, place, width)
      cells[row][place] = Cell(text: String(character), attributes: attributes)
      if width == 2 { cells[row][place + 1] = Cell(text: "", attributes: attributes) }
      place += width
    }
  }

  /// Draws lines in an area, as many as it has rows.
  package mutating func draw(_ lines: some Collection<String>, in area: Area) {
    for (index, line) in lines.prefix(area.rows).enumerated() {
      draw(line, row: area.row + index, column: area.column, limit: area.columns)
    }
  }

  /// Replaces the halves of wide characters that are about to be overwritten by half.
  private mutating func clear(_ row: Int, _ column: Int, _ width: Int) {
    if cells[row][column].text.isEmpty, column > 0 { cells[row][column - 1].text = " " }
    let next = column + width
    if next < columns, cells[row][next].text.isEmpty { cells[row][next].text = " " }
  }

  /// Blanks an area.
  package mutating func erase(_ area: Area) {
    let columns = max(0, area.column)..<min(self.columns, area.column + area.columns)
    for row in max(0, area.row)..<min(rows, area.row + area.rows) where !columns.isEmpty {
      clear(row, columns.lowerBound, columns.count)
      for column in columns { cells[row][column] = Cell() }
    }
    placements.removeAll { $0.area.intersects(area) }
  }

  /// Adds attributes to the text of an area.
  package mutating func add(_ flags: TextAttributes.Flags, in area: Area) {
    for row in max(0, area.row)..<min(rows, area.row + area.rows) {
      for column in max(0, area.column)..<min(columns, area.column + area.columns) {
        cells[row][column].attributes.flags.formUnion(flags)
      }
    }
  }

  /// Draws an image with its upper left corner there.
  package mutating func draw(_ drawing: Drawing, row: Int, column: Int, through multiplexer: Multiplexer) {
    let area = Area(row: row, column: column, rows: drawing.box.rows, columns: drawing.box.columns)
    guard row + area.rows <= rows, column + area.columns <= columns else { return }
    erase(area)
    if !drawing.preparation.isEmpty {
      let eraser = multiplexer.passing(KittyImage.erased(id: drawing.id))
      storedImages.append(StoredImage(id: drawing.id, sequence: drawing.preparation, eraser: eraser))
    }
    switch drawing.content {
    case .text(let lines): draw(lines, in: area)
    case .sequence(let sequence):
      placements.append(Placement(area: area, sequence: multiplexer.passing(sequence)))
    case .placement:
      let place = row * columns + column + 1
      placements.append(
        Placement(
          area: area, sequence: KittyImage.placed(in: drawing.box, id: drawing.id, place: place),
          eraser: KittyImage.removed(id: drawing.id, place: place)))
    }
  }

  /// Draws a frame around an area, with a title in its upper side, and blanks what is inside.
  package mutating func frame(_ area: Area, title: String = "", style: Style) {
    erase(area)
    guard area.rows > 1, area.columns > 1 else { return }
    let line = String(repeating: "─", count: area.columns - 2)
    draw(style.dim("┌" + line + "┐"), row: area.row, column: area.column)
    for row in area.row + 1..<area.row + area.rows - 1 {
      draw(style.dim("│"), row: row, column: area.column)
      draw(style.dim("│"), row: row, column: area.column + area.columns - 1)
    }
    draw(style.dim("└" + line + "┘"), row: area.row + area.rows - 1, column: area.column)
    guard !title.isEmpty, area.columns > 6 else { return }
    draw(
      " " + style.bold(title.truncated(toWidth: area.columns - 6)) + " ", row: area.row,
      column: area.column + 2)
  }
}

/// For the renderer: what is on the screen other than by drawing.
extension Canvas {
  /// Marks cells as unknown, so that they are written whatever they are to be.
  mutating func spoil(_ area: Area) {
    for row in max(0, area.row)..<min(rows, area.row + area.rows) {
      for column in max(0, area.column)..<min(columns, area.column + area.columns) {
        cells[row][column].text = "\u{0}"
      }
    }
  }

  /// Moves rows up by a positive distance, else down. Rows that come in are blank.
  mutating func scroll(rows range: ClosedRange<Int>, by distance: Int) {
    let blank = Array(repeating: Cell(), count: columns)
    let former = cells
    for row in range { cells[row] = range.contains(row + distance) ? former[row + distance] : blank }
  }
}

extension Canvas.Area {
  func intersects(_ other: Self) -> Bool {
    row < other.row + other.rows && other.row < row + rows && column < other.column + other.columns
      && other.column < column + columns
  }
}
