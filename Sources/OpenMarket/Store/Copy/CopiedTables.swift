/// Declares for each table of a store whether it is copied. The columns are those that the databases have: a new one is copied without a
/// change here, and a table that stands in none of these lists ends the copy, and a test.
enum CopiedTables {
  /// Copied row by row, each after the tables that it refers to.
  static let copied = [
    "store", "market_setting", "vendor", "item", "item_detail", "image", "image_digest", "deletion_token",
    "movement",
    "item_change", "deleted_item", "trashed_item", "sale", "item_ledger", "movement_mark", "sale_total",
    "vendor_total",
    "review",
    "rating", "removed_review", "log_change", "request_record",
  ]

  /// Made again at the target: by its triggers from the rows that are copied, or from the texts and tags of the items.
  static let derived: Set<String> = Set([
    "item_count", "item_count_block", "item_count_change", "rating_count", "rating_count_block",
    "rating_count_change",
    "mixed_total", "item_without_image", "item_tag", "item_low", "item_off_sale",
    // Texts that the source's index lacks: that of the target has all of them.
    "search_backlog",
  ]).union(
    // The indexes of searches, with the tables that a full-text index has.
    ["item_search", "item_search_title", "item_search_head"].flatMap { name in
      [name] + ["run", "config", "content", "data", "docsize", "idx"].map { "\(name)_\($0)" }
    })

  /// Tables of the database itself: its version, its writes in progress, and the limits that its servers count for some minutes.
  static let own: Set = [
    "market_schema", "market_copy", "market_copy_schema", "operation", "write_turn", "rate_limit",
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
