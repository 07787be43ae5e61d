import Foundation
import TestSupport
import Testing

@testable import HTTP

/// Stored redirects, and the responses that they lead to.
struct CachedRedirectTests {
  private static let start = Date(timeIntervalSince1970: 1_795_240_680)

  private let folder: TemporaryFolder
  private let clock = Locked(start)
  /// The current response of each URL.
  private let responses = Locked<[String: HTTPResponse]>([:])
  private let network: MockSession

  init() throws {
    folder = try TemporaryFolder()
    let responses = responses
    network = MockSession { request in
      var response = responses.value[request.url?.absoluteString ?? ""] ?? HTTPResponse(status: 404)
      if let tag = response.headers["ETag"], request.headers["If-None-Match"] == tag {
        response.status = 304
        response.body = Data()
      }
      return response
    }
  }

  /// A new session with the same cache folder, as in a new process.
  private var session: RedirectingSession {
    let clock = clock
    return RedirectingSession(
      CachingSession(network, cache: DiskCache(folder: folder.path("cache")), now: { clock.value }))
  }

  private var history: ResponseHistory { ResponseHistory(DiskCache(folder: folder.path("cache"))) }

  private func put(_ url: String, _ status: Int = 200, _ headers: HTTPHeaders = [:], _ text: String = "") {
    responses.withLock { $0[url] = HTTPResponse(status: status, headers: headers, body: Data(text.utf8)) }
  }

  private func get(_ url: String, _ headers: HTTPHeaders = [:]) throws -> HTTPRequest {
    let url = try #require(URL(string: url))
    return HTTPRequest(
      .get, scheme: url.scheme, authority: url.authority, target: url.target, headers: headers)
  }

  private func text(_ url: String, _ headers: HTTPHeaders = [:]) async throws -> String {
    String(decoding: try await session.response(to: get(url, headers)).body, as: UTF8.self)
  }

  private func cachedText(_ url: String, _ headers: HTTPHeaders = [:]) throws -> String? {
    history.response(to: try get(url, headers)).map { String(decoding: $0.response.body, as: UTF8.self) }
  }

  /// The requested URLs and their tags, without the first `before` requests.
  private func requested(_ before: Int = 0) -> [String] {
    network.requests.dropFirst(before).map { request in
      (request.url?.absoluteString ?? "") + (request.headers["If-None-Match"].map { " if not \($0)" } ?? "")
    }
  }

  @Test func `each response of a redirect chain is stored under its own URL`() async throws {
    put("http://a/p", 302, ["Location": "http://b/p", "Cache-Control": "no-store"])
    put("http://b/p", 200, ["Cache-Control": "max-age=31536000"], "theirs")
    #expect(try await text("http://a/p") == "theirs")
    put("http://a/p", 200, [:], "ours")
    #expect(try await text("http://a/p") == "ours")
    #expect(try await text("http://b/p") == "theirs")
    #expect(requested() == ["http://a/p", "http://b/p", "http://a/p"])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `the freshness of a redirect depends on its own fields`(status: Int) async throws {
    put("http://a/p", status, ["Location": "http://b/p", "Cache-Control": "max-age=60"])
    put("http://b/p", 200, ["Cache-Control": "max-age=90"], "there")
    for seconds in [59.0, 1, 29, 1] {
      #expect(try await text("http://a/p") == "there")
      clock.withLock { $0 += seconds }
    }
    #expect(requested() == ["http://a/p", "http://b/p", "http://a/p"])
    #expect(try await text("http://a/p") == "there")
    #expect(requested(3) == ["http://b/p"])
  }

