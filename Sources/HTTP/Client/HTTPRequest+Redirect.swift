import Foundation

extension HTTPRequest {
  /// More hops than any sensible server asks for.
  package static let redirectLimit = 5

  /// The request that a redirect asks for (RFC 9110 §15.4); nil when the answer is not one, or says no more
  /// than "elsewhere".
  ///
  /// What was meant for one origin (RFC 6454: scheme, host and port) is not told to another. A request that only
  /// reads goes on elsewhere, with no fields but harmless ones; any other, and any way from https to
  /// http, throws `SessionError.redirectedElsewhere`. On the same origin 303 asks with GET and the others
  /// repeat the request, 301 and 302 too, where browsers would turn POST into GET and lose what was posted.
  package func redirected(by response: HTTPResponse) throws(SessionError) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"],
      let destination = URL(string: location, relativeTo: url)?.absoluteURL,
      let scheme = destination.scheme?.lowercased(), let authority = destination.authority
    else { return nil }

    var next = HTTPRequest(
      method, scheme: scheme, authority: authority, target: destination.target, headers: headers, body: body)
    next.progress = progress
    let onlyReads = method == .get || method == .head
    if response.status == 303 && !onlyReads {
      next.method = .get
      next.body = .empty
      next.headers["Content-Type"] = nil
    }
    guard next.origin != origin else { return next }
    guard onlyReads, body.count == 0, scheme == "https" || scheme == "http" && self.scheme == "http" else {
      throw .redirectedElsewhere(to: location)
    }
    next.headers = HTTPHeaders(headers.fields.filter(\.isSafelisted))
    return next
  }

  private var origin: [String]? {
    guard let url, let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased() else {
      return nil
    }
    return [scheme, host, String(url.port ?? (scheme == "https" ? 443 : 80))]
  }
}
