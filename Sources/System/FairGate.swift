import Foundation
import Synchronization

/// Lets a limited number of tasks do something at the same time; the others wait their turn, fair between clients.
///
/// For work that takes much memory rather than a thread of its own (see `WorkPool`).
package final class FairGate: Sendable {
  private struct Waiter: Sendable {
    let client: String
    let estimate: Double
    let flag: CancellationFlag
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var running = 0
    /// How many tasks of each client run.
    var clients: [String: Int] = [:]
    var times = TimesSpent()
    var queue: FairQueue<Waiter>
  }

  private enum Entry { case entered, queued(displaced: Waiter?), full, cancelled }

  private let limit: Int
  private let clientLimit: Int
  private let seconds: (@Sendable () -> Double)?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - limit: The most tasks that run at the same time.
  ///   - clientLimit: The most tasks of one client that run at the same time.
  ///   - capacity: The most tasks that wait.
  ///   - share: The most tasks of one client that wait.
  ///   - seconds: A clock, by which the client goes first whose tasks have taken the least time lately, and the last one that waits
  ///     gives way where too many do; nil for clients in turn.
  package init(
    limit: Int, clientLimit: Int = .max, capacity: Int = 1_024, share: Int = 128,
    seconds: (@Sendable () -> Double)? = nil
  ) {
    self.limit = limit
    self.clientLimit = clientLimit
    self.seconds = seconds
    state = Mutex(State(queue: FairQueue(capacity: capacity, share: share)))
  }

  /// How many tasks wait.
  package var waiting: Int { state.withLock { $0.queue.count } }

  /// Runs the work for `WorkClient.current` when its turn has come. Throws `OverloadError` when too many tasks wait, and
  /// `CancellationError` when the task is cancelled while it waits.
  ///
  /// - Parameter estimate: About how many seconds the work takes, where the gate has a clock: of clients that have taken as much time
  ///   lately, the one with the shortest work goes first.
  package func run<Result: Sendable>(
    estimate: Double = 0, _ work: () async throws -> Result
  ) async throws -> Result {
    let client = WorkClient.current ?? ""
    try await enter(client, estimate)
    let start = seconds?()
    defer { leave(client, since: start) }
    return try await work()
  }

  private func enter(_ client: String, _ estimate: Double) async throws {
    let flag = CancellationFlag()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let entry = state.withLock { state -> Entry in
          if flag.isCancelled { return .cancelled }
          guard state.running >= limit || state.clients[client, default: 0] >= clientLimit else {
            state.running += 1
            state.clients[client, default: 0] += 1
            return .entered
          }
          let waiter = Waiter(client: client, estimate: estimate, flag: flag, continuation: continuation)
          if state.queue.append(waiter, of: client) { return .queued(displaced: nil) }
          guard let now = seconds?(),
            let displaced = state.queue.makeRoom(for: client, cost: { state.times.of($0, at: now) })
          else { return .full }
          return state.queue.append(waiter, of: client) ? .queued(displaced: displaced) : .full
        }
        switch entry {
        case .entered: continuation.resume()
        case .queued(let displaced): displaced?.continuation.resume(throwing: OverloadError())
        case .full: continuation.resume(throwing: OverloadError())
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      flag.cancel()
      let waiter = state.withLock { $0.queue.remove(of: client) { $0.flag === flag } }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  private func leave(_ client: String, since start: Double?) {
    let now = seconds?() ?? 0
    let next = state.withLock { state in
      state.running -= 1
      if let start { state.times.spend(now - start, by: client, at: now) }
      let left = state.clients[client, default: 0] - 1
      state.clients[client] = left > 0 ? left : nil
      let (clients, times) = (state.clients, state.times)
      let next = state.queue.next { client, waiter in
        clients[client, default: 0] >= clientLimit ? nil : times.of(client, at: now) + waiter.estimate
      }
      if let next {
        state.running += 1
        state.clients[next.client, default: 0] += 1
      }
      return next
    }
    next?.continuation.resume()
  }
}

/// The seconds that the work of each client has taken lately: half of them are forgotten every ten seconds. A /48 of IPv6, which
/// one person may have, counts as 16 clients.
private struct TimesSpent {
  private static let halfLife = 10.0
  private static let capacity = 1_024

  private var spent: [String: (seconds: Double, date: Double)] = [:]

  func of(_ client: String, at now: Double) -> Double {
    guard !spent.isEmpty else { return 0 }
    return max(left(client, at: now), left(site(of: client), at: now) / 16)
  }

  mutating func spend(_ seconds: Double, by client: String, at now: Double) {
    for key in [client, site(of: client)] { spent[key] = (left(key, at: now) + seconds, now) }
    if spent.count > Self.capacity { spent = spent.filter { left($0.key, at: now) > 0.05 } }
  }

  private func left(_ key: String, at now: Double) -> Double {
    let left = spent[key].map { $0.seconds * exp2(($0.date - now) / Self.halfLife) } ?? 0
    return left < 0.001 ? 0 : left
  }

  private func site(of client: String) -> String { "/48 " + IPAddress.clientNetwork(client, bits: 48) }
}
