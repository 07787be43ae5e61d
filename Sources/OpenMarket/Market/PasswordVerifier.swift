import Foundation
import SystemSupport

/// Hashes passwords and checks them, one at a time on a thread of its own: a hash takes milliseconds and megabytes, and
/// a hundred at once would leave nothing for anyone else.
///
/// A seller's passwords come again and again. The last ones that were right are remembered as long as the process
/// lives, so that they cost nothing the second time.
actor PasswordVerifier {
  private struct Known: Hashable {
    let password: String
    let hash: String
  }

  private static let capacity = 128

  private let hashing: PasswordHash
  private let queue = SerialQueue(label: "passwords")
  private var known: [Known] = []
  private var limiter = RateLimiter()

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(cost: Int) {
    hashing = PasswordHash(cost: cost)
  }

  /// A hash to store. One password that is used for many items in a row has one hash: its salt is as random as ever,
  /// and there is one password to guess either way.
  func hash(_ password: String) throws -> String {
    if let match = known.first(where: { $0.password == password }) {
      remember(match)
      return match.hash
    }
    let hash = try hashing.hash(password)
    remember(Known(password: password, hash: hash))
    return hash
  }

  /// Whether a password is right, for those who have not guessed too often. Without a hash it is wrong, and finding
  /// that out takes as long. Throws the `APIError` that says when to come back.
  ///
  /// - Parameter keys: By what wrong tries are counted. Tries are checked one at a time, so that right ones that come
  ///   at once never stand in each other's way.
  func matches(_ password: String, hash: String?, by keys: [String], at now: Date) throws -> Bool {
    try limiter.check(keys, at: now)
    guard isRight(password, hash) else {
      limiter.spend(keys, at: now)
      return false
    }
    return true
  }

  private func isRight(_ password: String, _ hash: String?) -> Bool {
    guard let hash else {
      _ = try? hashing.hash(password)
      return false
    }
    let pair = Known(password: password, hash: hash)
    guard known.contains(pair) || hashing.matches(password, hash: hash) else { return false }
    remember(pair)
    return true
  }

  private func remember(_ pair: Known) {
    known.removeAll { $0 == pair }
    known.insert(pair, at: 0)
    if known.count > Self.capacity { known.removeLast() }
  }
}