  @Test func `a redirect is not revalidated by its tag`() async throws {
    put("http://a/p", 302, ["Location": "http://b/p", "ETag": "\"way\""])
    put("http://b/p", 200, ["ETag": "\"contents\""], "there")
    for _ in 1...2 { #expect(try await text("http://a/p") == "there") }
    #expect(requested() == ["http://a/p", "http://b/p", "http://a/p", "http://b/p if not \"contents\""])
  }

  @Test func `the history of a redirected request has the oldest date of the chain`() async throws {
    put("http://a/things/1", 301, ["Location": "https://a/things/1", "Cache-Control": "max-age=60"])
    put("https://a/things/1", 302, ["Location": "/things/one"])
    put("https://a/things/one", 200, [:], "there")
    for _ in 1...2 {
      _ = try await text("http://a/things/1")
      clock.withLock { $0 += 30 }
    }
    let request = try get("http://a/things/1")
    #expect(try cachedText("http://a/things/1") == "there")
    #expect(history.response(to: request)?.date == Self.start)
    #expect(history.response(to: try get("https://a/things/1"))?.date == Self.start + 30)
    #expect(try history.responses(besides: [get("http://a/things/9")], limit: 5).map(\.date) == [Self.start])
  }

  @Test func `an incomplete redirect chain has no history`() async throws {
    put("http://a/p", 302, ["Location": "http://b/p"])
    put("http://b/p", 200, ["Cache-Control": "no-store"], "there")
    #expect(try await text("http://a/p") == "there")
    #expect(try cachedText("http://a/p") == nil)
    put("http://a/p", 302, ["Location": "/p"])
    await #expect(throws: SessionError.tooManyRedirects) { try await text("http://a/p") }
    #expect(try cachedText("http://a/p") == nil)
  }

  @Test(arguments: [
    ("https://a/p", "http://b/p", ""), ("https://a/p", "mailto:me", ""), ("https://a/p", "/q", "no-store"),
  ])
  func `a redirect that must not be followed or stored is not stored`(
    url: String, location: String, cacheControl: String
  ) async throws {
    put(url, 301, ["Location": location, "Cache-Control": cacheControl])
    _ = try? await text(url)
    #expect(FileManager.default.fileExists(atPath: folder.path("cache")) == false)
  }

  @Test func `a redirect selected by Vary is reused for the same field value only`() async throws {
    put("http://a/p", 302, ["Location": "http://a/ko", "Vary": "Accept-Language"])
    put("http://a/ko", 200, [:], "여기")
    #expect(try await text("http://a/p", ["Accept-Language": "ko"]) == "여기")
    #expect(try cachedText("http://a/p", ["Accept-Language": "ko"]) == "여기")
    #expect(try cachedText("http://a/p", ["Accept-Language": "en"]) == nil)
  }

  @Test(arguments: [301, 302, 303, 307, 308], ["", "no-store"])
  func `a captive portal does not replace stored responses`(
    status: Int, cacheControl: String
  ) async throws {
    let headers: HTTPHeaders = ["Accept": "application/json"]
    let json: HTTPHeaders = ["Content-Type": "application/json"]
    put("http://a/1", 200, json, "one")
    put("http://a/2", 301, ["Location": "https://a/2"])
    put("https://a/2", 200, json, "two")
    let urls = ["http://a/1", "http://a/2"]
    for url in urls { _ = try await text(url, headers) }
    for url in urls { put(url, status, ["Location": "http://portal/", "Cache-Control": cacheControl]) }
    put("http://portal/", 200, ["Content-Type": "text/html"], "Log in!")
    for url in urls { #expect(try await text(url, headers) == "Log in!") }
    #expect(try urls.map { try cachedText($0, headers) } == ["one", "two"])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is stored together with the response it leads to`(status: Int) async throws {
    put("http://a/p", 200, [:], "old")
    _ = try await text("http://a/p")
    put("http://a/p", status, ["Location": "http://a/q"])
    put("http://a/q", 503)
    _ = try await text("http://a/p")
    #expect(try cachedText("http://a/p") == "old")
    put("http://a/q", 200, [:], "new")
    _ = try await text("http://a/p")
    #expect(try cachedText("http://a/p") == "new")
  }
}
