import Foundation
import Synchronization
import SystemSupport

/// Lets requests wait until the store changes, by this process or another. While some wait, one task looks at the store's number
/// twice a second for all of them, so that any number of changes meanwhile is one, and a store that changes all the time ends a
/// wait no more often.
package final class ChangeFeed: Sendable {
  private static let interval = Duration.milliseconds(500)

  private struct Waiter {
    let since: UInt64
    let end: ContinuousClock.Instant
    let continuation: CheckedContinuation<UInt64?, Never>
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var lastID = 0
    var isLooking = false
  }

  private let state = Mutex(State())
  private let number: @Sendable () async throws -> UInt64
  private let isEnding: @Sendable () -> Bool
  private let sleep: @Sendable () async throws -> Void

  /// - Parameters:
  ///   - number: Reads a number that differs after every write.
  ///   - isEnding: Whether waits have to end, since the server stops.
  ///   - sleep: Waits until the next look.
  init(
    number: @escaping @Sendable () async throws -> UInt64, isEnding: @escaping @Sendable () -> Bool,
    sleep: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: interval) }
  ) {
    (self.number, self.isEnding, self.sleep) = (number, isEnding, sleep)
  }

  /// How many requests wait.
  var waiting: Int { state.withLock(\.waiters.count) }

  /// The present number of the store.
  package func present() async throws -> UInt64 { try await number() }

  /// The number of the store once it is another one than `since`; nil where it is the same after so long, where the server stops,
  /// and where the task is cancelled.
  package func change(since: UInt64, within time: Duration) async throws -> UInt64? {
    let present = try await number()
    guard present == since, !isEnding() else { return present == since ? nil : present }
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let begins = state.withLock { state in
          state.waiters[id] = Waiter(since: since, end: .now + time, continuation: continuation)
          defer { state.isLooking = true }
          return !state.isLooking
        }
        if Task.isCancelled { end(id) }
        if begins { Task { await look() } }
      }
    } onCancel: {
      end(id)
    }
  }

  private func end(_ id: Int) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: nil)
  }

  /// Looks at the store until no request waits.
  private func look() async {
    while true {
      try? await sleep()
      // A store that cannot be read has not changed as far as is known.
      let present = try? await number()
      let (now, isEnding) = (ContinuousClock.now, isEnding())
      let (ended, goesOn) = state.withLock { state in
        let ended = state.waiters.filter { _, waiter in
          isEnding || waiter.end <= now || present != nil && present != waiter.since
        }
        for id in ended.keys { state.waiters[id] = nil }
        state.isLooking = !state.waiters.isEmpty
        return (ended.values, state.isLooking)
      }
      for waiter in ended {
        waiter.continuation.resume(returning: present == waiter.since ? nil : present)
      }
      guard goesOn else { return }
    }
  }
}
