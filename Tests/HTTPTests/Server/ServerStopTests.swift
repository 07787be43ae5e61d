import Foundation
import TestSupport
import Testing

@testable import HTTP

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

  @Test func `stopping finishes open requests and closes idle connections`() async throws {
    let gate = Gate()
    let server = try Self.server(
      MockSession { request in
        if request.target == "/slow" { try await gate.wait() }
        return HTTPResponse(status: 204)
      })
    let idle = try RawClient(port: server.port)
    try await idle.send(Self.get)
    #expect(try await idle.response() == "HTTP/1.1 204 No Content\nDate: *\n\n")
    let silent = try RawClient(port: server.port)
    let busy = try RawClient(port: server.port)
    try await busy.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n" + Self.get)
    try await gate.isReached()

    async let isWhole = onThread { server.stop() }
    #expect(try await idle.responses() == [])
    #expect(try await silent.responses() == [])
    #expect(throws: POSIXError(.ECONNREFUSED)) { try RawClient(port: server.port) }
    gate.open()
    #expect(try await busy.responses() == ["HTTP/1.1 204 No Content\nDate: *\nConnection: close\n\n"])
    #expect(try await isWhole)
  }

  @Test func `stopping waits for contents that still arrive`() async throws {
    let server = try Self.server()
    let client = try RawClient(port: server.port)
    try await client.send(
      "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    #expect(try await client.response() == "HTTP/1.1 100 Continue\n\n")
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
    #expect(try await client.responses() == [echoed("POST / abc", closing: true)])
    try await eventually("the server has stopped") { isWhole.value != nil }
    #expect(isWhole.value == true)
  }

  @Test func `stopping gives up on requests after the timeout`() async throws {
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
    #expect(try await client.responses().count == 1)
  }

  @Test func `stopping twice is harmless`() async throws {
    let server = try Self.server()
    #expect(try await onThread { server.stop() })
    #expect(try await onThread { server.stop() })
  }

  @Test func `a port is free again after stopping, and not before`() async throws {
    let server = try Self.server()
    let client = try RawClient(port: server.port)
    try await client.send(Self.get)
    #expect(try await client.response() == echoed("GET / "))
    #expect(throws: SocketError.portInUse(server.port)) { try Self.server(port: server.port) }
    #expect(try await onThread { server.stop() })
    let next = try Self.server(port: server.port)
    #expect(try await onThread { next.stop() })
  }

  @Test func `a child process inherits neither the listener nor a connection`() async throws {
    let server = try Self.server()
    let client = try RawClient(port: server.port)
    try await client.send(Self.get)
    #expect(try await client.response() == echoed("GET / "))
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
    #expect(try await client.response() == nil)
    #expect(throws: POSIXError(.ECONNREFUSED)) { try RawClient(port: server.port) }
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `localhost listens at one port of both loopback addresses`() async throws {
    let server = try Self.server(host: "LocalHost")
    #expect(server.addresses.first == .network(host: "127.0.0.1", port: server.port))
    #expect(try await curl("http://127.0.0.1:\(server.port)/a") == "GET /a ")
    if Self.hasIPv6 {
      #expect(try await curl("--globoff", "http://[::1]:\(server.port)/b") == "GET /b ")
      #expect(throws: SocketError.portInUse(server.port)) { try Self.server(host: "::1", port: server.port) }
    }
    #expect(try await onThread { server.stop() })
    let next = try Self.server(host: "localhost", port: server.port)
    #expect(try await onThread { next.stop() })
  }

  @Test func `a port in use at one of two addresses is an error, and frees the other`() throws {
    // The system may give the port of one address to another test at the other one.
    let isFreed = try (0..<10).contains { _ in
      let taken = try Socket.listening(address: "127.0.0.2", port: 0)
      defer { taken.close() }
      #expect(throws: SocketError.portInUse(taken.port)) {
        try Socket.listening(at: ["127.0.0.1", "127.0.0.2"], port: taken.port)
      }
      guard let free = try? Socket.listening(address: "127.0.0.1", port: taken.port) else { return false }
      free.close()
      return true
    }
    #expect(isFreed)
  }

  @Test func `a missing address is skipped, unless all are missing`() throws {
    for hosts in [["127.0.0.1", "192.0.2.1"], ["192.0.2.1", "127.0.0.1"]] {
      let listeners = try Socket.listening(at: hosts, port: 0)
      #expect(listeners.map(\.localAddress) == [.network(host: "127.0.0.1", port: listeners[0].port)])
      for listener in listeners { listener.close() }
    }
    #expect(throws: SocketError.notOurAddress("192.0.2.1")) {
      try Socket.listening(at: ["192.0.2.1", "198.51.100.1"], port: 0)
    }
  }

  private static var hasIPv6: Bool {
    guard let socket = try? Socket.listening(address: "::1", port: 0) else { return false }
    socket.close()
    return true
  }

  @Test(arguments: [
    ("no.such.host.invalid", SocketError.unknownHost("no.such.host.invalid")),
    ("192.0.2.1", .notOurAddress("192.0.2.1")),
  ])
  func `listening at a host of another machine is an error`(host: String, error: SocketError) {
    #expect(throws: error) { try Self.server(host: host) }
  }
}
