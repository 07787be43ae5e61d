/// What a store contains, for the start of a server.
package struct StoreSummary: Sendable, Equatable {
  /// The number of items.
  package let items: Int
  /// Items with a fractional price or discounted price, which v1 clients that read integers cannot decode.
  package let fractionalPrices: Int
  /// Items in currencies outside v2's contract.
  package let otherCurrencies: Int

  package init(items: Int, fractionalPrices: Int, otherCurrencies: Int) {
    self.items = items
    self.fractionalPrices = fractionalPrices
    self.otherCurrencies = otherCurrencies
  }
}

extension LocalMarket {
  /// Counts the items of the store; all zero when there is no store yet. Throws a `StoreError` when the file is not a
  /// store or cannot be read.
  package func summary() async throws -> StoreSummary {
    try await store.summary(currencies: ["KRW", "USD", "JPY", "HKD"])
  }
}
