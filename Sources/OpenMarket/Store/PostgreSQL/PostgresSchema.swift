import Foundation
import SystemSupport

/// The tables of a store in PostgreSQL, as migrations: the table `market_schema` has the number of each that was run.
enum PostgresSchema {
  /// A step of the schema.
  struct Migration: Sendable {
    let name: String
    let statements: String
    /// Writes what SQL cannot compute; with the time zone of a new market's days.
    let seed: (@Sendable (any Database, TimeZone?) throws -> Void)?
  }

  /// The last one is what a new field or table is added with. One that has been released is never edited.
  static let migrations = [Migration(name: "tables", statements: tables, seed: seed)]

  /// Names the lock of migrations and that of the upkeep (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS).
  private static let migrationLock = 0x4D72_6B74_0001
  private static let upkeepLock = 0x4D72_6B74_0002
  /// How long another process that migrates is waited for.
  private static let lockTime = Duration.seconds(60)

  /// Brings a database to the present schema; several processes may begin at once.
  static func migrate(_ database: any Database, timeZone: TimeZone?) throws {
    let end = ContinuousClock.now + lockTime
    while try !isPresent(database) {
      guard try !isMigrated(database, timeZone: timeZone) else { return }
      guard ContinuousClock.now < end else { throw StoreError.busy }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// Whether the database has the present schema. Throws `StoreError.newer` and `foreign`.
  static func isPresent(_ database: any Database) throws(StoreError) -> Bool {
    // First the table of items: another process may commit all tables meanwhile.
    let hasItems = try exists("item", in: database)
    guard try exists("market_schema", in: database) else {
      guard !hasItems else { throw StoreError.foreign }
      return false
    }
    let version = try database.integer("SELECT max(version) FROM market_schema") ?? 0
    guard version <= migrations.count else { throw StoreError.newer }
    return version == migrations.count
  }

  private static func exists(_ table: String, in database: any Database) throws(StoreError) -> Bool {
    try database.integer("SELECT CAST(to_regclass(?) IS NOT NULL AS INTEGER)", .text(table)) == 1
  }

  /// Adds up the differences of counts, unless another process does, and forgets operations that no commit waits for. Never
  /// serializable, whatever the default is: it reads all differences, and each writer would be in its way.
  static let upkeep = """
    BEGIN ISOLATION LEVEL READ COMMITTED;
    DO $upkeep$ BEGIN
      IF pg_try_advisory_xact_lock(\(upkeepLock)) THEN
        WITH gone AS (DELETE FROM item_count_change RETURNING level, block, change)
        INSERT INTO item_count_block (level, block, count)
          SELECT level, block, sum(change) FROM gone GROUP BY level, block ORDER BY level, block
          ON CONFLICT (level, block) DO UPDATE SET count = item_count_block.count + excluded.count;
        WITH gone AS (DELETE FROM rating_count_change RETURNING level, block, change)
        INSERT INTO rating_count_block (level, block, count)
          SELECT level, block, sum(change) FROM gone GROUP BY level, block ORDER BY level, block
          ON CONFLICT (level, block) DO UPDATE SET count = rating_count_block.count + excluded.count;
        DELETE FROM operation WHERE date < now() - INTERVAL '1 hour';
      END IF;
    END $upkeep$;
    COMMIT;
    """

  private static let seed: @Sendable (any Database, TimeZone?) throws -> Void = { database, timeZone in
    try database.run("INSERT INTO store (identity) VALUES (?)", .text(RandomSecret.hexadecimal(bytes: 16)))
    try database.run(
      "INSERT INTO market_setting (name, value) VALUES ('seller_salt', ?)",
      .text(RandomSecret.hexadecimal(bytes: 16)))
    try MarketSettings.seed(in: database, timeZone: timeZone)
  }

  /// Runs the migrations that are missing; false where another process does. Without the row in `operation` of other transactions,
  /// since the table may be missing.
  private static func isMigrated(_ database: any Database, timeZone: TimeZone?) throws -> Bool {
    try database.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
    do {
      let isLocked = try run(database, timeZone: timeZone)
      try database.execute("COMMIT")
      return isLocked
    } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  private static func run(_ database: any Database, timeZone: TimeZone?) throws -> Bool {
    guard
      try database.integer(
        "SELECT CAST(pg_try_advisory_xact_lock(\(migrationLock)) AS INTEGER)") == 1
    else { return false }
    try database.execute(
      "CREATE TABLE IF NOT EXISTS market_schema (version BIGINT PRIMARY KEY, name TEXT NOT NULL)")
    let version = try database.integer("SELECT coalesce(max(version), 0) FROM market_schema") ?? 0
    for (index, migration) in migrations.enumerated().dropFirst(version) {
      try database.execute(migration.statements)
      try migration.seed?(database, timeZone)
      try database.run(
        "INSERT INTO market_schema (version, name) VALUES (?, ?)", .integer(index + 1), .text(migration.name))
    }
    return true
  }
}
