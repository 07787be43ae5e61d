import Foundation

/// The table of items. Use it only inside a transaction.
struct ItemRows {
  /// Whether items are read with their descriptions, which may be long.
  enum Descriptions {
    case included
    case omitted
  }

  let database: any Database

  // MARK: Reading

  /// A page, with the number of items on all pages. The number of statements grows with the page's size only for the
  /// descriptions of a long page: each is a round trip if the database is on a network.
  ///
  /// - Parameter unlisted: How many items are in other currencies than the query's; nil if that is not known.
  func page(_ query: PageQuery, version: UInt64? = nil, unlisted: Int? = 0) throws -> StoredPage {
    let filter = try ItemFilter(query, unlisted: unlisted, database: database)
    let total = try count(filter)
    let (first, overflow) = (query.number - 1).multipliedReportingOverflow(by: query.size)
    guard !overflow, first < total else { return StoredPage([], total: total, version: version) }
    let window = first..<min(first + query.size, total)
    // A page near the end of the list is read backwards from there.
    let mirrored = total - window.upperBound..<total - window.lowerBound
    let isBackwards = mirrored.lowerBound < window.lowerBound
    let nearer = isBackwards ? mirrored : window
    guard let order = ItemOrder(query.sort, isReversed: isBackwards) else {
      let found = try items(
        byRating: query.sort == .ratingAscending, in: window, of: total, where: filter,
        descriptions: query.readsDescriptions ? .included : .omitted)
      return StoredPage(found, total: total, version: version)
    }
    let isLong = query.readsDescriptions && window.count > StoredPage.batch
    let descriptions: Descriptions = query.readsDescriptions && !isLong ? .included : .omitted
    let found =
      if order.column == "id", filter == nil {
        try items(rankedBy: order, in: nearer, of: total, descriptions: descriptions)
      } else {
        try items(walking: order, in: nearer, where: filter, descriptions: descriptions)
      }
    return StoredPage(
      isBackwards ? found.reversed() : found, total: total, version: version,
      descriptions: isLong ? descriptions(ofItems:) : nil)
  }

