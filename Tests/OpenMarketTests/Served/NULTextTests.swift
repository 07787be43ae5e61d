import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Texts with NUL, which no database here stores, and one refuses as a value: nothing has such a text.
struct NULTextTests {
  /// A market with two items, of the first of which a piece was sold.
  private static func market() async throws -> LocalMarket {
    let market = LocalMarket(at: .ofOneTest, .forTests)
    let response = try await batch(
      [
        #"{"action":"add","key":"1","reference":"r","sku":"a","tags":["t"],"title":"Lamp","price":1,"currency":"USD","stock":5}"#,
        #"{"action":"add","key":"2","title":"Vase","price":1,"currency":"USD"}"#,
      ], market)
    try #require(response.count == 2)
    let sale = try await post("/item/1/movements", #"{"kind":"sold","reference":"o","password":"p"}"#, market)
    try #require(sale.status == 201)
    return market
  }

  private static func batch(_ lines: [String], _ market: LocalMarket) async throws -> [String] {
    let parts =
      [MultipartForm.Part(name: "password", text: "p")] + lines.map { .init(name: "item", text: $0) }
    let (type, body) = MultipartForm(parts: parts).encoded(boundary: "cut")
    let response = try await market.response(
      to: HTTPRequest(.post, target: "/items", headers: [.contentType: type], body: body))
    try #require(response.status == 200, "\(response.shown)")
    return String(decoding: response.body, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func post(_ target: String, _ json: String, _ market: LocalMarket) async throws
    -> HTTPResponse
  {
    try await market.response(
      to: HTTPRequest(
        .post, target: target, headers: [.contentType: "application/json"], body: HTTPBody(Data(json.utf8))))
  }

  @Test(arguments: [
    "/items/1?q=%00", "/items/1?q=Lamp%00", "/items/1?q=Lamp%20%00&sort=newest",
    "/api/products?search_value=a%00",
  ])
  func `a list by such a text is empty`(target: String) async throws {
    let market = try await Self.market()
    let response = try await market.response(to: HTTPRequest(.get, target: target))
    #expect(response.status == 200)
    let body = String(decoding: response.body, as: UTF8.self)
    #expect(!body.contains("Lamp") && !body.contains("Vase"))
  }

  @Test(arguments: [
    #"{"skus":["a\u0000"]}"#, #"{"references":["r\u0000"]}"#, #"{"keys":["\u0000"]}"#,
    #"{"search":"\u0000"}"#,
  ])
  func `an export by such a text is empty`(body: String) async throws {
    let response = try await Self.post(
      "/items/export", body.replacing("{", with: #"{"password":"p","#, maxReplacements: 1), Self.market())
    #expect(response.shown == "200")
  }

  @Test(arguments: [
    #"{"skus":["a","\u0000"]}"#, #"{"references":["\u0000","r"]}"#, #"{"keys":["1","1\u0000"]}"#,
  ])
  func `an export by such a text and another has the item of the other`(body: String) async throws {
    let response = try await Self.post(
      "/items/export", body.replacing("{", with: #"{"password":"p","#, maxReplacements: 1), Self.market())
    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self).split(separator: "\n").count == 1)
    #expect(response.shown.contains("Lamp"))
  }

  @Test(arguments: [
    (#"{"action":"add","sku":"\u0000","title":"Cup","price":1,"currency":"USD"}"#, "sku"),
    (#"{"action":"add","reference":"\u0000","title":"Cup","price":1,"currency":"USD"}"#, "reference"),
    (#"{"action":"add","key":"\u0000","title":"Cup","price":1,"currency":"USD"}"#, "key"),
    (#"{"action":"add","tags":["\u0000"],"title":"Cup","price":1,"currency":"USD"}"#, "tags"),
    (#"{"action":"add","barcodes":["\u0000"],"title":"Cup","price":1,"currency":"USD"}"#, "barcodes"),
    (#"{"action":"add","title":"Cup\u0000","price":1,"currency":"USD"}"#, "title"),
    (#"{"action":"update","sku":"a\u0000","price":2}"#, "not_found"),
    (#"{"action":"update","reference":"r\u0000","price":2}"#, "control character"),
    (#"{"action":"update","key":"1\u0000","price":2}"#, "control character"),
    (#"{"action":"delete","sku":"\u0000"}"#, "not_found"),
  ])
  func `a line of a batch with such a text is refused, and the others are done`(
    line: String, reason: String
  ) async throws {
    let market = try await Self.market()
    let results = try await Self.batch(
      [
        #"{"action":"add","key":"3","sku":"c","title":"Cup","price":1,"currency":"USD"}"#, line,
        #"{"action":"update","sku":"a","price":3}"#,
      ], market)
    try #require(results.count == 3)
    #expect(results[0].contains(#""result":"added""#))
    #expect(results[1].contains(#""result":"refused""#) && results[1].contains(reason), "\(results[1])")
    #expect(results[2].contains(#""result":"updated""#))
  }

  @Test(arguments: [
    #"{"kind":"sold","reference":"\u0000","password":"p"}"#,
    #"{"kind":"returned","reference":"o\u0000","password":"p"}"#,
    #"{"kind":"sold","note":"a\u0000","password":"p"}"#,
    #"{"kind":"removed","reason":"lost\u0000","password":"p"}"#,
    #"{"kind":"sold","at":"2026-01-01\u0000","password":"p"}"#,
    #"{"kind":"sold","password":"p\u0000"}"#,
  ])
  func `a movement with such a text is refused`(body: String) async throws {
    let market = try await Self.market()
    for target in ["/item/1/movements", "/movements"] {
      let body =
        target == "/movements"
        ? #"{"movements":[\#(body.replacing("{", with: #"{"item":1,"#, maxReplacements: 1))]}"# : body
      let response = try await Self.post(target, body, market)
      #expect((400..<500).contains(response.status), "\(target): \(response.shown)")
    }
    #expect(try await NetworkManager(session: market).item(id: 1).stock == 4)
  }

  @Test(arguments: ["tag=t%00", "tag=%00&q=Lamp", "vendor=%00"])
  func `a condition of a list takes no such text`(query: String) async throws {
    let response = try await Self.market().response(to: HTTPRequest(.get, target: "/items/1?\(query)"))
    #expect(response.status == 400)
  }

  @Test func `no entry has such a reference`() async throws {
    let market = try await Self.market()
    var request = HTTPRequest(.get, target: "/movements?item=1&reference=o%00")
    request.headers[.authorization] = BasicCredentials(password: "p").text
    let response = try await market.response(to: request)
    #expect(response.shown == #"200 {"movements":[]}"#)
  }

  @Test(arguments: [
    #"{"stars":5,"text":"a\u0000","password":"q"}"#,
    #"{"stars":5,"text":"a","author":"\u0000","password":"q"}"#,
    #"{"stars":5,"text":"a","receipt":"\u0000","password":"q"}"#,
  ])
  func `a review with such a text is refused`(body: String) async throws {
    let response = try await Self.post("/item/1/reviews", body, Self.market())
    #expect((400..<500).contains(response.status), "\(response.shown)")
  }
}
