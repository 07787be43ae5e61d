import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// A server caches encoded pages and never serves a stale one.
@Suite(.serialized) struct CachedPageTests {
  private static let targets = [
    "/items/1", "/items/2", "/items/1?per_page=3&sort=-price", "/items/1?q=a", "/api/products",
    "/api/products?page_no=2&items_per_page=4", "/api/products?search_value=a",
  ]

  /// Makes a random write, which may fail because its item does not exist.
  private static func write(_ manager: NetworkManager, _ chance: inout SeededChance) async throws {
    let title = ["a", "b", "ab", "c"].randomElement(using: &chance) ?? "a"
    // v2 does not list yen: how many items are in other currencies changes all the time.
    let currency = Bool.random(using: &chance) ? .usDollar : Currency("JPY") ?? .usDollar
    let price = Price(Decimal(Int.random(in: 0...9, using: &chance)), currency)
    let id = Int.random(in: 1...30, using: &chance)
    do {
      switch Int.random(in: 0...3, using: &chance) {
      case 0, 1: _ = try await manager.add(ItemDraft(title: title, price: price), images: [], password: "p")
      case 2:
        let patch = ItemPatch(title: title, amount: price.amount, currency: currency)
        _ = try await manager.edit(id: id, patch, password: "p")
      default: _ = try await manager.delete(id: id, password: "p")
      }
    } catch ClientError.noSuchItem {
      // Nothing was written, so no cached page may be dropped for it.
    }
  }

