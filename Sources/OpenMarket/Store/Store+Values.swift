/// The summary of a store that a server prints when it starts.
package struct StoreSummary: Sendable, Equatable {
  package let items: Int
  /// Items whose price or discounted price has a fraction. A v1 client that reads integers cannot decode a page with
  /// such an item.
  package let fractionalPrices: Int
  /// Items in other currencies than those that v2 lists.
  package let otherCurrencies: Int

  package init(items: Int, fractionalPrices: Int, otherCurrencies: Int) {
    self.items = items
    self.fractionalPrices = fractionalPrices
    self.otherCurrencies = otherCurrencies
  }
}
