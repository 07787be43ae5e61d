import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Text from a client reaches the file system and SQL as a value only.
@Suite(.serialized) struct HostileRequestTests {
  private static let draft = ItemDraft(title: "t", price: Price(1, .usDollar))

  @Test(arguments: [
    "/images/../../etc/passwd", "/../../../../etc/passwd", "/images/%2e%2e/%2e%2e/etc/passwd",
    "/images/..%2f..%2fetc%2fpasswd", "/images/%2Fetc%2Fpasswd", "/images/1.png%00.txt", "/images/%00",
    "/images/market.sqlite", "/market.sqlite", "/images/1.png/../../market.sqlite", "/item/1%00",
    "/item/1'%20OR%201=1",
    "/item/1;DROP%20TABLE%20item", "/images/';DROP%20TABLE%20image;--", "/item/%FF", "/%ff%fe",
    "//etc/passwd",
    "/images//etc/passwd", "/images/1.png%0d%0aX-Evil:1", "/api/products/1%27", "/api/products/..%2f1",
    "/api/products/%00", "/item/٣", "/item/１", "/item/0x1", "/item/1e0",
  ])
  func `an invalid path gets 404 or 400 and touches no file`(path: String) async throws {
    let market = try ServedMarket()
    _ = try await NetworkManager(session: market).add(Self.draft, images: [], password: "p")
    let before = try market.store.names()
    let client = try RawClient(port: market.port)
    try await client.send("GET \(path) HTTP/1.1\r\nHost: \(market.authority)\r\nConnection: close\r\n\r\n")
    let response = try #require(try await client.response())
    #expect(
      response.hasPrefix("HTTP/1.1 404 Not Found\n") || response.hasPrefix("HTTP/1.1 400 Bad Request\n"))
    #expect(!response.contains("Evil:"))
    #expect(try market.store.names() == before)
    #expect(try await NetworkManager(session: market).item(id: 1).title == "t")
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `paths with dot segments sent by curl get 404`() async throws {
    let market = try ServedMarket()
    for path in ["/images/../../../../etc/passwd", "/images/%2e%2e/%2e%2e/etc/passwd"] {
      #expect(
        try await curl("--path-as-is", market.url + path)
          == #"{"code":"not_found","error":true,"message":"Not Found","reason":"Not Found"}"#)
    }
  }

  @Test(arguments: [
    "'; DROP TABLE item; --", "\" OR \"\"=\"", "%", "_", "\\", "../../etc/passwd", "$(reboot)", "<script>",
    "\u{202E}evil", "a\u{1B}[31mb", "긴 제목",
  ])
  func `text is stored unchanged, whatever it means in SQL, paths or HTML`(text: String) async throws {
    let market = try ServedMarket()
    let manager = NetworkManager(session: market)
    let image = ItemImage(filename: text, content: .bytes(try MockData.bytes("macbook.png")))
    let draft = ItemDraft(title: text, description: text, price: Price(1, .usDollar))
    let item = try await manager.add(draft, images: [image], password: text)
    #expect(item.title == text)
    #expect(item.description == text)
    #expect(item.images?.map { $0.path() } == ["/images/\(MockData.png(1))"])
    #expect(try await manager.edit(id: 1, ItemPatch(), password: text) == item)
    #expect(try await manager.page(PageQuery(search: "t" + text + "t")).items.isEmpty)
    #expect(try market.store.names() == [TemporaryMarket.filename])
    #expect(try await manager.delete(id: 1, password: text) == item)
  }

  @Test(arguments: ["'; DROP TABLE vendor; --", "' OR ''='", "%", "*", String(repeating: "x", count: 9_000)])
  func `an identifier or an idempotency key is only ever a value`(text: String) async throws {
    let store = try await VendorMarket()
    #expect(try await store.add(VendorMarket.params(), as: text).status == 401)
    #expect(try await store.send(.delete, "/api/products/token", as: text).status == 401)
    let response = try await store.add(VendorMarket.params(), ["Idempotency-Key": text])
    #expect([201, 400].contains(response.status))
    #expect(try await store.operation.vendors().map(\.name) == ["가게"])
  }

  @Test(arguments: [
    "/items/1?q=%ff", "/items/totals?currency=%ff", "/best/last?%ff=1", "/api/products?page_no=%c3%28",
  ])
  func `a query that is not UTF-8 is refused`(target: String) async throws {
    #expect(try await TemporaryMarket().response(to: HTTPRequest(.get, target: target)).status == 400)
  }

  @Test(arguments: ["/items/export", "/movements", "/item/1/movements"])
  func `JSON above 1 MiB is not read, whatever its body is called`(target: String) async throws {
    var request = HTTPRequest(.post, target: target)
    request.headers[.contentType] = "multipart/form-data; boundary=X"
    request.body = HTTPBody(Data(("{\"ids\":[" + String(repeating: "1,", count: 600_000) + "1]}").utf8))
    let response = try await TemporaryMarket().response(to: request)
    #expect(response.status == 413)
  }

  @Test func `what a client has sent is repeated in part`() async throws {
    let key = String(repeating: "k", count: 100_000)
    for body in [#"{"\(key)":1}"#, #"{"filters":{"\(key)":"1"}}"#, #"{"filters":{"tag":"\(key)"}}"#] {
      var request = HTTPRequest(.post, target: "/items/export")
      request.body = HTTPBody(Data(body.replacing("\\(key)", with: key).utf8))
      let response = try await TemporaryMarket().response(to: request)
      #expect(response.status == 400)
      #expect(response.body.count < 4_000)
      #expect((response.reason ?? "").utf8.count < 1_100)
    }
  }

  @Test func `a date beyond all calendars is the nearest that every time zone can write`() async throws {
    for (seconds, day) in [("1e300", "9999-12-30"), ("-1e18", "1583-01-03")] {
      let json = #"{"action":"add","title":"t","price":1,"registration_date":\#(seconds)}"#
      let item = try JSONReader.value(of: Data(json.utf8), BatchItem.init)
      #expect(item.registrationDate?.formatted(.iso8601).hasPrefix(day) == true)
    }
  }

  /// The Host field becomes a part of image URLs, so an invalid one is rejected.
  @Test(arguments: [
    "evil.example", "evil.example:80", "[::1]:8080", "a b", "a/b", "a\"b", "user@host", "<script>",
  ])
  func `a Host field appears in image URLs or is rejected`(host: String) async throws {
    let market = try ServedMarket()
    _ = try await NetworkManager(session: market).add(
      Self.draft, images: [try ItemImage(path: MockData.path("macbook.png"))], password: "p")
    let client = try RawClient(port: market.port)
    try await client.send("GET /item/1 HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
    let response = try #require(try await client.response())
    #expect(
      response.hasPrefix("HTTP/1.1 400 Bad Request\n")
        || response.contains(#""images":["http://\#(host)/images/\#(MockData.png(1))"]"#))
  }
}
