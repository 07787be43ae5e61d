/// The places for letters that a picture covers.
package struct PictureBox: Sendable, Equatable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// As much of `self` as a picture of those proportions fills; small ones are enlarged.
  func filled(by picture: Picture, cell: CellSize) -> PictureBox {
    let width = Double(columns * cell.width)
    let height = Double(rows * cell.height)
    let scale = min(width / Double(picture.width), height / Double(picture.height))
    func cells(_ pixels: Int, _ cell: Int, _ most: Int) -> Int {
      min(most, max(1, Int((Double(pixels) * scale / Double(cell)).rounded())))
    }
    return PictureBox(
      columns: cells(picture.width, cell.width, columns), rows: cells(picture.height, cell.height, rows))
  }
}
