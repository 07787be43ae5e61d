import Foundation

extension StoredResponse {
  /// Whether it may be given again without asking (RFC 9111 §4.2): as long as the server said that it would stay so, and
  /// as long as will do for who asks (§5.2.1). Where nothing was said nothing is guessed.
  func isFresh(at now: Date, for request: HTTPRequest) -> Bool {
    let (said, wanted) = (CacheControl(response.headers), CacheControl(request.headers))
    let passed = now.timeIntervalSince(date)
    guard !said.contains("no-cache"), !wanted.contains("no-cache"), let lifetime, passed >= 0 else {
      return false
    }
    // What it had aged in other caches on its way counts as well (§4.2.3).
    let age = passed + Double(response.headers["Age"].map(CacheControl.seconds) ?? 0)
    return age < min(lifetime, wanted.maxAge.map(Double.init) ?? lifetime)
  }

  /// Seconds, by `max-age` or, where there is none, by `Expires` (§5.3).
  private var lifetime: Double? {
    if let maxAge = CacheControl(response.headers).maxAge { return Double(maxAge) }
    guard let expires = response.headers["Expires"].flatMap(Date.init(httpDate:)) else { return nil }
    return expires.timeIntervalSince(response.headers["Date"].flatMap(Date.init(httpDate:)) ?? date)
  }

  /// The field that asks for the answer only if it has changed (RFC 9110 §13.1); nil when it cannot be asked so, as where
  /// it leads elsewhere: a tag is one of contents.
  var condition: (name: String, value: String)? {
    guard response.status == 200 else { return nil }
    if let tag = response.headers["ETag"] { return ("If-None-Match", tag) }
    return response.headers["Last-Modified"].map { ("If-Modified-Since", $0) }
  }
}
