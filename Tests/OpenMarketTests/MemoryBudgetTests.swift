import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Memory that large pages reserve.
@Suite struct MemoryBudgetTests {
  private func reserve(_ bytes: Int, of budget: MemoryBudget, for client: String) async throws
    -> MemoryBudget.Reservation
  {
    try await WorkClient.$current.withValue(client) { try await budget.reserve(bytes) }
  }

  @Test func `what does not fit waits for what is released`() async throws {
    let budget = MemoryBudget(capacity: 100)
    let first = try await reserve(50, of: budget, for: "a")
    let second = try await reserve(50, of: budget, for: "b")
    let isReserved = Locked(false)
    async let third = {
      let third = try await reserve(50, of: budget, for: "c")
      isReserved.withLock { $0 = true }
      return third
    }()
    try await Task.sleep(for: .milliseconds(50))
    #expect(!isReserved.value)
    first.resize(to: 10)
    #expect(budget.reserved == 60)
    second.release()
    _ = try await third
    #expect(isReserved.value)
  }

  @Test func `one client holds at most half, and another passes it`() async throws {
    let budget = MemoryBudget(capacity: 100)
    let held = try await reserve(40, of: budget, for: "a")
    let waiting = Task { try await reserve(40, of: budget, for: "a") }
    _ = try await reserve(40, of: budget, for: "b")
    held.release()
    _ = try await waiting.value
  }

  @Test func `a reservation above the capacity is granted alone`() async throws {
    let budget = MemoryBudget(capacity: 100)
    let held = try await reserve(500, of: budget, for: "a")
    let waiting = Task { try await reserve(1, of: budget, for: "b") }
    try await Task.sleep(for: .milliseconds(20))
    held.release()
    _ = try await waiting.value
  }

  @Test func `a request that is cancelled stops waiting and reserves nothing`() async throws {
    let budget = MemoryBudget(capacity: 100)
    let held = try await reserve(100, of: budget, for: "a")
    let cancelled = (0..<10).map { _ in Task { try await reserve(100, of: budget, for: "b") } }
    for task in cancelled { task.cancel() }
    for task in cancelled {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    held.release()
    #expect(budget.reserved == 0)
    _ = try await reserve(100, of: budget, for: "c")
  }

  @Test func `one client fills a part of the queue only`() async throws {
    let budget = MemoryBudget(capacity: 100)
    let held = try await reserve(100, of: budget, for: "a")
    let waiting = (0..<40).map { _ in Task { try await reserve(1, of: budget, for: "a") } }
    // Requests above the share fail at once.
    let refused = Locked(0)
    for task in waiting {
      Task {
        do { _ = try await task.value } catch is OverloadError { refused.withLock { $0 += 1 } }
      }
    }
    try await eventually("eight requests are refused") { refused.value == 8 }
    let other = Task { try await reserve(1, of: budget, for: "b") }
    held.release()
    _ = try await other.value
    for task in waiting { _ = try? await task.value }
    #expect(refused.value == 8)
  }

  @Test func `more than there is at all does not hold up what fits`() async throws {
    let budget = MemoryBudget(capacity: 100)
    let held = try await reserve(60, of: budget, for: "a")
    let large = Task { try await reserve(200, of: budget, for: "b") }
    try await Task.sleep(for: .milliseconds(20))
    let small = try await reserve(40, of: budget, for: "c")
    #expect(budget.reserved == 100)
    held.release()
    small.release()
    _ = try await large.value
  }

  @Test func `a large page gives its reservation back when its bytes are gone`() async throws {
    let budget = MemoryBudget(capacity: 100)
    let text = String(repeating: "contents ", count: 10)
    do {
      let page = try LargeContents(await budget.reserve(100))
      try page.append(Array(text.utf8.prefix(40)))
      try page.append(Array(text.utf8.dropFirst(40)))
      #expect(throws: LargerThanReserved.self) { try page.append([UInt8](repeating: 0, count: 11)) }
      let data = page.finish()
      #expect(data == Data(text.utf8))
      withExtendedLifetime(data) { #expect(budget.reserved == 90) }
    }
    #expect(budget.reserved == 0)
  }
}
