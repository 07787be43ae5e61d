import Foundation
import TestSupport
import Testing

@testable import HTTP

/// Which requests reach the server, and which are satisfied by stored responses.
struct CachingTests {
  private static let start = Date(timeIntervalSince1970: 1_795_240_680)

  private let folder: TemporaryFolder
  private let clock = Locked(start)

  init() throws {
    folder = try TemporaryFolder()
  }

  private func caching(_ session: any Session, reloads: Bool = false) -> CachingSession {
    let clock = clock
    return CachingSession(
      session, cache: DiskCache(folder: folder.path("answers")), reloads: reloads, now: { clock.value },
      alsoInvalidates: { _ in [Self.get("/things/1")] })
  }

  /// The stored response on disk.
  private func cached(_ target: String) -> StoredResponse? {
    ResponseHistory(DiskCache(folder: folder.path("answers"))).response(to: Self.get(target))
  }

  private func wait(_ seconds: Double) {
    clock.withLock { $0 += seconds }
  }

  private static func get(_ target: String, _ headers: HTTPHeaders = [:], host: String = "host")
    -> HTTPRequest
  {
    HTTPRequest(.get, scheme: "https", authority: host, target: target, headers: headers)
  }

  /// A server with one tag, which responds to each request without it with a new body.
  private func server(_ headers: HTTPHeaders) -> MockSession {
    let count = Locked(0)
    return MockSession { request in
      if let tag = headers["ETag"], request.headers["If-None-Match"] == tag {
        return HTTPResponse(status: 304, headers: headers)
      }
      let number = count.withLock { count in
        count += 1
        return count
      }
      return HTTPResponse(status: 200, headers: headers, body: Data("answer \(number)".utf8))
    }
  }

  private func text(_ session: any Session, _ request: HTTPRequest) async throws -> String {
    let response = try await session.response(to: request)
    return "\(response.status) " + String(decoding: response.body, as: UTF8.self)
  }

  @Test func `a fresh response is reused, in this run and the next`() async throws {
    let server = server(["Cache-Control": "public, max-age=60, immutable"])
    let first = caching(server)
    #expect(try await text(first, Self.get("/p.png")) == "200 answer 1")
    wait(59)
    #expect(try await text(first, Self.get("/p.png")) == "200 answer 1")
    #expect(try await text(caching(server), Self.get("/p.png")) == "200 answer 1")
    #expect(server.requests.count == 1)
    wait(1)
    #expect(try await text(caching(server), Self.get("/p.png")) == "200 answer 2")
  }

  @Test func `a stale response is revalidated by its tag and reused after 304`() async throws {
    let server = server(["ETag": "\"a\"", "X-Total-Count": "7"])
    for _ in 1...3 {
      #expect(try await text(caching(server), Self.get("/things/1")) == "200 answer 1")
      wait(5)
    }
    #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\"", "\"a\""])
    #expect(cached("/things/1")?.date == Self.start + 10)
  }

