import Foundation
import TestSupport

@testable import OpenMarket

extension SQLiteDatabase {
  /// Gives a store the schema of an earlier version, with the values that this version has columns for. Values that
  /// only later versions have are lost.
  func downgrade(to version: Int) throws {
    let folder = try TemporaryFolder()
    let later = folder.path("later")
    try execute("VACUUM INTO '\(later)'; PRAGMA foreign_keys = OFF; BEGIN")
    for name in try names("type = 'trigger'") { try execute("DROP TRIGGER \(name)") }
    for name in try names("type = 'table'") { try execute("DROP TABLE \(name)") }
    for migration in SQLiteSchema.migrations.prefix(version) { try migration.run(in: self) }
    try execute("PRAGMA user_version = \(version); COMMIT; ATTACH '\(later)' AS later; BEGIN")
    // The tables that triggers count come last.
    for table in try names("type = 'table' AND name NOT LIKE 'item_search%_run'").sorted(by: {
      !$0.isCount && $1.isCount
    }) {
      let columns = try columns(of: table, in: "main").filter(try columns(of: table, in: "later").contains)
      let list = (table.hasPrefix("item_search") ? ["rowid"] : []) + columns
      guard !columns.isEmpty else { continue }
      let names = list.joined(separator: ", ")
      try execute("DELETE FROM \(table); INSERT INTO \(table) (\(names)) SELECT \(names) FROM later.\(table)")
    }
    try execute(
      """
      DELETE FROM sqlite_sequence;
      INSERT INTO sqlite_sequence SELECT * FROM later.sqlite_sequence;
      COMMIT; DETACH later; PRAGMA foreign_keys = ON
      """)
  }

  /// The objects of the schema that are not SQLite's own.
  private func names(_ condition: String) throws -> [String] {
    try rows(
      """
      SELECT name FROM main.sqlite_schema WHERE \(condition) AND name NOT LIKE 'sqlite_%'
        AND sql NOT LIKE 'CREATE TABLE ''item_search_%' ORDER BY name
      """, []
    ) { $0.text(0) }
  }

  private func columns(of table: String, in schema: String) throws -> [String] {
    try rows("SELECT name FROM pragma_table_info(?, ?)", [.text(table), .text(schema)]) { $0.text(0) }
  }
}

extension String {
  fileprivate var isCount: Bool { hasSuffix("_count") || self == "mixed_total" }
}
