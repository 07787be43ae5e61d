import Foundation

extension ItemPage {
  /// Finds the part of a query that a server may have ignored, and the query without it; nil where the titles have the words, and
  /// the items their order.
  func mayIgnore(_ query: PageQuery) -> (MarketFeature, PageQuery)? {
    var plain = query
    let words = NetworkManager.words(of: query.search ?? "")
    if items.contains(where: { item in words.contains { !item.title.localizedCaseInsensitiveContains($0) } })
    {
      plain.search = nil
      return (.search, plain)
    }
    guard !zip(items, items.dropFirst()).allSatisfy({ query.sort.permits($0, before: $1) }) else {
      return nil
    }
    plain.sort = .best
    return (.sorting, plain)
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
