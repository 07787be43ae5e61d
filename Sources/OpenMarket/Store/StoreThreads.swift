import Foundation
import SystemSupport

/// Where the operations of a store run, each kind with threads of its own.
struct StoreThreads: Sendable {
  let readers: StoreThread
  /// As many threads as the database has writers at a time.
  let writer: StoreThread
  /// One thread, so that searches take no more than one core.
  let searches: StoreThread

  /// - Parameters:
  ///   - writers: How many connections may write at a time; nil for one thread and one connection for everything.
  ///   - readers: How many connections read; nil for as many as there are processors.
  init(writers: Int?, readers count: Int? = nil) {
    guard let writers else {
      let only = StoreThread.one(OneConnection())
      (readers, writer, searches) = (only, only, only)
      return
    }
    func pool(_ label: String, _ threads: Int) -> StoreThread {
      // A server limits connections, each of which waits for one piece of work.
      .several(WorkPool(label: label, threads: threads, capacity: 16_384, share: 512, makeState: { nil }))
    }
    readers = pool("store.read", count ?? min(16, max(2, ProcessInfo.processInfo.activeProcessorCount)))
    writer = pool("store.write", writers)
    searches = pool("store.search", 1)
  }
}

/// Threads for work that blocks; each has a connection to the database, which the work opens when it is first needed.
enum StoreThread: Sendable {
  case several(WorkPool<(any Database)?>)
  /// One connection, without a queue that is bounded: for one command, or a database that has only one.
  case one(OneConnection)

  /// How many pieces of work wait; 0 where that is not known.
  var waiting: Int {
    switch self {
    case .several(let pool): pool.waiting
    case .one: 0
    }
  }

  /// Runs a piece of work and returns its result, as `WorkPool` does.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable (inout (any Database)?, CancellationFlag) throws -> Result
  ) async throws -> Result {
    switch self {
    case .several(let pool): return try await pool.run(work)
    case .one(let connection):
      let flag = CancellationFlag()
      return try await withTaskCancellationHandler {
        try Task.checkCancellation()
        return try await connection.run { try work(&$0, flag) }
      } onCancel: {
        flag.cancel()
      }
    }
  }
}

/// The only connection of a store. Its queue shares the threads that the process has anyway.
actor OneConnection {
  private let queue = SerialQueue(label: "store")
  private var connection: (any Database)?

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func run<Result: Sendable>(_ work: @Sendable (inout (any Database)?) throws -> Result) throws -> Result {
    try work(&connection)
  }
}
