import Foundation
import TestSupport
import Testing

@testable import OpenMarket

struct BestSellersTests {
  /// Net sales of an item on a day, for the totals.
  struct Sale {
    let day: CalendarDay
    let item: Int
    var currency = "KRW"
    let pieces: Int
    /// In whole units of the currency.
    var revenue: Int
  }

  /// - Parameter deleted: Items of the sales that are deleted.
  private static func store(
    _ sales: [Sale], zone: String = "Asia/Seoul", deleted: Set<Int> = []
  ) async throws -> Store {
    var options = Store.Options.patient()
    options.timeZone = TimeZone(identifier: zone)
    let store = Store(at: .ofOneTest, options)
    try await store.write { database in
      for id in 0..<(sales.map(\.item).max() ?? 0) {
        let draft = try ValidDraft(ItemDraft(title: "Item \(id + 1)", price: Price(1, .usDollar)))
        _ = try ItemRows(database: database).insert(
          IndexedDraft(draft), of: .unknown, passwordHash: "h", at: now)
      }
      for sale in sales {
        try SaleTotals(database: database).add(
          pieces: sale.pieces, revenue: sale.revenue * 10_000, ofItem: sale.item, currency: sale.currency,
          on: sale.day)
      }
      for id in deleted {
        try database.run("UPDATE item SET state = 4, deleted = 0, title = 'Gone' WHERE id = ?", .integer(id))
      }
    }
    return store
  }

  private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  private static func sales(_ rows: [(day: String, item: Int, pieces: Int)]) throws -> [Sale] {
    try rows.map { Sale(day: try day($0.day), item: $0.item, pieces: $0.pieces, revenue: $0.pieces * 1_000) }
  }

  /// Noon of 2026-11-21 in Seoul.
  private static let now = Date(timeIntervalSince1970: 1_795_230_000)

