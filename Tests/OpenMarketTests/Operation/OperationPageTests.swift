import Foundation
@testable import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Health checks and metrics of a served market.
@Suite(.serialized) struct OperationPageTests {
  private static let token = "0123456789abcdef"

  private static func get(
    _ session: some Session, _ target: String, _ headers: HTTPHeaders = [:], from peer: String? = nil
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(.get, target: target, headers: headers)
    request.peer = peer
    return try await session.response(to: request)
  }

  @Test func `a server is ready until its store is gone, and alive then too`() async throws {
    let store = try await VendorMarket()
    #expect(try await Self.get(store.market, "/readyz").shown == "200 ready\n")
    try FileManager.default.removeItem(atPath: store.market.store.path(TemporaryMarket.filename))
    let response = try await Self.get(store.market, "/readyz")
    #expect(response.shown == "503 not ready: The store file was replaced or deleted\n")
    #expect(response.headers[.retryAfter] == "1")
    #expect(try await Self.get(store.market, "/healthz").shown == "200 alive\n")
  }

  @Test func `a server that drains is alive and not ready`() async throws {
    var options = LocalMarket.Options.forTests
    let status = ServerStatus(routes: [])
    options.status = status
    let market = LocalMarket(at: .memory, options)
    #expect(try await Self.get(market, "/readyz").status == 200)
    status.beginDraining()
    #expect(try await Self.get(market, "/readyz").shown == "503 not ready: The server is stopping\n")
    #expect(try await Self.get(market, "/healthz").status == 200)
  }

  @Test(
    arguments: [
      ("127.0.0.1", [:], 200), ("::1", [:], 200), ("::ffff:127.0.0.1", [:], 200), ("192.0.2.1", [:], 404),
      ("unix", [:], 404), (nil, [:], 404), ("127.0.0.1", ["X-Forwarded-For": "127.0.0.1"], 404),
      ("127.0.0.1", ["Forwarded": "for=127.0.0.1"], 404),
      ("192.0.2.1", ["Authorization": "Bearer 0123456789abcdef"], 200),
      ("127.0.0.1", ["X-Forwarded-For": "192.0.2.1", "Authorization": "bearer 0123456789abcdef"], 200),
      ("192.0.2.1", ["Authorization": "Bearer 0123456789abcdeF"], 404),
      ("192.0.2.1", ["Authorization": "Bearer 0123456789abcde"], 404),
      ("192.0.2.1", ["Authorization": "Basic 0123456789abcdef"], 404),
    ] as [(String?, HTTPHeaders, Int)])
  func `metrics are for this machine and for the token`(
    peer: String?, headers: HTTPHeaders, status: Int
  ) async throws {
    var options = LocalMarket.Options.forTests
    options.metricsToken = MetricsToken(Self.token)
    let market = LocalMarket(at: .memory, options)
    #expect(try await Self.get(market, "/metrics", headers, from: peer).status == status)
  }

  @Test func `without a token none opens the metrics`() async throws {
    let market = LocalMarket(at: .memory, .forTests)
    for field in ["Bearer", "Bearer ", "Bearer x"] {
      let response = try await Self.get(market, "/metrics", [.authorization: field], from: "192.0.2.1")
      #expect(response.status == 404)
    }
  }

  @Test func `behind a trusted proxy the address of the client decides`() async throws {
    let market = try ServedMarket(trustedProxies: .local)
    #expect(try await Self.get(market, "/metrics").status == 200)
    for address in ["192.0.2.1", "127.0.0.1"] {
      #expect(try await Self.get(market, "/metrics", ["X-Forwarded-For": address]).status == 404)
    }
  }

  @Test(arguments: ["", "0123456789abcde", "0123456789abcde f", "비밀비밀비밀비밀"])
  func `a text that is short or has other characters is no token`(text: String) {
    #expect(MetricsToken(text) == nil)
  }

  @Test func `requests are counted by route, and pages by where they came from`() async throws {
    let status = ServerStatus(routes: LocalMarket.routeNames(with: nil))
    var options = LocalMarket.Options.forTests
    options.status = status
    let market = LocalMarket(at: .memory, options)
    for _ in 1...3 { _ = try await Self.get(market, "/items/1") }
    let counts = status.makeCounts()
    for target in ["/items/1", "//items/2?a", "/elsewhere", "-"] {
      counts.note(route: status.route(of: target), status: 200, milliseconds: 2)
    }
    let response = try await Self.get(market, "/metrics", from: "127.0.0.1")
    #expect(response.headers[.contentType] == "application/openmetrics-text; version=1.0.0; charset=utf-8")
    let lines = String(decoding: response.body, as: UTF8.self).split(separator: "\n")
    for line in [
      "market_requests_total{route=\"/items\",status=\"2xx\"} 2",
      "market_requests_total{route=\"other\",status=\"2xx\"} 2",
      "market_request_duration_seconds_bucket{route=\"/items\",le=\"0.001\"} 0",
      "market_request_duration_seconds_bucket{route=\"/items\",le=\"0.005\"} 2",
      "market_page_cache_hits_total 2", "market_page_cache_misses_total 1",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(lines.last == "# EOF")
  }
}
