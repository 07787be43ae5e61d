package import Foundation
import SystemSupport

/// A stored response, with what is needed to reuse it (RFC 9111 §3).
package struct StoredResponse: Sendable, Equatable {
  let key: CacheKey
  /// The request's fields, by which the server may have selected the response (`Vary`).
  let requestHeaders: HTTPHeaders
  /// The response to reuse, without hop-by-hop fields.
  package let response: HTTPResponse
  /// When the response was received or last validated, by this machine's clock.
  package internal(set) var date: Date
  /// Whether a request may have changed what it is a copy of (RFC 9111 §4.4): it is validated before it is used.
  package internal(set) var isInvalidated = false
}

extension StoredResponse {
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

extension StringProtocol {
  /// The tag for weak comparison (RFC 9110 §8.8.3.2): a server that compresses may send the same tag as a weak one.
  package var opaqueTag: String {
    let tag = trimmingCharacters(in: .whitespaces)
    return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
  }
}

extension StoredResponse {
  /// Whether it may be reused without validation (RFC 9111 §4.2): by the response's lifetime and the request's
  /// `Cache-Control` (§5.2.1). No heuristic freshness (§4.2.2).
  func isFresh(at now: Date, for request: HTTPRequest) -> Bool {
    let (responseControl, requestControl) = (CacheControl(response.headers), CacheControl(request.headers))
    let residentTime = now.timeIntervalSince(date)
    guard !isInvalidated, !responseControl.contains("no-cache"), !requestControl.contains("no-cache"),
      let lifetime,
      residentTime >= 0
    else { return false }
    // Plus its age in other caches on the way (§4.2.3).
    let age = residentTime + Double(response.headers[.age].map(CacheControl.seconds) ?? 0)
    return age < min(lifetime, requestControl.maxAge.map(Double.init) ?? lifetime)
  }

  /// The freshness lifetime in seconds (§4.2.1): `max-age`, or else `Expires` (§5.3); nil without both.
  private var lifetime: Double? {
    if let maxAge = CacheControl(response.headers).maxAge { return Double(maxAge) }
    guard let expires = response.headers[.expires].flatMap(Date.init(httpDate:)) else { return nil }
    return expires.timeIntervalSince(response.headers[.date].flatMap(Date.init(httpDate:)) ?? date)
  }

  /// The field of a conditional request for validation (RFC 9110 §13.1); nil without a validator, and for redirects,
  /// whose tag is that of another resource.
  var condition: (name: HTTPField.Name, value: String)? {
    guard response.status == 200 else { return nil }
    if let tag = response.headers[.eTag] { return (.ifNoneMatch, tag) }
    return response.headers[.lastModified].map { (.ifModifiedSince, $0) }
  }
}

/// The file format of a stored response:
///
///     response/3 <checksum: 64-bit FNV-1a of all that follows this line, in sixteen hexadecimal digits>
///     GET https://host/things/1
///     200
///     1795240680000000
///     > Accept: application/json
///     ETag: "abc"
///
///     <body>
///
/// The lines are the key, the status, the date in microseconds since 1970, the request's fields (marked by `>`), and
/// the response's fields.
extension StoredResponse {
  private static let form = "response/3 "

  var file: Data {
    let microseconds = Int((date.timeIntervalSince1970 * 1_000_000).rounded())
    var lines = [key.text, String(response.status), String(microseconds)]
    lines += requestHeaders.fields.map { "> \($0.name): \($0.value)" }
    lines += response.headers.fields.map { "\($0.name): \($0.value)" }
    let contents = Data((lines.joined(separator: "\n") + "\n\n").utf8) + response.body
    return Data("\(Self.form)\(Self.checksum(contents))\n".utf8) + contents
  }

  /// Parses `file`; nil for anything else, such as a file damaged by a disk, a crash or another program.
  init?(file: Data) {
    guard let first = file.firstIndex(of: .lineFeed) else { return nil }
    let contents = file[(first + 1)...]
    guard let end = contents.range(of: Data([.lineFeed, .lineFeed])),
      file[..<first].elementsEqual("\(Self.form)\(Self.checksum(contents))".utf8),
      let head = String(validating: contents[..<end.lowerBound], as: UTF8.self)
    else { return nil }
    let lines = head.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, let key = CacheKey(text: lines[0]), let status = Int(lines[1]),
      let microseconds = Int(lines[2])
    else { return nil }
    var (request, response): (HTTPHeaders, HTTPHeaders) = ([:], [:])
    for line in lines.dropFirst(3) {
      let isOfRequest = line.hasPrefix("> ")
      let field = line.dropFirst(isOfRequest ? 2 : 0)
      guard let colon = field.utf8.firstIndex(of: .colon) else { return nil }
      // Only a request whose fields are all safelisted is stored.
      let name = HTTPField.Name(String(field[..<colon]), isSafelisted: isOfRequest)
      let value = String(Substring(field.utf8[colon...].dropFirst(2)))
      if isOfRequest {
        request.append(name, value)
      } else {
        response.append(name, value)
      }
    }
    self.init(
      key: key, requestHeaders: request,
      response: HTTPResponse(status: status, headers: response, body: Data(contents[end.upperBound...])),
      date: Date(timeIntervalSince1970: Double(microseconds) / 1_000_000))
  }

  private static func checksum(_ contents: Data) -> String {
    var hash = FNV1a()
    hash.combine(contents)
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
