package import Foundation

/// The pieces of some items in one currency, and what they cost together, after discounts.
package struct StockValue: Sendable, Equatable {
  package let currency: Currency
  package let items: Int
  package let pieces: Int
  package let value: Decimal
  /// What the pieces have cost whose cost is known; nil where it is of none, and at a server. Private.
  package var cost: Decimal?

  package init(currency: Currency, items: Int, pieces: Int, value: Decimal, cost: Decimal? = nil) {
    (self.currency, self.items, self.pieces, self.value, self.cost) = (currency, items, pieces, value, cost)
  }

  /// The sums of items, by currency in the order of their codes.
  package static func sums(of items: [Item]) -> [StockValue] {
    Dictionary(grouping: items, by: \.price.currency).map { currency, items in
      StockValue(
        currency: currency, items: items.count, pieces: items.reduce(0) { $0 + $1.stock },
        value: items.reduce(0) { $0 + ($1.discountedPrice ?? $1.price).amount * Decimal($1.stock) })
    }.sorted { $0.currency.code < $1.currency.code }
  }

  /// The sum with those of other items in the same currencies.
  package static func adding(_ one: [StockValue], _ other: [StockValue]) -> [StockValue] {
    Dictionary(grouping: one + other, by: \.currency).map { currency, sums in
      StockValue(
        currency: currency, items: sums.reduce(0) { $0 + $1.items },
        pieces: sums.reduce(0) { $0 + $1.pieces },
        value: sums.reduce(0) { $0 + $1.value })
    }.sorted { $0.currency.code < $1.currency.code }
  }
}
