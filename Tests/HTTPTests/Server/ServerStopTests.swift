import Foundation
import HTTP
import TestSupport
import Testing

@Suite(.serialized) struct ServerStopTests {
  private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  private static func server(
    _ session: any Session = EchoSession(), host: String = "127.0.0.1", port: Int = 0, stopSeconds: Int? = nil
  ) throws -> HTTPServer {
    var configuration = HTTPServer.Configuration()
    configuration.host = host
    configuration.port = port
    configuration.limits = .patient
    if let stopSeconds { configuration.limits.stopSeconds = stopSeconds }
    return try HTTPServer(session, configuration)
  }

  @Test func `what is under way is finished, what is idle ends at once, and nothing new begins`() async throws
  {
    let gate = Gate()
    let server = try Self.server(
      MockSession { request in
        if request.target == "/slow" { try await gate.wait() }
        return HTTPResponse(status: 204)
      })
    let idle = try RawClient(port: server.port)
    try await idle.send(Self.get)
    #expect(try await idle.answer() == "HTTP/1.1 204 No Content\nDate: *\n\n")
    let silent = try RawClient(port: server.port)
    let busy = try RawClient(port: server.port)
    try await busy.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n" + Self.get)
    try await gate.isReached()

    async let isWhole = onThread { server.stop() }
    #expect(try await idle.answers() == [])
    #expect(try await silent.answers() == [])
    #expect(throws: POSIXError(.ECONNREFUSED)) { try RawClient(port: server.port) }
    gate.open()
    #expect(try await busy.answers() == ["HTTP/1.1 204 No Content\nDate: *\nConnection: close\n\n"])
    #expect(try await isWhole)
  }

  @Test func `contents that are still coming are waited for`() async throws {
    let server = try Self.server()
    let client = try RawClient(port: server.port)
    try await client.send(
      "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    #expect(try await client.answer() == "HTTP/1.1 100 Continue\n\n")
    let isWhole = Locked<Bool?>(nil)
    Thread.detachNewThread {
      let stopped = server.stop()
      isWhole.withLock { $0 = stopped }
    }
    // Once it turns others away, it is stopping.
    try await onThread {
      while (try? RawClient(port: server.port)) != nil { Thread.sleep(forTimeInterval: 0.005) }
    }
    try await client.send("abc")
    #expect(try await client.answers() == [echoed("POST / abc", closing: true)])
    try await eventually { isWhole.value != nil }
    #expect(isWhole.value == true)
  }

  @Test func `what does not finish is not waited for for ever`() async throws {
    let gate = Gate()
    let server = try Self.server(
      MockSession { _ in
        try await gate.wait()
        return HTTPResponse(status: 204)
      }, stopSeconds: 0)
    let client = try RawClient(port: server.port)
    try await client.send(Self.get)
    try await gate.isReached()
    #expect(try await onThread { server.stop() } == false)
    gate.open()
    #expect(try await client.answers().count == 1)
  }

  @Test func `to stop twice is to stop`() async throws {
    let server = try Self.server()
    #expect(try await onThread { server.stop() })
    #expect(try await onThread { server.stop() })
  }

  @Test func `a port that was given up can be taken again, one in use cannot`() async throws {
    let server = try Self.server()
    let client = try RawClient(port: server.port)
    try await client.send(Self.get)
    #expect(try await client.answer() == echoed("GET / "))
    #expect(throws: SocketError.portInUse(server.port)) { try Self.server(port: server.port) }
    #expect(try await onThread { server.stop() })
    let next = try Self.server(port: server.port)
    #expect(try await onThread { next.stop() })
  }

  @Test func `a program that this one starts holds neither the port nor a connection`() async throws {
    let server = try Self.server()
    let client = try RawClient(port: server.port)
    try await client.send(Self.get)
    #expect(try await client.answer() == echoed("GET / "))
    var words = [strdup("sleep"), strdup("1000"), nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    // Without a process to end, `kill` would end this one.
    try #require(posix_spawnp(&process, "sleep", nil, nil, &words, nil) == 0)
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    #expect(try await onThread { server.stop() })
    #expect(try await client.answer() == nil)
    #expect(throws: POSIXError(.ECONNREFUSED)) { try RawClient(port: server.port) }
  }

  @Test(arguments: [
    ("no.such.host.invalid", SocketError.unknownHost("no.such.host.invalid")),
    ("192.0.2.1", .notOurAddress("192.0.2.1")),
  ])
  func `a host that is not this one's is an error`(host: String, error: SocketError) {
    #expect(throws: error) { try Self.server(host: host) }
  }
}
