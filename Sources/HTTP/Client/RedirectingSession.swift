import Foundation

/// Follows redirects, as `HTTPRequest.redirected(by:)` allows. The session behind it returns them as responses.
package struct RedirectingSession: Session {
  private let session: any Session

  package init(_ session: any Session) {
    self.session = session
  }

  /// Throws `SessionError.tooManyRedirects` after `HTTPRequest.redirectLimit` of them.
  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    for _ in 0...HTTPRequest.redirectLimit {
      let response = try await session.response(to: request)
      guard let next = try request.redirected(by: response) else { return response }
      request = next
    }
    throw SessionError.tooManyRedirects
  }
}

extension HTTPRequest {
  /// Most redirects that are followed for one request.
  package static let redirectLimit = 5

  /// The next request after a redirect (RFC 9110 §15.4); nil when the response is no redirect or has no `Location`.
  ///
  /// To the same origin (RFC 6454: scheme, host and port) the request is repeated, as GET after 303. 301 and 302 keep
  /// the method: browsers change POST to GET there and lose the body. To another origin only GET and HEAD without a
  /// body are followed, with safelisted fields only; other requests, a change from https to http, and an address that
  /// is not of the web, such as `file:`, throw `SessionError.redirectedElsewhere`. A `Location` that is no URL with a
  /// host throws `SessionError.malformedHead`.
  package func redirected(by response: HTTPResponse) throws(SessionError) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers[.location]
    else { return nil }
    guard let destination = URL(string: location, relativeTo: url)?.absoluteURL,
      let scheme = destination.scheme?.lowercased()
    else { throw .malformedHead(.location) }
    guard let authority = destination.authority else {
      if scheme == "http" || scheme == "https" { throw .malformedHead(.location) }
      throw .redirectedElsewhere(to: location)
    }

    var next = HTTPRequest(
      method, scheme: scheme, authority: authority, target: destination.target, headers: headers, body: body)
    next.progress = progress
    next.referringHost = referringHost
    let isSafe = method == .get || method == .head
    if response.status == 303 && !isSafe {
      next.method = .get
      next.body = .empty
      next.headers[.contentType] = nil
    }
    guard next.origin != origin else {
      next.isSigned = isSigned
      return next
    }
    guard isSafe, body.count == 0, scheme == "https" || scheme == "http" && self.scheme == "http" else {
      throw .redirectedElsewhere(to: location)
    }
    next.headers = HTTPHeaders(headers.fields.filter(\.isSafelisted))
    return next
  }

  /// Scheme, host and port; nil without a URL.
  private var origin: [String]? {
    guard let url, let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased() else {
      return nil
    }
    return [scheme, host, String(url.port ?? (scheme == "https" ? 443 : 80))]
  }
}
