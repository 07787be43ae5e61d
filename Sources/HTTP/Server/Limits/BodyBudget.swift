import Synchronization
import SystemSupport

/// The bytes of contents that all connections together may hold, in one place (memory or disk), and the share of one
/// client.
final class BodyBudget: Sendable {
  /// In bytes.
  private let limit: Int
  /// Most bytes of one client, which leaves room for others.
  private let share: Int
  /// The reason of the error when the limit is exceeded.
  private let reason: String
  /// Called when the limit is exceeded.
  private let onRefusal: @Sendable () -> Void
  private let held = Mutex(ClientUsage())

  /// - Parameter clients: How many clients may have their share at one time.
  init(limit: Int, clients: Int = 4, reason: String, onRefusal: @escaping @Sendable () -> Void = {}) {
    self.limit = limit
    share = limit / clients
    self.reason = reason
    self.onRefusal = onRefusal
  }

  /// Adds bytes to what a client holds. Throws 503 when the limit or the client's share is exceeded; then nothing is
  /// added. A single holding may exceed the share when the client has no other.
  func reserve(_ count: Int, of client: String, besides present: Int) throws(HTTPError) {
    let fits = held.withLock { held in
      let others = held[client] - present
      guard held.total + count <= limit, others == 0 || others + present + count <= share else {
        return false
      }
      held.add(count, of: client)
      return true
    }
    guard fits else {
      onRefusal()
      throw HTTPError(503, reason, section: "RFC 9110 §15.6.4")
    }
  }

  func release(_ count: Int, of client: String) {
    // Most requests hold nothing; they need not contend for the lock.
    guard count > 0 else { return }
    held.withLock { $0.add(-count, of: client) }
  }
}