  private static func best(
    _ sales: [Sale], _ period: String, limit: Int = 10, now: Date = now
  ) async throws -> StoredBestSellers {
    var query = BestQuery(.period(try #require(SalesPeriod(period))))
    query.limit = limit
    return try await store(sales).bestSellers(query, at: now)
  }

  /// `1 up 2 #7 12 (40)`: rank, status and change, id, pieces and pieces to date.
  private static func lines(_ best: StoredBestSellers) -> [String] {
    best.places.map { place in
      let change = place.previousRank.map { " \($0 - place.rank)" } ?? ""
      return
        "\(place.rank) \(place.status.rawValue)\(change) #\(place.itemID) \(place.pieces) (\(place.piecesToDate))"
    }
  }

  @Test func `the change is that in the whole ranking, not in the first places`() async throws {
    // On the 19th item 15 is 15th; on the 20th it is third.
    let before = (1...20).map { ("2026-11-19", $0, 100 - $0) }
    let after = [("2026-11-20", 1, 50), ("2026-11-20", 2, 40), ("2026-11-20", 15, 30), ("2026-11-20", 21, 5)]
    let best = try await Self.best(Self.sales(before + after), "2026-11-20", limit: 4)
    #expect(
      Self.lines(best) == [
        "1 same 0 #1 50 (149)", "2 same 0 #2 40 (138)", "3 up 12 #15 30 (115)", "4 new #21 5 (5)",
      ])
    #expect(best.total == 4)
    #expect(best.pieces == 125)
  }

  @Test func `an item that was ranked before, but not in the last period, is back`() async throws {
    let best = try await Self.best(
      Self.sales([
        ("2026-10-01", 1, 3), ("2026-11-19", 2, 3), ("2026-11-20", 1, 3), ("2026-11-20", 2, 1),
      ]), "2026-11-20")
    #expect(Self.lines(best) == ["1 re #1 3 (6)", "2 down -1 #2 1 (4)"])
  }

  @Test func `an item that was sold before and returned on the same day was not ranked before`() async throws
  {
    let best = try await Self.best(
      Self.sales([
        ("2026-10-01", 1, 3), ("2026-10-01", 1, -3), ("2026-10-02", 1, -1), ("2026-11-20", 1, 3),
      ]), "2026-11-20")
    #expect(Self.lines(best) == ["1 new #1 3 (2)"])
  }

  @Test func `ties share a rank, and are ordered by revenue, then by id`() async throws {
    let day = try Self.day("2026-11-20")
    let best = try await Self.best(
      [
        Sale(day: day, item: 1, pieces: 2, revenue: 10), Sale(day: day, item: 2, pieces: 2, revenue: 30),
        Sale(day: day, item: 3, pieces: 2, revenue: 10), Sale(day: day, item: 4, pieces: 5, revenue: 1),
        Sale(day: day, item: 5, pieces: 1, revenue: 99),
        // Another currency has no revenue in common, and comes in the order of its code.
        Sale(day: day, item: 6, currency: "EUR", pieces: 2, revenue: 1),
      ], "2026-11-20")
    #expect(best.places.map(\.itemID) == [4, 6, 2, 1, 3, 5])
    #expect(best.places.map(\.rank) == [1, 2, 2, 2, 2, 6])
  }

  @Test func `returns count on their day, and an item at or below 0 is not ranked`() async throws {
    let sales = try Self.sales([
      ("2026-11-19", 1, 4), ("2026-11-20", 1, -4), ("2026-11-20", 2, 3), ("2026-11-20", 3, 2),
      ("2026-11-20", 3, -2),
    ])
    let day = try await Self.best(sales, "2026-11-20")
    #expect(Self.lines(day) == ["1 new #2 3 (3)"])
    #expect((day.total, day.pieces) == (1, 3))
    let week = try await Self.best(sales, "2026-W47")
    #expect(Self.lines(week) == ["1 new #2 3 (3)"])
    #expect(week.days.map(\.description) == ["2026-11-19", "2026-11-20"])
  }

  @Test func `an item that was sold in two currencies has one place, with both revenues`() async throws {
    let day = try Self.day("2026-11-20")
    let sales = [
      Sale(day: day, item: 1, pieces: 3, revenue: 3_000),
      Sale(day: day, item: 1, currency: "EUR", pieces: 2, revenue: 9),
      Sale(day: day, item: 2, pieces: 4, revenue: 1),
      // More is returned in one currency than is sold in the other.
      Sale(day: day, item: 3, pieces: 2, revenue: 2),
      Sale(day: day, item: 3, currency: "EUR", pieces: -2, revenue: -2),
    ]
    let best = try await Self.best(sales, "2026-11-20")
    #expect(Self.lines(best) == ["1 new #1 5 (5)", "2 new #2 4 (4)"])
    #expect(best.places[0].revenue.map { "\($0.currency.code) \($0.amount)" } == ["EUR 9", "KRW 3000"])
    #expect((best.total, best.pieces) == (2, 9))
    // On the day after, their ranks are those of all currencies together.
    let next = try await Self.best(
      sales + [
        Sale(day: day + 1, item: 1, pieces: 1, revenue: 1),
        Sale(day: day + 1, item: 2, pieces: 2, revenue: 1),
        Sale(day: day + 1, item: 3, pieces: 3, revenue: 1),
      ], "2026-11-21")
    #expect(Self.lines(next) == ["1 new #3 3 (3)", "2 same 0 #2 2 (6)", "3 down -2 #1 1 (6)"])
  }

  @Test func `revenue is ranked in one currency, by default the one with the most pieces`() async throws {
    let day = try Self.day("2026-11-20")
    let store = try await Self.store([
      Sale(day: day, item: 1, pieces: 1, revenue: 100), Sale(day: day, item: 2, pieces: 9, revenue: 50),
      Sale(day: day, item: 3, currency: "USD", pieces: 2, revenue: 500),
      Sale(day: day, item: 4, pieces: 2, revenue: 0),
    ])
    var query = BestQuery(.period(SalesPeriod(.day, containing: day)))
    query.measure = .revenue
    let won = try await store.bestSellers(query, at: Self.now)
    #expect(won.currency?.code == "KRW")
    #expect(Self.lines(won) == ["1 new #1 1 (1)", "2 new #2 9 (9)"])
    query.currency = .usDollar
    #expect(Self.lines(try await store.bestSellers(query, at: Self.now)) == ["1 new #3 2 (2)"])
    query.measure = .pieces
    #expect(Self.lines(try await store.bestSellers(query, at: Self.now)) == ["1 new #3 2 (2)"])
  }

  @Test func `what was given away is not ranked; what is deleted or off sale since is`() async throws {
    let day = try Self.day("2026-11-20")
    let store = try await Self.store(
      [
        Sale(day: day, item: 1, pieces: 900, revenue: 0), Sale(day: day, item: 2, pieces: 800, revenue: 800),
        Sale(day: day, item: 3, pieces: 2, revenue: 20),
        // Given away in one currency, and sold in another.
        Sale(day: day, item: 4, pieces: 700, revenue: 0),
        Sale(day: day, item: 4, currency: "EUR", pieces: 1, revenue: 5),
        Sale(day: day, item: 5, pieces: 1, revenue: 1),
        Sale(day: day, item: 5, currency: "EUR", pieces: 9, revenue: 9),
        Sale(day: day - 1, item: 1, pieces: 5, revenue: 0),
        Sale(day: day - 1, item: 2, pieces: 5, revenue: 5),
        Sale(day: day - 2, item: 3, pieces: 1, revenue: 10),
        Sale(day: day + 1, item: 3, pieces: 1, revenue: 10),
      ], deleted: [2, 5])
    try await store.write { try $0.run("UPDATE item SET state = 1 WHERE id = 3") }
    let best = try await store.bestSellers(
      BestQuery(.period(SalesPeriod(.day, containing: day))), at: Self.now)
    #expect(
      Self.lines(best) == [
        "1 same 0 #2 800 (805)", "2 new #4 701 (701)", "3 new #5 10 (10)", "4 re #3 2 (3)",
      ])
    #expect((best.total, best.pieces, best.days) == (4, 1_513, [day]))
    #expect(best.places.map(\.item.draft.title) == ["Gone", "Item 4", "Gone", "Item 3"])
    #expect(best.places.map(\.isOnSale) == [false, true, false, false])
    let before = try await store.bestSellers(
      BestQuery(.period(SalesPeriod(.day, containing: day - 1))), at: Self.now)
    #expect((before.total, before.days, before.nearest?.number) == (1, [day - 1], nil))
    var query = BestQuery(.period(SalesPeriod(.day, containing: day)))
    query.measure = .revenue
    #expect(try await store.bestSellers(query, at: Self.now).currency?.code == "KRW")
  }

