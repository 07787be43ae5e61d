/// The details of items, and the keys of imported rows. Use it only inside a transaction.
struct DetailRows {
  let database: any Database

  // MARK: Reading

  /// The items that a seller names by values of a key, in the order of the values; nil for a value that none has. One
  /// statement, however many values there are. An item of an earlier version, of which the seller is not known, is found where
  /// the seller has none.
  ///
  /// - Parameter values: 500 at most.
  func ids(_ key: ItemKey, in values: [String], of seller: Seller) throws -> [Int?] {
    guard !values.isEmpty else { return [] }
    let list = SQLCondition.list(key.rawValue, in: values.map { .text($0) })
    let found = try database.rows(
      """
      SELECT \(key.rawValue), id, seller_id FROM item
      WHERE vendor_id = ? AND \(list.sql) AND seller_id IN (?, 0) AND state < 2
      """,
      [.integer(seller.vendor)] + list.values + [.integer(seller.id)]
    ) { (value: Array($0.text(0).utf8), id: $0.integer(1), seller: $0.integer(2)) }
    // By bytes: to Swift canonically equivalent texts are equal.
    let ids = Dictionary(found.map { ($0.value, $0) }) { $0.seller == seller.id ? $0 : $1 }
    return values.map { ids[Array($0.utf8)]?.id }
  }

  /// The items of all sellers without an account with these SKUs, in no order.
  func ids(ofSKUs skus: [String], limit: Int) throws -> [Int] {
    let list = SQLCondition.list(ItemKey.sku.rawValue, in: skus.map { .text($0) })
    return try database.rows(
      "SELECT id FROM item WHERE vendor_id = ? AND \(list.sql) AND state < 2 LIMIT ?",
      [.integer(StoredVendor.marketID)] + list.values + [.integer(limit)]
    ) { $0.integer(0) }
  }

  /// The item that a seller names by a value of a key, as `ids(_:in:of:)` finds it.
  func named(_ key: ItemKey, _ value: String, by seller: Seller) throws -> Int? {
    try id(key, value, of: seller)
      ?? (seller.id == 0 ? nil : id(key, value, of: Seller(vendor: seller.vendor, id: 0)))
  }

  /// The item of a seller with this value of a key; nil where none has it.
  func id(_ key: ItemKey, _ value: String, of seller: Seller) throws -> Int? {
    guard !isAbsent(key, value, vendor: seller.vendor) else { return nil }
    return try database.integer(
      "SELECT id FROM item WHERE vendor_id = ? AND \(key.rawValue) = ? AND seller_id = ? AND state < 2",
      .integer(seller.vendor), .text(value), .integer(seller.id))
  }

  /// Whether another seller of the same vendor has an item with this value of a key.
  func isOthers(_ key: ItemKey, _ value: String, than seller: Seller) throws -> Bool {
    guard !isAbsent(key, value, vendor: seller.vendor) else { return false }
    return try database.integer(
      """
      SELECT 1 FROM item WHERE vendor_id = ? AND \(key.rawValue) = ? AND seller_id <> ? AND state < 2 LIMIT 1
      """, .integer(seller.vendor), .text(value), .integer(seller.id)) != nil
  }

  /// The value of a key that an item has; nil where it has none.
  func value(of key: ItemKey, ofItem id: Int) throws -> String? {
    try database.rows("SELECT \(key.rawValue) FROM item WHERE id = ?", .integer(id)) {
      $0.optionalText(0)
    }.first ?? nil
  }

