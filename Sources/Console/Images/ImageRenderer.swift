import Foundation

/// What images look like on a terminal: how it draws them, and what is known of its size.
package struct ImageRenderer: Sendable {
  package let `protocol`: ImageProtocol
  package let multiplexer: Multiplexer
  package let cell: CellSize
  /// Of the screen, in lines.
  package let rows: Int
  package let chafa: Chafa?

  package init(
    _ protocol: ImageProtocol, multiplexer: Multiplexer = .none, cell: CellSize = .assumed, rows: Int = 24,
    chafa: Chafa? = nil
  ) {
    self.protocol = `protocol`
    self.multiplexer = multiplexer
    self.cell = cell
    self.rows = rows
    self.chafa = chafa
  }

  /// Where there is nothing to draw on.
  package static let none = ImageRenderer(.none)

  /// tmux passes on no longer sequence (INPUT_BUF_LIMIT in its input.c).
  private static let longestPassed = 1 << 20

  /// The image as large as it fits into the box; nil where it cannot be drawn. May run another program, and blocks.
  package func drawing(of image: TerminalImage, in limit: ImageBox) -> Drawing? {
    let most = ImageBox(
      columns: limit.columns, rows: min(limit.rows, KittyImage.mostRows, max(1, rows - 2)))
    let box = most.filled(by: image, cell: cell)
    switch `protocol` {
    case .kitty: return kitty(image, box)
    case .iterm:
      let sequence = ITermImage.drawn(image.bytes, in: box)
      guard multiplexer == .none || sequence.utf8.count < Self.longestPassed else {
        return blocks(image, box)
      }
      return Drawing(box: box, .sequence(sequence))
    case .sixel:
      return chafa?.sixels(image, in: box, cell: cell).map { Drawing(box: box, .sequence($0.sequence)) }
    case .blocks: return blocks(image, box)
    case .none: return nil
    }
  }

  private func blocks(_ image: TerminalImage, _ box: ImageBox) -> Drawing? {
    chafa?.blocks(image, in: box).map { Drawing(box: box, .text($0.rows)) }
  }

  private func kitty(_ image: TerminalImage, _ box: ImageBox) -> Drawing? {
    // Of other formats the pixels, two where one would do: nobody knows how fine the screen is.
    let fine = CellSize(width: cell.width * 2, height: cell.height * 2)
    let payload =
      image.format == .png
      ? KittyImage.Payload.png(image.bytes) : chafa?.pixels(image, in: box, cell: fine)
    guard let payload else { return nil }
    guard multiplexer == .tmux else {
      return Drawing(box: box, .sequence(KittyImage.drawn(payload, in: box).joined()))
    }
    let id = Self.id(of: image, in: box)
    let sequences = KittyImage.stored(payload, in: box, id: id)
    return Drawing(
      box: box, .text(KittyImage.placeholders(in: box, id: id)),
      preparation: sequences.map(multiplexer.passing).joined())
  }

  /// 24 bits and not 0: the same for the same image at the same size, so that a run stores it once.
  private static func id(of image: TerminalImage, in box: ImageBox) -> UInt32 {
    var hasher = Hasher()
    image.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(box.columns)
    hasher.combine(box.rows)
    return max(1, UInt32(truncatingIfNeeded: hasher.finalize()) & 0xFF_FFFF)
  }
}
