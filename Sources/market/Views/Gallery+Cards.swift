import OpenMarket

extension Gallery {
  /// The rows of a grid of cards, in order, each as soon as its images are there.
  func cards(of grid: ItemGrid) -> Cards { Cards(gallery: self, grid: grid) }

  /// A row of cards. An empty line belongs between two rows.
  struct CardRow: Sendable, Equatable {
    let lines: [String]
    /// Items in it.
    let count: Int
  }

  /// Rows of cards. Throws `CancellationError` if the task is cancelled.
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

      mutating func next() async throws(CancellationError) -> CardRow? {
        guard let row = rows.popFirst() else { return nil }
        var shown: [DisplayedImage?] = []
        while shown.count < row.count, let image = try await images.next() { shown.append(image) }
        return CardRow(lines: grid.lines(row, images: shown), count: row.count)
      }
    }
  }
}
