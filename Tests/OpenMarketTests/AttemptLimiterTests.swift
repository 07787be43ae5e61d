import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Wrong passwords are limited by the client and by the subject, and no client locks another one out.
@Suite struct AttemptLimiterTests {
  private static let now = TemporaryMarket.now

  /// `✓` for an attempt that was admitted, `…` for one that must wait, `✗` for one that was refused.
  private func attempt(
    _ limiter: inout AttemptLimiter, by client: String, isRight: Bool, after seconds: Double = 0
  ) -> String {
    let now = Self.now + seconds
    switch limiter.begin(by: client, at: "item 1", now: now) {
    case .refused: return "✗"
    case .mustWait: return "…"
    case .admitted(let attempt):
      limiter.end(attempt, wasRight: isRight, now: now)
      return "✓"
    }
  }

  @Test func `a thousand guesses from one address do not stop the owner at another`() {
    var limiter = AttemptLimiter()
    let guesses = (0..<1_000).map { _ in attempt(&limiter, by: "192.0.2.1", isRight: false) }
    #expect(guesses.filter { $0 == "✓" }.count == 5)
    #expect(attempt(&limiter, by: "192.0.2.1", isRight: true) == "✗")
    #expect(attempt(&limiter, by: "198.51.100.1", isRight: true) == "✓")
  }

  @Test func `each of many addresses has one guess a day beyond the limit of an item`() {
    var limiter = AttemptLimiter()
    func guesses(after seconds: Double) -> Int {
      (0..<5).flatMap { _ in
        (1...100).map { attempt(&limiter, by: "192.0.2.\($0)", isRight: false, after: seconds) }
      }.filter { $0 == "✓" }.count
    }
    // The first five are within the item's limit, and leave their addresses no guess beyond it.
    #expect(guesses(after: 0) == 100)
    #expect(guesses(after: 3_600) == 5)
    #expect(attempt(&limiter, by: "198.51.100.1", isRight: true, after: 3_600) == "✓")
    #expect(guesses(after: 2 * 86_400) == 100)
  }

  @Test func `an address that has given the right password is not limited by guesses of others`() {
    var limiter = AttemptLimiter()
    #expect(attempt(&limiter, by: "198.51.100.1", isRight: true) == "✓")
    for host in 1...9 { _ = attempt(&limiter, by: "192.0.2.\(host)", isRight: false) }
    for isRight in [false, false, true] {
      #expect(attempt(&limiter, by: "198.51.100.1", isRight: isRight) == "✓")
    }
    #expect(attempt(&limiter, by: "192.0.2.9", isRight: true) == "✗")
  }

  @Test func `the networks of one IPv6 site have one guess beyond the limit of an item`() {
    var limiter = AttemptLimiter()
    for host in 1...5 { _ = attempt(&limiter, by: "192.0.2.\(host)", isRight: false) }
    let guesses = (0..<100).map { attempt(&limiter, by: "2001:db8:1:\($0)::1", isRight: false) }
    #expect(guesses.filter { $0 == "✓" }.count == 1)
    #expect(attempt(&limiter, by: "2001:db8:2::1", isRight: true) == "✓")
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

  @Test func `an unfinished attempt beyond the limit makes the next one of its site wait`() {
    var limiter = AttemptLimiter()
    for host in 1...5 { _ = attempt(&limiter, by: "192.0.2.\(host)", isRight: false) }
    guard case .admitted(let first) = limiter.begin(by: "192.0.2.6", at: "item 1", now: Self.now) else {
      Issue.record("not admitted")
      return
    }
    #expect(attempt(&limiter, by: "192.0.2.6", isRight: true) == "…")
    limiter.end(first, wasRight: false, now: Self.now)
    #expect(attempt(&limiter, by: "192.0.2.6", isRight: true) == "✗")
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
          return release.wait(timeout: .now() + 60) == .success ? "held" : "late"
        }
      }
      try await eventually { isHeld.value }
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
      try await eventually { passwords.making.waiting >= 128 }
      #expect(
        try await passwords.matches("p", hash: owner, of: "item 1", by: "192.0.2.2", at: { Self.now }))
      release.signal()
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(outcomes == ["held", "made", "refused"])
  }
}
