package import Foundation

/// Which ranking of a market's items by their sales is requested.
package struct BestQuery: Sendable, Hashable {
  /// The measure that items are ranked by.
  package enum Measure: String, Codable, CaseIterable, Sendable {
    /// Pieces sold, less pieces returned.
    case pieces
    /// Revenue less refunds, in one currency.
    case revenue
  }

  /// The period whose sales count.
  package struct Time: Sendable, Hashable {
    /// A day of the period, the first one where it is known; nil for the last period that is over.
    private let day: GivenDay?
    package let scale: SalesPeriod.Scale

    private init(day: GivenDay?, scale: SalesPeriod.Scale) { (self.day, self.scale) = (day, scale) }

    package static func period(_ period: SalesPeriod) -> Self {
      Self(day: GivenDay(period.days.lowerBound), scale: period.scale)
    }

    /// The last period of a scale that is over.
    package static func last(_ scale: SalesPeriod.Scale) -> Self { Self(day: nil, scale: scale) }

    /// The period of a day.
    package init(_ day: GivenDay, _ scale: SalesPeriod.Scale) {
      self = day.fixed.map { .period(SalesPeriod(scale, containing: $0)) } ?? Self(day: day, scale: scale)
    }

    /// Parses a day of the period, or `last` for the last one that is over.
    package init?(_ text: String, _ scale: SalesPeriod.Scale) {
      if text == Self.lastText {
        self = .last(scale)
      } else {
        guard let day = GivenDay(text) else { return nil }
        self.init(day, scale)
      }
    }

    private static let lastText = "last"

    /// The text that `init` parses.
    package var text: String { day?.text ?? Self.lastText }

    /// The period; nil where only the market knows it.
    package var fixed: SalesPeriod? { day?.fixed.map { SalesPeriod(scale, containing: $0) } }

    /// The period at a market whose present day is known.
    package func period(today: CalendarDay) -> SalesPeriod {
      day.map { SalesPeriod(scale, containing: $0.day(today: today)) }
        ?? SalesPeriod(scale, containing: today).previous
    }
  }

  package static let defaultLimit = 10
  package static let largestLimit = 500

  package var time: Time
  package var measure = Measure.pieces
  /// The only currency whose sales count; nil for all, and to rank by revenue for the one with the most pieces.
  package var currency: Currency?
  /// The most items of the response.
  package var limit = BestQuery.defaultLimit

  package init(_ time: Time) {
    self.time = time
  }
}

/// The ranking of a market's items by their sales in one period, net of returns.
package struct BestSellers: Sendable, Equatable {
  package let period: SalesPeriod
  /// The market's present day: the last one that has a ranking.
  package let today: CalendarDay
  package let measure: BestQuery.Measure
  /// The only currency whose sales count; nil for all.
  package let currency: Currency?
  /// Ranked items, also those beyond the limit of the query.
  package let total: Int
  /// The pieces of all ranked items.
  package let pieces: Int
  /// The revenue of all ranked items, in `currency`; nil unless they are ranked by it.
  package let revenue: Decimal?
  /// The first items, in their order.
  package let items: [BestSeller]
  /// The days of the period on which an item is ranked.
  package let days: [CalendarDay]
  /// Where no item is ranked: the nearest period with a ranking, the earlier one of two; nil if there is none.
  package let nearest: SalesPeriod?
  /// The day of the market's first sale, or its present day without any; nil where the market does not say it.
  package var first: CalendarDay?

  /// Whether the period is not over yet.
  package var isSoFar: Bool { period.days.contains(today) }
}

/// An item's place in a ranking.
package struct BestSeller: Sendable, Equatable {
  /// The place compared with the ranking of the period before. The raw value is that of the API.
  package enum Status: String, CaseIterable, Sendable, Codable {
    /// Never ranked before.
    case new
    /// Ranked before, but not in the period before.
    case re
    case up
    case down
    case same
  }

  /// From 1. Items with the same pieces, or the same revenue, share a rank.
  package let rank: Int
  /// The rank among all items of the period before; nil if the item was not ranked then.
  package let previousRank: Int?
  package let status: Status
  package let id: Int
  package let title: String
  package let pieces: Int
  /// The pieces sold up to the last day of the period.
  package let piecesToDate: Int
  /// The revenue in each currency, by its code in alphabetical order; nil where the market keeps it private.
  package let revenue: [Price]?
  /// The item as it is now; as it was, without images, where it is off sale or deleted.
  package let item: Item
  package let isOnSale: Bool

  /// How many places it is higher than in the period before, negative if it is lower; nil if it was not ranked then.
  package var change: Int? { previousRank.map { $0 - rank } }
}

extension BestSeller.Status {
  /// - Parameter wasRanked: Whether the item was ranked in any earlier period.
  init(rank: Int, previousRank: Int?, wasRanked: Bool) {
    self =
      if let previousRank {
        rank < previousRank ? .up : rank > previousRank ? .down : .same
      } else {
        wasRanked ? .re : .new
      }
  }
}

extension BestSellers {
  /// The period before it; nil if the first sale is after that.
  package var previous: SalesPeriod? { mayHaveSales(period.previous) ? period.previous : nil }

  /// Whether a period is not over before the first sale.
  package func mayHaveSales(_ period: SalesPeriod) -> Bool {
    period.days.upperBound > (first ?? .earliest)
  }

  /// The period after it; nil if that has not begun.
  package var next: SalesPeriod? {
    let next = period.next
    return next.days.lowerBound <= today ? next : nil
  }
}
