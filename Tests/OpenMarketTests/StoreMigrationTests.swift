import Foundation
import TestSupport
import Testing

@testable import OpenMarket

struct StoreMigrationTests {
  @Test func `a script is divided into its statements`() {
    let script = """
      -- first; with a comment
      CREATE TABLE a (b TEXT DEFAULT ';', "c;d" TEXT);
      CREATE FUNCTION h() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      ALTER TABLE a ADD COLUMN i TEXT;
      """
    #expect(
      SchemaScript.statements(in: script).map(SchemaScript.summary) == [
        "CREATE TABLE a", "CREATE FUNCTION h", "ALTER TABLE a ADD COLUMN i TEXT",
      ])
  }

  @Test(.ofFiles) func `a store of the version before is planned, and then migrated`() async throws {
    let folder = try TemporaryFolder()
    let location = folder.store("store")
    try FrozenStore.make(at: location)
    let migration = StoreMigration(at: location)
    let plan = try await migration.plan()
    #expect(plan.version == SQLiteSchema.former)
    #expect(plan.steps.map(\.number) == [SQLiteSchema.version])
    // An earlier version refuses the file.
    #expect(!plan.keepsOldPrograms)
    let target = StoreLocation.file(folder.path("copy"))
    await #expect(
      throws: StoreCopy.Failure.outdated(version: SQLiteSchema.former, of: SQLiteSchema.version)
    ) {
      try await StoreCopy(from: location, to: target).run { _ in }
    }
    try await migration.apply()
    #expect(
      try await migration.plan()
        == StoreMigration.Plan(version: SQLiteSchema.version, steps: [], keepsOldPrograms: true))
  }

  /// Makes a store one of the version before, with longer keys of rows and more indexes.
  private static func addIndexes(_ database: SQLiteDatabase) throws {
    let rows = try database.rows("SELECT row_key, id FROM item WHERE row_key IS NOT NULL") {
      (key: $0.text(0), id: $0.integer(1))
    }
    for (key, id) in rows {
      let parts = key.split(separator: "-")
      let digits = String(try #require(UInt64(parts[0], radix: 36)), radix: 16)
      let long = String(repeating: "0", count: 16 - digits.count) + digits + String(repeating: "f", count: 16)
      try database.run(
        "UPDATE item SET row_key = ? WHERE id = ?",
        .text("\(long)-\(parts.count > 1 ? parts[1] : "1")"), .integer(id))
    }
    try database.execute(
      """
      DROP INDEX item_by_id; DROP INDEX item_by_rating; DROP INDEX item_by_seller; DROP INDEX item_in_trash;
      DROP INDEX image_by_item; DROP INDEX movement_by_day; DROP INDEX review_by_item; DROP INDEX log_change_by_entry;
      DROP INDEX sale_standing; DROP INDEX sale_by_receipt;
      CREATE INDEX item_by_id ON item (state);
      CREATE INDEX item_by_rating ON item (state, rating);
      CREATE INDEX item_by_registration ON item (state, registration_date);
      CREATE INDEX item_by_currency ON item (state, currency);
      CREATE INDEX item_discounted ON item (state) WHERE discounted_price IS NOT NULL;
      CREATE INDEX item_without_image ON item (state) WHERE images = 0;
      CREATE INDEX item_by_vendor ON item (vendor_id);
      CREATE INDEX item_by_seller ON item (substr(password_hash, length(password_hash) - 15));
      CREATE INDEX item_by_expiry ON item (expiry) WHERE expiry IS NOT NULL;
      CREATE INDEX item_by_client ON item (client, deleted, bytes) WHERE expiry IS NOT NULL;
      CREATE INDEX item_tag_by_item ON item_tag (item_id);
      CREATE UNIQUE INDEX image_by_item ON image (item_id, position, id, format);
      CREATE INDEX image_name ON image (item_id, position, id, name) WHERE name IS NOT NULL;
      CREATE INDEX deletion_token_by_item ON deletion_token (item_id);
      CREATE INDEX deletion_token_by_vendor ON deletion_token (vendor_id, expiry);
      CREATE INDEX movement_by_day ON movement (day);
      CREATE INDEX review_by_item ON review (item_id);
      CREATE INDEX review_by_stars ON review (item_id, stars);
      CREATE INDEX log_change_of_entry ON log_change (id) WHERE entry IS NULL;
      CREATE INDEX log_change_by_entry ON log_change (entry) WHERE entry IS NOT NULL;
      ALTER TABLE sale RENAME TO kept;
      CREATE TABLE sale (
        id INTEGER PRIMARY KEY,
        item_id INTEGER NOT NULL,
        reference TEXT,
        entry INTEGER NOT NULL,
        since INTEGER NOT NULL,
        standing INTEGER NOT NULL CHECK (standing >= 0),
        receipt TEXT
      ) STRICT;
      INSERT INTO sale SELECT kept.id, kept.item_id, reference, entry, since, standing, receipt
        FROM kept JOIN movement ON movement.id = kept.id;
      DROP TABLE kept;
      CREATE INDEX sale_by_reference ON sale (item_id, reference) WHERE reference IS NOT NULL;
      CREATE INDEX sale_standing ON sale (item_id) WHERE standing > 0;
      CREATE UNIQUE INDEX sale_by_receipt ON sale (receipt, item_id) WHERE receipt IS NOT NULL;
      CREATE TEMP TABLE texts AS SELECT * FROM item_search_content;
      DROP TABLE item_search_run;
      DROP TABLE item_search;
      CREATE VIRTUAL TABLE item_search USING fts5 (description, labels, title, tokenize = 'trigram case_sensitive 1');
      CREATE VIRTUAL TABLE item_search_run USING fts5vocab (item_search, instance);
      INSERT INTO item_search (rowid, description, labels, title) SELECT * FROM texts;
      DROP TABLE texts;
      """)
    let sql = try database.rows("SELECT sql FROM sqlite_schema WHERE name = 'log_change'") { $0.text(0) }[0]
    let former = sql.replacing("date INTEGER,", with: "date INTEGER NOT NULL,")
      .replacing("command TEXT,", with: "command TEXT NOT NULL,")
    try database.transaction(for: .writing(bytes: 0)) {
      try database.execute(
        """
        UPDATE log_change SET (date, command) = (SELECT date, command FROM log_change AS head WHERE head.id = log_change.entry)
        WHERE date IS NULL
        """)
      try database.redefine([("log_change", former)])
    }
    try database.execute("PRAGMA user_version = \(SQLiteSchema.withLongKeys)")
  }

  @Test(.ofFiles) func `a store with more indexes keeps its items, sales and log, and the keys of rows`()
    async throws
  {
    let market = try TemporaryMarket()
    let keys = [ItemKeys.rowKey(0x500b_1620_0b45_ce80, number: 1), ItemKeys.rowKey(7, number: 2)]
    let lines = zip(["Lamp", "Chair"], keys).map { title, key in
      var item = BatchItem(.add, key: key)
      (item.title, item.price, item.currency, item.stock) = (title, 4, "USD", 9)
      return (item: item, images: [ItemImage]?.none)
    }
    _ = try await market.manager.apply(lines, password: "p")
    let sale = MovementRequest(itemID: 1, .sell(quantity: 2, price: nil), reference: "order-81")
    _ = try await market.manager.record([(sale, password: "p")])
    let log = try await market.manager.log(1, size: 5, password: "p")
    let database = try SQLiteDatabase(path: market.path, .shared)
    try Self.addIndexes(database)
    #expect(
      try database.rows("SELECT row_key FROM item ORDER BY id") { $0.text(0) } == [
        "500b16200b45ce80ffffffffffffffff-1", "0000000000000007ffffffffffffffff-2",
      ])
    let plan = try await StoreMigration(at: market.location).plan()
    #expect(plan.steps.map(\.name) == ["fewer indexes and shorter keys"] && !plan.keepsOldPrograms)
    try await StoreMigration(at: market.location).apply()
    #expect(try database.rows("SELECT row_key FROM item ORDER BY id") { $0.text(0) } == keys)
    #expect(try await StoreCheck(at: market.location).findings()?.findings == [])
    #expect(try await market.manager.log(1, size: 5, password: "p") == log)
    #expect(try await market.manager.page(PageQuery(search: "lam")).items.map(\.id) == [1])
    #expect(try await market.manager.record([(sale, password: "p")]).map(\.movement.id) == [3])
    #expect(try await market.manager.item(id: 1).stock == 7)
    let new = try SQLiteDatabase(path: ":memory:", .memory)
    try SQLiteSchema.make(new, timeZone: nil)
    #expect(try SQLiteObject.all(in: SQLiteDatabase(path: market.path, .shared)) == SQLiteObject.all(in: new))
  }

  /// Makes a store one of the version before that, whose totals have weeks, months and vendors.
  private static func addTotals(_ database: SQLiteDatabase) throws {
    try addIndexes(database)
    try database.execute(
      """
      CREATE TEMP TABLE kept AS SELECT * FROM sale_total;
      DROP TABLE sale_total;
      CREATE TABLE movement_mark (
        item_id INTEGER NOT NULL,
        number INTEGER NOT NULL,
        movement_id INTEGER NOT NULL,
        PRIMARY KEY (item_id, number)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX movement_mark_by_movement ON movement_mark (item_id, movement_id);
      CREATE TABLE sale_total (
        scale INTEGER NOT NULL,
        period INTEGER NOT NULL,
        item_id INTEGER NOT NULL,
        currency TEXT NOT NULL,
        pieces INTEGER NOT NULL,
        revenue INTEGER NOT NULL,
        PRIMARY KEY (scale, item_id, period, currency)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sale_total_by_pieces ON sale_total (scale, period, pieces DESC, currency, revenue DESC, item_id);
      CREATE TABLE mixed_total (
        scale INTEGER NOT NULL,
        period INTEGER NOT NULL,
        item_id INTEGER NOT NULL,
        PRIMARY KEY (scale, period, item_id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE vendor_total (
        day INTEGER NOT NULL,
        vendor_id INTEGER NOT NULL,
        currency TEXT NOT NULL,
        pieces INTEGER NOT NULL,
        revenue_high INTEGER NOT NULL,
        revenue_low INTEGER NOT NULL,
        PRIMARY KEY (day, vendor_id, currency)
      ) STRICT, WITHOUT ROWID;
      CREATE TRIGGER sale_total_inserted AFTER INSERT ON sale_total
      WHEN EXISTS (
        SELECT 1 FROM sale_total
        WHERE scale = new.scale AND item_id = new.item_id AND period = new.period AND currency <> new.currency)
      BEGIN
        INSERT OR IGNORE INTO mixed_total (scale, period, item_id) VALUES (new.scale, new.period, new.item_id);
      END;
      INSERT INTO sale_total SELECT 0, day, item_id, currency, pieces, revenue FROM kept;
      INSERT INTO sale_total SELECT 3, 0, item_id, currency, sum(pieces), sum(revenue) FROM kept GROUP BY item_id, currency;
      DROP TABLE kept;
      PRAGMA user_version = \(SQLiteSchema.withTotals);
      """)
  }

  @Test(.ofFiles) func `a store with totals of weeks and months keeps those of days`() async throws {
    let folder = try TemporaryFolder()
    let location = folder.store("store")
    do {
      let store = Store(at: location, .patient())
      let draft = try ValidDraft(ItemDraft(title: "Lamp", price: Price(4, .usDollar), stock: 9))
      _ = try await store.add(draft, images: [], passwordHash: "h", at: .distantPast, key: nil)
      for day in [0.0, 90_000] {
        let request = MovementRequest(itemID: 1, .sell(quantity: 2, price: nil))
        _ = try await store.record(
          [AuthorizedMovement(request: request, passwordHash: "h")], key: nil,
          at: Date(timeIntervalSince1970: 1_795_230_000 + day))
      }
    }
    let database = try SQLiteDatabase(path: folder.path("store"), .shared)
    try Self.addTotals(database)
    let plan = try await StoreMigration(at: location).plan()
    #expect(plan.steps.map(\.name) == ["sales by day", "fewer indexes and shorter keys"])
    #expect(!plan.keepsOldPrograms)
    try await StoreMigration(at: location).apply()
    #expect(
      try database.rows("SELECT item_id, currency, pieces, revenue FROM sale_total ORDER BY day") { row in
        [row.text(0), row.text(1), row.text(2), row.text(3)]
      } == [["1", "USD", "2", "80000"], ["1", "USD", "2", "80000"]])
    #expect(try await StoreCheck(at: location).findings()?.findings == [])
    let sales = try await Store(at: location, .patient()).sales(SalesQuery(by: .item))
    #expect(sales.rows.map(\.pieces) == [4])
  }

  /// Makes a store one of an earlier version.
  private static func removeCells(_ database: SQLiteDatabase, version: Int) throws {
    try addTotals(database)
    let sql = try database.rows("SELECT sql FROM sqlite_schema WHERE name = 'item'") { $0.text(0) }[0]
    let column = ",\n  cells BLOB"
    #expect(sql.contains(column))
    try database.transaction(for: .writing(bytes: 0)) {
      try database.execute("ALTER TABLE item DROP COLUMN cells")
      try database.redefine([("item", sql.replacing(column, with: ""))])
    }
    try database.execute("PRAGMA user_version = \(version)")
  }

  @Test(.ofFiles) func `texts in an earlier normal form are written again`() async throws {
    let folder = try TemporaryFolder()
    let location = folder.store("store")
    var draft = ItemDraft(title: "Café", price: Price(1, .usDollar))
    draft.details.sku = "Ａ–1"
    do {
      let store = Store(at: location, .patient())
      _ = try await store.add(ValidDraft(draft), images: [], passwordHash: "h", at: .distantPast, key: nil)
    }
    let database = try SQLiteDatabase(path: folder.path("store"), .shared)
    try database.execute(
      """
      UPDATE item_search SET title = ' café   ', labels = ' ａ – 1  ' WHERE rowid = 1;
      UPDATE item SET title_key = 'café'; UPDATE item_code SET code = 'ａ–1';
      """)
    try Self.removeCells(database, version: SQLiteSchema.otherForm)
    let plan = try await StoreMigration(at: location).plan()
    #expect(
      plan.steps.map(\.name) == [
        "one normal form of texts", "cells of imports", "sales by day", "fewer indexes and shorter keys",
      ])
    #expect(!plan.keepsOldPrograms)
    try await StoreMigration(at: location).apply()
    let store = Store(at: location, .patient())
    for search in ["cafe", "a-1"] {
      #expect(try await store.page(PageQuery(search: search)).items.map(\.id) == [1], "\(search)")
    }
    #expect(try database.rows("SELECT title_key FROM item") { $0.text(0) } == ["cafe"])
    #expect(try database.rows("SELECT code FROM item_code") { $0.text(0) } == ["a-1"])
  }

  @Test(.ofFiles) func `a store without digests of cells gets their column`() async throws {
    let folder = try TemporaryFolder()
    let location = folder.store("store")
    do {
      let store = Store(at: location, .patient())
      let draft = try ValidDraft(ItemDraft(title: "Lamp", price: Price(1, .usDollar)))
      _ = try await store.add(draft, images: [], passwordHash: "h", at: .distantPast, key: nil)
    }
    let database = try SQLiteDatabase(path: folder.path("store"), .shared)
    try Self.removeCells(database, version: SQLiteSchema.withoutCells)
    let plan = try await StoreMigration(at: location).plan()
    #expect(
      plan.steps.map(\.name) == ["cells of imports", "sales by day", "fewer indexes and shorter keys"])
    #expect(!plan.keepsOldPrograms)
    try await StoreMigration(at: location).apply()
    #expect(try database.integers(of: "SELECT id FROM item WHERE cells IS NULL") == [1])
    let store = Store(at: location, .patient())
    #expect(try await store.page(PageQuery()).items.map(\.id) == [1])
  }

  @Test func `a new database is planned without making it`() async throws {
    let folder = try TemporaryFolder()
    let migration = StoreMigration(at: folder.store("store"))
    let plan = try await migration.plan()
    #expect(plan.version == 0)
    #expect(plan.steps.first?.statements.isEmpty == false)
    #expect(try folder.names() == [])
    #expect(try await migration.plan() == plan)
  }
}
