import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// `GET /sales`: sums from totals, in pages that read a number of rows.
struct SalesReportTests {
  private struct Sale {
    let day: CalendarDay
    let item: Int
    let currency: String
    let pieces: Int
    let revenue: Int
  }

  private struct Group: Hashable {
    let key: Int
    let currency: String
  }

  /// Item n is of vendor 1 or 2; every fifth item is deleted.
  private static func vendor(of item: Int) -> Int { item % 2 + 1 }

  private static func fill(_ sales: [Sale], items: Int) async throws -> Store {
    var options = Store.Options.patient()
    options.timeZone = TimeZone(identifier: "UTC")
    let store = Store(at: .ofOneTest, options)
    try await store.write { database in
      _ = try VendorRows(database: database).insert(
        name: "Kim", identifier: "k", secretHash: "h", at: .distantPast)
      for id in 1...items {
        let draft = try ValidDraft(ItemDraft(title: "Item \(id)", price: Price(1, .usDollar)))
        _ = try ItemRows(database: database).insert(
          IndexedDraft(draft), of: Seller(vendor: vendor(of: id), id: 0), passwordHash: "h", at: .distantPast)
      }
      for sale in sales {
        try SaleTotals(database: database).add(
          pieces: sale.pieces, revenue: sale.revenue, ofItem: sale.item, currency: sale.currency, on: sale.day
        )
      }
      for id in stride(from: 5, through: items, by: 5) {
        try database.run("UPDATE item SET state = 4, deleted = 0 WHERE id = ?", .integer(id))
      }
    }
    return store
  }

  /// All pages, put together; no page has more rows than it may.
  private static func pages(
    _ query: SalesQuery, mostTotals: Int = 200_000, _ store: Store
  ) async throws -> (sums: [Group: [Decimal]], rows: [SalesRow], pages: Int) {
    var (query, sums, rows, pages) = (query, [Group: [Decimal]](), [SalesRow](), 0)
    while true {
      let page = query
      let report = try #require(
        try await store.read { try SalesSummary(database: $0, mostTotals: mostTotals).report(page) })
      pages += 1
      if query.grouping != .currency { #expect(report.rows.count <= query.size) }
      for row in report.rows {
        let group = Group(key: row.day?.number ?? row.itemID ?? 0, currency: row.revenue.currency.code)
        let before = sums[group] ?? [0, 0]
        sums[group] = [before[0] + Decimal(row.pieces), before[1] + row.revenue.amount * 10_000]
        #expect(row.title == row.itemID.map { "Item \($0)" })
      }
      rows += report.rows
      guard let next = report.next else { return (sums, rows, pages) }
      #expect(next != query.after)
      #expect(SalesCursor(next.text, of: query) == next)
      query.after = next
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `pages of any size add up to the sales`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    let first = try #require(CalendarDay("2025-12-20"))
    let items = 40
    let sales = (0..<300).map { _ in
      Sale(
        day: first + Int.random(in: 0..<100, using: &chance), item: Int.random(in: 1...items, using: &chance),
        currency: ["KRW", "USD", "EUR"].randomElement(using: &chance) ?? "KRW",
        pieces: Int.random(in: -2...4, using: &chance), revenue: Int.random(in: -50...900, using: &chance))
    }
    let store = try await Self.fill(sales, items: items)
    for grouping in SalesQuery.Grouping.allCases {
      for _ in 0..<6 {
        let start = Int.random(in: 0..<100, using: &chance)
        let length = [1, 7, 31, 40, 70].randomElement(using: &chance) ?? 1
        var query = SalesQuery(
          from: Int.random(in: 0..<4, using: &chance) == 0 ? nil : first + start,
          to: Int.random(in: 0..<4, using: &chance) == 0 ? nil : first + start + length - 1, by: grouping)
        query.vendor = [nil, 1, 2].randomElement(using: &chance) ?? nil
        query.size = Int.random(in: 1...20, using: &chance)
        let mostTotals = Int.random(in: 1...60, using: &chance)
        var expected: [Group: [Decimal]] = [:]
        for sale in sales {
          guard query.first ?? sale.day <= sale.day, query.last ?? sale.day >= sale.day,
            query.vendor ?? Self.vendor(of: sale.item) == Self.vendor(of: sale.item)
          else { continue }
          let key = grouping == .day ? sale.day.number : grouping == .item ? sale.item : 0
          let before = expected[Group(key: key, currency: sale.currency)] ?? [0, 0]
          expected[Group(key: key, currency: sale.currency)] = [
            before[0] + Decimal(sale.pieces), before[1] + Decimal(sale.revenue),
          ]
        }
        let found = try await Self.pages(query, mostTotals: mostTotals, store).sums
        #expect(found.filter { $1 != [0, 0] } == expected.filter { $1 != [0, 0] }, "\(query) \(mostTotals)")
      }
    }
  }

  @Test func `a page that ends by its size ends between two days`() async throws {
    let day = try #require(CalendarDay("2026-11-20"))
    let sales = (1...4).flatMap { number in
      ["EUR", "KRW"].map { Sale(day: day + number, item: number, currency: $0, pieces: number, revenue: 10) }
    }
    let store = try await Self.fill(sales, items: 4)
    var query = SalesQuery(from: day, to: day + 60, by: .item)
    query.size = 3
    let byItem = try await Self.pages(query, store)
    #expect(byItem.pages == 3)
    #expect(byItem.rows.map(\.itemID) == [4, 4, 3, 3, 2, 2, 1, 1])
    query.grouping = .day
    let byDay = try await Self.pages(query, store)
    #expect(byDay.pages == 4)
    #expect(
      byDay.rows.map(\.revenue.currency.code) == ["EUR", "KRW", "EUR", "KRW", "EUR", "KRW", "EUR", "KRW"])
  }

