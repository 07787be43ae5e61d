import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Keys of JSON that a request does not have: a misspelt one would ask for something else.
struct StrictBodyTests {
  private static func market() async throws -> LocalMarket {
    let market = LocalMarket(at: .memory, .forTests)
    let draft = ItemDraft(title: "t", price: Price(1, .usDollar), stock: 9)
    _ = try await NetworkManager(session: market).add(draft, images: [], password: "p")
    return market
  }

  private static func send(_ method: HTTPMethod, _ target: String, _ body: String, to market: LocalMarket)
    async throws
    -> HTTPResponse
  {
    var request = HTTPRequest(method, target: target, body: HTTPBody(Data(body.utf8)))
    request.headers[.authorization] = BasicCredentials(password: "p").text
    return try await market.response(to: request)
  }

  @Test(arguments: [
    (
      "POST /item/1/movements", #""kind":"sold","quanity":3,"password":"p""#, "quanity",
      "The body: 'quanity' is unknown: the keys are already_counted, at, item, kind, note, password, price, "
        + "quantity, reference"
    ),
    (
      "POST /item/1/movements", #""kind":"sold","entry":2,"password":"p""#, "entry",
      "The body: 'entry' is unknown: the keys are already_counted, at, item, kind, note, password, price, "
        + "quantity, reference"
    ),
    (
      "POST /item/1/movements", #""kind":"received","price":2,"password":"p""#, "price",
      "The body: 'price' is unknown: the keys are already_counted, at, cost, item, kind, note, password, "
        + "quantity, reference"
    ),
    (
      "POST /item/1/movements", #""kind":"correction","quantity":1,"cost":2,"password":"p""#, "cost",
      "The body: 'cost' is unknown: the keys are already_counted, at, entry, item, kind, note, password, "
        + "quantity, reference"
    ),
    (
      "POST /item/1/reviews", #""stars":5,"folded":true,"password":"p""#, "folded",
      "The body: 'folded' is unknown: the keys are author, password, receipt, stars, text"
    ),
    (
      "POST /item/1/movements", #""kind":"sold","kind":"sold","password":"p""#, "kind",
      "The body: 'kind' is given twice"
    ),
    (
      "POST /movements", #""movements":[{"item":1,"kind":"sold","password":"p","x":1}]"#, "x",
      "The body: 'movements[0].x' is unknown: the keys are already_counted, at, item, kind, note, password, "
        + "price, quantity, reference"
    ),
    ("POST /trash/1", #""SKU":"S""#, "SKU", "The body: 'SKU' is unknown: the keys are sku"),
    ("POST /undo/1", #""forced":true"#, "forced", "The body: 'forced' is unknown: the keys are force, plan"),
    (
      "POST /items/export", #""filter":{}"#, "filter",
      "The body: 'filter' is unknown: the keys are after, filters, ids, keys, limit, own, password, references, "
        + "search, secret, skus, titles"
    ),
  ])
  func `unknown and repeated keys are refused with the known ones, and nothing is done`(
    request: String, members: String, field: String, reason: String
  ) async throws {
    let market = try await Self.market()
    let words = request.split(separator: " ").map(String.init)
    let response = try await Self.send(HTTPMethod(rawValue: words[0]), words[1], "{\(members)}", to: market)
    let isRepeated = reason.hasSuffix("twice")
    #expect(try response.refusal == "400 \(isRepeated ? "malformed" : "unknown_field") \(field): \(reason)")
    #expect(try await NetworkManager(session: market).item(id: 1).stock == 9)
  }

  @Test func `items of a batch have no unknown keys`() async throws {
    let market = try await Self.market()
    let parts = [("password", "p"), ("item", #"{"action":"update","id":1,"stock":2,"sku ":"S"}"#)]
    let form = MultipartForm(parts: parts.map { .init(name: $0.0, text: $0.1) }).encoded(boundary: "cut")
    let request = HTTPRequest(
      .post, target: "/items", headers: [.contentType: form.contentType], body: form.body)
    let refusal = try await market.response(to: request).refusal
    #expect(
      refusal.hasPrefix(
        "400 unknown_field sku : item 1: 'sku ' is unknown: the keys are action, barcodes, cells, clear, cost,"
      ))
    #expect(refusal.hasSuffix("title, version, version_key"))
  }

  @Test(arguments: [
    ("atmoic", "true", "'atmoic' is unknown: the keys are atomic, images[], item, password, secret"),
    ("password", "p", "'password' is given twice"),
  ])
  func `a batch has no unknown parts, and none twice`(name: String, text: String, reason: String) async throws
  {
    let market = try await Self.market()
    let parts = [("password", "p"), (name, text), ("item", #"{"action":"update","id":1,"stock":2}"#)]
    let form = MultipartForm(parts: parts.map { .init(name: $0.0, text: $0.1) }).encoded(boundary: "cut")
    let request = HTTPRequest(
      .post, target: "/items", headers: [.contentType: form.contentType], body: form.body)
    let response = try await market.response(to: request)
    #expect(
      try response.status == 400 && response.refusal.contains("the form: \(reason)"), "\(response.shown)")
    #expect(try await NetworkManager(session: market).item(id: 1).stock == 9)
  }

  @Test(arguments: [
    ("DELETE", "/item/1", #"{"password":"p","x":1,"x":2}"#, 200),
    ("DELETE", "/item/1", #"{"password":"p","password":"x","id":1}"#, 200),
  ])
  func `v1 ignores them`(method: String, target: String, body: String, status: Int) async throws {
    let market = try await Self.market()
    #expect(try await Self.send(HTTPMethod(rawValue: method), target, body, to: market).status == status)
  }

  @Test func `v2 ignores them`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params())
    let body = #"{"secret":"SECRET","stock":4,"product_id":1,"stock":5}"#
    let response = try await store.send(.patch, "/api/products/1", body)
    #expect(response.status == 200)
    #expect(try JSON.decode(Stock.self, from: response.body).stock == 4)
  }

  private struct Stock: Decodable { let stock: Int }

  @Test func `a market that does not know a field that was given is older than this program`() async throws {
    let session = MockSession { _ in
      APIError.malformed(.unknown("resellable", known: ["kind"])).response(in: .extensions)
    }
    let client = NetworkManager(
      session: session, server: try #require(URL(string: "http://m.example")), retries: .never)
    await #expect(throws: ClientError.unsupported(.field("resellable"))) {
      _ = try await client.record([
        (MovementRequest(itemID: 1, .return(quantity: 1, isResellable: false)), "p")
      ])
    }
    // The field is sent where it was given alone.
    _ = try? await client.record([(MovementRequest(itemID: 1, .return(quantity: 1, isResellable: true)), "p")]
    )
    let bodies = try session.requests.map { String(decoding: try $0.body.bytes(), as: UTF8.self) }
    #expect(bodies.map { $0.contains("resellable") } == [true, false])
  }
}
