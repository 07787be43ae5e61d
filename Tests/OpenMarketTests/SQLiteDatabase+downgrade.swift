@testable import OpenMarket

extension SQLiteDatabase {
  /// Gives a store the schema of an earlier version. What later versions have added to it is lost.
  func downgrade(to version: Int) throws {
    if version < 7 { try removeBounds() }
    if version < 6 { try drop(SQLiteSchema.detailObjects) }
    if version < 5 { try drop(SQLiteSchema.reviewObjects) }
    if version < 4 { try drop(SQLiteSchema.fourthObjects) }
    if version < 3 { try drop(SQLiteSchema.thirdObjects) }
    if version < 2 {
      try execute("DROP INDEX item_by_vendor; DROP INDEX item_beyond_v2")
      try drop(SQLiteSchema.secondObjects)
      for object in SQLiteSchema.firstObjects where object.table == "answer" { try execute(object.sql) }
    }
    try execute("PRAGMA user_version = \(version)")
  }

  private func drop(_ objects: [SQLiteObject]) throws {
    for object in objects where object.type == "table" { try execute("DROP TABLE \(object.name)") }
  }

  private func removeBounds() throws {
    let former = SQLiteSchema.detailObjects + SQLiteSchema.fourthObjects
    let remade = Set(former.map(\.name))
    try drop(SQLiteSchema.boundObjects.filter { !remade.contains($0.name) })
    for (table, columns) in [
      ("item_detail", "item_id, vendor_id, sku, reference, row_key, tags, note"),
      ("deleted_item", "id, title"),
    ] {
      for object in SQLiteSchema.boundObjects where object.table == table && object.type == "index" {
        try execute("DROP INDEX \(object.name)")
      }
      try execute("ALTER TABLE \(table) RENAME TO later")
      for object in former where object.table == table { try execute(object.sql) }
      try execute("INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM later; DROP TABLE later")
    }
    try execute("DROP INDEX item_by_currency; DELETE FROM market_setting WHERE name = 'seller_salt'")
    for object in SQLiteSchema.secondObjects where object.name == "item_beyond_v2" { try execute(object.sql) }
  }
}
