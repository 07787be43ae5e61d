import Foundation
import HTTP
import TestSupport
import Testing

@Suite(.serialized) struct ServerLimitTests {
  private static func limits(_ change: (inout HTTPLimits) -> Void) -> HTTPLimits {
    var limits = HTTPLimits.patient
    change(&limits)
    return limits
  }

  private static let slow = limits { $0.headSeconds = 1 }
  private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  private static func post(_ framing: String) -> String {
    "POST / HTTP/1.1\r\nHost: h\r\n\(framing)\r\n\r\n"
  }

  // MARK: Size

  struct TooMuch: CustomTestStringConvertible {
    let testDescription: String
    let request: String
    let answer: String

    init(_ name: String, _ request: String, _ status: String, _ reason: String) {
      testDescription = name
      self.request = request
      answer = errorResponse(status, reason)
    }

    static let all = [
      TooMuch(
        "target", "GET /" + String(repeating: "a", count: 8_192),
        "414 URI Too Long", "The request line is longer than 8192 bytes (RFC 9112 §3)"),
      TooMuch(
        "field", "GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "a", count: 16_384),
        "431 Request Header Fields Too Large",
        "Request header fields too large: more than 100 fields or 16384 bytes (RFC 6585 §5)"),
      TooMuch(
        "fields", "GET / HTTP/1.1\r\n" + String(repeating: "X:\r\n", count: 101),
        "431 Request Header Fields Too Large",
        "Request header fields too large: more than 100 fields or 16384 bytes (RFC 6585 §5)"),
      TooMuch(
        "contents", post("Content-Length: 1048577\r\nExpect: 100-continue"),
        "413 Content Too Large", "The contents are larger than 1048576 bytes (RFC 9110 §15.5.14)"),
      TooMuch(
        "upload", post("Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 67108865"),
        "413 Content Too Large", "The contents are larger than 67108864 bytes (RFC 9110 §15.5.14)"),
      TooMuch(
        "chunks", post("Transfer-Encoding: chunked") + "100001\r\n",
        "413 Content Too Large", "The contents are larger than 1048576 bytes (RFC 9110 §15.5.14)"),
    ]
  }

  @Test(arguments: TooMuch.all)
  func `a request above a limit is rejected before it is complete`(request: TooMuch) async throws {
    try await withServer { server in
      let client = try RawClient(port: server.port)
      try await client.send(request.request)
      #expect(try await client.response() == request.answer)
      client.finishSending()
      #expect(try await client.response() == nil)
    }
  }

  @Test func `a client that reads only after sending too much gets the error response`() async throws {
    try await withServer { server in
      let client = try RawClient(port: server.port)
      let contents = Data(repeating: 0, count: 20 << 20)
      let head = Data(Self.post("Content-Length: \(contents.count)").utf8)
      #expect(try await client.send(head + contents))
      client.finishSending()
      #expect(try await client.response()?.hasPrefix("HTTP/1.1 413 Content Too Large\n") == true)
    }
  }

