import Foundation
import SystemSupport

/// The tables of a store in SQLite. The file's `user_version` is the version of its schema.
enum SQLiteSchema {
  /// In the file's header (https://www.sqlite.org/fileformat.html#application_id), to identify a store of this program:
  /// `Mrkt`.
  static let applicationID = 0x4D72_6B74
  /// In the place of it while a store is copied into the file: `MrkC`.
  static let copyID = 0x4D72_6B43

  /// The version of the schema of this program.
  static let version = 21
  /// The version before, with longer keys and more indexes.
  static let withLongKeys = 20
  /// The version before that, with totals of weeks, months and vendors.
  static let withTotals = 19
  /// The version before that, without `item.cells`.
  static let withoutCells = 18
  /// The version before that, with texts, keys and codes of an earlier normal form.
  static let otherForm = 17
  /// By version, the digest of the schema that a file must have: that of this program, and those that it migrates.
  static let digests = [
    former: "8d3b68b4d85f0c71eb4bb1269428b5a426046a858199820a89a37f968f255e6d",
    otherForm: tablesWithoutCells, withoutCells: tablesWithoutCells,
    withTotals: "dd6ef3efd3e9a89007406747cefe243edc0b616c5cf20ee2c19703ce94668751",
    withLongKeys: "6f765400f22d1b977f6f7fae717443b8c7ba652859c1d684daa20ecc22bf800f",
    version: "2161521b5ae7a056a3049665aa70b71689a7aab154921a8f8d4dda13692f452f",
  ]
  private static let tablesWithoutCells = "ee4fd1617b0f44b17a6e23ff0ba01655c9b0f49728587bff1f8ff397bc0aea04"

  /// The words of SQLite in the definition of a table. A key that is no number is the order of the rows themselves.
  private static let words = StoreTable.Words(
    integer: "INTEGER", text: "TEXT", blob: "BLOB",
    number: { $0 == .unique ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "INTEGER PRIMARY KEY" },
    numbersIndexes: true,
    ending: { $0 ? " STRICT" : " STRICT, WITHOUT ROWID" })

  /// The statements that make the tables of a new store.
  static let script = StoreTable.all.map { $0.script(words) }.joined() + search

  /// The items by every run of three characters in their texts, folded (`SearchText`). A word is found as a phrase of runs; one that is
  /// shorter, by the runs that begin with it. The longest column is the first, whose runs take the fewest bytes. The lengths of texts,
  /// by which FTS5 ranks, are not stored.
  private static let search = """
    CREATE VIRTUAL TABLE item_search USING fts5 (description, labels, title, tokenize = 'trigram case_sensitive 1', columnsize = 0);
    CREATE VIRTUAL TABLE item_search_run USING fts5vocab (item_search, instance);

    """

  /// Makes the tables of a new store with its first rows, within a transaction.
  static func make(_ database: any Database, timeZone: TimeZone?) throws {
    try database.execute(script)
    try MarketSettings.seed(in: database, timeZone: timeZone)
  }

  /// The oldest version that this program migrates.
  static let former = 16

  /// The tables that the migration makes again; the others keep their rows where they are.
  private static let rebuilt = StoreTable.all.filter {
    ["item", "deletion_token"].contains($0.name)
  }

  /// The statements of the migration. The indexes and triggers of all tables are dropped before them, and the indexes made after them.
  static let migration =
    rebuilt.map { "ALTER TABLE \($0.name) RENAME TO former_\($0.name);\n" }.joined()
    + (rebuilt + [.itemCode]).map { $0.definition(words) + ";\n" }.joined()
      + """
      INSERT INTO item (id, vendor_id, seller_id, title, currency, price, discounted_price, stock, registration_date, password_hash,
          sku, reference, row_key, tags, reorder_at, state, images, \(Rating.columns.joined(separator: ", ")), verified_reviews, rating,
          note, description)
        SELECT id, former.vendor_id, coalesce(seller_id, 0), title, currency, price, discounted_price, stock, registration_date,
          password_hash, sku, reference, row_key, tags, CAST(reorder_at AS INTEGER), off_sale IS NOT NULL,
          (SELECT count(*) FROM image WHERE item_id = former.id), coalesce(one, 0), coalesce(two, 0), coalesce(three, 0),
          coalesce(four, 0), coalesce(five, 0), coalesce(verified, 0), bound, note, description
        FROM former_item AS former LEFT JOIN item_detail ON item_detail.item_id = former.id
        LEFT JOIN rating ON rating.item_id = former.id;
      INSERT INTO deletion_token (selector, hash, item_id, vendor_id, expiry)
        SELECT selector, hash, item_id, vendor_id, expiry FROM former_deletion_token;
      DELETE FROM sqlite_sequence WHERE name = 'item';
      INSERT INTO sqlite_sequence (name, seq) SELECT 'item', seq FROM sqlite_sequence WHERE name = 'former_item';
      DROP TABLE former_deletion_token;
      DROP TABLE item_detail;
      DROP TABLE rating;
      DROP TABLE item_without_image;
      DROP TABLE item_low;
      DROP TABLE item_off_sale;
      DROP TABLE item_count;
      DROP TABLE rating_count;
      DROP TABLE former_item;
      DROP TABLE item_search_run;
      DROP TABLE item_search;
      DROP TABLE item_search_title_run;
      DROP TABLE item_search_title;
      DROP TABLE item_search_head_run;
      DROP TABLE item_search_head;
      DELETE FROM search_backlog;
      ALTER TABLE movement ADD COLUMN costed INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE movement ADD COLUMN stock_cost INTEGER;

      """ + search

