import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// The query items of requests, and the description of them that a server gives out.
struct QueryItemTests {
  @Test(arguments: [
    ("/sales?form=2026-11-01", "form", "after, by, date, from, margin, page, per_page, period, to"),
    ("/best/2026-11-01?size=5", "size", "by, currency, limit, period"),
    ("/item/1/reviews?stars=5", "stars", "page, per_page, sort"), ("/movement/1?page=2", "page", ""),
  ])
  func `an unknown item is refused, with those that are known`(
    target: String, name: String, known: String
  ) async throws {
    let market = try TemporaryMarket()
    let response = try await market.response(to: HTTPRequest(.get, target: target))
    let body = try JSON.decode(APIError.Body.self, from: response.body)
    let choices = known.isEmpty ? "takes none" : "takes \(known)"
    #expect(response.status == 400)
    #expect([body.field, body.reason] == [name, "Unknown query item '\(name)': this path \(choices)"])
  }

  @Test(arguments: ["/items/1?per-page=5", "/api/products?page_no=1&x=1"])
  func `v1 and v2 ignore unknown items`(target: String) async throws {
    let market = try TemporaryMarket()
    #expect(try await market.response(to: HTTPRequest(.get, target: target)).status == 200)
  }

  @Test func `a server gives out the description of its paths`() async throws {
    let market = try TemporaryMarket()
    var file = URL(filePath: #filePath)
    for _ in 1...4 { file.deleteLastPathComponent() }
    let response = try await market.response(to: HTTPRequest(.get, target: "/openapi.json"))
    #expect(response.headers[.contentType] == "application/json")
    #expect(response.body == (try Data(contentsOf: file.appending(path: ".github/openapi.json"))))
    let tag = try #require(response.headers[.eTag])
    let again = HTTPRequest(.get, target: "/openapi.json", headers: [.ifNoneMatch: tag])
    #expect(try await market.response(to: again).status == 304)
    #expect(try await market.response(to: HTTPRequest(.delete, target: "/openapi.json")).status == 405)
  }
}
