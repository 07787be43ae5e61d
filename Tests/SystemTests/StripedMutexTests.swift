import Dispatch
import TestSupport
import Testing

@testable import SystemSupport

/// Several threads at one thing, without a queue.
struct StripedMutexTests {
  private func values(_ striped: StripedMutex<[Int]>) -> [[Int]] {
    var values: [[Int]] = []
    striped.forEach { values.append($0) }
    return values
  }

  @Test func `a single thread always uses the same value`() {
    let striped = StripedMutex<[Int]>(count: 3, [])
    for number in 1...3 { striped.withAny { $0.append(number) } }
    #expect(values(striped) == [[1, 2, 3], [], []])
  }

  @Test func `a taken value is skipped, and the first is awaited when all are taken`() async throws {
    let striped = StripedMutex<[Int]>(count: 2, [])
    // The thread that has appended 1 or 2 holds the value until it is released.
    let taken = DispatchSemaphore(value: 0)
    let leave = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    @Sendable func hold(_ number: Int) throws {
      try striped.withAny {
        $0.append(number)
        taken.signal()
        try leave[number - 1].wait(for: "thread \(number) may go on")
      }
    }
    async let one: Void = onThread { try hold(1) }
    try await onThread { try taken.wait(for: "a thread holds a value") }
    async let two: Void = onThread { try hold(2) }
    try await onThread { try taken.wait(for: "a thread holds a value") }
    let isDone = Locked(false)
    async let three: Void = onThread {
      striped.withAny { $0.append(3) }
      isDone.withLock { $0 = true }
    }
    #expect(!isDone.value)
    leave[0].signal()
    try await eventually("the work is done") { isDone.value }
    leave[1].signal()
    _ = try await (one, two, three)
    #expect(values(striped) == [[1, 3], [2]])
  }

  @Test func `concurrent writers lose no value`() async {
    let striped = StripedMutex(count: 4, 0)
    await withTaskGroup { group in
      for _ in 1...8 {
        group.addTask { for _ in 1...1_000 { striped.withAny { $0 += 1 } } }
      }
    }
    var sum = 0
    striped.forEach { sum += $0 }
    #expect(sum == 8_000)
  }
}
