import Synchronization
import SystemSupport

/// Bytes of memory that many requests share: what is large is reserved before it is made, and waits for its turn.
///
/// One client holds at most half, so that another's does not wait for all of it. A reservation that is larger than that is
/// granted where the client, or the process, holds nothing else.
final class MemoryBudget: Sendable {
  private struct Waiter {
    let id: Int
    let bytes: Int
    let client: String
    let continuation: CheckedContinuation<Reservation, any Error>
  }

  private struct State {
    var held: [String: Int] = [:]
    var total = 0
    var waiting: [Waiter] = []
    var nextID = 0
    /// Waiters that are cancelled before they wait.
    var cancelled: Set<Int> = []
  }

  private let capacity: Int
  /// The most reservations that wait, of all clients and of one.
  private let (queueLimit, share) = (1_024, 32)
  private let state = Mutex(State())

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Reserves bytes for `WorkClient.current` as soon as they are free. Throws `OverloadError` when too many wait, and
  /// `CancellationError`.
  func reserve(_ bytes: Int) async throws -> Reservation {
    let client = WorkClient.current ?? ""
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiter = Waiter(id: id, bytes: bytes, client: client, continuation: continuation)
        let error: (any Error)? = state.withLock { state in
          if state.cancelled.remove(id) != nil { return CancellationError() }
          guard state.waiting.count < queueLimit,
            state.waiting.count(where: { $0.client == client }) < share
          else { return OverloadError() }
          state.waiting.append(waiter)
          return nil
        }
        if let error { continuation.resume(throwing: error) } else { grant() }
      }
    } onCancel: {
      let waiter: Waiter? = state.withLock { state in
        guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.waiting.remove(at: index)
      }
      waiter?.continuation.resume(throwing: CancellationError())
      grant()
    }
  }

  /// How many bytes are reserved.
  var reserved: Int { state.withLock(\.total) }

  /// Grants what fits, in the order of the requests; a client with more than its share is passed over.
  private func grant() {
    let granted = state.withLock { state in
      var granted: [Waiter] = []
      for waiter in state.waiting {
        let held = state.held[waiter.client] ?? 0
        if held > 0, held + waiter.bytes > capacity / 2 { continue }
        if state.total > 0, state.total + waiter.bytes > capacity {
          // More than there is at all waits until nothing is held, and holds nothing up meanwhile.
          if waiter.bytes > capacity { continue }
          break
        }
        state.held[waiter.client] = held + waiter.bytes
        state.total += waiter.bytes
        granted.append(waiter)
      }
      state.waiting.removeAll { waiter in granted.contains { $0.id == waiter.id } }
      return granted
    }
    for waiter in granted {
      waiter.continuation.resume(returning: Reservation(self, waiter.bytes, of: waiter.client))
    }
  }

  private func change(_ client: String, by bytes: Int) {
    state.withLock { state in
      let held = (state.held[client] ?? 0) + bytes
      state.held[client] = held == 0 ? nil : held
      state.total += bytes
    }
    if bytes < 0 { grant() }
  }

  /// Bytes that are reserved until `release`, or until nothing refers to them.
  final class Reservation: Sendable {
    private let budget: MemoryBudget
    private let client: String
    private let bytes: Mutex<Int>

    fileprivate init(_ budget: MemoryBudget, _ bytes: Int, of client: String) {
      self.budget = budget
      self.client = client
      self.bytes = Mutex(bytes)
    }

    deinit { release() }

    /// In bytes.
    var count: Int { bytes.withLock(\.self) }

    /// Says how many bytes are used in the end: more are taken without waiting, since they are there.
    func resize(to count: Int) {
      let change = bytes.withLock { bytes in
        defer { bytes = count }
        return count - bytes
      }
      if change != 0 { budget.change(client, by: change) }
    }

    func release() { resize(to: 0) }
  }
}
