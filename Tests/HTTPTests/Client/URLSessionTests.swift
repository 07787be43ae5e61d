import Foundation
import HTTP
import TestSupport
import Testing
import URLLoading

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The behaviour of Foundation's URL loading alone; `ConnectionTests` tests the common behaviour.
@Suite(.serialized) struct URLSessionTests {
  /// Foundation on Linux reports the same error for these as for a reset connection, which is worth a retry.
  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
  ])
  func `a malformed field is a lost connection`(answer: String) async {
    await #expect(throws: SessionError.connectionLost(.beforeHead)) {
      try await Connection.urlLoading.ask(.send(answer), .close)
    }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nxyz",
  ])
  func `damaged contents are a lost connection`(answer: String) async {
    await #expect(throws: SessionError.connectionLost(.insideBody)) {
      try await Connection.urlLoading.ask(.send(answer), .close)
    }
  }

  @Test func `a server without TLS is a security error`() async throws {
    let server = try ScriptedServer(greeting: [.send("220 mail.example ESMTP\r\n")]) { _ in [] }
    defer { server.stop() }
    await #expect(throws: SessionError.handshake) {
      try await URLSession.shared.response(
        to: HTTPRequest(.get, scheme: "https", authority: server.authority, target: "/"))
    }
  }

  @Test func `a session made elsewhere also works`() async throws {
    let server = try ScriptedServer { _ in [.respond("200 OK", body: "x")] }
    defer { server.stop() }
    let response = try await URLSession.shared.response(to: HTTPRequest(.get, target: "/").to(server))
    #expect(response.body == Data("x".utf8))
  }

  @Test func `a Unix socket is an error before any connection`() async {
    await #expect(throws: SessionError(.noUnixSockets)) {
      try await URLSession.shared.response(
        to: HTTPRequest(.get, scheme: "http+unix", authority: "%2Frun%2Fx", target: "/"))
    }
  }
}
