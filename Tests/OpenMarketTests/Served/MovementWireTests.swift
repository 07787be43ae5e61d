import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// The ledger on the wire.
@Suite(.serialized) struct MovementWireTests {
  private static let password = "p"

  /// A market with two items of four pieces each, for USD 5.
  private func market() async throws -> TemporaryMarket {
    let market = try TemporaryMarket()
    for title in ["a", "b"] {
      _ = try await market.manager.add(
        ItemDraft(title: title, price: Price(5, .usDollar), stock: 4), images: [], password: Self.password)
    }
    return market
  }

  private func post(
    _ body: String, to target: String = "/item/1/movements", key: String? = nil, _ market: some Session
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(
      .post, target: target, headers: [.contentType: "application/json"], body: HTTPBody(Data(body.utf8)))
    if let key { request.headers[.idempotencyKey] = key }
    return try await market.response(to: request)
  }

  private func history(_ query: String, password: String? = "p", _ market: some Session) async throws
    -> HTTPResponse
  {
    var request = HTTPRequest(.get, target: "/item/1/movements\(query)")
    if let password { request.headers[.authorization] = BasicCredentials(password: password).text }
    return try await market.response(to: request)
  }

  @Test func `a request under one key is recorded once`() async throws {
    let market = try await market()
    let body = #"{"kind":"sold","quantity":2,"password":"p"}"#
    let first = try await post(body, key: "k", market)
    #expect(first.status == 201)
    #expect(first.headers[.cacheControl] == "no-store")
    let again = try await post(body, key: "k", market)
    #expect(again.status == 200)
    #expect(again.body == first.body)
    #expect(try await market.manager.item(id: 1).stock == 2)
    #expect(
      try await post(#"{"kind":"sold","password":"p"}"#, key: "k", market).refusal
        == "422 key_reused Idempotency-Key: This Idempotency-Key was used for something else")
    #expect(try await post(body, market).status == 201)
    #expect(try await market.manager.item(id: 1).stock == 0)
  }

