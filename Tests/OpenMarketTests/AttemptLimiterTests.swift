import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Wrong passwords are limited by the client's network together with the subject, and nothing else is refused.
@Suite struct AttemptLimiterTests {
  private static let now = TemporaryMarket.now

  /// `✓` for an attempt that was admitted, `…` for one that must wait, `✗` for one that was refused.
  private func attempt(
    _ limiter: inout AttemptLimiter, by client: String, at subject: String = "item 1", isRight: Bool,
    after seconds: Double = 0
  ) -> String {
    let now = Self.now + seconds
    switch limiter.begin(by: client, at: subject, now: now) {
    case .refused: return "✗"
    case .mustWait: return "…"
    case .admitted(let attempt):
      limiter.end(attempt, wasRight: isRight, now: now)
      return "✓"
    }
  }

  @Test func `five wrong passwords lock one address out of one item, and nothing else`() {
    var limiter = AttemptLimiter()
    let guesses = (0..<1_000).map { _ in attempt(&limiter, by: "192.0.2.1", isRight: false) }
    #expect(guesses.filter { $0 == "✓" }.count == 5)
    #expect(attempt(&limiter, by: "192.0.2.1", isRight: true) == "✗")
    #expect(attempt(&limiter, by: "192.0.2.1", at: "item 2", isRight: true) == "✓")
    #expect(attempt(&limiter, by: "198.51.100.1", isRight: true) == "✓")
    #expect(attempt(&limiter, by: "192.0.2.1", isRight: true, after: 29) == "✗")
    #expect(attempt(&limiter, by: "192.0.2.1", isRight: true, after: 30) == "✓")
  }

  @Test func `an IPv6 network of one client counts as one address`() {
    var limiter = AttemptLimiter()
    let guesses = (0..<100).map { attempt(&limiter, by: "2001:db8:1:2::\($0)", isRight: false) }
    #expect(guesses.filter { $0 == "✓" }.count == 5)
    #expect(attempt(&limiter, by: "2001:db8:1:3::1", isRight: true) == "✓")
  }

  @Test func `guesses at thirty thousand items take the memory of ten thousand`() {
    var limiter = AttemptLimiter()
    for number in 0..<30_000 {
      #expect(limiter.count(isRight: false, by: "192.0.2.1", at: "item \(number)", now: Self.now) == nil)
    }
    #expect(limiter.count <= RateLimiter.capacity)
  }

  @Test func `a password that is only compared counts like one that is hashed`() {
    var limiter = AttemptLimiter()
    for _ in 1...9 { #expect(limiter.count(isRight: true, by: "a", at: "item 1", now: Self.now) == nil) }
    for _ in 1...5 { #expect(limiter.count(isRight: false, by: "a", at: "item 1", now: Self.now) == nil) }
    #expect(limiter.count(isRight: true, by: "a", at: "item 1", now: Self.now) == 30)
    #expect(attempt(&limiter, by: "a", isRight: true) == "✗")
  }

  @Test func `unfinished attempts count until they turn out right`() throws {
    var limiter = AttemptLimiter()
    var unfinished: [AttemptLimiter.Attempt] = []
    for _ in 0..<5 {
      guard case .admitted(let attempt) = limiter.begin(by: "192.0.2.1", at: "item 1", now: Self.now) else {
        Issue.record("not admitted")
        return
      }
      unfinished.append(attempt)
    }
    #expect(attempt(&limiter, by: "192.0.2.1", isRight: true) == "…")
    limiter.end(unfinished[0], wasRight: true, now: Self.now)
    #expect(attempt(&limiter, by: "192.0.2.1", isRight: true) == "✓")
    limiter.end(unfinished[1], wasRight: nil, now: Self.now)
    for attempt in unfinished[2...] { limiter.end(attempt, wasRight: false, now: Self.now) }
    #expect(attempt(&limiter, by: "192.0.2.1", isRight: false) == "✓")
    #expect(attempt(&limiter, by: "192.0.2.1", isRight: false) == "✓")
    #expect(attempt(&limiter, by: "192.0.2.1", isRight: true) == "✗")
  }

  @Test func `of fifty guesses at once five are verified`() async throws {
    let passwords = PasswordVerifier(cost: 1)
    let hash = try await passwords.hash("p", for: nil)
    let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<50 {
        group.addTask {
          do {
            return try await passwords.matches(
              "guess \(number)", hash: hash, of: "item 1", by: "192.0.2.1", at: { Self.now })
              ? "right" : "wrong"
          } catch MarketplaceError.tooManyAttempts {
            return "refused"
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.filter { $0 == "wrong" }.count == 5)
    #expect(outcomes.filter { $0 == "refused" }.count == 45)
  }

  @Test func `a password is verified while hundreds of new ones wait`() async throws {
    let passwords = PasswordVerifier(cost: 1)
    let owner = try await PasswordVerifier(cost: 1).hash("p", for: nil)
    let release = DispatchSemaphore(value: 0)
    let isHeld = Locked(false)
    let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
      group.addTask {
        try await passwords.making.run {
          isHeld.withLock { $0 = true }
          try release.wait(for: "the other password is verified")
          return "held"
        }
      }
      try await eventually("the thread is held") { isHeld.value }
      for number in 0..<200 {
        group.addTask {
          try await WorkClient.$current.withValue("192.0.2.1") {
            do {
              return try await passwords.hash("new \(number)", for: "192.0.2.1").isEmpty ? "empty" : "made"
            } catch is OverloadError {
              return "refused"
            }
          }
        }
      }
      try await eventually("128 passwords wait") { passwords.making.waiting >= 128 }
      #expect(
        try await passwords.matches("p", hash: owner, of: "item 1", by: "192.0.2.2", at: { Self.now }))
      release.signal()
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(outcomes == ["held", "made", "refused"])
  }
}
