import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

struct BatchWireTests {
  private static func form(_ parts: [MultipartForm.Part]) -> HTTPRequest {
    let (type, body) = MultipartForm(parts: parts).encoded(boundary: "cut")
    return HTTPRequest(.post, target: "/items", headers: [.contentType: type], body: body)
  }

  @Test func `the response has a JSON line for each item`() async throws {
    let market = LocalMarket(at: .ofOneTest, .forTests)
    let response = try await market.response(
      to: Self.form([
        .init(name: "password", text: "p"),
        .init(name: "item", text: #"{"action":"add","key":"1","title":"Lamp","price":1,"currency":"KRW"}"#),
        .init(name: "item", text: #"{"action":"add","key":"2","price":1,"currency":"KRW"}"#),
        .init(name: "item", text: #"{"action":"update","sku":"none","price":1}"#),
      ]))
    #expect(response.status == 200)
    #expect(response.headers[.contentType] == "application/jsonl")
    #expect(response.headers[.cacheControl] == "no-store")
    let lines = String(decoding: response.body, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix(#"{"id":1,"key":"1","result":"added","version":""#))
    #expect(
      lines[1]
        == #"{"code":"refused","field":"title","key":"2","message":"title is missing","result":"refused"}"#)
    #expect(lines[2] == #"{"code":"not_found","message":"Not Found","result":"refused"}"#)
  }

  @Test(
    arguments: [
      ([], "password is missing"),
      ([("item", #"{"action":"add"}"#)], "password is missing"),
      ([("password", "p")], "There are 0 items: send 1 to 500"),
      ([("password", "p"), ("item", #"{"title":"x"}"#)], "item 1: 'action' is missing"),
      ([("password", "p"), ("item", #"{"action":"steal"}"#)], "item 1: "),
      ([("password", "p"), ("item", "no JSON")], "item 1: "),
      ([("password", "p"), ("images[]", "x")], "An image stands before the first item"),
    ] as [([(String, String)], String)])
  func `a request that is no batch is refused as a whole`(
    parts: [(String, String)], reason: String
  ) async throws {
    let market = LocalMarket(at: .ofOneTest, .forTests)
    let response = try await market.response(
      to: parts.isEmpty
        ? HTTPRequest(.post, target: "/items") : Self.form(parts.map { .init(name: $0.0, text: $0.1) }))
    #expect(response.status == 400)
    if !parts.isEmpty { #expect(String(decoding: response.body, as: UTF8.self).contains(reason)) }
  }

  @Test(arguments: ["/items", "/items/export"])
  func `the paths of batches take POST alone`(target: String) async throws {
    let market = LocalMarket(at: .ofOneTest, .forTests)
    let response = try await market.response(to: HTTPRequest(.get, target: target))
    #expect(response.status == 405)
    #expect(response.headers[.allow] == "POST")
  }

  @Test func `more than 500 items are refused`() async throws {
    let market = LocalMarket(at: .ofOneTest, .forTests)
    let item = MultipartForm.Part(
      name: "item", text: #"{"action":"add","title":"Lamp","price":1,"currency":"KRW"}"#)
    let parts = [MultipartForm.Part(name: "password", text: "p")]
    let most = try await market.response(to: Self.form(parts + Array(repeating: item, count: 500)))
    #expect(most.status == 200)
    let more = try await market.response(to: Self.form(parts + Array(repeating: item, count: 501)))
    #expect(more.status == 400)
    #expect(try await NetworkManager(session: market).page(PageQuery()).total == 500)
  }

  @Test func `a market that may only be read exports, and takes no batch`() async throws {
    var options = LocalMarket.Options.forTests
    options.isReadOnly = true
    let manager = NetworkManager(session: LocalMarket(at: .ofOneTest, options))
    #expect(try await manager.export(ExportQuery()).isEmpty)
    await #expect(throws: ClientError.self) {
      try await manager.apply([(BatchItem(.delete, id: 1), nil)], password: "p")
    }
  }

  @Test func `another market has no batches`() async {
    let manager = NetworkManager(session: MockSession { _ in HTTPResponse(status: 404) })
    await #expect(throws: ClientError.unsupported(.batches)) { try await manager.export(ExportQuery()) }
  }

  @Test(arguments: [
    (#"{"ids":[1],"skus":["a"]}"#, "ids"), (#"{"limit":501}"#, "limit"), (#"{"limit":0}"#, "limit"),
  ])
  func `an export names the key that is wrong`(body: String, field: String) async throws {
    let market = LocalMarket(at: .ofOneTest, .forTests)
    let response = try await market.response(
      to: HTTPRequest(
        .post, target: "/items/export", headers: [.contentType: "application/json"],
        body: HTTPBody(Data(body.utf8))))
    #expect(response.status == 400)
    #expect(try JSON.decode(APIError.Body.self, from: response.body).field == field)
  }
}