  @Test func `a write through this market or another shows in the next response`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let folder = try TemporaryFolder()
    var options = LocalMarket.Options.forTests
    let path = folder.path(TemporaryMarket.filename)
    let caching = LocalMarket(at: .file(path), options)
    let other = LocalMarket(at: .file(path), options)
    options.pageMemory = 0
    let uncached = LocalMarket(at: .file(path), options)
    for step in 0..<150 {
      let writer = Bool.random(using: &chance) ? caching : other
      try await Self.write(NetworkManager(session: writer), &chance)
      // Only a few, so that some cached pages are several writes old.
      for target in Self.targets.shuffled(using: &chance).prefix(3) {
        let request = HTTPRequest(.get, target: target)
        let expected = try await uncached.response(to: request)
        for _ in 1...2 {
          #expect(
            try await caching.response(to: request) == expected, "step \(step), \(target), seed \(seed)")
        }
      }
    }
  }

  @Test func `every cache validates JSON before it uses it, and errors too`() async throws {
    let market = try await VendorMarket { $0.pageMemory = 1 << 20 }
    _ = try await market.add(VendorMarket.params())
    for target in [
      "/items/1", "/items/9", "/item/1", "/item/2", "/api/products", "/api/products/1",
      "/api/products?page_no=9",
      "/item/1/reviews", "/best/today", "/sales?x=1", "/nowhere", "/openapi.json", "/trash/1",
    ] {
      // The second response is the cached one.
      for _ in 1...2 {
        #expect(try await market.send(.get, target).headers[.cacheControl] == "no-cache", "\(target)")
      }
    }
  }

  @Test(arguments: ["/items/1", "/item/1", "/api/products/1", "/openapi.json"])
  func `If-Match with another tag gets 412, also from a cached response`(target: String) async throws {
    let market = try await VendorMarket { $0.pageMemory = 1 << 20 }
    _ = try await market.add(VendorMarket.params())
    let tag = try #require(try await market.send(.get, target).headers[.eTag])
    for _ in 1...2 {
      #expect(try await market.send(.get, target, as: nil, [.ifMatch: "\"other\""]).status == 412)
      #expect(try await market.send(.get, target, as: nil, [.ifMatch: tag]).status == 200)
    }
  }

  @Test(arguments: ["/items/totals", "/healthChecker"])
  func `If-Match with a tag gets 412 from a response without one`(target: String) async throws {
    let market = try await VendorMarket()
    #expect(try await market.send(.get, target, as: nil, [.ifMatch: "\"other\""]).status == 412)
    #expect(try await market.send(.get, target, as: nil, [.ifMatch: "*"]).status == 200)
  }

  @Test func `a client that expects 100 Continue is told at once what no contents change`() async throws {
    let market = try ServedMarket()
    for (line, status) in [
      ("POST /nowhere", "404 Not Found"), ("PUT /item/1", "405 Method Not Allowed"),
      ("POST /api/nowhere", "404 Not Found"), ("PUT /api/products", "405 Method Not Allowed"),
      ("PATCH /item/x", "404 Not Found"), ("PUT /sales", "405 Method Not Allowed"),
      ("POST /api/products/1/secret", "404 Not Found"),
      ("POST /openapi.json", "405 Method Not Allowed"), ("PUT /healthz", "405 Method Not Allowed"),
      ("PUT /readyz", "405 Method Not Allowed"), ("POST /metrics", "405 Method Not Allowed"),
      ("POST /", "405 Method Not Allowed"), ("POST /thumbnails/320/1.png", "405 Method Not Allowed"),
      ("POST /thumbnails/1.png", "404 Not Found"),
      ("POST /item", "100 Continue"),
      ("POST /api/products", "100 Continue"), ("POST /movements", "100 Continue"),
      ("PATCH /item/1", "100 Continue"),
    ] {
      let client = try RawClient(port: market.port)
      try await client.send(
        line + " HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n")
      #expect(try await client.response()?.hasPrefix("HTTP/1.1 \(status)\n") == true, "\(line)")
    }
  }

  @Test func `a page is never older than a write that was completed before the request`() async throws {
    let folder = try TemporaryFolder()
    let market = try ServedMarket(in: folder)
    let path = folder.path(TemporaryMarket.filename)
    let other = LocalMarket(at: .file(path), .forTests)
    func stock(_ session: any Session) async throws -> Int? {
      try await NetworkManager(session: session).page(PageQuery()).items.first?.stock
    }
    _ = try await NetworkManager(session: other).add(
      ItemDraft(title: "t", price: Price(1, .usDollar), stock: 0), images: [], password: "p")
    try await withThrowingTaskGroup(of: Void.self) { group in
      let written = Locked(0)
      for _ in 1...2 {
        group.addTask {
          while written.value < 30 {
            let before = written.value
            let seen = try await stock(market) ?? -1
            #expect(seen >= before)
          }
        }
      }
      for number in 1...30 {
        _ = try await NetworkManager(session: other).edit(id: 1, ItemPatch(stock: number), password: "p")
        written.withLock { $0 = number }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a page is cached separately for each host`() async throws {
    let market = try TemporaryMarket()
    let caching = LocalMarket(at: .file(market.path), .forTests)
    _ = try await market.manager.add(
      ItemDraft(title: "t", price: Price(1, .usDollar)),
      images: [try ItemImage(path: MockData.path("macbook.png"))], password: "p")
    for host in ["a.example", "b.example", "a.example"] {
      let response = try await caching.response(
        to: HTTPRequest(.get, scheme: "http", authority: host, target: "/items/1"))
      #expect(
        String(decoding: response.body, as: UTF8.self).contains(
          #"["http://\#(host)/images/\#(MockData.png(1))"]"#))
    }
  }

  @Test func `the page cache is limited in bytes and stores no response that is too large`() {
    let capacity = 180_000
    let cache = PageCache(capacity: capacity)
    func response(_ count: Int) -> HTTPResponse { HTTPResponse(status: 200, body: Data(count: count)) }
    func request(_ target: String) -> HTTPRequest { HTTPRequest(.get, target: target) }
    // Each connection that is sent one has a copy.
    for (count, isStored) in [(65_536, true), (65_537, false)] {
      let target = "/large/\(count)"
      cache.store(response(count), to: request(target), version: 0)
      #expect((cache.response(to: request(target), version: 0) != nil) == isStored)
    }
    let third = capacity / 3
    for target in ["/a", "/b"] { cache.store(response(third), to: request(target), version: 1) }
    #expect(cache.response(to: request("/a"), version: 1)?.response == response(third))
    // A response that is stored twice counts once.
    cache.store(response(third), to: request("/a"), version: 1)
    #expect(cache.response(to: request("/b"), version: 1)?.response == response(third))
    cache.store(response(third), to: request("/c"), version: 1)
    #expect(["/a", "/b", "/c"].filter { cache.response(to: request($0), version: 1) != nil } == ["/c"])
    #expect(cache.response(to: request("/c"), version: 2) == nil)
    #expect(cache.response(to: request("/c"), version: nil) == nil)
    #expect(cache.response(to: HTTPRequest(.delete, target: "/c"), version: 1) == nil)
  }
}
