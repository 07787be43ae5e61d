import Dispatch
import Foundation
import Synchronization
import SystemSupport

#if canImport(CommonCrypto)
  import CommonCrypto
#else
  import CCrypt
#endif

/// Hashes and verifies passwords on threads of its own: a hash takes milliseconds and megabytes, and a hundred at once
/// would leave nothing for other requests. Clients take turns, and one core stays free where there are several.
///
/// New passwords are hashed one at a time, and beside them a password that is verified waits for no more than one of them:
/// hundreds of new items do not delay the edit of an old one.
///
/// The last passwords that were right are remembered as long as the process lives, so that they cost nothing the second
/// time.
final class PasswordVerifier: Sendable {
  private struct Known: Hashable {
    let password: String
    let hash: String
  }

  private struct Made {
    let password: String
    let client: String?
    let hash: String
  }

  private struct State {
    /// Pairs that were right, the last one first.
    var known: [Known] = []
    /// Hashes that were made, the last one first.
    var made: [Made] = []
    var limiter = AttemptLimiter()
    /// Attempts that wait for others to end, and how many have ended.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var ended = 0

    mutating func step(
      _ pair: Known?, of subject: String, by client: String, now: Date
    ) throws(MarketplaceError) -> Step {
      switch limiter.begin(by: client, at: subject, now: now) {
      case .refused(let wait): throw .tooManyAttempts(retryAfter: wait)
      case .mustWait: return .wait(ended: ended)
      case .admitted(let attempt):
        guard let pair, known.contains(pair) else { return .verify(attempt) }
        limiter.end(attempt, wasRight: true, now: now)
        return .isRight
      }
    }

    /// Ends an attempt and returns what waits for it.
    mutating func end(
      _ attempt: AttemptLimiter.Attempt, wasRight: Bool?, now: Date
    ) -> [CheckedContinuation<Void, Never>] {
      limiter.end(attempt, wasRight: wasRight, now: now)
      ended += 1
      defer { waiting = [] }
      return waiting
    }

    mutating func remember(_ pair: Known) {
      known.removeAll { $0 == pair }
      known.insert(pair, at: 0)
      if known.count > PasswordVerifier.capacity { known.removeLast() }
    }
  }

  /// How an attempt goes on.
  private enum Step {
    /// The password is remembered as right.
    case isRight
    case verify(AttemptLimiter.Attempt)
    /// Unfinished attempts decide; so many have `ended` up to now.
    case wait(ended: Int)
  }

  private static let capacity = 128

  private let hashing: PasswordHash
  let verifying: WorkPool<Void>
  let making: WorkPool<Void>
  /// One for each core that may hash, shared by both pools.
  private let cores: DispatchSemaphore
  private let state = Mutex(State())

  init(cost: Int) {
    hashing = PasswordHash(cost: cost)
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    verifying = WorkPool(label: "passwords", threads: threads)
    making = WorkPool(label: "new passwords", threads: 1)
    cores = DispatchSemaphore(value: threads)
  }

  /// A hash to store. Items that one client adds in a row with one password share a hash, which costs nothing then; two
  /// clients with the same password get two, so that the store does not tell that they are the same. Throws
  /// `OverloadError` when too many wait.
  ///
  /// - Parameter client: The network address of the client; nil in this process.
  func hash(_ password: String, for client: String?) async throws -> String {
    if let hash = madeHash(of: password, for: client) { return hash }
    return try await making.run { [self] in
      // Another request may have made it while this one waited.
      if let hash = madeHash(of: password, for: client) { return hash }
      let hash = try onCore { try hashing.hash(password) }
      state.withLock { state in
        state.made.insert(Made(password: password, client: client, hash: hash), at: 0)
        if state.made.count > Self.capacity { state.made.removeLast() }
        state.remember(Known(password: password, hash: hash))
      }
      return hash
    }
  }

  private func madeHash(of password: String, for client: String?) -> String? {
    state.withLock { $0.made.first { $0.password == password && $0.client == client }?.hash }
  }

  /// Verifies a password. Without a hash it is wrong, and takes as long. Throws `MarketplaceError.tooManyAttempts`
  /// (see `AttemptLimiter`), and `OverloadError` when too many wait.
  ///
  /// - Parameters:
  ///   - subject: What the password is for.
  ///   - client: The network address of the client; nil in this process, where attempts are not limited.
  ///   - now: Tells the present, before and after the verification.
  func matches(
    _ password: String, hash: String?, of subject: String, by client: String?, at now: () -> Date
  ) async throws -> Bool {
    guard let client else { return try await isRight(password, hash) }
    while true {
      let known = hash.map { Known(password: password, hash: $0) }
      switch try state.withLock({ try $0.step(known, of: subject, by: client, now: now()) }) {
      case .isRight: return true
      case .verify(let attempt): return try await isRight(password, hash, as: attempt, at: now)
      case .wait(let ended): try await nextEnd(after: ended)
      }
    }
  }

  private func isRight(
    _ password: String, _ hash: String?, as attempt: AttemptLimiter.Attempt, at now: () -> Date
  ) async throws -> Bool {
    var isRight: Bool?
    defer {
      let waiting = state.withLock { $0.end(attempt, wasRight: isRight, now: now()) }
      for continuation in waiting { continuation.resume() }
    }
    isRight = try await self.isRight(password, hash)
    return isRight == true
  }

  /// Waits for an attempt to end, unless more than `ended` have.
  private func nextEnd(after ended: Int) async throws {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard state.ended == ended else { return false }
        state.waiting.append(continuation)
        return true
      }
      if !mustWait { continuation.resume() }
    }
    try Task.checkCancellation()
  }

  private func isRight(_ password: String, _ hash: String?) async throws -> Bool {
    let known = hash.map { Known(password: password, hash: $0) }
    if let known, state.withLock({ $0.known.contains(known) }) { return true }
    return try await verifying.run { [self] in
      guard let known else {
        _ = try? onCore { try hashing.hash(password) }
        return false
      }
      let isKnown = state.withLock { $0.known.contains(known) }
      guard isKnown || onCore({ hashing.matches(password, hash: known.hash) }) else { return false }
      state.withLock { $0.remember(known) }
      return true
    }
  }

  /// Runs a computation when a core may be used for it.
  private func onCore<Result>(_ work: () throws -> Result) rethrows -> Result {
    cores.wait()
    defer { cores.signal() }
    return try work()
  }
}

/// Salted password hashes that are slow to guess, by the system's own library for logins.
struct PasswordHash: Sendable {
  /// In place of a hash: no password matches it.
  static let ofNoPassword = "*"

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
