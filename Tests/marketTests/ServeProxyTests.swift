import Foundation
import TestSupport
import Testing

/// `market serve` behind proxies and for web pages, as a process.
@Suite(.serialized) struct ServeProxyTests {
  /// The status line of the response to a GET of the list with these fields.
  private func status(_ server: ServingProgram, _ method: String = "GET", _ fields: String...) async throws
    -> String?
  {
    let client = try RawClient(port: server.port)
    try await client.send(
      "\(method) /items/1 HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "Connection: close\r\n\r\n")
    return try await client.response()?.split(separator: "\n").first.map(String.init)
  }

  private func end(_ server: ServingProgram) async throws -> [String] {
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    return try server.requests()
  }

  @Test func `the second field of the log is the client that a trusted proxy forwards`() async throws {
    let server = try await ServingProgram(Home(), "--trusted-proxy")
    let client = "X-Forwarded-For: 203.0.113.9, 2001:DB8::1"
    #expect(try await status(server, "GET", "Host: localhost", client) == "HTTP/1.1 200 OK")
    #expect(
      try await status(server, "GET", "Host: inner", client, "X-Forwarded-Host: localhost:1")
        == "HTTP/1.1 200 OK")
    #expect(
      try await status(server, "GET", "Host: localhost", client, "X-Forwarded-Host: evil.example")
        == "HTTP/1.1 421 Misdirected Request")
    let lines = try await end(server)
    #expect(
      lines.map { $0.split(separator: " ").dropFirst().first } == [
        "2001:db8::1", "2001:db8::1", "2001:db8::1",
      ])
  }

  @Test func `the peer in the JSON log is the client, and other proxies are not believed`() async throws {
    let trusting = try await ServingProgram(Home(), "--trusted-proxy=192.0.2.1,127.0.0.1", "--log", "json")
    _ = try await status(trusting, "GET", "Host: localhost", "X-Forwarded-For: 203.0.113.9, 192.0.2.1")
    #expect(try await end(trusting).first?.contains("\"peer\":\"203.0.113.9\"") == true)
    let other = try await ServingProgram(Home(), "--trusted-proxy=192.0.2.1", "--log", "json")
    _ = try await status(other, "GET", "Host: localhost", "X-Forwarded-For: 203.0.113.9, 192.0.2.1")
    #expect(try await end(other).first?.contains("\"peer\":\"127.0.0.1\"") == true)
  }

  @Test func `only web pages of the server and of allowed origins may write`() async throws {
    let server = try await ServingProgram(
      Home(), "--allow-origin", "https://shop.example")
    func write(from origin: String) async throws -> String? {
      try await status(
        server, "POST", "Host: localhost:\(server.port)", "Origin: \(origin)", "Content-Length: 0")
    }
    for origin in ["http://localhost:3000", "null", "https://evil.example"] {
      #expect(try await write(from: origin) == "HTTP/1.1 403 Forbidden")
    }
    for origin in ["http://localhost:\(server.port)", "https://shop.example"] {
      #expect(try await write(from: origin) == "HTTP/1.1 405 Method Not Allowed")
    }
    _ = try await end(server)
  }
}
