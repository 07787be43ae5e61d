#if os(Linux)
  import Foundation
  import HTTP
  import TestSupport
  import Testing

  /// Responses that no good server sends: none is a crash, each is the error that says what happened.
  struct CurlBadServerTests {
    private let session = CurlSession(limits: ClientLimits(idle: patience))

    private func ask(_ steps: [ScriptedServer.Step]) async throws -> HTTPResponse {
      let server = try ScriptedServer { _ in steps }
      defer { server.stop() }
      return try await session.response(to: HTTPRequest(.get, target: "/").to(server))
    }

    private func expect(
      _ error: SessionError, from steps: [ScriptedServer.Step],
      sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      await #expect(throws: error, sourceLocation: sourceLocation) { try await ask(steps) }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"

    @Test(arguments: [
      ("", SessionError.LossPoint.beforeHead), ("HTT", .beforeHead), ("HTTP/1.1 200", .beforeHead),
      ("HTTP/1.1 200 OK\r\n", .insideHead), ("HTTP/1.1 200 OK\r\nX-A", .insideHead),
      ("HTTP/1.1 200 OK\r\nX-A: b\r\n", .insideHead),
      ("HTTP/1.1 100 Continue\r\n\r\n", .beforeHead),
      ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n", .insideHead),
      ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", .insideBody),
      ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123456789", .insideBody),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .insideBody),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5", .insideBody),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", .insideBody),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-T", .insideBody),
    ])
    func `a response that is cut off is a lost connection`(begin: String, point: SessionError.LossPoint) async
    {
      await expect(.connectionLost(point), from: [.send(begin), .close])
      await expect(.connectionLost(point), from: [.send(begin), .pause(.milliseconds(50)), .reset])
    }

    @Test func `contents without a length that are reset are a lost connection`() async {
      await expect(
        .connectionLost(.insideBody), from: [.send(Self.ok + "\r\nhello"), .pause(.milliseconds(50)), .reset])
    }

    @Test func `a connection that is closed or reset at once is lost`() async throws {
      for step in [ScriptedServer.Step.close, .reset] {
        let server = try ScriptedServer(greeting: [step]) { _ in [] }
        await #expect(throws: SessionError.connectionLost(.beforeHead)) {
          try await session.response(to: HTTPRequest(.get, target: "/").to(server))
        }
        server.stop()
      }
    }

    @Test(arguments: [
      "<html>hello</html>", "{\"a\": 1}\r\n\r\n", "SSH-2.0-OpenSSH_9\r\n", "220 mail ESMTP\r\n",
      "HTTP/1.1 099 X\r\n\r\n",
      "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "\u{0}\u{1}\u{2}\n",
      "\r\n\r\n",
      "ICY 200 OK\r\n\r\n", "RTSP/1.0 200 OK\r\n\r\n",
    ])
    func `a response without a status line is malformed`(answer: String) async {
      await expect(.malformedHead(.statusLine), from: [.send(answer), .close])
    }

    @Test(arguments: [
      ("no colon\r\n", SessionError.HeadDefect.field), ("X A: b\r\n", .field), ("X-A : b\r\n", .field),
      (": b\r\n", .field), ("X-A: a\u{0}b\r\n", .controlCharacter), ("X\u{0}A: b\r\n", .controlCharacter),
      ("X-A: \u{1}\r\n", .controlCharacter), ("X-A: a\rX-B: b\r\n", .controlCharacter),
      ("Content-Length: -5\r\n", .contentLength), ("Content-Length: +5\r\n", .contentLength),
      ("Content-Length: 0x5\r\n", .contentLength), ("Content-Length: five\r\n", .contentLength),
      ("Content-Length:\r\n", .contentLength), ("Content-Length: 5\r\nContent-Length: 2\r\n", .contentLength),
      ("Content-Length: 5, 2\r\n", .contentLength),
      ("Content-Length: 18446744073709551621\r\n", .contentLength),
      ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", .contentLength),
      ("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", .contentLength),
    ])
    func `a field that could be read in two ways is malformed`(
      fields: String, defect: SessionError.HeadDefect
    ) async {
      // The server keeps the connection open: the error does not wait for more.
      await expect(
        .malformedHead(defect), from: [.send(Self.ok + fields + "\r\n5\r\nhello\r\n0\r\n\r\n"), .stall])
    }

    @Test func `another protocol that was not asked for is malformed`() async {
      await expect(
        .malformedHead(.other),
        from: [.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"), .stall])
    }

    @Test(arguments: [
      "Content-Length: 5", "Content-Length: 5\r\nContent-Length: 5", "Content-Length: 5, 5", "X: y",
    ])
    func `unusual, but clear`(field: String) async throws {
      let response = try await ask([.send("\(Self.ok)X-A: \u{FF}\r\n\(field)\r\n\r\nhello"), .close])
      #expect(response.body == Data("hello".utf8))
    }

    @Test func `invalid UTF-8 in a field is replaced`() async throws {
      let response = try await ask([
        .send(Self.ok), .send(Data("X-A: ".utf8) + [0xFF, 0xC0]), .send("\r\nContent-Length: 0\r\n\r\n"),
      ])
      #expect(response.headers["X-A"] == "\u{FFFD}\u{FFFD}")
    }

    @Test(arguments: ["zz", "-5", "10000000000000005", "", "0x5", "FFFFFFFFFFFFFFFF"])
    func `a chunk with a bad size is damage`(size: String) async {
      await expect(
        .malformedBody,
        from: [.send(Self.ok + "Transfer-Encoding: chunked\r\n\r\n\(size)\r\nhello\r\n0\r\n\r\n"), .stall])
    }

    @Test func `a chunk that is longer than its size is damage`() async {
      await expect(
        .malformedBody,
        from: [.send(Self.ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n"), .stall])
    }

    @Test(arguments: ["foo", "gzip, chunked", "chunked, foo"])
    func `an unknown or damaged transfer coding is damage`(coding: String) async {
      await expect(
        .malformedBody,
        from: [.send(Self.ok + "Transfer-Encoding: \(coding)\r\n\r\n5\r\nhello\r\n0\r\n\r\n"), .close])
    }

    /// Pieces that never end: the response is refused long before these would.
    private func endless(_ begin: String, _ piece: String, _ count: Int) -> [ScriptedServer.Step] {
      [.send(begin)] + (0..<count).map { _ in .send(piece) } + [.stall]
    }

    @Test(arguments: [
      ("", "HTTP/1.1 100 Continue\r\n\r\n"), ("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
      ("HTTP/1.1 200 OK\r\n", "X: y\r\n"),
      ("HTTP/1.1 200 OK\r\nX: ", "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"),
      ("HTTP/1.1 200 ", "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"),
      ("HTTP/1.1 200 OK\r\nX: y\r\n", " folded\r\n"),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n"),
    ])
    func `a head without an end is too large`(begin: String, piece: String) async {
      await expect(.headTooLarge, from: endless(begin, piece, 10_000))
    }

    @Test func `a head with many or long fields is too large`() async {
      let many = (0..<10_000).map { "X-\($0): y\r\n" }.joined()
      await expect(.headTooLarge, from: [.send(Self.ok + many + "\r\n"), .stall])
      let long = "X: " + String(repeating: "y", count: 1 << 20) + "\r\n"
      await expect(.headTooLarge, from: [.send(Self.ok + long + "\r\n"), .stall])
    }

    @Test(arguments: ["", "Transfer-Encoding: chunked\r\n"])
    func `contents without an end are too large`(coding: String) async {
      let block = String(repeating: " ", count: 1 << 20)
      await expect(
        .bodyTooLarge,
        from: endless(Self.ok + coding + "\r\n", coding.isEmpty ? block : "100000\r\n\(block)\r\n", 100))
    }

    @Test func `an announced length above 64 MiB is too large at once`() async {
      await expect(.bodyTooLarge, from: [.send(Self.ok + "Content-Length: 67108865\r\n\r\n"), .stall])
    }

    @Test func `64 MiB are not too large`() async throws {
      let response = try await ask([
        .send(Self.ok + "Content-Length: 67108864\r\n\r\n"), .send(Data(repeating: 0x20, count: 64 << 20)),
      ])
      #expect(response.body.count == 64 << 20)
    }

    @Test func `HTTP where TLS is expected is a failed handshake`() async throws {
      let server = try ScriptedServer(greeting: [.send("220 mail.example ESMTP\r\n")]) { _ in [] }
      await #expect(throws: SessionError.handshake) {
        try await session.response(
          to: HTTPRequest(.get, scheme: "https", authority: server.authority, target: "/"))
      }
    }

    @Test func `a reset inside the TLS handshake is a lost connection`() async throws {
      let server = try ScriptedServer(greeting: [.pause(.milliseconds(50)), .reset]) { _ in [] }
      await #expect(throws: SessionError.connectionLost(.beforeHead)) {
        try await session.response(
          to: HTTPRequest(.get, scheme: "https", authority: server.authority, target: "/"))
      }
    }
  }
#endif
