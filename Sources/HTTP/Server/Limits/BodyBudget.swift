import Synchronization

/// The bytes of contents that all connections together may hold, in one place (memory or disk), and the share of one
/// client.
final class BodyBudget: Sendable {
  /// In bytes.
  private let limit: Int
  /// Most bytes of one client: a quarter, so that one client leaves room for others.
  private var share: Int { limit / 4 }
  /// The reason of the error when the limit is exceeded.
  private let reason: String
  /// Called when the limit is exceeded.
  private let onRefusal: @Sendable () -> Void
  private let held = Mutex<Held>(Held())

  private struct Held {
    var total = 0
    var clients: [String: Int] = [:]
  }

  init(limit: Int, reason: String, onRefusal: @escaping @Sendable () -> Void = {}) {
    self.limit = limit
    self.reason = reason
    self.onRefusal = onRefusal
  }

  /// Adds bytes to what a client holds. Throws 503 when the limit or the client's share is exceeded; then nothing is
  /// added. A single holding may exceed the share when the client has no other.
  func reserve(_ count: Int, of client: String, besides present: Int) throws(HTTPError) {
    let fits = held.withLock { held in
      let others = held.clients[client, default: 0] - present
      guard held.total + count <= limit, others == 0 || others + present + count <= share else {
        return false
      }
      held.total += count
      held.clients[client, default: 0] += count
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
    held.withLock { held in
      held.total -= count
      let left = held.clients[client, default: 0] - count
      held.clients[client] = left > 0 ? left : nil
    }
  }
}
