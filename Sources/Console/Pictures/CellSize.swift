/// One place for a letter, in pixels.
package struct CellSize: Sendable, Equatable {
  let width: Int
  let height: Int

  /// Where the terminal does not tell: twice as high as wide, and rather too small than too large, so that a picture
  /// stays within its place.
  package static let assumed = CellSize(width: 8, height: 16)

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

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
