import Foundation

/// The tables of a store in SQLite, as numbered migrations: the file's `user_version` is how many of them it has.
enum SQLiteSchema {
  /// In the file's header (https://www.sqlite.org/fileformat.html#application_id), to identify a store of this program:
  /// `Mrkt`.
  static let applicationID = 0x4D72_6B74

  static let migrations = [
    script(firstObjects) + """
      -- whose items are that were added with a password of their own
      INSERT INTO vendor (id, name, registration_date) VALUES (1, 'market', 0);
      """,
    script(secondObjects) + """
      INSERT INTO store VALUES (lower(hex(randomblob(16))));
      INSERT INTO idempotency_record
        SELECT key, fingerprint, json_extract(CAST(body AS TEXT), '$.id'), date FROM answer;
      DROP TABLE answer;
      """,
    script(thirdObjects) + """
      -- The secret of a removed vendor opens none of its items.
      UPDATE item SET password_hash = '*'
        WHERE vendor_id IN (SELECT id FROM vendor WHERE id <> 1 AND identifier IS NULL);
      """,
    // `MarketSettings.begin` writes what the ledger begins with.
    script(fourthObjects),
    script(reviewObjects),
    script(detailObjects),
    boundMigration,
  ]

  /// Brings a store of an older version to the present one, within a transaction.
  ///
  /// - Parameter timeZone: The zone of a new market's days; nil for that of this machine.
  static func migrate(_ database: any Database, from version: Int, timeZone: TimeZone?) throws {
    for (index, migration) in migrations.enumerated().dropFirst(version) {
      try database.execute(migration)
      // Before the later ones, which read what the ledger has.
      if index + 1 == 4 { try MarketSettings.begin(in: database, timeZone: timeZone) }
    }
  }

  static func script(_ objects: [SQLiteObject]) -> String {
    objects.map { $0.sql + ";\n" }.joined()
  }

  /// What each migration creates, and what later ones drop, with the version from which on it is gone.
  private static let created = [
    firstObjects, secondObjects, thirdObjects, fourthObjects, reviewObjects, detailObjects, boundObjects,
  ]
  private static let dropped = ["answer": 2, "answer_by_date": 2, "item_beyond_v2": 7]

  /// Every object of a store of a version, by its name.
  private static func known(inVersion version: Int) -> [String: SQLiteObject] {
    guard version > 0 else { return [:] }
    let own = created.prefix(version).joined().filter { dropped[$0.name].map { version < $0 } ?? true }
    let tables = Set(own.map(\.table))
    let added = madeBySQLite.filter { $0.name == $0.table || tables.contains($0.table) }
    // A later version may make a table anew.
    return Dictionary((own + added).map { ($0.name, $0) }) { _, later in later }
  }

  /// Whether a store of a version has its tables, indexes and triggers and no others. A file that another program made
  /// could have views, triggers or computed columns in their place, which run what is in the file.
  static func isKnown(_ objects: [SQLiteObject], version: Int) -> Bool {
    let known = known(inVersion: version)
    let (added, own) = (objects.filter { known[$0.name] == nil }, objects.filter { known[$0.name] == $0 })
    return own.count == known.count && own.count + added.count == objects.count
      && added.allSatisfy { optional[$0.name] == $0 }
  }

  /// What SQLite adds to those: the tables behind the full-text index, the indexes of keys, the last ids.
  private static let madeBySQLite = [
    SQLiteObject(.table, "sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)"),
    SQLiteObject(.index, "sqlite_autoindex_vendor_1", on: "vendor", ""),
    SQLiteObject(.index, "sqlite_autoindex_answer_1", on: "answer", ""),
    SQLiteObject(.index, "sqlite_autoindex_idempotency_record_1", on: "idempotency_record", ""),
    SQLiteObject(.index, "sqlite_autoindex_deletion_token_1", on: "deletion_token", ""),
    SQLiteObject(.index, "sqlite_autoindex_search_backlog_1", on: "search_backlog", ""),
    SQLiteObject(
      .table, "item_search_data", "CREATE TABLE 'item_search_data'(id INTEGER PRIMARY KEY, block BLOB)"),
    SQLiteObject(
      .table, "item_search_idx",
      "CREATE TABLE 'item_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID"),
    SQLiteObject(
      .table, "item_search_content", "CREATE TABLE 'item_search_content'(id INTEGER PRIMARY KEY, c0)"),
    SQLiteObject(
      .table, "item_search_docsize", "CREATE TABLE 'item_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB)"),
    SQLiteObject(
      .table, "item_search_config", "CREATE TABLE 'item_search_config'(k PRIMARY KEY, v) WITHOUT ROWID"),
  ]

  /// What `ANALYZE` adds, which an owner may run.
  static let optional: [String: SQLiteObject] = [
    "sqlite_stat1": SQLiteObject(.table, "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
    "sqlite_stat4": SQLiteObject(
      .table, "sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
  ]
}

/// A row of the schema of a file (https://www.sqlite.org/schematab.html).
struct SQLiteObject: Equatable {
  enum Kind: String {
    case table, index, trigger
  }

  let type: String
  let name: String
  let table: String
  /// The text of its CREATE statement; empty for the index of a key.
  let sql: String

  init(_ kind: Kind, _ name: String, on table: String? = nil, _ sql: String) {
    type = kind.rawValue
    self.name = name
    self.table = table ?? name
    self.sql = sql
  }

  /// A row of `SELECT type, name, tbl_name, sql FROM sqlite_schema`.
  init(_ row: any DatabaseRow) {
    type = row.text(0)
    name = row.text(1)
    table = row.text(2)
    sql = row.text(3)
  }
}