  @Test func `a week and a month end where the calendar ends them`() async throws {
    let sales = try Self.sales([
      // The last week of 2026 goes on to 3 January, and has the number 53.
      ("2026-12-28", 1, 1), ("2027-01-03", 1, 2), ("2027-01-04", 1, 4), ("2026-12-27", 1, 8),
      ("2028-02-29", 2, 1), ("2028-03-01", 2, 2),
    ])
    let now = Self.now + 900 * 86_400
    #expect(Self.lines(try await Self.best(sales, "2026-W53", now: now)) == ["1 same 0 #1 3 (11)"])
    #expect(Self.lines(try await Self.best(sales, "2027-W01", now: now)) == ["1 same 0 #1 4 (15)"])
    #expect(Self.lines(try await Self.best(sales, "2026-12", now: now)) == ["1 new #1 9 (9)"])
    #expect(Self.lines(try await Self.best(sales, "2027-01", now: now)) == ["1 same 0 #1 6 (15)"])
    #expect(Self.lines(try await Self.best(sales, "2028-02", now: now)) == ["1 new #2 1 (1)"])
    #expect(Self.lines(try await Self.best(sales, "2028-03", now: now)) == ["1 same 0 #2 2 (3)"])
  }

  @Test func `a day without sales has the nearest one with some`() async throws {
    let sales = try Self.sales([
      ("2026-11-02", 1, 1), ("2026-11-08", 1, 1), ("2026-11-20", 1, 1),
      // Everything was returned.
      ("2026-11-07", 1, 0), ("2026-11-06", 2, -1),
    ])
    #expect(try await Self.best(sales, "2026-11-07").nearest?.description == "2026-11-08")
    #expect(try await Self.best(sales, "2026-11-05").nearest?.description == "2026-11-02")
    #expect(try await Self.best(sales, "2026-11-04").nearest?.description == "2026-11-02")
    #expect(try await Self.best(sales, "2026-11-19").nearest?.description == "2026-11-20")
    #expect(try await Self.best(sales, "2026-09").nearest?.description == "2026-11")
    #expect(try await Self.best(sales, "2026-11-20").nearest == nil)
    #expect(try await Self.best([], "2026-11-20").nearest == nil)
  }

