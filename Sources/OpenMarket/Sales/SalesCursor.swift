/// The last row of a page of a report; the next page begins after it. In a request it is a text that clients pass on as they
/// received it.
package enum SalesCursor: Sendable, Hashable {
  /// The total of a day in a currency; an empty one stands before all.
  case day(Int, currency: String)
  /// The total of an item.
  case item(pieces: Int, revenue: Int, item: Int, currency: String)

  package var text: String {
    switch self {
    case .day(let day, let currency): "d.\(day).\(currency)"
    case .item(let pieces, let revenue, let item, let currency): "i.\(pieces).\(revenue).\(item).\(currency)"
    }
  }

  /// Nil for a text that is not of a cursor of this query.
  package init?(_ text: String, of query: SalesQuery) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let kind = parts.first, let currency = parts.dropFirst().last.map(String.init),
      currency.isEmpty || Currency(currency)?.code == currency
    else { return nil }
    let numbers = parts.dropFirst().dropLast().compactMap { Int($0) }
    guard numbers.count == parts.count - 2, !numbers.contains(.min) else { return nil }
    switch (kind, numbers.count, query.grouping) {
    case ("d", 1, .day), ("d", 1, .currency): self = .day(numbers[0], currency: currency)
    // Tags are added up from the totals of items.
    case ("i", 3, .item), ("i", 3, .tag):
      self = .item(pieces: numbers[0], revenue: numbers[1], item: numbers[2], currency: currency)
    default: return nil
    }
  }
}
