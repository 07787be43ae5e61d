package import Foundation

/// Why bytes are not a request that the server accepts. The connection is closed after the response, since the start of
/// the next request is not known.
package struct HTTPError: Error, Sendable, Equatable {
  /// The status code of the response.
  package let status: Int
  /// One sentence for the client, without a full stop.
  package let reason: String
  /// The section of the RFC that requires the rejection, or leaves the limit to the server.
  package let section: String

  package init(_ status: Int, _ reason: String, section: String) {
    self.status = status
    self.reason = reason
    self.section = section
  }
}

/// A session returned a status that is not a final response: below 200 the client would wait for another one, and above
/// 599 it is not a status code (RFC 9110 §15).
package struct InvalidStatusError: Error, Sendable, Equatable, CustomStringConvertible {
  package let status: Int

  package var description: String { "the session returned the invalid status \(status)" }
}

extension HTTPResponse {
  /// The response to a rejected request, as text.
  package init(_ error: HTTPError) {
    self.init(
      error, [.contentType: "text/plain; charset=utf-8"],
      body: Data("\(error.reason) (\(error.section))\n".utf8))
  }

  /// The response to a rejected request in another form.
  package init(_ error: HTTPError, _ headers: HTTPHeaders, body: Data) {
    self.init(status: error.status, headers: headers, body: body)
    reason = error.reason
    if status == 503 { self.headers[.retryAfter] = "5" }
    // Names the codings that the server takes (§12.5.3).
    if status == 415 { self.headers[.acceptEncoding] = "identity" }
  }

  /// The response after an internal error. It does not contain the cause.
  static let internalError = HTTPResponse(
    status: 500, headers: [.contentType: "text/plain; charset=utf-8"],
    body: Data("Internal server error\n".utf8))
}
