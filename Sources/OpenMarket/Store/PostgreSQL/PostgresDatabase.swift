import Foundation
import SystemSupport

/// A PostgreSQL database over one connection, which is made again when it is lost.
///
/// Writing transactions are serializable: one that would not have happened one after another with others is run again, whole. A
/// long one would hardly ever have: it locks what it changes, and has the turn of writers at its end alone (`importing`).
/// Each has a row in the table `operation`, by which the outcome of a lost commit is found.
final class PostgresDatabase: Database {
  let dialect = Dialect.postgreSQL
  let notes = DatabaseNotes()
  private let server: PostgresServer
  private var connection: PostgresConnection?
  /// The limit of the present transaction.
  private var limit: PostgresLimit
  private var isInTransaction = false
  /// Bytes that former connections have written.
  private var writtenBefore = 0
  private var roundTripsBefore = 0
  private var freedBytes = 0
  private var awaitsFreedBytes = false

  init(_ server: PostgresServer) {
    self.server = server
    limit = PostgresLimit(work: server.work)
  }

  deinit { drop() }

  // MARK: Statements

  func execute(_ script: String) throws(StoreError) {
    try open().execute(script, within: limit.begun(server.statementTime))
  }

  @discardableResult
  func run(
    _ sql: String, _ values: [DatabaseValue], visit: (any DatabaseRow) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    if let work = limit.work, work.isReached { throw .searchTooLong }
    let connection = try open()
    if !isInTransaction, !connection.isInTransaction, !connection.isPreparing, let schema = connection.schema
    {
      // A flight is a transaction, with which the setting ends.
      try connection.send(
        "SELECT set_config('search_path', ?, true), set_config('lock_timeout', ?, true)",
        [.text(schema), .text(server.lockTime(limit.work))], within: limit)
    }
    return try connection.run(sql, values, within: limit.begun(server.statementTime), visit: visit)
  }

  func run(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) {
    // Outside a transaction nothing would wait for it.
    guard isInTransaction else { return _ = try run(sql, values) { _ throws(StoreError) in } }
    if let length = Self.freed.first(where: { sql.hasPrefix("DELETE FROM \($0.table) ") })?.length {
      awaitsFreedBytes = true
      return try open().send(
        "\(sql) RETURNING \(length)", values, within: limit.begun(server.statementTime)
      ) { [weak self] row in self?.freedBytes += row.integer(0) }
    }
    let large = values.firstIndex {
      if case .blob(let data) = $0 { data.count > Self.pieceBytes } else { false }
    }
    if let large, case .blob(let data) = values[large] {
      return try run(sql, values, at: large, inPieces: data)
    }
    try open().send(sql, values, within: limit.begun(server.statementTime))
  }

  /// The largest value that is sent as one.
  private static let pieceBytes = 256 << 10

  /// Sends a large value in pieces, which the server joins: neither the statement nor libpq ever holds the whole of it.
  private func run(
    _ sql: String, _ values: [DatabaseValue], at place: Int, inPieces data: Data
  ) throws(StoreError) {
    // The table belongs to the session, which behind a pooler may be another one than before.
    try run("CREATE TEMP TABLE IF NOT EXISTS value_piece (number BIGINT, bytes BYTEA) ON COMMIT DELETE ROWS")
    var rest = data[...]
    var number = 0
    while !rest.isEmpty {
      try run(
        "INSERT INTO pg_temp.value_piece (number, bytes) VALUES (?, ?)", .integer(number),
        .blob(rest.prefix(Self.pieceBytes)))
      rest = rest.dropFirst(Self.pieceBytes)
      number += 1
    }
    var others = values
    others.remove(at: place)
    let joined = "(SELECT string_agg(bytes, '' ORDER BY number) FROM pg_temp.value_piece)"
    try run(PostgresSQL.replacing(place: place, in: sql, by: joined), others)
    try run("DELETE FROM pg_temp.value_piece")
  }

  func insert(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) -> Int {
    var id = 0
    _ = try run(sql + " RETURNING id", values) { row throws(StoreError) in id = row.integer(0) }
    return id
  }

  /// The tables whose deleted rows are worth counting, and the bytes of a row.
  private static let freed = [
    (table: "image", length: "length(bytes)"), (table: "item", length: "octet_length(description)"),
    (table: "log_change", length: "bytes"),
  ]

