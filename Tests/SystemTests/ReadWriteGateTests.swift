import Dispatch
import Foundation
import Synchronization
import SystemSupport
import TestSupport
import Testing

struct ReadWriteGateTests {
  /// The events of threads, in order.
  private final class Events: Sendable {
    private let events = Mutex<[String]>([])
    var all: [String] { events.withLock(\.self) }
    func add(_ event: String) { events.withLock { $0.append(event) } }
  }

  private func start(_ work: @escaping @Sendable () throws -> Void) -> DispatchSemaphore {
    let end = DispatchSemaphore(value: 0)
    Thread {
      #expect(throws: Never.self) { try work() }
      end.signal()
    }.start()
    return end
  }

  /// Waits until a thread that was started has had time to wait for its turn.
  private func letItWait() { Thread.sleep(forTimeInterval: 0.1) }

  @Test func `readers run at the same time`() throws {
    let gate = ReadWriteGate()
    let both = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // Each ends only after the other has begun.
    let first = start {
      try gate.shared {
        both.0.signal()
        try both.1.wait(for: "the other reader runs")
      }
    }
    let second = start {
      try gate.shared {
        both.1.signal()
        try both.0.wait(for: "the other reader runs")
      }
    }
    try first.wait(for: "the thread has ended")
    try second.wait(for: "the thread has ended")
  }

  @Test func `a writer waits for readers, and new readers wait for the writer`() throws {
    let gate = ReadWriteGate()
    let events = Events()
    let (isReading, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let reader = start {
      try gate.shared {
        isReading.signal()
        try mayEnd.wait(for: "the work may end")
        events.add("first reader")
      }
    }
    try isReading.wait(for: "the reader runs")
    let writer = start { gate.exclusive { events.add("writer") } }
    letItWait()
    let late = start { gate.shared { events.add("second reader") } }
    letItWait()
    mayEnd.signal()
    for thread in [reader, writer, late] { try thread.wait(for: "the thread has ended") }
    #expect(events.all == ["first reader", "writer", "second reader"])
  }

  @Test func `a reader that waited comes before the next writer`() throws {
    let gate = ReadWriteGate()
    let events = Events()
    let (isWriting, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = start {
      try gate.exclusive {
        isWriting.signal()
        try mayEnd.wait(for: "the work may end")
      }
    }
    try isWriting.wait(for: "the writer runs")
    let second = start { gate.exclusive { events.add("second writer") } }
    letItWait()
    let reader = start { gate.shared { events.add("reader") } }
    letItWait()
    mayEnd.signal()
    for thread in [first, second, reader] { try thread.wait(for: "the thread has ended") }
    #expect(events.all == ["reader", "second writer"])
  }

  @Test func `nothing runs beside a writer`() throws {
    let gate = ReadWriteGate()
    let running = Mutex((readers: 0, writers: 0))
    let overlaps = Atomic<Int>(0)
    let threads = (0..<8).map { number in
      start {
        for _ in 0..<500 {
          if number.isMultiple(of: 4) {
            gate.exclusive {
              let isAlone = running.withLock { running in
                running.writers += 1
                return running.writers == 1 && running.readers == 0
              }
              if !isAlone { overlaps.add(1, ordering: .relaxed) }
              running.withLock { $0.writers -= 1 }
            }
          } else {
            gate.shared {
              let isAlone = running.withLock { running in
                running.readers += 1
                return running.writers == 0
              }
              if !isAlone { overlaps.add(1, ordering: .relaxed) }
              running.withLock { $0.readers -= 1 }
            }
          }
        }
      }
    }
    for thread in threads { try thread.wait(for: "the thread has ended") }
    #expect(overlaps.load(ordering: .relaxed) == 0)
  }

  @Test func `work that throws leaves the gate open`() {
    struct Failure: Error {}
    let gate = ReadWriteGate()
    #expect(throws: Failure.self) { try gate.shared { throw Failure() } }
    #expect(throws: Failure.self) { try gate.exclusive { throw Failure() } }
    #expect(gate.exclusive { 1 } == 1)
  }
}
