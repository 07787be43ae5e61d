import CPostgres
import Foundation
import Synchronization
import SystemSupport

/// A store in a PostgreSQL database, which several processes may have open.
final class PostgresServer: DatabaseDriver {
  private struct State {
    var origins: PostgresConnection.Origins?
    /// When the size of the database was read, and its bytes with those that this process has written since.
    var size: (date: ContinuousClock.Instant, bytes: Int)?
    var folded: ContinuousClock.Instant?
    /// Until when a server that did not answer is not asked again.
    var outage: (end: ContinuousClock.Instant, error: StoreError)?
    /// When a new connection last had a result.
    var connected: ContinuousClock.Instant?
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

  /// True also where the server does not say so, or the role may not make a store: opening it then throws why.
  var exists: Bool {
    guard let connection = try? connect() else { return true }
    var exists = true
    do {
      _ = try connection.run(
        """
        SELECT CAST(NOT has_schema_privilege(current_schema(), 'CREATE')
          OR coalesce(to_regclass('market_schema'), to_regclass('market_copy'), to_regclass('item')) IS NOT NULL AS INTEGER)
        """, [], within: PostgresLimit()
      ) { row throws(StoreError) in exists = row.integer(0) == 1 }
    } catch {
      return true
    }
    return exists
  }

  var writers: Int? { options.connections.writers }
  var readers: Int? { options.connections.readers }

  func open() throws -> any Database {
    let database = PostgresDatabase(self)
    try PostgresSchema.migrate(database, timeZone: options.timeZone)
    try learnOrigins(over: database)
    return PostgresDatabase(self)
  }

  func checkSchema(of database: any Database) throws(StoreError) {
    // Behind a pooler the server may be another one than when the connection was made.
    let takesWrites = try database.integer(
      """
      SELECT CAST(NOT pg_is_in_recovery() AND NOT CAST(current_setting('default_transaction_read_only') AS BOOLEAN) AS INTEGER)
      FROM market_schema LIMIT 1
      """)
    guard try PostgresSchema.isPresent(database) else { throw .foreign }
    guard takesWrites == 1 else {
      // Sessions keep the default that they began with.
      state.withLock { $0.generation += 1 }
      throw StoreError(.readOnly)
    }
    let rights = try PostgresSchema.rights(in: database, isServer: true)
    guard let kind = rights.tables ?? rights.temporary else { return }
    // As if the server had refused such a statement.
    let statements: [MissingRight.Kind: String] = [.reading: "SELECT", .temporaryTables: "CREATE TEMP TABLE"]
    throw .postgreSQL(
      .inaccessible, PostgresSQL.missingRight, "a right is missing", sql: statements[kind] ?? "INSERT",
      session: (database as? PostgresDatabase)?.session ?? DatabaseSession())
  }

  func openForReading() throws -> any Database { try open() }

  /// Other processes write without telling this one: the version has to be asked for.
  var version: UInt64? { nil }

  func versionLook() -> @Sendable () async -> UInt64? {
    guard options.connections.hasSnapshots else { return { nil } }
    let snapshots = PostgresSnapshots(self)
    return { await snapshots.present() }
  }

  func version(seenBy database: any Database) throws -> UInt64? {
    options.connections.hasSnapshots ? try (database as? PostgresDatabase)?.snapshot() : nil
  }

  /// Whether a connection's server is PostgreSQL itself, not one that only speaks its protocol, and has snapshots with names.
  func hasSnapshots(_ connection: PostgresConnection) -> Bool {
    connection.serverVersion >= 13_00_00 && state.withLock { $0.timeline > 0 }
  }

  var connections: ConnectionCounts? { state.withLock { $0.connections } }

  func noteOpened() {
    state.withLock { state in
      state.connections.open += 1
      state.connections.opened += 1
    }
  }

  func noteClosed() { state.withLock { $0.connections.open -= 1 } }
  func noteBegin() { state.withLock { $0.connections.busy += 1 } }

  /// - Parameters:
  ///   - roundTrips: How often the transaction has waited for the server.
  ///   - bytes: What it has written.
  func noteEnd(roundTrips: Int, bytes: Int) {
    state.withLock { state in
      state.size?.bytes += bytes
      state.connections.busy -= 1
      state.connections.roundTrips += roundTrips
    }
  }

  // MARK: Connections

