/// Images side by side, as lines that can be printed like others, also while the screen scrolls.
package struct ImageStrip {
  /// An image, or text in place of one, and its first column.
  package typealias Piece = (drawing: Drawing, column: Int)

  /// One line for each row, without the line end.
  package private(set) var lines: [String]
  /// The beginning of the next line. An image that is a sequence is drawn from the line below it, once the screen has
  /// scrolled far enough.
  package private(set) var next = ""

  /// Aligns the pieces at the bottom. They must be ordered from left to right and not overlap.
  package init(_ pieces: [Piece], multiplexer: Multiplexer) {
    let rows = pieces.map(\.drawing.box.rows).max() ?? 0
    lines = Array(repeating: "", count: rows)
    var widths = Array(repeating: 0, count: rows)
    for piece in pieces {
      let drawing = piece.drawing
      switch drawing.content {
      case .text(let texts):
        for (index, text) in texts.enumerated() {
          let row = rows - texts.count + index
          lines[row] += String(repeating: " ", count: piece.column - widths[row]) + text
          widths[row] = piece.column + drawing.box.columns
        }
        if let first = lines.first { lines[0] = drawing.preparation + first }
      case .sequence(let sequence):
        let right = piece.column > 0 ? "\u{1B}[\(piece.column)C" : ""
        // Saves the cursor, moves up and right, draws, restores (DECSC, ECMA-48 8.3.22 and 8.3.20, DECRC).
        next += drawing.preparation
        next += multiplexer.passing("\u{1B}7\u{1B}[\(drawing.box.rows)A\(right)\(sequence)\u{1B}8")
      // Only canvases place images.
      case .placement: break
      }
    }
  }
}
