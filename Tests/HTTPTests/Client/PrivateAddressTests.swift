#if os(Linux)
  import Foundation
  import HTTP
  import SystemSupport
  import TestSupport
  import Testing

  /// Addresses that a server names must not lead into a private network, unless the server is in one itself.
  struct PrivateAddressTests {
    /// A server on the public internet (RFC 1166); nothing connects to it.
    private static let publicHost = "93.184.216.34"

    private func response(
      from authority: String, namedBy host: String?, environment: [String: String] = [:]
    ) async throws -> HTTPResponse {
      var request = HTTPRequest(.get, scheme: "http", authority: authority, target: "/x")
      request.referringHost = host
      let session = CurlSession(limits: ClientLimits(idle: patience), environment: environment)
      return try await RedirectingSession(session).response(to: request)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "a.localhost", "127.1", "0x7f000001", "2130706433", "[::1]"])
    func `an address of this machine is rejected before a connection`(host: String) async throws {
      let server = try ScriptedServer { _ in [.respond("200 OK")] }
      await #expect(throws: SessionError.privateAddress(host.withoutBrackets)) {
        try await response(from: "\(host):\(server.port)", namedBy: Self.publicHost)
      }
      #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["10.0.0.1", "192.168.1.1", "169.254.169.254", "[fe80::1]", "[fd00::1]", "0.0.0.0"])
    func `an address of a private network is rejected`(host: String) async {
      await #expect(throws: SessionError.privateAddress(host.withoutBrackets)) {
        try await response(from: host, namedBy: Self.publicHost)
      }
    }

    /// A name of this machine that is not recognised by its text; nil if the system knows none.
    private static let name = ["ip6-localhost", "ip6-loopback", ProcessInfo.processInfo.hostName].first {
      HostAddress.isPrivate($0, numericOnly: false)
    }

    @Test(.enabled(if: name != nil, "no name of this machine is known"))
    func `a name is judged by the address that it is resolved to`() async throws {
      let server = try ScriptedServer { _ in [.respond("200 OK")] }
      let name = try #require(Self.name)
      await #expect(throws: SessionError.privateAddress(name)) {
        try await response(from: "\(name):\(server.port)", namedBy: Self.publicHost)
      }
      #expect(server.requests.isEmpty)
      // The host that names the address is looked up only now.
      #expect(try await response(from: server.authority, namedBy: name).status == 200)
    }

    @Test(arguments: [nil, "127.0.0.1", "localhost", "192.168.0.7"])
    func `the user, and a server in a private network, may name any address`(host: String?) async throws {
      let server = try ScriptedServer { _ in [.respond("200 OK", body: "x")] }
      #expect(try await response(from: server.authority, namedBy: host).status == 200)
    }

    @Test func `a proxy may have any address, and gets no private one`() async throws {
      let proxy = try ScriptedServer { _ in [.respond("200 OK", body: "x")] }
      let environment = ["http_proxy": "http://\(proxy.authority)"]
      let response = try await response(
        from: "images.example", namedBy: Self.publicHost, environment: environment)
      #expect(response.status == 200)
      for host in ["127.0.0.1", "localhost", "10.0.0.1"] {
        await #expect(throws: SessionError.privateAddress(host)) {
          try await self.response(from: host, namedBy: Self.publicHost, environment: environment)
        }
      }
      #expect(proxy.requests.map(\.line) == ["GET http://images.example/x HTTP/1.1"])
    }

    @Test func `a redirect is judged like the address itself`() async throws {
      let proxy = try ScriptedServer { _ in [.respond("302 Found", ["Location: http://127.0.0.1:1/y"])] }
      await #expect(throws: SessionError.privateAddress("127.0.0.1")) {
        try await response(
          from: "images.example", namedBy: Self.publicHost,
          environment: ["http_proxy": "http://\(proxy.authority)"])
      }
      #expect(proxy.requests.count == 1)
    }
  }

  extension String {
    fileprivate var withoutBrackets: String { trimmingCharacters(in: ["[", "]"]) }
  }
#endif
