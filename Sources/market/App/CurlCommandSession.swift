import Console
import HTTP

/// Prints a request as the curl command that would send it, and sends nothing.
struct CurlCommandSession: Session {
  let console: Console

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    // What cannot be written is no trouble with the market: the stream keeps it, and throws it at the end.
    try? console.print(CurlCommand(request).text)
    throw SessionError.notSent
  }
}
