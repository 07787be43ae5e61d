/// Why a request got no answer.
package enum SessionError: Error, Sendable, Equatable {
  /// The host name is not known, or nothing listens there, or the way there is down.
  case unreachable
  /// The connection broke before the answer was whole.
  case connectionLost
  /// No connection, or no answer, in the time allowed.
  case timedOut
  /// The certificate is not valid for that host, or there is no common TLS version.
  case notSecure
  /// What came back is not HTTP, or larger than the session takes.
  case badResponse
  /// The answer points elsewhere, and so do those that followed it.
  case tooManyRedirects
  /// The answer points elsewhere, and following would send the request's contents to another origin.
  case redirectedElsewhere(to: String)
  /// The request cannot be made into a URL that this session can reach.
  case unsupportedAddress(String)
  /// A file of the request's body is gone, unreadable, or no longer as long as it was.
  case unreadableBody(path: String)
  /// The session only looks at requests and sends none.
  case notSent

  /// Whether the same request, sent again, may well succeed.
  package var isTemporary: Bool {
    switch self {
    case .unreachable, .connectionLost, .timedOut: true
    case .notSecure, .badResponse, .tooManyRedirects, .redirectedElsewhere, .unsupportedAddress,
      .unreadableBody, .notSent:
      false
    }
  }
}
