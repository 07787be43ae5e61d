import Console

/// The pictures of an item, side by side as far as the width allows and one row under the other, each with its caption
/// below; then those that cannot be drawn, in words.
struct PictureRows {
  private static let gap = 2
  /// Columns that a caption may take where its picture is narrower.
  private static let captionColumns = 24

  let pictures: [ShownPicture]
  let style: Style
  let multiplexer: Multiplexer

  /// The room for one picture: five of them fit into a large terminal, and one has half of a small one.
  static func box(columns: Int, screen: PictureScreen) -> PictureBox {
    PictureBox(columns: min(columns, 40), rows: highest(on: screen.rows))
  }

  private static func highest(on rows: Int) -> Int { max(1, min(12, rows / 2)) }

  /// Lines that a row of pictures takes, with the captions and the empty line before it.
  static func rows(on rows: Int) -> Int { highest(on: rows) + 2 }

  func lines(columns: Int) -> [String] {
    var lines: [String] = []
    var row: [(picture: ShownPicture, piece: PictureStrip.Piece, width: Int)] = []
    var column = 0
    func endRow() {
      guard !row.isEmpty else { return }
      let strip = PictureStrip(row.map(\.piece), multiplexer: multiplexer)
      var captions = ""
      for (index, entry) in row.enumerated() {
        let caption = entry.picture.caption.truncated(toWidth: entry.width)
        let isLast = index == row.count - 1
        captions += style.dim(caption)
        if !isLast {
          captions += String(repeating: " ", count: entry.width - caption.displayWidth + Self.gap)
        }
      }
      lines += (lines.isEmpty ? [] : [""]) + strip.lines + [strip.next + captions]
      row = []
      column = 0
    }
    for picture in pictures {
      guard let drawing = picture.drawing else { continue }
      let caption = min(picture.caption.displayWidth, Self.captionColumns)
      let width = min(columns, max(drawing.box.columns, caption))
      if column > 0, column + width > columns { endRow() }
      row.append((picture, .init(drawing, column: column), width))
      column += width + Self.gap
    }
    endRow()
    let words = pictures.filter { $0.drawing == nil }.flatMap { $0.caption.wrapped(toWidth: columns) }
    return lines + (lines.isEmpty || words.isEmpty ? [] : [""]) + words.map(style.dim)
  }
}