  /// How long a server waits for a statement; a command waits as long as it takes.
  var statementTime: Duration? { options.isConcurrent ? .seconds(5) : nil }
  /// The limit of work that has none of its own.
  var work: WorkLimit? { options.interruption.map { WorkLimit(.seconds(86_400), $0) } }
  /// How long the database counts as unreachable that was: requests do not queue up behind it.
  private static let outageTime = Duration.seconds(1)

  func connect() throws(StoreError) -> PostgresConnection {
    if let outage = state.withLock({ $0.outage }), outage.end > .now { throw outage.error }
    let connection = try connectToNewest()
    if let refusal = connection.refusal { throw refusal }
    guard connection.parameter("server_encoding") == "UTF8" else {
      throw .postgreSQL(.foreign, "22021", connection.parameter("server_encoding") ?? "")
    }
    if connection.isPreparing {
      // A plan for unknown words of a search would read all items.
      let lasting = ["plan_cache_mode = force_custom_plan", "lock_timeout = '\(lockTime(nil))'"]
      for setting in lasting + [Self.endsWithClient] + connection.path {
        try connection.send("SET \(setting)", [], within: PostgresLimit())
        // Each is a flight: a server that does not know the second one keeps the first.
        try connection.leave(within: PostgresLimit().begun(.seconds(10)))
      }
    }
    connection.origins = state.withLock { $0.origins } ?? [:]
    return connection
  }

  /// A statement ends with the process that waits for it, also one that was killed; since PostgreSQL 14.
  private static let endsWithClient = "client_connection_check_interval = '1s'"

  /// How long a lock is waited for: below the time that a statement or the work has, since a lock that another transaction holds is no
  /// outage, and no work that takes long.
  func lockTime(_ work: WorkLimit?) -> String {
    let most = min(
      options.isConcurrent ? .seconds(4) : max(.seconds(1), options.timeout),
      (work?.duration ?? .seconds(10)) * 3 / 4)
    return "\(max(1, Int(most / .milliseconds(1))))ms"
  }

  /// How long a transaction waits for a lock, and how long it keeps its own while its process does nothing. Behind a pooler a session
  /// is another client's next: what it is set to ends with the transaction.
  func settings(isReading: Bool, over connection: PostgresConnection, _ work: WorkLimit?) -> [SQLCondition] {
    // No other session waits for a command that reads, which may write elsewhere meanwhile.
    let idle = isReading && !options.isConcurrent ? 60 : 10
    let settings = ["lock_timeout = '\(lockTime(work))'", "idle_in_transaction_session_timeout = '\(idle)s'"]
    let isLasting = connection.isPreparing || connection.serverVersion < 14_00_00
    return
      (settings + (isLasting ? [] : [Self.endsWithClient]) + (connection.isPreparing ? [] : connection.path))
      .map { SQLCondition("SET LOCAL \(sql: $0)") }
  }

  /// Connects to the first host that takes writes and is on the highest timeline that was seen. A primary that stopped, and goes on
  /// after its standby was promoted, takes writes too: what is read there is old, and what is written there is lost.
  private func connectToNewest() throws(StoreError) -> PostgresConnection {
    let (generation, first, hadOne) = state.withLock { ($0.generation, $0.firstHost, $0.connected != nil) }
    let began = ContinuousClock.now
    var failure = StoreError.unreachable
    for host in (first..<first + address.hostCount).map({ $0 % address.hostCount }) {
      do {
        let connection = try PostgresConnection(
          address.parameters(ofHost: host), readsOnly: hadOne && options.isConcurrent)
        connection.generation = generation
        let (timeline, isDirect) = Self.timeline(of: connection)
        connection.isPreparing = address.isPreparing && isDirect
        if accepts(timeline, ofHost: host, for: connection) { return connection }
        failure = .postgreSQL(.unreachable, "08006", "the server was a primary before the last promotion")
      } catch {
        guard error.kind == .unreachable || error.kind == .readOnly else { throw error }
        // Servers that had a connection go on when a standby is promoted.
        failure = hadOne && options.isConcurrent ? StoreError(.unreachable, error.databaseError) : error
      }
    }
    // One that another connection has ended is over.
    if !state.withLock({ $0.connected.map { $0 > began } ?? false }) { noteOutage(failure) }
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
      (state.connected, state.outage) = (.now, nil)
      connection.generation = state.generation
      return true
    }
  }

