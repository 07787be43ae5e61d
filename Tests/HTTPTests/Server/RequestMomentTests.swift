import Synchronization
import TestSupport
import Testing

@testable import HTTP

/// Requests that had arrived by one moment share what was read for them, and no later request does.
struct RequestMomentTests {
  /// Responds with how often the version was read.
  private final class CountingSession: ReadySession {
    private let reads = Atomic<UInt64>(0)

    func response(to request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 500) }

    func readyResponse(to request: HTTPRequest, at moment: RequestMoment) -> ReadyResponse? {
      let first = moment.version { self.reads.add(1, ordering: .relaxed).newValue }
      let second = moment.version { self.reads.add(1, ordering: .relaxed).newValue }
      return ReadyResponse(
        HTTPResponse(status: first == second ? 200 : 500, body: .init("\(first ?? 0)".utf8)))
    }

    func readyVersion(at moment: RequestMoment) -> UInt64? { nil }
  }

  private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  private func response(_ count: Int) -> String {
    "HTTP/1.1 200 OK\nDate: *\nContent-Length: 1\n\n\(count)"
  }

  @Test func `a version is read once at a moment, also where there is none`() {
    let moment = RequestMoment()
    #expect([moment.version { 1 }, moment.version { 2 }] == [1, 1])
    moment.end()
    #expect([moment.version { nil }, moment.version { 3 }] == [nil, nil])
  }

  @Test func `a later request of a connection reads the version again`() async throws {
    try await withServer(CountingSession()) { server in
      let client = try RawClient(port: server.port)
      for count in 1...2 {
        try await client.send(Self.get)
        #expect(try await client.response() == response(count))
      }
    }
  }

  @Test func `pipelined requests read the version each`() async throws {
    try await withServer(CountingSession()) { server in
      let client = try RawClient(port: server.port)
      try await client.send(Self.get + Self.get + Self.get)
      for count in 1...3 { #expect(try await client.response() == response(count)) }
    }
  }
}
