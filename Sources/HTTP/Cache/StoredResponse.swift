package import Foundation

/// A stored response, with what is needed to reuse it (RFC 9111 §3).
package struct StoredResponse: Sendable, Equatable {
  let key: CacheKey
  /// The request's fields, by which the server may have selected the response (`Vary`).
  let requestHeaders: HTTPHeaders
  /// The response to reuse, without hop-by-hop fields.
  package let response: HTTPResponse
  /// When the response was received or last validated, by this machine's clock.
  package internal(set) var date: Date

  init(key: CacheKey, requestHeaders: HTTPHeaders, response: HTTPResponse, date: Date) {
    self.key = key
    self.requestHeaders = requestHeaders
    self.response = response
    self.date = date
  }

  /// Nil if the response must not be stored: a status other than 200 and followable redirects, `no-store` in request or
  /// response, `Set-Cookie`, or `Vary: *`.
  init?(_ response: HTTPResponse, to request: HTTPRequest, at date: Date) {
    guard let key = CacheKey(request),
      response.status == 200 || (try? request.redirected(by: response)) != nil,
      ![request.headers, response.headers].contains(where: { CacheControl($0).contains("no-store") }),
      response.headers[.setCookie] == nil, !Self.variations(response.headers).contains("*")
    else { return nil }
    var response = response
    response.headers = response.headers.storable
    self.init(key: key, requestHeaders: request.headers, response: response, date: date)
  }

  /// The request that it responds to.
  var request: HTTPRequest { key.request(requestHeaders) }

  /// Whether the fields named by `Vary` are the same in this request (§4.1).
  func isSelected(by request: HTTPRequest) -> Bool {
    Self.variations(response.headers).allSatisfy { $0 != "*" && request.headers[$0] == requestHeaders[$0] }
  }

  /// The response, updated with the fields of a 304 (§3.2). Nil when the 304 has another entity tag (§4.3.4).
  func updated(by validation: HTTPResponse) -> HTTPResponse? {
    let tag = validation.headers[.eTag]
    guard tag == nil || tag?.opaqueTag == response.headers[.eTag]?.opaqueTag else { return nil }
    let newFields = validation.headers.storable.fields
    var updated = response
    updated.headers = HTTPHeaders(
      response.headers.fields.filter { field in
        !newFields.contains { $0.name == field.name }
      } + newFields)
    return updated
  }

  private static func variations(_ headers: HTTPHeaders) -> [HTTPField.Name] {
    headers.members(of: .vary).map { HTTPField.Name($0) }
  }
}

extension HTTPHeaders {
  /// Without hop-by-hop and proxy fields (RFC 9111 §3.1), and without those that describe the encoded body: the stored
  /// body is decoded.
  fileprivate var storable: HTTPHeaders {
    HTTPHeaders(fields.filter { $0.name.isValid && !Self.unstorable.contains($0.name) })
  }

  private static let unstorable: [HTTPField.Name] =
    HTTPField.Name.hopByHop + [
      .contentEncoding, .contentLength, "Proxy-Authenticate", "Proxy-Authentication-Info",
      "Proxy-Authorization",
    ]
}

extension String {
  /// The tag for weak comparison (RFC 9110 §8.8.3.2): a server that compresses may send the same tag as a weak one.
  fileprivate var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
