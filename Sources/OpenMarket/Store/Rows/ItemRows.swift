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
  /// - Parameters:
  ///   - now: By which days such as `yesterday` are found.
  ///   - unlisted: How many items are in other currencies than the query's; nil if that is not known.
  ///   - totals: How many items there are, where that is known.
  func page(
    _ query: PageQuery, version: UInt64? = nil, now: Date, unlisted: UnlistedItems? = UnlistedItems.none,
    totals known: ItemRanks.Totals? = nil
  ) throws -> StoredPage {
    let onSale = try FilterConditions.onSale(in: database)
    let filter = try ItemFilter(query, unlisted: unlisted, onSale: onSale, now: now, database: database)
    let totals = try totals(filter, of: known, readsRated: ItemOrder(query.sort, isReversed: false) == nil)
    let isCounted = query.search == nil || totals.items <= SearchMatch.counted
    let total = isCounted ? totals.items : Int.max / 2
    let (first, overflow) = (query.number - 1).multipliedReportingOverflow(by: query.size)
    guard !overflow, first < total else {
      return StoredPage([], total: isCounted ? total : nil, version: version)
    }
    // Where the end is not known, an item behind the page tells whether there is another one.
    let window = first..<min(first + query.size + (isCounted ? 0 : 1), total)
    func page(_ found: [StoredItem], descriptions: (([Int]) throws -> [Int: String])? = nil) -> StoredPage {
      StoredPage(
        Array(found.prefix(query.size)), total: isCounted ? total : nil,
        hasNext: isCounted ? !found.isEmpty && window.upperBound < total : found.count > query.size,
        version: version,
        descriptions: descriptions)
    }
    // A page near the end of the list is read backwards from there.
    let mirrored = total - window.upperBound..<total - window.lowerBound
    let isBackwards = mirrored.lowerBound < window.lowerBound
    let nearer = isBackwards ? mirrored : window
    guard let order = ItemOrder(query.sort, isReversed: isBackwards) else {
      return page(
        try items(
          byRating: query.sort == .ratingAscending, in: window, of: total, rated: totals.rated, where: filter,
          onSale: onSale, descriptions: query.readsDescriptions ? .included : .omitted))
    }
    let isLong = query.readsDescriptions && window.count > StoredPage.batch
    let descriptions: Descriptions = query.readsDescriptions && !isLong ? .included : .omitted
    let found =
      if query.sort == .best, let fit = try filter?.fit(in: database) {
        if let join = fit.join(in: nearer, isBackwards: isBackwards) {
          try items(descriptions: descriptions, join.sql, values: join.values)
        } else {
          try items(fit.ids(in: nearer, isBackwards: isBackwards), descriptions: descriptions)
        }
      } else if order.isByID, filter == nil {
        try items(rankedBy: order, in: nearer, of: total, onSale: onSale, descriptions: descriptions)
      } else {
        try items(
          walking: order, in: nearer,
          of: filter?.selection(isOrderedByID: order.isByID)
            ?? SQLCondition("SELECT id FROM item WHERE \(onSale?.sql ?? "TRUE")"),
          descriptions: descriptions)
      }
    return page(
      isBackwards ? found.reversed() : found, descriptions: isLong ? self.descriptions(ofItems:) : nil)
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
    rankedBy order: ItemOrder, in window: Range<Int>, of total: Int, onSale: SQLCondition?,
    descriptions: Descriptions
  ) throws -> [StoredItem] {
    let ascending = order.isDescending ? total - window.upperBound..<total - window.lowerBound : window
    let start = try ItemRanks(database: database).start(ofRank: ascending.lowerBound)
    let found = try items(
      descriptions: descriptions,
      "WHERE item.id >= \(start.id.sql) AND \(onSale?.sql ?? "TRUE") ORDER BY item.id LIMIT ? OFFSET ?",
      values: start.id.values + [.integer(ascending.count), .integer(start.skip)])
    return order.isDescending ? found.reversed() : found
  }

  /// Items in any order. Only an index is scanned up to the page; whole rows are read for the page only.
  private func items(
    walking order: ItemOrder, in window: Range<Int>, of selection: SQLCondition, descriptions: Descriptions
  ) throws -> [StoredItem] {
    try items(
      descriptions: descriptions,
      """
      WHERE item.id IN (\(selection.sql) ORDER BY \(order.sql()) LIMIT ? OFFSET ?)
      ORDER BY \(order.sql(of: "item"))
      """, values: selection.values + [.integer(window.count), .integer(window.lowerBound)])
  }

  /// Items with these ids, in their order.
  private func items(_ ids: [Int], descriptions: Descriptions) throws -> [StoredItem] {
    let list = SQLCondition.list("item.id", in: ids)
    let found = try items(descriptions: descriptions, "WHERE \(list.sql)", values: list.values)
    let byID = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    return ids.compactMap { byID[$0] }
  }

  /// The newest items of a seller below an id, without descriptions; what is off sale, too. Reads no more rows than it returns.
  ///
  /// - Parameters:
  ///   - hash: The password hash of the seller's items.
  ///   - id: Nil to begin with the newest one.
  func items(ofVendor vendor: Int, hash: String, before id: Int?, limit: Int) throws -> [StoredItem] {
    let own = Self.condition(ofVendor: vendor, hash: hash)
    return try items(
      descriptions: .omitted,
      """
      WHERE item.id IN (SELECT id FROM item WHERE \(own.sql) AND id < ? ORDER BY id DESC LIMIT ?)
      ORDER BY item.id DESC
      """, values: own.values + [.integer(id ?? .max), .integer(limit)])
  }

  /// The condition of the items of a seller, each found by an index.
  static func condition(ofVendor vendor: Int, hash: String) -> SQLCondition {
    guard vendor == StoredVendor.marketID else { return SQLCondition("vendor_id = ?", [.integer(vendor)]) }
    // As `item_by_seller` has it, and without a comparison of the whole hash: both databases would take that for one that few rows
    // meet, and read all rows of the seller, or of the market.
    return SQLCondition(
      "substr(password_hash, length(password_hash) - 15) = ?", [.text(String(hash.suffix(16)))])
  }

  /// How many items a filter leaves, and how many of them have ratings; one statement.
  ///
  /// - Parameters:
  ///   - known: The numbers of all items, where they are known.
  ///   - readsRated: Whether the second number is needed; otherwise it may be 0.
  private func totals(
    _ filter: ItemFilter?, of known: ItemRanks.Totals?, readsRated: Bool
  ) throws -> ItemRanks.Totals {
    guard let filter else { return try known ?? ItemRanks(database: database).totals() }
    if let excluded = filter.excluded, excluded.rated != nil || !readsRated {
      let all = try known ?? ItemRanks(database: database).totals()
      return ItemRanks.Totals(
        items: all.items - excluded.count, rated: readsRated ? all.rated - (excluded.rated ?? 0) : 0)
    }
    let items =
      if let excluded = filter.excluded, let known {
        SQLCondition("\(known.items - excluded.count)")
      } else {
        try filter.count()
      }
    let ratedItems =
      readsRated
      ? SQLCondition(
        "SELECT count(*) FROM item WHERE id IN (SELECT item_id FROM rating) AND (\(filter.condition.sql))",
        filter.condition.values) : SQLCondition("0")
    return try database.rows(
      "SELECT (\(items.sql)), (\(ratedItems.sql))", items.values + ratedItems.values
    ) { ItemRanks.Totals(items: $0.integer(0), rated: $0.integer(1)) }.first
      ?? ItemRanks.Totals(items: 0, rated: 0)
  }

  func count(_ condition: SQLCondition) throws -> Int {
    try database.rows("SELECT count(*) FROM item WHERE \(condition.sql)", condition.values) { $0.integer(0) }
      .first ?? 0
  }

  /// Selects the items that exist among some ids, without descriptions.
  func items(_ ids: [Int]) throws -> [StoredItem] { try items(ids, descriptions: .omitted) }

  /// The full item; nil if it does not exist.
  func item(id: Int) throws -> StoredItem? {
    try items(descriptions: .included, "WHERE item.id = ?", values: [.integer(id)]).first
  }

  /// The full item with an id that is known to exist.
  func existing(_ id: Int) throws -> StoredItem {
    guard let item = try item(id: id) else { throw StoreError.damaged }
    return item
  }

  /// An item with the file names of its images, as the response to a write has it: a read after the transaction could fail, or find
  /// what another client has written since.
  func named(_ item: StoredItem) throws -> StoredItem {
    var item = item
    if !item.images.isEmpty { item.imageNames = try ImageRows(database: database).names(ofItem: item.id) }
    return item
  }

  /// An item that is known to exist, without its description and images.
  func summary(ofExisting id: Int) throws -> StoredItem {
    let found = try database.rows(
      "SELECT \(StoredItem.columns) FROM \(StoredItem.tables) WHERE item.id = ?",
      .integer(id)
    ) { row throws(StoreError) in try StoredItem(row, isFull: false, hasImages: false) }
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
      items: try count(SQLCondition("TRUE")),
      fractionalPrices: try database.integer(
        "SELECT count(*) FROM item WHERE price % 10000 <> 0 OR discounted_price % 10000 <> 0") ?? 0,
      otherCurrencies: try count(.unlisted(currencies)))
  }

  func items(
    descriptions: Descriptions, _ clause: String, values: [DatabaseValue]
  ) throws -> [StoredItem] {
    let columns = descriptions == .included ? StoredItem.fullColumns : StoredItem.columns
    return try database.rows(
      "SELECT \(columns), \(StoredItem.imageColumn(database.dialect)) FROM \(StoredItem.tables) \(clause)",
      values
    ) { row throws(StoreError) in
      try StoredItem(row, isFull: descriptions == .included, hasImages: true)
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
  /// - Parameters:
  ///   - isAscending: Whether the worst item is the first.
  ///   - rated: How many of the items have ratings.
  func items(
    byRating isAscending: Bool, in window: Range<Int>, of total: Int, rated: Int, where filter: ItemFilter?,
    onSale: SQLCondition?, descriptions: Descriptions
  ) throws -> [StoredItem] {
    let first = window.clamped(to: 0..<rated)
    let rest = window.clamped(to: rated..<max(rated, total))
    let found =
      first.isEmpty
      ? []
      : try ratedItems(
        isAscending, in: first, where: filter, onSale: onSale, descriptions: descriptions)
    guard !rest.isEmpty else { return found }
    guard let filter else {
      return try found + unratedItems(in: rest, after: rated, onSale: onSale, descriptions: descriptions)
    }
    return try found
      + unratedItems(in: rest, after: rated, of: total, where: filter, descriptions: descriptions)
  }

  private func ratedItems(
    _ isAscending: Bool, in window: Range<Int>, where filter: ItemFilter?, onSale: SQLCondition?,
    descriptions: Descriptions
  ) throws -> [StoredItem] {
    let direction = isAscending ? "ASC" : "DESC"
    let condition = (filter?.condition ?? onSale).map { "AND (\($0.sql))" } ?? ""
    // Without a condition only the index is read.
    let table = condition.isEmpty ? "rating" : "rating JOIN item ON item.id = rating.item_id"
    return try items(
      descriptions: descriptions,
      """
      WHERE item.id IN (
        SELECT item_id FROM \(table) WHERE TRUE \(condition)
        ORDER BY bound \(direction), item_id \(direction) LIMIT ? OFFSET ?)
      ORDER BY rating.bound \(direction), item.id \(direction)
      """,
      values: (filter?.condition.values ?? []) + [.integer(window.count), .integer(window.lowerBound)])
  }

  /// The items without ratings, the oldest first. `ItemRanks` finds the first one without a scan.
  private func unratedItems(
    in window: Range<Int>, after rated: Int, onSale: SQLCondition?, descriptions: Descriptions
  ) throws -> [StoredItem] {
    let start = try ItemRanks(database: database, scope: .unrated).start(ofRank: window.lowerBound - rated)
    return try items(
      descriptions: descriptions,
      """
      WHERE item.id >= \(start.id.sql) AND item.id NOT IN (SELECT item_id FROM rating)
        AND \(onSale?.sql ?? "TRUE")
      ORDER BY item.id LIMIT ? OFFSET ?
      """, values: start.id.values + [.integer(window.count), .integer(start.skip)])
  }

  /// The items without ratings that a filter leaves, the oldest first. A part near their end is read backwards from there.
  private func unratedItems(
    in window: Range<Int>, after rated: Int, of total: Int, where filter: ItemFilter,
    descriptions: Descriptions
  ) throws -> [StoredItem] {
    let forwards = window.lowerBound - rated..<window.upperBound - rated
    let mirrored = total - window.upperBound..<total - window.lowerBound
    let isBackwards = mirrored.lowerBound < forwards.lowerBound
    let nearer = isBackwards ? mirrored : forwards
    return try items(
      descriptions: descriptions,
      """
      WHERE item.id IN (
        SELECT id FROM item WHERE id NOT IN (SELECT item_id FROM rating) AND (\(filter.condition.sql))
        ORDER BY id \(isBackwards ? "DESC" : "ASC") LIMIT ? OFFSET ?)
      ORDER BY item.id
      """, values: filter.condition.values + [.integer(nearer.count), .integer(nearer.lowerBound)])
  }
}
