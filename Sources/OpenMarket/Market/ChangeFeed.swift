import Synchronization
import SystemSupport

/// Lets requests wait until the store changes, by this process or another. While some wait, one task reads the store's number
/// twice a second for all of them: changes within 500 ms are reported once.
///
/// A wait holds a connection that nothing displaces. Where too many wait, the next one ends at once, as one whose time is over: its
/// client asks again after a pause.
package final class ChangeFeed: Sendable {
  private static let interval = Duration.milliseconds(500)
  /// Most waits of one client (see `ClientUsage`); fewer where `capacity` has no room for four such clients.
  static let perClient = 64

  private struct Waiter {
    let client: String
    let since: UInt64
    let end: ContinuousClock.Instant
    let continuation: CheckedContinuation<UInt64?, Never>
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var usage = ClientUsage()
    var lastID = 0
    var isLooking = false

    mutating func remove(_ id: Int) -> Waiter? {
      guard let waiter = waiters.removeValue(forKey: id) else { return nil }
      usage.add(-1, of: waiter.client)
      return waiter
    }
  }

  private let state = Mutex(State())
  private let number: @Sendable () async throws -> UInt64
  private let isEnding: @Sendable () -> Bool
  private let capacity: @Sendable () -> Int
  private let sleep: @Sendable () async throws -> Void

  /// - Parameters:
  ///   - number: Reads a number that differs after every write.
  ///   - isEnding: Whether waits have to end, since the server stops or its connections run short.
  ///   - capacity: Most waits.
  ///   - sleep: Waits until the next look.
  init(
    number: @escaping @Sendable () async throws -> UInt64, isEnding: @escaping @Sendable () -> Bool,
    capacity: @escaping @Sendable () -> Int = { .max },
    sleep: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: interval) }
  ) {
    (self.number, self.isEnding, self.capacity, self.sleep) = (number, isEnding, capacity, sleep)
  }

  /// How many requests wait.
  var waiting: Int { state.withLock(\.waiters.count) }

  /// The present number of the store.
  package func present() async throws -> UInt64 { try await number() }

  /// The number of the store once it is another one than `since`; nil where it is the same after so long, where the wait has to end
  /// or has no place, and where the task is cancelled.
  package func change(since: UInt64, within time: Duration) async throws -> UInt64? {
    let present = try await number()
    guard present == since, !isEnding() else { return present == since ? nil : present }
    let (client, capacity) = (WorkClient.current ?? "", capacity())
    let id: Int? = state.withLock { state in
      guard state.usage.total < capacity, state.usage[client] < min(Self.perClient, max(1, capacity / 4))
      else { return nil }
      state.usage.add(1, of: client)
      state.lastID += 1
      return state.lastID
    }
    guard let id else { return nil }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let begins = state.withLock { state in
          state.waiters[id] = Waiter(
            client: client, since: since, end: .now + time, continuation: continuation)
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
    state.withLock { $0.remove(id) }?.continuation.resume(returning: nil)
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
        for id in ended.keys { _ = state.remove(id) }
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
