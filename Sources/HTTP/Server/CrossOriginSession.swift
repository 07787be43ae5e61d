package import Foundation

/// Decides what web pages of other origins may do: none may write, and the allowed ones may also read (the Fetch
/// standard's CORS protocol).
///
/// A browser sends the requests of any page, also those of another port of this machine, and with them what the page
/// chose, a form for example (CWE-352, cross-site request forgery). It says in `Origin` and `Sec-Fetch-Site` which page
/// it was. Other clients send neither field and are not restricted.
package struct CrossOriginSession: ReadySession {
  private let session: any Session
  /// The session, if it has responses at hand.
  private let readySession: (any ReadySession)?
  private let origins: Set<String>
  private let publicOrigins: Set<String>
  private let exposed: HTTPField
  private let refusal: @Sendable (HTTPError, HTTPRequest) -> HTTPResponse

  /// - Parameters:
  ///   - origins: The allowed origins as browsers send them, `https://shop.example`; `*` for any.
  ///   - publicURLs: The addresses that clients use, if they are not those of their requests.
  ///   - exposed: The response fields that the allowed origins read, beside those that browsers always show.
  ///   - refusal: The response to a write that is not allowed, and to what the server refuses, in the form that clients read.
  package init(
    _ session: any Session, origins: [String] = [], publicURLs: [URL] = [],
    exposed: [HTTPField.Name] = [],
    refusal: @escaping @Sendable (HTTPError, HTTPRequest) -> HTTPResponse = { error, _ in
      HTTPResponse(error)
    }
  ) {
    self.session = session
    readySession = session as? any ReadySession
    self.origins = Set(origins)
    publicOrigins = HTTPRequest.origins(of: publicURLs)
    self.exposed = HTTPField(
      "Access-Control-Expose-Headers", exposed.map(\.rawValue).joined(separator: ", "))
    self.refusal = refusal
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method.isSafe || mayWrite(request) else { return refusal(.crossOrigin, request) }
    let isPreflight =
      request.method == .options && request.headers["Access-Control-Request-Method"] != nil
      && request.headers[.origin].map(isAllowed) == true
    return shared(
      isPreflight ? Self.preflight(request) : try await session.response(to: request), with: request)
  }

  /// The response with the fields that let the allowed origins read it.
  private func shared(_ response: HTTPResponse, with request: HTTPRequest) -> HTTPResponse {
    guard !origins.isEmpty else { return response }
    var response = response
    if origins.contains("*") {
      response.headers["Access-Control-Allow-Origin"] = "*"
    } else {
      // Also without Origin: a cache must not serve that response to a page.
      response.headers.append(.vary, HTTPField.Name.origin.rawValue)
      guard let origin = request.headers[.origin], isAllowed(origin) else { return response }
      response.headers["Access-Control-Allow-Origin"] = origin
    }
    response.headers[exposed.name] = exposed.value
    return response
  }

  package func readyResponse(to request: HTTPRequest, at moment: RequestMoment) -> ReadyResponse? {
    guard request.method == .get || request.method == .head,
      origins.isEmpty || request.headers[.origin] == nil,
      let ready = readySession?.readyResponse(to: request, at: moment)
    else { return nil }
    if origins.isEmpty { return ready }
    // As `response(to:)` does without an Origin.
    return ready.appending(
      origins.contains("*")
        ? [HTTPField("Access-Control-Allow-Origin", "*"), exposed]
        : [HTTPField(.vary, HTTPField.Name.origin.rawValue)])
  }

  package func readyVersion(at moment: RequestMoment) -> UInt64? {
    readySession?.readyVersion(at: moment)
  }

  package func refusal(of head: HTTPRequest) -> HTTPResponse? {
    readySession?.refusal(of: head).map { shared($0, with: head) }
  }

  package func response(to error: HTTPError, of request: HTTPRequest) -> HTTPResponse {
    shared(refusal(error, request), with: request)
  }

  /// Whether the request comes from no web page, from one of this server, or from one of an allowed origin.
  private func mayWrite(_ request: HTTPRequest) -> Bool {
    let pages = request.headers.values(for: .origin)
    if origins.contains("*") || !pages.isEmpty && pages.allSatisfy(isAllowed) { return true }
    let sites = request.headers.values(for: .secFetchSite)
    guard !sites.contains(where: { $0.equalsIgnoringCase("cross-site") }) else { return false }
    return pages.allSatisfy { isAllowed($0) || request.isOwn($0, publicOrigins) }
  }

  private func isAllowed(_ origin: String) -> Bool {
    origins.contains("*") || origins.contains(origin)
  }

  /// The response to a preflight request: the supported methods, and all requested header fields.
  private static func preflight(_ request: HTTPRequest) -> HTTPResponse {
    var response = HTTPResponse(status: 204)
    response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, POST, PATCH, DELETE"
    if let fields = request.headers["Access-Control-Request-Headers"] {
      response.headers["Access-Control-Allow-Headers"] = fields
    }
    response.headers["Access-Control-Max-Age"] = "600"
    return response
  }
}

extension HTTPRequest {
  /// Whether a browser says that a page of this server sent the request. Clients that are no browsers do not say so.
  ///
  /// - Parameter publicURLs: The addresses that clients use, if they are not those of their requests.
  package func isFromOwnPage(publicURLs: [URL]) -> Bool {
    let (pages, sites) = (headers.values(for: .origin), headers.values(for: .secFetchSite))
    guard !pages.isEmpty || !sites.isEmpty else { return false }
    let own = Self.origins(of: publicURLs)
    return sites.allSatisfy { $0.equalsIgnoringCase("same-origin") } && pages.allSatisfy { isOwn($0, own) }
  }

  /// Whether an origin, as browsers send it, is that of the request or one of some others.
  fileprivate func isOwn(_ origin: String, _ others: Set<String>) -> Bool {
    let parts = origin.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let origin = Self.origin(scheme: String(parts[0]), authority: String(parts[1]))
    if others.contains(origin) { return true }
    guard let scheme, let authority else { return false }
    return origin == Self.origin(scheme: scheme, authority: authority)
  }

  fileprivate static func origins(of urls: [URL]) -> Set<String> {
    Set(urls.compactMap { url in url.authority.map { origin(scheme: url.scheme ?? "", authority: $0) } })
  }

  /// The origin in lower case, without the default port of its scheme (RFC 6454 §4, §6.2).
  private static func origin(scheme: String, authority: String) -> String {
    let (scheme, authority) = (scheme.lowercased(), authority.lowercased())
    let port = scheme == "https" ? ":443" : ":80"
    return scheme + "://" + (authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority)
  }
}

extension HTTPMethod {
  /// Whether the request asks for no change (RFC 9110 §9.2.1).
  var isSafe: Bool { self == .get || self == .head || self == .options }
}

extension HTTPError {
  /// A write of a web page of another origin.
  package static let crossOrigin = HTTPError(
    403, "A web page of another origin must not change anything here", section: "RFC 9110 §15.5.4")
}
