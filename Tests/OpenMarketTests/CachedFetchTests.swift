import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Pages, items and images from the cache.
struct CachedFetchTests {
  private static let then = Date(timeIntervalSince1970: 1_795_240_680)

  private let folder: TemporaryFolder
  private let market: TemporaryMarket
  private let isBroken = Locked(false)
  private let session: MockSession

  init() throws {
    folder = try TemporaryFolder()
    let market = try TemporaryMarket()
    self.market = market
    let isBroken = isBroken
    session = MockSession { request in
      if isBroken.value { throw SessionError.timedOut(.connecting) }
      return try await market.response(to: request)
    }
  }

  private var manager: NetworkManager { get throws { try manager(session) } }

  /// A client as in another process: the cache is on the disk.
  private func manager(_ session: any Session) throws -> NetworkManager {
    let cache = DiskCache(folder: folder.path("answers"))
    return NetworkManager(
      session: CachingSession(
        session, cache: cache, now: { Self.then }, alsoInvalidates: { $0.changedLists }),
      server: try #require(URL(string: "http://market.example")), history: ResponseHistory(cache),
      images: .web, retries: RetryPolicy(sleep: { _ in }))
  }

  @Test func `a cached value has a date, a current one has none`() async throws {
    #expect(try manager.cachedPage(PageQuery()) == nil)
    let item = try await manager.add(
      ItemDraft(title: "Lamp", price: Price(5, .usDollar)), images: [], password: "secret")
    let page = try await manager.latestPage(PageQuery())
    #expect(page.freshness == .current)
    #expect(page.value.items.map(\.title) == ["Lamp"])
    #expect(try manager.cachedPage(PageQuery()) == Fetched(page.value, .cached(since: Self.then)))
    #expect(try manager.cachedItem(id: item.id) == nil)
    let latest = try await manager.latestItem(id: item.id)
    #expect(latest == Fetched(item, .current))
    #expect(try manager.cachedItem(id: item.id) == Fetched(item, .cached(since: Self.then)))
  }

