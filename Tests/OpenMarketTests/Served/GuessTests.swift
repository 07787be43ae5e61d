import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Passwords are guessed slowly: five wrong ones at once, then one in thirty seconds.
@Suite(.serialized) struct GuessTests {
  private static let draft = ItemDraft(title: "t", price: Price(1, .usDollar))

  /// A served market with so many items, all with the password `p`.
  private func store(items count: Int = 1) async throws -> Storefront {
    let store = try await Storefront()
    for _ in 0..<count {
      _ = try await NetworkManager(session: store.market).add(Self.draft, images: [], password: "p")
    }
    return store
  }

  private func check(_ id: Int, _ password: String, in store: Storefront) async throws -> HTTPResponse {
    let endpoint = Endpoint.edit(id: id, ItemPatch(), password: password)
    return try await store.market.response(to: endpoint.request(boundary: "cut"))
  }

  @Test func `after five wrong ones the sixth has to wait, right or wrong`() async throws {
    let store = try await store()
    for _ in 1...5 { #expect(try await check(1, "guess", in: store).status == 404) }
    for password in ["guess", "p"] {
      let answer = try await check(1, password, in: store)
      let reason = "Too many wrong passwords: try again in 30 s"
      #expect(
        answer.shown
          == #"429 {"code":"too_many_tries","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
      #expect(answer.headers["Retry-After"] == "30")
    }
    store.wait(seconds: 29.5)
    #expect(try await check(1, "p", in: store).headers["Retry-After"] == "1")
    store.wait(seconds: 0.5)
    #expect(try await check(1, "guess", in: store).status == 404)
    #expect(try await check(1, "p", in: store).status == 429)
    store.wait(seconds: 30)
    #expect(try await check(1, "p", in: store).status == 200)
  }

  @Test func `they are counted by address, whatever is guessed at`() async throws {
    let store = try await store(items: 2)
    for _ in 1...3 { _ = try await check(1, "guess", in: store) }
    #expect(try await store.ask(.delete, "/item/7", #"{"password":"guess"}"#).status == 404)
    #expect(try await store.add(Storefront.params().replacing("SECRET", with: "guess")).status == 401)
    #expect(try await check(2, "p", in: store).status == 429)
    let product = try await store.add(Storefront.params())
    #expect(product.shown == #"429 {"code":429,"message":"Too many wrong passwords: try again in 30 s"}"#)
    #expect(product.headers["Retry-After"] == "30")
    // Nobody needs a password to look.
    #expect(try await store.ask(.get, "/item/1").status == 200)
  }

  @Test func `they are counted by item, from wherever they come`() async throws {
    let store = try await store(items: 2)
    let market = LocalMarket(at: .file(store.market.store.path(TemporaryMarket.filename)), .forTests)
    func check(_ id: Int, _ password: String, from peer: String?) async throws -> Int {
      var request = try Endpoint.edit(id: id, ItemPatch(), password: password).request(boundary: "cut")
      request.peer = peer
      return try await market.response(to: request).status
    }
    for host in 1...5 { #expect(try await check(1, "guess", from: "192.0.2.\(host)") == 404) }
    #expect(try await check(1, "p", from: "192.0.2.6") == 429)
    #expect(try await check(2, "p", from: "192.0.2.6") == 200)
    // Whoever has the file does not guess over a network.
    for _ in 1...9 { #expect(try await check(2, "guess", from: nil) == 404) }
    #expect(try await check(1, "p", from: nil) == 200)
  }

  @Test func `a right password costs nothing, a hundred times at once`() async throws {
    let store = try await store()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await check(1, "p", in: store).status } }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(statuses == [200])
    for _ in 1...5 { #expect(try await check(1, "guess", in: store).status == 404) }
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("::1", "0:0:0:0"), ("2001:db8::1", "2001:db8:0:0"),
    ("2001:db8::2:1", "2001:db8:0:0"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
    ("2001:db8:1:2::", "2001:db8:1:2"),
    ("fe80::1:2:3:4", "fe80:0:0:0"), ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("-", "-"), ("", ""),
    ("::", "0:0:0:0"),
  ])
  func `one who has a whole network of addresses is one visitor`(address: String, block: String) {
    #expect(address.addressBlock == block)
  }

  @Test func `of many addresses those are remembered that have tried most`() throws {
    var limiter = RateLimiter()
    let now = TemporaryMarket.now
    for _ in 1...5 { limiter.spend(["worst"], at: now) }
    for number in 0..<12_000 { limiter.spend(["\(number)"], at: now) }
    #expect(limiter.count <= RateLimiter.capacity)
    #expect(throws: MarketplaceError.tooManyAttempts(retryAfter: 30)) {
      try limiter.check(["worst"], at: now)
    }
    // A clock that is put back gives nothing and takes nothing.
    #expect(throws: MarketplaceError.tooManyAttempts(retryAfter: 30)) {
      try limiter.check(["worst"], at: now - 3_600)
    }
  }

  /// The thread that hashes is held, as a very dear hash would hold it, and let go only by the answers of those who do
  /// not need it.
  @Test func `who only looks does not wait for the passwords of others`() async throws {
    let store = try await store()
    let market = LocalMarket(at: .file(store.market.store.path(TemporaryMarket.filename)), .forTests)
    let release = DispatchSemaphore(value: 0)
    let isHeld = Locked(false)
    async let wasReleased = market.marketplace.passwords.hold(until: release) {
      isHeld.withLock { $0 = true }
    }
    try await eventually { isHeld.value }
    async let added = market.response(
      to: Endpoint.add(Self.draft, images: [], password: "q").request(boundary: "cut"))
    for target in ["/item/1", "/items/1", "/api/products", "/healthChecker"] {
      #expect(try await market.response(to: HTTPRequest(.get, target: target)).status == 200)
    }
    release.signal()
    #expect(await wasReleased)
    #expect(try await added.status == 201)
  }
}

extension PasswordVerifier {
  /// Does nothing else until it is released, or for a minute. Whether it was released.
  fileprivate func hold(until released: DispatchSemaphore, hasBegun: @Sendable () -> Void) -> Bool {
    hasBegun()
    return released.wait(timeout: .now() + 60) == .success
  }
}
