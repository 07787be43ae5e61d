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
    Migration(name: "shares of the trash", oldest: 1, statements: trashShares, seed: nil),
  ]

  /// The bytes of each item in the trash, for copies: a database on a server has no limit that needs them.
  private static let trashShares = "ALTER TABLE trashed_item ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;"

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

extension PostgresSchema {
  /// Does what `search_runs` does, which earlier versions call: its plan stays with the connection, where a function in SQL is
  /// parsed and planned with each statement.
  static let plannedRuns = #"""
    CREATE FUNCTION text_runs(text TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
      RETURN (
        SELECT coalesce(array_agg(DISTINCT run COLLATE "C"), '{}') FROM (
          SELECT unnest(ARRAY[one, one || two, one || two || three]) AS run FROM (
            SELECT one, lead(one, 1) OVER (ORDER BY place) AS two, lead(one, 2) OVER (ORDER BY place) AS three
            FROM unnest(string_to_array($1, NULL)) WITH ORDINALITY AS characters (one, place)) AS places) AS runs
        WHERE run IS NOT NULL);
    END $$;
    """#

  /// Indexes for the conditions of lists. Writers wait until the indexes are made.
  static let filters = #"""
    -- By what is paid.
    CREATE INDEX item_by_paid ON item ((coalesce(discounted_price, price)), id);
    CREATE INDEX item_discounted ON item (id) WHERE discounted_price IS NOT NULL;
    CREATE INDEX item_by_registration ON item (registration_date, id);
    CREATE INDEX item_detail_by_tag ON item_detail USING GIN ((string_to_array(tags, '|')));
    CREATE TABLE item_without_image (item_id BIGINT PRIMARY KEY);
    CREATE FUNCTION note_item_image() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO item_without_image (item_id)
          SELECT NEW.id WHERE NOT EXISTS (SELECT 1 FROM image WHERE item_id = NEW.id);
      ELSE
        DELETE FROM item_without_image WHERE item_id = OLD.id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_is_without_image AFTER INSERT OR DELETE ON item FOR EACH ROW EXECUTE FUNCTION note_item_image();
    CREATE FUNCTION note_image() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        INSERT INTO item_without_image (item_id) SELECT id FROM item
          WHERE id = OLD.item_id AND NOT EXISTS (SELECT 1 FROM image WHERE item_id = OLD.item_id)
          ON CONFLICT DO NOTHING;
      END IF;
      IF TG_OP <> 'DELETE' THEN
        DELETE FROM item_without_image WHERE item_id = NEW.item_id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_has_image AFTER INSERT OR DELETE OR UPDATE OF item_id ON image FOR EACH ROW EXECUTE FUNCTION note_image();
    INSERT INTO item_without_image (item_id)
      SELECT id FROM item WHERE NOT EXISTS (SELECT 1 FROM image WHERE item_id = item.id);
    """#

  /// Tells a text of an earlier program, which begins with the title, from one of this program, which begins with a space.
  static let isFormerText = "text NOT LIKE ' %'"

  /// Finds the texts that earlier programs have written, before this migration or beside this program, which has them in another
  /// form. This program writes them again after the migration, a few in a transaction: until then their items are found by what the
  /// earlier form has. An earlier program finds both forms, but for words with marks in texts of this one.
  static let search = """
    CREATE INDEX item_search_former ON item_search (id) WHERE \(isFormerText);
    """
}

extension PostgresSchema {
  /// The stock at which an item is ordered again, items that stand in no list, and the file names of images. A program of an
  /// earlier version lists what is off sale.
  static let offSale = #"""
    ALTER TABLE image ADD COLUMN name TEXT;
    ALTER TABLE item_detail ADD COLUMN reorder_at TEXT, ADD COLUMN off_sale TEXT;
    -- Items with a stock at or below their own level.
    CREATE TABLE item_low (item_id BIGINT PRIMARY KEY);
    CREATE FUNCTION note_item_level() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM item_low WHERE item_id = NEW.id;
      INSERT INTO item_low (item_id)
        SELECT item_id FROM item_detail WHERE item_id = NEW.id AND NEW.stock <= CAST(reorder_at AS BIGINT);
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_stock_meets_level AFTER UPDATE OF stock ON item FOR EACH ROW
      WHEN (OLD.stock <> NEW.stock) EXECUTE FUNCTION note_item_level();
    CREATE TABLE item_off_sale (item_id BIGINT PRIMARY KEY);
    CREATE FUNCTION note_item_detail() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' AND OLD.reorder_at IS NOT NULL THEN
        DELETE FROM item_low WHERE item_id = OLD.item_id;
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.reorder_at IS NOT NULL THEN
        INSERT INTO item_low (item_id)
          SELECT id FROM item WHERE id = NEW.item_id AND stock <= CAST(NEW.reorder_at AS BIGINT);
      END IF;
      IF TG_OP <> 'INSERT' AND OLD.off_sale IS NOT NULL THEN
        DELETE FROM item_off_sale WHERE item_id = OLD.item_id;
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.off_sale IS NOT NULL THEN
        INSERT INTO item_off_sale (item_id) VALUES (NEW.item_id);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_detail_begins AFTER INSERT ON item_detail FOR EACH ROW
      WHEN (NEW.reorder_at IS NOT NULL OR NEW.off_sale IS NOT NULL) EXECUTE FUNCTION note_item_detail();
    CREATE TRIGGER item_detail_changes AFTER UPDATE OF reorder_at, off_sale ON item_detail FOR EACH ROW
      WHEN (OLD.reorder_at IS DISTINCT FROM NEW.reorder_at OR OLD.off_sale IS DISTINCT FROM NEW.off_sale)
      EXECUTE FUNCTION note_item_detail();
    CREATE TRIGGER item_detail_ends AFTER DELETE ON item_detail FOR EACH ROW
      WHEN (OLD.reorder_at IS NOT NULL OR OLD.off_sale IS NOT NULL) EXECUTE FUNCTION note_item_detail();
    CREATE FUNCTION count_off_sale() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    DECLARE
      id BIGINT := CASE TG_OP WHEN 'INSERT' THEN NEW.item_id ELSE OLD.item_id END;
      change BIGINT := CASE TG_OP WHEN 'INSERT' THEN -1 ELSE 1 END;
    BEGIN
      INSERT INTO item_count_change (level, block, change) VALUES
        (1, id >> 6, change), (2, id >> 12, change), (3, id >> 18, change), (4, id >> 24, change), (5, 0, change);
      IF EXISTS (SELECT 1 FROM rating WHERE item_id = id) THEN
        INSERT INTO rating_count_change (level, block, change) VALUES
          (1, id >> 6, change), (2, id >> 12, change), (3, id >> 18, change), (4, id >> 24, change), (5, 0, change);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_off_sale_is_counted AFTER INSERT OR DELETE ON item_off_sale FOR EACH ROW
      EXECUTE FUNCTION count_off_sale();
    -- Takes back what count_rating adds, which earlier versions have.
    CREATE FUNCTION uncount_rating() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    DECLARE
      id BIGINT := CASE TG_OP WHEN 'INSERT' THEN NEW.item_id ELSE OLD.item_id END;
      change BIGINT := CASE TG_OP WHEN 'INSERT' THEN -1 ELSE 1 END;
    BEGIN
      IF EXISTS (SELECT 1 FROM item_off_sale WHERE item_id = id) THEN
        INSERT INTO rating_count_change (level, block, change) VALUES
          (1, id >> 6, change), (2, id >> 12, change), (3, id >> 18, change), (4, id >> 24, change), (5, 0, change);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER rating_off_sale_is_uncounted AFTER INSERT OR DELETE ON rating FOR EACH ROW
      EXECUTE FUNCTION uncount_rating();
    -- Does what item_of_rank does, among the items on sale.
    CREATE FUNCTION listed_item_of_rank(rank BIGINT, is_unrated BOOLEAN) RETURNS BIGINT LANGUAGE plpgsql STABLE AS $$
    DECLARE
      place BIGINT := 0;
      skip BIGINT := rank;
      child RECORD;
    BEGIN
      FOR level_below IN REVERSE 4..1 LOOP
        FOR child IN
          SELECT c.block, c.count - CASE WHEN is_unrated THEN coalesce(
            (SELECT r.count FROM rating_count AS r WHERE r.level = level_below AND r.block = c.block), 0) ELSE 0 END AS count
          FROM item_count AS c
          WHERE c.level = level_below AND (level_below = 4 OR c.block BETWEEN place << 6 AND (place << 6) + 63)
          ORDER BY c.block
        LOOP
          place := child.block;
          EXIT WHEN skip < child.count;
          skip := skip - child.count;
        END LOOP;
      END LOOP;
      RETURN (
        SELECT i.id FROM item AS i
        WHERE i.id >= place << 6 AND NOT (is_unrated AND EXISTS (SELECT 1 FROM rating WHERE item_id = i.id))
          AND NOT EXISTS (SELECT 1 FROM item_off_sale WHERE item_id = i.id)
        ORDER BY i.id LIMIT 1 OFFSET skip);
    END $$;
    """#
}

extension PostgresSchema {
  /// Deleted items that can be restored. No image is copied: a row of `image` or `review` may outlive the row of its item.
  static let trash = #"""
    -- Deleted items that can be restored. Each is in `deleted_item`, too, and its images and reviews are where they were.
    CREATE TABLE trashed_item (
      id BIGINT PRIMARY KEY REFERENCES deleted_item (id),
      vendor_id BIGINT NOT NULL,
      -- as in item_detail
      seller_id BIGINT NOT NULL,
      -- when it was deleted, and when it is deleted for good, in microseconds since 1970
      date BIGINT NOT NULL,
      expiry BIGINT NOT NULL,
      -- a digest of the network that deleted it, whose limit on bytes it counts for; null for a command at the store
      client TEXT COLLATE "C",
      password_hash TEXT COLLATE "C" NOT NULL,
      -- the columns of `item` and `item_detail` that are in no other table, in JSON
      contents TEXT COLLATE "C" NOT NULL
    );
    CREATE INDEX trashed_item_by_date ON trashed_item (date, id);
    CREATE INDEX trashed_item_by_seller ON trashed_item (vendor_id, seller_id, date, id);
    CREATE INDEX trashed_item_by_expiry ON trashed_item (expiry);
    CREATE INDEX trashed_item_by_client ON trashed_item (client, date) WHERE client IS NOT NULL;
    ALTER TABLE image DROP CONSTRAINT image_item_id_fkey;
    ALTER TABLE review DROP CONSTRAINT review_item_id_fkey;
    """#
}

extension PostgresSchema {
  /// The log of writes, by which they are taken back.
  static let log = #"""
    -- The changes of writes. The first change of a write has its number; the others name that one. An image that an item
    -- has no more is of item 0 while a change names it.
    CREATE TABLE log_change (
      -- a number that was forgotten is never given again
      id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      -- the first change of the write; null for that one
      entry BIGINT,
      -- names the requests of one import
      run TEXT COLLATE "C",
      -- microseconds since 1970
      date BIGINT NOT NULL,
      command TEXT COLLATE "C" NOT NULL,
      item_id BIGINT,
      -- of the contents and of the images that this change keeps
      bytes BIGINT NOT NULL,
      -- the entry that this one takes back, and the one that has taken this one back
      undoes BIGINT,
      undone BIGINT,
      -- JSON
      contents TEXT COLLATE "C" NOT NULL
    );
    CREATE INDEX log_change_of_entry ON log_change (id) WHERE entry IS NULL;
    CREATE INDEX log_change_by_entry ON log_change (entry, id) WHERE entry IS NOT NULL;
    CREATE INDEX log_change_by_run ON log_change (run) WHERE run IS NOT NULL;
    CREATE INDEX log_change_by_item ON log_change (item_id, id) WHERE item_id IS NOT NULL;
    -- Adds up what is large; the others are bounded by their number.
    CREATE INDEX log_change_large ON log_change (bytes) WHERE bytes > 1024;
    """#
}
