import Foundation

/// What pictures look like on a terminal: how it draws them, and what is known of its size.
package struct PictureScreen: Sendable {
  package let `protocol`: PictureProtocol
  package let multiplexer: Multiplexer
  package let cell: CellSize
  /// Of the screen, in lines.
  package let rows: Int
  package let chafa: Chafa?

  package init(
    _ protocol: PictureProtocol, multiplexer: Multiplexer = .none, cell: CellSize = .assumed, rows: Int = 24,
    chafa: Chafa? = nil
  ) {
    self.protocol = `protocol`
    self.multiplexer = multiplexer
    self.cell = cell
    self.rows = rows
    self.chafa = chafa
  }

  /// Where there is nothing to draw on.
  package static let none = PictureScreen(.none)

  /// tmux passes on no longer sequence (INPUT_BUF_LIMIT in its input.c).
  private static let longestPassed = 1 << 20

  /// The picture as large as it fits into the box; nil where it cannot be drawn. May run another program, and blocks.
  package func drawing(of picture: Picture, in limit: PictureBox) -> Drawing? {
    let most = PictureBox(
      columns: limit.columns, rows: min(limit.rows, KittyPicture.mostRows, max(1, rows - 2)))
    let box = most.filled(by: picture, cell: cell)
    switch `protocol` {
    case .kitty: return kitty(picture, box)
    case .iterm:
      let sequence = ITermPicture.drawn(picture.bytes, in: box)
      guard multiplexer == .none || sequence.utf8.count < Self.longestPassed else {
        return blocks(picture, box)
      }
      return Drawing(box: box, .sequence(sequence))
    case .sixel:
      return chafa?.sixels(picture, in: box, cell: cell).map { Drawing(box: box, .sequence($0.sequence)) }
    case .blocks: return blocks(picture, box)
    case .none: return nil
    }
  }

  private func blocks(_ picture: Picture, _ box: PictureBox) -> Drawing? {
    chafa?.blocks(picture, in: box).map { Drawing(box: box, .text($0.rows)) }
  }

  private func kitty(_ picture: Picture, _ box: PictureBox) -> Drawing? {
    // Of other formats the pixels, two where one would do: nobody knows how fine the screen is.
    let fine = CellSize(width: cell.width * 2, height: cell.height * 2)
    let payload =
      picture.format == .png
      ? KittyPicture.Payload.png(picture.bytes) : chafa?.pixels(picture, in: box, cell: fine)
    guard let payload else { return nil }
    guard multiplexer == .tmux else {
      return Drawing(box: box, .sequence(KittyPicture.drawn(payload, in: box).joined()))
    }
    let id = Self.id(of: picture, in: box)
    let sequences = KittyPicture.stored(payload, in: box, id: id)
    return Drawing(
      box: box, .text(KittyPicture.placeholders(in: box, id: id)),
      preparation: sequences.map(multiplexer.passing).joined())
  }

  /// 24 bits and not 0: the same for the same picture at the same size, so that a run stores it once.
  private static func id(of picture: Picture, in box: PictureBox) -> UInt32 {
    var hasher = Hasher()
    picture.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(box.columns)
    hasher.combine(box.rows)
    return max(1, UInt32(truncatingIfNeeded: hasher.finalize()) & 0xFF_FFFF)
  }
}
