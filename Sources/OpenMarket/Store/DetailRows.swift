/// The table of SKUs, tags, notes and the keys of imported rows: a row for each item that has one of them. Use it only
/// inside a transaction.
struct DetailRows {
  let database: any Database

  // MARK: Reading

  /// The items of a vendor with these values of a key, in the order of the values; nil for a value that no item has. One
  /// statement, however many values there are.
  ///
  /// - Parameter values: 500 at most.
  func ids(_ key: ItemKey, in values: [String], vendor: Int) throws -> [Int?] {
    guard !values.isEmpty else { return [] }
    let list = SQLCondition.list(key.rawValue, in: values.map { .text($0) })
    let found = try database.rows(
      "SELECT \(key.rawValue), item_id FROM item_detail WHERE vendor_id = ? AND \(list.sql)",
      [.integer(vendor)] + list.values
    ) { (Array($0.text(0).utf8), $0.integer(1)) }
    // By bytes: to Swift canonically equivalent texts are equal.
    let ids = Dictionary(found) { first, _ in first }
    return values.map { ids[Array($0.utf8)] }
  }

  /// The item of a vendor with this value of a key; nil where none has it.
  func id(_ key: ItemKey, _ value: String, vendor: Int) throws -> Int? {
    try database.integer(
      "SELECT item_id FROM item_detail WHERE vendor_id = ? AND \(key.rawValue) = ?", .integer(vendor),
      .text(value))
  }

  /// The keys of items that an import has set, by item.
  func keys(ofItems ids: [Int]) throws -> [Int: ItemKeys] {
    let list = SQLCondition.list("item_id", in: ids)
    let rows = try database.rows(
      """
      SELECT item_id, reference, row_key FROM item_detail
      WHERE (reference IS NOT NULL OR row_key IS NOT NULL) AND \(list.sql)
      """, list.values
    ) { ($0.integer(0), ItemKeys(reference: $0.optionalText(1), rowKey: $0.optionalText(2))) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Throws `MarketplaceError.skuTaken` or `keyTaken` if the vendor has an item with a key of a new one.
  func checkKeys(of draft: ItemDraft, _ keys: ItemKeys, vendor: Int) throws {
    try check(.sku, draft.sku, vendor: vendor)
    try check(.reference, keys.reference, vendor: vendor)
    try check(.rowKey, keys.rowKey, vendor: vendor)
  }

  /// Throws `MarketplaceError.skuTaken` or `keyTaken` if the vendor has another item with this value of a key.
  ///
  /// - Parameter id: The item that may have the key already; 0 for a new one.
  func check(_ key: ItemKey, _ value: String?, vendor: Int, besides id: Int = 0) throws {
    guard let value else { return }
    guard let other = try self.id(key, value, vendor: vendor), other != id else { return }
    throw key == .sku ? MarketplaceError.skuTaken(value) : .keyTaken(key, value)
  }

  // MARK: Writing

  /// Inserts the details of a new item, whose keys are checked.
  func insert(_ draft: ItemDraft, _ keys: ItemKeys, ofItem id: Int, vendor: Int) throws {
    guard draft.hasDetails || keys != ItemKeys() else { return }
    try database.run(
      """
      INSERT INTO item_detail (item_id, vendor_id, sku, reference, row_key, tags, note)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(id), .integer(vendor), .text(draft.sku), .text(keys.reference), .text(keys.rowKey),
      .text(ItemTags.text(of: draft.tags)), .text(draft.note))
  }

  /// Changes SKU, tags and note to those of a draft. Writes nothing if they are the same.
  ///
  /// - Parameter present: The full item.
  func update(_ present: StoredItem, to draft: ItemDraft) throws {
    guard !draft.hasDetails(of: present.draft) else { return }
    try check(.sku, draft.sku, vendor: present.vendor.id, besides: present.id)
    try database.run(
      """
      INSERT INTO item_detail (item_id, vendor_id, sku, tags, note) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (item_id) DO UPDATE SET sku = excluded.sku, tags = excluded.tags, note = excluded.note
      """,
      .integer(present.id), .integer(present.vendor.id), .text(draft.sku),
      .text(ItemTags.text(of: draft.tags)), .text(draft.note))
    guard !draft.hasDetails else { return }
    try database.run(
      "DELETE FROM item_detail WHERE item_id = ? AND reference IS NULL AND row_key IS NULL",
      .integer(present.id))
  }

  /// Sets keys of an item; nil leaves one as it is. Throws `MarketplaceError.keyTaken` before anything is written.
  func set(_ keys: ItemKeys, ofItem id: Int, vendor: Int) throws {
    guard keys != ItemKeys() else { return }
    try check(.reference, keys.reference, vendor: vendor, besides: id)
    try check(.rowKey, keys.rowKey, vendor: vendor, besides: id)
    try database.run(
      """
      INSERT INTO item_detail (item_id, vendor_id, reference, row_key) VALUES (?, ?, ?, ?)
      ON CONFLICT (item_id) DO UPDATE SET
        reference = coalesce(excluded.reference, reference), row_key = coalesce(excluded.row_key, row_key)
      """, .integer(id), .integer(vendor), .text(keys.reference), .text(keys.rowKey))
  }

  func delete(ofItem id: Int) throws {
    try database.run("DELETE FROM item_detail WHERE item_id = ?", .integer(id))
  }
}
