import CPostgres
import Foundation
import SystemSupport

/// A connection to a PostgreSQL server: the only file that calls libpq.
final class PostgresConnection {
  /// A statement as the server knows it.
  private struct Prepared {
    let name: String
    var columns: ReadColumns?
  }

  private var sent: [Sent] = []
  private var unsentBytes = 0

  /// The tables and columns of results by their numbers on the server.
  typealias Origins = [UInt32: [Int: (table: String, column: String)]]

  private let handle: OpaquePointer
  /// Whether statements stay prepared; a pooler may give each transaction another session.
  var isPreparing = false
  private var prepared: [String: Prepared] = [:]
  private var numbered = 0
  /// Bytes that statements of this connection have written; what they freed is not known.
  private(set) var writtenBytes = 0
  /// How often it has waited for results.
  private(set) var roundTrips = 0
  /// The first error of the present transaction: the statements after it fail with another one.
  private(set) var failure: StoreError?
  var origins: Origins = [:]
  /// The schema of the market, as SQL; nil where there is no market yet.
  var schema: String?
  var session = DatabaseSession()
  /// Why no table of the role's search path can be used.
  var refusal: StoreError?
  /// The setting by which that is the only one of the search path.
  var path: [String] { schema.map { ["search_path = \($0)"] } ?? [] }
  /// Which of the generations of connections this one belongs to: `PostgresServer` ends a whole generation.
  var generation = 0

  /// Statements of one connection that the server keeps.
  private static let mostPrepared = 500

  /// - Parameters:
  ///   - parameters: Names and values as libpq knows them; of equal names the last counts.
  ///   - readsOnly: Whether a primary is connected to, too, whose default is to take no writes.
  init(_ parameters: [(String, String)], readsOnly: Bool) throws(StoreError) {
    if let missing = cpostgres_open() {
      throw StoreError(
        .missingLibrary, DatabaseError(engine: "libpq", code: "", message: String(cString: missing)))
    }
    let began = ContinuousClock.now
    guard let opened = Self.withPointers(to: parameters, { cpostgres_connect($0, $1) }) else {
      throw .unreachable
    }
    if cpostgres_status(opened) == CPOSTGRES_CONNECTION_OK {
      handle = opened
    } else {
      let message = Self.message(of: opened)
      cpostgres_finish(opened)
      // A server that did not answer within `connect_timeout`, 3 s, has no code, and is not asked once more.
      guard ContinuousClock.now - began < .milliseconds(2_500) else {
        throw .postgreSQL(.unreachable, "", message)
      }
      handle = try Self.secondAttempt(after: message, parameters, readsOnly)
    }
    _ = cpostgres_set_nonblocking(handle)
    _ = cpostgres_enter_pipeline(handle)
  }

  deinit { cpostgres_finish(handle) }

  private static func withPointers<Result>(
    to parameters: [(String, String)],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = parameters.map { (strdup($0.0), strdup($0.1)) }
    defer {
      for copy in copies {
        free(copy.0)
        free(copy.1)
      }
    }
    let names = copies.map { $0.0.map { UnsafePointer($0) } } + [nil]
    return body(names, copies.map { $0.1.map { UnsafePointer($0) } } + [nil])
  }