  /// The timeline that a primary writes: the first 8 hexadecimal digits of the name of its log's file. Nil for a standby, and where
  /// the server has no such function. And whether no pooler is between. Notes the session, and the schema of the market: tables of others
  /// may be before it in the search path.
  private static func timeline(of connection: PostgresConnection) -> (timeline: Int?, isDirect: Bool) {
    var (digits, isDirect) = ("", false)
    _ = try? connection.run(
      """
      SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END, pg_backend_pid(),
        (SELECT CAST(CAST(relnamespace AS REGNAMESPACE) AS TEXT) FROM pg_class
          WHERE oid = coalesce(to_regclass('market_schema'), to_regclass('market_copy'))),
        quote_ident(current_user), quote_ident(current_database()), quote_ident(current_schema()),
        (SELECT min(quote_ident(nspname)) FROM pg_namespace WHERE NOT has_schema_privilege(oid, 'USAGE')
          AND CAST(nspname AS TEXT) = ANY (regexp_split_to_array(
            replace(replace(current_setting('search_path'), '"', ''), '$user', current_user), ' *, *')))
      """, [], within: PostgresLimit().begun(.seconds(5))
    ) { row throws(StoreError) in
      (digits, isDirect) = (row.text(0), row.integer(1) == connection.process)
      connection.schema = row.optionalText(2)
      let (open, closed) = (connection.schema ?? row.optionalText(5), row.optionalText(6))
      let session = DatabaseSession(
        role: row.text(3), schema: open ?? closed ?? "<schema>", database: row.text(4))
      connection.session = session
      guard open == nil else { return }
      connection.refusal = .postgreSQL(
        .inaccessible, closed == nil ? "3F000" : PostgresSQL.missingRight, "no schema is open", sql: "USAGE",
        session: session)
    }
    connection.forgetFailure()
    return (Int(digits, radix: 16), isDirect)
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
    // A connection may end at any time, and its place is free.
    let isFull = error.databaseError?.code == PostgresSQL.tooManyConnections
    state.withLock { $0.outage = (.now + (isFull ? .milliseconds(100) : Self.outageTime), error) }
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
      guard known.bytes < most else { throw .limitReached }
      return
    }
    var size = 0
    _ = try connection.run("SELECT pg_database_size(current_database())", [], within: limit) {
      row throws(StoreError) in size = row.integer(0)
    }
    state.withLock { $0.size = (.now, size) }
    guard size < most else { throw .limitReached }
  }

  /// How often a process forgets old operations.
  private static let foldInterval = Duration.seconds(1)

  /// After a commit: forgets old operations.
  func noteWrite(over database: PostgresDatabase) {
    let isDue = state.withLock { state in
      if let folded = state.folded, folded + Self.foldInterval > .now { return false }
      state.folded = .now
      return true
    }
    // A failure is for the next writer.
    guard isDue else { return }
    try? database.execute(PostgresSchema.upkeep(at: options.now()))
  }
}

extension PostgresServer: CopyDriver {
  /// Relations of the present schema that belong to no extension.
  private static let ownRelations = """
    FROM pg_class AS c WHERE c.relnamespace = CAST(CAST(current_schema() AS TEXT) AS REGNAMESPACE)
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = CAST('pg_class' AS REGCLASS) AND objid = c.oid AND deptype = 'e')
    """

  var catalog: SchemaCatalog {
    SchemaCatalog(
      tables:
        "SELECT CAST(c.relname AS TEXT) \(Self.ownRelations) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')",
      columns: """
        SELECT CAST(a.attname AS TEXT),
          CASE a.atttypid WHEN 20 THEN 'integer' WHEN 25 THEN 'text' WHEN 17 THEN 'blob'
            ELSE format_type(a.atttypid, a.atttypmod) END,
          coalesce((
            SELECT CAST(place AS BIGINT) FROM pg_index, unnest(CAST(indkey AS INT2[])) WITH ORDINALITY AS part (number, place)
            WHERE indrelid = a.attrelid AND indisprimary AND number = a.attnum), 0)
        FROM pg_attribute AS a WHERE a.attrelid = CAST(? AS REGCLASS) AND a.attnum > 0 AND NOT a.attisdropped
        """,
      lastID: """
        SELECT coalesce(pg_sequence_last_value(CAST(name AS REGCLASS)), 0)
        FROM (SELECT pg_get_serial_sequence(CAST(? AS TEXT), 'id') AS name) AS sequence WHERE name IS NOT NULL
        """, newest: "SELECT max(version) FROM market_schema")
  }

