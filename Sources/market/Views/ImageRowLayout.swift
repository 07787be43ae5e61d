import Console
import OpenMarket

/// The images of an item, side by side as far as the width allows and one row under the other, each with its caption
/// below; then those that cannot be drawn, in words. A row is given away as soon as it is full: images are large.
struct ImageRowLayout {
  /// Images of one item that are shown: four times what markets take, and an end to a server's list that has none.
  static let most = 4 * ItemLimits.images

  private static let gap = 2
  /// Columns that a caption may take where its image is narrower.
  private static let captionColumns = 24

  let columns: Int
  let style: Style
  let multiplexer: Multiplexer

  private var row: [(caption: String, piece: ImageStrip.Piece, width: Int)] = []
  private var column = 0
  private var isFirst = true
  private var words: [String] = []

  init(columns: Int, style: Style, multiplexer: Multiplexer) {
    (self.columns, self.style, self.multiplexer) = (columns, style, multiplexer)
  }

  /// The room for one image: five of them fit into a large terminal, and one has half of a small one.
  static func box(columns: Int, screen: ImageRenderer) -> ImageBox {
    ImageBox(columns: min(columns, 40), rows: highest(on: screen.rows))
  }

  private static func highest(on rows: Int) -> Int { max(1, min(12, rows / 2)) }

  /// Lines that a row of images takes, with the captions and the empty line before it.
  static func rows(on rows: Int) -> Int { highest(on: rows) + 2 }

  /// Takes the next image, and gives the lines of the row that has no room for it.
  mutating func add(_ image: DisplayedImage) -> [String] {
    guard let drawing = image.drawing else {
      words += image.caption.wrapped(toWidth: columns)
      return []
    }
    let caption = min(image.caption.displayWidth, Self.captionColumns)
    let width = min(columns, max(drawing.box.columns, caption))
    let full = column + width > columns ? endRow() : []
    row.append((image.caption, .init(drawing, column: column), width))
    column += width + Self.gap
    return full
  }

  /// The lines of the last row, and of what is told in words.
  mutating func end() -> [String] {
    let last = endRow()
    return last + (isFirst || words.isEmpty ? [] : [""]) + words.map(style.dim)
  }

  private mutating func endRow() -> [String] {
    guard !row.isEmpty else { return [] }
    let strip = ImageStrip(row.map(\.piece), multiplexer: multiplexer)
    var captions = ""
    for (index, entry) in row.enumerated() {
      let caption = entry.caption.truncated(toWidth: entry.width)
      let isLast = index == row.count - 1
      captions += style.dim(caption)
      if !isLast {
        captions += String(repeating: " ", count: entry.width - caption.displayWidth + Self.gap)
      }
    }
    let lines = (isFirst ? [] : [""]) + strip.lines + [strip.next + captions]
    (row, column, isFirst) = ([], 0, false)
    return lines
  }
}
