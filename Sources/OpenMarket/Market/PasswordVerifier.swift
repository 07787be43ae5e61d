import Foundation
import SystemSupport

#if canImport(CommonCrypto)
  import CommonCrypto
#else
  import CCrypt
#endif

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

/// Salted password hashes that are slow to guess, by the system's own library for logins.
struct PasswordHash: Sendable {
  /// The cost of a guess: for libcrypt, yescrypt's logarithmic cost. 5, its own default, takes about 20 ms and 16 MiB,
  /// 1 a fraction of a millisecond.
  let cost: Int

  /// A new hash with a new salt: the same password never gives the same text twice.
  func hash(_ password: String) throws(PasswordHashError) -> String {
    guard let setting = Self.setting(cost: cost), let hash = Self.derive(password, setting: setting) else {
      throw PasswordHashError()
    }
    return hash
  }

  /// Whether the hash was made of the password. Takes as long for a wrong one.
  func matches(_ password: String, hash: String) -> Bool {
    guard let derived = Self.derive(password, setting: hash), derived.utf8.count == hash.utf8.count else {
      return false
    }
    return zip(derived.utf8, hash.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  #if canImport(CommonCrypto)
    private static func setting(cost: Int) -> String? {
      let salt = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
      return "$pbkdf2-sha256$\(6_000 << cost)$\(salt)$"
    }

    private static func derive(_ password: String, setting: String) -> String? {
      let fields = setting.split(separator: "$", omittingEmptySubsequences: false)
      guard fields.count == 5, fields[1] == "pbkdf2-sha256", let rounds = UInt32(fields[2]),
        let salt = Data(base64Encoded: String(fields[3]))
      else { return nil }
      var key = [UInt8](repeating: 0, count: 32)
      let status = CCKeyDerivationPBKDF(
        CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, [UInt8](salt), salt.count,
        CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), rounds, &key, key.count)
      guard status == kCCSuccess else { return nil }
      return fields.prefix(4).joined(separator: "$") + "$" + Data(key).base64EncodedString()
    }
  #else
    private static func setting(cost: Int) -> String? {
      guard let setting = crypt_gensalt_ra("$y$", UInt(cost), nil, 0) else { return nil }
      defer { free(setting) }
      return String(cString: setting)
    }

    private static func derive(_ password: String, setting: String) -> String? {
      var scratch: UnsafeMutableRawPointer?
      var size: Int32 = 0
      defer { free(scratch) }
      return crypt_ra(password, setting, &scratch, &size).map { String(cString: $0) }
    }
  #endif
}

/// The system's library cannot hash passwords; a response says no more than that something failed.
struct PasswordHashError: Error, CustomStringConvertible {
  let description = "the system's crypt library made no hash"
}

/// Random secrets in letters and digits that can be read aloud: Crockford's base 32.
package enum RandomSecret {
  /// Five random bits for each character.
  package static func make(length: Int) -> String {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
    var generator = SystemRandomNumberGenerator()
    return String((0..<length).map { _ in alphabet[Int(generator.next(upperBound: UInt(alphabet.count)))] })
  }
}
