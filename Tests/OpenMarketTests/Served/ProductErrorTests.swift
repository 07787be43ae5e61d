import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Errors of v2: `{"code":400,"message":"…"}`, which names the part or key.
@Suite(.serialized) struct ProductErrorTests {
  private static func product(_ changes: (String, String)...) -> String {
    var pairs = [
      ("name", #""n""#), ("description", #""d""#), ("price", "5"), ("currency", #""KRW""#),
      ("secret", #""SECRET""#),
    ]
    for (key, value) in changes {
      pairs.removeAll { $0.0 == key }
      if !value.isEmpty { pairs.append((key, value)) }
    }
    return "{" + pairs.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",") + "}"
  }

  @Test(arguments: [
    (product(("name", "")), "The key 'name' is missing"),
    (product(("description", "")), "The key 'description' is missing"),
    (product(("price", "")), "The key 'price' is missing"),
    (product(("currency", "")), "The key 'currency' is missing"),
    (product(("secret", "")), "The key 'secret' is missing"),
    (product(("secret", "null")), "The key 'secret' is missing"),
    (product(("name", #""""#)), "name '' is empty"),
    (product(("name", #"" \n""#)), "name ' \n' is empty"),
    (product(("name", "7")), "params: 'name' has the wrong type"),
    (
      product(("name", #""\#(String(repeating: "긴", count: 334))""#)),
      "name '\(String(repeating: "긴", count: 59))…' is longer than 1,000 bytes"
    ),
    (product(("name", #""a\u0000b""#)), "name 'a\0b' contains a NUL character"),
    (product(("price", #""five""#)), "params: 'price' is not valid: 'five' is not a number"),
    (product(("price", "true")), "params: 'price' has the wrong type"),
    (product(("price", #""""#)), "The key 'price' is missing"),
    (product(("price", "-5")), "price '-5' is negative"),
    (product(("price", "0.5")), "price '0.5' has more decimals than KRW has (none)"),
    (product(("price", "1e15")), "price '1000000000000000' is above 100000000000000"),
    (product(("currency", #""WON""#)), "currency 'WON' is not a currency that ISO 4217 lists"),
    (product(("stock", "-1")), "stock '-1' is negative"),
    (product(("stock", "1.5")), "params: 'stock' is not valid: '1.5' is not a whole number of 64 bits"),
    (
      product(("stock", "1e30")),
      "params: 'stock' is not valid: '1\(String(repeating: "0", count: 30))' is not a whole number of 64 bits"
    ),
    (product(("discounted_price", "-1")), "discounted_price '-1' is negative"),
    (product(("discounted_price", "6")), "discounted_price '6' is above the price '5'"),
    ("", "params: it is not the JSON that was expected, or ends too early"),
    ("[]", "params: it is not the JSON that was expected, or ends too early"),
    (#"{"name":"#, "params: it is not the JSON that was expected, or ends too early"),
  ])
  func `an invalid product gets 400 that names the key`(params: String, message: String) async throws {
    let store = try await VendorMarket()
    let response = try await store.add(params)
    let error = try JSONDecoder().decode(ErrorBody.self, from: response.body)
    #expect(response.status == 400)
    #expect(error.code == 400)
    #expect(error.message == message)
    #expect(try await NetworkManager(session: store.market).page(PageQuery()).total == 0)
  }

  private struct ErrorBody: Decodable {
    let code: Int
    let message: String
  }

  @Test func `an incomplete form gets 400 that names the part`() async throws {
    let store = try await VendorMarket()
    func badRequest(_ message: String) -> String { #"400 {"code":400,"message":"\#(message)"}"# }
    #expect(try await store.add(nil).shown == badRequest("The part 'params' is missing"))
    #expect(
      try await store.add(Self.product(), images: []).shown == badRequest("The part 'images' is missing"))
    #expect(
      try await store.add(Self.product(), images: Array(repeating: "macbook.png", count: 6)).shown
        == badRequest("The number of images must be 5 or less"))
    #expect(
      try await store.add(Self.product(), images: ["macbook.png", "item-1.json"]).shown
        == badRequest("images 'item-1.json' is neither a PNG nor a JPEG image"))
    #expect(
      try await store.add(Self.product(), as: "").shown == badRequest("The header 'identifier' is missing"))
  }

  @Test(arguments: [
    (#"{"name":"u"}"#, "The key 'secret' is missing"),
    (#"{"secret":"SECRET","name":""}"#, "name '' is empty"),
    (#"{"secret":"SECRET","price":4,"discounted_price":5}"#, "discounted_price '5' is above the price '4'"),
    (#"{"secret":"SECRET","currency":"X"}"#, "currency 'X' is not a currency that ISO 4217 lists"),
    (#"{"secret":"SECRET","thumbnail_id":99}"#, "thumbnail_id '99' is none of the product's images"),
    (#"{"secret":7}"#, "The body: 'secret' has the wrong type"),
    ("", "The body: it is not the JSON that was expected, or ends too early"),
  ])
  func `an invalid edit gets 400 that names the key, and changes nothing`(json: String, message: String)
    async throws
  {
    let store = try await VendorMarket()
    let added = try await store.add(Self.product())
    #expect(
      try await store.send(.patch, "/api/products/1", json).shown
        == #"400 {"code":400,"message":"\#(message)"}"#)
    #expect(try await store.send(.get, "/api/products/1").body == added.body)
  }

  @Test(arguments: [
    ("page_no=0", "page_no '0' is not a whole number from 1"),
    ("page_no=one", "page_no 'one' is not a whole number from 1"),
    ("page_no=9223372036854775808", "page_no '9223372036854775808' is not a whole number from 1"),
    ("page_no=%2B1", "page_no '+1' is not a whole number from 1"),
    ("items_per_page=0", "items_per_page '0' is not a whole number from 1 to 1000"),
    ("items_per_page=1001", "items_per_page '1001' is not a whole number from 1 to 1000"),
    ("items_per_page=%EA%B0%80", "items_per_page '가' is not a whole number from 1 to 1000"),
  ])
  func `an invalid page number or size gets 400 that names it`(query: String, message: String) async throws {
    #expect(
      try await VendorMarket().send(.get, "/api/products?\(query)").shown
        == #"400 {"code":400,"message":"\#(message)"}"#)
  }

  @Test(arguments: [
    (HTTPMethod(rawValue: "PUT"), "/api/products", "GET, HEAD, POST"),
    (.delete, "/api/products", "GET, HEAD, POST"),
    (.post, "/api/products/1", "GET, HEAD, PATCH, DELETE"), (.get, "/api/products/1/archived", "POST"),
    (.get, "/api/products/1/token", "DELETE"), (.post, "/healthChecker", "GET, HEAD"),
    (HTTPMethod(rawValue: "PUT"), "/item/1", "GET, HEAD, PATCH, DELETE"), (.get, "/item", "POST"),
    (.post, "/items/1", "GET, HEAD"),
    (.delete, "/images/1.png", "GET, HEAD"),
  ])
  func `an unsupported method gets 405 and the allowed methods`(
    method: HTTPMethod, target: String, allow: String
  ) async throws {
    let response = try await VendorMarket().send(method, target)
    let reason = "This path does not take \(method.rawValue)"
    #expect(
      response.shown
        == (target.hasPrefix("/item") || target.hasPrefix("/images")
          ? #"405 {"code":"method_not_allowed","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#
          : #"405 {"code":405,"message":"\#(reason)"}"#))
    #expect(response.headers["Allow"] == allow)
  }

  @Test(arguments: [
    "/api/products/0", "/api/products/-1", "/api/products/one", "/api/products/1", "/api/products/1/2/3",
    "/api/other",
    "/api/", "/healthChecker/more", "//api/products/1", "/api//products/1", "/api/products/+1",
    "/api/products/9223372036854775808",
  ])
  func `an unknown path of v2 gets 404 in v2's error format`(target: String) async throws {
    #expect(try await VendorMarket().send(.get, target).shown == #"404 {"code":404,"message":"Not Found"}"#)
  }

  @Test(arguments: [
    "/items/1/2", "/item/0", "/item/+1", "//item/1", "/item/1%20", "/item/-1",
    "/item/one", "/item/9223372036854775808", "/item/1",
    "/images",
    "/images/1.gif", "/images/01.png", "/images/1.png/2", "/images/+1.png",
  ])
  func `an unknown path of v1 gets 404 in v1's error format`(target: String) async throws {
    #expect(
      try await VendorMarket().send(.get, target).shown
        == #"404 {"code":"not_found","error":true,"message":"Not Found","reason":"Not Found"}"#)
  }
}
