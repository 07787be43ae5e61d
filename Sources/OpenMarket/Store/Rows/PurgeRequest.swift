/// Selects what the operator purges, in the words of a request: all given conditions apply.
package struct PurgeRequest: Sendable, Equatable {
  /// Whose items.
  package enum Seller: Sendable, Equatable {
    case vendor(Int)
    /// A seller without an account, by the number that a plan shows.
    case anonymous(Int)
    /// A vendor by its name, which the market looks up.
    case named(String)
  }

  /// Items that were deleted before this day of the market.
  package var deletedBefore: GivenDay?
  package var seller: Seller?
  /// The item whose sales are to be forgotten. Only this one may be there still.
  package var item: Int?

  package init(deletedBefore: GivenDay? = nil, seller: Seller? = nil, item: Int? = nil) {
    (self.deletedBefore, self.seller, self.item) = (deletedBefore, seller, item)
  }

  package var isEmpty: Bool { deletedBefore == nil && seller == nil && item == nil }
}

extension PurgeRequest.Seller {
  private static let prefix = "anonymous:"

  /// As requests and plans have it: `7`, `anonymous:3`, `Kim`.
  package var text: String {
    switch self {
    case .vendor(let id): String(id)
    case .anonymous(let number): Self.prefix + String(number)
    case .named(let name): name
    }
  }

  /// A name is what has the form of no number. Nil for a number that no seller has, such as `0` and `anonymous:x`.
  package init?(_ text: String) {
    let isAnonymous = text.hasPrefix(Self.prefix)
    if let number = Int(isAnonymous ? text.dropFirst(Self.prefix.count) : text[...]) {
      guard number > 0 else { return nil }
      self = isAnonymous ? .anonymous(number) : .vendor(number)
    } else {
      guard !isAnonymous else { return nil }
      self = .named(text)
    }
  }
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
    package let seller: PurgeRequest.Seller
    /// The name of the vendor; nil for a seller without an account.
    package let name: String?
    package let items: Int
  }

  /// The request of the plan, with the day and the seller that its words stood for.
  package var request: PurgeRequest
  package var counts = PurgeCounts()
  /// The sellers with the most items.
  package var sellers: [Group] = []
  /// The title of the item that stays, without its sales.
  package var remaining: String?
}
