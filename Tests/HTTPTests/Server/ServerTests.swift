import Foundation
import HTTP
import TestSupport
import Testing

@Suite(.serialized) struct ServerTests {
  @Test func `pipelined requests get their responses in order`() async throws {
    try await withServer { server in
      let client = try RawClient(port: server.port)
      try await client.send(
        "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
          + "PATCH /3 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n0\r\nX: y\r\n\r\n"
          + "DELETE /4 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\nGET /5 HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(
        try await client.responses() == [
          echoed("GET /1 "), echoed("POST /2 abc"), echoed("PATCH /3 de"),
          echoed("DELETE /4 ", closing: true),
        ])
    }
  }

  @Test func `a request that arrives byte by byte gets a response`() async throws {
    try await withServer { server in
      let client = try RawClient(port: server.port)
      let request = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
      try await client.send(request.unicodeScalars.map { String($0) }, every: .zero)
      #expect(try await client.response() == echoed("POST / abc"))
    }
  }

  @Test func `the session gets method, target, authority, fields, contents and the client's address`()
    async throws
  {
    let session = MockSession { _ in HTTPResponse(status: 204) }
    try await withServer(session) { server in
      let client = try RawClient(port: server.port)
      try await client.send(
        "PATCH http://t:80/a?b HTTP/1.1\r\nHost: h\r\nA: b\r\nContent-Length: 1\r\n\r\nc")
      #expect(
        try await client.response() == """
          HTTP/1.1 204 No Content
          Date: *


          """)
    }
    var expected = HTTPRequest(
      .patch, scheme: "http", authority: "t:80", target: "/a?b",
      headers: ["Host": "h", "A": "b", "Content-Length": "1"], body: HTTPBody(Data("c".utf8)))
    expected.peer = "127.0.0.1"
    #expect(session.requests == [expected])
  }

  @Test func `the response to HEAD is that to GET without contents`() async throws {
    try await withServer { server in
      let client = try RawClient(port: server.port)
      try await client.send("HEAD /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(
        try await client.response(toHEAD: true) == """
          HTTP/1.1 200 OK
          Content-Type: text/plain
          Date: *
          Content-Length: 7


          """)
      #expect(try await client.response() == echoed("GET /2 "))
    }
  }

  @Test(arguments: [
    ("GET", "GET, HEAD"), ("GET, POST", "GET, HEAD, POST"), ("POST,GET", "POST, GET, HEAD"),
    ("HEAD, GET", "HEAD, GET"), ("PATCH, DELETE", "PATCH, DELETE"), ("", ""),
  ])
  func `Allow lists HEAD behind GET`(
    allowed: String, told: String
  ) async throws {
    let session = MockSession { _ in HTTPResponse(status: 405, headers: ["Allow": allowed]) }
    try await withServer(session) { server in
      let client = try RawClient(port: server.port)
      try await client.send("PUT / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(
        try await client.response()
          == "HTTP/1.1 405 Method Not Allowed\nAllow: \(told)\nDate: *\nContent-Length: 0\n\n")
    }
  }

  @Test func `a client that expects 100 Continue gets it once`() async throws {
    try await withServer { server in
      let client = try RawClient(port: server.port)
      let head = "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
      try await client.send(head)
      #expect(try await client.response() == "HTTP/1.1 100 Continue\n\n")
      try await client.send("abc")
      #expect(try await client.response() == echoed("POST / abc"))
      // A client that has begun to send does not wait (RFC 9110 §10.1.1).
      try await client.send(head + "def")
      #expect(try await client.response() == echoed("POST / def"))
    }
  }

  /// Refuses `/none` before its contents.
  private struct RefusingSession: ReadySession {
    func response(to request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 204) }
    func readyResponse(to request: HTTPRequest, at moment: RequestMoment) -> ReadyResponse? { nil }
    func readyVersion(at moment: RequestMoment) -> UInt64? { nil }
    func refusal(of head: HTTPRequest) -> HTTPResponse? {
      head.target == "/none" ? HTTPResponse(status: 405, headers: [.allow: "GET"]) : nil
    }
  }

  @Test func `a client that expects 100 Continue gets the final response where that is known`() async throws {
    try await withServer(RefusingSession()) { server in
      let fields = " HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
      let client = try RawClient(port: server.port)
      try await client.send("POST /none" + fields)
      #expect(
        try await client.response()
          == "HTTP/1.1 405 Method Not Allowed\nAllow: GET, HEAD\nDate: *\nContent-Length: 0\nConnection: close\n\n"
      )
      // Contents that are sent all the same are no request.
      try await client.send("abc")
      client.finishSending()
      #expect(try await client.responses() == [])
      let other = try RawClient(port: server.port)
      try await other.send("POST /some" + fields)
      #expect(try await other.response() == "HTTP/1.1 100 Continue\n\n")
    }
  }

  @Test func `contents with a coding are refused before they are sent`() async throws {
    try await withServer { server in
      let fields = " HTTP/1.1\r\nHost: h\r\nContent-Encoding: "
      let client = try RawClient(port: server.port)
      try await client.send("POST /1" + fields + "Identity\r\nContent-Length: 1\r\n\r\na")
      #expect(try await client.response() == echoed("POST /1 a"))
      try await client.send("GET /2" + fields + "gzip\r\n\r\n")
      #expect(try await client.response() == echoed("GET /2 "))
      try await client.send("POST /3" + fields + "gzip\r\nContent-Length: 3\r\n\r\n")
      #expect(
        try await client.response()
          == errorResponse(
            "415 Unsupported Media Type",
            "Unsupported Content-Encoding: send the contents as they are (RFC 9110 §8.4)",
            "Accept-Encoding: identity"))
    }
  }

  @Test func `a client that begins TLS is answered at once`() async throws {
    try await withServer { server in
      let client = try RawClient(port: server.port)
      try await client.send(Data([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]))
      #expect(
        try await client.response()
          == errorResponse(
            "400 Bad Request", "This is TLS, and the server speaks HTTP: use http:// (RFC 9112 §3)"))
    }
  }

  @Test func `an HTTP/1.0 client needs no Host and gets one response`() async throws {
    try await withServer { server in
      let client = try RawClient(port: server.port)
      try await client.send("GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /2 HTTP/1.0\r\n\r\n")
      #expect(try await client.responses() == [echoed("GET /1 ", closing: true)])
    }
  }

  @Test func `OPTIONS * is answered with 204`() async throws {
    try await withServer { server in
      let client = try RawClient(port: server.port)
      try await client.send(
        "OPTIONS * HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nxGET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await client.response() == "HTTP/1.1 204 No Content\nDate: *\n\n")
      #expect(try await client.response() == echoed("GET / "))
    }
  }

  @Test func `an invalid request is rejected and closes the connection`() async throws {
    try await withServer { server in
      let client = try RawClient(port: server.port)
      try await client.send(
        "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2\r\n\r\nGET /3 HTTP/1.1\r\nHost: h\r\n\r\n")
      client.finishSending()
      #expect(
        try await client.responses() == [
          echoed("GET /1 "),
          errorResponse(
            "400 Bad Request", "The request line is not method, target and version (RFC 9112 §3)"),
        ])
    }
  }

  @Test func `a request for another host is misdirected`() async throws {
    try await withServer(allowsHost: { $0 == "h:80" }) { server in
      for (target, host) in [("/", "evil.example"), ("http://h/", "h:80"), ("/", ""), ("/", "%C3%B1")] {
        let client = try RawClient(port: server.port)
        try await client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        client.finishSending()
        #expect(
          try await client.responses() == [
            errorResponse(
              "421 Misdirected Request", "This server does not serve the requested host (RFC 9110 §15.5.20)")
          ])
      }
      let client = try RawClient(port: server.port)
      try await client.send("GET http://h:80/ HTTP/1.1\r\nHost: other\r\n\r\n")
      #expect(try await client.response() == echoed("GET / "))
    }
  }

  @Test func `each response is logged, with the parsed part of an invalid request`() async throws {
    let log = Locked<[AccessLogEntry]>([])
    try await withServer(log: { entry in log.withLock { $0.append(entry) } }) { server in
      let client = try RawClient(port: server.port)
      try await client.send(
        "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 2000000\r\n\r\n")
      client.finishSending()
      #expect(try await client.responses().count == 2)
      let garbage = try RawClient(port: server.port)
      try await garbage.send("\n")
      garbage.finishSending()
      #expect(try await garbage.responses().count == 1)
    }
    #expect(
      log.value.map { "\($0.peer) \($0.method) \($0.target) \($0.status) \($0.bytes)" } == [
        "127.0.0.1 GET /1 200 7", "127.0.0.1 POST /2 413 64", "127.0.0.1 - - 400 44",
      ])
    #expect(log.value.allSatisfy { (0..<10_000).contains($0.milliseconds) })
  }
}
