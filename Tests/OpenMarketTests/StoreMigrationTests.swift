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

  /// Makes a store one of an earlier version.
  private static func removeCells(_ database: SQLiteDatabase, version: Int) throws {
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
    #expect(plan.steps.map(\.name) == [SchemaStep.refolding] && !plan.keepsOldPrograms)
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
    #expect(plan.steps.map(\.name) == [SchemaStep.addingCells] && !plan.keepsOldPrograms)
    try await StoreMigration(at: location).apply()
    #expect(try database.integers("SELECT id FROM item WHERE cells IS NULL", []) == [1])
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
