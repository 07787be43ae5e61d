import Foundation

/// Hashes passwords and checks them, one at a time on a thread of its own: a hash takes milliseconds and megabytes, and
/// a hundred at once would leave nothing for anyone else.
///
/// A seller's passwords come again and again. The last ones that were right are remembered as long as the process
/// lives, so that they cost nothing the second time.
actor PasswordKeeper {
  private struct Known: Hashable {
    let password: String
    let hash: String
  }

  private static let capacity = 128

  private let hashing: PasswordHash
  private let queue = SerialQueue(label: "passwords")
  private var known: [Known] = []

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

  func matches(_ password: String, hash: String) -> Bool {
    let pair = Known(password: password, hash: hash)
    guard known.contains(pair) || hashing.matches(password, hash: hash) else { return false }
    remember(pair)
    return true
  }

  /// Takes as long as checking a password does.
  func pretendToCheck(_ password: String) {
    _ = try? hashing.hash(password)
  }

  private func remember(_ pair: Known) {
    known.removeAll { $0 == pair }
    known.insert(pair, at: 0)
    if known.count > Self.capacity { known.removeLast() }
  }
}
