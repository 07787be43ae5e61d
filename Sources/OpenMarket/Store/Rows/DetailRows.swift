/// The table of details and the keys of imported rows: a row for each item that has one of them. Use it only
/// inside a transaction.
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
      SELECT \(key.rawValue), item_id, seller_id FROM item_detail
      WHERE vendor_id = ? AND \(list.sql) AND seller_id IN (?, 0)
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
      "SELECT item_id FROM item_detail WHERE vendor_id = ? AND \(list.sql) LIMIT ?",
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
      "SELECT item_id FROM item_detail WHERE vendor_id = ? AND \(key.rawValue) = ? AND seller_id = ?",
      .integer(seller.vendor), .text(value), .integer(seller.id))
  }

  /// Whether another seller of the same vendor has an item with this value of a key.
  func isOthers(_ key: ItemKey, _ value: String, than seller: Seller) throws -> Bool {
    guard !isAbsent(key, value, vendor: seller.vendor) else { return false }
    return try database.integer(
      """
      SELECT 1 FROM item_detail WHERE vendor_id = ? AND \(key.rawValue) = ? AND seller_id <> ? LIMIT 1
      """, .integer(seller.vendor), .text(value), .integer(seller.id)) != nil
  }

  /// The value of a key that an item has; nil where it has none.
  func value(of key: ItemKey, ofItem id: Int) throws -> String? {
    try database.rows("SELECT \(key.rawValue) FROM item_detail WHERE item_id = ?", .integer(id)) {
      $0.optionalText(0)
    }.first ?? nil
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

  /// The tags of items that have some.
  func tags(ofItems ids: [Int]) throws -> [Int: [String]] {
    var tags: [Int: [String]] = [:]
    for part in stride(from: 0, to: ids.count, by: 500) {
      let list = SQLCondition.list("item_id", in: Array(ids[part..<min(part + 500, ids.count)]))
      try database.run(
        "SELECT item_id, tags FROM item_detail WHERE tags IS NOT NULL AND \(list.sql)", list.values
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

  /// Inserts the details of a new item, whose keys are checked.
  func insert(_ draft: ItemDraft, _ keys: ItemKeys, ofItem id: Int, of seller: Seller) throws {
    guard !draft.details.isEmpty || keys != ItemKeys() else { return }
    noteWritten(draft.sku, keys, vendor: seller.vendor)
    try database.run(
      Self.insertion,
      [
        .integer(id), .integer(seller.vendor), .integer(seller.id), .text(keys.reference), .text(keys.rowKey),
      ] + Self.values(of: draft.details)
    )
    try index(draft.details, ofItem: id)
  }

  /// Changes the details to those of a draft. Writes nothing if they are the same.
  ///
  /// - Parameter present: The full item.
  func update(_ present: StoredItem, to draft: ItemDraft) throws {
    guard !draft.details.isSame(as: present.draft.details) else { return }
    let seller = try seller(ofExisting: present.id)
    try check(.sku, draft.sku, seller: seller, besides: present.id)
    noteWritten(draft.sku, ItemKeys(), vendor: seller.vendor)
    try database.run(
      Self.update,
      [.integer(present.id), .integer(seller.vendor), .integer(seller.id)] + Self.values(of: draft.details)
    )
    try index(draft.details, ofItem: present.id)
    guard draft.details.isEmpty else { return }
    try database.run(
      "DELETE FROM item_detail WHERE item_id = ? AND reference IS NULL AND row_key IS NULL",
      .integer(present.id))
  }

  /// Makes the tags of an item findable, where the database does not; those of an earlier row are gone.
  func index(_ details: ItemDetails, ofItem id: Int) throws {
    guard let insertion = database.dialect.insertTag else { return }
    for tag in details.tags ?? [] { try database.run(insertion, .text(tag), .integer(id)) }
  }

  /// Makes the tags of all items findable.
  func indexTags() throws {
    var last = 0
    while true {
      let rows = try database.rows(
        "SELECT item_id, tags FROM item_detail WHERE tags IS NOT NULL AND item_id > ? ORDER BY item_id LIMIT 500",
        .integer(last)
      ) { (id: $0.integer(0), tags: ItemTags.tags(in: $0.text(1))) }
      for row in rows { try index(ItemDetails(tags: row.tags), ofItem: row.id) }
      guard let id = rows.last?.id else { return }
      last = id
    }
  }

  private static let columns = DetailField.allCases.map(\.rawValue)

  private static let insertion = """
    INSERT INTO item_detail (item_id, vendor_id, seller_id, reference, row_key, \(columns.joined(separator: ", ")))
    VALUES (\(SQLCondition.places(5 + columns.count)))
    """

  private static let update = """
    INSERT INTO item_detail (item_id, vendor_id, seller_id, \(columns.joined(separator: ", ")))
    VALUES (\(SQLCondition.places(3 + columns.count)))
    ON CONFLICT (item_id) DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """

  private static func values(of details: ItemDetails) -> [DatabaseValue] {
    DetailField.allCases.map { .text(details.storedText(of: $0)) }
  }

  /// Sets keys of an item; nil leaves one as it is. Throws `MarketplaceError.taken` before anything is written.
  func set(_ keys: ItemKeys, ofItem id: Int) throws {
    guard keys != ItemKeys() else { return }
    let seller = try seller(ofExisting: id)
    try check(.reference, keys.reference, seller: seller, besides: id)
    try check(.rowKey, keys.rowKey, seller: seller, besides: id)
    noteWritten(nil, keys, vendor: seller.vendor)
    try database.run(
      """
      INSERT INTO item_detail (item_id, vendor_id, seller_id, reference, row_key) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (item_id) DO UPDATE SET
        reference = coalesce(excluded.reference, item_detail.reference),
        row_key = coalesce(excluded.row_key, item_detail.row_key)
      """, .integer(id), .integer(seller.vendor), .integer(seller.id), .text(keys.reference),
      .text(keys.rowKey))
  }

  /// Sets the reference of an item, or removes it. Throws `MarketplaceError.taken` before anything is written.
  func setReference(_ reference: String?, ofItem id: Int) throws {
    if let reference { return try set(ItemKeys(reference: reference), ofItem: id) }
    try database.run("UPDATE item_detail SET reference = NULL WHERE item_id = ?", .integer(id))
  }

  private func seller(ofExisting id: Int) throws -> Seller {
    guard let seller = try SellerRows(database).seller(ofItem: id) else { throw StoreError.damaged }
    return seller
  }

  func delete(ofItem id: Int) throws {
    try database.run("DELETE FROM item_detail WHERE item_id = ?", .integer(id))
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
          "SELECT \(key.rawValue) FROM item_detail WHERE vendor_id = ? AND \(list.sql)",
          [.integer(vendor)] + list.values
        ) { absent.remove(bytes(key, $0.text(0), vendor: vendor)) }
        database.notes.absent.formUnion(absent)
      }
    }
  }

  private func isAbsent(_ key: ItemKey, _ value: String, vendor: Int) -> Bool {
    database.notes.absent.contains(bytes(key, value, vendor: vendor))
  }

  private func noteWritten(_ sku: String?, _ keys: ItemKeys, vendor: Int) {
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
  /// The value of a field as its column has it; nil for none.
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
  /// The value of a field that its column has.
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
