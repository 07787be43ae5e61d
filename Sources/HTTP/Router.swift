/// Passes each request to the first session whose path it asks for. Paths are compared by their decoded components, so
/// that `//things/1` is where `/things/1` is.
package struct Router: Session {
  /// A path and the session behind it.
  package enum Route: Sendable {
    /// The path, and every path below it.
    case path([String], any Session)
    /// The path alone.
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

  /// - Parameter fallback: Answers what no route matches.
  package init(_ routes: [Route], fallback: any Session) {
    self.routes = routes
    self.fallback = fallback
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let route = request.pathComponents.flatMap { components in routes.first { $0.matches(components) } }
    return try await (route?.session ?? fallback).response(to: request)
  }
}
