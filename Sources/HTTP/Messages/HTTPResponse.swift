package import Foundation

/// A response as a value (RFC 9110).
package struct HTTPResponse: Sendable, Equatable {
  /// The three-digit status code (RFC 9110 §15).
  package var status: Int
  package var headers: HTTPHeaders
  /// The contents, in memory and without transfer and content coding.
  package var body: Data
  /// The length of contents that are not made, since the request omits them; nil for that of `body`.
  package var omittedLength: Int?
  /// How a server sends the response.
  package var delivery = Delivery.whole
  /// Why the request was refused, for the log of a server; not sent.
  package var reason: String?

  /// How a response reaches its client: faults that tests of clients ask for.
  package enum Delivery: Sendable {
    case whole
    /// The connection is closed behind contents that are shorter than their length says.
    case truncated
    /// A piece of the contents each second.
    case slow
    /// The connection is reset in place of a response.
    case reset
  }

  package init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Whether the request was understood and carried out (2xx).
  package var isSuccess: Bool { (200..<300).contains(status) }

  /// The delay that `Retry-After` asks for (RFC 9110 §10.2.3): seconds, or the time up to a date, at least zero. Nil
  /// without the field, and when its value is neither.
  package func retryAfter(now: Date) -> Duration? {
    guard let value = headers[.retryAfter] else { return nil }
    if let date = Date(httpDate: value) {
      return .seconds(max(0, date.timeIntervalSince(now)))
    }
    // Nine digits are thirty years, and cannot overflow.
    guard (1...9).contains(value.utf8.count), value.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(value).map { .seconds($0) }
  }
}
