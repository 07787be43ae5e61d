import Dispatch
import Foundation
import TestSupport
import Testing

@testable import SystemSupport

/// Work on threads of its own.
struct WorkPoolTests {
  private struct Broken: Error, Equatable {}

  @Test func `results and errors of the work are the caller's`() async throws {
    let pool = WorkPool(label: "test", threads: 2)
    #expect(try await pool.run { 6 * 7 } == 42)
    await #expect(throws: Broken()) { try await pool.run { throw Broken() } }
  }

  @Test func `each thread has one state, which its work changes`() async throws {
    let made = Locked(0)
    let pool = WorkPool<[Int]>(label: "test", threads: 1) {
      made.withLock { $0 += 1 }
      return []
    }
    var seen: [[Int]] = []
    for number in 1...3 {
      seen.append(
        try await pool.run { state, _ in
          state.append(number)
          return state
        })
    }
    #expect(seen == [[1], [1, 2], [1, 2, 3]])
    #expect(made.withLock { $0 } == 1)
  }

  @Test func `there are no more threads than allowed, and as many as needed`() async throws {
    let pool = WorkPool(label: "test", threads: 2)
    let most = MostAtOnce()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await pool.run {
            most.begin()
            // The first piece waits for another one, which only a second thread can run.
            let limit = WaitLimit(for: "two pieces run")
            while most.value < 2, !limit.isReached { Thread.sleep(forTimeInterval: 0.001) }
            most.end()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(most.value == 2)
  }

  @Test func `work that waits is dropped when its task is cancelled`() async throws {
    let pool = WorkPool(label: "test", threads: 1)
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = Task {
      try await pool.run {
        hasBegun.signal()
        try mayEnd.wait(for: "the work may end")
      }
    }
    try await wait(for: hasBegun)
    let isRun = Locked(false)
    let second = Task { try await pool.run { isRun.withLock { $0 = true } } }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    mayEnd.signal()
    try await first.value
    try await pool.run {}
    #expect(isRun.withLock { $0 } == false)
  }

  @Test func `work that has begun sees that its task is cancelled, and is waited for`() async throws {
    let pool = WorkPool<Void>(label: "test", threads: 1)
    let hasBegun = DispatchSemaphore(value: 0)
    let task = Task {
      try await pool.run { _, flag in
        hasBegun.signal()
        let limit = WaitLimit(for: "the flag is set")
        while !flag.isCancelled {
          try limit.check()
          Thread.sleep(forTimeInterval: 0.001)
        }
        return "ended"
      }
    }
    try await wait(for: hasBegun)
    task.cancel()
    #expect(try await task.value == "ended")
  }

  @Test func `a client with much work does not keep out another, and is refused past its share`() async throws
  {
    let pool = WorkPool<Void>(label: "test", threads: 1, capacity: 100, share: 3)
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = Locked<[String]>([])
    let first = Task {
      try await pool.run {
        hasBegun.signal()
        try mayEnd.wait(for: "the work may end")
      }
    }
    try await wait(for: hasBegun)
    @Sendable func work(_ name: String, of client: String) async throws {
      try await WorkClient.$current.withValue(client) {
        try await pool.run { order.withLock { $0.append(name) } }
      }
    }
    let refused = Locked(0)
    let greedy = (1...4).map { number in
      Task {
        do {
          try await work("greedy", of: "greedy")
        } catch is OverloadError {
          refused.withLock { $0 += 1 }
        }
      }
    }
    // One of the four is refused at once; the other three wait.
    try await eventually("one is refused") { refused.value == 1 }
    let modest = Task { try await work("modest", of: "modest") }
    try await eventually("four wait") { pool.waiting == 4 }
    mayEnd.signal()
    try await first.value
    try await modest.value
    for task in greedy { try await task.value }
    #expect(order.withLock { $0 } == ["greedy", "modest", "greedy", "greedy"])
  }

  @Test func `long work leaves a thread free, and takes turns with other work on the rest`() async throws {
    let pool = WorkPool(label: "test", threads: 2, longThreads: 1)
    let most = MostAtOnce()
    let mayEnd = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          try await pool.run(isLong: true) {
            most.begin()
            try mayEnd.wait(for: "the long work may end")
            most.end()
          }
        }
      }
      try await eventually("a long piece runs and two wait") { most.value == 1 && pool.waiting == 2 }
      // Were both threads taken, this would not end.
      for number in 1...3 { #expect(try await pool.run { number } == number) }
      for _ in 0..<3 { mayEnd.signal() }
      try await group.waitForAll()
    }
    #expect(most.value == 1)
  }

  @Test func `where both wait for one thread, long and other work take turns`() async throws {
    let pool = WorkPool(label: "test", threads: 1)
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = Locked<[Int]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await pool.run {
          hasBegun.signal()
          try mayEnd.wait(for: "the work may end")
        }
      }
      try await wait(for: hasBegun)
      for (count, number) in [1, 2, 3, -1, -2].enumerated() {
        group.addTask { try await pool.run(isLong: number < 0) { order.withLock { $0.append(number) } } }
        try await eventually("it waits") { pool.waiting == count + 1 }
      }
      mayEnd.signal()
      try await group.waitForAll()
    }
    #expect(order.value == [-1, 1, -2, 2, 3])
  }

  @Test func `the threads end with the pool`() async throws {
    final class Token: Sendable {
      let end: @Sendable () -> Void
      init(_ end: @escaping @Sendable () -> Void) { self.end = end }
      deinit { end() }
    }
    let ended = DispatchSemaphore(value: 0)
    try await {
      let pool = WorkPool<Token>(label: "test", threads: 1) { Token { ended.signal() } }
      try await pool.run { _, _ in }
    }()
    try await wait(for: ended)
  }

  /// Waits without holding a thread of the tasks.
  private func wait(for semaphore: DispatchSemaphore) async throws {
    try await SerialQueue.run(label: "wait") {
      try semaphore.wait(for: "the work has come so far")
    }
  }

  @Test func `tasks that prefer threads of their own run on them, more of them than there are threads`() async
  {
    func name() -> String? { Thread.current.name }
    let executor = ThreadExecutor(label: "own", threads: 2)
    let names = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<20 {
        group.addTask(executorPreference: executor) {
          await Task.yield()
          return name()
        }
      }
      return await group.reduce(into: [String?]()) { $0.append($1) }
    }
    #expect(names == Array(repeating: "own", count: 20))
    #expect(await Task { name() }.value != "own")
  }
}
