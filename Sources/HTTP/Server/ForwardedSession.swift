/// Trusts a reverse proxy's fields for the client's address, scheme and host: the last address of `X-Forwarded-For`,
/// which the proxy itself has appended, `X-Forwarded-Proto` and `X-Forwarded-Host`.
///
/// Only for a server that is reached through such a proxy: any client can send these fields.
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
