import Foundation
import HTTP
import TestSupport

/// Runs the body with a server at a free port, and stops the server afterwards.
func withServer(
  _ session: any Session = EchoSession(), limits: HTTPLimits = .patient,
  allowsHost: @escaping @Sendable (String) -> Bool = { _ in true },
  log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in },
  onError: @escaping @Sendable (HTTPRequest, any Error) -> Void = { _, _ in },
  _ body: (HTTPServer) async throws -> Void
) async throws {
  var configuration = HTTPServer.Configuration()
  configuration.limits = limits
  configuration.allowsHost = allowsHost
  configuration.log = log
  configuration.onError = onError
  try await withServer(session, configuration, body)
}

/// Runs a server with further settings, at a free port.
func withServer(
  _ session: any Session, _ configuration: HTTPServer.Configuration, _ body: (HTTPServer) async throws -> Void
) async throws {
  var configuration = configuration
  configuration.port = 0
  let server = try HTTPServer(session, configuration)
  do {
    try await body(server)
  } catch {
    _ = try await onThread { server.stop() }
    throw error
  }
  _ = try await onThread { server.stop() }
}

/// Responds with the request's method, target and contents.
struct EchoSession: Session {
  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ["Content-Type": "text/plain"],
      body: Data("\(request.method.rawValue) \(request.target) ".utf8) + (try request.body.bytes()))
  }
}

/// The response of `EchoSession`, as `RawClient` shows it.
func echoed(_ text: String, closing: Bool = false) -> String {
  """
  HTTP/1.1 200 OK
  Content-Type: text/plain
  Date: *
  Content-Length: \(text.utf8.count)\(closing ? "\nConnection: close" : "")

  \(text)
  """
}

/// The response to an invalid request, as `RawClient` shows it.
func errorResponse(_ status: String, _ reason: String, _ fields: String...) -> String {
  let head = ["HTTP/1.1 \(status)", "Content-Type: text/plain; charset=utf-8"] + fields + ["Date: *"]
  return (head + ["Content-Length: \(reason.utf8.count + 1)", "Connection: close", "", reason, ""])
    .joined(separator: "\n")
}
