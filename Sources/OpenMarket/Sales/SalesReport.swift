package import Foundation

/// Which sales are added up, and how.
package struct SalesQuery: Sendable, Equatable {
  package enum Grouping: String, Sendable, CaseIterable {
    case day
    case item
    case currency
  }

  /// The first and the last day; nil for no bound.
  package var first: CalendarDay?
  package var last: CalendarDay?
  package var grouping: Grouping
  /// The id of the vendor whose items are counted; nil for all.
  package var vendor: Int?
  /// Whether the cost of what was sold is added up, too.
  package var readsCost: Bool
  /// Where the page before ended; nil for the first page.
  package var after: SalesCursor?
  /// The most rows of a page.
  package var size = PageQuery.largestSize

  package init(
    from first: CalendarDay? = nil, to last: CalendarDay? = nil, by grouping: Grouping = .day,
    readsCost: Bool = false
  ) {
    self.first = first
    self.last = last
    self.grouping = grouping
    self.readsCost = readsCost
  }
}

/// A page of pieces and revenue, net of returns.
package struct SalesReport: Sendable, Equatable {
  package let rows: [SalesRow]
  /// Where the page ends; nil for the last page. The limit on reading for one page can end it within a day, an item or
  /// a currency, which the next page then has again, with the rest of its sales.
  package let next: SalesCursor?
  /// The days that a server has added up; nil where it says nothing of them.
  package var days: ClosedRange<CalendarDay>?

  package init(rows: [SalesRow], next: SalesCursor? = nil, days: ClosedRange<CalendarDay>? = nil) {
    self.rows = rows
    self.next = next
    self.days = days
  }
}

/// The sales on a day, of an item, or in all, in one currency.
package struct SalesRow: Sendable, Equatable {
  package let day: CalendarDay?
  package let itemID: Int?
  /// The item's title; that which it had when it was deleted.
  package let title: String?
  package let pieces: Int
  package let revenue: Price
  /// The cost of the pieces whose cost is known, and how many they are; nil where it was not requested.
  package let cost: Cost?

  package struct Cost: Sendable, Equatable {
    package let pieces: Int
    package let amount: Decimal

    package init(pieces: Int, amount: Decimal) {
      self.pieces = pieces
      self.amount = amount
    }
  }

  package init(
    day: CalendarDay? = nil, itemID: Int? = nil, title: String? = nil, pieces: Int, revenue: Price,
    cost: Cost? = nil
  ) {
    self.day = day
    self.itemID = itemID
    self.title = title
    self.pieces = pieces
    self.revenue = revenue
    self.cost = cost
  }
}
