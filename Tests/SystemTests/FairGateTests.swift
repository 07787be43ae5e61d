import TestSupport
import Testing

@testable import SystemSupport

/// A limited number of tasks at the same time.
struct FairGateTests {
  @Test func `no more tasks run at the same time than the limit, and all run`() async throws {
    let gate = FairGate(limit: 2)
    let (most, done) = (MostAtOnce(), Locked(0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await gate.run {
            most.begin()
            for _ in 0..<10 { await Task.yield() }
            most.end()
            done.withLock { $0 += 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(most.value <= 2)
    #expect(done.value == 20)
  }

  @Test func `a task that is cancelled while it waits leaves its turn to others`() async throws {
    let gate = FairGate(limit: 1)
    let open = Gate()
    let first = Task { try await gate.run { try await open.wait() } }
    try await open.isReached()
    let second = Task { try await gate.run {} }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    let third = Task { try await gate.run { 3 } }
    open.open()
    try await first.value
    #expect(try await third.value == 3)
  }

  @Test func `a client beyond its share of the queue is refused`() async throws {
    let gate = FairGate(limit: 1, capacity: 10, share: 1)
    let open = Gate()
    let first = Task { try await gate.run { try await open.wait() } }
    try await open.isReached()
    let second = Task { try await WorkClient.$current.withValue("a") { try await gate.run {} } }
    try await eventually("one waits") { gate.waiting == 1 }
    await #expect(throws: OverloadError()) {
      try await WorkClient.$current.withValue("a") { try await gate.run {} }
    }
    let other = Task { try await WorkClient.$current.withValue("b") { try await gate.run { "b" } } }
    open.open()
    try await first.value
    try await second.value
    #expect(try await other.value == "b")
  }

  @Test func `an error of the work frees its turn`() async throws {
    struct Broken: Error {}
    let gate = FairGate(limit: 1)
    await #expect(throws: Broken.self) { try await gate.run { throw Broken() } }
    #expect(try await gate.run { 1 } == 1)
  }

  @Test func `one client runs no more than its limit, and others pass it`() async throws {
    let gate = FairGate(limit: 3, clientLimit: 1)
    let (blocked, done) = (Gate(), Locked<[String]>([]))
    func run(_ client: String, _ work: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
      Task {
        try await WorkClient.$current.withValue(client) {
          try await gate.run {
            try await work()
            done.withLock { $0.append(client) }
          }
        }
      }
    }
    let first = run("a") { try await blocked.wait() }
    try await blocked.isReached(by: 1)
    let second = run("a") {}
    try await eventually("one waits") { gate.waiting == 1 }
    try await run("b") {}.value
    try await run("c") {}.value
    #expect(done.value == ["b", "c"])
    #expect(gate.waiting == 1)
    blocked.open()
    try await first.value
    try await second.value
    #expect(done.value == ["b", "c", "a", "a"])
  }
}
