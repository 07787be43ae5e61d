import Foundation

extension StoredResponse {
  /// Whether it may be reused without validation (RFC 9111 §4.2), by the response's lifetime and the request's
  /// `Cache-Control` (§5.2.1). No heuristic freshness (§4.2.2).
  func isFresh(at now: Date, for request: HTTPRequest) -> Bool {
    let (responseControl, requestControl) = (CacheControl(response.headers), CacheControl(request.headers))
    let residentTime = now.timeIntervalSince(date)
    guard !responseControl.contains("no-cache"), !requestControl.contains("no-cache"), let lifetime,
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
