import Foundation
import Synchronization
import SystemSupport

/// A store in a PostgreSQL database, which several processes may have open.
final class PostgresServer: DatabaseDriver {
  private struct State {
    var origins: PostgresConnection.Origins?
    /// When the size of the database was read, and whether it was above the limit.
    var size: (date: ContinuousClock.Instant, isFull: Bool)?
    var folded: ContinuousClock.Instant?
    /// Until when a server that did not answer is not asked again.
    var outage: (end: ContinuousClock.Instant, error: StoreError)?
    /// Connections of earlier generations are not used again.
    var generation = 0
    /// The highest timeline of the database that was seen: each promotion of a standby begins one.
    var timeline = 0
    /// The host that is tried first: the last one that had the highest timeline.
    var firstHost = 0
    var connections: ConnectionCounts
  }

  let address: PostgresAddress
  private let options: StoreOptions
  private let state: Mutex<State>

  init(_ address: PostgresAddress, _ options: StoreOptions) {
    (self.address, self.options) = (address, options)
    state = Mutex(State(connections: ConnectionCounts(limit: options.connections.count)))
  }

  /// True also where the server does not say so: opening the store then throws why.
  var exists: Bool {
    guard let connection = try? connect() else { return true }
    var exists = true
    do {
      _ = try connection.run(
        """
        SELECT CAST(to_regclass('market_schema') IS NOT NULL OR to_regclass('market_copy') IS NOT NULL AS INTEGER)
        """, [], within: PostgresLimit()
      ) { row throws(StoreError) in exists = row.integer(0) == 1 }
    } catch {
      return true
    }
    return exists
  }

  var counters: (any SharedCounters)? { PostgresCounters() }
  var writers: Int? { options.connections.writers }
  var readers: Int? { options.connections.readers }

  func open() throws -> any Database {
    let database = PostgresDatabase(self)
    try PostgresSchema.migrate(database, timeZone: options.timeZone)
    try learnOrigins(over: database)
    return PostgresDatabase(self)
  }

  func checkSchema(of database: any Database) throws(StoreError) {
    guard try PostgresSchema.isPresent(database) else { throw .foreign }
  }

  func openForReading() throws -> any Database { try open() }

  /// Other processes write without telling this one.
  var version: UInt64? { nil }

  var connections: ConnectionCounts? { state.withLock { $0.connections } }

  func noteOpened() {
    state.withLock { state in
      state.connections.open += 1
      state.connections.opened += 1
    }
  }

  func noteClosed() { state.withLock { $0.connections.open -= 1 } }
  func noteBegin() { state.withLock { $0.connections.busy += 1 } }

  /// - Parameter roundTrips: How often the transaction has waited for the server.
  func noteEnd(roundTrips: Int) {
    state.withLock { state in
      state.connections.busy -= 1
      state.connections.roundTrips += roundTrips
    }
  }

  func checkIsInPlace() {}
  func noteCommit() {}

  // MARK: Connections

  /// How long a server waits for a statement; a command waits as long as it takes.
  var statementTime: Duration? { options.isConcurrent ? .seconds(5) : nil }
  /// How long the database counts as unreachable that was: requests do not queue up behind it.
  private static let outageTime = Duration.seconds(1)

  func connect() throws(StoreError) -> PostgresConnection {
    if let outage = state.withLock({ $0.outage }), outage.end > .now { throw outage.error }
    let connection = try connectToNewest()
    guard connection.parameter("server_encoding") == "UTF8" else {
      throw StoreError(
        .foreign,
        DatabaseError(engine: "PostgreSQL", code: "", message: "the encoding of the database is not UTF8"))
    }
    if address.isPreparing {
      // A plan for unknown words of a search would read all items.
      var settings = ["plan_cache_mode = force_custom_plan", "idle_in_transaction_session_timeout = 60000"]
      // Below the time that a statement has: a lock that another transaction holds is no outage.
      if options.isConcurrent { settings.append("lock_timeout = 4000") }
      for setting in settings {
        try connection.send("SET \(setting)", [], within: PostgresLimit())
      }
      try connection.leave(within: PostgresLimit().begun(.seconds(10)))
    }
    connection.origins = state.withLock { $0.origins } ?? [:]
    return connection
  }

