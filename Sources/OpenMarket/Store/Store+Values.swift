/// The summary of a store that a server prints when it starts.
package struct StoreSummary: Sendable, Equatable {
  package let items: Int
  /// Items whose price or discounted price has a fraction. A v1 client that reads integers cannot decode a page with
  /// such an item.
  package let fractionalPrices: Int
  /// Items in currencies that v2's contract does not have.
  package let otherCurrencies: Int

  package init(items: Int, fractionalPrices: Int, otherCurrencies: Int) {
    self.items = items
    self.fractionalPrices = fractionalPrices
    self.otherCurrencies = otherCurrencies
  }
}
