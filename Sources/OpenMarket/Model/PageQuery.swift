/// A page of a list: its number and size, and the list's order and filters.
package struct PageQuery: Sendable, Hashable {
  /// The order of a list. The raw value is the query item and the option's value.
  package enum Sort: String, Sendable, CaseIterable {
    /// A search by what fits best; a list that is no search the oldest first.
    case best
    case oldest
    case newest
    case price
    case priceDescending = "-price"
    case title
    case titleDescending = "-title"
    case stock
    case stockDescending = "-stock"
    /// The best first, by the lower bound of the rating; items without ratings last.
    case rating
    /// The worst first; items without ratings last.
    case ratingAscending = "-rating"
  }

  package static let defaultSize = 20
  package static let largestSize = 500

  /// Counted from 1.
  package var number: Int
  /// Items on a page; other servers may ignore it and return 20.
  package var size: Int
  package var sort: Sort
  /// Words that the items contain; nil for all items.
  package var search: String?
  /// The conditions that the items meet.
  package var filter: ListFilter
  /// Whether the items come with their descriptions.
  var readsDescriptions = false
  /// Whether the names of vendors are searched, too.
  package var searchesVendors = false
  /// Whether items in stock come before those that are sold out, each in the order of the list.
  package var sinksSoldOut = false
  /// The currencies of the items that are listed; nil for all.
  var currencies: Set<Currency>?

  package init(
    _ number: Int = 1, size: Int = defaultSize, sort: Sort = .best, search: String? = nil,
    filter: ListFilter = ListFilter()
  ) {
    self.number = number
    self.size = size
    self.sort = sort
    self.search = search
    self.filter = filter
  }
}

/// One page of the list of items.
package struct ItemPage: Sendable, Equatable {
  /// Counted from 1.
  package let number: Int
  package let items: [Item]
  /// How many items there are on all pages; nil when the server does not say.
  package let total: Int?
  /// A number that the items on all pages exceed, where the market has not counted them; nil where it says nothing of it.
  package let moreThan: Int?

  package init(number: Int, items: [Item], total: Int?, moreThan: Int? = nil) {
    self.number = number
    self.items = items
    self.total = total
    self.moreThan = moreThan
  }
}
