import Console
import Foundation
import OpenMarket

extension Tool {
  /// The pictures of an item below its card, for a person; in words to who asks for words.
  func writePictures(of item: Answer<Item>) async throws {
    let addresses = item.value.modestPictures
    guard console.output.isTerminal || isFlat, !addresses.isEmpty else { return }
    let gallery = Gallery(
      market: market, screen: isFlat ? .none : try pictures(), presenter: presenter, standing: item.standing)
    if isFlat {
      for await picture in gallery.pictures(at: addresses, in: PictureBox(columns: 1, rows: 1)) {
        guard let picture else { continue }
        try console.print(presenter.text("\(Phrase("Picture")): \(picture.caption)"))
      }
      return
    }
    try console.print("")
    try console.output.flush()
    let box = PictureRows.box(columns: console.columns, screen: gallery.screen)
    var shown: [ShownPicture] = []
    for await picture in gallery.pictures(at: addresses, in: box) {
      if let picture { shown.append(picture) }
    }
    let rows = PictureRows(pictures: shown, style: console.style, multiplexer: gallery.screen.multiplexer)
    for line in rows.lines(columns: console.columns) { try console.print(line) }
  }

  /// Items as cards with pictures, for a person: row by row, as their pictures come.
  func writeGrid(_ items: [Item], _ standing: Standing, isFirst: Bool) async throws {
    var isFirst = isFirst
    let screen = try pictures()
    let grid = ItemGrid(
      items: items, presenter: presenter, style: console.style, columns: console.columns, screen: screen)
    try await forEachRow(of: grid, standing, on: screen) { row in
      for line in (isFirst ? [] : [""]) + row { try console.print(line) }
      isFirst = false
    }
  }

  /// Hands over each row of a grid, in lines, in order and as soon as its pictures are there. An empty line belongs
  /// between two of them.
  func forEachRow(
    of grid: ItemGrid, _ standing: Standing, on screen: PictureScreen, do body: ([String]) throws -> Void
  ) async throws {
    let gallery = Gallery(market: market, screen: screen, presenter: presenter, standing: standing)
    var pictures = gallery.pictures(at: grid.items.map(\.thumbnails.first), in: grid.box).makeAsyncIterator()
    for row in grid.rows {
      var shown: [ShownPicture?] = []
      while shown.count < row.count, let picture = await pictures.next() { shown.append(picture) }
      try body(grid.lines(row, pictures: shown))
    }
  }
}

extension Item {
  /// Its small pictures, where there is one for each of the large ones.
  fileprivate var modestPictures: [URL] {
    let whole = images ?? []
    return thumbnails.count == whole.count ? thumbnails : whole
  }
}
