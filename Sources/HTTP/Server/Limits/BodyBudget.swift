import Synchronization
import SystemSupport

/// The bytes of contents that all connections together may hold, in one place (memory or disk), and the share of one
/// client.
final class BodyBudget: Sendable {
  /// In bytes.
  private let limit: Int
  /// Most bytes of one client, which leaves room for others.
  private let share: Int
  private let held = Mutex(ClientUsage())

  /// - Parameter clients: How many clients may have their share at one time.
  init(limit: Int, clients: Int = 16) {
    self.limit = limit
    share = limit / clients
  }

  /// Whether more than three quarters are held: the rest is for holdings within the shares of their clients.
  var isCrowded: Bool { held.withLock(\.total) > limit / 4 * 3 }

  /// Adds bytes to what a client holds. Returns false when the limit or the client's share is exceeded; then nothing is added. A
  /// single holding may exceed the share when the client has no other and a quarter of the limit stays free, or beside no other client.
  func reserve(_ count: Int, of client: String, besides present: Int) -> Bool {
    held.withLock { held in
      let (others, total) = (held[client] - present, held.total + count)
      let mayExceed = others == 0 && (total <= limit / 4 * 3 || held.total == present)
      guard total <= limit, mayExceed || others + present + count <= share else { return false }
      held.add(count, of: client)
      return true
    }
  }

  func release(_ count: Int, of client: String) {
    // Most requests hold nothing; they need not contend for the lock.
    guard count > 0 else { return }
    held.withLock { $0.add(-count, of: client) }
  }
}
