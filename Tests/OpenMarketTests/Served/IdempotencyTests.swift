import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// What is added under an `Idempotency-Key` is added once.
@Suite(.serialized) struct IdempotencyTests {
  private static let reused = "This Idempotency-Key was used for something else"

  /// Adds an item with a key, as v1.
  private func add(_ title: String, key: String, password: String = "p", to store: Storefront) async throws
    -> HTTPResponse
  {
    let draft = ItemDraft(title: title, price: Price(1, .usDollar))
    var request = try Endpoint.add(draft, images: [], password: password).request(boundary: "cut")
    request.headers["Idempotency-Key"] = key
    return try await store.market.response(to: request)
  }

  private func total(_ store: Storefront) async throws -> Int? {
    try await NetworkManager(session: store.market).page(PageQuery()).total
  }

  @Test func `the same again is answered as the first time, and adds nothing`() async throws {
    let store = try await Storefront()
    let first = try await add("a", key: "k", to: store)
    #expect(first.status == 201)
    let again = try await add("a", key: "k", to: store)
    #expect(again.status == 201)
    #expect(again.body == first.body)
    #expect(try await total(store) == 1)
    #expect(try await add("a", key: "K", to: store).status == 201)
    #expect(try await total(store) == 2)
  }

  @Test func `the same key for something else is refused`() async throws {
    let store = try await Storefront()
    _ = try await add("a", key: "k", to: store)
    #expect(
      try await add("b", key: "k", to: store).shown
        == #"422 {"code":"key_reused","error":true,"message":"\#(Self.reused)","reason":"\#(Self.reused)"}"#)
    #expect(try await total(store) == 1)
  }

  @Test func `a product too is added once`() async throws {
    let store = try await Storefront()
    let first = try await store.add(Storefront.params("a"), ["Idempotency-Key": "k"])
    let again = try await store.add(Storefront.params("a"), ["Idempotency-Key": "k"])
    #expect(again.shown == first.shown)
    #expect(
      try await store.add(Storefront.params("b"), ["Idempotency-Key": "k"]).shown
        == #"422 {"code":422,"message":"\#(Self.reused)"}"#)
    #expect(
      try await store.add(Storefront.params("a"), images: ["macbook.jpg"], ["Idempotency-Key": "k"]).status
        == 422)
    #expect(try await total(store) == 1)
  }

  @Test func `nobody is told of what another has added under the same key`() async throws {
    let store = try await Storefront()
    _ = try await store.add(Storefront.params("a"), ["Idempotency-Key": "k"])
    let other = try await store.registry.add(name: "other", at: TemporaryMarket.now)
    let theirs = Storefront.params("a").replacing("SECRET", with: other.secret)
    #expect(try await store.add(theirs, as: other.identifier, ["Idempotency-Key": "k"]).status == 422)
    #expect(try await store.add(theirs, as: other.identifier, ["Idempotency-Key": "l"]).status == 201)
    // Without the secret there is no answer at all, under any key.
    #expect(
      try await store.add(
        Storefront.params("a").replacing("SECRET", with: "guess"), ["Idempotency-Key": "k"]
      ).status == 401)
  }

  @Test func `a key is good for a day`() async throws {
    let store = try await Storefront()
    let first = try await add("a", key: "k", to: store)
    store.wait(seconds: 24 * 60 * 60)
    #expect(try await add("a", key: "k", to: store).body == first.body)
    store.wait(seconds: 1)
    #expect(try await add("b", key: "k", to: store).status == 201)
    #expect(try await total(store) == 2)
  }

  @Test func `a key outlives the server`() async throws {
    let store = try await Storefront()
    let first = try await add("a", key: "k", to: store)
    let next = try ServedMarket(in: store.market.store)
    var request = try Endpoint.add(
      ItemDraft(title: "a", price: Price(1, .usDollar)), images: [], password: "p"
    )
    .request(boundary: "other")
    request.headers["Idempotency-Key"] = "k"
    #expect(try await next.response(to: request).body == first.body)
  }

  @Test func `what was refused leaves its key free`() async throws {
    let store = try await Storefront()
    #expect(try await add("", key: "k", to: store).status == 400)
    #expect(try await add("a", key: "k", to: store).status == 201)
  }

  @Test func `twenty at once with one key add one`() async throws {
    let store = try await Storefront()
    let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<20 { group.addTask { try await add("a", key: "k", to: store).body } }
      return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
    }
    #expect(bodies.count == 1)
    #expect(try await total(store) == 1)
  }

  @Test func `an item and its record are stored together or not at all`() async throws {
    let store = try await Storefront()
    _ = try await add("a", key: "k", to: store)
    let database = try SQLiteDatabase(path: store.market.store.path(TemporaryMarket.filename), .shared)
    try database.execute(
      "CREATE TRIGGER full BEFORE INSERT ON idempotency_record BEGIN SELECT RAISE(ABORT, 'full'); END")
    #expect(try await add("b", key: "l", to: store).status == 500)
    #expect(try await total(store) == 1)
    try database.execute("DROP TRIGGER full")
    #expect(try await add("b", key: "l", to: store).status == 201)
    #expect(try await total(store) == 2)
  }

  @Test(arguments: ["", "a b", "키", String(repeating: "k", count: 256)])
  func `a key that is none is refused`(key: String) async throws {
    let market = try TemporaryMarket()
    var request = try Endpoint.add(
      ItemDraft(title: "a", price: Price(1, .usDollar)), images: [], password: "p"
    )
    .request(boundary: "cut")
    request.headers["Idempotency-Key"] = key
    let reason = "Idempotency-Key is not 1 to 255 visible ASCII characters"
    #expect(
      try await market.response(to: request).shown
        == #"400 {"code":"malformed","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
  }
}