  @Test func `items are in the order of pieces`() async throws {
    let day = try #require(CalendarDay("2026-11-20"))
    let sales = [2, 3, 3, -1, 9].enumerated().map {
      Sale(day: day, item: $0.offset + 1, currency: "KRW", pieces: $0.element, revenue: 10)
    }
    let store = try await Self.fill(sales, items: 5)
    for query in [
      SalesQuery(by: .item), SalesQuery(from: day, to: day, by: .item),
      SalesQuery(from: day - 5, to: day + 9, by: .item),
    ] {
      var query = query
      query.size = 2
      let found = try await Self.pages(query, store)
      #expect(found.rows.map(\.itemID) == [5, 2, 3, 1, 4])
      #expect(found.pages == 3)
    }
  }

  @Test func `sums across items do not overflow`() async throws {
    let day = try #require(CalendarDay("2026-11-20"))
    let sales = (1...30).map {
      Sale(day: day, item: $0, currency: "KRW", pieces: 1, revenue: 9_000_000_000_000_000_000)
    }
    let store = try await Self.fill(sales, items: 30)
    for query in [SalesQuery(), SalesQuery(by: .currency)] {
      let report = try await store.sales(query)
      #expect(report.rows.map(\.revenue.amount) == [Decimal(27_000) * 1_000_000_000_000])
    }
  }

  @Test(arguments: [
    "/sales?page=2", "/sales?after=x", "/sales?after=i.1.1.1.KRW", "/sales?after=d.1.1.KRW", "/sales?after=",
    "/sales?after=d.99999999999999999999.KRW", "/sales?by=item&after=i.1.1.KRW", "/sales?after=d.1.krw",
    "/sales?by=item&after=i.-9223372036854775808.1.1.KRW",
  ])
  func `a position that no page has is refused`(target: String) async throws {
    let market = try TemporaryMarket()
    let response = try await market.response(to: HTTPRequest(.get, target: target))
    #expect(response.status == 400)
  }
}
