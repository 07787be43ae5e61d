import Foundation
import SystemSupport

/// The limits on clients that all servers of a store keep together: a client that is sent from one server to another has no more
/// wrong passwords and reviews than at one.
///
/// Keys are digests under a key of the store: a copy of the database tells no addresses. An error of the store is thrown, so that
/// nothing is admitted that could not be counted.
struct SharedLimits: Sendable {
  private let store: Store
  private let counters: any SharedCounters

  /// Nil where one process has the store: it counts in its memory.
  init?(_ store: Store) {
    guard let counters = store.counters else { return nil }
    (self.store, self.counters) = (store, counters)
  }

  /// Counts a wrong password, which is written, and looks whether a right one may be told to be right, which is not. Throws
  /// `MarketplaceError.tooManyAttempts`.
  ///
  /// - Parameter key: The client's network, and what the password is for.
  func settleAttempt(_ key: String, isRight: Bool, at now: Date) async throws {
    let rate = AttemptLimiter.rate
    let wait = try await store.count(isWriting: !isRight) { [counters] database -> Int? in
      let key = try Self.digest("attempt \(key)", in: database)
      if !isRight, try counters.spend(key, of: rate, in: database, at: now) { return nil }
      let wait = try counters.wait(for: key, of: rate, in: database, at: now)
      return isRight ? wait : wait ?? 1
    }
    if let wait { throw MarketplaceError.tooManyAttempts(retryAfter: wait) }
  }

  /// Counts one for each key, or none. Throws `MarketplaceError.tooManyReviews`.
  func takeReview(_ keys: [(key: String, limit: Int)], at now: Date) async throws {
    try await store.count(isWriting: true) { [counters] database in
      // In one order: two that count at the same time do not wait for each other.
      for (key, limit) in keys.sorted(by: { $0.key < $1.key }) {
        let (key, rate) = (try Self.digest("review \(key)", in: database), Self.hourly(limit))
        guard try !counters.spend(key, of: rate, in: database, at: now) else { continue }
        let wait = try counters.wait(for: key, of: rate, in: database, at: now)
        throw MarketplaceError.tooManyReviews(retryAfter: wait ?? 1)
      }
    }
  }

  func giveBackReview(_ keys: [String]) async throws {
    try await store.count(isWriting: true) { [counters] database in
      for key in keys.sorted() {
        try counters.giveBack(Self.digest("review \(key)", in: database), in: database)
      }
    }
  }

  private static func hourly(_ limit: Int) -> SharedRate {
    SharedRate(count: limit, period: 3_600, refill: .allAtOnce)
  }

  private static func digest(_ text: String, in database: any Database) throws -> String {
    let key = try MarketSettings(database: database).key(for: .limits)
    return SHA256.authenticationCode(of: Data(text.utf8), key: key).prefix(16).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }
}
