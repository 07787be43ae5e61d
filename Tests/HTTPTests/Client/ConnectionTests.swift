import Foundation
import HTTP
import TestSupport
import Testing

/// The common behaviour of connections: libcurl's and that of Foundation's URL loading.
@Suite(.serialized) struct ConnectionTests {
  @Test(arguments: Connection.allCases)
  func `a response is received completely`(connection: Connection) async throws {
    let response = try await connection.ask(.respond("201 Created", ["X-A: 1"], body: "hello"))
    #expect(response.status == 201)
    #expect(response.headers.values(for: "x-a") == ["1"])
    #expect(response.headers.values(for: "content-length") == ["5"])
    #expect(response.body == Data("hello".utf8))
  }

  @Test(arguments: Connection.allCases)
  func `the progress of an upload is reported`(connection: Connection) async throws {
    let halfway = Locked(0)
    let progress = TransferProgress()
    let server = try ScriptedServer { _ in
      halfway.withLock { $0 = progress.sent }
      return [.respond("200 OK")]
    }
    var request = HTTPRequest(.post, target: "/", body: HTTPBody(Data(count: 3 << 20)))
    request.progress = progress
    #expect(progress.sent == 0)
    _ = try await connection.ask(server, request)
    // The server may read the end before the client's thread has counted it.
    #expect(halfway.value > 0)
    #expect(progress.sent == 3 << 20)
  }

