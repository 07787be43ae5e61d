import Dispatch
import Synchronization

/// Tells whether what was read of a PostgreSQL database is still what it has, for many requests at a time.
///
/// `pg_current_snapshot()` names the transactions that a snapshot sees: two snapshots of one server are equal exactly if the
/// same data are visible (https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT). One look
/// serves all requests that had arrived before it began, and none that came later, so that no request gets what was
/// replaced before it was sent.
final class PostgresSnapshots: Sendable {
  private struct State {
    var waiting: [CheckedContinuation<UInt64?, Never>] = []
    var isLooking = false
  }

  private let state = Mutex(State())
  /// Its one connection is used by one look after the other.
  private let database: Mutex<PostgresDatabase>
  /// A look waits for the server.
  private let queue = DispatchQueue(label: "snapshots")

  init(_ server: PostgresServer) {
    database = Mutex(PostgresDatabase(server))
  }

  /// The number of a snapshot that was taken after this call; nil where the server gives none, or does not answer.
  func present() async -> UInt64? {
    await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        state.waiting.append(continuation)
        defer { state.isLooking = true }
        return !state.isLooking
      }
      if isFirst { queue.async { self.lookForAll() } }
    }
  }

  private func lookForAll() {
    while let waiting = takeWaiting() {
      let number = database.withLock { try? $0.snapshot() }
      for continuation in waiting { continuation.resume(returning: number) }
    }
  }

  private func takeWaiting() -> [CheckedContinuation<UInt64?, Never>]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isLooking = false
        return nil
      }
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
