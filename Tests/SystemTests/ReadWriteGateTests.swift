import Dispatch
import Foundation
import Synchronization
import SystemSupport
import Testing

struct ReadWriteGateTests {
  /// The events of threads, in order.
  private final class Events: Sendable {
    private let events = Mutex<[String]>([])
    var all: [String] { events.withLock(\.self) }
    func add(_ event: String) { events.withLock { $0.append(event) } }
  }

  private func start(_ work: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let end = DispatchSemaphore(value: 0)
    Thread {
      work()
      end.signal()
    }.start()
    return end
  }

  /// Waits until a thread that was started has had time to wait for its turn.
  private func letItWait() { Thread.sleep(forTimeInterval: 0.1) }

  @Test func `readers run at the same time`() {
    let gate = ReadWriteGate()
    let both = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // Each ends only after the other has begun.
    let first = start {
      gate.shared {
        both.0.signal()
        both.1.wait()
      }
    }
    let second = start {
      gate.shared {
        both.1.signal()
        both.0.wait()
      }
    }
    #expect(first.wait(timeout: .now() + 30) == .success)
    #expect(second.wait(timeout: .now() + 30) == .success)
  }

  @Test func `a writer waits for readers, and new readers wait for the writer`() {
    let gate = ReadWriteGate()
    let events = Events()
    let (isReading, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let reader = start {
      gate.shared {
        isReading.signal()
        mayEnd.wait()
        events.add("first reader")
      }
    }
    isReading.wait()
    let writer = start { gate.exclusive { events.add("writer") } }
    letItWait()
    let late = start { gate.shared { events.add("second reader") } }
    letItWait()
    mayEnd.signal()
    for thread in [reader, writer, late] { #expect(thread.wait(timeout: .now() + 30) == .success) }
    #expect(events.all == ["first reader", "writer", "second reader"])
  }

  @Test func `a reader that waited comes before the next writer`() {
    let gate = ReadWriteGate()
    let events = Events()
    let (isWriting, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = start {
      gate.exclusive {
        isWriting.signal()
        mayEnd.wait()
      }
    }
    isWriting.wait()
    let second = start { gate.exclusive { events.add("second writer") } }
    letItWait()
    let reader = start { gate.shared { events.add("reader") } }
    letItWait()
    mayEnd.signal()
    for thread in [first, second, reader] { #expect(thread.wait(timeout: .now() + 30) == .success) }
    #expect(events.all == ["reader", "second writer"])
  }

  @Test func `nothing runs beside a writer`() {
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
    for thread in threads { #expect(thread.wait(timeout: .now() + 60) == .success) }
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
