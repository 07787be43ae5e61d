import Synchronization

/// How many bytes of contents are held by all connections together, in one direction.
final class BodyBudget: Sendable {
  private let limit: Int
  /// What is said to whoever would go beyond it.
  private let reason: String
  private let total = Mutex(0)

  init(limit: Int, reason: String) {
    self.limit = limit
    self.reason = reason
  }

  /// Adds to what one request holds. Refuses it when there is no room, and then takes back at once what it held: the
  /// others, which are short of room in the same moment, go on with that.
  func reserve(_ count: Int, addingTo held: inout Int) throws(HTTPError) {
    let before = held
    let fits = total.withLock { total in
      let fits = total + count <= limit
      total += fits ? count : -before
      return fits
    }
    held = fits ? before + count : 0
    guard fits else { throw HTTPError(503, reason, "RFC 9110 §15.6.4") }
  }

  func release(_ held: Int) {
    // Most requests and answers hold nothing, and would wait for each other to say so.
    guard held > 0 else { return }
    total.withLock { $0 -= held }
  }
}
