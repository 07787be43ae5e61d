extension SQLiteSchema {
  /// What the migration to SKUs, tags and notes creates.
  static let detailObjects = [
    // The items that have one of these. A table of its own: behind an item's description they would be slow to read.
    SQLiteObject(
      .table, "item_detail",
      """
      CREATE TABLE item_detail (
        item_id INTEGER PRIMARY KEY REFERENCES item (id),
        -- that of the item, for the indexes
        vendor_id INTEGER NOT NULL,
        sku TEXT,
        -- the item's identity where it was imported from
        reference TEXT,
        -- a fingerprint of the imported row
        row_key TEXT,
        -- with a vertical bar between them
        tags TEXT,
        -- private
        note TEXT
      ) STRICT
      """),
    SQLiteObject(
      .index, "item_detail_by_sku", on: "item_detail",
      """
      CREATE UNIQUE INDEX item_detail_by_sku ON item_detail (vendor_id, sku) WHERE sku IS NOT NULL
      """),
    SQLiteObject(
      .index, "item_detail_by_reference", on: "item_detail",
      """
      CREATE UNIQUE INDEX item_detail_by_reference ON item_detail (vendor_id, reference)
        WHERE reference IS NOT NULL
      """),
    SQLiteObject(
      .index, "item_detail_by_row_key", on: "item_detail",
      """
      CREATE UNIQUE INDEX item_detail_by_row_key ON item_detail (vendor_id, row_key) WHERE row_key IS NOT NULL
      """),
  ]
}
