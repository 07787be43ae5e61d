import HTTP
import TestSupport
import Testing
import URLLoading

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// The sessions that connect to a network. Their common behaviour is tested with both.
enum Connection: CaseIterable, CustomTestStringConvertible {
  #if os(Linux)
    case curl
  #endif
  case urlLoading

  var testDescription: String { "\(self)" }

  /// Calls `body` with a new session and ends it afterwards.
  func withSession<Result>(
    _ limits: ClientLimits, _ body: (any Session) async throws -> Result
  ) async throws -> Result {
    switch self {
    #if os(Linux)
      case .curl: return try await body(CurlSession(limits: limits))
    #endif
    case .urlLoading:
      let session = URLSession.ephemeral(limits: limits)
      defer { session.finishTasksAndInvalidate() }
      return try await body(session)
    }
  }

  /// Sends one request to a server in a session of its own, then stops the server.
  func ask(
    _ server: ScriptedServer, _ request: HTTPRequest = HTTPRequest(.get, target: "/"),
    within limits: ClientLimits = ClientLimits(idle: patience)
  ) async throws -> HTTPResponse {
    defer { server.stop() }
    return try await withSession(limits) { try await $0.response(to: request.to(server)) }
  }

  /// Sends a GET to a server that responds with these steps.
  func ask(
    _ steps: ScriptedServer.Step..., by request: HTTPRequest = HTTPRequest(.get, target: "/"),
    within limits: ClientLimits = ClientLimits(idle: patience)
  ) async throws -> HTTPResponse {
    try await ask(try ScriptedServer { _ in steps }, request, within: limits)
  }
}

extension HTTPRequest {
  /// The request with the address of a server.
  func to(_ server: ScriptedServer) -> HTTPRequest {
    var request = self
    request.scheme = "http"
    request.authority = server.authority
    return request
  }
}
