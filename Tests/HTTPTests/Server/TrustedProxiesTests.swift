import Foundation
import TestSupport
import Testing

@testable import HTTP

/// The client that trusted proxies forward, as a value and in the server.
@Suite(.serialized) struct TrustedProxiesTests {
  private static let proxies = TrustedProxies("10.0.0.0/8,2001:db8:1::1")

  private func client(_ hops: String..., from peer: String = "10.0.0.1") -> String? {
    Self.proxies?.client(peer: peer, headers: HTTPHeaders(hops.map { HTTPField(.forwardedFor, $0) })).address
  }

  @Test(arguments: [
    ("203.0.113.9", "203.0.113.9"), ("203.0.113.9, 192.0.2.1", "192.0.2.1"),
    ("203.0.113.9,10.0.0.2 , 10.0.0.3", "203.0.113.9"), ("192.0.2.1,,10.0.0.2,", "192.0.2.1"),
    // All are trusted: the left-most.
    ("10.0.0.4, 10.0.0.3", "10.0.0.4"), ("", "10.0.0.1"),
    // Ports.
    ("192.0.2.1:80", "192.0.2.1"), ("[2001:db8::1]:80", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
    ("192.0.2.1, 10.0.0.2:65000", "192.0.2.1"), ("192.0.2.1, [2001:db8:1::1]:1", "192.0.2.1"),
    // IPv6 by value, IPv4 that is mapped into IPv6 as IPv4.
    ("2001:DB8:0::1", "2001:db8::1"), ("192.0.2.1, 2001:DB8:1:0::1", "192.0.2.1"),
    ("::ffff:192.0.2.1", "192.0.2.1"), ("192.0.2.1, ::ffff:a00:2", "192.0.2.1"),
  ])
  func `the client is the right-most hop that is not trusted`(hops: String, address: String) {
    #expect(client(hops) == address)
  }

  @Test(arguments: [
    "unknown", "192.0.2.01", "010.0.0.1", "192.0.2.1:", "192.0.2.1:x", "192.0.2.1:123456", "_hidden",
    "\"192.0.2.1\"", "2001:db8::1:g", "[2001:db8::1", "fe80::1%eth0", "192.0.2", "１92.0.2.1",
  ])
  func `a hop that is no address counts as the proxy that let it pass`(hop: String) {
    #expect(client(hop) == "10.0.0.1")
    #expect(client("203.0.113.9, \(hop)") == "10.0.0.1")
    #expect(client("203.0.113.9, \(hop), 10.0.0.2") == "10.0.0.2")
    #expect(client("\(hop), 203.0.113.9") == "203.0.113.9")
  }

  @Test func `the fields of one name are one list`() {
    #expect(client("203.0.113.9", "192.0.2.1") == "192.0.2.1")
    #expect(client("203.0.113.9, 192.0.2.1", "10.0.0.2, 10.0.0.3") == "192.0.2.1")
  }

  @Test(arguments: ["192.0.2.1", "127.0.0.1", "unix", "-", "2001:db8::1"])
  func `what an untrusted peer sends is ignored`(peer: String) {
    let sent: HTTPHeaders = [
      "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "shop.example",
    ]
    #expect(
      Self.proxies?.client(peer: peer, headers: sent) == TrustedProxies.Client(address: peer))
  }

  @Test(
    arguments: [
      ("https", "shop.example", "https", "shop.example"),
      ("HTTPS", "a.example:8443", "https", "a.example:8443"),
      ("gopher", "", nil, nil), ("http, https", "forged.example, shop.example", "https", "shop.example"),
      ("", "a b", nil, "a b"),
    ] as [(String, String, String?, String?)])
  func `scheme and host are those of the nearest proxy`(
    proto: String, sent: String, scheme: String?, host: String?
  ) {
    let headers: HTTPHeaders = ["X-Forwarded-Proto": proto, "X-Forwarded-Host": sent]
    #expect(
      Self.proxies?.client(peer: "10.0.0.1", headers: headers)
        == TrustedProxies.Client(address: "10.0.0.1", scheme: scheme, host: host))
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true), ("unix", true),
    ("192.168.0.1", false), ("-", false),
  ])
  func `without a list the programs of this machine are trusted`(peer: String, isTrusted: Bool) {
    let client = TrustedProxies.local.client(peer: peer, headers: ["X-Forwarded-For": "203.0.113.9"])
    #expect((client.address == "203.0.113.9") == isTrusted)
  }

  @Test func `clients of a socket are trusted where the list has them`() {
    let forwarded: HTTPHeaders = ["X-Forwarded-For": "203.0.113.9, 192.0.2.1"]
    let both = TrustedProxies("192.0.2.1,unix")
    #expect(both?.client(peer: "unix", headers: forwarded).address == "203.0.113.9")
    #expect(TrustedProxies("unix")?.client(peer: "unix", headers: forwarded).address == "192.0.2.1")
    #expect(TrustedProxies("192.0.2.1")?.client(peer: "unix", headers: forwarded).address == "unix")
  }

  @Test(arguments: [
    "", ",", "10.0.0.1,", "proxy.example", "10.0.0.1 ,10.0.0.2", "10.0.0.1/8", "UNIX", "010.0.0.1",
  ])
  func `other text is no list of proxies`(text: String) {
    #expect(TrustedProxies(text) == nil)
  }

  @Test func `the session and the log get the client, and hosts are checked as forwarded`() async throws {
    let log = Locked<[String]>([])
    let session = MockSession { _ in HTTPResponse(status: 204) }
    var configuration = HTTPServer.Configuration()
    configuration.limits = .patient
    configuration.trustedProxies = .local
    configuration.allowsHost = { ["shop.example", "h"].contains($0) }
    configuration.log = { entry in log.withLock { $0.append("\(entry.peer) \(entry.status)") } }
    try await withServer(session, configuration) { server in
      func send(_ fields: String...) async throws {
        let client = try RawClient(port: server.port)
        try await client.send(
          "GET / HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "Connection: close\r\n\r\n")
        _ = try await client.responses()
      }
      try await send("Host: inner", "X-Forwarded-For: 192.0.2.1:80", "X-Forwarded-Host: shop.example")
      try await send("Host: h", "X-Forwarded-For: 192.0.2.2", "X-Forwarded-Proto: https")
      for host in ["evil.example", "a b", "h, evil.example"] {
        try await send("Host: h", "X-Forwarded-For: 192.0.2.3", "X-Forwarded-Host: \(host)")
      }
      // The first field may be forged, and the second was not read: the entry has the proxy.
      try await send("Host: h", "X-Forwarded-For: 203.0.113.9", "X Y: z", "X-Forwarded-For: 192.0.2.4")
    }
    #expect(
      log.value == [
        "192.0.2.1 204", "192.0.2.2 204", "192.0.2.3 421", "192.0.2.3 421", "192.0.2.3 421", "127.0.0.1 400",
      ])
    #expect(
      session.requests.map { "\($0.peer ?? "") \($0.scheme ?? "")://\($0.authority ?? "")" } == [
        "192.0.2.1 http://shop.example", "192.0.2.2 https://h",
      ])
  }
}