  @Test func `reviews that were seen are shown while the market cannot be reached`() async throws {
    let draft = ItemDraft(title: "Lamp", price: Price(5, .usDollar))
    let item = try await manager.add(draft, images: [], password: "secret")
    _ = try await manager.review(item: item.id, ReviewDraft(stars: 4), password: "mine")
    let query = ReviewQuery(item: item.id)
    let seen = try await manager.latestReviews(query)
    #expect(seen.freshness == .current)
    #expect(seen.value.rating.count == 1)
    isBroken.withLock { $0 = true }
    let error = ClientError.noResponse(server: "http://market.example", .timedOut(.connecting))
    #expect(
      try await manager.latestReviews(query) == Fetched(seen.value, .offline(since: Self.then, error)))
    await #expect(throws: error) {
      try await manager.latestReviews(ReviewQuery(item: item.id, sort: .lowest))
    }
  }

  @Test func `a cached value is refreshed in one attempt, another value is requested three times`()
    async throws
  {
    _ = try await manager.latestPage(PageQuery())
    isBroken.withLock { $0 = true }
    let error = ClientError.noResponse(server: "http://market.example", .timedOut(.connecting))
    let offline = try await manager.latestPage(PageQuery())
    #expect(offline.freshness == .offline(since: Self.then, error))
    #expect(session.requests.count == 2)
    await #expect(throws: error) { try await manager.latestPage(PageQuery(2)) }
    #expect(session.requests.count == 5)
    // A page that is going to be changed never comes from the cache.
    await #expect(throws: error) { try await manager.page(PageQuery()) }
    #expect(session.requests.count == 8)
  }

  @Test func `a cancelled request is not taken for an outage`() async throws {
    _ = try await manager.latestPage(PageQuery())
    let manager = try manager(MockSession { _ in throw CancellationError() })
    #expect(manager.cachedPage(PageQuery()) != nil)
    await #expect(throws: ClientError.cancelled) { try await manager.latestPage(PageQuery()) }
    await #expect(throws: ClientError.cancelled) { try await manager.latestItem(id: 1) }
    let outage = FirstFailure()
    await #expect(throws: ClientError.cancelled) {
      for try await _ in manager.latestPages(from: PageQuery(), outage) {}
    }
    #expect(outage.freshness == nil)
  }

  @Test func `a deleted item is not taken from the cache`() async throws {
    let item = try await manager.add(
      ItemDraft(title: "Lamp", price: Price(5, .usDollar)), images: [], password: "secret")
    _ = try await manager.latestItem(id: item.id)
    try await market.manager.delete(id: item.id, password: "secret")
    await #expect(throws: ClientError.noSuchItem(id: item.id)) { try await manager.latestItem(id: item.id) }
    #expect(try manager.cachedItem(id: item.id) == nil)
  }

  @Test(arguments: MarketAPI.requests.map { $0.route }.filter { !$0.readsOnly })
  func `every other write changes items and lists`(route: Route) {
    for base in ["", "/shop", "/movements", "/undo"] {
      let request = HTTPRequest(route.method, target: base + route.path.replacing("{id}", with: "7"))
      #expect(request.changedLists.map(\.target) == ["\(base)/items/1", "\(base)/item/1"])
    }
  }

  @Test(
    arguments: [
      (.patch, "/item/7", "/items/1"), (.post, "/item", "/items/1"),
      (.delete, "/shop/item/7", "/shop/items/1"), (.patch, "/item/7?x=/item/", "/items/1"),
      (.patch, "/itemised/item/7", "/itemised/items/1"),
    ] as [(HTTPMethod, String, String)])
  func `a change to an item invalidates the list beside it`(method: HTTPMethod, target: String, list: String)
  {
    let request = HTTPRequest(method, scheme: "https", authority: "host", target: target)
    #expect(
      request.changedLists == [HTTPRequest(.get, scheme: "https", authority: "host", target: list)])
  }

  @Test(
    arguments: [(.post, "/other"), (.post, "/items/export"), (.get, "/item/7")] as [(HTTPMethod, String)])
  func `a request that changes nothing invalidates no list`(method: HTTPMethod, target: String) {
    #expect(HTTPRequest(method, target: target).changedLists == [])
  }

  @Test func `a list is requested although the server's Cache-Control calls it fresh`() async throws {
    let png = try ItemImage(path: MockData.path("macbook.png"))
    let market = market
    let session = MockSession { request in
      var response = try await market.response(to: request)
      response.headers["Cache-Control"] = "max-age=31536000"
      return response
    }
    let item = try await manager.add(
      ItemDraft(title: "Lamp", price: Price(5, .usDollar)), images: [png], password: "secret")
    for _ in 1...2 {
      _ = try await manager(session).page(PageQuery())
      _ = try await manager(session).item(id: item.id)
      _ = try await manager(session).image(at: #require(item.images?.first))
    }
    let requests = session.requests.map {
      "\($0.target)\($0.headers["If-None-Match"] == nil ? "" : " if changed")"
    }
    #expect(
      requests == [
        "/items/1", "/item/1", "/images/\(MockData.png(1))", "/items/1 if changed", "/item/1 if changed",
      ])
  }

  @Test func `a market that redirects to https, with images elsewhere, is cached`()
    async throws
  {
    let market = market
    let session = MockSession { request in
      var request = request
      switch (request.scheme, request.authority) {
      case ("http", "market.example"):
        return HTTPResponse(status: 301, headers: ["Location": "https://market.example\(request.target)"])
      case ("https", "market.example") where request.target.hasPrefix("/images"):
        let path = request.target.replacing("/images", with: "/p")
        return HTTPResponse(
          status: 302, headers: ["Location": "https://cdn.example\(path)", "Cache-Control": "no-cache"])
      case ("https", "cdn.example"):
        request.target = request.target.replacing("/p", with: "/images")
        fallthrough
      default:
        return try await market.response(to: request)
      }
    }
    let item = try await market.manager.add(
      ItemDraft(title: "Lamp", price: Price(5, .usDollar)),
      images: [ItemImage(path: MockData.path("macbook.png"))], password: "secret")
    for _ in 1...2 {
      let shown = try await manager(session).item(id: item.id)
      _ = try await manager(session).page(PageQuery())
      _ = try await manager(session).image(at: #require(shown.images?.first))
    }
    #expect(session.requests.count { $0.authority == "cdn.example" } == 1)
    let before = session.requests.count
    let cached = try manager(session)
    #expect(cached.cachedItem(id: item.id)?.value.title == "Lamp")
    #expect(cached.cachedPage(PageQuery())?.value.items.map(\.id) == [item.id])
    let names = CachedWords(ResponseHistory(DiskCache(folder: folder.path("answers"))), of: cached.server)
    #expect(names.items(beginningWith: "", limit: 5).map(\.title) == ["Lamp"])
    let image = try #require(cached.cachedItem(id: item.id)?.value.images?.first)
    _ = try await cached.image(at: image, prefersCached: true)
    #expect(session.requests.count == before)
  }

  @Test func `an image is requested once`() async throws {
    let png = try ItemImage(path: MockData.path("macbook.png"))
    let item = try await manager.add(
      ItemDraft(title: "Lamp", price: Price(5, .usDollar)), images: [png], password: "secret")
    let url = try #require(item.images?.first)
    let request = HTTPRequest(.get, scheme: "http", authority: "market.example", target: url.path())
    for _ in 1...3 {
      let cache = DiskCache(folder: folder.path("answers"))
      let response = try await CachingSession(session, cache: cache).response(to: request)
      #expect(response.body.count == png.content.count)
    }
    #expect(session.requests.count { $0.target == request.target } == 1)
  }

  @Test func `an image of a cached item is not requested again`() async throws {
    let png = try MockData.bytes("macbook.png")
    let session = MockSession { request in
      request.headers["If-None-Match"] == nil
        ? HTTPResponse(status: 200, headers: ["ETag": #""1""#], body: png) : HTTPResponse(status: 304)
    }
    let url = try #require(URL(string: "http://market.example/1.png"))
    // The first call requests the image, the second revalidates it, the third sends nothing.
    for (prefersCached, count) in [(true, 1), (false, 2), (true, 2)] {
      #expect(try await manager(session).image(at: url, prefersCached: prefersCached).bytes == png)
      #expect(session.requests.count == count)
    }
  }
}
