package import Foundation

extension HTTPResponse {
  /// How long to wait before asking again (RFC 9110 §10.2.3): seconds, or the time up to a date, never less
  /// than none. Nil when the answer does not say, or says something else.
  package func retryAfter(now: Date) -> Duration? {
    guard let value = headers["Retry-After"] else { return nil }
    if let date = Date(httpDate: value) {
      return .seconds(max(0, date.timeIntervalSince(now)))
    }
    // Nine digits are thirty years; more would be an overflow in the making.
    guard (1...9).contains(value.utf8.count), value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(value).map { .seconds($0) }
  }
}