  var schemas: (present: Int, script: String, former: Int, migration: String) {
    (PostgresSchema.version, PostgresSchema.script, PostgresSchema.former, PostgresSchema.migration)
  }

  var isShared: Bool { true }

  func schemaVersion() throws -> Int? {
    let database = PostgresDatabase(self)
    if try PostgresSchema.isPresent(database) { return PostgresSchema.version }
    guard try PostgresSchema.exists("market_schema", in: database) else { return nil }
    let version = try database.integer("SELECT max(version) FROM market_schema")
    return version == 0 ? nil : version
  }

  func holdsOthers() throws -> Bool {
    try PostgresDatabase(self).integer("SELECT count(*) \(Self.ownRelations)") != 0
  }

  func openTarget() throws -> any Database { PostgresDatabase(self) }

  func openTables() throws -> any Database {
    try learnOrigins(over: PostgresDatabase(self))
    return PostgresDatabase(self)
  }

  func makeTables(in target: any Database, _ work: () throws -> Void) throws {
    do {
      try PostgresSchema.migrate(target, timeZone: nil, isNew: true) {
        try target.execute(
          """
          ALTER TABLE market_schema RENAME TO market_copy_schema;
          CREATE TABLE market_copy (name TEXT COLLATE "C" PRIMARY KEY, value TEXT COLLATE "C" NOT NULL)
          """)
        try target.run(
          "INSERT INTO market_copy (name, value) VALUES ('functions', (\(Self.functions)))")
        try work()
      }
    } catch let error as StoreError where error.databaseError?.code == Self.duplicateTable {
      throw CopyConflict()
    }
  }

  private static let duplicateTable = "42P07"

  private static let ownFunctions = """
    FROM pg_proc AS f WHERE f.pronamespace = CAST(CAST(current_schema() AS TEXT) AS REGNAMESPACE)
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = CAST('pg_proc' AS REGCLASS) AND objid = f.oid AND deptype = 'e')
    """

  /// The functions that a copy finds after it has made its tables.
  private static let functions = """
    SELECT coalesce(string_agg(CAST(CAST(f.oid AS REGPROCEDURE) AS TEXT), ', '), '') \(ownFunctions)
    """

  /// There was nothing in the schema before the copy.
  func clear(_ target: any Database) throws {
    forgetOrigins()
    let tables = try target.rows(
      "SELECT CAST(CAST(c.oid AS REGCLASS) AS TEXT) \(Self.ownRelations) AND c.relkind IN ('r', 'p')"
    ) { $0.text(0) }
    let functions = try target.rows("SELECT value FROM market_copy WHERE name = 'functions'") { $0.text(0) }
    try target.execute(
      """
      BEGIN;
      DROP TABLE \(tables.joined(separator: ", ")) CASCADE;
      \(functions.first.map { $0.isEmpty ? "" : "DROP FUNCTION IF EXISTS \($0) CASCADE;" } ?? "")
      COMMIT
      """)
  }

  func schema(of target: any Database) throws -> String {
    try target.rows(PostgresSchema.description) { $0.text(0) }.joined(separator: "\n")
  }

  func finish(_ target: any Database) throws {
    try target.execute("DROP TABLE market_copy; ALTER TABLE market_copy_schema RENAME TO market_schema")
  }

  /// Without statistics the comparison would read whole tables for each row.
  func analyze(_ target: any Database) throws {
    let tables = try target.rows(
      "SELECT CAST(CAST(c.oid AS REGCLASS) AS TEXT) \(Self.ownRelations) AND c.relkind = 'r'"
    ) {
      $0.text(0)
    }
    try target.execute("ANALYZE \(tables.joined(separator: ", "))")
  }

  func insert(_ rows: [[DatabaseValue]], into table: StoredTable, in target: any Database) throws {
    let types =
      table.columns.map { $0.kind == .integer ? "BIGINT" : "TEXT" } + table.blobs.map { _ in "BYTEA" }
    let arrays = types.indices.map { column in DatabaseValue.array(rows.map { $0[column] }) }
    let (columns, places) = (
      table.allQuotedColumns, types.map { "CAST(? AS \($0)[])" }.joined(separator: ", ")
    )
    try target.run(
      """
      INSERT INTO \(table.name) (\(columns)) SELECT \(columns) FROM unnest(\(places)) AS given (\(columns))
      """, arrays)
  }

