package import Foundation

/// A value from the market, and how up to date it is.
package struct Fetched<Value: Sendable>: Sendable {
  package var value: Value
  package let freshness: Freshness

  package init(_ value: Value, _ freshness: Freshness) {
    self.value = value
    self.freshness = freshness
  }
}

extension Fetched: Equatable where Value: Equatable {}

/// How up to date a value is.
package enum Freshness: Sendable, Equatable {
  /// The market has just sent it, or confirmed it.
  case current
  /// It was fetched at that time, and has not been checked since.
  case cached(since: Date)
  /// It was fetched at that time, and the attempt to check it failed.
  case offline(since: Date, ClientError)

  /// Whether it comes from the market and not from the cache.
  package var isCurrent: Bool { self == .current }
}
