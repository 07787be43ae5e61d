package import Foundation

/// An answer that was kept, and what has to be known to give it again (RFC 9111 §3).
package struct StoredResponse: Sendable, Equatable {
  let key: CacheKey
  /// What was asked besides the address, by which the server may have chosen among answers.
  let requestHeaders: HTTPHeaders
  /// The answer as it is given again.
  package let response: HTTPResponse
  /// When the server last said that it is so, by this machine's clock.
  package internal(set) var date: Date

  init(key: CacheKey, requestHeaders: HTTPHeaders, response: HTTPResponse, date: Date) {
    self.key = key
    self.requestHeaders = requestHeaders
    self.response = response
    self.date = date
  }

  /// Nil for an answer that may not be kept: any but a plain success and a redirect that may be followed, one where
  /// either side forbids it, one that sets a cookie, and one that depends on more than what was asked.
  init?(_ response: HTTPResponse, to request: HTTPRequest, at date: Date) {
    guard let key = CacheKey(request),
      response.status == 200 || (try? request.redirected(by: response)) != nil,
      ![request.headers, response.headers].contains(where: { CacheControl($0).contains("no-store") }),
      response.headers["Set-Cookie"] == nil, !Self.variations(response.headers).contains("*")
    else { return nil }
    var response = response
    response.headers = response.headers.lasting
    self.init(key: key, requestHeaders: request.headers, response: response, date: date)
  }

  /// The request that it is the answer to.
  var request: HTTPRequest { key.request(requestHeaders) }

  /// Whether the server would choose it for this request as well (§4.1).
  func answers(_ request: HTTPRequest) -> Bool {
    Self.variations(response.headers).allSatisfy { $0 != "*" && request.headers[$0] == requestHeaders[$0] }
  }

  /// The answer that a server gives by confirming this one with 304: the same, with what the 304 says in place of what
  /// was said under those names (§3.2). Nil when the 304 has the tag of another (§4.3.4).
  func confirmed(by confirmation: HTTPResponse) -> HTTPResponse? {
    let tag = confirmation.headers["ETag"]
    guard tag == nil || tag?.opaqueTag == response.headers["ETag"]?.opaqueTag else { return nil }
    let news = confirmation.headers.lasting.fields
    var confirmed = response
    confirmed.headers = HTTPHeaders(
      response.headers.fields.filter { field in
        !news.contains { $0.name.equalsIgnoringCase(field.name) }
      } + news)
    return confirmed
  }

  private static func variations(_ headers: HTTPHeaders) -> [String] {
    headers.values(for: "Vary").flatMap { $0.split(separator: ",") }.map(\.trimmingBlanks)
  }
}

extension HTTPHeaders {
  /// Without what is of one connection, and of a body as it was packed for it (RFC 9111 §3.1).
  fileprivate var lasting: HTTPHeaders {
    HTTPHeaders(
      fields.filter { field in
        Array(field.name.utf8)[...].isToken && !Self.passing.contains(where: field.name.equalsIgnoringCase)
      })
  }

  private static let passing = [
    "Connection", "Content-Encoding", "Content-Length", "Keep-Alive", "Proxy-Authenticate",
    "Proxy-Authentication-Info", "Proxy-Authorization", "Proxy-Connection", "TE", "Trailer",
    "Transfer-Encoding", "Upgrade",
  ]
}

extension String {
  /// What weak comparison looks at (RFC 9110 §8.8.3.2): a server that compresses may call the same tag weak.
  fileprivate var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
