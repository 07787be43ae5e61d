import Console
import HTTP

/// Prints a request as the curl command that would send it, and sends nothing.
struct CurlSession: Session {
  let console: Console

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try console.print(CurlCommand(request).text)
    throw SessionError.notSent
  }
}
