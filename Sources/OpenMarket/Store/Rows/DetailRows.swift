/// The details of items, and the keys by which they are found. `ItemKey.sku` finds items by their barcodes, too. Use it only inside a
/// transaction.
struct DetailRows {
  let database: any Database

  // MARK: Reading

  /// The items that have each of some values of a key: of several whose SKUs differ in case alone the one that has it exactly. One
  /// statement, however many values there are. An item of an earlier version, of which the seller is not known, is found where the seller
  /// has none.
  ///
  /// - Parameters:
  ///   - values: 500 at most.
  ///   - seller: The seller that names them; nil for the items of all sellers without an account.
  func items(_ key: ItemKey, in values: [String], of seller: Seller?) throws -> [[Int]] {
    guard !values.isEmpty else { return [] }
    // No item has a longer one, and to fold it takes time.
    let codes = values.map { $0.utf8.count > ItemLimits.titleBytes ? [] : key.codes(of: $0) }
    let own = seller.map { SQLCondition(sellers: $0, "0") } ?? "TRUE"
    let rows = try database.rows(
      of: """
        SELECT \(sql: key.column), \(sql: key.item), seller_id
        FROM \(key.rows(codes.joined(), of: seller?.vendor ?? StoredVendor.marketID)) AND \(own)
        """
    ) { (value: Array($0.text(0).utf8), id: $0.integer(1), seller: $0.integer(2)) }
    // By bytes: to Swift canonically equivalent texts are equal.
    let found = Dictionary(grouping: rows) { $0.value }
    return try zip(values, codes).map { value, codes in
      let all = codes.flatMap { found[Array($0.utf8)] ?? [] }
      let own = all.filter { $0.seller == seller?.id }
      return try exact(Set((own.isEmpty ? all : own).map(\.id)).sorted(), value, of: key)
    }
  }

  /// The one of several items that has a SKU exactly; all where none has it.
  private func exact(_ ids: [Int], _ sku: String, of key: ItemKey) throws -> [Int] {
    guard key == .sku, ids.count > 1 else { return ids }
    let list = SQLCondition.list("id", in: ids)
    let exact = try database.integers(of: "SELECT id FROM item WHERE sku = \(.text(sku)) AND \(list)")
    return exact.isEmpty ? ids : exact
  }

  /// The item that a seller names by a value of a key; nil where none has it, or several.
  func named(_ key: ItemKey, _ value: String, by seller: Seller) throws -> Int? {
    guard !isAbsent(key, value, vendor: seller.vendor) else { return nil }
    let found = try items(key, in: [value], of: seller)[0]
    return found.count == 1 ? found[0] : nil
  }

  /// The item of a seller with this reference or row key; nil where none has it.
  func id(_ key: ItemKey, _ value: String, of seller: Seller) throws -> Int? {
    guard !isAbsent(key, value, vendor: seller.vendor) else { return nil }
    return try database.integers(
      of: """
        SELECT id FROM item WHERE vendor_id = \(.integer(seller.vendor)) AND \(sql: key.rawValue) = \(.text(value))
          AND state < 2 AND \(SQLCondition(sellers: seller))
        """
    ).first
  }

  /// Whether another seller of the same vendor has an item with this value of a key.
  func isOthers(_ key: ItemKey, _ value: String, than seller: Seller) throws -> Bool {
    guard !isAbsent(key, value, vendor: seller.vendor) else { return false }
    let rows = key.rows(key.codes(of: value), of: seller.vendor)
    return try !database.integers(
      of: "SELECT 1 FROM \(rows) AND seller_id <> \(.integer(seller.id)) LIMIT 1"
    ).isEmpty
  }

  /// The value of a key that an item has; nil where it has none.
  func value(of key: ItemKey, ofItem id: Int) throws -> String? {
    try database.rows("SELECT \(key.rawValue) FROM item WHERE id = ?", .integer(id)) {
      $0.optionalText(0)
    }.first ?? nil
  }

  /// The keys and digests that imports have set, by item.
  func keys(ofItems ids: [Int]) throws -> [Int: ItemKeys] {
    try database.values(
      of: """
        SELECT id, reference, row_key, cells FROM item
        WHERE (coalesce(reference, row_key) IS NOT NULL OR cells IS NOT NULL) AND \(.list("id", in: ids))
        """
    ) {
      ItemKeys(
        reference: $0.optionalText(1), rowKey: $0.optionalText(2), cells: CellDigests($0.blob(3)))
    }
  }

