import Foundation
import SystemSupport

/// The tables of a store in PostgreSQL, as migrations: the table `market_schema` has the number of each that was run.
enum PostgresSchema {
  /// A step of the schema.
  struct Migration: Sendable {
    let name: String
    /// The oldest version of the tables whose programs work on these, too. A migration that adds something leaves it, so that servers
    /// are replaced one after another; one that takes something away follows when no older program runs.
    let oldest: Int
    let statements: String
    /// Writes what SQL cannot compute; with the time zone of a new market's days.
    let seed: (@Sendable (any Database, TimeZone?) throws -> Void)?
  }

  /// The last one is what a new field or table is added with. One that has been released is never edited.
  static let migrations = [
    Migration(name: "tables", oldest: 1, statements: tables, seed: seed),
    Migration(name: "shared limits and ranks", oldest: 1, statements: limitsAndRanks, seed: nil),
    // A program of an older version deletes items for good, and purges none that is in the trash.
    Migration(name: "trash", oldest: 1, statements: trash, seed: nil),
    Migration(name: "log of writes", oldest: 1, statements: log, seed: nil),
    Migration(name: "planned runs", oldest: 1, statements: plannedRuns, seed: nil),
    Migration(name: "filters of lists", oldest: 1, statements: filters, seed: nil),
    Migration(name: "reorder levels and items off sale", oldest: 1, statements: offSale, seed: nil),
    Migration(name: "texts of searches", oldest: 1, statements: search, seed: nil),
    Migration(name: "items of sellers", oldest: 1, statements: sellers, seed: nil),
  ]

  /// The index by which the items of a password are found.
  private static let sellers = """
    CREATE INDEX item_by_seller ON item (substr(password_hash, length(password_hash) - 15), id);
    """

  /// Names the lock of migrations and that of the upkeep (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS),
  /// which are those of a whole database, for one of its schemas.
  private static let migrationLock = lock(0x4D72_6B74_0001)
  private static let upkeepLock = lock(0x4D72_6B74_0002)

  private static func lock(_ number: Int) -> String {
    "hashtextextended(CAST(current_schema() AS TEXT), \(number))"
  }

  /// The code of a lock that was not given within `lock_timeout`.
  private static let lockNotAvailable = "55P03"
  /// How long another process that migrates is waited for.
  private static let lockTime = Duration.seconds(60)

  /// Brings a database to the present schema; several processes may begin at once.
  static func migrate(_ database: any Database, timeZone: TimeZone?) throws {
    let end = ContinuousClock.now + lockTime
    while try !isPresent(database) {
      do {
        guard try !isMigrated(database, timeZone: timeZone) else { return }
      } catch let error as StoreError where error.databaseError?.code == lockNotAvailable {
        // Something long runs in the database: its table is not waited for, since all others would wait behind that.
        guard ContinuousClock.now < end else { throw error }
      }
      guard ContinuousClock.now < end else { throw StoreError.busy }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// Makes the tables of a new store, and runs `work` in the same transaction.
  static func make(_ database: any Database, timeZone: TimeZone?, then work: () throws -> Void) throws {
    let end = ContinuousClock.now + lockTime
    while try !isMigrated(database, timeZone: timeZone, then: work) {
      guard ContinuousClock.now < end else { throw StoreError.busy }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// Whether the database has the present schema. Throws `StoreError.newer` and `foreign`.
  static func isPresent(_ database: any Database) throws(StoreError) -> Bool {
    // First the table of items: another process may commit all tables meanwhile.
    let hasItems = try exists("item", in: database)
    guard try exists("market_schema", in: database) else {
      guard try !exists("market_copy", in: database) else { throw StoreError.unfinished }
      guard !hasItems else { throw StoreError.foreign }
      return false
    }
    let version = try database.integer("SELECT max(version) FROM market_schema") ?? 0
    guard version > migrations.count else { return version == migrations.count }
    let oldest = try database.integer("SELECT max(oldest) FROM market_schema") ?? version
    guard oldest <= migrations.count else { throw StoreError.newer }
    return true
  }

  static func exists(_ table: String, in database: any Database) throws(StoreError) -> Bool {
    try database.integer("SELECT CAST(to_regclass(?) IS NOT NULL AS INTEGER)", .text(table)) == 1
  }

  /// Adds up the differences of counts, unless another process does, and forgets operations that no commit waits for. Never
  /// serializable, whatever the default is: it reads all differences, and each writer would be in its way.
  ///
  /// - Parameter date: The present, as limits have it.
  static func upkeep(at date: Date) -> String {
    """
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
        -- An hour for clocks that differ.
        DELETE FROM rate_limit WHERE until < \(Int(clamping: (date.timeIntervalSince1970 - 3_600) * 1_000_000));
      END IF;
    END $upkeep$;
    COMMIT;
    """
  }

  /// Gives back the rows of differences that were added up: what reads the counts walks through them until then. Beside
  /// another one that does so it does nothing.
  static let vacuum = "VACUUM (SKIP_LOCKED, TRUNCATE FALSE) item_count_change, rating_count_change"

  private static let seed: @Sendable (any Database, TimeZone?) throws -> Void = { database, timeZone in
    try database.run("INSERT INTO store (identity) VALUES (?)", .text(RandomSecret.hexadecimal(bytes: 16)))
    try database.run(
      "INSERT INTO market_setting (name, value) VALUES ('seller_salt', ?)",
      .text(RandomSecret.hexadecimal(bytes: 16)))
    try MarketSettings.seed(in: database, timeZone: timeZone)
  }

  /// Runs the migrations that are missing; false where another process does. Without the row in `operation` of other transactions,
  /// since the table may be missing.
  ///
  /// - Parameter work: Runs in the same transaction.
  static func isMigrated(
    _ database: any Database, timeZone: TimeZone?, then work: () throws -> Void = {}
  ) throws -> Bool {
    try database.execute("BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '2s'")
    do {
      let isLocked = try run(database, timeZone: timeZone)
      if isLocked { try work() }
      try database.execute("COMMIT")
      return isLocked
    } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  /// Runs the missing migrations within a transaction; false where another process does.
  static func run(_ database: any Database, timeZone: TimeZone?) throws -> Bool {
    guard
      try database.integer(
        "SELECT CAST(pg_try_advisory_xact_lock(\(migrationLock)) AS INTEGER)") == 1
    else { return false }
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS market_schema (version BIGINT PRIMARY KEY, name TEXT NOT NULL);
      ALTER TABLE market_schema ADD COLUMN IF NOT EXISTS oldest BIGINT NOT NULL DEFAULT 1
      """)
    let version = try database.integer("SELECT coalesce(max(version), 0) FROM market_schema") ?? 0
    for (index, migration) in migrations.enumerated().dropFirst(version) {
      try database.execute(migration.statements)
      try migration.seed?(database, timeZone)
      try database.run(
        "INSERT INTO market_schema (version, name, oldest) VALUES (?, ?, ?)", .integer(index + 1),
        .text(migration.name), .integer(migration.oldest))
    }
    return true
  }
}
