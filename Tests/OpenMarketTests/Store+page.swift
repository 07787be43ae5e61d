import Foundation

@testable import OpenMarket

extension Store {
  /// The items of a page, and how many there are on all pages; `.max` where they are not counted.
  func page(_ query: PageQuery, at date: Date = .distantFuture) async throws -> (
    items: [StoredItem], total: Int
  ) {
    try await page(query, at: date) { page in
      var items: [StoredItem] = []
      try page.forEach { items.append($0) }
      return (items, page.total ?? .max)
    }
  }
}

extension StoreLocation {
  /// A connection to the database itself.
  func database() throws -> any Database { try driver(StoreOptions()).open() }
}