  /// Connects to the first host that takes writes and is on the highest timeline that was seen. A primary that stopped, and goes on
  /// after its standby was promoted, takes writes too: what is read there is old, and what is written there is lost.
  private func connectToNewest() throws(StoreError) -> PostgresConnection {
    let (generation, first) = state.withLock { ($0.generation, $0.firstHost) }
    var failure = StoreError.unreachable
    for host in (first..<first + address.hostCount).map({ $0 % address.hostCount }) {
      do {
        let connection = try PostgresConnection(
          address.parameters(ofHost: host), isPreparing: address.isPreparing)
        connection.generation = generation
        if accepts(Self.timeline(of: connection), ofHost: host, for: connection) { return connection }
        failure = StoreError(
          .unreachable,
          DatabaseError(
            engine: "PostgreSQL", code: "08006", message: "the server was a primary before the last promotion"
          ))
      } catch {
        guard error.kind == .unreachable else { throw error }
        failure = error
      }
    }
    noteOutage(failure)
    throw failure
  }

  /// Whether a connection is not of an earlier timeline; one of a later timeline begins a generation.
  private func accepts(_ timeline: Int?, ofHost host: Int, for connection: PostgresConnection) -> Bool {
    state.withLock { state in
      // Servers that only speak the protocol of PostgreSQL have none.
      guard let timeline else { return true }
      guard timeline >= state.timeline else { return false }
      if timeline > state.timeline, state.timeline > 0 { state.generation += 1 }
      (state.timeline, state.firstHost) = (timeline, host)
      connection.generation = state.generation
      return true
    }
  }

  /// The timeline that a primary writes: the first 8 hexadecimal digits of the name of its log's file. Nil for a standby, and where
  /// the server has no such function.
  private static func timeline(of connection: PostgresConnection) -> Int? {
    var digits = ""
    _ = try? connection.run(
      """
      SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END
      """, [], within: PostgresLimit().begun(.seconds(5))
    ) { row throws(StoreError) in digits = row.text(0) }
    connection.forgetFailure()
    return Int(digits, radix: 16)
  }

  func isCurrent(_ connection: PostgresConnection) -> Bool {
    state.withLock { $0.generation == connection.generation }
  }

  /// Ends the generation of a connection whose server cannot be used.
  func endConnections(of connection: PostgresConnection) {
    state.withLock { if $0.generation == connection.generation { $0.generation += 1 } }
  }

  func noteOutage(_ error: StoreError) {
    guard options.isConcurrent else { return }
    state.withLock { $0.outage = (.now + Self.outageTime, error) }
  }

  /// Reads the origins of columns, once there are tables, for the connections after it.
  func learnOrigins(over database: any Database) throws(StoreError) {
    guard state.withLock({ $0.origins }) == nil else { return }
    let origins = try Self.origins(in: database)
    state.withLock { $0.origins = origins }
  }

  /// Other tables are made.
  func forgetOrigins() { state.withLock { $0.origins = nil } }

  private static func origins(in database: any Database) throws(StoreError) -> PostgresConnection.Origins {
    var origins: PostgresConnection.Origins = [:]
    try database.run(
      """
      SELECT CAST(c.oid AS BIGINT), CAST(c.relname AS TEXT), CAST(a.attnum AS BIGINT), CAST(a.attname AS TEXT)
      FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE c.relnamespace = CAST(CAST(current_schema() AS TEXT) AS REGNAMESPACE) AND a.attnum > 0
        AND c.relkind IN ('r', 'p', 'v')
      """, []
    ) { row throws(StoreError) in
      let table = UInt32(truncatingIfNeeded: row.integer(0))
      origins[table, default: [:]][row.integer(2)] = (row.text(1), row.text(3))
    }
    return origins
  }

  // MARK: Upkeep

  /// How long the size of the database counts as known.
  private static let sizeAge = Duration.seconds(10)

  /// Throws `StoreError.limitReached` where the database has reached the limit on its size.
  func refuseFull(over connection: PostgresConnection, within limit: PostgresLimit) throws(StoreError) {
    guard let most = options.limit else { return }
    let known = state.withLock { $0.size }
    if let known, known.date + Self.sizeAge > .now {
      guard !known.isFull else { throw .limitReached }
      return
    }
    var size = 0
    _ = try connection.run("SELECT pg_database_size(current_database())", [], within: limit) {
      row throws(StoreError) in size = row.integer(0)
    }
    let isFull = size >= most
    state.withLock { $0.size = (.now, isFull) }
    guard !isFull else { throw .limitReached }
  }

  /// How often a process adds up the differences of counts.
  private static let foldInterval = Duration.seconds(1)

  /// After a commit: adds up the differences of counts, unless another does, and forgets old operations.
  func noteWrite(over database: PostgresDatabase) {
    let isDue = state.withLock { state in
      if let folded = state.folded, folded + Self.foldInterval > .now { return false }
      state.folded = .now
      return true
    }
    // A failure is for the next writer: the counts are right with the differences.
    guard isDue else { return }
    try? database.execute(PostgresSchema.upkeep(at: options.now()))
    try? database.execute(PostgresSchema.vacuum)
  }
}
