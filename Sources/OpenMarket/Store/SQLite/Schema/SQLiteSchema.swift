import Foundation
import SystemSupport

/// The tables of a store in SQLite, as migrations: the file's `user_version` is how many of them it has.
enum SQLiteSchema {
  /// In the file's header (https://www.sqlite.org/fileformat.html#application_id), to identify a store of this program:
  /// `Mrkt`.
  static let applicationID = 0x4D72_6B74
  /// In the place of it while a store is copied into the file: `MrkC`.
  static let copyID = 0x4D72_6B43

  /// The last one is what a new field or table is added with. One that has been released is never edited.
  static let migrations: [Migration] = [
    .items, .records, .deletionTokens, .ledger, .reviews, .details, .bounds, .receipts, .orders,
    .trash, .log, .filters, .offSale, .search, .sellers, .trashShares,
  ]

  /// Brings a store of an older version to the present one, within a transaction.
  ///
  /// - Parameter timeZone: The zone of a new market's days; nil for that of this machine.
  static func migrate(_ database: any SchemaEditor, from version: Int, timeZone: TimeZone?) throws {
    for migration in migrations.dropFirst(version) {
      try migration.run(in: database)
      try migration.seed?(database, timeZone)
    }
  }

  /// Whether a store of a version has its tables, indexes and triggers and no others. A file that another program made
  /// could have views, triggers or computed columns in their place, which run what is in the file.
  static func isKnown(_ objects: [SQLiteObject], version: Int) -> Bool {
    let own = objects.filter { !analyzed.contains($0) }
    return version == 0 ? own.isEmpty : digest(of: own) == migrations[version - 1].schema
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
  /// Takes a foreign key out of the definitions of tables, whatever these hold: no row is read or written.
  func dropReferences(_ reference: String, of tables: [String]) throws(StoreError)
}

/// A step of the schema.
struct Migration: Sendable {
  let name: String
  /// The digest of the schema that a file must have after this step: that which it and the steps before it make in an empty
  /// store.
  let schema: String
  let statements: String
  /// The tables that refer to `item` no more after this step: their rows may be there without the item's.
  let outlivingItems: [String]
  /// Writes what SQL cannot compute; with the time zone of a new market's days.
  let seed: (@Sendable (any Database, TimeZone?) throws -> Void)?

  init(
    _ name: String, schema: String, statements: String, outlivingItems: [String] = [],
    seed: (@Sendable (any Database, TimeZone?) throws -> Void)? = nil
  ) {
    (self.name, self.schema, self.statements, self.seed) = (name, schema, statements, seed)
    self.outlivingItems = outlivingItems
  }

  /// Changes the schema, without the values that SQL cannot compute.
  func run(in database: any SchemaEditor) throws(StoreError) {
    try database.execute(statements)
    if !outlivingItems.isEmpty { try database.dropReferences(" REFERENCES item (id)", of: outlivingItems) }
  }
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
