import OpenMarket

extension Gallery {
  /// Each row of a grid, in lines, in order and as soon as its images are there. An empty line belongs between two of
  /// them.
  func cards(of grid: ItemGrid) -> Cards { Cards(gallery: self, grid: grid) }

  struct Cards: AsyncSequence, Sendable {
    fileprivate let gallery: Gallery
    fileprivate let grid: ItemGrid

    func makeAsyncIterator() -> Iterator {
      Iterator(
        images: gallery.images(at: grid.items.map(\.thumbnails.first), in: grid.box).makeAsyncIterator(),
        rows: grid.rows[...], grid: grid)
    }

    struct Iterator: AsyncIteratorProtocol {
      fileprivate var images: Images.Iterator
      fileprivate var rows: ArraySlice<ArraySlice<Item>>
      fileprivate let grid: ItemGrid

      mutating func next() async -> [String]? {
        guard let row = rows.popFirst() else { return nil }
        var shown: [DisplayedImage?] = []
        while shown.count < row.count, let image = await images.next() { shown.append(image) }
        return grid.lines(row, images: shown)
      }
    }
  }
}
