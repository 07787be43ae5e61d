package import HTTP

#if !os(Linux)
  import URLLoading
#endif

/// The session with which the program connects to networks on this system. A request without a response ends by a
/// `WaitLimit`.
///
/// - Parameter idle: The longest time without progress.
package func networkSession(idle: Duration = patience) -> any Session {
  let limits = ClientLimits(idle: idle)
  #if os(Linux)
    return LimitedSession(session: CurlSession(limits: limits))
  #else
    return LimitedSession(session: URLSession.ephemeral(limits: limits))
  #endif
}

private struct LimitedSession: Session {
  let session: any Session

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await inTime("\(request.authority ?? "") responds to \(request.method.rawValue) \(request.target)") {
      try await session.response(to: request)
    }
  }
}