  /// The descriptions of some items, by id.
  private func descriptions(ofItems ids: [Int]) throws -> [Int: String] {
    let rows = try database.rows(
      "SELECT id, description FROM item WHERE id IN (\(SQLCondition.places(ids.count)))",
      ids.map { .integer($0) }
    ) { ($0.integer(0), $0.text(1)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Items in the order of ids. `ItemRanks` finds the first one without a scan.
  private func items(
    rankedBy order: ItemOrder, in window: Range<Int>, of total: Int, descriptions: Descriptions
  ) throws -> [StoredItem] {
    let ascending = order.isDescending ? total - window.upperBound..<total - window.lowerBound : window
    let start = try ItemRanks(database: database).start(ofRank: ascending.lowerBound)
    let found = try items(
      descriptions: descriptions, "WHERE item.id >= ? ORDER BY item.id LIMIT ? OFFSET ?",
      values: [.integer(start.id), .integer(ascending.count), .integer(start.skip)])
    return order.isDescending ? found.reversed() : found
  }

  /// Items in any order. Only an index is scanned up to the page; whole rows are read for the page only.
  private func items(
    walking order: ItemOrder, in window: Range<Int>, where filter: ItemFilter?,
    descriptions: Descriptions
  ) throws -> [StoredItem] {
    let condition = filter.map { SQLCondition("WHERE \($0.condition.sql)", $0.condition.values) }
    // The index of a search has the order of ids.
    let selection =
      (order.column == "id" ? filter?.selection : nil)
      ?? SQLCondition("SELECT id FROM item \(condition?.sql ?? "")", condition?.values ?? [])
    return try items(
      descriptions: descriptions,
      """
      WHERE item.id IN (\(selection.sql) ORDER BY \(order.sql()) LIMIT ? OFFSET ?)
      ORDER BY \(order.sql(of: "item"))
      """, values: selection.values + [.integer(window.count), .integer(window.lowerBound)])
  }

  private func count(_ filter: ItemFilter?) throws -> Int {
    let all = ItemRanks(database: database)
    guard let filter else { return try all.total() }
    if let selection = filter.selection {
      return try database.rows("SELECT count(*) FROM (\(selection.sql)) AS selected", selection.values) {
        $0.integer(0)
      }
      .first ?? 0
    }
    guard let excluded = filter.excluded else { return try count(filter.condition) }
    return try all.total() - excluded
  }

  func count(_ condition: SQLCondition) throws -> Int {
    try database.rows("SELECT count(*) FROM item WHERE \(condition.sql)", condition.values) { $0.integer(0) }
      .first ?? 0
  }

  /// Selects the items that exist among some ids, without descriptions, in no order.
  func items(_ ids: [Int]) throws -> [StoredItem] {
    let list = SQLCondition.list("item.id", in: ids)
    return try items(descriptions: .omitted, "WHERE \(list.sql)", values: list.values)
  }

  /// The full item; nil if it does not exist.
  func item(id: Int) throws -> StoredItem? {
    try items(descriptions: .included, "WHERE item.id = ?", values: [.integer(id)]).first
  }

  /// The full item with an id that is known to exist.
  func existing(_ id: Int) throws -> StoredItem {
    guard let item = try item(id: id) else { throw StoreError.damaged }
    return item
  }

  /// An item that is known to exist, without its description and images.
  func summary(ofExisting id: Int) throws -> StoredItem {
    let found = try database.rows(
      "SELECT \(StoredItem.columns) FROM \(StoredItem.tables) WHERE item.id = ?",
      .integer(id)
    ) { row throws(StoreError) in try StoredItem(row, isFull: false) }
    guard let item = found.first else { throw StoreError.damaged }
    return item
  }

  func passwordHash(ofItem id: Int) throws -> String? {
    try database.rows("SELECT password_hash FROM item WHERE id = ?", .integer(id)) { $0.text(0) }.first
  }

  /// The summary that a server prints when it starts. Scans all items.
  ///
  /// - Parameter currencies: The currencies that are listed.
  func summary(listing currencies: Set<Currency>) throws -> StoreSummary {
    StoreSummary(
      items: try ItemRanks(database: database).total(),
      fractionalPrices: try database.integer(
        "SELECT count(*) FROM item WHERE price % 10000 <> 0 OR discounted_price % 10000 <> 0") ?? 0,
      otherCurrencies: try count(.unlisted(currencies)))
  }

  func items(
    descriptions: Descriptions, _ clause: String, values: [DatabaseValue]
  ) throws -> [StoredItem] {
    let columns = descriptions == .included ? StoredItem.fullColumns : StoredItem.columns
    let rows = try database.rows(
      "SELECT \(columns) FROM \(StoredItem.tables) \(clause)", values
    ) { row throws(StoreError) in
      try StoredItem(row, isFull: descriptions == .included)
    }
    let images = try ImageRows(database: database).images(ofItems: rows.map(\.id))
    return rows.map { row in
      var item = row
      item.images = images[row.id] ?? []
      return item
    }
  }

  // MARK: Writing

  /// Inserts an item and returns its id. Throws before anything is written if the seller has an item with a key of it:
  /// `MarketplaceError.taken`.
  func insert(
    _ indexed: IndexedDraft, of seller: Seller, passwordHash: String, at date: Date,
    keys: ItemKeys = ItemKeys()
  ) throws -> Int {
    var backlog = SearchBacklog()
    let id = try insert(
      indexed, of: seller, passwordHash: passwordHash, at: date, keys: keys, indexing: &backlog)
    try backlog.write(to: database)
    return id
  }

  /// Inserts an item as the other method does, but for its text in the index, which is left to be written.
  func insert(
    _ indexed: IndexedDraft, of seller: Seller, passwordHash: String, at date: Date, keys: ItemKeys,
    indexing backlog: inout SearchBacklog
  ) throws -> Int {
    let draft = indexed.draft
    let details = DetailRows(database: database)
    try details.checkKeys(of: draft, keys, seller: seller)
    let id = try database.insert(
      """
      INSERT INTO item
        (vendor_id, title, currency, price, discounted_price, stock, registration_date, password_hash, description)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(seller.vendor), .text(draft.title), .text(draft.price.currency.code),
      .amount(draft.price.amount),
      .amount(draft.discountedPrice), .integer(draft.stock), .date(date), .text(passwordHash),
      .text(draft.description))
    try details.insert(draft, keys, ofItem: id, of: seller)
    backlog.insert(indexed.searchText ?? SearchText.text(of: draft), ofItem: id)
    return id
  }

  /// Changes an item but its stock, which changes by a movement. Throws `MarketplaceError.taken` before anything is
  /// written.
  ///
  /// - Parameter present: The full item.
  func update(_ present: StoredItem, to indexed: IndexedDraft) throws {
    var backlog = SearchBacklog()
    try update(present, to: indexed, indexing: &backlog)
    try backlog.write(to: database)
  }

  /// Changes an item as the other method does, but for its text in the index, which is left to be written.
  func update(_ present: StoredItem, to indexed: IndexedDraft, indexing backlog: inout SearchBacklog) throws {
    let (id, draft) = (present.id, indexed.draft)
    try DetailRows(database: database).update(present, to: draft)
    try database.run(
      """
      UPDATE item SET title = ?, currency = ?, price = ?, discounted_price = ?, description = ?
      WHERE id = ?
      """,
      .text(draft.title), .text(draft.price.currency.code), .amount(draft.price.amount),
      .amount(draft.discountedPrice), .text(draft.description), .integer(id))
    if let text = indexed.searchText { backlog.update(text, ofItem: id) }
  }

  func setRegistrationDate(_ date: Date, ofItem id: Int) throws {
    try database.run("UPDATE item SET registration_date = ? WHERE id = ?", .date(date), .integer(id))
  }

  /// Deletes an item from all tables that have rows for it.
  ///
  /// - Parameter item: The full item.
  func remove(_ item: StoredItem, _ movements: MovementRows) throws {
    try movements.archive(item)
    try ImageRows(database: database).delete(ofItem: item.id)
    try ReviewRows(database: database).delete(ofItem: item.id)
    try delete(item)
  }

  func delete(_ item: StoredItem) throws {
    try DetailRows(database: database).delete(ofItem: item.id)
    try SearchRows(database: database).delete(ofItem: item.id, bytes: item.draft.textBytes)
    try database.run("DELETE FROM item WHERE id = ?", .integer(item.id))
  }
}

extension DatabaseValue {
  /// An amount of money, in ten-thousandths; the limits of prices keep it within 64 bits.
  static func amount(_ amount: Decimal) -> Self {
    .integer(amount.tenThousandths)
  }

  static func amount(_ amount: Decimal?) -> Self {
    amount.map { .amount($0) } ?? .null
  }
}

/// The order by rating: items with ratings by the lower bound of their mean, then the others, in both directions.
extension ItemRows {
  /// - Parameter isAscending: Whether the worst item is the first.
  func items(
    byRating isAscending: Bool, in window: Range<Int>, of total: Int, where filter: ItemFilter?,
    descriptions: Descriptions
  ) throws -> [StoredItem] {
    let rated = try ratedCount(filter)
    let direction = isAscending ? "ASC" : "DESC"
    let condition = filter.map { "AND (\($0.condition.sql))" } ?? ""
    let values = filter?.condition.values ?? []
    var ids: [Int] = []
    let first = window.clamped(to: 0..<rated)
    if !first.isEmpty {
      // Without a filter only the index is read.
      let table = filter == nil ? "rating" : "rating JOIN item ON item.id = rating.item_id"
      ids += try database.rows(
        """
        SELECT item_id FROM \(table) WHERE TRUE \(condition)
        ORDER BY bound \(direction), item_id \(direction) LIMIT ? OFFSET ?
        """, values + [.integer(first.count), .integer(first.lowerBound)]
      ) { $0.integer(0) }
    }
    let rest = window.clamped(to: rated..<max(rated, total))
    if first.isEmpty, filter == nil {
      return try unratedItems(in: rest, after: rated, descriptions: descriptions)
    }
    if !rest.isEmpty { ids += try unratedIDs(in: rest, after: rated, of: total, where: filter) }
    let found = try items(
      descriptions: descriptions, "WHERE item.id IN (\(SQLCondition.places(ids.count)))",
      values: ids.map { .integer($0) })
    let byID = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    return ids.compactMap { byID[$0] }
  }

  /// The items without ratings, the oldest first. `ItemRanks` finds the first one without a scan.
  private func unratedItems(
    in window: Range<Int>, after rated: Int, descriptions: Descriptions
  ) throws -> [StoredItem] {
    let start = try ItemRanks(database: database, scope: .unrated).start(ofRank: window.lowerBound - rated)
    return try items(
      descriptions: descriptions,
      """
      WHERE item.id >= ? AND item.id NOT IN (SELECT item_id FROM rating)
      ORDER BY item.id LIMIT ? OFFSET ?
      """, values: [.integer(start.id), .integer(window.count), .integer(start.skip)])
  }

  /// The ids of items without ratings, the oldest first. With a filter a part near their end is read backwards from there.
  private func unratedIDs(
    in window: Range<Int>, after rated: Int, of total: Int, where filter: ItemFilter?
  ) throws -> [Int] {
    let forwards = window.lowerBound - rated..<window.upperBound - rated
    // Behind items with ratings, these begin with the first one.
    guard let filter else { return try unratedIDs("", [], window: forwards) }
    let mirrored = total - window.upperBound..<total - window.lowerBound
    let isBackwards = mirrored.lowerBound < forwards.lowerBound
    let ids = try unratedIDs(
      "AND (\(filter.condition.sql))", filter.condition.values, window: isBackwards ? mirrored : forwards,
      isBackwards: isBackwards)
    return isBackwards ? ids.reversed() : ids
  }

  private func unratedIDs(
    _ condition: String, _ values: [DatabaseValue], window: Range<Int>, isBackwards: Bool = false
  ) throws -> [Int] {
    try database.rows(
      """
      SELECT id FROM item WHERE id NOT IN (SELECT item_id FROM rating) \(condition)
      ORDER BY id \(isBackwards ? "DESC" : "ASC") LIMIT ? OFFSET ?
      """, values + [.integer(window.count), .integer(window.lowerBound)]
    ) { $0.integer(0) }
  }

  /// How many of the items have ratings.
  private func ratedCount(_ filter: ItemFilter?) throws -> Int {
    guard let filter else { return try ItemRanks(database: database).ratedTotal() }
    let rated = SQLCondition("id IN (SELECT item_id FROM rating)")
    return try count(.joined([rated, filter.condition], by: "AND"))
  }
}
