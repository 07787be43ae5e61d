import Foundation
import Synchronization
import SystemSupport

/// The items, images and vendors of a market in a database: each operation is one transaction, on threads for blocking
/// work. Written data is on the disk when the call returns.
///
/// Reading does not create the file: a store without a file reads as an empty market. Every operation may throw
/// `OverloadError` when too much work waits, and `CancellationError` when its task was cancelled.
package final class Store: Sendable {
  package let location: StoreLocation
  private let driver: any DatabaseDriver
  private let threads: StoreThreads
  let options: Options
  private let quota: ByteRateLimiter?
  private let hasWritten = Atomic(false)
  /// When the trash was last looked through, in milliseconds of the monotonic clock; 0 for never.
  let trashSeen = Atomic(0)
  private let openedIdentity = Mutex<String?>(nil)
  let unlisted = UnlistedCount()

  package typealias Options = StoreOptions

  package convenience init(at location: StoreLocation, _ options: Options = Options()) {
    self.init(at: location, driver: location.driver(options), options: options)
  }

  init(at location: StoreLocation, driver: any DatabaseDriver, options: Options = Options()) {
    self.location = location
    self.driver = driver
    self.options = options
    quota = options.clientBytes.map { ByteRateLimiter(perHour: $0) }
    threads = StoreThreads(writers: options.isConcurrent ? driver.writers : nil, readers: driver.readers)
  }

  /// A number that differs after every write, by this process or any other; nil if there is no file. Reading it is
  /// much cheaper than a transaction, and does not wait for one.
  var version: UInt64? { driver.version }

  /// The identity of the store, 32 hexadecimal digits; nil until it is opened. It survives a move of the file.
  var knownIdentity: String? { openedIdentity.withLock(\.self) }

  /// Counters that other processes use, too; nil where this one counts alone.
  var counters: (any SharedCounters)? { driver.counters }

  /// How many pieces of work wait for each kind of thread.
  var waiting: [(queue: String, count: Int)] {
    [
      ("read", threads.readers.waiting), ("write", threads.writer.waiting),
      ("search", threads.searches.waiting),
    ]
  }

  /// The connections to the server of the database; nil for a store in a file.
  var connections: ConnectionCounts? { driver.connections }

  /// Reads from the store, if there is one, and compares its schema. Throws the `StoreError` for which requests fail.
  func checkReadiness() async throws {
    _ = try await read { [driver] in try driver.checkSchema(of: $0) }
  }

  // MARK: Transactions

  /// Runs a reading transaction. Nil if there is no store.
  func read<Result: Sendable>(
    _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    do {
      return try await read(in: threads.readers, for: options.readTime, work)
    } catch let error as StoreError where error == .searchTooLong {
      // No other read takes long, unless the disk is slow or the file was made to be.
      throw StoreError(.busy, error.databaseError)
    }
  }

  /// Runs a reading transaction that may take long, beside the others.
  func search<Result: Sendable>(
    _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    try await read(in: threads.searches, for: options.searchTime, work)
  }

  /// Runs a reading transaction of a report.
  ///
  /// - Parameter isLong: Whether it reads more than a number of rows, and runs beside the other reads.
  func report<Result: Sendable>(
    isLong: Bool, _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    do {
      return try await read(
        in: isLong ? threads.searches : threads.readers, for: isLong ? options.searchTime : options.readTime,
        work)
    } catch let error as StoreError where error == .searchTooLong {
      throw StoreError(.reportTooLong, error.databaseError)
    }
  }

  /// How often a read begins that gives way to commits, before it fails.
  private static let reads = 3

  private func read<Result: Sendable>(
    in thread: StoreThread, for time: Duration, _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    try await thread.run { [self] connection, flag in
      guard let database = try database(&connection, makesStore: false) else { return nil }
      var limit = WorkLimit(time, flag)
      for _ in 1..<Self.reads {
        do {
          return try database.transaction(for: .reading, within: limit) { try work(database) }
        } catch let error as StoreError where error == .searchTooLong && !limit.isReached {
          limit = limit.afterCommit()
        }
      }
      return try database.transaction(for: .reading, within: limit) { try work(database) }
    }
  }

  /// Runs a transaction of `counters`, beside the reads: it writes no more than a few numbers, and waits for no other write.
  ///
  /// - Parameter isWriting: Whether something is counted, and not only looked up.
  func count<Result: Sendable>(
    isWriting: Bool, _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result {
    try await threads.readers.run { [self] connection, _ in
      guard let database = try database(&connection, makesStore: true) else { throw StoreError.inaccessible }
      return try database.transaction(for: isWriting ? .counting : .reading) { try work(database) }
    }
  }

  /// Runs a writing transaction, which makes the store where there is none.
  func write<Result: Sendable>(
    _ purpose: TransactionPurpose = .writing, _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result {
    let result = try await write(purpose, makesStore: true, work)
    guard let result else { throw StoreError.inaccessible }
    return result
  }

  /// Runs a writing transaction. Nil if there is no store.
  func writeExisting<Result: Sendable>(
    _ purpose: TransactionPurpose = .writing, _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    try await write(purpose, makesStore: false, work)
  }

  /// Throws `MarketplaceError.tooManyBytes` if the client has stored as much as it may. A use case asks before work that
  /// takes long; every write asks again.
  ///
  /// Its items in the trash go first, the oldest before the others.
  func admitWrite() async throws {
    while true {
      do throws(MarketplaceError) {
        return try quota?.check(WorkClient.current, at: options.now()) ?? ()
      } catch {
        guard let client = WorkClient.current, try await emptyTrash(of: .client(client)) else { throw error }
      }
    }
  }

  /// The one place that every write passes. The stored bytes are counted for the client that caused them,
  /// `WorkClient.current`, and freed bytes are given back. Other clients take turns with it between its transactions,
  /// of which each is bounded by what the rows of a use case write (`MovementLimits.written`, `ItemLimits`,
  /// `Options.batchTime`); long texts are written into the search index afterwards, one in a transaction.
  ///
  /// - Parameter continues: Whether the request has written before: it was admitted then.
  private func write<Result: Sendable>(
    _ purpose: TransactionPurpose, makesStore: Bool, continues: Bool = false,
    _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    if purpose != .deleting, !continues { try await admitWrite() }
    // The first write of a process finds what an earlier one could not index.
    let findsAll = !hasWritten.exchange(true, ordering: .relaxed)
    guard let written = try await fitting(purpose, makesStore: makesStore, findsAll: findsAll, work) else {
      return nil
    }
    // The item is stored: neither a client that leaves nor a full disk undoes that. A search finds texts that are not
    // indexed yet in the backlog.
    if !written.waiting.isEmpty { await Task { try? await index(written.waiting) }.value }
    if findsAll, connections != nil { Task { try? await renewFormerTexts() } }
    await tidy()
    return written.result
  }

  /// Runs the next transaction of a request that has written before. Nil if there is no store.
  func writeNext<Result: Sendable>(
    _ purpose: TransactionPurpose, _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    try await write(purpose, makesStore: false, continues: true, work)
  }

  /// The outcome of a transaction.
  struct Written<Result: Sendable>: Sendable {
    let result: Result
    /// The items whose texts it has added to the search backlog.
    let waiting: [Int]
    let bytes: Int

    /// - Parameter findsAll: Whether `waiting` has the items that were in the backlog before, too.
    init(in database: any Database, findsAll: Bool, _ work: (any Database) throws -> Result) throws {
      let used = try database.usedBytes()
      result = try work(database)
      waiting = try findsAll ? SearchRows(database: database).waiting() : database.notes.waiting
      bytes = try database.usedBytes() - used
    }
  }

  private func index(_ items: [Int]) async throws {
    for id in items {
      var isWaiting = true
      while isWaiting {
        let step = try await transact(.deleting, makesStore: false) { try SearchRows(database: $0).index(id) }
        isWaiting = step?.result ?? false
      }
    }
  }

  /// Writes the search texts of earlier programs again, in short transactions that no request waits for. A process that ends
  /// before it is done leaves the rest to the next one.
  private func renewFormerTexts() async throws {
    var last: Int? = 0
    while let id = last {
      let step = try await transact(.deleting, makesStore: false) {
        try SearchRows(database: $0).renewFormerTexts(after: id)
      }
      last = step?.result
      try await Task.sleep(for: Self.pause)
    }
  }

  /// How long others have the writers between two transactions of this upkeep.
  private static let pause = Duration.milliseconds(20)

  /// - Parameter preparation: Runs first in the transaction; the client is not given the bytes that it frees.
  func transact<Result: Sendable>(
    _ purpose: TransactionPurpose, makesStore: Bool, findsAll: Bool = false,
    after preparation: (@Sendable (any Database) throws -> Void)? = nil,
    _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Written<Result>? {
    let written = try await threads.writer.run { [self] connection, _ -> Written<Result>? in
      guard let database = try database(&connection, makesStore: makesStore) else { return nil }
      let transaction = {
        try database.transaction(for: purpose) {
          try preparation?(database)
          return try Written(in: database, findsAll: findsAll, work)
        }
      }
      let written: Written<Result>
      do {
        written = try transaction()
      } catch let error as StoreError where error == .full && purpose.deletes && driver.releaseReserve() {
        // The journal of the deletion takes the space that was held for it.
        defer { driver.restoreReserve() }
        written = try transaction()
      }
      driver.noteCommit()
      return written
    }
    if let written { quota?.spend(written.bytes, by: WorkClient.current, at: options.now()) }
    return written
  }

  /// The connection of a thread. Nil if there is no store and none is to be made.
  private func database(_ connection: inout (any Database)?, makesStore: Bool) throws -> (any Database)? {
    if let connection {
      try driver.checkIsInPlace()
      return connection
    }
    try driver.checkIsInPlace()
    guard makesStore || driver.exists else { return nil }
    let database = try driver.open()
    if knownIdentity == nil {
      let identity = try database.rows("SELECT identity FROM store") { $0.text(0) }.first
      openedIdentity.withLock { $0 = identity }
    }
    connection = database
    return database
  }
}
