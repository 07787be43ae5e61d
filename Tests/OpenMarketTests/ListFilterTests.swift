import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// The conditions of lists, compared with what a person would pick.
struct ListFilterTests {
  private static let start = Date(timeIntervalSince1970: 1_795_240_680)

  /// An item as the test has made it.
  private struct Known {
    let id: Int
    var draft: ItemDraft
    let hasImage: Bool
    let added: CalendarDay
    /// The days of sales, with what stands of each.
    var sold: [CalendarDay: Int] = [:]

    var isOffSale: Bool { draft.details.offSale == true }

    func meets(_ condition: ItemCondition, _ value: ListFilter.Value, today: CalendarDay) -> Bool {
      let paid = draft.discountedPrice ?? draft.price.amount
      switch (condition, value) {
      case (.soldOut, _): return draft.stock == 0
      case (.inStock, _): return draft.stock != 0
      case (.below, .count(let count)): return draft.stock < count
      case (.currency, .currency(let currency)): return draft.price.currency == currency
      case (.min, .amount(let amount)): return paid >= amount
      case (.max, .amount(let amount)): return paid <= amount
      case (.discounted, _): return draft.discountedPrice != nil
      case (.vendor, .text(let name)): return name == "market"
      case (.tag, .words(let tags)): return tags.allSatisfy { draft.details.tags?.contains($0) == true }
      case (.since, .day(let day)): return added >= day.day(today: today)
      case (.soldSince, .day(let day)): return sold.contains { $0 >= day.day(today: today) && $1 > 0 }
      case (.unsoldFor, .days(let days)):
        return added <= today - days && !sold.contains { $0 > today - days && $1 > 0 }
      case (.withoutImage, _): return !hasImage
      case (.low, _): return draft.details.reorderAt.map { $0.map { draft.stock <= $0 } ?? false } ?? false
      case (.offSale, _): return isOffSale
      default: return false
      }
    }
  }

  private static func value(_ condition: ItemCondition, _ chance: inout SeededChance) throws
    -> ListFilter.Value
  {
    let texts: [String] =
      switch condition {
      case .soldOut, .inStock, .discounted, .withoutImage, .low, .offSale: ["1"]
      case .below: ["\(Int.random(in: 1...6, using: &chance))"]
      case .currency: [Bool.random(using: &chance) ? "USD" : "KRW"]
      case .min, .max: ["\(Int.random(in: 0...50, using: &chance))"]
      case .vendor: [Bool.random(using: &chance) ? "market" : "nobody"]
      case .tag: Bool.random(using: &chance) ? ["red"] : ["red", "a \"b\" \\"]
      case .since, .soldSince:
        ["today", "yesterday", (Self.today - Int.random(in: 0...9, using: &chance)).description].suffix(
          Int.random(in: 1...3, using: &chance))
      case .unsoldFor: ["\(Int.random(in: 1...9, using: &chance))d"]
      }
    return try #require(ListFilter.Value(texts, of: condition))
  }

  private static let calendar = SalesCalendar(timeZone: .gmt)
  /// Ten days after the start.
  private static let now = start + 864_000
  private static let today = calendar.day(of: now)