  func insertSearchTexts(_ texts: [(id: Int, text: String)], in target: any Database) throws {
    try target.run(
      """
      INSERT INTO item_search (id, text)
      SELECT id, text FROM unnest(CAST(? AS BIGINT[]), CAST(? AS TEXT[])) AS given (id, text)
      """, .array(texts.map { .integer($0.id) }), .array(texts.map { .text($0.text) }))
  }

  func setLastID(_ id: Int, ofTable table: String, in target: any Database) throws {
    guard id > 0 else { return }
    _ = try target.integer(
      "SELECT setval(pg_get_serial_sequence(CAST(? AS TEXT), 'id'), ?)", .text(table), .integer(id))
  }
}

extension PostgresSchema {
  /// A SELECT of all that makes a schema what it is, a line each: columns, keys, indexes, views, functions and triggers.
  static let description = """
    WITH own AS (
      SELECT c.oid, c.relname, c.relkind FROM pg_class AS c
      WHERE c.relnamespace = CAST(CAST(current_schema() AS TEXT) AS REGNAMESPACE)
        AND c.relname NOT IN ('market_copy', 'market_copy_schema', 'market_schema'))
    SELECT line, CAST(name AS TEXT) FROM (
      SELECT relname AS name, concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), collname, attnotnull, attidentity,
        attstorage, pg_get_expr(adbin, adrelid)) AS line
      FROM own JOIN pg_attribute ON attrelid = own.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_collation ON pg_collation.oid = attcollation
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE relkind IN ('r', 'p', 'v')
      UNION ALL SELECT relname, concat_ws(' ', 'constraint', relname, conname, convalidated, pg_get_constraintdef(pg_constraint.oid))
      FROM own JOIN pg_constraint ON conrelid = own.oid
      UNION ALL SELECT relname, concat_ws(' ', 'index', indisvalid, pg_get_indexdef(indexrelid)) FROM own JOIN pg_index ON indrelid = own.oid
      UNION ALL SELECT relname, concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) FROM own WHERE relkind = 'v'
      UNION ALL SELECT relname, concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(pg_trigger.oid))
      FROM own JOIN pg_trigger ON tgrelid = own.oid AND NOT tgisinternal
      UNION ALL SELECT proname, 'function ' || pg_get_functiondef(f.oid) FROM pg_proc AS f
      WHERE f.prokind = 'f' AND f.pronamespace = CAST(CAST(current_schema() AS TEXT) AS REGNAMESPACE)
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = CAST('pg_proc' AS REGCLASS) AND objid = f.oid AND deptype = 'e')
    ) AS lines ORDER BY line COLLATE "C"
    """
}

extension DatabaseValue {
  /// Values as the text of an array (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO).
  fileprivate static func array(_ values: [DatabaseValue]) -> DatabaseValue {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = [UInt8(ascii: "{")]
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      switch value {
      case .null: text.append(contentsOf: "NULL".utf8)
      case .blob(let data):
        text.append(contentsOf: "\"\\\\x".utf8)
        for byte in data {
          text.append(digits[Int(byte >> 4)])
          text.append(digits[Int(byte & 15)])
        }
        text.append(UInt8(ascii: "\""))
      case .integer(let number): text.append(contentsOf: String(number).utf8)
      case .text(let value):
        text.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
          text.append(byte)
        }
        text.append(UInt8(ascii: "\""))
      }
    }
    text.append(UInt8(ascii: "}"))
    return .text(String(decoding: text, as: UTF8.self))
  }
}

extension PostgresServer {
  func diagnose(_ budget: ServerBudget) throws -> [StoreDiagnosis] {
    let database = PostgresDatabase(self)
    // The first statement connects, and throws where that fails.
    let version = try database.integer("SELECT CAST(current_setting('server_version_num') AS BIGINT)") ?? 0
    let library = Int(cpostgres_library_version())
    var found: [StoreDiagnosis] = [
      .library(version: library > 0 ? library : nil), .server(version: version),
      .encoding(try text("SELECT current_setting('server_encoding')", database)),
    ]
    let schema = try schemaVersion()
    found.append(.schema(version: schema, of: presentSchema))
    if schema == presentSchema {
      found.append(try changedTables(database))
      let rights = try PostgresSchema.rights(in: database, isServer: false)
      let missing = { MissingRight($0, of: database.session) }
      found.append(.rights(writes: rights.writes, missing: rights.tables.map(missing)))
      if rights.writes { found.append(.temporaryTables(missing: rights.temporary.map(missing))) }
    }
    let tls =
      try database.rows(
        "SELECT CASE WHEN ssl THEN version END FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
      ) { $0.optionalText(0) }.first ?? nil
    found.append(.transport(tls: tls, isRemote: address.isRemote, provesName: address.provesName))
    found.append(try connections(budget, database))
    found.append(.clock(ahead: try clock(database)))
    found.append(.standby(isOne: try database.integer("SELECT CAST(pg_is_in_recovery() AS INTEGER)") == 1))
    found += try durability(database)
    return found
  }

