import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// `GET /best/{date}`.
struct BestAPITests {
  /// The sample market with sales of January 2021, whose days are those of Seoul; there it is 2021-01-25.
  private static func market() async throws -> any Session {
    let session = try await SampleMarket.embedded.session()
    let market = try #require(session as? TemporaryMarket)
    let sales: [(day: String, item: Int, pieces: Int, currency: String, revenue: Int)] = [
      ("2021-01-20", 3, 1, "KRW", 500), ("2021-01-23", 1, 3, "KRW", 4_470_000),
      ("2021-01-23", 9, 2, "KRW", 60_000), ("2021-01-24", 2, 3, "USD", 36),
      ("2021-01-24", 1, 2, "KRW", 2_980_000), ("2021-01-24", 9, 1, "KRW", 30_000),
      ("2021-01-24", 3, 1, "KRW", 500),
    ]
    let zone = try #require(TimeZone(identifier: "Asia/Seoul"))
    try await Store(at: market.location).write { database in
      try MarketSettings(database: database).setTimeZone(zone)
      try database.run(
        """
        INSERT INTO item
          (id, vendor_id, title, currency, price, stock, registration_date, password_hash, description, state, deleted)
        VALUES (9, 1, 'Old radio', 'KRW', 0, 0, 0, '', '', 4, 0)
        """)
      for sale in sales {
        let day = try #require(CalendarDay(sale.day))
        try SaleTotals(database: database).add(
          pieces: sale.pieces, revenue: sale.revenue * 10_000, ofItem: sale.item, currency: sale.currency,
          on: day)
      }
    }
    return market
  }

  private static func get(_ target: String, _ headers: HTTPHeaders = [:]) async throws -> HTTPResponse {
    try await market().response(to: HTTPRequest(.get, target: target, headers: headers))
  }

  @Test func `the recordings match the embedded market's responses`() async throws {
    let market = try await Self.market()
    for target in ["/best/last", "/best/2021-01-24", "/best/2021-01-21"] {
      let request = HTTPRequest(.get, target: target)
      let (response, recorded) = (try await market.response(to: request), try Recording.response(to: request))
      #expect(
        String(decoding: response.body, as: UTF8.self) == String(decoding: recorded.body, as: UTF8.self))
      for field in [HTTPField.Name("X-Total-Count"), .link, .contentType] {
        #expect(response.headers[field] == recorded.headers[field], "\(target)")
      }
    }
  }

  @Test func `the client reads what the market writes`() async throws {
    let manager = NetworkManager(session: try await Self.market())
    let best = try await manager.bestSellers(BestQuery(.last(.day)))
    #expect(best.period.description == "2021-01-24")
    #expect(best.today.description == "2021-01-25")
    #expect(!best.isSoFar)
    #expect(best.items.map(\.id) == [2, 1, 9, 3])
    #expect(best.items.map(\.status) == [.new, .down, .down, .re])
    #expect(best.items.map(\.change) == [nil, -1, -1, nil])
    #expect(best.items.map(\.isOnSale) == [true, true, false, true])
    let decoded = try JSON.decode(BestSellers.self, from: JSON.encode(best))
    #expect(decoded == best)
    let nothing = try await manager.bestSellers(BestQuery(.period(try #require(SalesPeriod("2021-01-22")))))
    #expect(nothing.nearest?.description == "2021-01-23")
  }

  @Test(arguments: [
    "/best/last", "/best/2026-11-20", "/best/2026-11-16?period=week", "/best/2026-11-01?limit=5&period=month",
    "/best/last?by=revenue&currency=KRW&limit=500&period=month",
  ])
  func `a ranking has one address`(target: String) throws {
    let request = try RankItems.read(ReceivedRequest(HTTPRequest(.get, target: target), of: RankItems.route))
    #expect(request.target == target)
    #expect(try request.message().headers[.cacheControl] == "max-age=0")
  }

  @Test func `any day of a period names it`() throws {
    let message = HTTPRequest(.get, target: "/best/2026-11-20?period=week&period=month")
    let request = try RankItems.read(ReceivedRequest(message, of: RankItems.route))
    #expect(request.ranking.time == .period(try #require(SalesPeriod("2026-11"))))
  }

  @Test(arguments: [
    ("/best/2026-02-30", "malformed", "date"), ("/best/sometime", "malformed", "date"),
    ("/best/2026-W47?period=week", "malformed", "date"), ("/best/last?period=year", "malformed", "period"),
    ("/best/last?by=stars", "malformed", "by"), ("/best/last?limit=0", "malformed", "limit"),
    ("/best/last?limit=501", "malformed", "limit"), ("/best/last?currency=won", "malformed", "currency"),
    ("/best/2021-01-26", "in_future", "date"), ("/best/2021-02-01?period=month", "in_future", "date"),
    ("/best/9999-12-31?period=week", "in_future", "date"),
  ])
  func `a refusal names the field`(target: String, code: String, field: String) async throws {
    #expect(try await Self.get(target).refusalCode == "400 \(code) \(field)")
  }

  @Test(arguments: ["/best", "/best/2021-01-24/7", "/best/"])
  func `other paths are not found`(target: String) async throws {
    #expect(try await Self.get(target).status == 404)
  }

  @Test func `only reading is allowed`() async throws {
    let response = try await Self.market().response(to: HTTPRequest(.delete, target: "/best/last"))
    #expect(response.status == 405)
    #expect(response.headers["Allow"] == "GET")
  }

  @Test func `the first days of the calendar have a ranking without items`() async throws {
    for target in ["/best/0001-01-01", "/best/0001-01-01?period=week", "/best/0001-01-01?period=month"] {
      let response = try await Self.get(target)
      #expect(response.status == 200, "\(target)")
      #expect(response.headers["X-Total-Count"] == "0")
    }
  }

  @Test func `a ranking that has not changed is not sent again`() async throws {
    let market = try await Self.market()
    let first = try await market.response(to: HTTPRequest(.get, target: "/best/2021-01-24"))
    let tag = try #require(first.headers[.eTag])
    let again = try await market.response(
      to: HTTPRequest(.get, target: "/best/2021-01-24", headers: [.ifNoneMatch: tag]))
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
  }

  @Test func `there is no link to a period that has not begun, or was over before the first sale`()
    async throws
  {
    #expect(try await Self.get("/best/2021-01-25").headers[.link] == #"</best/2021-01-24>; rel="prev""#)
    #expect(
      try await Self.get("/best/2021-01-18?limit=1&period=week").headers[.link]
        == #"""
        </best/2021-01-25?limit=1&period=week>; rel="next"
        """#)
  }

  @Test func `a store without a file has no sales`() async throws {
    var options = LocalMarket.Options()
    options.timeZone = .gmt
    options.now = { TemporaryMarket.now }
    let folder = try TemporaryFolder()
    let market = LocalMarket(at: folder.store("none.db"), options)
    let best = try await NetworkManager(session: market).bestSellers(BestQuery(.last(.month)))
    #expect(best.period.description == "2020-12")
    #expect(best.items == [])
    #expect(!FileManager.default.fileExists(atPath: folder.path("none.db")))
  }
}
