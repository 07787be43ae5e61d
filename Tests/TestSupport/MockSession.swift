package import HTTP

/// A session whose responses come from a closure, and which records the requests.
package final class MockSession: Session {
  private let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse
  private let received = Locked<[HTTPRequest]>([])

  package init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
    self.respond = respond
  }

  /// All requests so far, in order, including those for which the closure threw an error.
  package var requests: [HTTPRequest] { received.value }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    received.withLock { $0.append(request) }
    return try await respond(request)
  }
}
