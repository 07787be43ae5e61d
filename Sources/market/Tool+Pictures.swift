import Console
import Foundation
import OpenMarket

extension Tool {
  /// The pictures of an item below its card, for a person; in words to who asks for words.
  func writePictures(of item: Item) async throws {
    let addresses = item.modestPictures
    guard console.output.isTerminal || isFlat, !addresses.isEmpty else { return }
    let gallery = Gallery(market: market, screen: isFlat ? .none : try pictures(), presenter: presenter)
    if isFlat {
      for picture in await gallery.pictures(at: addresses, in: PictureBox(columns: 1, rows: 1)) {
        guard let picture else { continue }
        try console.print(presenter.text("\(Phrase("Picture")): \(picture.caption)"))
      }
      return
    }
    try console.print("")
    try console.output.flush()
    let box = PictureRows.box(columns: console.columns, screen: gallery.screen)
    let shown = await gallery.pictures(at: addresses, in: box).compactMap(\.self)
    let rows = PictureRows(pictures: shown, style: console.style, multiplexer: gallery.screen.multiplexer)
    for line in rows.lines(columns: console.columns) { try console.print(line) }
  }

  /// Items as cards with pictures, for a person: row by row, as their pictures come.
  func writeGrid(_ items: [Item], isFirst: Bool) async throws {
    let screen = try pictures()
    let grid = ItemGrid(
      items: items, presenter: presenter, style: console.style, columns: console.columns, screen: screen)
    for (index, row) in grid.rows.enumerated() {
      let lines = await self.lines(of: row, in: grid, screen: screen)
      if index > 0 || !isFirst { try console.print("") }
      for line in lines { try console.print(line) }
    }
  }

  /// The lines of a row of cards, with the first picture of each.
  func lines(of row: ArraySlice<Item>, in grid: ItemGrid, screen: PictureScreen) async -> [String] {
    let gallery = Gallery(market: market, screen: screen, presenter: presenter)
    return grid.lines(row, pictures: await gallery.pictures(at: row.map(\.thumbnails.first), in: grid.box))
  }
}

extension Item {
  /// Its small pictures, where there is one for each of the large ones.
  fileprivate var modestPictures: [URL] {
    let whole = images ?? []
    return thumbnails.count == whole.count ? thumbnails : whole
  }
}
