#if os(Linux)
  import Foundation
  import HTTP
  import TestSupport
  import Testing

  /// Cancelling a task, and time limits, at each point of a transfer.
  struct CurlCancellationTests {
    private let session = CurlSession(limits: ClientLimits(idle: patience))

    /// Sends a request, cancels it when `point` is reached, and expects that it ends soon.
    private func cancel(
      _ request: HTTPRequest, when point: @Sendable () async throws -> Bool
    ) async throws {
      let task = Task { [session] in try await session.response(to: request) }
      try await eventually("the request has come so far", point)
      task.cancel()
      let outcome = Locked<Result<Int, any Error>?>(nil)
      Task {
        let result = await task.result
        outcome.withLock { $0 = result.map(\.status) }
      }
      try await eventually("the cancelled request ends") { outcome.value != nil }
      #expect(throws: CancellationError.self) { try outcome.value?.get() }
    }

    @Test func `a request that is cancelled before it is sent is not sent`() async throws {
      let server = try ScriptedServer { _ in [.respond("200 OK")] }
      let task = Task { [session] in
        withUnsafeCurrentTask { $0?.cancel() }
        return try await session.response(to: HTTPRequest(.get, target: "/").to(server))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(server.requests.isEmpty)
    }

    @Test func `connecting can be cancelled`() async throws {
      let hole = try BlackHole()
      let start = ContinuousClock.now
      // Long enough for most attempts to have begun; one that has not is cancelled all the same.
      try await cancel(HTTPRequest(.get, scheme: "http", authority: hole.authority, target: "/")) {
        ContinuousClock.now - start > .milliseconds(100)
      }
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nX-A: b\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab"])
    func `a response can be cancelled`(begin: String) async throws {
      let server = try ScriptedServer { _ in [.send(begin), .stall] }
      try await cancel(HTTPRequest(.get, target: "/").to(server)) { server.requests.count == 1 }
      // The session goes on with other requests, and the connection of the cancelled one is closed.
      try await eventually("the connection is closed") { server.openConnectionCount == 0 }
      let other = try ScriptedServer { _ in [.respond("200 OK")] }
      #expect(try await session.response(to: HTTPRequest(.get, target: "/").to(other)).status == 200)
    }

    @Test func `an endless response can be cancelled`() async throws {
      let piece = Data(repeating: 0x20, count: 1000)
      let server = try ScriptedServer { _ in
        [.send("HTTP/1.1 200 OK\r\n\r\n")] + (0..<50_000).map { _ in .send(piece) } + [.stall]
      }
      try await cancel(HTTPRequest(.get, target: "/").to(server)) { server.requests.count == 1 }
    }

    @Test func `an upload can be cancelled`() async throws {
      let server = try ScriptedServer(greeting: [.pause(patience)]) { _ in [] }
      defer { server.stop() }
      var request = HTTPRequest(.post, target: "/", body: HTTPBody(Data(count: 64 << 20))).to(server)
      let progress = TransferProgress()
      request.progress = progress
      try await cancel(request) { progress.sent > 0 }
    }

    @Test func `one of several transfers is cancelled, the others go on`() async throws {
      let gate = Locked(false)
      let server = try ScriptedServer { request in
        while !gate.value { Thread.sleep(forTimeInterval: 0.005) }
        return [.respond("200 OK", body: request.line)]
      }
      let tasks = (0..<5).map { number in
        Task { [session] in
          try await session.response(to: HTTPRequest(.get, target: "/\(number)").to(server))
        }
      }
      try await eventually("the server has five requests") { server.requests.count == 5 }
      tasks[2].cancel()
      await #expect(throws: CancellationError.self) { try await tasks[2].value }
      gate.withLock { $0 = true }
      for number in [0, 1, 3, 4] {
        #expect(try await tasks[number].value.body == Data("GET /\(number) HTTP/1.1".utf8))
      }
    }

    /// One limit is short, the others are long.
    private func limits(_ change: (inout ClientLimits) -> Void) -> ClientLimits {
      var limits = ClientLimits(idle: patience, whole: patience)
      limits.connecting = patience
      limits.head = patience
      change(&limits)
      return limits
    }

    @Test func `connecting has a limit`() async throws {
      let hole = try BlackHole()
      await #expect(throws: SessionError.timedOut(.connecting)) {
        try await CurlSession(limits: limits { $0.connecting = .milliseconds(300) }).response(
          to: HTTPRequest(.get, scheme: "http", authority: hole.authority, target: "/"))
      }
    }

    @Test func `a TLS handshake without an answer is a limit of connecting`() async throws {
      let server = try ScriptedServer(greeting: [.stall]) { _ in [] }
      await #expect(throws: SessionError.timedOut(.connecting)) {
        try await CurlSession(limits: limits { $0.connecting = .milliseconds(300) }).response(
          to: HTTPRequest(.get, scheme: "https", authority: server.authority, target: "/"))
      }
    }

    @Test func `a server that accepts and does not respond is a lack of progress`() async throws {
      let server = try ScriptedServer { _ in [.stall] }
      let short = limits {
        $0.connecting = .milliseconds(100)
        $0.idle = .seconds(1)
        $0.head = .milliseconds(100)
      }
      let start = ContinuousClock.now
      await #expect(throws: SessionError.timedOut(.idle)) {
        try await CurlSession(limits: short).response(to: HTTPRequest(.get, target: "/").to(server))
      }
      #expect(ContinuousClock.now - start > .milliseconds(900))
    }

    @Test(arguments: ["HTTP/1.1 103 Early Hints\r\n\r\n", "X-A: b\r\n"])
    func `a head that arrives line by line has a limit`(line: String) async throws {
      let server = try ScriptedServer { _ in
        [.send(line.hasPrefix("X") ? "HTTP/1.1 200 OK\r\n" : "")]
          + (0..<1000).flatMap { _ in [.send(line), .pause(.milliseconds(50))] }
      }
      await #expect(throws: SessionError.timedOut(.head)) {
        try await CurlSession(
          limits: limits {
            $0.idle = .seconds(2)
            $0.head = .seconds(2)
          }
        ).response(to: HTTPRequest(.get, target: "/").to(server))
      }
    }

    @Test(arguments: ["Content-Length: 100000", "Transfer-Encoding: chunked"])
    func `contents that arrive slowly have the limit of the whole`(framing: String) async throws {
      let byte = framing.hasPrefix("T") ? "1\r\n \r\n" : " "
      let server = try ScriptedServer { _ in
        [.send("HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n")]
          + (0..<1000).flatMap { _ in [.send(byte), .pause(.milliseconds(50))] }
      }
      await #expect(throws: SessionError.timedOut(.whole)) {
        try await CurlSession(limits: limits { $0.whole = .seconds(1) }).response(
          to: HTTPRequest(.get, target: "/").to(server))
      }
    }
  }
#endif
