/// Writes canvases to a terminal: of each only the cells that differ from the one before, as one synchronized update (DECSET 2026)
/// where the terminal supports it.
package struct ScreenRenderer {
  /// Unchanged cells up to which text is written again rather than the cursor moved, which takes as many bytes.
  private static let shortestSkip = 5
  /// Lines by which rows are looked for above and below their former place.
  private static let farthestScroll = 3

  /// Images that are stored in the terminal at once, apart from those on the screen: megabytes each. kitty keeps 320 MB.
  private static let mostStored = 32

  private var shown: Canvas?
  /// The images that are stored in the terminal, the one that was on the screen last at the end.
  private var stored: [(id: UInt32, eraser: String)] = []

  package init() {}

  /// Draws the next canvas whole: what was drawn before is not on the screen any more.
  package mutating func forget() { shown = nil }

  /// The sequences that turn the screen into the canvas; empty where it already is.
  package mutating func update(to canvas: Canvas) -> String {
    guard shown != canvas else { return "" }
    var writer = Writer()
    var former: Canvas
    var images = ""
    if let shown, shown.columns == canvas.columns, shown.rows == canvas.rows {
      former = shown
    } else {
      former = Canvas(columns: canvas.columns, rows: canvas.rows)
      images = stored.map(\.eraser).joined()
      stored = []
      writer.text += "\u{1B}[m\u{1B}[2J"
    }
    for placement in former.placements where !canvas.placements.contains(placement) {
      writer.text += placement.eraser
      // Cells that an image has covered are written again.
      if placement.eraser.isEmpty { former.spoil(placement.area) }
    }
    if former.placements.isEmpty, canvas.placements.isEmpty { scroll(&former, to: canvas, &writer) }
    // Nothing of it is seen yet, and terminals hold back only so much of an update.
    images += store(canvas.storedImages)
    for row in 0..<canvas.rows {
      let images = canvas.placements.filter { ($0.area.row..<$0.area.row + $0.area.rows).contains(row) }
      write(
        canvas.cells[row], over: former.cells[row], row: row,
        imagesEnd: images.map { $0.area.column + $0.area.columns }.max() ?? 0, &writer)
    }
    writer.reset()
    for placement in canvas.placements where !former.placements.contains(placement) {
      writer.text += "\u{1B}[\(placement.area.row + 1);\(placement.area.column + 1)H" + placement.sequence
    }
    let cursor = canvas.cursor.map { "\u{1B}[\($0.row + 1);\($0.column + 1)H\u{1B}[?25h" } ?? ""
    let hides = canvas.cursor == nil && (shown == nil || shown?.cursor != nil)
    shown = canvas
    return images + "\u{1B}[?2026h" + (hides ? "\u{1B}[?25l" : "") + writer.text + cursor + "\u{1B}[?2026l"
  }

  /// The sequences that store the images that are not stored yet, and remove others in their place.
  private mutating func store(_ images: [Canvas.StoredImage]) -> String {
    var text = ""
    for image in images {
      if let index = stored.firstIndex(where: { $0.id == image.id }) {
        stored.remove(at: index)
      } else {
        text += image.sequence
      }
      stored.append((image.id, image.eraser))
    }
    let surplus = max(0, stored.count - images.count - Self.mostStored)
    text += stored.prefix(surplus).map(\.eraser).joined()
    stored.removeFirst(surplus)
    return text
  }

  /// Collects sequences, and knows the attributes that are in force.
  private struct Writer {
    var text = ""
    private var attributes = TextAttributes.plain

    mutating func set(_ wanted: TextAttributes) {
      guard wanted != attributes else { return }
      text += wanted.sequence
      attributes = wanted
    }

    mutating func reset() { set(.plain) }

    mutating func put(_ cell: Canvas.Cell) {
      guard !cell.text.isEmpty else { return }
      set(cell.attributes)
      text += cell.text
    }
  }

  private func write(
    _ cells: [Canvas.Cell], over former: [Canvas.Cell], row: Int, imagesEnd: Int, _ writer: inout Writer
  ) {
    guard cells != former else { return }
    let blank = Canvas.Cell()
    // Behind the last character and the last image the row is erased rather than written.
    let end = max((cells.lastIndex { $0 != blank } ?? -1) + 1, imagesEnd)
    var column = 0
    var position = -1
    while column < cells.count {
      if cells[column] == former[column] || column >= end {
        if column >= end {
          if former[column...].contains(where: { $0 != blank }) {
            move(to: row, column, from: position, &writer)
            writer.reset()
            writer.text += "\u{1B}[K"
          }
          return
        }
        column += 1
        continue
      }
      // A wide character is written from its first half.
      while column > 0, cells[column].text.isEmpty { column -= 1 }
      if position >= 0, column - position < Self.shortestSkip, column > position {
        for between in position..<column { writer.put(cells[between]) }
      } else {
        move(to: row, column, from: position, &writer)
      }
      repeat {
        // Terminals differ in how wide they draw several scalars.
        if column > 0,
          cells[column - 1].isComposed
            || cells[column - 1].text.isEmpty && column > 1 && cells[column - 2].isComposed,
          !cells[column].text.isEmpty
        {
          writer.text += "\u{1B}[\(column + 1)G"
        }
        writer.put(cells[column])
        column += 1
      } while column < end && (cells[column] != former[column] || cells[column].text.isEmpty)
      position = column
    }
  }

  private func move(to row: Int, _ column: Int, from position: Int, _ writer: inout Writer) {
    guard position != column else { return }
    writer.text += position < 0 ? "\u{1B}[\(row + 1);\(column + 1)H" : "\u{1B}[\(column + 1)G"
  }

  /// Moves rows that are a little above or below their former place, with the region between them (DECSTBM, ECMA-48 8.3.113
  /// and 8.3.147), where that leaves less to write.
  private func scroll(_ former: inout Canvas, to canvas: Canvas, _ writer: inout Writer) {
    let rows = canvas.cells
    let old = former.cells
    func isBlank(_ row: [Canvas.Cell]) -> Bool { row.allSatisfy { $0 == Canvas.Cell() } }
    let differing = rows.indices.filter { rows[$0] != old[$0] }
    guard let first = differing.first, let last = differing.last, last - first > 2 else { return }
    var best: (distance: Int, gain: Int)?
    for distance in -Self.farthestScroll...Self.farthestScroll where distance != 0 {
      let gain = (first...last).count { row in
        let source = row + distance
        return (first...last).contains(source) && rows[row] == old[source] && rows[row] != old[row]
          && !isBlank(rows[row])
      }
      if gain > (best?.gain ?? 2) { best = (distance, gain) }
    }
    guard let best, best.gain * 2 > differing.count else { return }
    writer.reset()
    let count = abs(best.distance)
    writer.text += "\u{1B}[\(first + 1);\(last + 1)r\u{1B}[\(count)\(best.distance > 0 ? "S" : "T")\u{1B}[r"
    former.scroll(rows: first...last, by: best.distance)
  }
}
