import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Requests that would take long or much memory are refused, or answered, without doing so.
struct CostlyRequestTests {
  private static func form(_ name: String, _ bytes: Int) -> HTTPRequest {
    let text = String(repeating: "1", count: bytes)
    return HTTPRequest(
      .post, target: name == "params" ? "/api/products" : "/item",
      headers: [.contentType: "multipart/form-data; boundary=cut"],
      body: HTTPBody(
        Data("--cut\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n--cut--\r\n".utf8)))
  }

  @Test(arguments: ["price", "descriptions", "params", "unknown"])
  func `a text of a form is read up to 512 KiB`(name: String) async throws {
    let market = LocalMarket(at: .memory, .forTests)
    let reason = "The part '\(name)' has 524289 bytes, more than 524288"
    let response = try await market.response(to: Self.form(name, 524_289))
    #expect(response.status == 400)
    #expect(String(decoding: response.body, as: UTF8.self).contains(reason))
    let shorter = try await market.response(to: Self.form(name, 524_288))
    #expect(!String(decoding: shorter.body, as: UTF8.self).contains("more than 524288"))
  }

  @Test func `an amount of more than 38 digits is none, at once`() {
    #expect(Decimal(exactly: String(repeating: "9", count: 38)) != nil)
    #expect(Decimal(exactly: "-" + String(repeating: "9", count: 38)) != nil)
    #expect(Decimal(exactly: String(repeating: "9", count: 39)) == nil)
    #expect(Decimal(exactly: String(repeating: "e\u{301}", count: 1_000_000)) == nil)
  }

  @Test(arguments: [nil, "bytes=2-9"])
  func `HEAD of an image has the length, and reads nothing`(range: String?) async throws {
    let market = try TemporaryMarket()
    let image = try ItemImage(path: MockData.path("macbook.png"))
    _ = try await market.manager.add(
      ItemDraft(title: "t", price: Price(1, .usDollar)), images: [image], password: "p")
    var request = HTTPRequest(.get, target: "/images/1.png")
    let whole = try await market.response(to: request)
    // A range is of GET alone (RFC 9110 §14.2).
    if let range { request.headers[.range] = range }
    request.omitsContents = true
    let head = try await market.response(to: request)
    #expect((head.status, head.headers) == (whole.status, whole.headers))
    #expect((head.omittedLength, head.body) == (whole.body.count, Data()))
  }

  @Test func `a wrong password is refused before images are checked`() async throws {
    let market = try TemporaryMarket()
    let image = try ItemImage(path: MockData.path("macbook.png"))
    _ = try await market.manager.add(
      ItemDraft(title: "t", price: Price(1, .usDollar)), images: [image], password: "p")
    let broken = ItemImage(filename: "x.png", content: .bytes(Data("no image".utf8)))
    for (password, status) in [("wrong", 404), ("p", 400)] {
      let request = try Endpoint.edit(id: 1, ItemPatch(images: [broken]), password: password)
        .request(boundary: "cut")
      #expect(try await market.response(to: request).status == status)
    }
  }
}
