import Foundation
import SystemSupport

/// A PostgreSQL database over one connection, which is made again when it is lost.
///
/// Writing transactions are serializable: one that would not have happened one after another with others is run again, whole.
/// Each has a row in the table `operation`, by which the outcome of a lost commit is found.
final class PostgresDatabase: Database {
  let dialect = Dialect.postgreSQL
  private let server: PostgresServer
  private var connection: PostgresConnection?
  /// The limit of the present transaction.
  private var limit = PostgresLimit()
  private var isInTransaction = false
  /// Bytes that former connections have written.
  private var writtenBefore = 0

  init(_ server: PostgresServer) {
    self.server = server
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
    return try open().run(sql, values, within: limit.begun(server.statementTime), visit: visit)
  }

  func insert(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) -> Int {
    var id = 0
    try run(sql + " RETURNING id", values) { row throws(StoreError) in id = row.integer(0) }
    return id
  }

  /// Bytes that this connection has written: the server does not say what a transaction takes or frees.
  func usedBytes() throws(StoreError) -> Int {
    writtenBefore + (connection?.writtenBytes ?? 0)
  }

  func bytes(in column: DatabaseColumn, ofRow id: Int, range: Range<Int>) throws(StoreError) -> Data? {
    // The server reads the pieces of a long value that the part is in.
    try rows(
      "SELECT substring(\(column.name) FROM CAST(? AS INTEGER) FOR CAST(? AS INTEGER)) FROM \(column.table) WHERE id = ?",
      .integer(min(range.lowerBound, Int(Int32.max) - 1) + 1),
      .integer(min(range.count, Int(Int32.max) - range.lowerBound - 1)), .integer(id)
    ) { $0.blob(0) }.first
  }

  /// PostgreSQL's own programs copy a database.
  func copy(to path: String, _ progress: (Double) -> Bool) throws {
    throw StoreError(.unexpected)
  }

  // MARK: Connections

  private func open() throws(StoreError) -> PostgresConnection {
    if let connection, connection.isOpen, !connection.isLost, isInTransaction || server.isCurrent(connection)
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

  private func drop() {
    guard let connection else { return }
    writtenBefore += connection.writtenBytes
    self.connection = nil
    server.noteClosed()
  }

  // MARK: Transactions

  /// How often a transaction begins that others were in the way of.
  private static let attempts = 8
  /// From this attempt on a transaction runs alone: writers of one item would otherwise end each other's again and again. The lock
  /// of those before lets all of them run side by side.
  private static let lonelyAttempt = 4
  /// How long a commit is waited for.
  private static let commitTime = Duration.seconds(10)
  /// How long the outcome of a commit is looked for that was not confirmed.
  private static let settleTime = Duration.seconds(20)

  func transaction<Result>(
    for purpose: TransactionPurpose, within work: WorkLimit?, _ body: () throws -> Result
  ) throws -> Result {
    limit = PostgresLimit(work: work)
    server.noteBegin()
    defer {
      limit = PostgresLimit()
      server.noteEnd()
    }
    return switch purpose {
    case .reading: try read(work, body)
    case .writing: try write(isDeleting: false, body)
    case .deleting: try write(isDeleting: true, body)
    }
  }

  private func read<Result>(_ work: WorkLimit?, _ body: () throws -> Result) throws -> Result {
    do {
      return try attempt("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body) {
        try execute("COMMIT")
      }
    } catch let error as StoreError where error.kind == .unreachable {
      // A connection that was lost while it was idle, and a read changes nothing.
      return try attempt("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body) {
        try execute("COMMIT")
      }
    } catch let error as StoreError where error.kind == .searchTooLong && work?.isCancelled == true {
      throw CancellationError()
    }
  }

  private func write<Result>(isDeleting: Bool, _ body: () throws -> Result) throws -> Result {
    if !isDeleting { try server.refuseFull(over: open(), within: limit) }
    for attempt in 1... {
      let operation = UUID().uuidString
      do {
        // In one message. The lock is taken before the transaction sees any row.
        let begin = """
          BEGIN ISOLATION LEVEL SERIALIZABLE;
          LOCK TABLE write_turn IN \(attempt < Self.lonelyAttempt ? "ROW EXCLUSIVE" : "EXCLUSIVE") MODE;
          INSERT INTO operation (id) VALUES ('\(operation)')
          """
        let result = try self.attempt(begin, body) { try commit(operation) }
        server.noteWrite(over: self)
        return result
      } catch let error as StoreError {
        guard attempt < Self.attempts, isRetried(error, attempt) else { throw error }
        Thread.sleep(forTimeInterval: .random(in: 0...0.002 * Double(1 << min(attempt, 7))))
      }
    }
    throw StoreError.busy
  }

  private func isRetried(_ error: StoreError, _ attempt: Int) -> Bool {
    // A primary that is a standby now: another host of the address may write.
    if error.kind == .unreachable || error.databaseError?.code == "25006" { return attempt == 1 }
    return error.databaseError.map { PostgresSQL.isRetried($0.code) } ?? false
  }

  /// Runs one transaction. The first error of a statement is what is thrown, whatever became of it in `body`.
  private func attempt<Result>(
    _ begin: String, _ body: () throws -> Result, commit: () throws -> Void
  ) throws -> Result {
    let connection = try open()
    connection.forgetFailure()
    isInTransaction = true
    defer { isInTransaction = false }
    do {
      try execute(begin)
      let result = try body()
      if let failure = connection.failure { throw failure }
      try commit()
      return result
    } catch {
      let failure = connection.failure
      if connection.isOpen, !connection.isLost {
        limit = PostgresLimit(end: .now + Self.commitTime)
        if connection.isInTransaction { try? execute("ROLLBACK") }
      } else {
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

  /// Commits, and finds out what became of a commit whose result was lost.
  private func commit(_ operation: String) throws(StoreError) {
    let connection = try open()
    let warnings = connection.warnings
    let former = limit
    // A commit is not cancelled: others might see it all the same.
    limit = PostgresLimit(end: .now + Self.commitTime)
    defer { limit = former }
    do {
      try connection.execute("COMMIT", within: limit)
    } catch  where error.kind == .unreachable {
      connection.forgetFailure()
      try settle(operation, error)
    }
    guard connection.warnings == warnings else {
      throw StoreError(
        .unconfirmed,
        DatabaseError(engine: "PostgreSQL", code: "01000", message: "a warning on COMMIT", sql: "COMMIT"))
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
        guard error.kind == .unreachable else { break }
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
