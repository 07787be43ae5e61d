/// The character cells that an image covers.
package struct ImageBox: Sendable, Equatable {
  /// In cells.
  package let columns: Int
  /// In cells.
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The part of the box that an image of those proportions fills; small images are enlarged.
  func filled(by image: TerminalImage, cell: CellSize) -> ImageBox {
    let width = Double(columns * cell.width)
    let height = Double(rows * cell.height)
    let scale = min(width / Double(image.width), height / Double(image.height))
    func cells(_ pixels: Int, _ cell: Int, most: Int) -> Int {
      min(most, max(1, Int((Double(pixels) * scale / Double(cell)).rounded())))
    }
    return ImageBox(
      columns: cells(image.width, cell.width, most: columns),
      rows: cells(image.height, cell.height, most: rows))
  }
}
