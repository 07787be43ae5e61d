import CPostgres
import Foundation

extension PostgresServer: DiagnosedDriver {
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
    found.append(.schema(version: schema, of: steps.count))
    if schema == steps.count { found.append(.tables(areKnown: areTablesKnown(database))) }
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

  /// Whether the schema is what the migrations make in a new one, which is rolled back; nil where the account may not make one.
  private func areTablesKnown(_ database: any Database) -> Bool? {
    guard let present = try? schema(of: database),
      let name = try? text("SELECT CAST(current_schema() AS TEXT)", database)
    else { return nil }
    let trial = PostgresDatabase(self)
    defer { try? trial.execute("ROLLBACK") }
    do {
      try trial.execute(
        "BEGIN; CREATE SCHEMA market_doctor; SET LOCAL search_path = market_doctor; SET LOCAL client_min_messages = error"
      )
      guard try PostgresSchema.run(trial, timeZone: nil) else { return nil }
      let expected = try schema(of: trial)
      return present.replacing("\(name).", with: "") == expected.replacing("market_doctor.", with: "")
    } catch {
      return nil
    }
  }
}

extension PostgresAddress {
  /// Whether the server has to prove its name; a service may say so where the address does not.
  var provesName: Bool {
    text.contains("sslmode=verify-full") || parameters().contains { $0 == ("sslmode", "verify-full") }
  }
}
