package import Foundation

/// What the market says, or said when it was last asked.
package struct Answer<Value: Sendable>: Sendable {
  package let value: Value
  package let standing: Standing

  package init(_ value: Value, _ standing: Standing) {
    self.value = value
    self.standing = standing
  }
}

extension Answer: Equatable where Value: Equatable {}

/// How an answer is known.
package enum Standing: Sendable, Equatable {
  /// The market has just said so.
  case current
  /// It said so then, and has not been asked again.
  case kept(since: Date)
  /// It said so then, and has been asked again in vain.
  case offline(since: Date, MarketError)

  package var isCurrent: Bool { self == .current }
}
