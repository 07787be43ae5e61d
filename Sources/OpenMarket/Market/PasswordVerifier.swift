import Dispatch
import Foundation
import Synchronization
import SystemSupport

/// Hashes and verifies passwords on threads of its own: a hash takes milliseconds and megabytes, and a hundred at once
/// would leave nothing for other requests. Clients take turns, and one core stays free where there are several.
///
/// New passwords are hashed one at a time, and beside them a password that is verified waits for no more than one of them:
/// hundreds of new items do not delay the edit of an old one.
///
/// The last passwords that were right are remembered as long as the process lives, so that they cost nothing the second
/// time: as digests with a key of the process, because a dump of its memory or a swapped page must not contain passwords.
final class PasswordVerifier: Sendable {
  private struct Made {
    let digest: KeyedDigest
    let client: String?
    let hash: String
  }

  private struct State {
    /// Pairs that were right, the last one first.
    var known: [KeyedDigest] = []
    /// Hashes that were made, the last one first.
    var made: [Made] = []
    var limiter = AttemptLimiter()
    /// Attempts that wait for others to end, and how many have ended.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var ended = 0

    mutating func step(
      _ pair: KeyedDigest?, of subject: String, by client: String, now: Date
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

    mutating func remember(_ pair: KeyedDigest) {
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
  /// The cost of new hashes.
  var cost: Int { hashing.cost }
  private let digests = KeyedDigest.Key()
  let verifying: WorkPool<Void>
  let making: WorkPool<Void>
  /// One for each core that may hash, shared by both pools.
  private let cores: DispatchSemaphore
  private let state = Mutex(State())
  private let sellers = SellerHashes()
  /// Counts attempts at all servers of the store; nil where there is one.
  private let shared: SharedLimits?

  init(cost: Int, shared: SharedLimits? = nil) {
    self.shared = shared
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
    let digest = digests.digest(of: password)
    if let hash = madeHash(of: digest, for: client) { return hash }
    return try await making.run { [self] in
      // Another request may have made it while this one waited.
      if let hash = madeHash(of: digest, for: client) { return hash }
      let hash = try onCore { try hashing.hash(password) }
      state.withLock { state in
        state.made.insert(Made(digest: digest, client: client, hash: hash), at: 0)
        if state.made.count > Self.capacity { state.made.removeLast() }
        state.remember(digests.digest(of: password, hash))
      }
      return hash
    }
  }

  /// The hash of a seller's password under the salt of a store, by which what it has added is found. It is computed once for
  /// each client: one that names the password of another waits as long as for any other.
  ///
  /// - Parameters:
  ///   - isNew: Whether something is added, which waits behind the changes of what is there.
  ///   - client: As for `hash`.
  func hash(
    _ password: String, salt: Data, cost: Int, isNew: Bool, for client: String?
  ) async throws -> String {
    if let hash = sellers.hash(of: password, salt, client: client) { return hash }
    return try await (isNew ? making : verifying).run { [self] in
      if let hash = sellers.hash(of: password, salt, client: client) { return hash }
      let hash = try onCore { try PasswordHash(cost: cost).hash(password, salt: salt) }
      sellers.remember(hash, of: password, salt: salt, client: client)
      state.withLock { $0.remember(digests.digest(of: password, hash)) }
      return hash
    }
  }

  /// Counts a password that was compared with the one of `subject` without hashing it again, as one that is verified counts.
  func count(isRight: Bool, of subject: String, by client: String?, at now: Date) async throws {
    guard let client else { return }
    let wait = state.withLock { $0.limiter.count(isRight: isRight, by: client, at: subject, now: now) }
    if let wait { throw MarketplaceError.tooManyAttempts(retryAfter: wait) }
    try await shared?.recordAttempts((AttemptLimiter.key(client, subject), isRight), at: now)
  }

  /// Counts passwords that were compared with those of several subjects. Returns for each the seconds to wait; nil where it is
  /// admitted.
  func count(
    _ outcomes: [(subject: String, isRight: Bool)], by client: String?, at now: Date
  ) async throws -> [Int?] {
    guard let client else { return outcomes.map { _ in nil } }
    var waits = state.withLock { state in
      outcomes.map { state.limiter.count(isRight: $0.isRight, by: client, at: $0.subject, now: now) }
    }
    let admitted = outcomes.indices.filter { waits[$0] == nil }
    guard let shared, !admitted.isEmpty else { return waits }
    func key(_ index: Int) -> String { AttemptLimiter.key(client, outcomes[index].subject) }
    let refused = try await shared.recordAttempts(admitted.map { (key($0), outcomes[$0].isRight) }, at: now)
    for index in admitted { waits[index] = refused[key(index)] }
    return waits
  }

  /// Counts a look-up of what a seller has, once for a network: a guess at the passwords of all sellers, also where it finds
  /// something, which the client itself may have added under the password that it guesses.
  func countLookUp(ofSeller seller: Int, by client: String?, at now: Date) async throws {
    guard let client, !RequestOperator.isPresent, !sellers.isCounted(seller, client) else { return }
    try await count(isRight: false, of: "all sellers", by: client, at: now)
    sellers.noteCounted(seller, client, at: now)
  }

  private func madeHash(of digest: KeyedDigest, for client: String?) -> String? {
    state.withLock { $0.made.first { $0.digest == digest && $0.client == client }?.hash }
  }

  /// Verifies a password. Without a hash it is wrong, takes as long, and does not count. Throws `MarketplaceError.tooManyAttempts`
  /// (see `AttemptLimiter`), and `OverloadError` when too many wait.
  ///
  /// - Parameters:
  ///   - subject: Names the item, review or vendor that the password is for.
  ///   - client: The network address of the client; nil in this process, where attempts are not limited.
  ///   - countsUnknown: Whether an attempt at what does not exist counts, where that is to be kept secret.
  ///   - now: Tells the present, before and after the verification.
  func matches(
    _ password: String, hash: String?, of subject: String, by client: String?, countsUnknown: Bool = false,
    at now: () -> Date
  ) async throws -> Bool {
    guard let client, hash != nil || countsUnknown else { return try await verify(password, hash) }
    let known = hash.map { digests.digest(of: password, $0) }
    while true {
      switch try state.withLock({ try $0.step(known, of: subject, by: client, now: now()) }) {
      case .isRight:
        try await shared?.recordAttempts((AttemptLimiter.key(client, subject), true), at: now())
        return true
      case .verify(let attempt):
        let key = AttemptLimiter.key(client, subject)
        return try await verify(password, hash, as: attempt, key: key, at: now)
      case .wait(let ended): try await nextEnd(after: ended)
      }
    }
  }

  private func verify(
    _ password: String, _ hash: String?, as attempt: AttemptLimiter.Attempt, key: String, at now: () -> Date
  ) async throws -> Bool {
    var isRight: Bool?
    defer {
      let waiting = state.withLock { $0.end(attempt, wasRight: isRight, now: now()) }
      for continuation in waiting { continuation.resume() }
    }
    let isKnownRight = try await self.verify(password, hash)
    if !isKnownRight { isRight = false }
    // Check the shared limit before confirming a password.
    try await shared?.recordAttempts((key, isKnownRight), at: now())
    isRight = isKnownRight
    return isKnownRight
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

  private func verify(_ password: String, _ hash: String?) async throws -> Bool {
    let known = hash.map { digests.digest(of: password, $0) }
    if let known, state.withLock({ $0.known.contains(known) }) { return true }
    return try await verifying.run { [self] in
      guard let hash, let known else {
        _ = try? onCore { try hashing.hash(password) }
        return false
      }
      let isKnown = state.withLock { $0.known.contains(known) }
      guard isKnown || onCore({ hashing.matches(password, hash: hash) }) else { return false }
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