  @Test func `the limit of all request contents applies until their responses`() async throws {
    let gate = Gate()
    let session = MockSession { _ in
      try await gate.wait()
      return HTTPResponse(status: 204)
    }
    try await withServer(session, limits: Self.limits { ($0.bodiesInFlight, $0.spooled) = (10, 1) }) {
      server in
      defer { gate.open() }
      let first = try RawClient(port: server.port)
      try await first.send(Self.post("Content-Length: 8") + "12345678")
      try await gate.isReached()
      let second = try RawClient(port: server.port)
      try await second.send(Self.post("Content-Length: 8") + "12")
      try await second.send("345678")
      #expect(
        try await second.response()
          == errorResponse(
            "503 Service Unavailable", "Too many large requests and responses (RFC 9110 §15.6.4)",
            "Retry-After: 5"))
      gate.open()
      #expect(try await first.response() == "HTTP/1.1 204 No Content\nDate: *\n\n")
      // Both requests have released their memory, the refused one too.
      let third = try RawClient(port: server.port)
      try await third.send(Self.post("Content-Length: 10") + "1234567890")
      #expect(try await third.response() == "HTTP/1.1 204 No Content\nDate: *\n\n")
    }
  }

  @Test func `a request with a photograph does not wait for one that is larger`() async throws {
    let gate = Gate()
    let session = MockSession { request in
      if request.target == "/large" { try await gate.wait() }
      return HTTPResponse(status: 204)
    }
    try await withServer(session) { server in
      defer { gate.open() }
      func send(_ target: String, bytes: Int) async throws -> RawClient {
        let client = try RawClient(port: server.port)
        let head = "POST \(target) HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=b\r\n"
        try await client.send(Data("\(head)Content-Length: \(bytes)\r\n\r\n".utf8) + Data(count: bytes))
        return client
      }
      let large = try await send("/large", bytes: 5 << 20)
      try await gate.isReached()
      let small = try await send("/small", bytes: 2 << 20)
      #expect(try await small.response() == "HTTP/1.1 204 No Content\nDate: *\n\n")
      gate.open()
      #expect(try await large.response() == "HTTP/1.1 204 No Content\nDate: *\n\n")
    }
  }

  @Test func `of concurrent uploads above the limit some succeed`() async throws {
    let limits = Self.limits { $0.bodiesInFlight = 1 << 20 }
    try await withServer(MockSession { _ in HTTPResponse(status: 204) }, limits: limits) { server in
      let contents = Data(repeating: 0, count: 600_000)
      let statuses = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let client = try RawClient(port: server.port)
            try await client.send(Data(Self.post("Content-Length: \(contents.count)").utf8) + contents)
            return try await client.response().map { String($0.prefix(12)) }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.contains("HTTP/1.1 204"))
      #expect(Set(statuses).isSubset(of: ["HTTP/1.1 204", "HTTP/1.1 503"]))
    }
  }

  // MARK: Time

  private static let slowHead = errorResponse(
    "408 Request Timeout", "Timeout while the request head was received (RFC 9110 §15.5.9)")
  private static let slowContents = errorResponse(
    "408 Request Timeout", "The contents arrive too slowly (RFC 9110 §15.5.9)")

  @Test func `an incomplete head is rejected after the timeout, silent or slow`() async throws {
    try await withServer(limits: Self.slow) { server in
      let silent = try RawClient(port: server.port)
      try await silent.send(Self.get + "G")
      let dripping = try RawClient(port: server.port)
      async let drops: Void = dripping.send(Array(repeating: "G", count: 50), every: .milliseconds(100))
      #expect(try await silent.response() == echoed("GET / "))
      #expect(try await silent.response() == Self.slowHead)
      #expect(try await dripping.response() == Self.slowHead)
      try await drops
    }
  }

  @Test func `contents that stop arriving are rejected, also after a fast start`() async throws {
    try await withServer(limits: Self.slow) { server in
      for start in ["a", String(repeating: "a", count: 100_000)] {
        let client = try RawClient(port: server.port)
        try await client.send(Self.post("Content-Length: 200000") + start)
        #expect(try await client.response() == Self.slowContents)
      }
    }
  }

  @Test func `contents at the minimum rate are accepted`() async throws {
    let limits = Self.limits { ($0.headSeconds, $0.bodyRate) = (2, 10) }
    try await withServer(limits: limits) { server in
      let client = try RawClient(port: server.port)
      let drops = Array(repeating: "0123456789", count: 8)
      try await client.send([Self.post("Content-Length: 80")] + drops, every: .milliseconds(300))
      #expect(try await client.response() == echoed("POST / " + drops.joined()))
    }
  }

  @Test func `an idle connection is closed without a response`() async throws {
    try await withServer(limits: Self.limits { $0.idleSeconds = 1 }) { server in
      let silent = try RawClient(port: server.port)
      let satisfied = try RawClient(port: server.port)
      // An empty line begins no request.
      try await satisfied.send(Self.get + "\r\n")
      #expect(try await silent.responses() == [])
      #expect(try await satisfied.responses() == [echoed("GET / ")])
    }
  }

  @Test func `a client that does not read its response is disconnected`() async throws {
    let body = Data(repeating: 0x61, count: 32 << 20)
    let session = MockSession { _ in HTTPResponse(status: 200, body: body) }
    let log = Locked<[Int]>([])
    let limits = Self.limits { $0.responseSeconds = 1 }
    try await withServer(session, limits: limits, log: { entry in log.withLock { $0.append(entry.status) } })
    {
      server in
      let client = try RawClient(port: server.port, window: 4_096)
      try await client.send(Self.get)
      try await eventually("the response is logged") { log.value == [200] }
      #expect(try await client.bytes().count < body.count)
    }
  }

  // MARK: Connections

  @Test func `at the connection limit the longest idle connection is closed`() async throws {
    try await withServer(limits: Self.limits { $0.connections = 2 }) { server in
      let first = try RawClient(port: server.port)
      try await first.send(Self.get)
      #expect(try await first.response() == echoed("GET / "))
      try await Task.sleep(for: .milliseconds(20))
      let second = try RawClient(port: server.port)
      try await second.send(Self.get)
      #expect(try await second.response() == echoed("GET / "))
      let third = try RawClient(port: server.port)
      try await third.send(Self.get)
      #expect(try await third.response() == echoed("GET / "))
      #expect(try await first.response() == nil)
      try await second.send(Self.get)
      #expect(try await second.response() == echoed("GET / "))
    }
  }

  @Test func `at the connection limit without idle connections the next gets 503`() async throws {
    let gate = Gate()
    let session = MockSession { _ in
      try await gate.wait()
      return HTTPResponse(status: 204)
    }
    try await withServer(session, limits: Self.limits { $0.connections = 2 }) { server in
      defer { gate.open() }
      let busy = try [RawClient(port: server.port), RawClient(port: server.port)]
      for client in busy { try await client.send(Self.get) }
      try await gate.isReached(by: 2)
      let client = try RawClient(port: server.port)
      #expect(
        try await client.responses() == [
          errorResponse(
            "503 Service Unavailable", "Too many open connections (RFC 9110 §15.6.4)", "Retry-After: 5")
        ])
      gate.open()
      for client in busy { #expect(try await client.response() == "HTTP/1.1 204 No Content\nDate: *\n\n") }
    }
  }

  @Test func `many silent connections do not block a new one`() async throws {
    try await withServer(limits: Self.limits { $0.connections = 8 }) { server in
      let crowd = try (0..<100).map { _ in try RawClient(port: server.port) }
      let client = try RawClient(port: server.port)
      try await client.send(Self.get)
      #expect(try await client.response() == echoed("GET / "))
      // At most seven remain beside the new one.
      try await eventually("the server has closed 93 connections") { crowd.count(where: \.isAtEnd) >= 93 }
    }
  }
}
