/// Dispatches each request to the first session whose route matches its path.
///
/// Paths are compared by their decoded components, so that `//things/1` equals `/things/1`.
package struct Router: Session {
  /// A path and the session behind it.
  package enum Route: Sendable {
    /// A path and all paths below it.
    case path([String], any Session)
    /// Only the path itself.
    case exactPath([String], any Session)

    fileprivate func matches(_ components: [String]) -> Bool {
      switch self {
      case .path(let path, _): components.starts(with: path)
      case .exactPath(let path, _): components == path
      }
    }

    fileprivate var session: any Session {
      switch self {
      case .path(_, let session), .exactPath(_, let session): session
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
    let route = request.pathComponents.flatMap { components in routes.first { $0.matches(components) } }
    return try await (route?.session ?? fallback).response(to: request)
  }
}
