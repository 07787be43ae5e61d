/// Why a request has no response.
package enum SessionError: Error, Sendable, Equatable {
  /// The host name cannot be resolved, the connection is refused, or the network is down.
  case unreachable
  /// The connection broke before the response was complete.
  case connectionLost
  /// No connection, or no response, within the timeout.
  case timedOut
  /// TLS failed: the certificate is not valid for the host, or there is no common version.
  case notSecure
  /// The response is not HTTP, or larger than the session accepts.
  case badResponse
  /// More than `HTTPRequest.redirectLimit` redirects.
  case tooManyRedirects
  /// A redirect that would send the request's contents to another origin: its `Location`.
  case redirectedElsewhere(to: String)
  /// The request's scheme, authority and target are not a URL that this session can reach.
  case unsupportedAddress(String)
  /// A file of the request's body is missing, unreadable, or shorter than it was.
  case unreadableBody(path: String)
  /// The session sends no requests, it only inspects them.
  case notSent

  /// Whether the same request may succeed later.
  package var isTemporary: Bool {
    switch self {
    case .unreachable, .connectionLost, .timedOut: true
    case .notSecure, .badResponse, .tooManyRedirects, .redirectedElsewhere, .unsupportedAddress,
      .unreadableBody, .notSent:
      false
    }
  }
}
