@testable import OpenMarket

extension Store {
  /// The items of a page, and how many there are on all pages.
  func page(_ query: PageQuery) async throws -> (items: [StoredItem], total: Int) {
    try page(query) { page in
      var items: [StoredItem] = []
      try page.forEach { items.append($0) }
      return (items, page.total)
    }
  }
}
