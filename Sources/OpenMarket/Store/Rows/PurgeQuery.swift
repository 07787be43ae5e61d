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

  package var isEmpty: Bool { deletedBefore == nil && seller == nil && item == nil }
}

extension PurgeQuery.Seller {
  private static let prefix = "anonymous:"

  /// As requests and plans have it: `7`, `anonymous:3`.
  package var text: String {
    switch self {
    case .vendor(let id): String(id)
    case .anonymous(let number): Self.prefix + String(number)
    }
  }

  /// Nil for text that is no such number.
  package init?(_ text: String) {
    if text.hasPrefix(Self.prefix) {
      guard let number = Int(text.dropFirst(Self.prefix.count)), number > 0 else { return nil }
      self = .anonymous(number)
    } else {
      guard let id = Int(text), id > 0 else { return nil }
      self = .vendor(id)
    }
  }
}

/// Selects what a purge forgets, in the words of a request: its days and names are those of the market.
package struct PurgeRequest: Sendable, Equatable {
  package enum Seller: Sendable, Equatable {
    case known(PurgeQuery.Seller)
    case named(String)

    package var text: String {
      switch self {
      case .known(let seller): seller.text
      case .named(let name): name
      }
    }

    package init(_ seller: PurgeQuery.Seller) { self = .known(seller) }

    /// A name is what has the form of no number. Nil for a number that no seller has, such as `0` and `anonymous:x`.
    package init?(_ text: String) {
      if let seller = PurgeQuery.Seller(text) {
        self = .known(seller)
      } else if Int(text) == nil, !text.hasPrefix("anonymous:") {
        self = .named(text)
      } else {
        return nil
      }
    }
  }

  package var deletedBefore: GivenDay?
  package var seller: Seller?
  package var item: Int?

  package init(deletedBefore: GivenDay? = nil, seller: Seller? = nil, item: Int? = nil) {
    (self.deletedBefore, self.seller, self.item) = (deletedBefore, seller, item)
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
  /// The request of the plan, with the day and the seller that its words stood for.
  package var request = PurgeRequest()
  /// The sellers with the most items.
  package var sellers: [Group] = []
  /// The title of the item that stays, without its sales.
  package var remaining: String?
}