  @Test(
    arguments: Connection.allCases,
    [HTTPMethod.get, .post, .patch, .delete, HTTPMethod(rawValue: "PUT")])
  func `a request is sent unchanged`(connection: Connection, method: HTTPMethod) async throws {
    let server = try ScriptedServer { _ in [.respond("200 OK")] }
    let body = method == .get ? HTTPBody.empty : HTTPBody(Data("{\"password\":\"p\"}".utf8))
    _ = try await connection.ask(
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
    #expect(request.field("Content-Length") == (method == .get ? nil : "16"))
    #expect(request.body == (try body.bytes()))
  }

  @Test(arguments: Connection.allCases)
  func `a response to HEAD has a length and no contents`(connection: Connection) async throws {
    let response = try await connection.ask(
      .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"), by: HTTPRequest(.head, target: "/"))
    #expect(response == HTTPResponse(status: 200, headers: ["Content-Length": "10"]))
  }

  @Test(
    arguments: Connection.allCases,
    ["204 No Content", "304 Not Modified", "404 Not Found", "401 Unauthorized", "407 Proxy", "500 Oops"])
  func `a response with any status is returned`(connection: Connection, status: String) async throws {
    let contents = status.hasPrefix("204") || status.hasPrefix("304") ? "" : "why"
    let answer = "HTTP/1.1 \(status)\r\nContent-Length: \(contents.count)\r\n"
    let response = try await connection.ask(
      .send(answer + "WWW-Authenticate: Basic realm=\"x\"\r\n\r\n" + contents))
    #expect("\(response.status)" == status.prefix(3))
    #expect(response.body == Data(contents.utf8))
  }

  @Test(arguments: Connection.allCases)
  func `an upload is streamed with its length, not chunked`(connection: Connection) async throws {
    let server = try ScriptedServer { _ in [.respond("200 OK")] }
    let contents = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try await withTemporaryFile(contents) { path in
      _ = try await connection.ask(
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

  @Test(arguments: Connection.allCases, [10, 300_000])
  func `a file that became shorter ends the upload with an error`(connection: Connection, size: Int)
    async throws
  {
    try await withTemporaryFile(Data(count: size)) { path in
      await #expect(throws: SessionError.unreadableBody(path: path)) {
        try await connection.ask(
          .respond("200 OK"),
          by: HTTPRequest(.post, target: "/", body: HTTPBody(parts: [.file(path: path, count: size + 1)])))
      }
    }
  }

  @Test(
    arguments: Connection.allCases,
    ["SSH-2.0-OpenSSH_9\r\n\r\n", "\u{0}\u{1}\u{2}\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 99999 OK\r\n\r\n"])
  func `a response that is not HTTP is an error`(connection: Connection, answer: String) async throws {
    let error = await #expect(throws: SessionError.self) {
      try await connection.ask(.send(answer), .close)
    }
    // Foundation does not say what is malformed.
    #expect(error == .malformedHead(.statusLine) || error == .malformedHead(.other))
  }

  @Test(arguments: Connection.allCases)
  func `a response with two lengths is an error`(connection: Connection) async {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 2\r\n\r\nab"
    await #expect(throws: SessionError.malformedHead(.contentLength)) {
      try await connection.ask(.send(answer), .close)
    }
  }

  @Test(
    arguments: Connection.allCases,
    [
      "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ])
  func `a truncated response is a lost connection`(connection: Connection, answer: String) async {
    let error = SessionError.connectionLost(answer.isEmpty ? .beforeHead : .insideBody)
    await #expect(throws: error) { try await connection.ask(.send(answer), .close) }
    await #expect(throws: error) {
      try await connection.ask(.send(answer), .pause(.milliseconds(20)), .reset)
    }
  }

  @Test(arguments: Connection.allCases, ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab"])
  func `a server that stops sending is a timeout`(connection: Connection, answer: String) async {
    await #expect(throws: SessionError.timedOut(.idle)) {
      try await connection.ask(.send(answer), .stall, within: ClientLimits(idle: .seconds(1)))
    }
  }

  @Test(arguments: Connection.allCases)
  func `a port that was closed refuses connections`(connection: Connection) async throws {
    let server = try ScriptedServer { _ in [] }
    server.stop()
    try await eventually("connections are refused") {
      do {
        _ = try await connection.ask(server)
        return false
      } catch {
        return error as? SessionError == .refused
      }
    }
  }

  @Test(
    arguments: Connection.allCases,
    [
      (String?("ftp"), String?("a"), "/"), (nil, "a", "/"), ("http", nil, "/"), ("http", "", "/"),
      ("http", "a", "b"), ("file", "", "/etc/passwd"),
    ])
  func `an unsupported URL is an error before any connection`(
    connection: Connection, address: (scheme: String?, authority: String?, target: String)
  ) async {
    let (scheme, authority, target) = address
    await #expect(throws: SessionError.unsupportedAddress("\(scheme ?? "")://\(authority ?? "")\(target)")) {
      try await connection.withSession(ClientLimits()) {
        try await $0.response(to: HTTPRequest(.get, scheme: scheme, authority: authority, target: target))
      }
    }
  }

  @Test(arguments: Connection.allCases)
  func `a response above 64 MiB is an error`(connection: Connection) async throws {
    let block = Data(count: 1 << 20)
    for head in ["Content-Length: 104857600", "Connection: close"] {
      let server = try ScriptedServer { _ in
        [.send("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n")] + (0..<100).map { _ in .send(block) } + [.close]
      }
      await #expect(throws: SessionError.bodyTooLarge) { try await connection.ask(server) }
    }
  }

  @Test(arguments: Connection.allCases, [301, 302, 303, 307, 308])
  func `a redirect is returned as a response`(connection: Connection, status: Int) async throws {
    let server = try ScriptedServer { _ in [.respond("\(status) There", ["Location: /b"], body: "there")] }
    let response = try await connection.ask(server, HTTPRequest(.get, target: "/a"))
    #expect(response.status == status)
    #expect(response.headers["Location"] == "/b")
    #expect(response.body == Data("there".utf8))
    #expect(server.requests.map(\.line) == ["GET /a HTTP/1.1"])
  }

  @Test(arguments: Connection.allCases)
  func `a response that sets a cookie is not stored`(connection: Connection) async throws {
    let server = try ScriptedServer { _ in [.respond("200 OK", ["Set-Cookie: a=b"])] }
    defer { server.stop() }
    try await connection.withSession(ClientLimits()) { session in
      for _ in 0..<2 { _ = try await session.response(to: HTTPRequest(.get, target: "/").to(server)) }
    }
    #expect(server.requests.map { $0.field("Cookie") } == [nil, nil])
  }

  @Test(arguments: Connection.allCases)
  func `cancelling the task ends the transfer`(connection: Connection) async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { _ in
      arrive.yield()
      return [.stall]
    }
    let task = Task { try await connection.ask(server) }
    for await _ in arrivals { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: Connection.allCases)
  func `concurrent requests each get their own response`(connection: Connection) async throws {
    let server = try ScriptedServer { [.respond("200 OK", body: $0.line)] }
    defer { server.stop() }
    let answers = try await connection.withSession(ClientLimits(idle: patience)) { session in
      try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<40 {
          group.addTask {
            let response = try await session.response(
              to: HTTPRequest(.get, target: "/\(number)").to(server))
            return String(decoding: response.body, as: UTF8.self)
          }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
    }
    #expect(answers == Set((0..<40).map { "GET /\($0) HTTP/1.1" }))
  }
}
