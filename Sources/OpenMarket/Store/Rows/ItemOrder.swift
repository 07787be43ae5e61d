/// The order of a list, as SQL. Items with equal values are ordered by id, in the same direction, so that every order
/// has exactly one reverse.
struct ItemOrder {
  let column: String
  let isDescending: Bool

  /// Nil for an order by rating, in which items without ratings are last both ways. By best fit it is the order of what is no search: the oldest first.
  init?(_ sort: PageQuery.Sort, isReversed: Bool) {
    let order: (column: String, isDescending: Bool)? =
      switch sort {
      case .oldest, .best: ("id", false)
      case .newest: ("id", true)
      case .price: ("price", false)
      case .priceDescending: ("price", true)
      case .title: ("title", false)
      case .titleDescending: ("title", true)
      case .stock: ("stock", false)
      case .stockDescending: ("stock", true)
      case .rating, .ratingAscending: nil
      }
    guard let order else { return nil }
    column = order.column
    isDescending = order.isDescending != isReversed
  }

  /// The list of an ORDER BY, `price DESC, id DESC`.
  ///
  /// - Parameter table: The table of the columns, in a statement with several tables.
  func sql(of table: String? = nil) -> String {
    let direction = isDescending ? "DESC" : "ASC"
    let prefix = table.map { $0 + "." } ?? ""
    return (column == "id" ? ["id"] : [column, "id"]).map { "\(prefix)\($0) \(direction)" }
      .joined(separator: ", ")
  }
}
