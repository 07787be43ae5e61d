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

  /// An attempt at a password, by the client's network and what the password is for.
  typealias Attempt = (key: String, isRight: Bool)

  /// Counts wrong passwords, which is written, and looks whether right ones may be told to be right, which is not. Returns the seconds
  /// to wait of those that are refused, by key. All are one transaction of two statements, however many there are.
  func settle(_ attempts: [Attempt], at now: Date) async throws -> [String: Int] {
    let rate = AttemptLimiter.rate
    let wrong = Set(attempts.lazy.filter { !$0.isRight }.map(\.key))
    let all = wrong.union(attempts.map(\.key))
    return try await store.count(isWriting: !wrong.isEmpty) { [counters] database in
      var names: [String: String] = [:]
      for key in all { names[try Self.digest("attempt \(key)", in: database)] = key }
      let spent = Set(names.filter { wrong.contains($0.value) }.keys)
      // Before the wrong ones of this request count, and after those of others.
      let waits = try counters.waits(for: Set(names.keys), of: rate, in: database, at: now)
      let refused =
        try spent.isEmpty ? [] : counters.spend(spent, of: rate, in: database, at: now)
      var result: [String: Int] = [:]
      for (name, key) in names where refused.contains(name) || waits[name] != nil && !wrong.contains(key) {
        result[key] = waits[name] ?? Int(rate.period)
      }
      return result
    }
  }

  /// Settles one attempt. Throws `MarketplaceError.tooManyAttempts`.
  func settle(_ attempt: Attempt, at now: Date) async throws {
    let wait = try await settle([attempt], at: now)[attempt.key]
    if let wait { throw MarketplaceError.tooManyAttempts(retryAfter: wait) }
  }

  /// Counts one for each key, or none. Throws `MarketplaceError.tooManyReviews`.
  func takeReview(_ keys: [(key: String, limit: Int)], at now: Date) async throws {
    try await store.count(isWriting: true) { [counters] database in
      // In one order: two that count at the same time do not wait for each other.
      for (key, limit) in keys.sorted(by: { $0.key < $1.key }) {
        let (key, rate) = (try Self.digest("review \(key)", in: database), Self.hourly(limit))
        guard try counters.spend([key], of: rate, in: database, at: now).contains(key) else { continue }
        let wait = try counters.waits(for: [key], of: rate, in: database, at: now)[key]
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
