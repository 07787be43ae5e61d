/// One page of the list of items.
package struct ItemPage: Sendable, Equatable {
  /// Counted from 1.
  package let number: Int
  package let items: [Item]
  /// How many items there are on all pages; nil when the market does not say.
  package let total: Int?

  package init(number: Int, items: [Item], total: Int?) {
    self.number = number
    self.items = items
    self.total = total
  }
}
