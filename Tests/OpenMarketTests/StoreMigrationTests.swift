import Foundation
import TestSupport
import Testing

@testable import OpenMarket

struct StoreMigrationTests {
  @Test func `a script is divided into its statements`() {
    let script = """
      -- first; with a comment
      CREATE TABLE a (b TEXT DEFAULT ';', "c;d" TEXT);
      CREATE TRIGGER t AFTER INSERT ON a BEGIN
        DELETE FROM e; UPDATE f SET g = 1;
      END;
      CREATE FUNCTION h() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      ALTER TABLE a ADD COLUMN i TEXT;
      """
    #expect(
      SchemaScript.statements(in: script).map(SchemaScript.summary) == [
        "CREATE TABLE a", "CREATE TRIGGER t", "CREATE FUNCTION h", "ALTER TABLE a ADD COLUMN i TEXT",
      ])
  }

  @Test(arguments: [
    ("CREATE TABLE a (b TEXT)", SchemaStep.Kind.expand), ("CREATE UNIQUE INDEX a ON b (c)", .expand),
    ("ALTER TABLE a ADD COLUMN b TEXT", .expand),
    ("ALTER TABLE a ADD COLUMN b INT NOT NULL DEFAULT 0", .expand),
    ("ALTER TABLE a ADD COLUMN b INT NOT NULL", .contract), ("ALTER TABLE a DROP COLUMN b", .contract),
    ("ALTER TABLE a RENAME TO b", .contract), ("ALTER TABLE a ALTER COLUMN b TYPE TEXT", .contract),
    ("ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0)", .contract), ("DROP INDEX a", .contract),
    ("UPDATE a SET b = 1", .contract), ("CREATE OR REPLACE FUNCTION a() RETURNS INT", .contract),
    ("CREATE TABLE a (b TEXT); DROP TABLE c", .contract), ("INSERT INTO a VALUES (1)", .expand),
  ])
  func `a step expands where all its statements do`(script: String, kind: SchemaStep.Kind) {
    #expect(SchemaStep(number: 1, name: "a", script: script).kind == kind)
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

  /// Makes a store one of the version before, whose totals have weeks, months and vendors.
  private static func addTotals(_ database: SQLiteDatabase) throws {
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
    #expect(plan.steps.map(\.name) == ["sales by day"] && !plan.keepsOldPrograms)
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
      plan.steps.map(\.name) == ["one normal form of texts", "cells of imports", "sales by day"]
        && !plan.keepsOldPrograms)
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
    #expect(plan.steps.map(\.name) == ["cells of imports", "sales by day"] && !plan.keepsOldPrograms)
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
