import Foundation
import TestSupport
import Testing

@testable import HTTP

/// Requests of web pages, by their origin.
struct CrossOriginTests {
  private static let allowed = "https://shop.example"

  /// The statuses of requests with these fields to `localhost:8080`.
  private func statuses(
    _ methods: [HTTPMethod], _ headers: HTTPHeaders, scheme: String = "http",
    authority: String = "localhost:8080", origins: [String] = [], publicURL: String? = nil
  ) async throws -> [Int] {
    let session = CrossOriginSession(
      MockSession { _ in HTTPResponse(status: 200) }, origins: origins,
      publicURLs: [publicURL].compactMap { $0.flatMap(URL.init) }
    )
    var statuses: [Int] = []
    for method in methods {
      let request = HTTPRequest(method, scheme: scheme, authority: authority, target: "/", headers: headers)
      statuses.append(try await session.response(to: request).status)
    }
    return statuses
  }

  private static let writes = ["POST", "PATCH", "DELETE", "PUT", "get"].map { HTTPMethod(rawValue: $0) }
  private static let reads: [HTTPMethod] = [.get, .head, .options]

  @Test(
    arguments: [
      ["Origin": "https://evil.example"], ["Origin": "http://localhost:3000"], ["Origin": "http://localhost"],
      ["Origin": "https://localhost:8080"], ["Origin": "http://127.0.0.1:8080"], ["Origin": "null"],
      ["Origin": ""], ["Origin": "localhost:8080"], ["Origin": "http://localhost:8080.evil.example"],
      ["Origin": "http://localhost:8080/"], ["Origin": "http://localhost:8080 http://evil.example"],
      ["Origin": "http://localhost:8080", "origin": "http://evil.example"],
      ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "Cross-Site"],
      ["Origin": "http://localhost:8080", "Sec-Fetch-Site": "cross-site"],
      ["Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-site"],
      ["Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"],
    ] as [HTTPHeaders])
  func `a web page of another origin must not write`(headers: HTTPHeaders) async throws {
    #expect(try await statuses(Self.writes, headers) == Self.writes.map { _ in 403 })
    #expect(try await statuses(Self.reads, headers) == [200, 200, 200])
    #expect(try await statuses([.post], headers, origins: [Self.allowed]) == [403])
    #expect(try await statuses([.post], headers, origins: ["*"]) == [200])
  }

  @Test(
    arguments: [
      [:], ["Origin": "http://localhost:8080"], ["Origin": "HTTP://LocalHost:8080"],
      ["Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"], ["Sec-Fetch-Site": "none"],
      ["Sec-Fetch-Site": "same-origin"], ["Sec-Fetch-Site": "same-site"],
    ] as [HTTPHeaders])
  func `other clients and pages of the server's origin may write`(headers: HTTPHeaders) async throws {
    #expect(try await statuses(Self.writes, headers) == Self.writes.map { _ in 200 })
  }

  @Test func `an allowed origin may write`() async throws {
    let page: HTTPHeaders = ["Origin": Self.allowed, "Sec-Fetch-Site": "cross-site"]
    #expect(try await statuses([.post], page, origins: [Self.allowed]) == [200])
    #expect(try await statuses([.post], page, origins: ["https://other.example"]) == [403])
    #expect(try await statuses([.post], ["Sec-Fetch-Site": "cross-site"], origins: [Self.allowed]) == [403])
  }

  @Test func `the server's origin is that of the request, or of the public URL`() async throws {
    let page: HTTPHeaders = ["Origin": "https://market.example"]
    #expect(try await statuses([.post], page) == [403])
    #expect(try await statuses([.post], page, publicURL: "https://Market.example:443/shop/") == [200])
    #expect(try await statuses([.post], page, publicURL: "http://market.example") == [403])
    let several = ["http://old.example", "https://market.example"].compactMap { URL(string: $0) }
    let session = CrossOriginSession(MockSession { _ in HTTPResponse(status: 200) }, publicURLs: several)
    for (origin, status) in [
      ("https://market.example", 200), ("http://old.example", 200), ("https://old.example", 403),
    ] {
      let request = HTTPRequest(
        .post, scheme: "http", authority: "localhost:8080", target: "/", headers: ["Origin": origin])
      #expect(try await session.response(to: request).status == status, "\(origin)")
    }
    for authority in ["market.example", "MARKET.example:443"] {
      #expect(try await statuses([.post], page, scheme: "https", authority: authority) == [200])
    }
    #expect(try await statuses([.post], page, scheme: "http", authority: "market.example") == [403])
    let plain: HTTPHeaders = ["Origin": "http://market.example"]
    #expect(try await statuses([.post], plain, authority: "market.example:80") == [200])
  }

  @Test func `the refusal says why, or is what the server makes of it`() async throws {
    let market = MockSession { _ in HTTPResponse(status: 200) }
    let request = HTTPRequest(.post, target: "/things", headers: ["Origin": "null"])
    let plain = try await CrossOriginSession(market).response(to: request)
    #expect(
      String(decoding: plain.body, as: UTF8.self)
        == "A web page of another origin must not change anything here (RFC 9110 §15.5.4)\n")
    let own = CrossOriginSession(market) { HTTPResponse(status: 403, body: Data($1.target.utf8)) }
    #expect(own.response(to: HTTPError(421, "", section: ""), of: request).body == Data("/things".utf8))
    #expect(try await own.response(to: request) == HTTPResponse(status: 403, body: Data("/things".utf8)))
    #expect(market.requests.isEmpty)
  }
}
