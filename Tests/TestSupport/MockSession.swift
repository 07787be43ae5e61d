package import HTTP

/// A session that answers from a script and remembers what it was asked.
package final class MockSession: Session {
  private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse
  private let asked = Locked<[HTTPRequest]>([])

  package init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
    self.answer = answer
  }

  /// Every request so far, in order, also those that were answered by an error.
  package var requests: [HTTPRequest] { asked.value }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    asked.withLock { $0.append(request) }
    return try await answer(request)
  }
}
