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

  /// Runs work of clients one after the other, each for so many seconds of a clock, while all of them wait; returns the clients in
  /// the order of their turns.
  private func turns(_ gate: FairGate, _ clock: Locked<Double>, _ works: [(String, Double)]) async throws
    -> [String]
  {
    let (open, done) = (Gate(), Locked<[String]>([]))
    let first = Task { try await gate.run { try await open.wait() } }
    try await open.isReached()
    var tasks: [Task<Void, any Error>] = []
    for (client, seconds) in works {
      let count = gate.waiting
      tasks.append(
        Task {
          try await WorkClient.$current.withValue(client) {
            try await gate.run {
              clock.withLock { $0 += seconds }
              done.withLock { $0.append(client) }
            }
          }
        })
      try await eventually("the work waits") { gate.waiting == count + 1 }
    }
    open.open()
    try await first.value
    for task in tasks { try await task.value }
    return done.value
  }

  @Test func `by a clock the client goes first that has taken the least time lately`() async throws {
    let clock = Locked(0.0)
    let gate = FairGate(limit: 1, seconds: { clock.value })
    #expect(try await turns(gate, clock, [("a", 5), ("a", 5), ("b", 1)]) == ["a", "b", "a"])
    // a has taken 10 s, b 1 s.
    #expect(try await turns(gate, clock, [("a", 0), ("b", 0), ("b", 0), ("c", 0)]) == ["c", "b", "b", "a"])
    // Half is forgotten every 10 s: after 10 minutes all of it.
    clock.withLock { $0 += 600 }
    #expect(try await turns(gate, clock, [("a", 0), ("b", 0), ("a", 0)]) == ["a", "b", "a"])
  }

  @Test func `of clients that have taken as much time the one with the shortest work goes first`()
    async throws
  {
    let gate = FairGate(limit: 1, seconds: { 0 })
    let (open, done) = (Gate(), Locked<[String]>([]))
    let first = Task { try await gate.run { try await open.wait() } }
    try await open.isReached()
    var tasks: [Task<Void, any Error>] = []
    for (number, (client, estimate)) in [("a", 1.0), ("b", 0.5), ("c", 0.1), ("d", 1)].enumerated() {
      tasks.append(
        Task {
          try await WorkClient.$current.withValue(client) {
            try await gate.run(estimate: estimate) { done.withLock { $0.append(client) } }
          }
        })
      try await eventually("the work waits") { gate.waiting == number + 1 }
    }
    open.open()
    try await first.value
    for task in tasks { try await task.value }
    #expect(done.value == ["c", "b", "a", "d"])
  }

  @Test func `networks of one site count as 16 clients`() async throws {
    let clock = Locked(0.0)
    let gate = FairGate(limit: 1, seconds: { clock.value })
    _ = try await turns(gate, clock, (1...4).map { ("2001:db8:0:\($0)::", 8) } + [("192.0.2.1", 1)])
    // The site has taken 32 s, a 16th of which is more than 1 s.
    #expect(
      try await turns(gate, clock, [("2001:db8:0:5::", 0), ("192.0.2.1", 0)])
        == ["192.0.2.1", "2001:db8:0:5::"])
  }

  @Test func `where too many wait, the last one of the client that waits most gives way`() async throws {
    let clock = Locked(0.0)
    let gate = FairGate(limit: 1, capacity: 2, seconds: { clock.value })
    let (open, done) = (Gate(), Locked<[String]>([]))
    func run(_ client: String) -> Task<Void, any Error> {
      Task {
        try await WorkClient.$current.withValue(client) {
          try await gate.run { done.withLock { $0.append(client) } }
        }
      }
    }
    let first = Task { try await gate.run { try await open.wait() } }
    try await open.isReached()
    let kept = run("a")
    try await eventually("one waits") { gate.waiting == 1 }
    let displaced = run("a")
    try await eventually("two wait") { gate.waiting == 2 }
    let other = run("b")
    await #expect(throws: OverloadError()) { try await displaced.value }
    // Each client has one, and no work gives way.
    await #expect(throws: OverloadError()) { try await run("c").value }
    open.open()
    try await first.value
    try await kept.value
    try await other.value
    #expect(done.value == ["a", "b"])
  }
}
