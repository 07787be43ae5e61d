/// Believes a proxy in front of the server about who asks and how: the last address of `X-Forwarded-For`, which the
/// proxy itself has added, `X-Forwarded-Proto` and `X-Forwarded-Host`. Without a proxy anyone can write these fields,
/// and then this must not be used.
package struct ForwardedSession: Session {
  private let session: any Session

  package init(_ session: any Session) {
    self.session = session
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    if let address = request.headers.values(for: "X-Forwarded-For").last?.split(separator: ",").last {
      request.peer = address.trimmingBlanks
    }
    if let scheme = request.headers["X-Forwarded-Proto"]?.lowercased(), ["http", "https"].contains(scheme) {
      request.scheme = scheme
    }
    if let host = request.headers["X-Forwarded-Host"], Array(host.utf8)[...].isAuthority {
      request.authority = host
    }
    return try await session.response(to: request)
  }
}