  /// Connects once more, for the code of the server's error; a server that takes no writes is connected to when it need not. Where a
  /// place came free meanwhile, there is no error.
  private static func secondAttempt(
    after message: String, _ parameters: [(String, String)], _ readsOnly: Bool
  ) throws(StoreError) -> OpaquePointer {
    let anyServer = parameters + [("target_session_attrs", "any")]
    guard let second = withPointers(to: anyServer, { cpostgres_connect_again($0, $1, 3_000) }) else {
      throw .unreachable
    }
    func isOn(_ name: String) -> Bool {
      cpostgres_parameter(second, name).map { String(cString: $0) } == "on"
    }
    let takesNone = isOn("in_hot_standby") || !readsOnly && isOn("default_transaction_read_only")
    // Servers before version 14 do not say what they are.
    let isOpen =
      cpostgres_status(second) == CPOSTGRES_CONNECTION_OK && cpostgres_server_version(second) >= 14_00_00
    if isOpen, !takesNone { return second }
    defer { cpostgres_finish(second) }
    let sent = Self.message(of: second).firstMatch(of: #/: {2}([0-9A-Z]{5}): /#).map { String($0.1) }
    let code = takesNone ? PostgresSQL.readOnly : sent ?? ""
    // Errors that libpq itself finds have no code, and stay so.
    let isOwn = cpostgres_is_refused(second) == 1
    let kind = code.isEmpty ? (isOwn ? .inaccessible : .unreachable) : PostgresSQL.kind(ofState: code)
    throw .postgreSQL(kind, code, message)
  }

  private static func message(of handle: OpaquePointer) -> String {
    String(cString: cpostgres_error_message(handle)).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether a transaction is open whose statements have ended.
  var isInTransaction: Bool { cpostgres_transaction_status(handle) == CPOSTGRES_IN_TRANSACTION }
  /// Whether statements can be sent.
  var isOpen: Bool { cpostgres_status(handle) == CPOSTGRES_CONNECTION_OK }
  /// Whether a statement did not end: the connection may be open, and is not used again.
  private(set) var isLost = false
  /// Whether a statement was cancelled: the cancellation may arrive late and end another one.
  private(set) var wasCancelled = false
  /// As the server says it, such as 150004 for 15.4.
  var serverVersion: Int { Int(cpostgres_server_version(handle)) }
  /// The number of the session's process; a pooler gives another one.
  var process: Int { Int(cpostgres_process(handle)) }
  var warnings: Int { Int(cpostgres_warnings(handle)) }

  /// A parameter that the server reports, such as `server_encoding`.
  func parameter(_ name: String) -> String? {
    cpostgres_parameter(handle, name).map { String(cString: $0) }
  }

  func forgetFailure() { failure = nil }

  // MARK: Statements

  /// Runs statements without values, apart from all others.
  func execute(_ script: String, within limit: PostgresLimit) throws(StoreError) {
    try finish(within: limit)
    roundTrips += 1
    guard cpostgres_exit_pipeline(handle) == 1, cpostgres_send_query(handle, script) == 1 else {
      throw lost(script)
    }
    var first: StoreError?
    while let result = try nextResult(limit, script) {
      if let error = error(of: result, limit, script), first == nil { first = error }
    }
    guard isOpen, cpostgres_enter_pipeline(handle) == 1 else { throw lost(script) }
    if let first { throw fail(first) }
  }

  /// Runs one statement with `?` for its values, with those that were sent before it, and passes each row to `visit` after all have
  /// come. Returns how many rows it changed.
  func run(
    _ sql: String, _ values: [DatabaseValue], within limit: PostgresLimit,
    visit: (any DatabaseRow) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    try send(sql, values, within: limit)
    guard let result = try conclude(within: limit) else { throw lost(sql) }
    try rows(of: result, key: Self.key(sql, values), visit)
    return result.changes
  }

  private func rows(
    of result: PostgresResult, key: String, _ visit: (any DatabaseRow) throws(StoreError) -> Void
  ) throws(StoreError) {
    let columns = prepared[key]?.columns ?? result.columns(origins)
    prepared[key]?.columns = columns
    for index in 0..<result.count {
      let row = PostgresRow(result: result, index: index, columns: columns)
      let visited = Result { () throws(StoreError) in try visit(row) }
      if let damage = row.note.damage { throw fail(damage) }
      try visited.get()
    }
  }

  /// Sends one statement without waiting for it: a later one, or `finish`, throws its error, and passes its rows to `visit`.
  func send(
    _ sql: String, _ values: [DatabaseValue], within limit: PostgresLimit,
    visit: ((any DatabaseRow) -> Void)? = nil
  ) throws(StoreError) {
    let types = values.map(\.postgresType)
    let key = Self.key(sql, values)
    if isPreparing, prepared[key] == nil { try prepare(sql, types, as: key, within: limit) }
    let writes = sql.hasPrefix("INSERT") || sql.hasPrefix("UPDATE")
    let isSent = EncodedValues(values, areStored: writes).withPointers { pointers, lengths, formats in
      if let known = prepared[key] {
        cpostgres_send_prepared(handle, known.name, Int32(values.count), pointers, lengths, formats)
      } else {
        withTypes(types) {
          cpostgres_send_parameters(
            handle, PostgresSQL.numbered(sql), Int32(values.count), $0, pointers, lengths, formats)
        }
      }
    }
    guard isSent == 1 else { throw lost(sql) }
    sent.append(Sent(.statement, sql, key: key, visit))
    let bytes = values.reduce(0) { $0 + $1.postgresBytes }
    if writes { writtenBytes += Self.rowOverhead + bytes }
    try bound(bytes + sql.utf8.count, sql, within: limit)
  }

  /// Waits for all that was sent.
  func finish(within limit: PostgresLimit) throws(StoreError) {
    guard !sent.isEmpty else { return }
    _ = try conclude(within: limit)
  }

  /// Ends what was sent without waiting for it. An error of it is of no interest, but for the loss of the connection.
  func leave(within limit: PostgresLimit) throws(StoreError) {
    guard let last = sent.last else { return }
    try endFlight()
    for index in sent.indices { sent[index].isOfInterest = false }
    try flush(within: limit, last.sql)
  }

  /// Bytes of a row with its entries in indexes, about.
  private static let rowOverhead = 100

  /// A statement is prepared for the types of its values: those of a null are the server's choice.
  private static func key(_ sql: String, _ values: [DatabaseValue]) -> String {
    "\(values.map { String($0.postgresType) }.joined(separator: ","));\(sql)"
  }

  private func withTypes(_ types: [UInt32], _ body: (UnsafePointer<UInt32>) -> Int32) -> Int32 {
    types.isEmpty ? body([0]) : body(types)
  }

  private func prepare(
    _ sql: String, _ types: [UInt32], as key: String, within limit: PostgresLimit
  ) throws(StoreError) {
    if prepared.count >= Self.mostPrepared {
      try finish(within: limit)
      try execute("DEALLOCATE ALL", within: limit)
      prepared.removeAll()
    }
    numbered += 1
    let name = "s\(numbered)"
    let isSent = withTypes(types) {
      cpostgres_send_prepare(handle, name, PostgresSQL.numbered(sql), Int32(types.count), $0)
    }
    guard isSent == 1 else { throw lost(sql) }
    sent.append(Sent(.preparation, sql, key: key))
    prepared[key] = Prepared(name: name)
  }

  // MARK: Flights

  /// A message whose result is not read yet. Messages up to an end are a flight: one round trip.
  private struct Sent {
    enum Purpose { case preparation, statement, end }
    let purpose: Purpose
    let sql: String
    let key: String
    let visit: ((any DatabaseRow) -> Void)?
    var isOfInterest = true

    init(
      _ purpose: Purpose, _ sql: String = "", key: String = "", _ visit: ((any DatabaseRow) -> Void)? = nil
    ) {
      (self.purpose, self.sql, self.key, self.visit) = (purpose, sql, key, visit)
    }
  }

  /// Statements of one flight: their results wait in the memory of this process.
  private static let longestFlight = 256
  /// Bytes that libpq holds until the socket takes them.
  private static let mostUnsent = 64 << 10

  private func bound(_ bytes: Int, _ sql: String, within limit: PostgresLimit) throws(StoreError) {
    unsentBytes += bytes
    guard sent.count < Self.longestFlight else { return try finish(within: limit) }
    guard unsentBytes >= Self.mostUnsent else { return }
    try flush(within: limit, sql)
  }

  private func endFlight() throws(StoreError) {
    guard cpostgres_pipeline_sync(handle) == 1 else { throw lost(sent.last?.sql ?? "") }
    sent.append(Sent(.end))
  }

  /// Ends the flight and waits for all results. Returns that of the last statement, or throws the first error.
  private func conclude(within limit: PostgresLimit) throws(StoreError) -> PostgresResult? {
    try endFlight()
    roundTrips += 1
    var (last, first): (PostgresResult?, StoreError?)
    // All are read in any case: nothing else can be received before.
    for statement in sent {
      while let result = try nextResult(limit, statement.sql) {
        if statement.purpose == .end { break }
        let error = error(of: result, limit, statement.sql)
        if statement.purpose == .preparation, error != nil || result.isSkipped {
          prepared[statement.key] = nil
        }
        if statement.isOfInterest, first == nil { first = error }
        if statement.purpose == .statement { last = result }
        guard let visit = statement.visit, first == nil, !result.isSkipped else { continue }
        do throws(StoreError) {
          try rows(of: result, key: statement.key) { row throws(StoreError) in visit(row) }
        } catch {
          first = error
        }
      }
      guard isOpen else { throw lost(statement.sql) }
    }
    sent.removeAll(keepingCapacity: true)
    unsentBytes = 0
    if let first { throw fail(first) }
    return last
  }

  /// The next result; nil at the end of those of a statement.
  private func nextResult(_ limit: PostgresLimit, _ sql: String) throws(StoreError) -> PostgresResult? {
    try flush(within: limit, sql)
    while cpostgres_is_busy(handle) != 0 {
      if try wait(for: POLLIN, within: limit, sql), cpostgres_consume(handle) != 1 { throw lost(sql) }
    }
    return cpostgres_result(handle).map { PostgresResult($0) }
  }

  /// Waits until the socket has taken what was sent. Meanwhile results are received: the server may wait for that.
  private func flush(within limit: PostgresLimit, _ sql: String) throws(StoreError) {
    while true {
      let rest = cpostgres_flush(handle)
      guard rest >= 0 else { throw lost(sql) }
      guard rest > 0 else { break }
      if try wait(for: POLLIN | POLLOUT, within: limit, sql), cpostgres_consume(handle) != 1 {
        throw lost(sql)
      }
    }
    unsentBytes = 0
  }

  /// Waits for the socket for a moment, and cancels the statement whose limit is reached. False if nothing has happened.
  private func wait(for events: Int32, within limit: PostgresLimit, _ sql: String) throws(StoreError) -> Bool
  {
    var descriptor = pollfd(fd: cpostgres_socket(handle), events: Int16(events), revents: 0)
    let ready = poll(&descriptor, 1, limit.milliseconds)
    if !wasCancelled, limit.isReached {
      wasCancelled = true
      cpostgres_cancel(handle)
    }
    guard !limit.isLost else { throw lost(sql) }
    return ready > 0
  }

  // MARK: Errors

  /// Notes an error of the present transaction.
  private func fail(_ error: StoreError) -> StoreError {
    if failure == nil { failure = error }
    return error
  }

  /// The error of a connection that is of no more use.
  private func lost(_ sql: String) -> StoreError {
    let error = StoreError.postgreSQL(.unreachable, "08006", Self.message(of: handle), sql: sql)
    failure = error
    isLost = true
    return error
  }

  /// Nil for a result that is none.
  private func error(of result: PostgresResult, _ limit: PostgresLimit, _ sql: String) -> StoreError? {
    guard !result.isSuccess, !result.isSkipped else { return nil }
    var code = result.errorField("C")
    // Standbys have other codes for what each writing transaction begins with.
    if code == "0A000" && sql.hasPrefix("BEGIN") || code == "55000" && sql.hasPrefix("LOCK") {
      code = PostgresSQL.readOnly
    }
    // Not cancelled by this connection, it ended by a `statement_timeout` of the role or the database.
    let isTimeout = code == PostgresSQL.cancelled && limit.work?.isReached != true
    return .postgreSQL(
      isTimeout ? (wasCancelled ? .busy : .unexpected) : PostgresSQL.kind(ofState: code), code,
      result.errorField("M"), sql: sql, session: session)
  }
}

/// How long a statement may take, and whether its result is still wanted.
struct PostgresLimit {
  /// Ends the statement.
  var work: WorkLimit?
  /// When the connection is given up: a server that is stopped still acknowledges what is sent.
  var end: ContinuousClock.Instant?
  /// When the statement is ended, which a server that works answers before the connection is given up.
  private var lastMoment: ContinuousClock.Instant?

  init(
    work: WorkLimit? = nil, end: ContinuousClock.Instant? = nil, lastMoment: ContinuousClock.Instant? = nil
  ) {
    (self.work, self.end, self.lastMoment) = (work, end, lastMoment)
  }

  /// The limit of a statement that begins now.
  func begun(_ time: Duration?) -> PostgresLimit {
    guard let time else { return self }
    let end = ContinuousClock.now + time
    return PostgresLimit(
      work: work, end: self.end.map { min($0, end) } ?? end, lastMoment: end - .milliseconds(500))
  }

  /// How often the limits are looked at.
  var milliseconds: Int32 { work == nil ? 250 : 10 }
  var isReached: Bool { work?.isReached == true || lastMoment.map { .now >= $0 } ?? false }
  var isLost: Bool { end.map { .now >= $0 } ?? false }
}
