import Foundation
import TestSupport
import Testing

@testable import HTTP

/// Limits on the connections and memory of one client, which leave room to others.
struct ClientLimitTests {
  @Test func `places of a client end with their values, and other clients have their own`() {
    let shares = ClientShares(limit: 2)
    var places = [shares.place(of: "192.0.2.1"), shares.place(of: "192.0.2.1")]
    #expect(places.allSatisfy { $0 != nil })
    #expect(shares.place(of: "192.0.2.1") == nil)
    #expect(shares.place(of: "192.0.2.2") != nil)
    places.removeLast()
    #expect(shares.place(of: "192.0.2.1") != nil)
  }

  @Test func `the addresses of one IPv6 network are one client, and so is a mapped IPv4 address`() {
    let shares = ClientShares(limit: 1)
    let (six, four) = (shares.place(of: "2001:db8:0:1::1"), shares.place(of: "192.0.2.1"))
    #expect(six != nil && four != nil)
    #expect(shares.place(of: "2001:db8:0:1:ffff::2") == nil)
    #expect(shares.place(of: "2001:db8:0:2::1") != nil)
    #expect(shares.place(of: "::ffff:192.0.2.1") == nil)
  }

  @Test func `a /48 of IPv6 has the places of 16 clients`() {
    let shares = ClientShares(limit: 2)
    let places = (0..<40).map { shares.place(of: "2001:db8:1:\($0)::1") }
    #expect(places.map { $0 != nil } == (0..<40).map { $0 < 32 })
    #expect(shares.place(of: "2001:db8:2::1") != nil)
  }

  @Test
  func `a client gets a sixteenth of a budget, or one holding, which beside others leaves a quarter free`() {
    let budget = BodyBudget(limit: 160)
    #expect(budget.reserve(160, of: "a", besides: 0))
    budget.release(160, of: "a")
    #expect(budget.reserve(8, of: "a", besides: 0))
    #expect(!budget.reserve(3, of: "a", besides: 0))
    #expect(budget.reserve(2, of: "a", besides: 0))
    #expect(!budget.reserve(111, of: "b", besides: 0))
    #expect(budget.reserve(110, of: "b", besides: 0))
    // One that grows, beside others.
    #expect(!budget.reserve(1, of: "b", besides: 110))
    // Small ones of others have the rest.
    for client in ["c", "d", "e", "f"] {
      #expect(budget.reserve(4, of: client, besides: 0) && budget.reserve(6, of: client, besides: 0))
      #expect(budget.isCrowded)
    }
    #expect(!budget.reserve(1, of: "g", besides: 0))
    budget.release(110, of: "b")
    #expect(!budget.isCrowded && budget.reserve(1, of: "g", besides: 0))
  }

  @Test func `contents for which memory has no room go into a file`() async throws {
    var limits = HTTPLimits.patient
    (limits.bodiesInFlight, limits.spooled) = (10, 100)
    try await withServer(limits: limits) { server in
      let contents = ReceivedContents(server: server, client: "192.0.2.1", now: 0)
      try contents.append(Data("1234567890".utf8))
      #expect(server.uploads.reserve(1, of: "192.0.2.2", besides: 0) == false)
      try contents.append(Data("abc".utf8))
      #expect(try contents.whole() == Data("1234567890abc".utf8))
      // Memory is free again.
      #expect(server.uploads.reserve(10, of: "192.0.2.2", besides: 0))
      server.uploads.release(10, of: "192.0.2.2")
    }
  }