  @Test(
    .ofFiles,
    arguments: [
      (
        #"{"kind":"sold","quantity":5,"password":"p"}"#,
        "409 not_enough_stock quantity: Item 1 has 4 in stock, not 5"
      ),
      (
        #"{"kind":"sold","quantity":0,"password":"p"}"#,
        "400 refused quantity: quantity '0' is not at least 1"
      ),
      (#"{"kind":"sold","quantity":-1,"password":"p"}"#, "400 refused quantity: quantity '-1' is negative"),
      (
        #"{"kind":"sold","quantity":1.5,"password":"p"}"#,
        "400 malformed quantity: The body: 'quantity' is not valid: "
      ),
      (
        #"{"kind":"sold","quantity":"2","password":"p"}"#,
        "400 malformed quantity: The body: 'quantity' has the wrong type"
      ),
      (
        #"{"kind":"sold","price":0.001,"password":"p"}"#,
        "400 refused price: price '0.001' has more decimals than USD has (2)"
      ),
      (#"{"kind":"sold","price":-1,"password":"p"}"#, "400 refused price: price '-1' is negative"),
      (
        #"{"kind":"received","cost":0.001,"password":"p"}"#,
        "400 refused cost: cost '0.001' has more decimals than USD has (2)"
      ),
      (
        #"{"kind":"sold","at":"soon","password":"p"}"#,
        "400 refused at: at 'soon' is not a time: write it like 2026-11-20T18:30"
      ),
      (
        #"{"kind":"sold","at":"2030-01-01","password":"p"}"#,
        "400 in_future at: The time is in the future"
      ),
      (#"{"kind":"sold","reference":"","password":"p"}"#, "400 refused reference: reference '' is empty"),
      (
        #"{"kind":"gone","password":"p"}"#,
        "400 refused kind: kind 'gone' is none of sold, received, returned, removed, correction"
      ),
      (#"{"kind":"removed","password":"p"}"#, "400 refused reason: reason is missing"),
      (
        #"{"kind":"removed","reason":"x","password":"p"}"#,
        "400 refused reason: reason 'x' is none of lost, broken, own-use"
      ),
      (#"{"kind":"correction","password":"p"}"#, "400 refused quantity: quantity is missing"),
      (
        #"{"kind":"correction","quantity":-5,"password":"p"}"#,
        "409 not_enough_stock quantity: Item 1 has 4 in stock, not 5"
      ),
      (#"{"kind":"correction","entry":1,"password":"p"}"#, "400 refused price: price is missing"),
      (
        #"{"kind":"correction","entry":1,"price":1,"password":"p"}"#,
        "409 not_a_sale entry: Entry 1 is not a sale"
      ),
      (
        #"{"kind":"correction","entry":2,"price":1,"password":"p"}"#,
        "404 no_such_entry entry: No entry with number '2'"
      ),
      (
        #"{"kind":"returned","password":"p"}"#,
        "409 not_sold quantity: Item 1 has no sale to take back"
      ),
      (
        #"{"kind":"returned","reference":"o","password":"p"}"#,
        "409 no_such_sale reference: No sale of item 1 has the reference 'o'"
      ),
      (
        #"{"kind":"correction","entry":1,"quantity":-1,"password":"p"}"#,
        "400 refused quantity: quantity '-1' is negative"
      ),
      (
        #"{"kind":"received","already_counted":true,"password":"p"}"#,
        "409 not_counted at: Item 1 was not counted after this time"
      ),
      (#"{"kind":"sold"}"#, "400 refused password: password is missing"),
      (#"{"kind":"sold","password":"x"}"#, "404 wrong_password password: Wrong password"),
      ("[]", "400 malformed body: The body: it is not the JSON that was expected, or ends too early"),
    ])
  func `a refusal names the field, and changes nothing`(body: String, reason: String) async throws {
    let market = try await market()
    let before = try Data(contentsOf: URL(filePath: market.path))
    #expect(try await post(body, market).refusal.hasPrefix(reason))
    #expect(try Data(contentsOf: URL(filePath: market.path)) == before)
  }

  @Test func `several movements are recorded together or not at all`() async throws {
    let market = try await market()
    func movements(_ second: String) -> String {
      #"{"movements":[{"item":1,"kind":"sold","reference":"o","password":"p"},\#(second)]}"#
    }
    #expect(
      try await post(
        movements(#"{"item":2,"kind":"sold","quantity":5,"password":"p"}"#), to: "/movements", market
      ).refusal
        == "409 not_enough_stock quantity: Item 2 has 4 in stock, not 5")
    #expect(
      try await post(movements(#"{"item":2,"kind":"sold","password":"x"}"#), to: "/movements", market).refusal
        == "404 wrong_password password: Wrong password")
    #expect(
      try await post(movements(#"{"kind":"sold","password":"p"}"#), to: "/movements", market).refusal
        == "400 refused item: item is missing")
    #expect(
      try await post(#"{"movements":[]}"#, to: "/movements", market).refusal
        == "400 refused movements: movements are not 1 to 100")
    #expect(try await market.manager.item(id: 1).stock == 4)
    let both = movements(#"{"item":2,"kind":"sold","quantity":4,"reference":"o","password":"p"}"#)
    #expect(try await post(both, to: "/movements", market).status == 201)
    // Both sales are known by their references.
    #expect(try await post(both, to: "/movements", market).status == 200)
    #expect(try await market.manager.page(PageQuery()).items.map(\.stock) == [3, 0])
  }

  @Test func `items that do not exist are no wrong passwords`() async throws {
    let market = try await market()
    func sell(_ item: Int, _ password: String) async throws -> Int {
      var request = HTTPRequest(
        .post, target: "/item/\(item)/movements", headers: [.contentType: "application/json"],
        body: HTTPBody(Data("{\"kind\":\"sold\",\"password\":\"\(password)\"}".utf8)))
      request.peer = "192.0.2.1"
      return try await market.response(to: request).status
    }
    for _ in 1...6 { #expect(try await sell(9, "p") == 404) }
    #expect(try await sell(1, "p") == 201)
    // A wrong password is one.
    for _ in 1...5 { #expect(try await sell(2, "x") == 404) }
    #expect(try await sell(2, "x") == 429)
    #expect(try await sell(1, "p") == 201)
  }

  @Test func `a repeated sale says so, and a return when its pieces were sold`() async throws {
    let market = try await market()
    let sale = #"{"kind":"sold","reference":"o","at":"2020-01-02T00:00:00Z","password":"p"}"#
    func movement(_ body: String) async throws -> RecordedMovement {
      let response = try await post(body, market)
      return try #require(try JSON.decode(RecordedBody.self, from: response.body).movements.first)
    }
    #expect(try await !movement(sale).isRepeated)
    #expect(try await movement(sale).isRepeated)
    let returned = try await movement(#"{"kind":"returned","password":"p"}"#)
    #expect(returned.soldAt == Date(timeIntervalSince1970: 1_577_923_200))
  }

  @Test func `what is missing is named by the part of the request that names it`() async throws {
    let market = try await market()
    #expect(
      try await post(#"{"kind":"sold","password":"p"}"#, to: "/item/9/movements", market).refusalCode
        == "404 not_found id")
    let several = try await post(
      #"{"movements":[{"item":9,"kind":"sold","password":"p"}]}"#, to: "/movements", market)
    #expect(
      several.shown
        == #"404 {"code":"not_found","details":{"item":9},"error":true,"field":"item","message":"Not Found","reason":"Not Found"}"#
    )
    let movement = try await market.response(to: HTTPRequest(.get, target: "/movement/9"))
    #expect(try movement.refusalCode == "404 no_such_entry id")
    let key = try await post(#"{"kind":"sold","password":"p"}"#, key: "k k", market)
    #expect(try key.refusalCode == "400 malformed Idempotency-Key")
    // Without numbers there are no details.
    let future = try await post(#"{"kind":"sold","at":"2030-01-01","password":"p"}"#, market)
    #expect(!future.shown.contains("details"))
  }

  @Test func `the history needs the password, and comes in pages`() async throws {
    let market = try await market()
    for _ in 1...3 { _ = try await post(#"{"kind":"sold","password":"p"}"#, market) }
    #expect(
      try await history("", password: nil, market).refusal
        == "400 refused password: password is missing: send it by HTTP Basic authentication")
    #expect(
      try await history("", password: "x", market).refusal == "404 wrong_password password: Wrong password"
    )
    let page = try await history("?per_page=3", market)
    #expect(page.headers["X-Total-Count"] == "4")
    #expect(page.headers[.link] == "</item/1/movements?page=2&per_page=3>; rel=\"next\"")
    #expect(page.headers[.cacheControl] == "no-store")
    let tag = try #require(page.headers[.eTag])
    var conditional = HTTPRequest(.get, target: "/item/1/movements?per_page=3", headers: [.ifNoneMatch: tag])
    conditional.headers[.authorization] = BasicCredentials(password: "p").text
    #expect(try await market.response(to: conditional).status == 304)
    #expect(try await history("?per_page=3&page=2", market).headers[.link] == nil)
    #expect(try await history("?page=0", market).refusal.hasPrefix("400 malformed page:"))
  }

  @Test func `an edit with the entity tag of another state is refused`() async throws {
    let market = try await market()
    let tag = try #require(
      try await market.response(to: HTTPRequest(.get, target: "/item/1")).headers[.eTag])
    func edit(_ tag: String) async throws -> HTTPResponse {
      var request = try Endpoint.edit(id: 1, ItemPatch(stock: 9), password: "p").request(boundary: "cut")
      request.headers[.ifMatch] = tag
      return try await market.response(to: request)
    }
    _ = try await post(#"{"kind":"sold","password":"p"}"#, market)
    #expect(
      try await edit(tag).refusal
        == "412 precondition_failed stock: The item has changed since it was read: its stock is 3")
    #expect(try await market.manager.item(id: 1).stock == 3)
    let present = try #require(
      try await market.response(to: HTTPRequest(.get, target: "/item/1")).headers[.eTag])
    #expect(try await edit("\"x\", \(present)").status == 200)
    #expect(try await edit("*").status == 200)
  }
}