  private static let addCells =
    "ALTER TABLE item ADD COLUMN \(StoreTable.item.definition(of: StoreTable.cells, words));\n"

  /// Makes the index of texts again from those that it has.
  private static let moveSearch = """
    DROP TABLE item_search_run;
    ALTER TABLE item_search RENAME TO former_search;
    \(search)
    INSERT INTO item_search (rowid, description, labels, title) SELECT id, c0, c1, c2 FROM former_search_content;
    DROP TABLE former_search;

    """

  /// Keeps the totals of days alone.
  private static let keepDays = """
    ALTER TABLE sale_total RENAME TO former_total;
    \(StoreTable.saleTotal.definition(words));
    INSERT INTO sale_total (item_id, currency, day, pieces, revenue)
      SELECT item_id, currency, period, pieces, revenue FROM former_total WHERE scale = 0;
    DROP TABLE former_total;
    DROP TABLE mixed_total;
    DROP TABLE vendor_total;
    DROP TABLE movement_mark;

    """

  /// Brings a store of an earlier version to the present one, within a transaction.
  static func migrate(_ database: any SchemaEditor, from version: Int) throws {
    for object in try SQLiteObject.all(in: database)
    where ["index", "trigger"].contains(object.type) && !object.sql.isEmpty {
      try database.execute("DROP \(object.type) \(object.name)")
    }
    // The pages of the index of texts are written again and again: kibibytes.
    try database.execute("PRAGMA cache_size = -131072")
    defer { try? database.execute("PRAGMA cache_size = -2000") }
    if version == former { try database.execute(migration) }
    if version == otherForm || version == withoutCells { try database.execute(addCells) }
    if version <= withTotals { try database.execute(keepDays) }
    if version > former { try database.execute(moveSearch) }
    try database.execute("ALTER TABLE sale DROP COLUMN reference")
    try database.redefine(StoreTable.all.map { ($0.name, $0.definition(words)) })
    try FormerRows(database: database).shortenRowKeys()
    try database.execute(
      StoreTable.all.flatMap { $0.indexDefinitions(words) }.joined(separator: ";\n"))
    if version == former { try FormerRows(database: database).migrate() }
    if version <= otherForm { try DerivedRows(database: database).refold() }
  }

  /// Whether a store of a version has its tables, indexes and triggers and no others. A file that another program made
  /// could have views, triggers or computed columns in their place, which run what is in the file.
  static func isKnown(_ objects: [SQLiteObject], version: Int) -> Bool {
    let own = objects.filter { !analyzed.contains($0) }
    return version == 0 ? own.isEmpty : digest(of: own) == digests[version]
  }

  /// Tells schemas apart: SHA-256 of all fields of the objects with their lengths, in hexadecimal.
  static func digest(of objects: [SQLiteObject]) -> String {
    var text = ""
    for object in objects {
      for field in [object.type, object.name, object.table, object.sql] {
        text += "\(field.utf8.count):\(field)"
      }
    }
    return SHA256.hexadecimal(Array(text.utf8))
  }

  /// The tables that `ANALYZE` adds, which an owner may run.
  private static let analyzed = [
    SQLiteObject("sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
    SQLiteObject("sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
  ]
}

/// A database whose definitions of tables can be edited.
protocol SchemaEditor: Database {
  /// Replaces the texts of definitions by others of the same columns: no row is read or written.
  func redefine(_ tables: [(name: String, sql: String)]) throws(StoreError)
}

/// A row of the schema of a file (https://www.sqlite.org/schematab.html).
struct SQLiteObject: Equatable {
  let type: String
  let name: String
  let table: String
  /// The text of its CREATE statement; empty for the index of a key.
  let sql: String

  /// A table.
  init(_ name: String, _ sql: String) {
    (type, self.name, table, self.sql) = ("table", name, name, sql)
  }

  private init(_ row: any DatabaseRow) {
    (type, name, table, sql) = (row.text(0), row.text(1), row.text(2), row.text(3))
  }

  /// All objects of a file, in the order of their digest.
  static func all(in database: any Database) throws(StoreError) -> [SQLiteObject] {
    try database.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name", as: Self.init)
  }
}