  private func text(_ sql: String, _ database: any Database) throws(StoreError) -> String {
    try database.rows(sql) { $0.text(0) }.first ?? ""
  }

  private func connections(_ budget: ServerBudget, _ database: any Database) throws -> StoreDiagnosis {
    let available =
      try database.integer(
        """
        SELECT least(
          CAST(current_setting('max_connections') AS BIGINT)
            - CAST(current_setting('superuser_reserved_connections') AS BIGINT),
          CASE WHEN datconnlimit >= 0 THEN datconnlimit END,
          (SELECT CASE WHEN rolconnlimit >= 0 THEN rolconnlimit END FROM pg_roles WHERE rolname = current_user))
        FROM pg_database WHERE datname = current_database()
        """) ?? 0
    let open =
      try database.integer(
        "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
      )
      ?? 0
    return .connections(needed: budget.needed, available: available, open: open)
  }

  /// Microseconds that the clock of the server is ahead, without what the way there and back explains.
  private func clock(_ database: any Database) throws -> Int {
    func now() -> Int { Int(clamping: Date().timeIntervalSince1970 * 1_000_000) }
    let before = now()
    let theirs =
      try database.integer("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)") ?? 0
    let after = now()
    return theirs < before ? theirs - before : theirs > after ? theirs - after : 0
  }

  private func durability(_ database: any Database) throws -> [StoreDiagnosis] {
    let names = try text("SELECT current_setting('synchronous_standby_names')", database)
    let commit = try text("SELECT current_setting('synchronous_commit')", database)
    var losing: [String] = []
    for parameter in ["fsync", "full_page_writes"]
    where try text("SELECT current_setting('\(parameter)')", database) == "off" {
      losing.append("\(parameter) = off")
    }
    if commit == "off" || commit == "local" && !names.isEmpty {
      losing.append("synchronous_commit = \(commit)")
    }
    // Without the rights of pg_read_all_stats the state is null.
    let connected =
      try database.rows(
        "SELECT count(*), count(sync_state), count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) FROM pg_stat_replication"
      ) { row in row.integer(0) > row.integer(1) ? nil : row.integer(2) }.first ?? nil
    return [.durability(losing: losing), .standbys(names: names, connected: connected)]
  }

  /// The tables and functions that are not as the migrations make them in a new schema, which is rolled back, without those of other
  /// programs.
  private func changedTables(_ database: any Database) throws -> StoreDiagnosis {
    let trial = PostgresDatabase(self)
    defer { try? trial.execute("ROLLBACK") }
    do {
      try trial.execute(
        "BEGIN; CREATE SCHEMA market_doctor; SET LOCAL search_path = market_doctor; SET LOCAL client_min_messages = error"
      )
      guard try PostgresSchema.run(trial, timeZone: nil) else { throw StoreError.inaccessible }
      let present = try parts(of: database)
      let changed = try parts(of: trial).filter { present[$0.key] != $0.value }.keys.sorted()
      return .tables(changed: changed, takesWrites: true)
    } catch let error as StoreError where [.inaccessible, .readOnly].contains(error.kind) {
      return .tables(changed: nil, takesWrites: error.kind != .readOnly)
    }
  }

  /// The definitions of each table and function, without the name of the schema.
  private func parts(of database: any Database) throws -> [String: [String]] {
    let name = try text("SELECT quote_ident(CAST(current_schema() AS TEXT))", database)
    let lines = try database.rows(PostgresSchema.description) { ($0.text(1), $0.text(0)) }
    return Dictionary(grouping: lines, by: \.0).mapValues { $0.map { $0.1.replacing("\(name).", with: "") } }
  }
}

extension PostgresAddress {
  /// Whether the server has to prove its name; a service may say so where the address does not.
  var provesName: Bool {
    text.contains("sslmode=verify-full") || parameters().contains { $0 == ("sslmode", "verify-full") }
  }
}
