import Synchronization

/// The bytes of contents in memory, of all connections together, in one direction.
final class BodyBudget: Sendable {
  /// In bytes.
  private let limit: Int
  /// The reason of the error when the limit is exceeded.
  private let reason: String
  private let total = Mutex(0)

  init(limit: Int, reason: String) {
    self.limit = limit
    self.reason = reason
  }

  /// Adds bytes to a request's reservation. Throws 503 when the limit is exceeded, and then releases the whole
  /// reservation at once, so that the other requests can continue.
  func reserve(_ count: Int, addingTo reserved: inout Int) throws(HTTPError) {
    let before = reserved
    let fits = total.withLock { total in
      let fits = total + count <= limit
      total += fits ? count : -before
      return fits
    }
    reserved = fits ? before + count : 0
    guard fits else { throw HTTPError(503, reason, "RFC 9110 §15.6.4") }
  }

  func release(_ reserved: Int) {
    // Most requests reserve nothing; they need not contend for the lock.
    guard reserved > 0 else { return }
    total.withLock { $0 -= reserved }
  }
}
