import Synchronization

/// Remembers that nobody answers, for a question of many parts: the rest of them are not put.
package final class Outage: Sendable {
  private let first = Mutex<(standing: Standing, error: MarketError)?>(nil)

  package init() {}

  /// How the first part is known that was not answered; nil as long as every part was.
  package var standing: Standing? { first.withLock { $0?.standing } }

  var error: MarketError? { first.withLock { $0?.error } }

  func note(_ standing: Standing) {
    guard case .offline(_, let error) = standing else { return }
    first.withLock { $0 = $0 ?? (standing, error) }
  }
}
