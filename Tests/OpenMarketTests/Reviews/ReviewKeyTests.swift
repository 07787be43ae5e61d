import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// A review that is sent with an `Idempotency-Key` is written once.
@Suite(.serialized) struct ReviewKeyTests {
  private static func store(
    adjusting adjust: (inout LocalMarket.Options) -> Void = { _ in }
  ) async throws -> VendorMarket {
    let store = try await VendorMarket(adjusting: adjust)
    _ = try await NetworkManager(session: store.market).add(
      ItemDraft(title: "t", price: Price(1, .usDollar)), images: [], password: "p")
    return store
  }

  private static func review(
    _ text: String = "a", key: String?, password: String = "r", item: Int = 1, _ store: VendorMarket
  ) async throws -> HTTPResponse {
    try await store.send(
      .post, "/item/\(item)/reviews", #"{"stars":4,"text":"\#(text)","password":"\#(password)"}"#, as: nil,
      key.map { [.idempotencyKey: $0] } ?? [:])
  }

  private static func total(_ store: VendorMarket) async throws -> String? {
    try await store.send(.get, "/item/1/reviews").headers["X-Total-Count"]
  }

  @Test func `a repeated request gets the review and writes nothing`() async throws {
    let store = try await Self.store()
    let first = try await Self.review(key: "k", store)
    #expect(first.status == 201)
    let again = try await Self.review(key: "k", store)
    #expect(again.status == 200)
    #expect(again.body == first.body)
    #expect(try await Self.total(store) == "1")
    #expect(try await Self.review(key: "K", store).status == 201)
    #expect(try await Self.review(key: nil, store).status == 201)
    #expect(try await Self.total(store) == "3")
  }

  @Test func `with another password a key is another one`() async throws {
    let store = try await Self.store()
    _ = try await NetworkManager(session: store.market).add(
      ItemDraft(title: "u", price: Price(1, .usDollar)), images: [], password: "p")
    let kim = try await Self.review("a", key: "1", password: "kim", store)
    let lee = try await Self.review("b", key: "1", password: "lee", store)
    let equal = try await Self.review("a", key: "1", password: "min", store)
    for first in [kim, lee, equal] { #expect(first.status == 201) }
    for (text, password, first) in [("a", "kim", kim), ("b", "lee", lee), ("a", "min", equal)] {
      let again = try await Self.review(text, key: "1", password: password, store)
      #expect(again.status == 200)
      #expect(again.body == first.body)
    }
    #expect(try await Self.review("b", key: "1", password: "kim", store).status == 422)
    #expect(try await Self.review("a", key: "1", password: "kim", item: 2, store).status == 201)
    #expect(try await Self.total(store) == "3")
  }

  @Test func `a repeated request takes nothing from the limit of its item`() async throws {
    let store = try await Self.store { $0.reviews.ofItem = 1 }
    for status in [201, 200, 200] { #expect(try await Self.review(key: "k", store).status == status) }
    #expect(try await Self.review(key: "other", store).status == 429)
  }

  @Test func `a key for another review is refused, and so is a text that is no key`() async throws {
    let store = try await Self.store()
    _ = try await Self.review(key: "k", store)
    let reason = "This Idempotency-Key was used for something else"
    #expect(
      try await Self.review("b", key: "k", store).shown
        == #"422 {"code":"key_reused","error":true,"field":"Idempotency-Key","message":"\#(reason)","reason":"\#(reason)"}"#
    )
    let rule = "Idempotency-Key is not 1 to 255 visible ASCII characters"
    #expect(
      try await Self.review(key: "k k", store).shown
        == #"400 {"code":"malformed","error":true,"field":"Idempotency-Key","message":"\#(rule)","reason":"\#(rule)"}"#
    )
    #expect(try await Self.total(store) == "1")
  }

  @Test func `a key of another author reveals no password, and five are tried at once`() async throws {
    let store = try await Self.store()
    let first = try await Self.review(key: "k", store)
    for guess in 1...5 {
      #expect(try await Self.review(key: "k", password: "guess \(guess)", store).status == 201)
    }
    #expect(try await Self.review(key: "k", password: "guess 6", store).status == 429)
    #expect(try await Self.review(key: "k", store).body == first.body)
    store.wait(seconds: 30)
    #expect(try await Self.review(key: "k", password: "guess 6", store).status == 201)
  }

  @Test func `a review that was deleted is not written again under its key`() async throws {
    let store = try await Self.store()
    _ = try await Self.review(key: "k", store)
    #expect(try await store.send(.delete, "/review/1", #"{"password":"r"}"#).status == 200)
    let reason = "What was written under this Idempotency-Key, review 1, was deleted"
    #expect(
      try await Self.review(key: "k", store).shown
        == #"410 {"code":"gone","error":true,"field":"Idempotency-Key","message":"\#(reason)","reason":"\#(reason)"}"#
    )
    #expect(try await Self.total(store) == "0")
  }

  @Test func `a key lasts a day`() async throws {
    let store = try await Self.store()
    _ = try await Self.review(key: "k", store)
    store.wait(seconds: 86_400)
    #expect(try await Self.review(key: "k", store).status == 200)
    store.wait(seconds: 1)
    #expect(try await Self.review(key: "k", store).status == 201)
    #expect(try await Self.total(store) == "2")
  }

  @Test func `many requests under one key at once write one review`() async throws {
    let store = try await Self.store()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...8 { group.addTask { try await Self.review(key: "k", store).status } }
      return try await group.reduce(into: []) { $0.append($1) }.sorted()
    }
    #expect(statuses == Array(repeating: 200, count: 7) + [201])
    #expect(try await Self.total(store) == "1")
  }

  @Test func `a review whose response is lost is written once`() async throws {
    let store = try await Self.store()
    let losing = LosingSession(session: store.market)
    let manager = NetworkManager(session: losing, retries: RetryPolicy(sleep: { _ in }))
    let review = try await manager.review(item: 1, ReviewDraft(stars: 4, text: "a"), password: "r")
    #expect(review.id == 1)
    #expect(losing.keys.value.count == 2)
    #expect(Set(losing.keys.value).count == 1)
    #expect(try await Self.total(store) == "1")
  }
}

/// Passes requests on, and loses the first response to a POST.
private struct LosingSession: Session {
  let session: any Session
  /// The Idempotency-Key of each POST.
  let keys = Locked<[String?]>([])

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await session.response(to: request)
    guard request.method == .post else { return response }
    let isFirst = keys.withLock { keys in
      keys.append(request.headers[.idempotencyKey])
      return keys.count == 1
    }
    if isFirst { throw SessionError(.connectionLost(.beforeHead)) }
    return response
  }
}
