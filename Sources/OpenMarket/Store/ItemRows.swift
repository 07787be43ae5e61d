import Foundation

/// The table of items. Only to be used inside a transaction.
struct ItemRows {
  let database: Database

  // MARK: Reading

  /// The items on a page, and how many there are on all pages.
  func page(_ query: PageQuery) throws -> (items: [StoredItem], total: Int) {
    let search = query.search.flatMap(SearchClause.init)
    let total = try search.map { try count($0) } ?? ItemRanks(database: database).total()
    let (first, overflow) = (query.number - 1).multipliedReportingOverflow(by: query.size)
    guard !overflow, first < total else { return ([], total) }
    let window = first..<min(first + query.size, total)
    // The end of a list is as near as its beginning when it is read backwards.
    let mirrored = total - window.upperBound..<total - window.lowerBound
    let isBackwards = mirrored.lowerBound < window.lowerBound
    let nearer = isBackwards ? mirrored : window
    let order = ItemOrder(query.sort, isReversed: isBackwards)
    let found =
      if order.column == "id", search == nil {
        try items(rankedBy: order, in: nearer, of: total, query.readsDescriptions)
      } else {
        try items(walking: order, in: nearer, where: search, query.readsDescriptions)
      }
    return (isBackwards ? found.reversed() : found, total)
  }

  /// Items in the order of ids, without walking over the ones before them.
  private func items(
    rankedBy order: ItemOrder, in window: Range<Int>, of total: Int, _ readsDescriptions: Bool
  ) throws -> [StoredItem] {
    let ascending = order.isDescending ? total - window.upperBound..<total - window.lowerBound : window
    let start = try ItemRanks(database: database).start(ofRank: ascending.lowerBound)
    let found = try items(
      readsDescriptions, "WHERE item.id >= ? ORDER BY item.id LIMIT ? OFFSET ?", .integer(start.id),
      .integer(ascending.count),
      .integer(start.skip))
    return order.isDescending ? found.reversed() : found
  }

  /// Items in any order. An index alone is walked to the page; whole rows are read only on it.
  private func items(
    walking order: ItemOrder, in window: Range<Int>, where search: SearchClause?, _ readsDescriptions: Bool
  ) throws -> [StoredItem] {
    let ids = try database.rows(
      "SELECT id FROM item \(search?.sql ?? "") \(order.sql) LIMIT ? OFFSET ?",
      (search?.values ?? []) + [.integer(window.count), .integer(window.lowerBound)]
    ) { $0.integer(0) }
    return try ids.flatMap { try items(readsDescriptions, "WHERE item.id = ?", .integer($0)) }
  }

  private func count(_ search: SearchClause) throws -> Int {
    try database.rows("SELECT count(*) FROM item \(search.sql)", search.values) { $0.integer(0) }.first ?? 0
  }

  /// The full item.
  func item(id: Int) throws -> StoredItem? {
    try items(true, "WHERE item.id = ?", .integer(id)).first
  }

  /// The full item, where it is certain to be there.
  func existing(_ id: Int) throws -> StoredItem {
    guard let item = try item(id: id) else { throw StoreError.damaged }
    return item
  }

  func passwordHash(ofItem id: Int) throws -> String? {
    try database.rows("SELECT password_hash FROM item WHERE id = ?", .integer(id)) { $0.text(0) }.first
  }

  private func items(
    _ readsDescriptions: Bool, _ clause: String, _ values: Database.Value...
  ) throws -> [StoredItem] {
    let images = ImageRows(database: database)
    let columns = StoredItem.columns + (readsDescriptions ? ", item.description" : "")
    return try database.rows(
      "SELECT \(columns) FROM item JOIN vendor ON vendor.id = vendor_id \(clause)", values
    ) { row throws(StoreError) in
      try StoredItem(
        row, description: readsDescriptions ? row.text(9) : "", images: images.images(ofItem: row.integer(0)))
    }
  }

  // MARK: Writing

  /// Returns the new id.
  func insert(_ draft: ItemDraft, vendor: Int, passwordHash: String, at date: Date) throws -> Int {
    try database.run(
      """
      INSERT INTO item
        (vendor_id, title, currency, price, discounted_price, stock, registration_date, password_hash, description)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(vendor), .text(draft.title), .text(draft.price.currency.code), .amount(draft.price.amount),
      .amount(draft.discountedPrice), .integer(draft.stock), .date(date), .text(passwordHash),
      .text(draft.description))
    let id = database.lastInsertedID
    try database.run(
      "INSERT INTO item_search (rowid, text) VALUES (?, ?)", .integer(id), .text(SearchText.text(of: draft)))
    return id
  }

  func update(_ id: Int, to draft: ItemDraft) throws {
    try database.run(
      """
      UPDATE item SET title = ?, currency = ?, price = ?, discounted_price = ?, stock = ?, description = ?
      WHERE id = ?
      """,
      .text(draft.title), .text(draft.price.currency.code), .amount(draft.price.amount),
      .amount(draft.discountedPrice), .integer(draft.stock), .text(draft.description), .integer(id))
    try database.run(
      "UPDATE item_search SET text = ? WHERE rowid = ?", .text(SearchText.text(of: draft)), .integer(id))
  }

  func delete(_ id: Int) throws {
    try database.run("DELETE FROM item_search WHERE rowid = ?", .integer(id))
    try database.run("DELETE FROM item WHERE id = ?", .integer(id))
  }
}
