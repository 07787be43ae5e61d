/// A page of a list as stored, while the transaction is open that reads it.
///
/// Descriptions take up to 64 kB each. On a long page they are read a few at a time, so that it never takes much more memory
/// than its other fields do.
package struct StoredPage {
  /// The most items whose descriptions are in memory.
  static let batch = 32

  /// The number of items on all pages; nil for a search with more than `SearchMatch.counted`.
  package let total: Int?
  /// Whether there is a page after this one.
  package let hasNext: Bool
  /// The store's version; nil if it was not read.
  let version: UInt64?
  /// Reads the days of the market; nil where there is no store.
  var calendar: (() throws -> SalesCalendar)?
  private let items: [StoredItem]
  /// Reads the descriptions of some items, by id; nil where the items have them, or need none.
  private let descriptions: (([Int]) throws -> [Int: String])?

  init(
    _ items: [StoredItem], total: Int?, hasNext: Bool = false, version: UInt64?,
    descriptions: (([Int]) throws -> [Int: String])? = nil
  ) {
    self.items = items
    (self.total, self.hasNext) = (total, hasNext)
    self.version = version
    self.descriptions = descriptions
  }

  package var count: Int { items.count }

  /// Passes the items to `body`, in their order.
  package func forEach(_ body: (StoredItem) throws -> Void) throws {
    guard let descriptions else { return try items.forEach(body) }
    for start in stride(from: 0, to: items.count, by: Self.batch) {
      let batch = items[start..<min(start + Self.batch, items.count)]
      let texts = try descriptions(batch.map(\.id))
      for var item in batch {
        item.draft.description = texts[item.id] ?? ""
        try body(item)
      }
    }
  }
}
