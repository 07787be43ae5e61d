import Foundation

extension NetworkManager {
  /// Throws where a server that may know v1 alone has ignored the words or the order of a query. It is asked once more where the page
  /// looks so: it has items for words that no item has, or the same ones without the order.
  func checkIsAnswer(_ page: ItemPage, to query: PageQuery) async throws(ClientError) {
    func ids(_ query: PageQuery) async throws(ClientError) -> [Int] {
      try self.page(query, in: try await response(to: .page(query))).items.map(\.id)
    }
    let words = Self.words(of: query.search ?? "")
    let hasAll = page.items.allSatisfy { item in
      words.allSatisfy(item.title.localizedCaseInsensitiveContains)
    }
    // A server that searches descriptions finds other titles.
    if !hasAll, try await !ids(PageQuery(size: 1, search: UUID().uuidString)).isEmpty {
      throw .unsupported(.search)
    }
    guard zip(page.items, page.items.dropFirst()).contains(where: { !query.sort.permits($0, before: $1) })
    else { return }
    var plain = query
    plain.sort = .best
    if try await ids(plain) == page.items.map(\.id) { throw .unsupported(.sorting) }
  }
}

extension PageQuery.Sort {
  /// Whether an item may stand before another.
  fileprivate func permits(_ one: Item, before other: Item) -> Bool {
    func price(_ item: Item) -> Decimal { (item.discountedPrice ?? item.price).amount }
    return switch self {
    case .best: true
    // A server without ratings has no order by them.
    case .rating, .ratingAscending: one.rating != nil
    case .oldest: one.id <= other.id
    case .newest: one.id >= other.id
    case .price: price(one) <= price(other)
    case .priceDescending: price(one) >= price(other)
    case .title: one.title.lowercased() <= other.title.lowercased()
    case .titleDescending: one.title.lowercased() >= other.title.lowercased()
    case .stock: one.stock <= other.stock
    case .stockDescending: one.stock >= other.stock
    }
  }
}