  @Test func `a ranking names the day of the first sale`() async throws {
    let sales = try Self.sales([("2026-11-08", 1, 1), ("2026-11-02", 1, 1)])
    #expect(try await Self.best(sales, "2026-11-07").first.description == "2026-11-02")
    let none = try await Self.best([], "2026-11-07")
    #expect(none.first == none.today)
  }

  // MARK: Today

  @Test(arguments: [
    // One second before a day begins in the zone, and its first instant.
    ("Asia/Seoul", "2026-11-21T14:59:59Z", "2026-11-21"),
    ("Asia/Seoul", "2026-11-21T15:00:00Z", "2026-11-22"),
    // A day of 23 hours that begins at 01:00.
    ("America/Santiago", "2026-09-06T03:59:59Z", "2026-09-05"),
    ("America/Santiago", "2026-09-06T04:00:00Z", "2026-09-06"),
    ("America/Santiago", "2026-09-07T02:59:59Z", "2026-09-06"),
    ("America/Santiago", "2026-09-07T03:00:00Z", "2026-09-07"),
    // A day of 25 hours.
    ("Europe/Berlin", "2026-10-25T22:59:59Z", "2026-10-25"),
    ("Europe/Berlin", "2026-10-25T23:00:00Z", "2026-10-26"),
  ])
  func `today is a day of the market's time zone, and the one after is the future`(
    zone: String, now: String, today: String
  ) async throws {
    let now = try Date(now, strategy: .iso8601)
    let today = try Self.day(today)
    let store = try await Self.store([], zone: zone)
    for scale in [SalesPeriod.Scale.day, .week, .month] {
      let present = SalesPeriod(scale, containing: today)
      #expect(try await store.bestSellers(BestQuery(.period(present)), at: now).today == today)
      #expect(try await store.bestSellers(BestQuery(.last(scale)), at: now).period == present.previous)
      await #expect(throws: MarketplaceError.future(present.next)) {
        try await store.bestSellers(BestQuery(.period(present.next)), at: now)
      }
    }
  }

  // MARK: Brute force

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `any ranking is the one that the sales give`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    let first = try Self.day(["2026-01-01", "2026-11-24", "2024-02-25"].randomElement(using: &chance) ?? "")
    let currencies = seed.isMultiple(of: 2) ? ["KRW"] : ["KRW", "USD", "EUR"]
    let sales = (0..<Int.random(in: 0...150, using: &chance)).map { _ in
      let pieces = Int.random(in: -2...4, using: &chance)
      return Sale(
        day: first + Int.random(in: 0..<45, using: &chance), item: Int.random(in: 1...12, using: &chance),
        currency: currencies.randomElement(using: &chance) ?? "KRW", pieces: pieces,
        revenue: pieces * Int.random(in: 0...3, using: &chance))
    }
    let deleted: Set<Int> = seed.isMultiple(of: 3) ? [2, 5] : []
    let store = try await Self.store(sales, deleted: deleted.filter { $0 <= sales.map(\.item).max() ?? 0 })
    let now = SalesCalendar(timeZone: try #require(TimeZone(identifier: "Asia/Seoul")))
      .firstInstant(of: first + 44)
    for scale in [SalesPeriod.Scale.day, .week, .month] {
      for day in stride(from: 0, through: 44, by: scale == .day ? 1 : 7) {
        for (measure, currency) in [(BestQuery.Measure.pieces, nil), (.pieces, "KRW"), (.revenue, "USD")] {
          var query = BestQuery(.period(SalesPeriod(scale, containing: first + day)))
          query.measure = measure
          query.currency = currency.flatMap { Currency($0) }
          query.limit = Int.random(in: 1...14, using: &chance)
          let best = try await store.bestSellers(query, at: now)
          let expected = BruteForce(sales: sales, query: query, period: best.period)
          #expect(Self.lines(best) == expected.lines, "\(best.period) by \(measure) in \(currency ?? "all")")
          #expect((best.total, best.pieces) == (expected.total, expected.pieces))
          #expect(best.days == expected.days)
          if best.total == 0 { #expect(best.nearest == expected.nearest(last: first + 44)) }
        }
      }
    }
  }
}

