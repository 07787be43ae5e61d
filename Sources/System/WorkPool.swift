import Dispatch
import Foundation
import Synchronization

/// A few threads for work that blocks or takes long, behind a bounded queue that is fair between clients.
///
/// Such work inside Swift tasks would hold the threads that all tasks share, one a core. Each thread of a pool has a
/// state of its own, such as a connection to a database, which needs no lock. Work that takes longer than the rest waits in
/// a queue of its own: a thread that may run both takes from each in turn.
package final class WorkPool<State>: Sendable {
  private let core: Core

  /// - Parameters:
  ///   - label: The name of the threads in debuggers.
  ///   - threads: The most threads; each starts when it is first needed.
  ///   - longThreads: The most of them that run long work at the same time; nil for all.
  ///   - capacity: The most pieces of work that wait.
  ///   - share: The most pieces of work of one client that wait.
  ///   - makeState: Makes the state of one thread, on that thread.
  package init(
    label: String, threads: Int, longThreads: Int? = nil, capacity: Int = 1_024, share: Int = 128,
    makeState: @escaping @Sendable () -> State
  ) {
    core = Core(
      label: label, threads: threads, longThreads: longThreads ?? threads,
      queue: FairQueue(capacity: capacity, share: share), makeState: makeState)
  }

  deinit {
    core.stop()
  }

  /// Runs a piece of work for `WorkClient.current` on one of the threads and returns its result.
  ///
  /// Throws `OverloadError` when the queue is full. When the task is cancelled, work that has not begun is dropped and
  /// `CancellationError` is thrown; work that has begun is waited for, and may end early by looking at the flag.
  package func run<Result: Sendable>(
    isLong: Bool = false, _ work: @escaping @Sendable (inout State, CancellationFlag) throws -> Result
  ) async throws -> Result {
    let client = WorkClient.current ?? ""
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        core.submit(
          Work(
            flag: flag, isLong: isLong,
            run: { state in continuation.resume(with: Swift.Result { try work(&state, flag) }) },
            drop: { continuation.resume(throwing: $0) }),
          of: client)
      }
    } onCancel: {
      flag.cancel()
      core.drop(flag, of: client, isLong: isLong)
    }
  }

  /// How many pieces of work wait.
  package var waiting: Int { core.waiting }

  private struct Work: Sendable {
    let flag: CancellationFlag
    let isLong: Bool
    let run: @Sendable (inout State) -> Void
    let drop: @Sendable (any Error) -> Void
  }

  /// The state that the threads share. It outlives the pool until the last thread ends.
  private final class Core: Sendable {
    private struct Shared {
      var short: FairQueue<Work>
      var long: FairQueue<Work>
      var threads = 0
      var idle = 0
      /// How many threads run long work.
      var running = 0
      /// Whether the next turn is that of long work.
      var isLongTurn = false
      var isStopping = false

      var waiting: Int { short.count + long.count }

      mutating func append(_ work: Work, of client: String) -> Bool {
        work.isLong ? long.append(work, of: client) : short.append(work, of: client)
      }

      /// - Parameter longThreads: The most threads that run long work.
      mutating func next(_ longThreads: Int) -> Work? {
        let mayBeLong = running < longThreads
        let next =
          isLongTurn && mayBeLong
          ? long.next() ?? short.next() : short.next() ?? (mayBeLong ? long.next() : nil)
        guard let next else { return nil }
        isLongTurn = !next.isLong
        if next.isLong { running += 1 }
        return next
      }
    }

    private enum Outcome { case queued, queuedForNewThread, full, cancelled }

    private let label: String
    private let limit: Int
    private let longThreads: Int
    private let makeState: @Sendable () -> State
    private let shared: Mutex<Shared>
    /// Signalled once for each piece of work that is queued, and for each thread that must end.
    private let arrival = DispatchSemaphore(value: 0)

    init(
      label: String, threads: Int, longThreads: Int, queue: sending FairQueue<Work>,
      makeState: @escaping @Sendable () -> State
    ) {
      self.label = label
      self.makeState = makeState
      self.longThreads = longThreads
      limit = threads
      shared = Mutex(Shared(short: queue, long: queue))
    }

    var waiting: Int { shared.withLock(\.waiting) }

    func submit(_ work: Work, of client: String) {
      let outcome = shared.withLock { shared -> Outcome in
        if work.flag.isCancelled { return .cancelled }
        guard shared.append(work, of: client) else { return .full }
        guard shared.idle < shared.waiting, shared.threads < limit else { return .queued }
        shared.threads += 1
        return .queuedForNewThread
      }
      switch outcome {
      case .queued: arrival.signal()
      case .queuedForNewThread:
        arrival.signal()
        start()
      case .full: work.drop(OverloadError())
      case .cancelled: work.drop(CancellationError())
      }
    }

    func drop(_ flag: CancellationFlag, of client: String, isLong: Bool) {
      let work = shared.withLock { shared in
        isLong
          ? shared.long.remove(of: client) { $0.flag === flag }
          : shared.short.remove(of: client) { $0.flag === flag }
      }
      work?.drop(CancellationError())
    }

    func stop() {
      let threads = shared.withLock { shared in
        shared.isStopping = true
        return shared.threads
      }
      for _ in 0..<threads { arrival.signal() }
    }

    private func start() {
      let thread = Thread {
        // Here, since a thread that has not started has no name.
        Thread.current.name = self.label
        self.work()
      }
      thread.stackSize = 1 << 20
      thread.start()
    }

    /// Ends a piece of long work. The signal of another one that waited for that was taken by a thread that could not run it.
    private func end() {
      let mayGoOn = shared.withLock { shared in
        shared.running -= 1
        return shared.long.count > 0
      }
      if mayGoOn { arrival.signal() }
    }

    private func work() {
      var state = makeState()
      while true {
        shared.withLock { $0.idle += 1 }
        arrival.wait()
        // A signal without work is one whose work was dropped or has to wait, or the end.
        let (next, mustEnd) = shared.withLock { shared in
          shared.idle -= 1
          let next = shared.next(longThreads)
          return (next, next == nil && shared.isStopping)
        }
        if mustEnd { return }
        next?.run(&state)
        if next?.isLong == true { end() }
      }
    }
  }
}

extension WorkPool where State == Void {
  /// A pool whose threads need no state.
  package convenience init(
    label: String, threads: Int, longThreads: Int? = nil, capacity: Int = 1_024, share: Int = 128
  ) {
    self.init(
      label: label, threads: threads, longThreads: longThreads, capacity: capacity, share: share,
      makeState: {})
  }

  /// Runs a piece of work that is not interrupted.
  package func run<Result: Sendable>(
    isLong: Bool = false, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await run(isLong: isLong) { _, _ in try work() }
  }
}

/// The client for which the current task works, by which pools are fair.
package enum WorkClient {
  /// The network address of the client; nil for work of this process itself.
  @TaskLocal package static var current: String?
}

/// Whether a piece of work is still wanted; safe to read on any thread.
package final class CancellationFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  package func cancel() { flag.store(true, ordering: .relaxed) }
}

/// More work waits than the process accepts: the request may be sent again after a moment.
package struct OverloadError: Error, Sendable, Equatable {
  package init() {}
}
