import Console
import HTTP
import OpenMarket

/// All that `--limit` sets.
struct ServerLimits {
  var http = HTTPLimits()
  var reviews = ReviewRates()

  /// The limits by the names that set them.
  static let named: KeyValuePairs<String, any WritableKeyPath<ServerLimits, Int> & Sendable> = [
    "request-line": \.http.requestLine,
    "fields": \.http.fields,
    "field-count": \.http.fieldCount,
    "body": \.http.body,
    "upload": \.http.upload,
    "bodies": \.http.bodiesInFlight,
    "unsent": \.http.unsent,
    "spooled": \.http.spooled,
    "head-seconds": \.http.headSeconds,
    "body-rate": \.http.bodyRate,
    "answer-seconds": \.http.responseSeconds,
    "idle-seconds": \.http.idleSeconds,
    "connections": \.http.connections,
    "client-connections": \.http.clientConnections,
    "half-closed-seconds": \.http.halfClosedSeconds,
    "drain-seconds": \.http.drainSeconds,
    "stop-seconds": \.http.stopSeconds,
    "item-reviews": \.reviews.ofItem,
    "client-reviews": \.reviews.ofClient,
    "client-item-reviews": \.reviews.ofClientAtItem,
  ]

  /// 10⁹ bytes or seconds: practically unlimited, and the product of two fits 64 bits.
  private static let largest = 1_000_000_000
}

extension ServerLimits {
  /// The default limits, changed by the values of `--limit`, of the form `name=number`.
  init(_ given: GivenOption) throws(UsageError) {
    self.init()
    for word in given.texts {
      let halves = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let limit = Self.named.first(where: { $0.key == halves.first }) else {
        throw given.unknown(halves.first ?? word, among: Self.named.map(\.key))
      }
      guard halves.count == 2, let number = Int(halves[1]), (1...Self.largest).contains(number) else {
        throw given.invalid(
          word, "use '\(limit.key)=<number>' with a whole number from 1 to \(grouped: Self.largest)")
      }
      self[keyPath: limit.value] = number
    }
  }
}
