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

  /// Counted from 1.
  package var number: Int
  /// Items on a page; markets other than this one may give 20 whatever is asked.
  package var size: Int
  package var sort: Sort

  package init(_ number: Int = 1, size: Int = defaultSize, sort: Sort = .oldest) {
    self.number = number
    self.size = size
    self.sort = sort
  }
}
