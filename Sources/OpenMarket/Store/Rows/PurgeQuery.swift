/// Selects the rows that the operator purges: all given conditions apply.
package struct PurgeQuery: Sendable, Equatable {
  /// Whose items.
  package enum Seller: Sendable, Equatable {
    case vendor(Int)
    /// A seller without an account, by the number that a plan shows.
    case anonymous(Int)
  }

  /// Items that were deleted before this day of the market.
  package var deletedBefore: CalendarDay?
  package var seller: Seller?
  /// The item whose sales are to be forgotten. Only this one may be there still.
  package var item: Int?

  package init(deletedBefore: CalendarDay? = nil, seller: Seller? = nil, item: Int? = nil) {
    self.deletedBefore = deletedBefore
    self.seller = seller
    self.item = item
  }

  package var isEmpty: Bool { deletedBefore == nil && seller == nil && item == nil }
}

/// How much a purge forgets.
package struct PurgeCounts: Sendable, Equatable {
  /// Deleted items, with their titles.
  package var items = 0
  package var movements = 0
  package var sales = 0
  package var changes = 0
  /// The records of reviews that the operator removed.
  package var removedReviews = 0

  package init() {}

  package static func + (one: Self, other: Self) -> Self {
    var sum = one
    sum.items += other.items
    sum.movements += other.movements
    sum.sales += other.sales
    sum.changes += other.changes
    sum.removedReviews += other.removedReviews
    return sum
  }

  package var isEmpty: Bool { self == PurgeCounts() }
}

/// The rows that a purge would delete.
package struct PurgePlan: Sendable, Equatable {
  /// Deleted items of a seller.
  package struct Group: Sendable, Equatable {
    package let seller: PurgeQuery.Seller
    /// The name of the vendor; nil for a seller without an account.
    package let name: String?
    package let items: Int
  }

  /// An item or a seller that the query names and the store does not know.
  package enum Missing: Sendable, Equatable {
    case item(Int)
    case seller(PurgeQuery.Seller)
  }

  package var counts = PurgeCounts()
  package var missing: Missing?
  /// The sellers with the most items.
  package var sellers: [Group] = []
  /// The title of the item that stays, without its sales.
  package var remaining: String?
}
