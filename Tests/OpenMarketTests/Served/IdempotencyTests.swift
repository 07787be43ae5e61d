import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// An add with an `Idempotency-Key` is done once.
@Suite(.serialized) struct IdempotencyTests {
  private static let reused = "This Idempotency-Key was used for something else"

  /// Adds an item with a key through v1.
  private func add(_ title: String, key: String, password: String = "p", to store: VendorMarket) async throws
    -> HTTPResponse
  {
    let draft = ItemDraft(title: title, price: Price(1, .usDollar))
    var request = try Endpoint.add(draft, images: [], password: password).request(boundary: "cut")
    request.headers["Idempotency-Key"] = key
    return try await store.market.response(to: request)
  }

  private func total(_ store: VendorMarket) async throws -> Int? {
    try await NetworkManager(session: store.market).page(PageQuery()).total
  }

  @Test func `a replay gets the first response and adds nothing`() async throws {
    let store = try await VendorMarket()
    let first = try await add("a", key: "k", to: store)
    #expect(first.status == 201)
    let again = try await add("a", key: "k", to: store)
    #expect(again.status == 201)
    #expect(again.body == first.body)
    #expect(try await total(store) == 1)
    #expect(try await add("a", key: "K", to: store).status == 201)
    #expect(try await total(store) == 2)
  }

  @Test func `a key that is reused for another item gets 422`() async throws {
    let store = try await VendorMarket()
    _ = try await add("a", key: "k", to: store)
    #expect(
      try await add("b", key: "k", to: store).shown
        == #"422 {"code":"key_reused","error":true,"field":"Idempotency-Key","message":"\#(Self.reused)","#
        + #""reason":"\#(Self.reused)"}"#)
    #expect(try await total(store) == 1)
  }

  @Test func `the same key with another password is that of another seller`() async throws {
    let store = try await VendorMarket()
    let first = try await add("a", key: "k", to: store)
    let other = try await add("b", key: "k", password: "q", to: store)
    #expect(first.status == 201)
    #expect(other.status == 201)
    #expect(try await add("a", key: "k", to: store).body == first.body)
    #expect(try await add("b", key: "k", password: "q", to: store).body == other.body)
    #expect(try await add("c", key: "k", password: "q", to: store).status == 422)
    #expect(try await total(store) == 2)
  }

  @Test func `five passwords are tried under the key of another, then one in thirty seconds`() async throws {
    let store = try await VendorMarket()
    _ = try await add("a", key: "k", to: store)
    for number in 1...5 {
      #expect(try await add("a", key: "k", password: "\(number)", to: store).status == 201)
    }
    #expect(try await add("a", key: "k", password: "6", to: store).status == 429)
    // A repeated password reveals nothing new, and an unused key makes no guess.
    #expect(try await add("a", key: "k", password: "5", to: store).status == 201)
    #expect(try await add("a", key: "l", password: "6", to: store).status == 201)
    store.wait(seconds: 30)
    #expect(try await add("a", key: "k", password: "7", to: store).status == 201)
  }

  @Test func `of concurrent adds with one key and different passwords each adds an item`() async throws {
    let store = try await VendorMarket()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<5 {
        group.addTask { try await add("a", key: "k", password: "p\(number)", to: store).status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == [201, 201, 201, 201, 201])
    #expect(try await total(store) == 5)
  }

  @Test func `a product with a key is added once`() async throws {
    let store = try await VendorMarket()
    let first = try await store.add(VendorMarket.params("a"), ["Idempotency-Key": "k"])
    let again = try await store.add(VendorMarket.params("a"), ["Idempotency-Key": "k"])
    #expect(again.shown == first.shown)
    #expect(
      try await store.add(VendorMarket.params("b"), ["Idempotency-Key": "k"]).shown
        == #"422 {"code":422,"message":"\#(Self.reused)"}"#)
    #expect(
      try await store.add(VendorMarket.params("a"), images: ["macbook.jpg"], ["Idempotency-Key": "k"]).status
        == 422)
    #expect(try await total(store) == 1)
  }

  @Test func `a key of one vendor reveals nothing to another vendor`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params("a"), ["Idempotency-Key": "k"])
    let other = try await store.operation.addVendor(name: "other")
    let theirs = VendorMarket.params("a").replacing("SECRET", with: other.secret)
    #expect(try await store.add(theirs, as: other.identifier, ["Idempotency-Key": "k"]).status == 201)
    #expect(try await store.add(theirs, as: other.identifier, ["Idempotency-Key": "l"]).status == 201)
    // A wrong secret is rejected, whatever the key.
    #expect(
      try await store.add(
        VendorMarket.params("a").replacing("SECRET", with: "guess"), ["Idempotency-Key": "k"]
      ).status == 401)
  }

  @Test func `a key is valid for a day`() async throws {
    let store = try await VendorMarket()
    let first = try await add("a", key: "k", to: store)
    store.wait(seconds: 24 * 60 * 60)
    #expect(try await add("a", key: "k", to: store).body == first.body)
    store.wait(seconds: 1)
    #expect(try await add("b", key: "k", to: store).status == 201)
    #expect(try await total(store) == 2)
  }

  @Test func `a key is valid in the next server process`() async throws {
    let store = try await VendorMarket()
    let first = try await add("a", key: "k", to: store)
    var options = LocalMarket.Options.forTests
    options.publicURLs = [URL(string: "http://m.example")].compactMap(\.self)
    let next = try ServedMarket(in: store.market.store, options)
    var request = try Endpoint.add(
      ItemDraft(title: "a", price: Price(1, .usDollar)), images: [], password: "p"
    )
    .request(boundary: "other")
    request.headers["Idempotency-Key"] = "k"
    #expect(try await next.response(to: request).body == first.body)
  }

  @Test func `a rejected request does not use up its key`() async throws {
    let store = try await VendorMarket()
    #expect(try await add("", key: "k", to: store).status == 400)
    #expect(try await add("a", key: "k", to: store).status == 201)
  }

  @Test func `twenty concurrent adds with one key add one item`() async throws {
    let store = try await VendorMarket()
    let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<20 { group.addTask { try await add("a", key: "k", to: store).body } }
      return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
    }
    #expect(bodies.count == 1)
    #expect(try await total(store) == 1)
  }

  @Test(.ofFiles) func `an item and its idempotency record are stored together or not at all`() async throws {
    let store = try await VendorMarket()
    _ = try await add("a", key: "k", to: store)
    // Opens the connections, before the schema is no longer that of a store.
    #expect(try await total(store) == 1)
    let database = try store.market.location.database()
    try database.execute(
      "CREATE TRIGGER full BEFORE INSERT ON request_record BEGIN SELECT RAISE(ABORT, 'full'); END")
    #expect(try await add("b", key: "l", to: store).status == 500)
    #expect(try await total(store) == 1)
    try database.execute("DROP TRIGGER full")
    #expect(try await add("b", key: "l", to: store).status == 201)
    #expect(try await total(store) == 2)
  }

  @Test(arguments: ["", "a b", "키", String(repeating: "k", count: 256)])
  func `an invalid key gets 400`(key: String) async throws {
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