  /// Throws `MarketplaceError.taken` if the seller has an item with a key of a new one.
  func checkKeys(of draft: ItemDraft, _ keys: ItemKeys, seller: Seller) throws {
    try checkCodes(of: draft.details, seller: seller)
    try check(.reference, keys.reference, seller: seller)
    try check(.rowKey, keys.rowKey, seller: seller)
  }

  /// Throws `MarketplaceError.taken` if `takenCodes` has one.
  func checkCodes(
    of details: ItemDetails, former: ItemDetails = ItemDetails(), seller: Seller, besides id: Int = 0
  ) throws {
    if let taken = try takenCodes(of: details, former: former, seller: seller, besides: id).first {
      throw taken
    }
  }

  /// An error for each SKU and barcode whose code another item of the seller has. One that an item has already stays.
  ///
  /// - Parameter id: The item that gets them; 0 for a new one.
  func takenCodes(
    of details: ItemDetails, former: ItemDetails = ItemDetails(), seller: Seller, besides id: Int = 0
  ) throws -> [MarketplaceError] {
    let texts = details.codes.filter { text in
      !former.codes.contains { $0.utf8.elementsEqual(text.utf8) }
        && !isAbsent(.sku, text, vendor: seller.vendor)
    }
    guard !texts.isEmpty else { return [] }
    let list = SQLCondition.list("code", in: texts.map { .text(ItemCode.code(of: $0)) })
    let taken = try database.rows(
      of: """
        SELECT code FROM item_code WHERE vendor_id = \(.integer(seller.vendor)) AND \(list)
          AND \(SQLCondition(sellers: seller)) AND item_id <> \(.integer(id))
        """
    ) { $0.text(0) }
    return texts.filter { taken.contains(ItemCode.code(of: $0)) }
      .map { .taken($0 == details.sku ? .sku : .barcode, $0) }
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
    noteWritten(draft.details, keys, vendor: seller.vendor)
    return [
      ("seller_id", .integer(seller.id)), ("reference", .text(keys.reference)),
      ("row_key", .text(keys.rowKey)), ("cells", keys.cells.map { .blob($0.bytes) } ?? .null),
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
    try checkCodes(of: draft.details, former: present.draft.details, seller: seller, besides: present.id)
    noteWritten(draft.details, ItemKeys(), vendor: seller.vendor)
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
    if !former.isEmpty {
      let list = SQLCondition.list("tag", in: former.map { .text($0) })
      try database.run(statement: "DELETE FROM item_tag WHERE item_id = \(.integer(id)) AND \(list)")
    }
    for tag in tags {
      try database.run(
        "INSERT INTO item_tag (tag, item_id) VALUES (?, ?) ON CONFLICT DO NOTHING", .text(tag),
        .integer(id))
    }
  }

  /// Makes an item findable by its SKU and its barcodes.
  ///
  /// - Parameters:
  ///   - former: Those that it had.
  ///   - seller: The seller of the item; read where they differ.
  func indexCodes(
    of details: ItemDetails, former: ItemDetails = ItemDetails(), ofItem id: Int,
    _ seller: @autoclosure () throws -> Seller
  ) throws {
    let (codes, present) = (details.folded, former.folded)
    guard codes != present else { return }
    let seller = try seller()
    let gone = present.subtracting(codes)
    if !gone.isEmpty {
      let list = SQLCondition.list("code", in: gone.map { .text($0) })
      let isOwn: SQLCondition = "vendor_id = \(.integer(seller.vendor)) AND item_id = \(.integer(id))"
      try database.run(statement: "DELETE FROM item_code WHERE \(isOwn) AND \(list)")
    }
    for code in codes.subtracting(present) {
      try database.run(
        "INSERT INTO item_code (vendor_id, code, seller_id, item_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        .integer(seller.vendor), .text(code), .integer(seller.id), .integer(id))
    }
  }

  /// Makes the tags of all items findable.
  func indexTags() throws {
    try database.run("DELETE FROM item_tag")
    try database.eachPart {
      """
      SELECT id, tags FROM item WHERE tags IS NOT NULL AND state < 2 AND id > \(.integer($0)) ORDER BY id LIMIT 500
      """
    } as: {
      (id: $0.integer(0), tags: ItemTags.tags(in: $0.text(1)))
    } _: { rows in
      for row in rows { try index(row.tags, ofItem: row.id) }
    }
  }

  /// Sets keys of an item; nil leaves one as it is. Throws `MarketplaceError.taken` before anything is written.
  func set(_ keys: ItemKeys, ofItem id: Int) throws {
    guard keys != ItemKeys() else { return }
    let seller = try seller(ofExisting: id)
    try check(.reference, keys.reference, seller: seller, besides: id)
    try check(.rowKey, keys.rowKey, seller: seller, besides: id)
    noteWritten(ItemDetails(), keys, vendor: seller.vendor)
    let cells = keys.cells.map { [("cells", DatabaseValue.blob($0.bytes))] } ?? []
    let columns =
      [("reference", keys.reference), ("row_key", keys.rowKey)].compactMap { name, text in
        text.map { (name, DatabaseValue.text($0)) }
      } + cells
    try database.run(
      "UPDATE item SET \(columns.map { "\($0.0) = ?" }.joined(separator: ", ")) WHERE id = ?",
      columns.map(\.1) + [.integer(id)])
  }

  /// Sets the reference of an item, or removes it. Throws `MarketplaceError.taken` before anything is written.
  func setReference(_ reference: String?, ofItem id: Int) throws {
    if let reference { return try set(ItemKeys(reference: reference), ofItem: id) }
    try database.run("UPDATE item SET reference = NULL WHERE id = ?", .integer(id))
  }

  func seller(ofExisting id: Int) throws -> Seller {
    return try SellerRows(database).seller(ofItem: id).orThrow(StoreError.damaged)
  }
}

/// The keys that new items of a batch name and no item has: found together, since most are of this kind and each look-up is
/// a round trip if the database is on a network.
extension DetailRows {
  /// Looks up the keys of the lines that add an item, and notes for the transaction which of them no item of the vendor has.
  func noteAbsentKeys(of lines: some Sequence<BatchItem>, vendor: Int) throws {
    let added = lines.filter { $0.action == .add }
    for (key, values) in [
      (ItemKey.sku, added.flatMap { $0.details.codes.flatMap(ItemCode.codes) }),
      (.reference, added.compactMap(\.reference)), (.rowKey, added.compactMap(\.key)),
    ] {
      for start in stride(from: 0, to: values.count, by: 500) {
        let part = values[start..<min(start + 500, values.count)]
        var absent = Set(part.map { bytes(key, $0, vendor: vendor) })
        try database.eachRow(of: "SELECT \(sql: key.column) FROM \(key.rows(part, of: vendor))") {
          absent.remove(bytes(key, $0.text(0), vendor: vendor))
        }
        database.notes.absent.formUnion(absent)
      }
    }
  }

  private func isAbsent(_ key: ItemKey, _ value: String, vendor: Int) -> Bool {
    key.codes(of: value).allSatisfy { database.notes.absent.contains(bytes(key, $0, vendor: vendor)) }
  }

  func noteWritten(_ details: ItemDetails, _ keys: ItemKeys, vendor: Int) {
    // Most transactions have noted none.
    guard !database.notes.absent.isEmpty else { return }
    let written =
      details.codes.map { (ItemKey.sku, ItemCode.code(of: $0)) }
      + [(.reference, keys.reference), (.rowKey, keys.rowKey)].compactMap { key, value in
        value.map { (key, $0) }
      }
    for (key, value) in written { database.notes.absent.remove(bytes(key, value, vendor: vendor)) }
  }

  /// Names a value of a key of a vendor.
  private func bytes(_ key: ItemKey, _ value: String, vendor: Int) -> [UInt8] {
    Array("\(vendor) \(key.rawValue) \(value)".utf8)
  }
}

extension ItemKey {
  /// The rows of a vendor that have one of some values of the column, with the end of a condition left open.
  fileprivate func rows(_ codes: some Sequence<String>, of vendor: Int) -> SQLCondition {
    let table = self == .sku ? "item_code WHERE" : "item WHERE state < 2 AND"
    let list = SQLCondition.list(column, in: codes.map { .text($0) })
    return "\(sql: table) vendor_id = \(.integer(vendor)) AND \(list)"
  }
  fileprivate var column: String { self == .sku ? "code" : rawValue }
  fileprivate var item: String { self == .sku ? "item_id" : "id" }

  /// The values of the column that a value can mean.
  fileprivate func codes(of value: String) -> [String] { self == .sku ? ItemCode.codes(of: value) : [value] }
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

extension SQLCondition {
  /// The rows of a seller, and of others by their numbers. To the operator a code is of the item that has it, whoever sells it.
  fileprivate init(sellers seller: Seller, _ others: String...) {
    guard seller != .operator else {
      self.init("TRUE")
      return
    }
    self.init("seller_id IN (\((["?"] + others).joined(separator: ", ")))", [.integer(seller.id)])
  }
}
