import Foundation
import Synchronization
import SystemSupport

/// The last hashes of sellers' passwords, and the look-ups that were counted. Passwords are in memory as keyed digests
/// only.
final class SellerHashes: Sendable {
  private struct State {
    /// The last one first.
    var hashes: [(digest: Data, hash: String)] = []
    var counted = RecentNames()
  }

  private static let capacity = 128

  private let key = SHA256.randomKey()
  private let state = Mutex(State())

  func hash(of password: String, _ salt: Data, client: String?) -> String? {
    let digest = digest(password, salt, client: client)
    return state.withLock { $0.hashes.first { $0.digest == digest }?.hash }
  }

  func remember(_ hash: String, of password: String, salt: Data, client: String?) {
    let digest = digest(password, salt, client: client)
    state.withLock { state in
      state.hashes.insert((digest, hash), at: 0)
      if state.hashes.count > Self.capacity { state.hashes.removeLast() }
    }
  }

  /// Whether a look-up of a seller by a client was counted before.
  func isCounted(_ seller: Int, _ client: String) -> Bool {
    state.withLock { $0.counted.contains(Self.name(seller, client)) }
  }

  func noteCounted(_ seller: Int, _ client: String, at now: Date) {
    state.withLock { $0.counted.insert(Self.name(seller, client), at: now) }
  }

  private static func name(_ seller: Int, _ client: String) -> String {
    "\(IPAddress.clientNetwork(client)) \(seller)"
  }

  private func digest(_ password: String, _ salt: Data, client: String?) -> Data {
    let fields = [client ?? "", salt.base64EncodedString(), password]
    return SHA256.authenticationCode(of: Data(fields.joined(separator: "\0").utf8), key: key)
  }
}

/// Names with the times at which they were last inserted; the older half is dropped when they are too many.
struct RecentNames {
  private static let capacity = 10_000

  private var times: [String: Date] = [:]

  func contains(_ name: String) -> Bool { times[name] != nil }

  mutating func insert(_ name: String, at now: Date) {
    times[name] = now
    guard times.count > Self.capacity else { return }
    for (name, _) in times.sorted(by: { $0.value < $1.value }).prefix(Self.capacity / 2) { times[name] = nil }
  }
}

extension PasswordHash {
  /// The field of a hash that holds its salt, as every cost writes it; nil for another text.
  static func saltField(of hash: String) -> Substring? {
    let fields = hash.split(separator: "$", omittingEmptySubsequences: false)
    return fields.count == 5 ? fields[3] : nil
  }

  /// The field that holds a salt of 16 bytes; nil where the system's library makes none.
  static func saltField(_ salt: Data) -> String? {
    setting(cost: 1, salt: salt).flatMap { saltField(of: $0 + "$") }.map(String.init)
  }
}