  @Test func `a 304 updates the stored fields`() async throws {
    let server = MockSession { request in
      request.headers["If-None-Match"] == nil
        ? HTTPResponse(status: 200, headers: ["ETag": "\"a\"", "X-Total-Count": "7"], body: Data("x".utf8))
        : HTTPResponse(status: 304, headers: ["ETag": "\"a\"", "X-Total-Count": "8", "Content-Length": "0"])
    }
    _ = try await caching(server).response(to: Self.get("/things/1"))
    let second = try await caching(server).response(to: Self.get("/things/1"))
    #expect(
      second
        == HTTPResponse(status: 200, headers: ["ETag": "\"a\"", "X-Total-Count": "8"], body: Data("x".utf8)))
  }

  @Test func `a field of a 304 replaces all stored fields of its name`()
    async throws
  {
    let server = MockSession { request in
      var headers: HTTPHeaders = ["ETag": "\"a\""]
      let isKnown = request.headers["If-None-Match"] != nil
      for page in isKnown ? ["2", "3"] : ["1"] { headers.append("Link", "</\(page)>") }
      return HTTPResponse(status: isKnown ? 304 : 200, headers: headers)
    }
    for links in [["</1>"], ["</2>", "</3>"]] {
      #expect(try await caching(server).response(to: Self.get("/a")).headers.values(for: "Link") == links)
      #expect(cached("/a")?.response.headers.values(for: "Link") == links)
    }
  }

  @Test(
    arguments: [
      ["Cache-Control": "no-store"], ["Set-Cookie": "session=secret"], ["Vary": "Accept, *"],
    ] as [HTTPHeaders])
  func `a response that must not be stored is removed by its validation`(headers: HTTPHeaders) async throws {
    let server = MockSession { request in
      request.headers["If-None-Match"] == nil
        ? HTTPResponse(status: 200, headers: ["ETag": "\"a\""], body: Data("x".utf8))
        : HTTPResponse(status: 304, headers: headers)
    }
    #expect(try await text(caching(server), Self.get("/a")) == "200 x")
    #expect(cached("/a") != nil)
    #expect(try await text(caching(server), Self.get("/a")) == "200 x")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("answers")) == [])
  }

  @Test(arguments: [
    ("\"a\"", "\"b\"", false), ("\"a\"", "W/\"b\"", false), (nil, "\"b\"", false),
    ("\"a\"", "\"a\"", true), ("\"a\"", nil, true), (nil, nil, true),
    // A server that compresses calls the same tag weak (RFC 9110 §8.8.3.2).
    ("W/\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true),
  ])
  func `a 304 for another tag is followed by an unconditional request`(
    tag: String?, confirmed: String?, isConfirmed: Bool
  ) async throws {
    let count = Locked(0)
    let server = MockSession { request in
      let isKnown = ["If-None-Match", "If-Modified-Since"].contains { request.headers[$0] != nil }
      var headers: HTTPHeaders = ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
      headers["ETag"] = isKnown ? confirmed : tag
      let number = count.withLock { count in
        count += isKnown ? 0 : 1
        return count
      }
      return HTTPResponse(
        status: isKnown ? 304 : 200, headers: headers, body: isKnown ? Data() : Data("\(number)".utf8))
    }
    #expect(try await text(caching(server), Self.get("/a")) == "200 1")
    #expect(try await text(caching(server), Self.get("/a")) == (isConfirmed ? "200 1" : "200 2"))
    #expect(server.requests.count == (isConfirmed ? 2 : 3))
  }

  @Test func `a response without a tag is revalidated by its date`() async throws {
    let server = server(["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
    _ = try await text(caching(server), Self.get("/p.png"))
    _ = try await text(caching(server), Self.get("/p.png"))
    #expect(
      server.requests.map { $0.headers["If-Modified-Since"] } == [nil, "Sun, 06 Nov 1994 08:49:37 GMT"])
  }

  @Test(arguments: [
    ("max-age=60", 59.0, true), ("max-age=60", 60, false), ("MAX-AGE=60", 59, true),
    ("max-age=60", -1, false),
    ("max-age=60, max-age=5", 6, false), ("max-age=\"60\"", 1, false), ("max-age=-1", 0, false),
    ("max-age=99999999999999999999", 900_000_000, true), ("no-cache, max-age=60", 1, false),
    ("No-Cache=\"Set-Cookie, X\", max-age=60", 1, false), ("public", 0, false), ("", 0, false),
  ])
  func `freshness follows the server's fields`(field: String, passed: Double, isFresh: Bool) async throws {
    let server = server(["Cache-Control": field])
    _ = try await text(caching(server), Self.get("/p.png"))
    wait(passed)
    _ = try await text(caching(server), Self.get("/p.png"))
    #expect(server.requests.count == (isFresh ? 1 : 2))
  }

  @Test func `Age counts, and Expires applies without max-age`() async throws {
    let aged = server(["Cache-Control": "max-age=60", "Age": "50"])
    let dated = server([
      "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Expires": "Sun, 06 Nov 1994 08:49:47 GMT",
    ])
    for session in [aged, dated] {
      for seconds in [9.0, 1] {
        _ = try await text(caching(session), Self.get("/\(session === aged)"))
        wait(seconds)
      }
      #expect(session.requests.count == 1)
      _ = try await text(caching(session), Self.get("/\(session === aged)"))
      #expect(session.requests.count == 2)
    }
  }

  @Test(arguments: [
    ("max-age=0", 0.0, true), ("no-cache", 1, true), ("max-age=5", 4, false), ("max-age=5", 5, true),
    ("max-age=90", 59, false), ("max-age=90", 60, true), ("max-stale=90", 59, false),
  ])
  func `the request's Cache-Control can require a newer response`(wish: String, passed: Double, isAsked: Bool)
    async throws
  {
    let server = server(["Cache-Control": "max-age=60", "ETag": "\"a\""])
    _ = try await text(caching(server), Self.get("/a"))
    wait(passed)
    let wanted = Self.get("/a", ["Cache-Control": wish])
    #expect(try await text(caching(server), wanted) == "200 answer 1")
    #expect(server.requests.map { $0.headers["If-None-Match"] } == (isAsked ? [nil, "\"a\""] : [nil]))
    // The entry is the same one, and the confirmed response is fresh for later requests.
    #expect(try await text(caching(server), Self.get("/a")) == "200 answer 1")
    #expect(server.requests.count == (isAsked ? 2 : 1))
  }

  @Test func `the response to a no-store request is not stored`() async throws {
    let server = server(["Cache-Control": "max-age=60"])
    #expect(try await text(caching(server), Self.get("/a", ["Cache-Control": "no-store"])) == "200 answer 1")
    #expect(try await text(caching(server), Self.get("/a")) == "200 answer 2")
  }

  @Test(
    arguments: [
      ["Cache-Control": "no-store, max-age=60"], ["Cache-Control": "max-age=60", "Set-Cookie": "a=b"],
      ["Cache-Control": "max-age=60", "Vary": "Accept, *"],
    ] as [HTTPHeaders])
  func `a response that must not be stored is not`(headers: HTTPHeaders) async throws {
    let server = server(headers)
    #expect(try await text(caching(server), Self.get("/a")) == "200 answer 1")
    #expect(try await text(caching(server), Self.get("/a")) == "200 answer 2")
    #expect(FileManager.default.fileExists(atPath: folder.path("answers")) == false)
  }

  @Test(arguments: [201, 204, 206, 301, 401, 429, 500, 503])
  func `only a 200 is stored`(status: Int) async throws {
    let server = MockSession { _ in HTTPResponse(status: status, headers: ["Cache-Control": "max-age=60"]) }
    _ = try await caching(server).response(to: Self.get("/a"))
    _ = try await caching(server).response(to: Self.get("/a"))
    #expect(server.requests.count == 2)
  }

  @Test(arguments: ["Authorization", "Cookie", "Range", "If-None-Match", "X-Token"])
  func `a request with a field outside the safelist is not cached`(name: String) async throws {
    let server = server(["Cache-Control": "max-age=60"])
    var request = Self.get("/a")
    request.headers[HTTPField.Name(name)] = "x"
    #expect(try await text(caching(server), request) == "200 answer 1")
    #expect(try await text(caching(server), Self.get("/a")) == "200 answer 2")
    #expect(try await text(caching(server), request) == "200 answer 3")
    #expect(server.requests.map { $0.headers[HTTPField.Name(name)] } == ["x", nil, "x"])
  }

  @Test func `URLs with different queries are different keys`() async throws {
    let server = server(["Cache-Control": "max-age=60"])
    let targets = ["/p?op=rotate&op=crop", "/p?op=crop&op=rotate", "/p?&op=crop&op=rotate", "/p?", "/p"]
    for _ in 1...2 {
      for (number, target) in targets.enumerated() {
        #expect(try await text(caching(server), Self.get(target)) == "200 answer \(number + 1)")
      }
    }
    #expect(server.requests.map(\.target) == targets)
  }

  @Test func `each server has its own keys`() {
    let hosts = ["host", "HOST:443", "host:444", "host.example"]
    let http = HTTPRequest(.get, scheme: "http", authority: "host", target: "/")
    #expect(
      (hosts.map { Self.get("/", host: $0) } + [http]).map { CacheKey($0)?.text } == [
        "GET https://host/", "GET https://host/", "GET https://host:444/", "GET https://host.example/",
        "GET http://host/",
      ])
    #expect(CacheKey(Self.get("/", host: "me:secret@host")) == nil)
    #expect(CacheKey(HTTPRequest(.get, target: "/")) == nil)
  }

  @Test func `a response of an unaccepted media type does not replace the stored one`()
    async throws
  {
    let isCaptive = Locked(false)
    let server = MockSession { _ in
      isCaptive.value
        ? HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Data("Log in!".utf8))
        : HTTPResponse(
          status: 200, headers: ["Content-Type": "application/json; charset=utf-8"], body: Data("{}".utf8))
    }
    let request = Self.get("/things/1", ["Accept": "application/json"])
    #expect(try await text(caching(server), request) == "200 {}")
    isCaptive.withLock { $0 = true }
    #expect(try await text(caching(server), request) == "200 Log in!")
    let cached = ResponseHistory(DiskCache(folder: folder.path("answers"))).response(to: request)
    #expect(cached.map { String(decoding: $0.response.body, as: UTF8.self) } == "{}")
  }

  @Test func `a response without a media type is stored`() async throws {
    for type in ["Image/PNG", "application/octet-stream", nil] {
      let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
      let server = MockSession { _ in HTTPResponse(status: 200, headers: headers) }
      let request = Self.get("/\(type ?? "none")", ["Accept": "image/png, image/jpeg"])
      _ = try await caching(server).response(to: request)
      #expect(ResponseHistory(DiskCache(folder: folder.path("answers"))).response(to: request) != nil)
    }
  }

  @Test func `a response selected by Vary is reused for the same field value only`() async throws {
    let server = server(["Cache-Control": "max-age=60", "Vary": "accept-language"])
    #expect(try await text(caching(server), Self.get("/a", ["Accept-Language": "ko"])) == "200 answer 1")
    #expect(try await text(caching(server), Self.get("/a", ["Accept-Language": "ko"])) == "200 answer 1")
    let cached = ResponseHistory(DiskCache(folder: folder.path("answers")))
    #expect(cached.response(to: Self.get("/a", ["Accept-Language": "en"])) == nil)
    #expect(try await text(caching(server), Self.get("/a", ["Accept-Language": "en"])) == "200 answer 2")
  }

  @Test func `a reload ignores stored responses and stores new ones`() async throws {
    let server = server(["Cache-Control": "max-age=60", "ETag": "\"a\""])
    #expect(try await text(caching(server), Self.get("/a")) == "200 answer 1")
    #expect(try await text(caching(server, reloads: true), Self.get("/a")) == "200 answer 2")
    #expect(try await text(caching(server), Self.get("/a")) == "200 answer 2")
    #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, nil])
  }

  @Test(arguments: [(200, true), (201, true), (500, true), (nil, true), (404, false), (422, false)])
  func `an unsafe request invalidates stored responses, unless it is rejected`(
    status: Int?, forgets: Bool
  ) async throws {
    let server = MockSession { request in
      if request.method == .get {
        return HTTPResponse(status: 200, headers: ["Cache-Control": "max-age=60"], body: Data("x".utf8))
      }
      guard let status else { throw SessionError.connectionLost(.insideBody) }
      return HTTPResponse(status: status)
    }
    let targets = ["/thing/7", "/thing/8", "/things/1", "/things/2?size=5", "/p.png"]
    let session = caching(server)
    for target in targets { _ = try await session.response(to: Self.get(target)) }
    _ = try? await session.response(
      to: HTTPRequest(.patch, scheme: "https", authority: "host", target: "/thing/7"))
    let before = server.requests.count
    for target in targets { _ = try await session.response(to: Self.get(target)) }
    let asked = server.requests.dropFirst(before).map(\.target)
    #expect(asked == (forgets ? ["/thing/7", "/things/1", "/things/2?size=5"] : []))
  }

  @Test func `what an unsafe request invalidates stays in the history, and is validated once`() async throws {
    let server = MockSession { request in
      let isKnown = request.headers["If-None-Match"] == "\"a\""
      return HTTPResponse(
        status: request.method == .get && isKnown ? 304 : 200,
        headers: ["Cache-Control": "max-age=60", "ETag": "\"a\""], body: isKnown ? Data() : Data("x".utf8))
    }
    let session = caching(server)
    let targets = ["/thing/7", "/things/1"]
    for target in targets { _ = try await session.response(to: Self.get(target)) }
    wait(1)
    let change = HTTPRequest(.patch, scheme: "https", authority: "host", target: "/thing/7")
    for _ in 1...2 {
      _ = try await session.response(to: change)
      for target in targets {
        #expect(cached(target)?.isInvalidated == true)
        #expect(cached(target)?.date == Self.start)
      }
    }
    wait(1)
    // Another process finds the mark, too.
    for session in [caching(server), session, caching(server)] {
      for target in targets { #expect(try await text(session, Self.get(target)) == "200 x") }
    }
    let conditions = server.requests.dropFirst(4).map { "\($0.target) \($0.headers["If-None-Match"] ?? "-")" }
    #expect(conditions == targets.map { "\($0) \"a\"" })
    for target in targets {
      #expect(cached(target)?.isInvalidated == false)
      #expect(cached(target)?.date == Self.start + 2)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("answers")).count == 2)
  }

  @Test(arguments: [(200, true), (500, false), (404, false)])
  func `a deleted resource is removed from the history`(status: Int, isRemoved: Bool) async throws {
    let server = MockSession { HTTPResponse(status: $0.method == .get ? 200 : status, body: Data("x".utf8)) }
    for target in ["/thing/7", "/things/1"] { _ = try await caching(server).response(to: Self.get(target)) }
    _ = try await caching(server).response(
      to: HTTPRequest(.delete, scheme: "https", authority: "host", target: "/thing/7"))
    #expect((cached("/thing/7") == nil) == isRemoved)
    #expect(cached("/things/1") != nil)
  }

  @Test func `a 404 or 410 removes the stored response`() async throws {
    let isGone = Locked(false)
    let server = MockSession { _ in HTTPResponse(status: isGone.value ? 404 : 200) }
    _ = try await caching(server).response(to: Self.get("/thing/7"))
    isGone.withLock { $0 = true }
    #expect(try await text(caching(server), Self.get("/thing/7")) == "404 ")
    #expect(cached("/thing/7") == nil)
  }
}
