import Foundation

extension KeptAnswer {
  /// Whether it may be given again without asking (RFC 9111 §4.2): as long as the server said that it would stay so.
  /// Where nothing was said nothing is guessed.
  func isFresh(at now: Date) -> Bool {
    let passed = now.timeIntervalSince(date)
    guard !CacheControl(headers).contains("no-cache"), let lifetime, passed >= 0 else { return false }
    // What it had aged in other caches on its way counts as well (§4.2.3).
    return passed + Double(headers["Age"].map(CacheControl.seconds) ?? 0) < lifetime
  }

  /// Seconds, by `max-age` or, where there is none, by `Expires` (§5.3).
  private var lifetime: Double? {
    if let maxAge = CacheControl(headers).maxAge { return Double(maxAge) }
    guard let expires = headers["Expires"].flatMap(Date.init(httpDate:)) else { return nil }
    return expires.timeIntervalSince(headers["Date"].flatMap(Date.init(httpDate:)) ?? date)
  }

  /// The field that asks for the answer only if it has changed (RFC 9110 §13.1); nil when it cannot be asked so.
  var condition: (name: String, value: String)? {
    if let tag = headers["ETag"] { return ("If-None-Match", tag) }
    return headers["Last-Modified"].map { ("If-Modified-Since", $0) }
  }
}
