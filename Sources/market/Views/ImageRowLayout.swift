import Console
import OpenMarket

/// The images of an item in rows, as many side by side as fit into the width, each above its caption; then the captions
/// of those that cannot be drawn. A row is returned as soon as it is full, since images are large.
struct ImageRowLayout {
  /// The most images of one item that are shown: four times what this market accepts, in case a server sends an endless
  /// list.
  static let most = 4 * ItemLimits.images

  private static let gap = 2
  /// The width that a caption may have if its image is narrower.
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

  /// The box for one image: five of them fit into a large terminal, and one takes half of a small one.
  static func box(columns: Int, screen: ImageRenderer) -> ImageBox {
    ImageBox(columns: min(columns, 40), rows: highest(on: screen.rows))
  }

  private static func highest(on rows: Int) -> Int { max(1, min(12, rows / 2)) }

  /// Lines of a row of images, with the captions and the empty line before it.
  static func rows(on rows: Int) -> Int { highest(on: rows) + 2 }

  /// Adds the next image and returns the lines of the row before it, if that is full.
  mutating func add(_ image: DisplayedImage) -> [String] {
    guard let drawing = image.drawing else {
      words += image.caption.wrapped(toWidth: columns)
      return []
    }
    let caption = min(image.caption.displayWidth, Self.captionColumns)
    let width = min(columns, max(drawing.box.columns, caption))
    let full = column + width > columns ? endRow() : []
    row.append((image.caption, (drawing, column), width))
    column += width + Self.gap
    return full
  }

  /// The lines of the last row, and the captions of the images that are not drawn.
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
