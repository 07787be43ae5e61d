import Foundation
import Synchronization
import SystemSupport

/// A kind of read that may take long. It begins with a short slice, which each client's read has before another's second one,
/// and begins again, for as long as it may take, where other reads of the kind wait for it, and no others.
enum SlowRead: CaseIterable {
  /// Pages of lists, and exports.
  case list
  case search
  /// Sums of sales, and rankings.
  case report

  /// How long the first slice is.
  var slice: Duration { .milliseconds(self == .list ? 50 : 20) }

  /// Why a read of this kind fails that takes longer than it may.
  var failure: StoreError.Kind {
    switch self {
    case .list: .listTooLong
    case .search: .searchTooLong
    case .report: .reportTooLong
    }
  }
}

/// Where the operations of a store run, each kind with threads of its own.
struct StoreThreads: Sendable {
  /// For reads by a key, and the first slices of lists, which leave one of them free.
  let readers: StoreThread
  /// As many threads as the database has writers at a time.
  let writer: StoreThread
  /// Reads that take longer, by kind: one at a time of each, so that they take no more than one core.
  private let lanes: [SlowRead: StoreThread]
  /// Whether slow reads begin with a slice. On a server of a database a read that is ended costs its connection.
  let slices: Bool

  /// - Parameters:
  ///   - writers: How many connections may write at a time; nil for one thread and one connection for everything.
  ///   - readers: How many connections read a database on a server; nil for a database in a file.
  init(writers: Int?, readers count: Int? = nil) {
    guard let writers else {
      let only = StoreThread.one(OneConnection())
      (readers, writer, slices) = (only, only, false)
      lanes = Dictionary(uniqueKeysWithValues: SlowRead.allCases.map { ($0, only) })
      return
    }
    let connections = SharedConnections()
    func pool(_ label: String, _ threads: Int, long: Int? = nil) -> StoreThread {
      // A server limits connections, each of which waits for one piece of work.
      .several(
        WorkPool(
          label: label, threads: threads, longThreads: long, capacity: 16_384, share: 512,
          makeState: { connections.next() }), connections)
    }
    let threads = count ?? min(16, max(2, ProcessInfo.processInfo.activeProcessorCount) + 1)
    readers = pool("store.read", threads, long: max(1, threads - 1))
    // Long are the writes that a lock of another session has stopped: one waits for it, and leaves the other threads.
    writer = pool("store.write", writers, long: 1)
    slices = count == nil
    if slices {
      lanes = Dictionary(
        uniqueKeysWithValues: SlowRead.allCases.map { ($0, pool("store.\($0)", 2, long: 1)) })
    } else {
      let searches = pool("store.search", 1)
      lanes = [.list: readers, .search: searches, .report: searches]
    }
  }

  /// Where the first slice of a read runs, and whether it is long work there.
  func first(of read: SlowRead) -> (thread: StoreThread, isLong: Bool) {
    read == .list ? (readers, true) : (rest(of: read), false)
  }

  /// Where a read runs that its first slice did not end, as long work.
  func rest(of read: SlowRead) -> StoreThread { lanes[read] ?? readers }

  /// How many pieces of work wait for each kind of thread.
  var waiting: [(queue: String, count: Int)] {
    [("read", readers.waiting), ("write", writer.waiting), ("search", rest(of: .search).waiting)]
  }
}

/// Threads for work that blocks; each has a connection to the database, which the work opens when it is first needed.
enum StoreThread: Sendable {
  case several(WorkPool<SharedConnections.Connection>, SharedConnections)
  /// One connection, without a queue that is bounded: for one command, or a database that has only one.
  case one(OneConnection)

  /// How many pieces of work wait; 0 where that is not known.
  var waiting: Int {
    switch self {
    case .several(let pool, _): pool.waiting
    case .one: 0
    }
  }

  /// Runs a piece of work and returns its result, as `WorkPool` does.
  func run<Result: Sendable>(
    isLong: Bool = false,
    _ work: @escaping @Sendable (inout (any Database)?, CancellationFlag) throws -> Result
  ) async throws -> Result {
    switch self {
    case .several(let pool, let all):
      return try await pool.run(isLong: isLong) { own, flag in
        var result: Result?
        try all.run(own) { result = try work(&$0, flag) }
        guard let result else { throw StoreError.unreachable }
        return result
      }
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

/// The connections of the threads of a store, which others use where the server of the database gives them none.
final class SharedConnections: Sendable {
  final class Connection: Sendable {
    fileprivate let database = Mutex<(any Database)?>(nil)
    /// Whether it was there when it was last needed.
    fileprivate let isOpen = Atomic(false)
  }

  private let all = Mutex<[Connection]>([])

  /// One for a thread that begins.
  func next() -> Connection {
    let connection = Connection()
    all.withLock { $0.append(connection) }
    return connection
  }

  /// Runs work over a thread's own connection, or another's. Where none has one, one of them may just be opening it: they are
  /// looked for a few times.
  func run(_ own: Connection, _ work: (inout (any Database)?) throws -> Void) throws {
    var failure = StoreError.unreachable
    for _ in 1...4 {
      var connection: Connection? = own
      while let next = connection {
        guard let refusal = try next.refusal(of: work) else { return }
        failure = refusal
        connection = next === own ? another(than: own) : nil
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw failure
  }

  private func another(than own: Connection) -> Connection? {
    all.withLock(\.self).filter { $0 !== own && $0.isOpen.load(ordering: .relaxed) }.randomElement()
  }
}

extension SharedConnections.Connection {
  /// Runs work; the error of a server that has no place for the connection, in which case nothing was begun: a transaction begins with
  /// the connection.
  fileprivate func refusal(of work: (inout (any Database)?) throws -> Void) throws -> StoreError? {
    try database.withLock { database in
      do {
        try work(&database)
        isOpen.store(true, ordering: .relaxed)
        return nil
      } catch let error as StoreError where error.databaseError?.code == PostgresSQL.tooManyConnections {
        isOpen.store(false, ordering: .relaxed)
        return error
      } catch {
        isOpen.store((error as? StoreError)?.kind != .unreachable, ordering: .relaxed)
        throw error
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

/// Reads that took longer than they may: for a minute equal reads of any client are refused at once.
final class RefusedReads: Sendable {
  private static let milliseconds = 60_000
  private static let most = 1_024

  /// When each ends, in milliseconds of the monotonic clock, by a digest under a key of this process (`Hasher`).
  private let ends = Mutex<[Int: Int]>([:])

  func contains(_ read: Int) -> Bool {
    let now = MonotonicClock.milliseconds()
    return ends.withLock { $0[read].map { $0 > now } ?? false }
  }

  func insert(_ read: Int) {
    let now = MonotonicClock.milliseconds()
    ends.withLock { ends in
      if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
      if ends.count >= Self.most, let oldest = ends.min(by: { $0.value < $1.value }) {
        ends[oldest.key] = nil
      }
      ends[read] = now + Self.milliseconds
    }
  }
}
