/// Follows redirects, as far as `HTTPRequest.redirected(by:)` allows. The session before which it stands is asked for one
/// answer at a time, and need not know of it.
package struct RedirectingSession: Session {
  private let session: any Session

  package init(_ session: any Session) {
    self.session = session
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    for _ in 0...HTTPRequest.redirectLimit {
      let response = try await session.response(to: request)
      guard let next = try request.redirected(by: response) else { return response }
      request = next
    }
    throw SessionError.tooManyRedirects
  }
}