  /// The keys of items that an import has set, by item.
  func keys(ofItems ids: [Int]) throws -> [Int: ItemKeys] {
    let list = SQLCondition.list("id", in: ids)
    let rows = try database.rows(
      """
      SELECT id, reference, row_key FROM item
      WHERE (reference IS NOT NULL OR row_key IS NOT NULL) AND \(list.sql)
      """, list.values
    ) { ($0.integer(0), ItemKeys(reference: $0.optionalText(1), rowKey: $0.optionalText(2))) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// The tags of items that have some.
  func tags(ofItems ids: [Int]) throws -> [Int: [String]] {
    var tags: [Int: [String]] = [:]
    for part in stride(from: 0, to: ids.count, by: 500) {
      let list = SQLCondition.list("id", in: Array(ids[part..<min(part + 500, ids.count)]))
      try database.run(
        "SELECT id, tags FROM item WHERE tags IS NOT NULL AND \(list.sql)", list.values
      ) { tags[$0.integer(0)] = ItemTags.tags(in: $0.text(1)) }
    }
    return tags
  }

  /// Throws `MarketplaceError.taken` if the seller has an item with a key of a new one.
  func checkKeys(of draft: ItemDraft, _ keys: ItemKeys, seller: Seller) throws {
    try check(.sku, draft.sku, seller: seller)
    try check(.reference, keys.reference, seller: seller)
    try check(.rowKey, keys.rowKey, seller: seller)
  }

  /// Throws `MarketplaceError.taken` if the seller has another item with this value of a key.
  ///
  /// - Parameter id: The item that may have the key already; 0 for a new one.
  func check(_ key: ItemKey, _ value: String?, seller: Seller, besides id: Int = 0) throws {
    guard let value else { return }
    guard let other = try self.id(key, value, of: seller), other != id else { return }
    throw MarketplaceError.taken(key, value)
  }

  // MARK: Writing

  /// Columns of a new item, whose keys are checked, with their values.
  func columns(
    of draft: ItemDraft, _ keys: ItemKeys, of seller: Seller
  ) -> [(name: String, value: DatabaseValue)] {
    noteWritten(draft.sku, keys, vendor: seller.vendor)
    return [
      ("seller_id", .integer(seller.id)), ("reference", .text(keys.reference)),
      ("row_key", .text(keys.rowKey)),
    ] + columns(of: draft.details)
  }

  /// Columns of an item that gets the details of a draft, with their values; none where they are the same. Throws
  /// `MarketplaceError.taken`.
  ///
  /// - Parameter present: The full item.
  func columns(changing present: StoredItem, to draft: ItemDraft) throws -> [(
    name: String, value: DatabaseValue
  )] {
    guard !draft.details.isSame(as: present.draft.details) else { return [] }
    let seller = try seller(ofExisting: present.id)
    try check(.sku, draft.sku, seller: seller, besides: present.id)
    noteWritten(draft.sku, ItemKeys(), vendor: seller.vendor)
    return columns(of: draft.details)
  }

  private func columns(of details: ItemDetails) -> [(name: String, value: DatabaseValue)] {
    DetailField.allCases.map { ($0.column, details.storedValue(of: $0)) }
  }

  /// Makes the tags of an item findable.
  ///
  /// - Parameter former: Those that it had.
  func index(_ tags: [String], ofItem id: Int, former: [String] = []) throws {
    guard tags != former else { return }
    if !former.isEmpty { try database.run("DELETE FROM item_tag WHERE item_id = ?", .integer(id)) }
    for tag in tags {
      try database.run(
        "INSERT INTO item_tag (tag, item_id) VALUES (?, ?) ON CONFLICT DO NOTHING", .text(tag),
        .integer(id))
    }
  }

  /// Makes the tags of all items findable.
  func indexTags() throws {
    try database.run("DELETE FROM item_tag")
    var last = 0
    while true {
      let rows = try database.rows(
        "SELECT id, tags FROM item WHERE tags IS NOT NULL AND state < 2 AND id > ? ORDER BY id LIMIT 500",
        .integer(last)
      ) { (id: $0.integer(0), tags: ItemTags.tags(in: $0.text(1))) }
      for row in rows { try index(row.tags, ofItem: row.id) }
      guard let id = rows.last?.id else { return }
      last = id
    }
  }

  /// Sets keys of an item; nil leaves one as it is. Throws `MarketplaceError.taken` before anything is written.
  func set(_ keys: ItemKeys, ofItem id: Int) throws {
    guard keys != ItemKeys() else { return }
    let seller = try seller(ofExisting: id)
    try check(.reference, keys.reference, seller: seller, besides: id)
    try check(.rowKey, keys.rowKey, seller: seller, besides: id)
    noteWritten(nil, keys, vendor: seller.vendor)
    try database.run(
      "UPDATE item SET reference = coalesce(?, reference), row_key = coalesce(?, row_key) WHERE id = ?",
      .text(keys.reference), .text(keys.rowKey), .integer(id))
  }

  /// Sets the reference of an item, or removes it. Throws `MarketplaceError.taken` before anything is written.
  func setReference(_ reference: String?, ofItem id: Int) throws {
    if let reference { return try set(ItemKeys(reference: reference), ofItem: id) }
    try database.run("UPDATE item SET reference = NULL WHERE id = ?", .integer(id))
  }

  private func seller(ofExisting id: Int) throws -> Seller {
    guard let seller = try SellerRows(database).seller(ofItem: id) else { throw StoreError.damaged }
    return seller
  }
}

/// The keys that new items of a batch name and no item has: found together, since most are of this kind and each look-up is
/// a round trip if the database is on a network.
extension DetailRows {
  /// Looks up the keys of the lines that add an item, and notes for the transaction which of them no item of the vendor has.
  func noteAbsentKeys(of lines: some Sequence<BatchItem>, vendor: Int) throws {
    let added = lines.filter { $0.action == .add }
    for (key, values) in [
      (ItemKey.sku, added.compactMap(\.sku)), (.reference, added.compactMap(\.reference)),
      (.rowKey, added.compactMap(\.key)),
    ] {
      for start in stride(from: 0, to: values.count, by: 500) {
        let part = values[start..<min(start + 500, values.count)]
        let list = SQLCondition.list(key.rawValue, in: part.map { .text($0) })
        var absent = Set(part.map { bytes(key, $0, vendor: vendor) })
        try database.run(
          "SELECT \(key.rawValue) FROM item WHERE vendor_id = ? AND \(list.sql) AND state < 2",
          [.integer(vendor)] + list.values
        ) { absent.remove(bytes(key, $0.text(0), vendor: vendor)) }
        database.notes.absent.formUnion(absent)
      }
    }
  }

  private func isAbsent(_ key: ItemKey, _ value: String, vendor: Int) -> Bool {
    database.notes.absent.contains(bytes(key, value, vendor: vendor))
  }

  func noteWritten(_ sku: String?, _ keys: ItemKeys, vendor: Int) {
    for (key, value) in [(ItemKey.sku, sku), (.reference, keys.reference), (.rowKey, keys.rowKey)] {
      if let value { database.notes.absent.remove(bytes(key, value, vendor: vendor)) }
    }
  }

  /// Names a value of a key of a vendor.
  private func bytes(_ key: ItemKey, _ value: String, vendor: Int) -> [UInt8] {
    Array("\(vendor) \(key.rawValue) \(value)".utf8)
  }
}

extension ItemDetails {
  /// The value of a field as its column has it.
  func storedValue(of field: DetailField) -> DatabaseValue {
    switch self[field] {
    case .text(let text)?: .text(text)
    case .list(let words)?: .text(ItemTags.text(of: words))
    case .number(let number)?: .integer(number)
    case .flag(let isSet)?: .integer(isSet ? 1 : 0)
    case nil: field.kind.isFlag ? .integer(0) : .null
    }
  }

  /// The value of a field as a text; nil for none.
  func storedText(of field: DetailField) -> String? {
    switch self[field] {
    case .text(let text)?: text
    case .list(let words)?: ItemTags.text(of: words)
    case .number(let number)?: number.map(String.init)
    case .flag(let isSet)?: isSet ? "true" : nil
    case nil: nil
    }
  }
}

extension DetailValue {
  /// The value of a field that is stored as a text.
  package init(stored text: String, of field: DetailField) {
    self =
      switch field.kind {
      case .words: .list(ItemTags.tags(in: text))
      case .line, .text: .text(text)
      case .number: .number(Int(text))
      case .flag: .flag(text == "true")
      }
  }
}
