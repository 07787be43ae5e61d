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
  let driver: any DatabaseDriver
  private let versionLook: @Sendable () async -> UInt64?
  private let threads: StoreThreads
  let options: Options
  private let thumbnails: ThumbnailFolder?
  private let quota: ByteRateLimiter?
  private let hasWritten = Atomic(false)
  /// When the trash was last looked through, in milliseconds of the monotonic clock; 0 for never.
  let trashSeen = Atomic(0)
  private let openedIdentity = Mutex<String?>(nil)
  let totals = TotalsCache()
  let knownWords = RowsCache<KnownWords>()
  let listedCounts = RowsCache<ListedCounts>()
  private let refused = RefusedReads()

  package typealias Options = StoreOptions

  package convenience init(at location: StoreLocation, _ options: Options = Options()) {
    self.init(at: location, driver: location.driver(options), options: options)
  }

  init(at location: StoreLocation, driver: any DatabaseDriver, options: Options = Options()) {
    self.location = location
    self.driver = driver
    versionLook = driver.versionLook()
    self.options = options
    thumbnails = options.thumbnails ?? location.thumbnails
    quota = options.clientBytes.map { ByteRateLimiter(perHour: $0) }
    threads = StoreThreads(writers: options.isConcurrent ? driver.writers : nil, readers: driver.readers)
  }

  /// A number that differs after every write, by this process or any other; nil if there is no file. Reading it is
  /// much cheaper than a transaction, and does not wait for one.
  var version: UInt64? { driver.version }

  /// The version that a read sees which begins now; for a database on a server this is a look at it, which many requests share.
  func presentVersion() async -> UInt64? { await versionLook() }

  /// The identity of the store, 32 hexadecimal digits; nil until it is opened. It survives a move of the file.
  package var knownIdentity: String? { openedIdentity.withLock(\.self) }

  /// How many pieces of work wait for each kind of thread.
  var waiting: [(queue: String, count: Int)] {
    threads.waiting
  }

  /// The connections to the server of the database; nil for a store in a file.
  var connections: ConnectionCounts? { driver.connections }

  /// Reads from the store, if there is one, and compares its schema. Throws the `StoreError` for which requests fail.
  func checkReadiness() async throws {
    _ = try await read { [driver] in try driver.checkSchema(of: $0) }
  }

  // MARK: Transactions

  /// Runs a reading transaction by a key, or of so many rows as a use case bounds. Nil if there is no store.
  ///
  /// - Parameter isLong: Whether it leaves one of the threads free for others.
  func read<Result: Sendable>(
    isLong: Bool = false, _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    do {
      return try await read(in: threads.readers, isLong: isLong, for: options.readTime, work)
    } catch let error as StoreError where error == .searchTooLong {
      // No other read takes long, unless the disk is slow or the file was made to be.
      throw StoreError(.busy, error.databaseError)
    }
  }

  /// Runs a reading transaction that may take long. The same one is refused for a minute where it takes longer than it may.
  ///
  /// - Parameter query: Tells it from other reads of its kind.
  func read<Result: Sendable, each Query: Hashable>(
    _ kind: SlowRead, of query: repeat each Query, work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    var hasher = Hasher()
    hasher.combine(kind)
    repeat hasher.combine(each query)
    let name = hasher.finalize()
    guard !refused.contains(name) else { throw StoreError(kind.failure) }
    let time = kind == .list ? options.listTime : options.searchTime
    do {
      if threads.slices {
        let (thread, isLong) = threads.first(of: kind)
        do {
          return try await read(in: thread, isLong: isLong, for: min(kind.slice, time), work)
        } catch let error as StoreError where error == .searchTooLong {}
      }
      return try await read(in: threads.rest(of: kind), isLong: true, for: time, work) {
        [refused] in
        refused.insert(name)
      }
    } catch let error as StoreError where error == .searchTooLong {
      throw StoreError(kind.failure, error.databaseError)
    }
  }

  /// Runs a reading transaction of the operator, which takes as long as it has to. Nil if there is no store.
  func readAll<Result: Sendable>(
    _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    try await read(in: threads.rest(of: .report), isLong: true, for: .seconds(24 * 60 * 60), work)
  }

  /// How often a read begins that gives way to commits, before it fails.
  private static let reads = 3

  /// - Parameter expired: Called where the read takes longer than it may.
  private func read<Result: Sendable>(
    in thread: StoreThread, isLong: Bool, for time: Duration,
    _ work: @escaping @Sendable (any Database) throws -> Result, expired: @escaping @Sendable () -> Void = {}
  ) async throws -> Result? {
    try await thread.run(isLong: isLong) { [self] connection, flag in
      guard let database = try database(&connection, makesStore: false) else { return nil }
      var limit = WorkLimit(time, flag)
      for attempt in 1... {
        do {
          return try database.transaction(for: .reading, within: limit) { try work(database) }
        } catch let error as StoreError where error == .searchTooLong {
          if limit.isReached { expired() }
          guard attempt < Self.reads, !limit.isReached else { throw error }
          limit = limit.afterCommit()
        }
      }
      return nil
    }
  }

  /// Runs a transaction of `SharedLimits`, beside the reads: it writes no more than a few numbers, and waits for no other write.
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
    try await write(purpose, makesStore: true, work).orThrow(StoreError.inaccessible)
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
  /// `batchTime`); long texts are written into the search index afterwards, one in a transaction.
  ///
  /// - Parameter continues: Whether the request has written before: it was admitted then.
  private func write<Result: Sendable>(
    _ purpose: TransactionPurpose, makesStore: Bool, continues: Bool = false,
    _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    if !purpose.isDeletion, !continues { try await admitWrite() }
    // The first write of a process finds what an earlier one could not index.
    let findsAll = !hasWritten.exchange(true, ordering: .relaxed)
    let isLimited = !purpose.isDeletion && !continues
    func fitted() async throws -> WriteOutcome<Result>? {
      while true {
        do {
          return try await retryingAfterEviction(
            purpose, makesStore: makesStore, findsAll: findsAll, isLimited: isLimited, work)
        } catch MarketplaceError.tooManyBytes where isLimited {
          // Other writes of the client came first.
          try await admitWrite()
        }
      }
    }
    guard let written = try await fitted() else { return nil }
    // The item is stored: neither a client that leaves nor a full disk undoes that. A search finds texts that are not
    // indexed yet in the backlog.
    if !written.waiting.isEmpty { await Task { try? await index(written.waiting) }.value }
    await runMaintenance()
    return written.result
  }

  /// Runs the next transaction of a request that has written before. Nil if there is no store.
  func writeNext<Result: Sendable>(
    _ purpose: TransactionPurpose, _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> Result? {
    try await write(purpose, makesStore: false, continues: true, work)
  }

  /// The outcome of a transaction.
  struct WriteOutcome<Result: Sendable>: Sendable {
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

  /// - Parameters:
  ///   - isLimited: Whether to throw `MarketplaceError.tooManyBytes` where the client has stored as much as it may when its turn has
  ///     come: any number of its writes may have waited.
  ///   - preparation: Runs first in the transaction; the client is not given the bytes that it frees.
  func transact<Result: Sendable>(
    _ purpose: TransactionPurpose, makesStore: Bool, findsAll: Bool = false, isLimited: Bool = false,
    after preparation: (@Sendable (any Database) throws -> Void)? = nil,
    _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> WriteOutcome<Result>? {
    let client = WorkClient.current
    let run = {
      @Sendable [self]
      (
        connection: inout (any Database)?, flag: CancellationFlag, isBrief: Bool
      ) throws -> WriteOutcome<Result>? in
      if isLimited { try quota?.check(client, at: options.now()) }
      guard let database = try database(&connection, makesStore: makesStore) else { return nil }
      database.notes.isBrief = isBrief
      // A client that leaves does not undo its write; a command that is stopped does.
      let limit = options.isConcurrent ? nil : WorkLimit(.seconds(86_400), flag, givesWay: false)
      let transaction = {
        try database.transaction(for: purpose, within: limit) {
          try preparation?(database)
          return try WriteOutcome(in: database, findsAll: findsAll, work)
        }
      }
      let written: WriteOutcome<Result>
      do {
        written = try transaction()
      } catch let error as StoreError where error == .full && purpose.deletes && driver.releaseReserve() {
        // The journal of the deletion takes the space that was held for it.
        defer { driver.restoreReserve() }
        written = try transaction()
      }
      driver.noteCommit()
      quota?.spend(written.bytes, by: client, at: options.now())
      if let knownIdentity { thumbnails?.remove(database.notes.deletedImages, store: knownIdentity) }
      return written
    }
    let isImport = if case .importing = purpose { true } else { false }
    let (isBrief, end) = (options.isConcurrent && !isImport, ContinuousClock.now + Self.blockedTime)
    var isBlocked = false
    while true {
      do {
        return try await threads.writer.run(isLong: isBlocked) { try run(&$0, $1, isBrief) }
      } catch let error as StoreError where isBrief && error.databaseError?.code == PostgresSQL.lockTimedOut {
        // A transaction that waits for long holds the turn of writers, and ends others that have seen less.
        guard ContinuousClock.now < end else { throw error }
        isBlocked = true
      }
    }
  }

  /// How long a write that another session's lock has stopped is tried again.
  private static let blockedTime = Duration.seconds(4)

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

extension Store {
  /// The contents of a store in memory; nil for another store.
  package func snapshot() async throws -> StoreSnapshot? {
    try await threads.writer.run { [self] connection, _ in
      try database(&connection, makesStore: true).flatMap { try driver.snapshot(of: $0) }
    }
  }

  /// Replaces the contents of a store in memory; what it was is gone.
  package func restore(_ snapshot: StoreSnapshot) async throws {
    try await threads.writer.run { [driver] connection, _ in
      connection = nil
      driver.replaceContents(with: snapshot)
    }
  }
}

/// Makes room: the trash and the log give way to what is written.
extension Store {
  /// Deletes the next items in the trash for good, in one transaction; returns whether there were any.
  func emptyTrash(of choice: TrashChoice) async throws -> Bool {
    let date = options.now()
    // Freed bytes are given back to the client of the item; that of others is not known.
    let client = if case .client = choice { WorkClient.current } else { String?.none }
    return try await WorkClient.$current.withValue(client) {
      try await transact(.deleting, makesStore: false) { database in
        let trash = TrashRows(database: database)
        let ids = try trash.next(choice, at: date)
        guard !ids.isEmpty else { return false }
        let movements = try MovementRows(database, at: date)
        for id in ids { try trash.remove(id, movements) }
        return true
      }?.result ?? false
    }
  }

  /// Forgets the next of the oldest changes in the log where it has too many; returns whether there were some.
  func forgetOldestChanges() async throws -> Bool {
    let date = options.now()
    return try await WorkClient.$current.withValue(nil) {
      try await transact(.deleting, makesStore: false) { database in
        let log = LogRows(database, at: date)
        return try log.hasTooMuch() && log.forgetOldest()
      }?.result ?? false
    }
  }

  /// How often a process looks for what is to go, in milliseconds.
  private static let trashInterval = 60_000
  /// Most transactions that one write waits for; the next look goes on.
  private static let mostTransactions = 64

  /// Deletes the items whose time in the trash is over, and forgets the changes that are too many for the log, once a minute, in
  /// transactions between which others write. Rows that cannot go now go later; no request restores them. A command ends with its
  /// writes and waits for it; a server lets no write wait, since each transaction waits for the reads that have begun.
  func runMaintenance() async {
    let (now, seen) = (MonotonicClock.milliseconds(), trashSeen.load(ordering: .relaxed))
    guard seen == 0 || now - seen > Self.trashInterval,
      trashSeen.compareExchange(expected: seen, desired: max(1, now), ordering: .relaxed).exchanged
    else { return }
    await Task {
      let date = options.now()
      let due = try? await read { database in
        (
          trash: try !TrashRows(database: database).next(.expired, at: date).isEmpty,
          log: try LogRows(database, at: date).hasTooMuch()
        )
      }
      guard let due, due.trash || due.log else { return }
      let upkeep = Task {
        for _ in 1...Self.mostTransactions where due.trash {
          guard try await emptyTrash(of: .expired) else { break }
        }
        for _ in 1...Self.mostTransactions where due.log {
          guard try await forgetOldestChanges() else { break }
        }
      }
      if !options.isConcurrent { try? await upkeep.value }
    }.value
  }

  /// The most items in the trash, and then changes in the log, that give way to one write: others wait while a write that is refused
  /// in the end is tried.
  private static let mostEvictions = (items: 128, changes: 512)

  /// Runs a transaction; where it does not fit, with as many items in the trash gone (`TrashRows.evictable`), and then of the oldest
  /// changes in the log, as it needs, about. What gives way is deleted in the transaction itself: a write that is refused deletes
  /// nothing.
  func retryingAfterEviction<Result: Sendable>(
    _ purpose: TransactionPurpose, makesStore: Bool, findsAll: Bool, isLimited: Bool,
    _ work: @escaping @Sendable (any Database) throws -> Result
  ) async throws -> WriteOutcome<Result>? {
    do {
      return try await transact(
        purpose, makesStore: makesStore, findsAll: findsAll, isLimited: isLimited, work)
    } catch let error as StoreError where [.full, .limitReached].contains(error.kind) {
      // A database on a server gives no space back before it is vacuumed.
      guard connections == nil else { throw error }
      let evictable = try await evictable()
      let most = evictable.items.count + evictable.changes
      var count = 0
      while count < most {
        // Twice as many each time: the cost is that of the last time, and no more than twice the needed ones go.
        count = min(most, max(1, 2 * count))
        let evicted = count
        do {
          return try await transact(
            purpose.replacing(grows: error.kind == .limitReached), makesStore: makesStore, findsAll: findsAll,
            isLimited: isLimited, after: { try self.evict(evicted, of: evictable.items, in: $0) }, work)
        } catch let next as StoreError where [.full, .limitReached].contains(next.kind) {
          continue
        }
      }
      // The first error has the cause.
      throw error
    }
  }

  /// The share of a limited store that one client's trash has for itself.
  private static let trashShare = 10

  /// The items in the trash that may give way, in their order, and how many changes in the log.
  private func evictable() async throws -> (items: [Int], changes: Int) {
    let client = WorkClient.current
    let share = options.limit.map { $0 / Self.trashShare } ?? 0
    return try await read { database in
      (
        try TrashRows(database: database).evictable(
          for: client, beyond: share, limit: Self.mostEvictions.items),
        try database.integer(
          "SELECT count(*) FROM (SELECT 1 FROM log_change LIMIT \(Self.mostEvictions.changes)) AS counted")
          ?? 0
      )
    } ?? ([], 0)
  }

  /// Deletes the first of some items in the trash for good, and for what is missing to the number forgets changes in the log.
  private func evict(_ count: Int, of items: [Int], in database: any Database) throws {
    let date = options.now()
    let (trash, movements) = (TrashRows(database: database), try MovementRows(database, at: date))
    for id in items.prefix(count) { try trash.remove(id, movements) }
    if count > items.count { try LogRows(database, at: date).forgetOldest(limit: count - items.count) }
  }
}
