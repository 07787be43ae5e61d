/// The order of a list, as SQL. Items with equal values are ordered by id, in the same direction, so that every order
/// has exactly one reverse.
struct ItemOrder {
  /// The columns of the value, the first of them that is not null.
  private let columns: [String]
  let isDescending: Bool

  /// Nil for an order by rating, in which items without ratings are last both ways. By best fit it is the order of what is no search: the oldest first.
  init?(_ sort: PageQuery.Sort, isReversed: Bool) {
    // The price that is paid.
    let price = ["discounted_price", "price"]
    let order: (columns: [String], isDescending: Bool)? =
      switch sort {
      case .oldest, .best: (["id"], false)
      case .newest: (["id"], true)
      case .price: (price, false)
      case .priceDescending: (price, true)
      case .title: (["title_key"], false)
      case .titleDescending: (["title_key"], true)
      case .stock: (["stock"], false)
      case .stockDescending: (["stock"], true)
      case .rating, .ratingAscending: nil
      }
    guard let order else { return nil }
    columns = order.columns
    isDescending = order.isDescending != isReversed
  }

  /// Whether the items are ordered by nothing but their ids.
  var isByID: Bool { columns == ["id"] }

  /// The list of an ORDER BY, `stock DESC, id DESC`.
  ///
  /// - Parameter table: The table of the columns, in a statement with several tables.
  func sql(of table: String? = nil) -> String {
    let direction = isDescending ? "DESC" : "ASC"
    let prefix = table.map { $0 + "." } ?? ""
    let names = columns.map { prefix + $0 }.joined(separator: ", ")
    let value = columns.count > 1 ? "coalesce(\(names))" : names
    return (isByID ? [value] : [value, prefix + "id"]).map { "\($0) \(direction)" }.joined(separator: ", ")
  }
}