  @Test(arguments: 1...3)
  func `each condition and each pair of them leave the items that meet them`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    var options = Store.Options.patient()
    options.timeZone = .gmt
    let store = Store(at: .ofOneTest, options)
    var known: [Known] = []
    for number in 0..<40 {
      let date = Self.start + Double(Int.random(in: 0...9, using: &chance)) * 86_400
      let price = Decimal(Int.random(in: 1...50, using: &chance))
      let currency = try #require(Currency(Bool.random(using: &chance) ? "USD" : "KRW"))
      var draft = ItemDraft(
        title: "item \(number)", price: Price(price, currency),
        discountedPrice: Int.random(in: 0..<3, using: &chance) == 0 ? price - 1 : nil,
        stock: Int.random(in: 0...6, using: &chance))
      draft.details.tags =
        [nil, ["red"], ["a \"b\" \\", "red"], ["redder"]][Int.random(in: 0..<4, using: &chance)]
      if Bool.random(using: &chance) { draft.details.reorderAt = Int.random(in: 0...6, using: &chance) }
      if Int.random(in: 0..<4, using: &chance) == 0 { draft.details.offSale = true }
      let images = Bool.random(using: &chance) ? [try StrippedImage(WholePNG().data)] : []
      let added = try #require(
        try await store.add(ValidDraft(draft), images: images, passwordHash: "h", at: date, key: nil))
      var item = Known(
        id: added.id, draft: draft, hasImage: !images.isEmpty, added: Self.calendar.day(of: date))
      for _ in 0..<Int.random(in: 0...2, using: &chance) where item.draft.stock > 0 {
        let time = date + Double(Int.random(in: 0...9, using: &chance)) * 86_400
        let sale = MovementRequest(itemID: item.id, .sell(quantity: 1, price: nil))
        _ = try await store.record(
          [AuthorizedMovement(request: sale, passwordHash: "h")], key: nil, at: min(time, Self.now))
        item.draft.stock -= 1
        item.sold[Self.calendar.day(of: min(time, Self.now)), default: 0] += 1
      }
      known.append(item)
    }
    for condition in ItemCondition.allCases {
      for other in ItemCondition.allCases {
        var filter = ListFilter()
        filter[condition] = try Self.value(condition, &chance)
        filter[other] = try Self.value(other, &chance)
        let expected = known.filter { item in
          item.isOffSale == (filter[.offSale] != nil)
            && filter.conditions.allSatisfy { item.meets($0.condition, $0.value, today: Self.today) }
        }.map(\.id)
        let page = try await store.page(PageQuery(size: 100, filter: filter), at: Self.now)
        #expect(page.items.map(\.id) == expected, "\(filter.names), seed \(seed)")
        #expect(page.total == expected.count)
        let newest = try await store.page(PageQuery(2, size: 3, sort: .newest, filter: filter), at: Self.now)
        #expect(newest.items.map(\.id) == Array(expected.reversed().dropFirst(3).prefix(3)))
        let counts = try await store.read { [filter] database in
          let scope: ItemScope = filter[.offSale] == nil ? .listed : .offSale
          let conditions = try FilterConditions(database, scope: scope, now: Self.now).conditions(
            filter)
          // As beside many items, and beside few of them.
          return try [0, 20].compactMap {
            try FilterIntersection(conditions, scope: scope, in: database, few: $0)
          }.flatMap { found in
            let ids = try database.rows("\(found.selection.sql) ORDER BY id", found.selection.values) {
              $0.integer(0)
            }
            #expect(ids == expected, "\(filter.names), seed \(seed)")
            return [try found.count()]
          }
        }
        #expect(counts?.allSatisfy { $0 == expected.count } == true, "\(filter.names), seed \(seed)")
        let rated = try await store.page(PageQuery(size: 100, sort: .rating, filter: filter), at: Self.now)
        #expect(rated.items.map(\.id) == expected)
        let sums = Dictionary(grouping: known.filter { expected.contains($0.id) }, by: \.draft.price.currency)
        #expect(
          try await store.values(PageQuery(filter: filter), at: Self.now)
            == sums.map { currency, items in
              StockValue(
                currency: currency, items: items.count, pieces: items.reduce(0) { $0 + $1.draft.stock },
                value: items.reduce(0) {
                  $0 + Decimal($1.draft.stock) * ($1.draft.discountedPrice ?? $1.draft.price.amount)
                })
            }.sorted { $0.currency.code < $1.currency.code })
        let found = try await store.page(
          PageQuery(size: 100, sort: .oldest, search: "item", filter: filter), at: Self.now)
        #expect(found.items.map(\.id) == expected)
        #expect(found.total == expected.count)
      }
    }
  }

  // MARK: The wire

  private func filter(_ texts: [(ItemCondition, String)]) throws -> ListFilter {
    var filter = ListFilter()
    for (condition, text) in texts {
      let value: ListFilter.Value = try #require(ListFilter.Value([text], of: condition))
      filter[condition] = value
    }
    return filter
  }

  @Test func `a filter is query items, which a server reads and repeats`() async throws {
    var filter = try filter([
      (.below, "3"), (.max, "12.5"), (.since, "어제"), (.unsoldFor, "30"), (.soldOut, "1"),
    ])
    filter[.tag] = .words(["a b", "빨강"])
    let query = PageQuery(2, filter: filter)
    let request = try Endpoint.page(query).request(boundary: "x")
    #expect(
      request.target
        == "/items/2?below=3&max=12.5&since=yesterday&sold-out=1&tag=a%20b%7C%EB%B9%A8%EA%B0%95&unsold-for=30d"
    )
    #expect(try Endpoint(request) == .page(query))
    let response = try await TemporaryMarket().response(to: request)
    #expect(response.headers[.appliedFilters] == "sold-out, below, max, tag, since, unsold-for")
  }

  @Test(arguments: [
    ("below=0", "below '0' is not a whole number from 1"),
    ("currency=XYZ", "currency 'XYZ' is not a currency that ISO 4217 lists"),
    ("min=1e9", "min '1e9' is not an amount, such as 12.50"), ("sold-out=no", "sold-out 'no' is not 1"),
    ("tag=", "tag '' is not up to 20 tags of up to 50 characters"),
    ("since=2026-02-30", "since '2026-02-30' is not a day such as 2026-11-20, 11-20, today or yesterday"),
    ("unsold-for=40000d", "unsold-for '40000d' is not a number of days from 1 to 36500, such as 30d"),
  ])
  func `a value that a condition cannot have is refused`(query: String, reason: String) async throws {
    let response = try await TemporaryMarket().response(to: HTTPRequest(.get, target: "/items/1?" + query))
    #expect(response.status == 400)
    #expect(try JSON.decode(APIError.Body.self, from: response.body).reason == reason)
  }

  @Test func `what depends on the day is not kept for the next one`() async throws {
    let market = try TemporaryMarket()
    _ = try await market.manager.add(
      ItemDraft(title: "t", price: Price(1, .usDollar)), images: [], password: "correct horse")
    var filter = ListFilter()
    filter[.unsoldFor] = .days(3)
    let query = PageQuery(filter: filter)
    let folder = market.folder
    var options = LocalMarket.Options()
    let now = Locked(TemporaryMarket.now)
    options.now = { now.value }
    let served = LocalMarket(Store(at: folder.store(), .patient()), options)
    let manager = NetworkManager(session: served)
    #expect(try await manager.page(query).total == 0)
    now.withLock { $0 += 4 * 86_400 }
    #expect(try await manager.page(query).total == 1)
  }

  @Test func `the largest prices and stocks are added up exactly`() async throws {
    let market = try TemporaryMarket()
    for _ in 0..<3 {
      try await market.manager.add(
        ItemDraft(
          title: "t", price: Price(Decimal(string: "99999999999999.99") ?? 0, .usDollar),
          stock: 999_999_999_999),
        images: [], password: "correct horse")
    }
    let value = (Decimal(string: "99999999999999.99") ?? 0) * 999_999_999_999 * 3
    #expect(
      try await market.manager.values(PageQuery())
        == [StockValue(currency: .usDollar, items: 3, pieces: 2_999_999_999_997, value: value)])
  }

  @Test func `a market that does not say what it has applied does not filter`() async throws {
    let market = try TemporaryMarket()
    let session = MockSession { request in
      var response = try await market.response(to: request)
      response.headers[.appliedFilters] = nil
      return response
    }
    var filter = ListFilter()
    filter[.below] = .count(6)
    let manager = NetworkManager(session: session)
    await #expect(throws: ClientError.unsupported(.filters)) {
      try await manager.page(PageQuery(filter: filter))
    }
    await #expect(throws: ClientError.unsupported(.filters)) {
      try await manager.values(PageQuery(filter: filter))
    }
    #expect(try await manager.page(PageQuery()).items.isEmpty)
  }
}