  /// Bytes that this connection has written, without those of deleted images and descriptions: the server does not say what a
  /// transaction takes or frees.
  func usedBytes() throws(StoreError) -> Int {
    // The bytes of deleted rows come with the results.
    if awaitsFreedBytes { try connection?.finish(within: limit.begun(server.statementTime)) }
    awaitsFreedBytes = false
    return writtenBytes - freedBytes
  }

  func bytes(in column: DatabaseColumn, ofRow id: Int, range: Range<Int>) throws(StoreError) -> Data? {
    // The server reads the pieces of a long value that the part is in.
    try rows(
      "SELECT substring(\(column.name) FROM CAST(? AS INTEGER) FOR CAST(? AS INTEGER)) FROM \(column.table) WHERE id = ?",
      .integer(min(range.lowerBound, Int(Int32.max) - 1) + 1),
      .integer(min(range.count, Int(Int32.max) - range.lowerBound - 1)), .integer(id)
    ) { $0.blob(0) }.first
  }

  /// A number of what the present transaction sees, or of what a statement sees outside one; equal for equal data. Nil where
  /// the server does not tell.
  func snapshot() throws(StoreError) -> UInt64? {
    guard try server.hasSnapshots(open()) else { return nil }
    var name = FNV1a()
    _ = try run("SELECT CAST(pg_current_snapshot() AS TEXT)", []) { row throws(StoreError) in
      name.combine(row.text(0))
    }
    // After a failover the numbers of lost transactions are given again.
    name.combine(String(connection?.generation ?? 0))
    return name.value
  }

  /// PostgreSQL's own programs copy a database.
  func copy(to path: String, _ progress: (Double) -> Bool) throws {
    throw StoreError(.unexpected)
  }

  // MARK: Connections

  private func open() throws(StoreError) -> PostgresConnection {
    if let connection, connection.isOpen, !connection.isLost,
      isInTransaction || server.isCurrent(connection) && !connection.wasCancelled
    {
      return connection
    }
    // A statement of a transaction whose connection is gone would be one of its own on another connection.
    if isInTransaction, let failure = connection?.failure { throw failure }
    drop()
    let opened = try server.connect()
    connection = opened
    server.noteOpened()
    return opened
  }

  var session: DatabaseSession { connection?.session ?? DatabaseSession() }

  /// How often this database has waited for the server.
  private var roundTrips: Int { roundTripsBefore + (connection?.roundTrips ?? 0) }

  private var writtenBytes: Int { writtenBefore + (connection?.writtenBytes ?? 0) }

  private func drop() {
    guard let connection else { return }
    writtenBefore += connection.writtenBytes
    roundTripsBefore += connection.roundTrips
    self.connection = nil
    server.noteClosed()
  }

  // MARK: Transactions

  /// How often a transaction begins that others were in the way of.
  private static let attempts = 12
  /// From this attempt on a transaction runs alone every other time: writers of one item would otherwise end each other's again and
  /// again. A long one never does: no sale would go on meanwhile.
  private static let lonelyAttempt = 4
  /// How long that lock is waited for, since later transactions wait behind it: with one that holds items for longer, as an import
  /// does, no sale of any other item would go on.
  private static let lonelyWait = "500ms"
  /// How long a brief write waits for the lock of a row.
  private static let brief: SQLCondition = "SET LOCAL lock_timeout = '200ms'"
  /// How long a commit is waited for.
  private static let commitTime = Duration.seconds(10)
  /// How long the outcome of a commit is looked for that was not confirmed.
  private static let settleTime = Duration.seconds(20)

  func transaction<Result>(
    for purpose: TransactionPurpose, within work: WorkLimit?, _ body: () throws -> Result
  ) throws -> Result {
    let former = limit
    if let work { limit = PostgresLimit(work: work) }
    let (before, written) = (roundTrips, writtenBytes)
    server.noteBegin()
    defer {
      limit = former
      server.noteEnd(roundTrips: roundTrips - before, bytes: writtenBytes - written)
    }
    do {
      return switch purpose {
      case .reading: try read(body)
      case .writing, .replacing: try write(.shared, body)
      case .recording: try write(.recording, body)
      case .importing: try write(.long, body)
      case .deleting, .forgetting: try write(.shared, isDeleting: true, body)
      case .counting: try count(body)
      }
    } catch let error as StoreError where error.kind == .searchTooLong && limit.work?.isCancelled == true {
      throw CancellationError()
    }
  }

