/// Finds values that their columns cannot have, in all tables.
struct DamagedValues {
  let database: any Database

  /// The places of such values, `limit` in each table at most. Reads every row once.
  func places(limit: Int) throws(StoreError) -> [StoredPlace] {
    var places: [StoredPlace] = []
    for table in StoredColumns.kinds.keys.sorted() {
      let defects = defects(of: table)
      let conditions = SQLCondition.joined(defects.map(\.1), by: "OR")
      let key = StoredColumns.key(of: table)
      let columns = key.map { "CAST(\"\($0)\" AS TEXT)" } + defects.map { "(\($0.1.sql))" }
      try database.run(
        "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE \(conditions.sql) LIMIT ?",
        defects.flatMap(\.1.values) + conditions.values + [.integer(limit)]
      ) { row throws(StoreError) in
        // As text, which every value has: the key may be damaged too.
        let name = key.indices.map { "\(key[$0]) \(row.text($0))" }.joined(separator: ", ")
        places += defects.indices.filter { row.integer(key.count + $0) == 1 }.map {
          StoredPlace(table: table, row: key.isEmpty ? nil : name, column: defects[$0].0)
        }
      }
    }
    return places
  }

  /// Deletes the rows of a table that have such values.
  func deleteRows(of table: String) throws(StoreError) {
    let condition = SQLCondition.joined(defects(of: table).map(\.condition), by: "OR")
    try database.run(statement: "DELETE FROM \(sql: table) WHERE \(condition)")
  }

  /// Resets the values of computed columns of items that are none of theirs: what they should be is found then.
  func resetItems() throws(StoreError) {
    for column in StoreTable.item.columns where StoreTable.derivedOfItem.contains(column.name) {
      let condition = defect(of: column.name, column.kind)
      let standard: String = column.standard ?? "NULL"
      try database.run(statement: "UPDATE item SET \(sql: column.name) = \(sql: standard) WHERE \(condition)")
    }
  }

  private func defects(of table: String) -> [(column: String, condition: SQLCondition)] {
    (StoredColumns.kinds[table] ?? [:]).sorted { $0.key < $1.key }.map {
      ($0.key, defect(of: $0.key, $0.value))
    }
  }

  /// True of a row whose value is none of the column. NULL is for the database to check.
  private func defect(of column: String, _ kind: StoredColumns.Kind) -> SQLCondition {
    let name = "\"\(column)\""
    let (type, isOutside): (String, SQLCondition) =
      switch kind {
      case .integer(let range):
        (
          "integer",
          "\(sql: name) NOT BETWEEN \(.integer(range.lowerBound)) AND \(.integer(range.upperBound))"
        )
      case .text: ("text", "FALSE")
      case .name(let names): ("text", "NOT (\(.list(name, in: names.map { .text($0) })))")
      case .blob: ("blob", "FALSE")
      }
    return "coalesce(\(sql: database.dialect.isOtherType(name, type)) OR \(isOutside), FALSE)"
  }
}