  @Test func `where files are nearly full, what arrives slowly gives way`() async throws {
    var limits = HTTPLimits()
    limits.spooled = 64 << 20
    try await withServer(limits: limits) { server in
      let contents = ReceivedContents(server: server, client: "192.0.2.1", now: 0)
      let (second, small) = (64 << 10, Data(count: (64 << 10) - 1))
      try contents.append(Data(count: 2 << 20))
      try contents.checkRate(now: 1_000)
      #expect(server.spool.reserve(46 << 20, of: "192.0.2.2", besides: 0))
      try contents.append(Data(count: second))
      #expect(server.spool.isCrowded)
      try contents.checkRate(now: 1_000)
      try contents.append(Data(count: second))
      try contents.checkRate(now: 2_000)
      try contents.append(small)
      try contents.checkRate(now: 2_999)
      #expect(throws: HTTPError(408, "The contents arrive too slowly", section: "RFC 9110 §15.5.9")) {
        try contents.checkRate(now: 3_000)
      }
      server.spool.release(46 << 20, of: "192.0.2.2")
      try contents.checkRate(now: 3_000)
    }
  }

  @Test func `connections of one client above the limit get 503, until one ends`() async throws {
    var limits = HTTPLimits.patient
    limits.clientConnections = 2
    try await withServer(limits: limits) { server in
      let clients = [try RawClient(port: server.port), try RawClient(port: server.port)]
      for client in clients {
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.response() == echoed("GET / "))
      }
      let third = try RawClient(port: server.port)
      #expect(
        try await third.response()
          == errorResponse(
            "503 Service Unavailable", "Too many open connections of one client (RFC 9110 §15.6.4)",
            "Retry-After: 5"))
      clients[0].finishSending()
      #expect(try await clients[0].response() == nil)
      try await eventually("a further client is served") {
        let next = try RawClient(port: server.port)
        try await next.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        return try await next.response() == echoed("GET / ")
      }
    }
  }

  @Test func `large contents are received and sent through temporary files, byte for byte`() async throws {
    var limits = HTTPLimits.patient
    // Neither direction fits into memory's budget.
    (limits.bodiesInFlight, limits.unsent) = (1 << 20, 1 << 20)
    let contents = Data((0..<5 << 20).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
    let session = MockSession { request in
      HTTPResponse(status: 200, body: try request.body.bytes())
    }
    try await withServer(session, limits: limits) { server in
      let client = try RawClient(port: server.port)
      let head = """
        POST / HTTP/1.1\r
        Host: h\r
        Content-Type: multipart/form-data; boundary=b\r
        Content-Length: \(contents.count)\r
        Connection: close\r
        \r

        """
      #expect(try await client.send(Data(head.utf8) + contents))
      let bytes = try await client.bytes()
      let start = try #require(bytes.range(of: Data("\r\n\r\n".utf8)))
      #expect(String(decoding: bytes[..<start.lowerBound], as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(bytes[start.upperBound...] == contents)
    }
  }

  /// More small responses than sockets take that are not read.
  private static let count = 100
  private static let unread = String(repeating: "GET / HTTP/1.1\r\nHost: h\r\n\r\n", count: count)
  private static let small = MockSession { _ in
    HTTPResponse(status: 200, body: Data(repeating: 0x61, count: HeldBody.small))
  }

  @Test func `what is left to send of a small response is counted until its connection ends`() async throws {
    try await withServer(Self.small) { server in
      @Sendable func isEmpty() -> Bool {
        let all = server.limits.unsent
        guard server.downloads.reserve(all, of: "other", besides: 0) else { return false }
        server.downloads.release(all, of: "other")
        return true
      }
      var client: RawClient? = try RawClient(port: server.port, window: 4_096)
      try await client?.send(Self.unread)
      try await eventually("the server holds what is not read") { !isEmpty() }
      client = nil
      try await eventually("nothing is held of a client that has left") { isEmpty() }
    }
  }

  @Test func `without room for what is left to send the connection ends`() async throws {
    var limits = HTTPLimits.patient
    (limits.unsent, limits.spooled) = (1, 1)
    try await withServer(Self.small, limits: limits) { server in
      let client = try RawClient(port: server.port, window: 4_096)
      try await client.send(Self.unread)
      // One that reads could take all of it.
      try await eventually("the server has no room") { server.status.refused(for: .spooled) > 0 }
      #expect(try await client.bytes().count < Self.count * HeldBody.small)
    }
  }

  @Test func `the least rate of contents doubles each minute, up to 16 times`() {
    let limits = HTTPLimits()
    #expect(
      [59_999, 60_000, 120_000, 180_000, 240_000, 600_000].map { limits.leastBytes(after: $0) / 1_024 }
        == [0, 120, 480, 1_440, 3_840, 9_600])
  }

  @Test func `a client that stops sending gets its response, and a read that takes longer is ended`()
    async throws
  {
    let isCancelled = Locked(false)
    let session = MockSession { request in
      guard request.target == "/slow" else { return HTTPResponse(status: 204) }
      do {
        try await Task.sleep(for: patience)
      } catch {
        isCancelled.withLock { $0 = true }
      }
      return HTTPResponse(status: 204)
    }
    try await withServer(session) { server in
      let client = try RawClient(port: server.port)
      try await client.send("GET /fast HTTP/1.1\r\nHost: h\r\n\r\n")
      client.finishSending()
      #expect(try await client.response() == "HTTP/1.1 204 No Content\nDate: *\n\n")
    }
    var limits = HTTPLimits.patient
    limits.halfClosedSeconds = 1
    try await withServer(session, limits: limits) { server in
      let other = try RawClient(port: server.port)
      try await other.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
      other.finishSending()
      #expect(try await other.response() == nil)
      try await eventually("the request is cancelled") { isCancelled.value }
    }
  }
}
