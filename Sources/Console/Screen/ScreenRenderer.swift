/// Writes canvases to a terminal: of each only the cells that differ from the one before, as one synchronized update (DECSET 2026)
/// where the terminal supports it.
package struct ScreenRenderer {
  /// Unchanged cells up to which text is written again rather than the cursor moved, which takes as many bytes.
  private static let shortestSkip = 5
  /// Lines by which rows are looked for above and below their former place.
  private static let farthestScroll = 3

  private var shown: Canvas?
  /// Hashes of the preparations that were sent: an image is megabytes.
  private var stored: Set<Int> = []
  /// A sequence that removes all images; empty where text that is drawn over an image removes it.
  private let imageEraser: String

  package init(_ images: ImageProtocol = .none) {
    // Deletes all placements that are visible, with their data (kitty's graphics protocol, "Deleting images").
    imageEraser = images == .kitty ? "\u{1B}_Ga=d,d=A,q=2\u{1B}\\" : ""
  }

  /// Draws the next canvas whole: what was drawn before is not on the screen any more.
  package mutating func forget() { shown = nil }

  /// The sequences that turn the screen into the canvas; empty where it already is.
  package mutating func update(to canvas: Canvas) -> String {
    guard shown != canvas else { return "" }
    var writer = Writer()
    var former: Canvas
    if let shown, shown.columns == canvas.columns, shown.rows == canvas.rows {
      former = shown
    } else {
      former = Canvas(columns: canvas.columns, rows: canvas.rows)
      writer.text += "\u{1B}[m\u{1B}[2J" + (shown?.placements.isEmpty == false ? imageEraser : "")
    }
    let imagesDiffer = former.placements != canvas.placements
    if imagesDiffer {
      if !former.placements.isEmpty { writer.text += imageEraser }
      // Cells that an image has covered are written again.
      for placement in former.placements { former.spoil(placement.area) }
    } else if canvas.placements.isEmpty {
      scroll(&former, to: canvas, &writer)
    }
    for preparation in canvas.preparations where stored.insert(preparation.hashValue).inserted {
      writer.text += preparation
    }
    for row in 0..<canvas.rows { write(canvas.cells[row], over: former.cells[row], row: row, &writer) }
    writer.reset()
    for placement in imagesDiffer ? canvas.placements : [] {
      writer.text += "\u{1B}[\(placement.area.row + 1);\(placement.area.column + 1)H" + placement.sequence
    }
    let cursor = canvas.cursor.map { "\u{1B}[\($0.row + 1);\($0.column + 1)H\u{1B}[?25h" } ?? ""
    let hides = canvas.cursor == nil && (shown == nil || shown?.cursor != nil)
    shown = canvas
    return "\u{1B}[?2026h" + (hides ? "\u{1B}[?25l" : "") + writer.text + cursor + "\u{1B}[?2026l"
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

  private func write(_ cells: [Canvas.Cell], over former: [Canvas.Cell], row: Int, _ writer: inout Writer) {
    guard cells != former else { return }
    let blank = Canvas.Cell()
    // Behind the last character the row is erased rather than written.
    let end = (cells.lastIndex { $0 != blank } ?? -1) + 1
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
