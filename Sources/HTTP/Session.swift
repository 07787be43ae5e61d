/// Responds to requests: over a network connection, by an API server in this process, or from a recording.
///
/// The one requirement that clients, servers and the layers between them (cache, redirects, logs) are written against.
/// A session is injected where it is used, so that the same code runs over a network, in memory and in tests.
package protocol Session: Sendable {
  /// Sends one request and returns its response, whatever the status. Throws `SessionError` when there is no response,
  /// and `CancellationError` when the task is cancelled.
  func response(to request: HTTPRequest) async throws -> HTTPResponse
}

/// A session that has some responses at hand, which a server can send on the thread that has received the request.
package protocol ReadySession: Session {
  /// A response without waiting, reading from disk or much work; nil when `response(to:)` has to make it.
  ///
  /// - Parameter moment: That by which the request had arrived.
  func readyResponse(to request: HTTPRequest, at moment: RequestMoment) -> ReadyResponse?

  /// A number that differs when a ready response to an equal request may differ; nil when no response may be kept.
  func readyVersion(at moment: RequestMoment) -> UInt64?

  /// The response to a request whatever its contents are, such as 404 or 405; nil where it depends on them. A client that waits
  /// for 100 (Continue) then does not send them (RFC 9110 §10.1.1).
  func refusal(of head: HTTPRequest) -> HTTPResponse?

  /// The response to a request that the server refuses itself, in the form that its client reads.
  ///
  /// - Parameter request: Its head, as far as it was parsed; the target is `-` where it was not.
  func response(to error: HTTPError, of request: HTTPRequest) -> HTTPResponse
}

extension ReadySession {
  package func refusal(of head: HTTPRequest) -> HTTPResponse? { nil }

  package func response(to error: HTTPError, of request: HTTPRequest) -> HTTPResponse { HTTPResponse(error) }
}

/// Dispatches each request to the first session whose route matches its path.
///
/// Paths are compared by their decoded components, so that `//things/1` equals `/things/1`.
package struct Router: Session {
  /// A path and the session behind it.
  package enum Route: Sendable {
    /// A path and all paths below it.
    case path([String], any Session)
    /// The paths of as many components that differ only where the template has nil.
    case template([String?], any Session)

    fileprivate func matches(_ components: [String]) -> Bool {
      switch self {
      case .path(let path, _): components.starts(with: path)
      case .template(let path, _):
        components.count == path.count && zip(path, components).allSatisfy { $0 == nil || $0 == $1 }
      }
    }

    fileprivate var session: any Session {
      switch self {
      case .path(_, let session), .template(_, let session): session
      }
    }
  }

  private let routes: [Route]
  private let fallback: any Session

  /// - Parameter fallback: Responds to requests that no route matches.
  package init(_ routes: [Route], fallback: any Session) {
    self.routes = routes
    self.fallback = fallback
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await session(for: request).response(to: request)
  }

  /// The session that responds to a request.
  package func session(for request: HTTPRequest) -> any Session {
    let route = request.pathComponents.flatMap { components in routes.first { $0.matches(components) } }
    return route?.session ?? fallback
  }
}
