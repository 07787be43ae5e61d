import Foundation
@testable import HTTP
import TestSupport
import Testing

@Suite(.serialized) struct ServerResponseTests {
  private struct Secret: Error, CustomStringConvertible {
    let description = "the password is 1234"
  }

  private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
  private static let failure = """
    HTTP/1.1 500 Internal Server Error
    Content-Type: text/plain; charset=utf-8
    Date: *
    Content-Length: 22

    Internal server error

    """

  @Test func `an error of the session is a 500 without its cause, and is reported`() async throws {
    let errors = Locked<[String]>([])
    try await withServer(
      MockSession { _ in throw Secret() },
      onError: { request, error in
        errors.withLock {
          $0.append("\(request.peer ?? "-") \(request.method.rawValue) \(request.target): \(error)")
        }
      }
    ) { server in
      let client = try RawClient(port: server.port)
      try await client.send(Self.get + "HEAD /b HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await client.response() == Self.failure)
      #expect(
        try await client.response(toHEAD: true)?.hasPrefix("HTTP/1.1 500 Internal Server Error\n") == true)
    }
    #expect(
      errors.value == [
        "127.0.0.1 GET /: the password is 1234", "127.0.0.1 GET /b: the password is 1234",
      ])
  }

  @Test(arguments: [0, 100, 199, 600, -1])
  func `an invalid status of the session is a 500, and is reported`(status: Int) async throws {
    let errors = Locked<[InvalidStatusError?]>([])
    try await withServer(
      MockSession { _ in HTTPResponse(status: status) },
      onError: { _, error in errors.withLock { $0.append(error as? InvalidStatusError) } }
    ) { server in
      let client = try RawClient(port: server.port)
      try await client.send(Self.get)
      #expect(try await client.response() == Self.failure)
    }
    #expect(errors.value == [InvalidStatusError(status: status)])
  }

  @Test func `hop-by-hop and invalid fields of the session are dropped`() async throws {
    let session = MockSession { _ in
      HTTPResponse(
        status: 203,
        headers: [
          "content-length": "1", "Transfer-Encoding": "chunked", "Connection": "close", "Date": "then",
          "X Y": "no name", "": "none", "X": "a\r\nInjected: b", "Trailer": "t",
        ], body: Data("abc".utf8))
    }
    try await withServer(session) { server in
      let client = try RawClient(port: server.port)
      try await client.send(Self.get)
      #expect(
        try await client.response() == """
          HTTP/1.1 203\u{20}
          X: a  Injected: b
          Date: *
          Content-Length: 3

          abc
          """)
    }
  }

  @Test(arguments: [(204, "No Content"), (304, "Not Modified")])
  func `a 204 or 304 has no contents`(status: Int, phrase: String) async throws {
    let session = MockSession { _ in HTTPResponse(status: status, body: Data("HTTP/1.1 200 OK".utf8)) }
    try await withServer(session) { server in
      let client = try RawClient(port: server.port)
      try await client.send(Self.get + Self.get)
      for _ in 0..<2 {
        #expect(try await client.response() == "HTTP/1.1 \(status) \(phrase)\nDate: *\n\n")
      }
    }
  }

  @Test func `a large response reaches a slow reader completely`() async throws {
    var chance = SeededChance(seed: 1)
    let words = (0..<(10 << 17)).map { _ in chance.next() }
    let body = words.withUnsafeBytes { Data($0) }
    try await withServer(MockSession { _ in HTTPResponse(status: 200, body: body) }) { server in
      let client = try RawClient(port: server.port, window: 4_096)
      try await client.send(Self.get + "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      // Long enough for every buffer on the way to be full.
      try await Task.sleep(for: .milliseconds(300))
      let heard = try await client.bytes()
      let first = try #require(heard.range(of: Data("\r\n\r\n".utf8)))
      #expect(heard[first.upperBound...].prefix(body.count) == body)
      #expect(heard.suffix(body.count) == body)
    }
  }

  @Test func `a session may suspend and run concurrent tasks`() async throws {
    let session = MockSession { request in
      async let one = Task.detached { 1 }.value
      async let two = { () async in
        try? await Task.sleep(for: .milliseconds(5))
        await Task.yield()
        return 2
      }()
      let sum = await one + two
      return HTTPResponse(status: 200, body: Data("\(request.target) \(sum)".utf8))
    }
    try await withServer(session) { server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask {
            let client = try RawClient(port: server.port)
            try await client.send("GET /\(number) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            let answers = try await client.responses()
            #expect(answers.map { $0.split(separator: "\n").last } == ["/\(number) 3"])
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