/// A ranking from its definition, without totals and indexes.
private struct BruteForce {
  let sales: [BestSellersTests.Sale]
  let query: BestQuery
  let period: SalesPeriod

  private struct Total {
    let item: Int
    var pieces = 0
    var revenue: [String: Int] = [:]
    var nonzero: [(key: String, value: Int)] = []
  }

  private var counted: [BestSellersTests.Sale] {
    sales.filter { query.currency == nil || $0.currency == query.currency?.code }
  }

  private func value(_ total: Total) -> Int {
    query.measure == .pieces ? total.pieces : total.revenue.values.reduce(0, +)
  }

  private func ranking(_ period: SalesPeriod) -> [Total] {
    var totals: [Int: Total] = [:]
    var pieces: [Int: [String: Int]] = [:]
    for sale in counted where SalesPeriod(period.scale, containing: sale.day) == period {
      totals[sale.item, default: Total(item: sale.item)].pieces += sale.pieces
      totals[sale.item]?.revenue[sale.currency, default: 0] += sale.revenue
      pieces[sale.item, default: [:]][sale.currency, default: 0] += sale.pieces
    }
    return totals.values.map { total in
      var total = total
      total.nonzero = total.revenue.filter { $0.value != 0 || pieces[total.item]?[$0.key] != 0 }
        .sorted { $0.key < $1.key }
      return total
    }
    .filter { value($0) > 0 && $0.revenue.values.contains { $0 > 0 } }
    .sorted { one, other in
      if value(one) != value(other) { return value(one) > value(other) }
      if query.measure == .pieces, let first = one.nonzero.first, let second = other.nonzero.first {
        if first.key != second.key { return first.key < second.key }
        if first.value != second.value { return first.value > second.value }
      }
      return one.item < other.item
    }
  }

  private func rank(_ item: Int, in ranking: [Total]) -> Int? {
    ranking.first { $0.item == item }.map { found in 1 + ranking.count { value($0) > value(found) } }
  }

  private var periods: Set<SalesPeriod> {
    Set(counted.map { SalesPeriod(period.scale, containing: $0.day) })
  }

  var total: Int { ranking(period).count }
  var pieces: Int { ranking(period).map { max(0, $0.pieces) }.reduce(0, +) }

  var days: [CalendarDay] {
    (period.days.lowerBound.number..<period.days.upperBound.number).map { CalendarDay($0) }
      .filter { !ranking(SalesPeriod(.day, containing: $0)).isEmpty }
  }

  func nearest(last: CalendarDay) -> SalesPeriod? {
    periods.filter {
      $0 != period && !ranking($0).isEmpty && $0.number <= SalesPeriod($0.scale, containing: last).number
    }
    .min { (abs($0.number - period.number), $0.number) < (abs($1.number - period.number), $1.number) }
  }

  var lines: [String] {
    let (now, before) = (ranking(period), ranking(period.previous))
    return now.prefix(query.limit).map { total in
      let rank = rank(total.item, in: now) ?? 0
      let previous = self.rank(total.item, in: before)
      let wasRanked = periods.contains {
        $0.number < period.number && ranking($0).contains { $0.item == total.item }
      }
      let status =
        previous.map { $0 > rank ? "up" : $0 < rank ? "down" : "same" } ?? (wasRanked ? "re" : "new")
      let toDate = counted.filter { sale in
        sale.item == total.item && sale.day < period.days.upperBound
      }
      .map(\.pieces).reduce(0, +)
      return
        "\(rank) \(status)\(previous.map { " \($0 - rank)" } ?? "") #\(total.item) \(total.pieces) (\(toDate))"
    }
  }
}
