import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Files that have the header of a store and another schema, made to be opened by this program.
struct HostileStoreTests {
  /// A store with one item and what a script makes of it.
  private func market(_ script: String) async throws -> TemporaryMarket {
    let market = try TemporaryMarket()
    _ = try await market.manager.add(
      ItemDraft(title: "t", price: Price(1, .usDollar)), images: [], password: "p")
    try SQLiteDatabase(path: market.path, .shared).execute(script)
    return try TemporaryMarket(in: market.folder)
  }

  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"

  @Test(
    arguments: [
      "DROP TABLE image; CREATE VIEW image AS \(endless);",
      "CREATE TRIGGER copy AFTER UPDATE ON item BEGIN UPDATE vendor SET name = old.password_hash; END;",
      "CREATE TRIGGER copy BEFORE DELETE ON item BEGIN INSERT INTO sale_total \(endless); END;",
      "ALTER TABLE item ADD COLUMN copied TEXT AS (hex(password_hash));",
      "CREATE INDEX item_copied ON item (upper(title));",
      "DROP INDEX item_by_paid;",
      "DROP TABLE item_search_run;",
      "CREATE TABLE more (id INTEGER PRIMARY KEY);",
      "CREATE TRIGGER sale_total_inserted AFTER INSERT ON sale_total BEGIN SELECT 1; END;",
      "CREATE TRIGGER copy AFTER INSERT ON movement BEGIN UPDATE item SET stock = 0; END;",
      "DROP TABLE market_setting; CREATE VIEW market_setting AS SELECT 'time_zone' AS name, hex(password_hash) AS value FROM item;",
      "DROP TABLE sale_total; CREATE VIEW sale_total AS \(endless);",
      "DROP INDEX movement_by_item;",
      "CREATE TRIGGER copy AFTER INSERT ON review BEGIN UPDATE review SET text = (SELECT password_hash FROM item); END;",
      "DROP TABLE removed_review; CREATE VIEW removed_review AS \(endless);",
      "DROP INDEX review_by_sale; CREATE INDEX review_by_sale ON review (sale_id);",
      "DROP TABLE item_tag; CREATE VIEW item_tag AS SELECT i AS item_id, (SELECT password_hash FROM item) AS tag FROM (\(endless));",
      "DROP INDEX item_by_reference;", "ALTER TABLE item ADD COLUMN copied TEXT AS (hex(note));",
      "DROP INDEX item_by_rating;",
      "ALTER TABLE review ADD COLUMN copied TEXT AS (hex(password_hash));",
      "ALTER TABLE movement ADD COLUMN copied TEXT AS (hex(note));",
      "DROP TABLE removed_review; CREATE TABLE removed_review (id INTEGER PRIMARY KEY, title TEXT);",
    ])
  func `a file with another schema is not a store, and nothing in it runs`(script: String) async throws {
    let limit = WaitLimit(for: "the file is refused")
    let market = try await market(script)
    let before = try Data(contentsOf: URL(filePath: market.path))
    let manager = market.manager
    await #expect(throws: ClientError.store(.foreign)) { try await manager.page(PageQuery()) }
    await #expect(throws: ClientError.store(.foreign)) { try await manager.page(PageQuery(search: "t")) }
    await #expect(throws: ClientError.store(.foreign)) {
      try await manager.edit(id: 1, ItemPatch(stock: 1), password: "p")
    }
    await #expect(throws: ClientError.store(.foreign)) { try await manager.delete(id: 1, password: "p") }
    #expect(StoredWords(at: .file(market.path)).items(beginningWith: "", limit: 9) == [])
    #expect(try Data(contentsOf: URL(filePath: market.path)) == before)
    #expect(try market.folder.names() == [TemporaryMarket.filename])
    try limit.check()
  }

  @Test func `a store that was analyzed or vacuumed is a store`() async throws {
    for script in ["ANALYZE;", "VACUUM;", "REINDEX;"] {
      let market = try await market(script)
      #expect(try await market.manager.page(PageQuery()).total == 1)
      #expect(StoredWords(at: .file(market.path)).items(beginningWith: "", limit: 9).map(\.id) == [1])
    }
  }

  @Test func `SQL does not write the tables of SQLite itself`() async throws {
    let market = try await market("SELECT 1")
    let database = try SQLiteDatabase(path: market.path, .shared)
    for script in [
      "UPDATE item_search_data SET block = x'00'", "DELETE FROM item_search_content",
      "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema",
    ] {
      #expect(throws: StoreError.self) { try database.execute(script) }
    }
    #expect(try await market.manager.page(PageQuery(search: "t")).total == 1)
  }

  @Test func `a store is known by its schema`() throws {
    let database = try SQLiteDatabase(path: ":memory:", .memory)
    try SQLiteSchema.make(database, timeZone: nil)
    let objects = try SQLiteObject.all(in: database)
    #expect(SQLiteSchema.digest(of: objects) == SQLiteSchema.digests[SQLiteSchema.version])
    for version in [SQLiteSchema.former, SQLiteSchema.version] {
      #expect(SQLiteSchema.isKnown(objects, version: version) == (version == SQLiteSchema.version))
      #expect(!SQLiteSchema.isKnown(Array(objects.dropLast()), version: version))
      #expect(!SQLiteSchema.isKnown(objects + [objects[0]], version: version))
    }
    #expect(SQLiteSchema.isKnown([], version: 0))
  }
}
