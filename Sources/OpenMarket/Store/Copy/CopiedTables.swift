/// Says of each table of a database whether it is copied. A table that is declared nowhere is left out, and fails a test.
enum CopiedTables {
  /// Copied row by row, each after the tables that it refers to.
  static let copied = StoreTable.all.filter { $0.copy == .rows }.map(\.name)

  /// Made again at the target: by its triggers from the rows that are copied, or from the texts and tags of the items.
  private static let derived = Set(StoreTable.all.filter { $0.copy == .derived }.map(\.name)).union(
    // The index of searches, with the tables that a full-text index has.
    ["item_search"]
      + ["run", "config", "content", "data", "docsize", "idx"].map { "item_search_\($0)" })

  /// Tables of the database itself: its version, its writes in progress, and the limits that its servers count for some minutes.
  private static let own: Set = [
    "market_schema", "market_copy", "market_copy_schema", "operation", "writer_turn", "rate_limit",
  ]

  /// The tables of a database that are declared in no list.
  static func undeclared(_ catalog: SchemaCatalog, in database: any Database) throws(StoreError) -> [String] {
    let known = derived.union(own).union(copied)
    return try database.rows(catalog.tables) { $0.text(0) }.filter { !known.contains($0) }
  }

  /// The copied tables as a database has them.
  static func tables(_ catalog: SchemaCatalog, in database: any Database) throws(StoreError) -> [StoredTable]
  {
    var tables: [StoredTable] = []
    for name in copied { tables.append(try StoredTable(name, catalog, in: database)) }
    return tables
  }
}
