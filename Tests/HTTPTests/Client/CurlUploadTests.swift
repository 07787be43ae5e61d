#if os(Linux)
  import Foundation
  import HTTP
  import TestSupport
  import Testing

  /// Request bodies, `Expect: 100-continue` (RFC 9110 §10.1.1), and progress.
  struct CurlUploadTests {
    private let session = CurlSession(limits: ClientLimits(idle: patience))

    /// Sends a body of zeros and returns the response, and how many bytes the progress says were sent.
    private func upload(_ count: Int, to server: ScriptedServer) async throws -> (HTTPResponse, sent: Int) {
      var request = HTTPRequest(.post, target: "/", body: HTTPBody(Data(count: count))).to(server)
      let progress = TransferProgress()
      request.progress = progress
      return (try await session.response(to: request), progress.sent)
    }

    @Test func `permission is asked for above 1 MiB`() async throws {
      let server = try ScriptedServer { _ in [.respond("200 OK")] }
      for count in [1, 1 << 20, 1 << 20 + 1, 20 << 20] {
        let (response, sent) = try await upload(count, to: server)
        #expect(response.status == 200)
        #expect(sent == count)
      }
      #expect(server.requests.map { $0.field("Expect") } == [nil, nil, "100-continue", "100-continue"])
      #expect(
        server.requests.map { $0.field("Content-Length") } == ["1", "1048576", "1048577", "20971520"])
      #expect(server.requests.map(\.body.count) == [1, 1 << 20, 1 << 20 + 1, 20 << 20])
    }

    @Test func `a server that ignores the expectation gets the body`() async throws {
      let server = try ScriptedServer(expectation: .ignored) { _ in [.respond("200 OK", body: "done")] }
      let (response, sent) = try await upload(2 << 20, to: server)
      #expect(response.body == Data("done".utf8))
      #expect(sent == 2 << 20)
      #expect(server.requests.map(\.body.count) == [2 << 20])
    }

    @Test func `a rejection instead of the permission is the response`() async throws {
      let server = try ScriptedServer(
        expectation: .failed([.respond("413 Content Too Large", body: "no"), .stall])
      ) { _ in [] }
      let (response, sent) = try await upload(2 << 20, to: server)
      #expect(response.status == 413)
      #expect(response.body == Data("no".utf8))
      #expect(sent == 0)
    }

    @Test func `a rejection after the permission ends the upload`() async throws {
      let server = try ScriptedServer(
        expectation: .failed([
          .send("HTTP/1.1 100 Continue\r\n\r\n"),
          .respond("413 Content Too Large", ["Connection: close"], body: "no"),
          .stall,
        ])
      ) { _ in [] }
      let (response, _) = try await upload(64 << 20, to: server)
      #expect(response.status == 413)
      #expect(response.body == Data("no".utf8))
    }

    @Test func `a server that cannot meet the expectation gets the request without it`() async throws {
      let server = try ScriptedServer(
        expectation: .failed([.respond("417 Expectation Failed", ["X-First: 1"], body: "no such thing")])
      ) { _ in [.respond("201 Created", ["X-Second: 2"], body: "done")] }
      let (response, sent) = try await upload(2 << 20, to: server)
      #expect(
        response
          == HTTPResponse(
            status: 201, headers: ["X-Second": "2", "Content-Length": "4"], body: Data("done".utf8)))
      #expect(sent == 2 << 20)
      #expect(server.requests.map { $0.field("Expect") } == ["100-continue", nil])
    }

    /// The time of the upload counts neither for the response's head nor as a lack of progress.
    @Test func `an upload takes as long as it progresses`() async throws {
      // 100 (Continue) arrives long before the end: the system buffers a few MiB.
      let server = try ScriptedServer(pause: .milliseconds(10)) { _ in [.respond("200 OK")] }
      var limits = ClientLimits(idle: .seconds(2))
      limits.head = .seconds(2)
      let start = ContinuousClock.now
      let response = try await CurlSession(limits: limits).response(
        to: HTTPRequest(.post, target: "/", body: HTTPBody(Data(count: 32 << 20))).to(server))
      #expect(response.status == 200)
      #expect(server.requests.map(\.body.count) == [32 << 20])
      // Otherwise the test tests nothing.
      #expect(ContinuousClock.now - start > .seconds(4))
    }

    @Test func `a server that stops reading is a timeout`() async throws {
      let server = try ScriptedServer(greeting: [.pause(patience)]) { _ in [] }
      defer { server.stop() }
      var request = HTTPRequest(.post, target: "/", body: HTTPBody(Data(count: 64 << 20))).to(server)
      let progress = TransferProgress()
      request.progress = progress
      var limits = ClientLimits(idle: .seconds(2))
      limits.connecting = .seconds(1)
      await #expect(throws: SessionError.timedOut(.idle)) {
        try await CurlSession(limits: limits).response(to: request)
      }
      // The system has taken some, not all.
      #expect((1..<(64 << 20)).contains(progress.sent))
    }

    @Test func `a connection that is reset during an upload is lost`() async throws {
      let server = try ScriptedServer(expectation: .failed([.send("HTTP/1.1 100 Continue\r\n\r\n"), .reset]))
      { _ in
        []
      }
      await #expect(throws: SessionError.connectionLost(.beforeHead)) {
        try await upload(64 << 20, to: server)
      }
    }
  }
#endif
