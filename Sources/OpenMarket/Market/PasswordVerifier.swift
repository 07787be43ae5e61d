import Foundation
import SystemSupport

/// Hashes and verifies passwords, one at a time on its own thread: a hash takes milliseconds and megabytes, and a hundred
/// at once would leave nothing for other requests.
///
/// The last passwords that were right are remembered as long as the process lives, so that they cost nothing the second
/// time.
actor PasswordVerifier {
  private struct Known: Hashable {
    let password: String
    let hash: String
  }

  private struct Made {
    let password: String
    let client: String?
    let hash: String
  }

  private static let capacity = 128

  private let hashing: PasswordHash
  private let queue = SerialQueue(label: "passwords")
  /// Pairs that were right, the last one first.
  private var known: [Known] = []
  /// Hashes that were made, the last one first.
  private var made: [Made] = []
  private var limiter = RateLimiter()

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(cost: Int) {
    hashing = PasswordHash(cost: cost)
  }

  /// A hash to store. Items that one client adds in a row with one password share a hash, which costs nothing then; two
  /// clients with the same password get two, so that the store does not tell that they are the same.
  ///
  /// - Parameter client: The network address of the client; nil in this process.
  func hash(_ password: String, for client: String?) throws -> String {
    if let match = made.first(where: { $0.password == password && $0.client == client }) { return match.hash }
    let hash = try hashing.hash(password)
    made.insert(Made(password: password, client: client, hash: hash), at: 0)
    if made.count > Self.capacity { made.removeLast() }
    remember(Known(password: password, hash: hash))
    return hash
  }

  /// Verifies a password, rate-limited by `keys`. Without a hash it is wrong, and takes as long. Throws
  /// `MarketplaceError.tooManyAttempts`.
  ///
  /// - Parameter keys: What wrong attempts are counted by. Attempts are verified one at a time, so that right ones that
  ///   come at once never block each other.
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
