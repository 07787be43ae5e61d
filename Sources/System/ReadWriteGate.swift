import Dispatch
import Synchronization

/// A readers-writer lock for threads that may block: any number of readers, or one writer.
///
/// A writer that waits is preferred to new readers, so that readers cannot starve it; the readers that waited for a
/// writer come before the next one.
package final class ReadWriteGate: Sendable {
  private struct State {
    var readers = 0
    var isWriting = false
    var waitingReaders: [DispatchSemaphore] = []
    var waitingWriters: [DispatchSemaphore] = []
  }

  private let state = Mutex(State())
  /// The number of waiting writers, which readers look at often.
  private let writers = Atomic<Int>(0)

  package init() {}

  /// Whether a writer waits for the readers.
  package var isAwaited: Bool { writers.load(ordering: .relaxed) > 0 }

  /// Runs work beside other readers, and never beside a writer.
  package func shared<Result>(_ work: () throws -> Result) rethrows -> Result {
    wait { state in
      guard state.isWriting || !state.waitingWriters.isEmpty else {
        state.readers += 1
        return nil
      }
      let turn = DispatchSemaphore(value: 0)
      state.waitingReaders.append(turn)
      return turn
    }
    defer {
      state.withLock { state in
        state.readers -= 1
        if state.readers == 0 { Self.startWriter(&state) }
      }
    }
    return try work()
  }

  /// Runs work while nothing else runs.
  package func exclusive<Result>(_ work: () throws -> Result) rethrows -> Result {
    writers.wrappingAdd(1, ordering: .relaxed)
    wait { state in
      guard state.isWriting || state.readers > 0 || !state.waitingWriters.isEmpty else {
        state.isWriting = true
        return nil
      }
      let turn = DispatchSemaphore(value: 0)
      state.waitingWriters.append(turn)
      return turn
    }
    writers.wrappingSubtract(1, ordering: .relaxed)
    defer {
      state.withLock { state in
        state.isWriting = false
        if state.waitingReaders.isEmpty { Self.startWriter(&state) } else { Self.startReaders(&state) }
      }
    }
    return try work()
  }

  /// Enters, or waits for the turn that is handed over with the semaphore.
  private func wait(_ enter: (inout State) -> DispatchSemaphore?) {
    state.withLock { enter(&$0) }?.wait()
  }

  private static func startWriter(_ state: inout State) {
    guard !state.waitingWriters.isEmpty else { return }
    state.isWriting = true
    state.waitingWriters.removeFirst().signal()
  }

  private static func startReaders(_ state: inout State) {
    state.readers = state.waitingReaders.count
    for reader in state.waitingReaders { reader.signal() }
    state.waitingReaders = []
  }
}
