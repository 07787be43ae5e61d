package import Foundation

/// Which sales are added up, and how.
package struct SalesQuery: Sendable, Hashable {
  package enum Grouping: String, Sendable, CaseIterable {
    case day
    case item
    case currency
    /// An item counts under each of its tags.
    case tag
  }

  /// The first and the last day; nil for no bound.
  package var from: GivenDay?
  package var to: GivenDay?
  /// The period whose days are counted, in place of `from` and `to`.
  package var period: BestQuery.Time?
  package var grouping: Grouping
  /// The id of the vendor whose items are counted; nil for all.
  package var vendor: Int?
  /// Whether the cost of what was sold is added up, too.
  package var readsCost: Bool
  /// Where the page before ended; nil for the first page.
  package var after: SalesCursor?
  /// The most rows of a page. Each page of items adds all days up, so that there are few.
  package var size = largestSize
  package static let largestSize = 10_000

  package init(
    from first: CalendarDay? = nil, to last: CalendarDay? = nil, by grouping: Grouping = .day,
    readsCost: Bool = false
  ) {
    self.grouping = grouping
    self.readsCost = readsCost
    (self.first, self.last) = (first, last)
  }

  /// The first day; nil also where only the market knows it.
  package var first: CalendarDay? {
    get { from?.fixed }
    set { from = newValue.map { GivenDay($0) } }
  }

  package var last: CalendarDay? {
    get { to?.fixed }
    set { to = newValue.map { GivenDay($0) } }
  }

  /// Whether its days depend on the present one.
  var isRelative: Bool { period != nil || [from, to].contains { $0 != nil && $0?.fixed == nil } }

  /// The query with its first and last day, at a market whose present day is known.
  func resolved(today: CalendarDay) -> SalesQuery {
    var query = self
    query.period = nil
    if let days = period?.period(today: today).days {
      (query.first, query.last) = (days.lowerBound, days.upperBound - 1)
    } else {
      (query.first, query.last) = (from?.day(today: today), to?.day(today: today))
    }
    return query
  }
}

/// A page of pieces and revenue, net of returns.
package struct SalesReport: Sendable, Equatable {
  package let rows: [SalesRow]
  /// Where the page ends; nil for the last page. The limit on reading for one page can end it within a day, an item, a tag
  /// or a currency, which the next page then has again, with the rest of its sales.
  package var next: SalesCursor?
  /// The days that a server has added up; nil where it says nothing of them.
  package var days: ClosedRange<CalendarDay>?
}

/// The sales on a day, of an item or a tag, or in all, in one currency.
package struct SalesRow: Sendable, Equatable {
  package let day: CalendarDay?
  package let itemID: Int?
  /// The item's title; that which it had when it was deleted.
  package internal(set) var title: String?
  /// The tag of its items, empty for items without one; nil where sales are not added up by tags.
  package let tag: String?
  package let pieces: Int
  package let revenue: Price
  /// The cost of the pieces whose cost is known, and how many they are; nil where it was not requested.
  package let cost: Cost?

  package struct Cost: Sendable, Equatable {
    package let pieces: Int
    package let amount: Decimal
  }

  package init(
    day: CalendarDay? = nil, itemID: Int? = nil, title: String? = nil, tag: String? = nil, pieces: Int,
    revenue: Price, cost: Cost? = nil
  ) {
    (self.day, self.itemID, self.title, self.tag) = (day, itemID, title, tag)
    (self.pieces, self.revenue, self.cost) = (pieces, revenue, cost)
  }
}

extension SalesRow {
  /// The sum of two rows of one day, item, tag or currency.
  package func adding(_ other: SalesRow) -> SalesRow {
    SalesRow(
      day: day, itemID: itemID, title: title, tag: tag, pieces: pieces.addingWithoutOverflow(other.pieces),
      revenue: Price(revenue.amount + other.revenue.amount, revenue.currency),
      cost: cost.map {
        Cost(
          pieces: $0.pieces.addingWithoutOverflow(other.cost?.pieces ?? 0),
          amount: $0.amount + (other.cost?.amount ?? 0))
      })
  }
}
