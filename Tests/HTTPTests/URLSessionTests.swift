import Foundation
import HTTP
import TestSupport
import Testing
import URLLoading

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.serialized) struct URLSessionTests {
  /// Sends one request to a scripted server and returns the response, or throws the error of the session.
  private func ask(
    _ steps: ScriptedServer.Step..., by request: HTTPRequest = HTTPRequest(.get, target: "/"),
    timeout: Duration = patience
  ) async throws -> HTTPResponse {
    try await ask(try ScriptedServer { _ in steps }, request, timeout: timeout)
  }

  private func ask(
    _ server: ScriptedServer, _ request: HTTPRequest, timeout: Duration = patience
  ) async throws -> HTTPResponse {
    defer { server.stop() }
    var request = request
    request.scheme = "http"
    request.authority = server.authority
    let session = URLSession.ephemeral(limits: ClientLimits(idle: timeout))
    defer { session.finishTasksAndInvalidate() }
    return try await session.response(to: request)
  }

  @Test func `a response is received completely`() async throws {
    let response = try await ask(.respond("201 Created", ["X-A: 1"], body: "hello"))
    #expect(response.status == 201)
    #expect(response.headers.values(for: "x-a") == ["1"])
    #expect(response.headers.values(for: "content-length") == ["5"])
    #expect(response.body == Data("hello".utf8))
  }

  @Test func `the progress of an upload is reported`() async throws {
    let halfway = Locked(0)
    let progress = TransferProgress()
    let server = try ScriptedServer { _ in
      halfway.withLock { $0 = progress.sent }
      return [.respond("200 OK")]
    }
    var request = HTTPRequest(.post, target: "/", body: HTTPBody(Data(count: 3 << 20)))
    request.progress = progress
    #expect(progress.sent == 0)
    _ = try await ask(server, request)
    #expect(halfway.value == 3 << 20)
    #expect(progress.sent == 3 << 20)
  }

  @Test(arguments: [HTTPMethod.get, .post, .patch, .delete, HTTPMethod(rawValue: "PUT")])
  func `a request is sent unchanged`(method: HTTPMethod) async throws {
    let server = try ScriptedServer { _ in [.respond("200 OK")] }
    let body = method == .get ? HTTPBody.empty : HTTPBody(Data("{\"password\":\"p\"}".utf8))
    _ = try await ask(
      server,
      HTTPRequest(
        method, target: "/a%20b/%ED%95%9C?c=d%2Fe",
        headers: ["Content-Type": "application/json", "X-A": "1"],
        body: body))
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.line == "\(method.rawValue) /a%20b/%ED%95%9C?c=d%2Fe HTTP/1.1")
    #expect(request.field("Content-Type") == "application/json")
    #expect(request.field("X-A") == "1")
    #expect(request.field("Host") == server.authority)
    #expect(request.field("Cookie") == nil)
    #expect(request.body == (try body.bytes()))
  }

  @Test func `a response to HEAD has a length and no contents`() async throws {
    let response = try await ask(
      .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"), by: HTTPRequest(.head, target: "/"))
    #expect(response == HTTPResponse(status: 200, headers: ["Content-Length": "10"]))
  }

  @Test(arguments: ["204 No Content", "304 Not Modified", "404 Not Found", "401 Unauthorized", "500 Oops"])
  func `a response with any status is returned`(status: String) async throws {
    let contents = status.hasPrefix("204") || status.hasPrefix("304") ? "" : "why"
    let answer = "HTTP/1.1 \(status)\r\nContent-Length: \(contents.count)\r\n"
    let response = try await ask(.send(answer + "WWW-Authenticate: Basic realm=\"x\"\r\n\r\n" + contents))
    #expect("\(response.status)" == status.prefix(3))
    #expect(response.body == Data(contents.utf8))
  }

  @Test func `an upload is streamed with its length, not chunked`() async throws {
    let server = try ScriptedServer { _ in [.respond("200 OK")] }
    let contents = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try await withTemporaryFile(contents) { path in
      _ = try await ask(
        server,
        HTTPRequest(
          .post, target: "/", headers: ["Content-Type": "a/b"],
          body: HTTPBody(parts: [
            .bytes(Data("<".utf8)), .file(path: path, count: contents.count), .bytes(Data(">".utf8)),
          ])))
    }
    let request = try #require(server.requests.first)
    #expect(request.field("Content-Length") == "300002")
    #expect(request.field("Transfer-Encoding") == nil)
    #expect(request.body == Data("<".utf8) + contents + Data(">".utf8))
  }

  @Test(arguments: [10, 300_000])
  func `a file that became shorter ends the upload with an error`(size: Int) async throws {
    try await withTemporaryFile(Data(count: size)) { path in
      await #expect(throws: SessionError.unreadableBody(path: path)) {
        try await ask(
          .respond("200 OK"),
          by: HTTPRequest(.post, target: "/", body: HTTPBody(parts: [.file(path: path, count: size + 1)])))
      }
    }
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH_9\r\n\r\n", "\u{0}\u{1}\u{2}\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 99999 OK\r\n\r\n",
  ])
  func `a response that is not HTTP is an error`(answer: String) async {
    await #expect(throws: SessionError.malformedHead(.other)) { try await ask(.send(answer), .close) }
  }

  @Test func `a response with two lengths is an error`() async {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 2\r\n\r\nab"
    await #expect(throws: SessionError.malformedHead(.contentLength)) { try await ask(.send(answer), .close) }
  }

  /// Foundation on Linux reports the same error for these as for a reset connection, which is worth a retry.
  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
  ])
  func `a malformed field is a lost connection`(answer: String) async {
    await #expect(throws: SessionError.connectionLost(.beforeHead)) { try await ask(.send(answer), .close) }
  }

  @Test func `a server without TLS is a security error`() async throws {
    let server = try ScriptedServer(greeting: [.send("220 mail.example ESMTP\r\n")]) { _ in [] }
    defer { server.stop() }
    await #expect(throws: SessionError.handshake) {
      try await URLSession.shared.response(
        to: HTTPRequest(.get, scheme: "https", authority: server.authority, target: "/"))
    }
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nxyz",
  ])
  func `a truncated response is a lost connection`(answer: String) async {
    let error = SessionError.connectionLost(answer.isEmpty ? .beforeHead : .insideBody)
    await #expect(throws: error) { try await ask(.send(answer), .close) }
    await #expect(throws: error) { try await ask(.send(answer), .pause(.milliseconds(20)), .reset) }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab"])
  func `a server that stops sending is a timeout`(answer: String) async {
    await #expect(throws: SessionError.timedOut(.idle)) {
      try await ask(.send(answer), .stall, timeout: .seconds(1))
    }
  }

  @Test func `a port that was closed refuses connections`() async throws {
    let server = try ScriptedServer { _ in [] }
    server.stop()
    while await isListening(server) { try await Task.sleep(for: .milliseconds(5)) }
    await #expect(throws: SessionError.refused) {
      try await ask(server, HTTPRequest(.get, target: "/"))
    }
  }

  private func isListening(_ server: ScriptedServer) async -> Bool {
    do {
      _ = try await ask(server, HTTPRequest(.get, target: "/"))
      return true
    } catch {
      return error as? SessionError != .refused
    }
  }

  @Test(arguments: [
    (String?("ftp"), String?("a"), "/"), (nil, "a", "/"), ("http", nil, "/"), ("http", "", "/"),
    ("http", "a", "b"),
  ])
  func `an unsupported URL is an error before any connection`(
    scheme: String?, authority: String?, target: String
  ) async {
    await #expect(throws: SessionError.unsupportedAddress("\(scheme ?? "")://\(authority ?? "")\(target)")) {
      try await URLSession.shared.response(
        to: HTTPRequest(.get, scheme: scheme, authority: authority, target: target))
    }
  }

  @Test func `a response above 64 MiB after decompression is an error`() async throws {
    let block = Data(count: 1 << 20)
    let head = Data("HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n".utf8)
    let server = try ScriptedServer { _ in [.send(head)] + (0..<100).map { _ in .send(block) } }
    await #expect(throws: SessionError.bodyTooLarge) {
      try await ask(server, HTTPRequest(.get, target: "/"))
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is returned as a response`(status: Int) async throws {
    let server = try ScriptedServer { _ in [.respond("\(status) There", ["Location: /b"], body: "there")] }
    let response = try await ask(server, HTTPRequest(.get, target: "/a"))
    #expect(response.status == status)
    #expect(response.headers["Location"] == "/b")
    #expect(response.body == Data("there".utf8))
    #expect(server.requests.map(\.line) == ["GET /a HTTP/1.1"])
  }

  @Test func `a response that sets a cookie is not stored`() async throws {
    let server = try ScriptedServer { _ in [.respond("200 OK", ["Set-Cookie: a=b"])] }
    defer { server.stop() }
    let session = URLSession.ephemeral()
    defer { session.finishTasksAndInvalidate() }
    for _ in 0..<2 {
      _ = try await session.response(
        to: HTTPRequest(.get, scheme: "http", authority: server.authority, target: "/"))
    }
    #expect(server.requests.map { $0.field("Cookie") } == [nil, nil])
  }

  @Test func `cancelling the task ends the transfer`() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { _ in
      arrive.yield()
      return [.stall]
    }
    let task = Task { try await ask(server, HTTPRequest(.get, target: "/"), timeout: .seconds(600)) }
    for await _ in arrivals { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a session made elsewhere also works`() async throws {
    let server = try ScriptedServer { _ in [.respond("200 OK", body: "x")] }
    defer { server.stop() }
    let response = try await URLSession.shared.response(
      to: HTTPRequest(.get, scheme: "http", authority: server.authority, target: "/"))
    #expect(response.body == Data("x".utf8))
  }

  @Test func `concurrent requests each get their own response`() async throws {
    let server = try ScriptedServer { [.respond("200 OK", body: $0.line)] }
    defer { server.stop() }
    let session = URLSession.ephemeral()
    defer { session.finishTasksAndInvalidate() }
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<40 {
        group.addTask {
          let request = HTTPRequest(.get, scheme: "http", authority: server.authority, target: "/\(number)")
          return String(decoding: try await session.response(to: request).body, as: UTF8.self)
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(answers == Set((0..<40).map { "GET /\($0) HTTP/1.1" }))
  }
}
