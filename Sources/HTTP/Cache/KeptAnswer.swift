package import Foundation

/// An answer (200) that was kept, and what has to be known to give it again (RFC 9111 §3).
package struct KeptAnswer: Sendable, Equatable {
  package let headers: HTTPHeaders
  package let body: Data
  /// When the server last said that it is so, by this machine's clock.
  package let date: Date
  /// What was asked besides the address, by which the server may have chosen among answers.
  let requestHeaders: HTTPHeaders

  init(headers: HTTPHeaders, body: Data, date: Date, requestHeaders: HTTPHeaders) {
    self.headers = headers
    self.body = body
    self.date = date
    self.requestHeaders = requestHeaders
  }

  /// Nil for an answer that may not be kept: any but a plain success, one where either side forbids it, one that sets a
  /// cookie, and one that depends on more than what was asked.
  init?(_ response: HTTPResponse, to request: HTTPRequest, at date: Date) {
    guard response.status == 200, !CacheControl(response.headers).contains("no-store"),
      !CacheControl(request.headers).contains("no-store"), response.headers["Set-Cookie"] == nil,
      !Self.variations(response.headers).contains("*")
    else { return nil }
    self.init(
      headers: response.headers.lasting, body: response.body, date: date, requestHeaders: request.headers)
  }

  /// The answer as it is given again.
  package var response: HTTPResponse { HTTPResponse(status: 200, headers: headers, body: body) }

  /// Whether the server would choose it for this request as well (§4.1).
  func answers(_ request: HTTPRequest) -> Bool {
    Self.variations(headers).allSatisfy { $0 != "*" && request.headers[$0] == requestHeaders[$0] }
  }

  /// The answer that a server gives by confirming this one with 304: the same, with what the 304 says in place of what
  /// was said under those names (§3.2). Nil when the 304 has the tag of another (§4.3.4).
  func confirmed(by response: HTTPResponse) -> HTTPResponse? {
    if let tag = response.headers["ETag"], tag.opaqueTag != headers["ETag"]?.opaqueTag { return nil }
    let news = response.headers.lasting.fields
    let rest = headers.fields.filter { field in
      !news.contains { $0.name.equalsIgnoringCase(field.name) }
    }
    return HTTPResponse(status: 200, headers: HTTPHeaders(rest + news), body: body)
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
