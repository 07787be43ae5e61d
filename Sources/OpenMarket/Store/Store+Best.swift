import Foundation

/// A ranking as the store has it, with items whose images have no addresses yet.
struct StoredBestSellers: Sendable {
  /// A place of the ranking.
  struct Place: Sendable {
    let rank: Int
    let previousRank: Int?
    let status: BestSeller.Status
    let itemID: Int
    let pieces: Int
    let piecesToDate: Int
    let revenue: [Price]
    let item: StoredItem
  }

  let period: SalesPeriod
  /// The market's present day.
  let today: CalendarDay
  /// The only currency whose sales count; nil for all.
  var currency: Currency?
  var total = 0
  var pieces = 0
  var places: [Place] = []
  var days: [CalendarDay] = []
  var nearest: SalesPeriod?
}

extension Store {
  /// The ranking of a period, with the place of each item in the period before. Throws `MarketplaceError.future` for a
  /// period that has not begun.
  func bestSellers(_ query: BestQuery, at date: Date) async throws -> StoredBestSellers {
    try await read { try Self.bestSellers(query, at: date, $0) }
      ?? Self.empty(query, SalesCalendar(timeZone: options.timeZone ?? .current).day(of: date))
  }

  /// A ranking without items of the period that a query asks for.
  private static func empty(_ query: BestQuery, _ today: CalendarDay) throws -> StoredBestSellers {
    let present = SalesPeriod(query.time.scale, containing: today)
    let period = if case .period(let period) = query.time { period } else { present.previous }
    guard period.number <= present.number else { throw MarketplaceError.future(period) }
    return StoredBestSellers(period: period, today: today, currency: query.currency)
  }

  private static func bestSellers(
    _ query: BestQuery, at date: Date, _ database: any Database
  ) throws -> StoredBestSellers {
    var best = try empty(query, MarketSettings(database: database).calendar().day(of: date))
    let period = best.period
    let anyCurrency = SalesRanking(database, by: .pieces, in: nil)
    if query.measure == .revenue, query.currency == nil {
      best.currency = try anyCurrency.mainCurrency(of: period)
    }
    // Without a currency there is no revenue.
    let isRanked = query.measure == .pieces || best.currency != nil
    let ranking = isRanked ? SalesRanking(database, by: query.measure, in: best.currency) : anyCurrency
    if isRanked {
      (best.total, best.pieces) = try ranking.summary(of: period)
      best.places = try places(ranking, period, limit: query.limit, database)
    }
    if best.total == 0 {
      best.nearest = try ranking.nearest(
        to: period, noLaterThan: SalesPeriod(period.scale, containing: best.today))
    }
    if let days = period.days {
      best.days = try (days.lowerBound.number..<days.upperBound.number).map(CalendarDay.init).filter {
        try ranking.isRanked(in: SalesPeriod(.day, containing: $0))
      }
    }
    return best
  }

  private static func places(
    _ ranking: SalesRanking, _ period: SalesPeriod, limit: Int, _ database: any Database
  ) throws -> [StoredBestSellers.Place] {
    let totals = try ranking.first(limit, of: period)
    let ids = totals.map(\.itemID)
    let previous = try ranking.ranks(ofItems: ids, in: period.previous)
    let before = try ranking.ranked(ids.filter { previous[$0] == nil }, before: period.previous)
    let toDate = try ranking.pieces(ofItems: ids, to: period.days.map { $0.upperBound - 1 } ?? CalendarDay(0))
    let items = Dictionary(
      uniqueKeysWithValues: try ItemRows(database: database).items(ids).map { ($0.id, $0) })
    var places: [StoredBestSellers.Place] = []
    var (rank, former) = (1, totals.first.map(ranking.value))
    for (index, total) in totals.enumerated() {
      let value = ranking.value(of: total)
      if value != former { (rank, former) = (index + 1, value) }
      let id = total.itemID
      guard let item = items[id] else { throw StoreError.damaged }
      places.append(
        .init(
          rank: rank, previousRank: previous[id],
          status: .init(rank: rank, previousRank: previous[id], wasRanked: before.contains(id)),
          itemID: id, pieces: total.pieces, piecesToDate: toDate[id] ?? 0,
          revenue: try total.revenue.map { code, amount in
            guard let currency = Currency(code) else { throw StoreError.damaged }
            return Price(Decimal(tenThousandths: amount), currency)
          }, item: item))
    }
    return places
  }
}
