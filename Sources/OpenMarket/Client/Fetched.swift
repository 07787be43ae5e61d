package import Foundation

/// What the market says, or said when it was last asked.
package struct Fetched<Value: Sendable>: Sendable {
  package let value: Value
  package let freshness: Freshness

  package init(_ value: Value, _ freshness: Freshness) {
    self.value = value
    self.freshness = freshness
  }
}

extension Fetched: Equatable where Value: Equatable {}

/// How an answer is known.
package enum Freshness: Sendable, Equatable {
  /// The market has just said so.
  case current
  /// It said so then, and has not been asked again.
  case cached(since: Date)
  /// It said so then, and has been asked again in vain.
  case offline(since: Date, MarketError)

  package var isCurrent: Bool { self == .current }
}
