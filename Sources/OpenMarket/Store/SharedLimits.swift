import Foundation
import SystemSupport

/// The limits on clients that all servers of a store keep together: a client that is sent from one server to another has no
/// more wrong passwords and reviews than at one.
///
/// Keys are digests under a key of the store: a copy of the database tells no addresses. An error of the store is thrown, so that
/// nothing is admitted that could not be counted.
struct SharedLimits: Sendable {
  private let store: Store

  /// Nil where one process has the store: it counts in its memory.
  init?(_ store: Store) {
    guard case .postgreSQL = store.location else { return nil }
    self.store = store
  }

  /// An attempt at a password, by the client's network and what the password is for.
  typealias Attempt = (key: String, isRight: Bool)

  /// Records failures; only reads the counter for successes. Returns the seconds to wait for each refused key. All attempts are one
  /// transaction of two statements.
  func recordAttempts(_ attempts: [Attempt], at now: Date) async throws -> [String: Int] {
    let wrong = Set(attempts.lazy.filter { !$0.isRight }.map(\.key))
    let all = wrong.union(attempts.map(\.key))
    return try await store.count(isWriting: !wrong.isEmpty) { database in
      var names: [String: String] = [:]
      for key in all { names[try Self.digest("attempt \(key)", in: database)] = key }
      let failed = Set(names.filter { wrong.contains($0.value) }.keys)
      // Before the wrong ones of this request count, and after those of others.
      let waits = try PostgresCounters.waits(for: names.keys, in: database, at: now)
      let refused =
        try failed.isEmpty ? [] : failed.subtracting(PostgresCounters.spend(failed, in: database, at: now))
      var result: [String: Int] = [:]
      for (name, key) in names where refused.contains(name) || waits[name] != nil && !wrong.contains(key) {
        result[key] = waits[name] ?? Int(AttemptLimiter.interval)
      }
      return result
    }
  }

  /// Settles one attempt. Throws `MarketplaceError.tooManyAttempts`.
  func recordAttempts(_ attempt: Attempt, at now: Date) async throws {
    let wait = try await recordAttempts([attempt], at: now)[attempt.key]
    if let wait { throw MarketplaceError.tooManyAttempts(retryAfter: wait) }
  }

  /// Counts one for each key, or none. Throws `MarketplaceError.tooManyReviews`.
  ///
  /// - Parameter keys: Each with its limit in an hour, which begins with the first review.
  func takeReview(_ keys: [(key: String, limit: Int)], at now: Date) async throws {
    try await store.count(isWriting: true) { database in
      for (key, limit) in keys.sorted(by: { $0.key < $1.key }) {
        let name = try Self.digest("review \(key)", in: database)
        let wait = try PostgresCounters.spend(name, atMost: limit, in: database, at: now)
        if let wait { throw MarketplaceError.tooManyReviews(retryAfter: wait) }
      }
    }
  }

  func giveBackReview(_ keys: [String]) async throws {
    try await store.count(isWriting: true) { database in
      for key in keys.sorted() {
        try PostgresCounters.giveBack(Self.digest("review \(key)", in: database), in: database)
      }
    }
  }

  private static func digest(_ text: String, in database: any Database) throws -> String {
    let key = try MarketSettings(database: database).key(for: .limits)
    return SHA256.hexadecimal(ofHash: SHA256.authenticationCode(of: Data(text.utf8), key: key).prefix(16))
  }
}
