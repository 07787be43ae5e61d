package import Foundation

/// The pieces of some items in one currency, and what they cost together, after discounts.
package struct StockValue: Codable, Sendable, Equatable {
  package let currency: Currency
  package let items: Int
  package let pieces: Int
  package let value: Decimal
  /// The cost of the pieces whose cost is known; nil where none is known, and at a server. Private.
  package var cost: Decimal?

  package init(currency: Currency, items: Int, pieces: Int, value: Decimal, cost: Decimal? = nil) {
    (self.currency, self.items, self.pieces, self.value, self.cost) = (currency, items, pieces, value, cost)
  }
}
