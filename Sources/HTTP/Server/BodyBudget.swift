import Synchronization

/// How many bytes of contents are held by all connections together.
final class BodyBudget: Sendable {
  private let limit: Int
  private let held = Mutex(0)

  init(limit: Int) {
    self.limit = limit
  }

  func reserve(_ count: Int) throws(HTTPRefusal) {
    let fits = held.withLock { held in
      guard held + count <= limit else { return false }
      held += count
      return true
    }
    guard fits else { throw HTTPRefusal(503, "Too much is being uploaded at once", "RFC 9110 §15.6.4") }
  }

  func release(_ count: Int) {
    held.withLock { $0 -= count }
  }
}
