/// Which page of which list.
package struct PageQuery: Sendable, Equatable {
  /// The order of a list. The raw value is how it is asked for.
  package enum Sort: String, Sendable, CaseIterable {
    case oldest
    case newest
    case price
    case priceDescending = "-price"
    case title
    case titleDescending = "-title"
    case stock
    case stockDescending = "-stock"
  }

  package static let defaultSize = 20
  package static let largestSize = 500
  /// Clients of v2 ask for up to so many.
  package static let largestProductSize = 1_000

  /// Counted from 1.
  package var number: Int
  /// Items on a page; markets other than this one may give 20 whatever is asked.
  package var size: Int
  package var sort: Sort
  /// Words that the items must hold; nil for all items.
  package var search: String?
  /// Whether the items come with their descriptions, which v1 leaves out of a list.
  var readsDescriptions = false
  /// Whether the names of vendors are searched, too, as v2 does.
  var searchesVendors = false
  /// Whether items in currencies that v2's contract does not have are left out.
  var isLimitedToV2 = false

  package init(_ number: Int = 1, size: Int = defaultSize, sort: Sort = .oldest, search: String? = nil) {
    self.number = number
    self.size = size
    self.sort = sort
    self.search = search
  }
}
