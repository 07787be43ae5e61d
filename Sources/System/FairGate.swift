import Synchronization

/// Lets a limited number of tasks do something at the same time; the others wait their turn, fair between clients.
///
/// For work that takes much memory rather than a thread of its own (see `WorkPool`).
package final class FairGate: Sendable {
  private struct Waiter: Sendable {
    let client: String
    let flag: CancellationFlag
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var running = 0
    /// How many tasks of each client run.
    var clients: [String: Int] = [:]
    var queue: FairQueue<Waiter>
  }

  private enum Entry { case entered, queued, full, cancelled }

  private let limit: Int
  private let clientLimit: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - limit: The most tasks that run at the same time.
  ///   - clientLimit: The most tasks of one client that run at the same time.
  ///   - capacity: The most tasks that wait.
  ///   - share: The most tasks of one client that wait.
  package init(limit: Int, clientLimit: Int = .max, capacity: Int = 1_024, share: Int = 128) {
    self.limit = limit
    self.clientLimit = clientLimit
    state = Mutex(State(queue: FairQueue(capacity: capacity, share: share)))
  }

  /// How many tasks wait.
  package var waiting: Int { state.withLock { $0.queue.count } }

  /// Runs the work for `WorkClient.current` when its turn has come. Throws `OverloadError` when too many tasks wait, and
  /// `CancellationError` when the task is cancelled while it waits.
  package func run<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
    let client = WorkClient.current ?? ""
    try await enter(client)
    defer { leave(client) }
    return try await work()
  }

  private func enter(_ client: String) async throws {
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
          return state.queue.append(
            Waiter(client: client, flag: flag, continuation: continuation), of: client)
            ? .queued : .full
        }
        switch entry {
        case .entered: continuation.resume()
        case .queued: break
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

  private func leave(_ client: String) {
    let next = state.withLock { state in
      state.running -= 1
      let left = state.clients[client, default: 0] - 1
      state.clients[client] = left > 0 ? left : nil
      let clients = state.clients
      let next = state.queue.next { clients[$0, default: 0] >= clientLimit }
      if let next {
        state.running += 1
        state.clients[next.client, default: 0] += 1
      }
      return next
    }
    next?.continuation.resume()
  }
}
