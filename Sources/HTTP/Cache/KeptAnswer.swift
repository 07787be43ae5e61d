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

  /// The same, as the server has confirmed it with 304 (§4.3.4).
  func confirmed(by response: HTTPResponse, at date: Date) -> KeptAnswer {
    var headers = headers
    for field in response.headers.lasting.fields { headers[field.name] = field.value }
    return KeptAnswer(headers: headers, body: body, date: date, requestHeaders: requestHeaders)
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
