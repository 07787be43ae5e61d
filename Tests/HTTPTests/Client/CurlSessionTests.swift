#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import HTTP

  /// The behaviour of libcurl's connection alone; `ConnectionTests` tests the common behaviour.
  struct CurlSessionTests {
    private let session = CurlSession(limits: ClientLimits(idle: patience))

    private func get(_ target: String = "/", _ headers: HTTPHeaders = [:]) -> HTTPRequest {
      HTTPRequest(.get, target: target, headers: headers)
    }

    @Test func `a connection is reused for the next request`() async throws {
      let server = try ScriptedServer { [.respond("200 OK", body: $0.line)] }
      for number in 0..<5 {
        let response = try await session.response(to: get("/\(number)").to(server))
        #expect(response.body == Data("GET /\(number) HTTP/1.1".utf8))
      }
      #expect(server.connectionCount == 1)
    }

    @Test func `a connection with bytes after the response is not reused`() async throws {
      let server = try ScriptedServer { request in
        request.line == "GET /a HTTP/1.1"
          ? [
            .send(
              "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 500 Evil\r\nContent-Length: 1\r\n\r\nb")
          ]
          : [.respond("200 OK", body: "c")]
      }
      #expect(try await session.response(to: get("/a").to(server)).body == Data("a".utf8))
      #expect(try await session.response(to: get("/b").to(server)).body == Data("c".utf8))
      #expect(server.connectionCount == 2)
    }

    /// A server that closes the connection on the second request, as at the end of its idle time.
    private func closingServer() throws -> ScriptedServer {
      let count = Locked(0)
      return try ScriptedServer { _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        return number == 2 ? [.close] : [.respond("200 OK", body: "\(number)")]
      }
    }

    @Test func `a request that may be repeated is, when a reused connection is closed`() async throws {
      let server = try closingServer()
      let progress = TransferProgress()
      var post = HTTPRequest(
        .post, target: "/", headers: ["Idempotency-Key": "k"], body: HTTPBody(Data(count: 1000)))
      post.progress = progress
      #expect(try await session.response(to: get().to(server)).body == Data("1".utf8))
      #expect(try await session.response(to: post.to(server)).body == Data("3".utf8))
      #expect(server.requests.map(\.body.count) == [0, 1000, 1000])
      // The bytes of the first attempt are not counted.
      #expect(progress.sent == 1000)
    }

    @Test(arguments: [HTTPMethod.post, .patch, .delete])
    func `a request that must not be repeated is sent once, on a new connection`(method: HTTPMethod)
      async throws
    {
      let server = try closingServer()
      _ = try await session.response(to: get().to(server))
      await #expect(throws: SessionError.connectionLost(.beforeHead)) {
        try await session.response(to: HTTPRequest(method, target: "/").to(server))
      }
      #expect(server.requests.count == 2)
      #expect(server.connectionCount == 2)
    }

    @Test(arguments: [
      "/a/../b", "/./a", "//a//b", "/a/..", "/%2e%2e/", "/%41%zz", "/?", "/a?b?c=/../d", "/a;b=c", "/*",
      "/a%00b",
    ])
    func `the target is sent unchanged`(target: String) async throws {
      let server = try ScriptedServer { _ in [.respond("200 OK")] }
      _ = try? await session.response(to: get(target).to(server))
      // Foundation finds no URL in some; what is sent is sent unchanged.
      for request in server.requests { #expect(request.line == "GET \(target) HTTP/1.1") }
      if target != "/%41%zz" { #expect(server.requests.count == 1) }
    }

    @Test func `fields are sent unchanged, also without a value`() async throws {
      let server = try ScriptedServer { _ in [.respond("200 OK")] }
      _ = try await session.response(
        to: get(
          "/", ["X-A": "", "X-B": " ", "X-C": "a;b: c", "X-D": "한글", "Accept": "a/b", "User-Agent": "me"]
        )
        .to(server))
      let head = try #require(server.requests.first).head
      #expect(
        head == """
          GET / HTTP/1.1\r
          Host: \(server.authority)\r
          Accept-Encoding: \(try #require(server.requests.first?.field("Accept-Encoding")))\r
          X-A:\r
          X-B:\r
          X-C: a;b: c\r
          X-D: 한글\r
          Accept: a/b\r
          User-Agent: me\r
          \r\n
          """)
    }

    @Test func `a value cannot begin another field`() async throws {
      let server = try ScriptedServer { _ in [.respond("200 OK")] }
      _ = try await session.response(to: get("/", ["X-A": "a\r\nX-Evil: b\0c"]).to(server))
      #expect(server.requests.first?.field("X-A") == "a  X-Evil: b c")
      #expect(server.requests.first?.field("X-Evil") == nil)
    }

    @Test func `a POST without contents has the length 0`() async throws {
      let server = try ScriptedServer { _ in [.respond("200 OK")] }
      _ = try await session.response(to: HTTPRequest(.post, target: "/").to(server))
      #expect(server.requests.first?.field("Content-Length") == "0")
    }

    @Test(arguments: [
      "Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\", qop=\"auth\"", "Negotiate", "NTLM", "Bearer",
      "AWS4-HMAC-SHA256", "Negotiate, NTLM, Basic realm=\"x\"",
    ])
    func `401 is a response, whatever its scheme`(scheme: String) async throws {
      let server = try ScriptedServer { _ in
        [.respond("401 Unauthorized", ["WWW-Authenticate: \(scheme)"], body: "why")]
      }
      let response = try await session.response(to: get().to(server))
      #expect(response.status == 401)
      #expect(response.headers["WWW-Authenticate"] == scheme)
      #expect(response.body == Data("why".utf8))
      #expect(server.requests.map { $0.field("Authorization") } == [nil])
    }

    @Test(arguments: ["u:p@127.0.0.1:1", "u@127.0.0.1", "127.0.0.1:99999", "[::1", "a b"])
    func `an authority that is no host and port is an error`(authority: String) async {
      await #expect(throws: SessionError.unsupportedAddress("http://\(authority)/")) {
        try await session.response(to: HTTPRequest(.get, scheme: "http", authority: authority, target: "/"))
      }
    }

    @Test func `a host that does not exist is an error`() async {
      // Reserved for names that never exist (RFC 6761 §6.4).
      await #expect(throws: SessionError.unknownHost) {
        try await session.response(
          to: HTTPRequest(.get, scheme: "http", authority: "market.invalid", target: "/"))
      }
    }

    @Test func `the length of a response without contents is not limited`() async throws {
      let length = "Content-Length: 100000000000"
      let server = try ScriptedServer { request in
        [
          .send(
            "HTTP/1.1 \(request.line.hasPrefix("HEAD") ? "200 OK" : "304 Not Modified")\r\n\(length)\r\n\r\n")
        ]
      }
      #expect(try await session.response(to: HTTPRequest(.head, target: "/").to(server)).status == 200)
      #expect(try await session.response(to: get().to(server)).status == 304)
    }

    @Test func `the thread ends with its engine`() async throws {
      weak var released: CurlEngine?
      do {
        let engine = try CurlEngine()
        released = engine
        engine.stop()
      }
      try await eventually("the session is released") { [weak released] in released == nil }
    }

    @Test func `a request after the end of the thread is an error`() async throws {
      let engine = try CurlEngine()
      engine.stop()
      let server = try ScriptedServer { _ in [.respond("200 OK")] }
      let route = try CurlRoute(
        get().to(server), ProxySettings(environment: [:]),
        certificates: CertificateAuthorities(file: nil, environment: [:])
      )
      let error = await #expect(throws: (any Error).self) {
        try await engine.response(to: get().to(server), route, limits: ClientLimits())
      }
      #expect(error is CancellationError || error as? SessionError == SessionError(.unexpected))
    }

    @Test func `connections end with the session`() async throws {
      let server = try ScriptedServer { _ in [.respond("200 OK")] }
      do {
        let session = CurlSession()
        _ = try await session.response(to: get().to(server))
        #expect(server.openConnectionCount == 1)
      }
      try await eventually("the connection is closed") { server.openConnectionCount == 0 }
    }
  }
#endif