  private func read<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try attempt(Self.beginReading, body) { try endReading() }
    } catch let error as StoreError
      where error.kind == .unreachable || error.databaseError?.code == PostgresSQL.noTable
    {
      // A connection that was lost while it was idle, and a read changes nothing.
      return try attempt(Self.beginReading, body) { try endReading() }
    }
  }

  private static let beginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

  /// Ends a reading transaction. What it has read counts, whatever becomes of its end.
  private func endReading() throws(StoreError) {
    let connection = try open()
    try connection.send("COMMIT", [], within: limit)
    try connection.leave(within: limit)
  }

  /// A commit whose result was lost is an error, which refuses what was to be counted.
  private func count<Result>(_ body: () throws -> Result) throws -> Result {
    let result = try attempt("BEGIN ISOLATION LEVEL READ COMMITTED", body) {
      let connection = try open()
      try connection.send("COMMIT", [], within: limit)
      try connection.finish(within: limit)
    }
    keepUp()
    return result
  }

  /// The locks of `writer_turn` that transactions take before they see any row. All but `alone` go side by side, and the end of an
  /// import waits for `shared` (`BatchRows.finish`).
  private enum Turn: String {
    case alone = "EXCLUSIVE"
    case shared = "ROW EXCLUSIVE"
    case recording = "ROW SHARE"
    case long = "ACCESS SHARE"
  }

  private func write<Result>(_ usual: Turn, isDeleting: Bool = false, _ body: () throws -> Result) throws
    -> Result
  {
    if !isDeleting { try server.refuseFull(over: open(), within: limit) }
    for attempt in 1... {
      let operation = UUID().uuidString
      let isAlone = usual != .long && attempt >= Self.lonelyAttempt && attempt.isMultiple(of: 2)
      let turn = isAlone ? Turn.alone : usual
      var hasTurn = false
      do {
        let wait: SQLCondition = "SET LOCAL lock_timeout = '\(sql: Self.lonelyWait)'"
        let lock: SQLCondition = "LOCK TABLE writer_turn IN \(sql: turn.rawValue) MODE"
        let result = try self.attempt(
          "BEGIN ISOLATION LEVEL \(turn == .long ? "READ COMMITTED" : "SERIALIZABLE")",
          first: isAlone ? [wait, lock] : [],
          then: (isAlone ? [] : [lock]) + (notes.isBrief ? [Self.brief] : [])
            + ["INSERT INTO operation (id) VALUES (\(.text(operation)))"]
        ) {
          if isAlone { try open().finish(within: limit) }
          hasTurn = true
          try readAhead()
          return try body()
        } commit: {
          try commit(operation)
        }
        keepUp()
        return result
      } catch let error as StoreError {
        let hadNoTurn = !hasTurn && error.databaseError?.code == PostgresSQL.lockTimedOut
        guard attempt < Self.attempts, hadNoTurn || isRetried(error, attempt) else { throw error }
        Thread.sleep(forTimeInterval: .random(in: 0...0.002 * Double(1 << min(attempt, 7))))
      }
    }
    throw StoreError.busy
  }

  /// The server's upkeep, which is due once a second, is no part of the transaction before it.
  private func keepUp() {
    let before = roundTrips
    server.noteWrite(over: self)
    roundTripsBefore -= roundTrips - before
  }

  /// Has the settings come with the first result that is waited for: most writes need one of them.
  private func readAhead() throws(StoreError) {
    let notes = notes
    try open().send(MarketSettings.selection, [], within: limit.begun(server.statementTime)) { row in
      notes.settings = notes.settings ?? [:]
      notes.settings?[row.text(0)] = row.text(1)
    }
  }

  private func isRetried(_ error: StoreError, _ attempt: Int) -> Bool {
    guard !error.leavesOutcomeUnknown else { return false }
    let code = error.databaseError?.code ?? ""
    // A primary that is a standby now: another host of the address may write. A new connection says why there is no table.
    if error.kind == .unreachable || [PostgresSQL.readOnly, PostgresSQL.noTable].contains(code) {
      return attempt == 1
    }
    return PostgresSQL.isRetried(code)
  }

  /// Runs one transaction. The first error of a statement is what is thrown, whatever became of it in `body`.
  private func attempt<Result>(
    _ begin: String, first: [SQLCondition] = [], then: [SQLCondition] = [], _ body: () throws -> Result,
    commit: () throws -> Void
  ) throws -> Result {
    let connection = try open()
    connection.forgetFailure()
    notes.beginTransaction()
    (isInTransaction, awaitsFreedBytes) = (true, false)
    defer { isInTransaction = false }
    do {
      let settings = server.settings(isReading: begin == Self.beginReading, over: connection, limit.work)
      for statement in [SQLCondition(begin)] + first + settings + then {
        try connection.send(statement.sql, statement.values, within: limit.begun(server.statementTime))
      }
      let result = try body()
      if let failure = connection.failure { throw failure }
      try commit()
      notes.keepPermanent()
      return result
    } catch let error as StoreError where error.leavesOutcomeUnknown {
      // The commit may have been carried out: no failure of a rollback after it may say that nothing was changed.
      drop()
      throw error
    } catch {
      if connection.isOpen, !connection.isLost {
        try? rollBack(connection)
      }
      let failure = connection.failure
      if !connection.isOpen || connection.isLost {
        // A server that does not answer is not asked again at once; one that has ended the connection may be back.
        if connection.isOpen, let failure { server.noteOutage(failure) }
        isInTransaction = false
        drop()
      }
      if let code = failure?.databaseError?.code, PostgresSQL.endsConnections(code) {
        server.endConnections(of: connection)
      }
      throw failure ?? error
    }
  }

  /// Statements that were sent and have failed are the failure of the transaction.
  private func rollBack(_ connection: PostgresConnection) throws(StoreError) {
    let end = PostgresLimit(end: .now + Self.commitTime)
    try connection.send("ROLLBACK", [], within: end)
    do {
      try connection.finish(within: end)
    } catch {
      // It was skipped with the statements after one that has failed.
      try connection.send("ROLLBACK", [], within: end)
      try connection.finish(within: end)
    }
  }

  /// Commits, and finds out what became of a commit whose result was lost.
  private func commit(_ operation: String) throws(StoreError) {
    let connection = try open()
    let warnings = connection.warnings
    let former = limit
    // A commit is not cancelled: others might see it all the same.
    limit = PostgresLimit(end: .now + Self.commitTime)
    defer { limit = former }
    do {
      try connection.send("COMMIT", [], within: limit)
      try connection.finish(within: limit)
    } catch  where error.kind == .unreachable {
      connection.forgetFailure()
      try settle(operation, error)
    }
    guard connection.warnings == warnings else {
      throw StoreError.postgreSQL(.unconfirmed, "01000", "a warning on COMMIT", sql: "COMMIT")
    }
  }

  /// Returns if the transaction of an operation was committed. Inserting its row waits for a commit that is under way; a row that is
  /// inserted keeps a transaction that comes later from being committed. Its date is a day ahead: an earlier try, whose result was
  /// lost, is not taken for the transaction.
  private func settle(_ operation: String, _ error: StoreError) throws(StoreError) {
    let end = ContinuousClock.now + Self.settleTime
    isInTransaction = false
    if let connection { server.endConnections(of: connection) }
    while ContinuousClock.now < end {
      drop()
      limit = PostgresLimit(end: end)
      let isCommitted: Bool
      do {
        try run(
          "INSERT INTO operation (id, date) VALUES (?, now() + INTERVAL '1 day') ON CONFLICT DO NOTHING",
          .text(operation))
        isCommitted =
          try integer(
            "SELECT CAST(date < now() + INTERVAL '1 hour' AS INTEGER) FROM operation WHERE id = ?",
            .text(operation)) == 1
      } catch {
        // One that took too long may wait for the commit.
        guard error.kind == .unreachable || error.databaseError?.code == PostgresSQL.cancelled else { break }
        Thread.sleep(forTimeInterval: 0.25)
        continue
      }
      if isCommitted { return }
      // It was not committed, and never will be.
      throw error
    }
    throw StoreError(.unconfirmed, error.databaseError)
  }
}
