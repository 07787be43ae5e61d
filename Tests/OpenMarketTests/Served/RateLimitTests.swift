import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Wrong passwords are rate-limited: five at once, then one in thirty seconds.
@Suite(.serialized) struct RateLimitTests {
  private static let draft = ItemDraft(title: "t", price: Price(1, .usDollar))

  /// A served market with `count` items that all have the password `p`.
  private func store(items count: Int = 1) async throws -> VendorMarket {
    let store = try await VendorMarket()
    for _ in 0..<count {
      _ = try await NetworkManager(session: store.market).add(Self.draft, images: [], password: "p")
    }
    return store
  }

  private func check(_ id: Int, _ password: String, in store: VendorMarket) async throws -> HTTPResponse {
    let endpoint = Endpoint.edit(id: id, ItemPatch(), password: password)
    return try await store.market.response(to: endpoint.request(boundary: "cut"))
  }

  @Test func `after five wrong passwords every attempt gets 429 until an attempt is available again`()
    async throws
  {
    let store = try await store()
    for _ in 1...5 { #expect(try await check(1, "guess", in: store).status == 404) }
    for password in ["guess", "p"] {
      let response = try await check(1, password, in: store)
      let reason = "Too many wrong passwords: try again in 30 s"
      #expect(
        response.shown
          == #"429 {"code":"too_many_tries","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
      #expect(response.headers["Retry-After"] == "30")
    }
    store.wait(seconds: 29.5)
    #expect(try await check(1, "p", in: store).headers["Retry-After"] == "1")
    store.wait(seconds: 0.5)
    #expect(try await check(1, "guess", in: store).status == 404)
    #expect(try await check(1, "p", in: store).status == 429)
    store.wait(seconds: 30)
    #expect(try await check(1, "p", in: store).status == 200)
  }

  @Test func `wrong passwords for an item count across endpoints, and for no other item`() async throws {
    let store = try await store(items: 2)
    for _ in 1...2 { _ = try await check(1, "guess", in: store) }
    #expect(try await store.send(.delete, "/item/1", #"{"password":"guess"}"#).status == 404)
    let sale = #"{"kind":"sold","quantity":1,"password":"guess"}"#
    for _ in 1...2 { #expect(try await store.send(.post, "/item/1/movements", sale).status == 404) }
    for password in ["guess", "p"] { #expect(try await check(1, password, in: store).status == 429) }
    #expect(try await check(2, "p", in: store).status == 200)
    // Reads need no password.
    #expect(try await store.send(.get, "/item/1").status == 200)
  }

  @Test func `an item that does not exist costs no guess`() async throws {
    let store = try await store()
    for _ in 1...9 {
      #expect(try await store.send(.delete, "/item/999", #"{"password":"p"}"#).status == 404)
    }
    #expect(try await check(1, "p", in: store).status == 200)
  }

  @Test func `wrong secrets of a vendor count for the vendor alone`() async throws {
    let store = try await store()
    let guess = VendorMarket.params().replacing("SECRET", with: "guess")
    for _ in 1...5 { #expect(try await store.add(guess).status == 401) }
    let product = try await store.add(VendorMarket.params())
    #expect(product.shown == #"429 {"code":429,"message":"Too many wrong passwords: try again in 30 s"}"#)
    #expect(product.headers["Retry-After"] == "30")
    #expect(try await check(1, "p", in: store).status == 200)
    for _ in 1...9 { #expect(try await store.add(guess, as: "unknown").status == 401) }
  }

  @Test func `wrong passwords at one address refuse nobody at another`() async throws {
    let store = try await store(items: 2)
    let market = LocalMarket(at: store.market.location, .forTests)
    func check(_ id: Int, _ password: String, from peer: String?) async throws -> Int {
      var request = try Endpoint.edit(id: id, ItemPatch(), password: password).request(boundary: "cut")
      request.peer = peer
      return try await market.response(to: request).status
    }
    for _ in 1...5 { #expect(try await check(1, "guess", from: "192.0.2.6") == 404) }
    for password in ["guess", "p"] { #expect(try await check(1, password, from: "192.0.2.6") == 429) }
    #expect(try await check(1, "p", from: "192.0.2.7") == 200)
    #expect(try await check(2, "p", from: "192.0.2.6") == 200)
    // A local request has no peer and is not rate-limited.
    for _ in 1...9 { #expect(try await check(2, "guess", from: nil) == 404) }
    #expect(try await check(1, "p", from: nil) == 200)
  }

  @Test func `correct passwords are not counted, even a hundred at once`() async throws {
    let store = try await store()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await check(1, "p", in: store).status } }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(statuses == [200])
    for _ in 1...5 { #expect(try await check(1, "guess", in: store).status == 404) }
  }

  @Test func `a full rate limiter keeps the addresses with the most attempts`() {
    var limiter = RateLimiter(5, .each(30))
    let now = TemporaryMarket.now
    func spend(_ key: String) {
      limiter.reserve(key, at: now)
      limiter.settle(key, isSpent: true, at: now)
    }
    for _ in 1...5 { spend("worst") }
    for number in 0..<12_000 { spend("\(number)") }
    #expect(limiter.count <= RateLimiter.capacity)
    #expect(limiter.left(for: "worst", at: now) == 0)
    #expect(limiter.wait(for: 1, of: "worst", at: now) == 30)
    // A clock that is set back changes nothing.
    #expect(limiter.left(for: "worst", at: now - 3_600) == 0)
    #expect(limiter.wait(for: 1, of: "worst", at: now - 3_600) == 30)
  }

  @Test func `what a rate limiter counts comes back one by one, or all at once`() {
    let now = TemporaryMarket.now
    var each = RateLimiter(3, .each(10))
    var all = RateLimiter(3, .all(60))
    for _ in 1...3 {
      each.spend(1, by: "k", at: now)
      all.spend(1, by: "k", at: now + 5)
    }
    #expect(each.left(for: "k", at: now + 10) == 1)
    #expect(each.left(for: "k", at: now + 35) == 3)
    #expect(all.left(for: "k", at: now + 64) == 0)
    #expect(all.left(for: "k", at: now + 65) == 3)
    #expect(each.wait(for: 1, of: "k", at: now + 4) == 6)
    #expect(all.wait(for: 1, of: "k", at: now + 4) == 61)
    #expect(all.left(for: "other", at: now) == 3)
    all.spend(-1, by: "k", at: now + 6)
    #expect(all.left(for: "k", at: now + 6) == 1)
  }

  /// Blocks the threads that hash, as expensive hashes would, and releases them after the reads have got their responses.
  @Test func `reads do not wait for password hashing`() async throws {
    let store = try await store()
    let market = LocalMarket(at: store.market.location, .forTests)
    let release = DispatchSemaphore(value: 0)
    let isHeld = Locked(false)
    let passwords = market.marketplace.passwords
    async let wasReleased = passwords.making.run {
      isHeld.withLock { $0 = true }
      try release.wait(for: "the reads have their responses")
      return true
    }
    try await eventually("the thread is held") { isHeld.value }
    async let added = market.response(
      to: Endpoint.add(Self.draft, images: [], password: "q").request(boundary: "cut"))
    for target in ["/item/1", "/items/1", "/api/products", "/healthChecker"] {
      #expect(try await market.response(to: HTTPRequest(.get, target: target)).status == 200)
    }
    release.signal()
    #expect(try await wasReleased)
    #expect(try await added.status == 201)
  }
}
