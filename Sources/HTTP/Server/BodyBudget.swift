import Synchronization

/// How many bytes of contents are held by all connections together, in one direction.
final class BodyBudget: Sendable {
  private let limit: Int
  /// What is said to whoever would go beyond it.
  private let reason: String
  private let held = Mutex(0)

  init(limit: Int, reason: String) {
    self.limit = limit
    self.reason = reason
  }

  func reserve(_ count: Int) throws(HTTPRefusal) {
    let fits = held.withLock { held in
      guard held + count <= limit else { return false }
      held += count
      return true
    }
    guard fits else { throw HTTPRefusal(503, reason, "RFC 9110 §15.6.4") }
  }

  func release(_ count: Int) {
    held.withLock { $0 -= count }
  }
}
