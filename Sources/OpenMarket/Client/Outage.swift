import Synchronization

/// Remembers that nobody answers, for a question of many parts: the rest of them are not put.
package final class Outage: Sendable {
  private let first = Mutex<(freshness: Freshness, error: MarketError)?>(nil)

  package init() {}

  /// How the first part is known that was not answered; nil as long as every part was.
  package var freshness: Freshness? { first.withLock { $0?.freshness } }

  var error: MarketError? { first.withLock { $0?.error } }

  func note(_ freshness: Freshness) {
    guard case .offline(_, let error) = freshness else { return }
    first.withLock { $0 = $0 ?? (freshness, error) }
  }
}
