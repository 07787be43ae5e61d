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
  ///   - totals: How many items there are, those of other currencies too, where that is known.
  func page(
    _ query: PageQuery, version: UInt64? = nil, now: Date, totals known: ItemTotals? = nil,
    few: Int = FilterIntersection.few
  ) throws -> StoredPage {
    let filter = try ItemFilter(query, unlisted: known?.unlisted, now: now, database: database)
    let readsRated = ItemOrder(query.sort, isReversed: false) == nil && !query.sinksSoldOut
    let totals = try totals(filter, of: known, readsRated: readsRated)
    let isCounted = totals.isPresent && (query.search == nil || totals.items <= SearchMatch.counted)
    let (first, overflow) = (query.number - 1).multipliedReportingOverflow(by: query.size)
    let shown = query.search == nil || totals.items <= SearchMatch.counted ? totals.items : nil
    guard !overflow, !isCounted || first < totals.items else {
      return StoredPage([], total: shown, version: version)
    }
    // Where the end is not known, an item behind the page tells whether there is another one.
    let end = isCounted ? totals.items : Int.max / 2
    let window = min(first, end)..<min(first + query.size + (isCounted ? 0 : 1), end)
    func page(_ found: [StoredItem], descriptions: (([Int]) throws -> [Int: String])? = nil)
      -> StoredPage
    {
      let hasNext = isCounted ? !found.isEmpty && window.upperBound < end : found.count > query.size
      // A total of a moment before is no less than what is seen.
      let seen = hasNext ? first + query.size + 1 : found.isEmpty ? 0 : first + found.count
      let total = isCounted ? shown : shown.map { hasNext || found.isEmpty ? max($0, seen) : seen }
      return StoredPage(
        Array(found.prefix(query.size)), total: total, hasNext: hasNext, version: version,
        descriptions: descriptions)
    }
    let isLong = query.readsDescriptions && window.count > StoredPage.batch
    let descriptions: Descriptions = query.readsDescriptions && !isLong ? .included : .omitted
    func items(_ filter: ItemFilter?, _ window: Range<Int>, _ end: Int) throws -> [StoredItem] {
      try self.items(
        query.sort, filter, in: window, before: end, rated: query.sinksSoldOut ? nil : totals.rated,
        mayBeFrequent: shown == nil, descriptions)
    }
    let found =
      query.sinksSoldOut
      ? try itemsInStockFirst(filter, in: window, before: end, few: few, items)
      : try items(filter, window, end)
    return page(found, descriptions: isLong ? self.descriptions(ofItems:) : nil)
  }

  /// Items of a list in which those in stock come before those that are sold out. How many are in stock is counted only where a page
  /// needs it: few of all items, or what precedes a page behind many.
  ///
  /// - Parameters:
  ///   - end: The number of the items, or more where it is not known.
  ///   - few: Fewer items than this are counted and sorted fast.
  ///   - items: Reads a window of the items of a filter.
  private func itemsInStockFirst(
    _ filter: ItemFilter?, in window: Range<Int>, before end: Int, few: Int,
    _ items: (ItemFilter?, Range<Int>, Int) throws -> [StoredItem]
  ) throws -> [StoredItem] {
    func count(upTo limit: Int? = nil) throws -> Int {
      try database.count(
        ItemFilter(filter == nil ? .fewInStock : .inStock, of: filter).selection(), upTo: limit)
    }
    let counted = filter == nil ? try count(upTo: few) : few
    let known = counted < few ? counted : filter == nil && window.lowerBound > few ? try count() : nil
    // A walk passes those that are sold out: where they are many, few others are found faster by their stock.
    let part: ItemScope = counted < few && end > 2 * few ? .fewInStock : .inStock
    let last = known ?? Int.max / 2
    let first = try items(ItemFilter(part, of: filter), window.clamped(to: 0..<last), last)
    guard first.count < window.count else { return first }
    let inStock =
      try known ?? (first.isEmpty && window.lowerBound > 0 ? count() : window.lowerBound + first.count)
    let start = max(window.lowerBound - inStock, 0)
    let rest = start..<max(start, window.upperBound - inStock)
    return try first + items(ItemFilter(.soldOut, of: filter), rest, max(end - inStock, rest.upperBound))
  }

  /// Items of a list in its order.
  ///
  /// - Parameters:
  ///   - end: The number of the items, or more where it is not known.
  ///   - rated: How many of the items have ratings; nil where that was not counted.
  ///   - mayBeFrequent: Whether they may be those of a frequent search.
  private func items(
    _ sort: PageQuery.Sort, _ filter: ItemFilter?, in window: Range<Int>, before end: Int, rated: Int?,
    mayBeFrequent: Bool, _ descriptions: Descriptions
  ) throws -> [StoredItem] {
    guard !window.isEmpty else { return [] }
    guard let order = ItemOrder(sort, isReversed: false) else {
      let condition = filter?.condition ?? ItemScope.listed.condition
      return try items(
        byRating: sort == .ratingAscending, in: window,
        rated: rated ?? database.number(Self.rated(condition)), where: condition, descriptions: descriptions)
    }
    // A page near the end of the list is read backwards from there.
    let mirrored = end - window.upperBound..<end - window.lowerBound
    let isBackwards = mirrored.lowerBound < window.lowerBound
    let nearer = isBackwards ? mirrored : window
    let isFrequent = try mayBeFrequent && filter?.isFrequent(in: database) == true
    let found =
      if sort == .best, let fit = try filter?.fit(isFrequent: isFrequent, in: database) {
        if let join = fit.join(in: nearer, isBackwards: isBackwards) {
          try items(descriptions: descriptions, join)
        } else {
          try items(fit.ids(in: nearer, isBackwards: isBackwards), descriptions: descriptions)
        }
      } else {
        try items(
          walking: isBackwards ? ItemOrder(sort, isReversed: true) ?? order : order, in: nearer,
          of: (isFrequent ? filter?.walked(in: database) : nil) ?? filter?.selection(
            isOrderedByID: order.isByID)
            ?? ItemScope.listed.selection,
          descriptions: descriptions)
      }
    return isBackwards ? found.reversed() : found
  }

  /// The descriptions of some items, by id.
  private func descriptions(ofItems ids: [Int]) throws -> [Int: String] {
    try database.values(of: "SELECT id, description FROM item WHERE \(.list("id", in: ids))") { $0.text(1) }
  }

  /// Items in any order. Only an index is scanned up to the page; whole rows are read for the page only.
  private func items(
    walking order: ItemOrder, in window: Range<Int>, of selection: SQLCondition, descriptions: Descriptions
  ) throws -> [StoredItem] {
    try items(
      descriptions: descriptions,
      """
      WHERE item.id IN (
        \(selection) ORDER BY \(sql: order.sql()) LIMIT \(.integer(window.count)) OFFSET \(.integer(window.lowerBound)))
      ORDER BY \(sql: order.sql(of: "item"))
      """)
  }

  /// Items with these ids, in their order.
  private func items(_ ids: [Int], descriptions: Descriptions) throws -> [StoredItem] {
    let found = try items(descriptions: descriptions, "WHERE \(.list("item.id", in: ids))")
    let byID = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    return ids.compactMap { byID[$0] }
  }

  /// The newest items of a seller below an id, without descriptions; what is off sale, too. Reads no more rows than it returns.
  ///
  /// - Parameters:
  ///   - hash: The password hash of the seller's items.
  ///   - id: Nil to begin with the newest one.
  ///   - filter: What they meet besides; nil for all.
  func items(
    ofVendor vendor: Int, hash: String, before id: Int?, limit: Int, matching filter: ItemFilter?
  ) throws -> [StoredItem] {
    let own = try SellerRows(database).condition(ofVendor: vendor, hash: hash)
    let found: SQLCondition = filter.map { "id IN (\($0.selection(isOrderedByID: false)))" } ?? "TRUE"
    return try items(
      descriptions: .omitted,
      """
      WHERE item.id IN (
        \(ItemScope.present.selection) AND \(own) AND \(found) AND id < \(.integer(id ?? .max))
        ORDER BY id DESC LIMIT \(.integer(limit)))
      ORDER BY item.id DESC
      """)
  }

  /// How many items a filter leaves, and how many of them have ratings; one statement.
  ///
  /// - Parameters:
  ///   - known: The numbers of all items, where they are known.
  ///   - readsRated: Whether the second number is needed; otherwise it may be 0.
  private func totals(_ filter: ItemFilter?, of known: ItemTotals?, readsRated: Bool) throws
    -> ItemTotals
  {
    if let known {
      if filter == nil { return known }
      if let excluded = filter?.excluded {
        return ItemTotals(
          items: known.items - excluded, rated: known.rated - known.unlistedRated, isPresent: known.isPresent)
      }
    }
    let items = try filter?.count() ?? ItemScope.listed.count
    let rated =
      readsRated ? Self.rated(filter?.condition ?? ItemScope.listed.condition) : SQLCondition("0")
    return try database.rows(of: "SELECT (\(items)), (\(rated))") {
      ItemTotals(items: $0.integer(0), rated: $0.integer(1))
    }.first ?? ItemTotals(items: 0)
  }

  /// A SELECT of the number of the items with ratings that meet a condition.
  private static func rated(_ condition: SQLCondition) -> SQLCondition {
    SQLCondition("SELECT count(*) FROM item WHERE rating IS NOT NULL AND \(condition)")
  }

  func count(_ condition: SQLCondition) throws -> Int {
    try database.number("\(ItemScope.present.count) AND (\(condition))")
  }

  /// Selects items by their ids, also deleted ones, without descriptions. Those that are not on sale have no images.
  func formerItems(_ ids: [Int]) throws -> [Int: (item: StoredItem, isOnSale: Bool)] {
    let list = SQLCondition.list("item.id", in: ids)
    let listed = Set(try database.integers(of: "\(ItemScope.listed.selection) AND \(list)"))
    let all = try items(descriptions: .omitted, "WHERE \(list)", from: StoredItem.allTables)
    return all.reduce(into: [:]) { found, item in
      var item = item
      if !listed.contains(item.id) { item.images = [] }
      found[item.id] = (item, listed.contains(item.id))
    }
  }

  /// The full item; nil if it does not exist.
  func item(id: Int) throws -> StoredItem? {
    try items(descriptions: .included, "WHERE item.id = \(.integer(id))").first
  }

  /// The full item with an id that is known to exist.
  func existing(_ id: Int) throws -> StoredItem {
    try item(id: id).orThrow(StoreError.damaged)
  }

  /// An item with the file names of its images, as the response to a write has it: a read after the transaction could fail, or find
  /// what another client has written since.
  func named(_ item: StoredItem) throws -> StoredItem {
    var item = item
    if !item.images.isEmpty { item.imageNames = try ImageRows(database: database).names(ofItem: item.id) }
    return item
  }

  /// An item that is known to exist, without its description.
  func summary(ofExisting id: Int) throws -> StoredItem {
    try items(descriptions: .omitted, "WHERE item.id = \(.integer(id))").first.orThrow(StoreError.damaged)
  }

  /// The title of an item, also of a deleted one.
  func title(ofItem id: Int) throws -> String? {
    try database.rows("SELECT title FROM item WHERE id = ?", .integer(id)) { $0.text(0) }.first
  }

  func passwordHash(ofItem id: Int) throws -> String? {
    try database.rows("SELECT password_hash FROM item WHERE id = ? AND state < 2", .integer(id)) {
      $0.text(0)
    }.first
  }

  /// The summary that a server prints when it starts. Scans all items.
  ///
  /// - Parameter currencies: The currencies that are listed.
  func summary(listing currencies: Set<Currency>) throws -> StoreSummary {
    StoreSummary(
      items: try count("TRUE"),
      fractionalPrices: try count("price % 10000 <> 0 OR discounted_price % 10000 <> 0"),
      otherCurrencies: try count(.unlisted(currencies)))
  }

  func items(
    descriptions: Descriptions, _ clause: SQLCondition, from tables: String = StoredItem.tables
  ) throws -> [StoredItem] {
    let columns = descriptions == .included ? StoredItem.fullColumns : StoredItem.columns
    let images = StoredItem.imageColumn(database.dialect)
    return try database.rows(
      of: "SELECT \(sql: columns), \(sql: images) FROM \(sql: tables) \(clause)"
    ) { row throws(StoreError) in try StoredItem(row, isFull: descriptions == .included) }
  }

  // MARK: Writing

  /// Inserts an item and returns its id. Throws before anything is written if the seller has an item with a key of it:
  /// `MarketplaceError.taken`.
  func insert(
    _ indexed: IndexedDraft, of seller: Seller, passwordHash: String, at date: Date,
    keys: ItemKeys = ItemKeys()
  ) throws -> Int {
    let draft = indexed.draft
    let details = DetailRows(database: database)
    try details.checkKeys(of: draft, keys, seller: seller)
    let columns: [(name: String, value: DatabaseValue)] =
      [
        ("vendor_id", .integer(seller.vendor)), ("registration_date", .date(date)),
        ("password_hash", .text(passwordHash)), ("stock", .integer(draft.stock)),
        // The opening.
        ("movements", .integer(1)),
      ] + columns(of: draft) + details.columns(of: draft, keys, of: seller)
    let id = try database.insert(
      """
      INSERT INTO item (\(columns.map(\.name).joined(separator: ", "))) VALUES (\(SQLCondition.places(columns.count)))
      """, columns.map(\.value))
    try details.index(draft.tags, ofItem: id)
    try details.indexCodes(of: draft.details, ofItem: id, seller)
    try SearchRows(database: database).put(
      indexed.searchText ?? SearchText.text(of: draft), ofItem: id, isNew: true)
    return id
  }

  /// Changes an item with its stock, its cost and its images. Throws `MarketplaceError.taken` before anything is written.
  ///
  /// - Parameters:
  ///   - present: The full item.
  ///   - arrange: Changes the images; nil where they stay.
  /// - Returns: The item as it is then, and the changes for the log.
  func change(
    _ present: StoredItem, to indexed: IndexedDraft, _ movements: MovementRows, stock: StockEntry = .counted,
    arrange: ((ImageRows) throws -> Void)? = nil
  ) throws -> (item: StoredItem, changes: [LogChange]) {
    let (id, draft) = (present.id, indexed.draft)
    try update(present, to: indexed)
    try movements.recordEdit(of: id, from: present.draft, to: draft)
    if stock == .countedAlways || draft.stock != present.draft.stock {
      try movements.recordStock(draft, ofItem: id, from: present.draft.stock, isCount: stock != .corrected)
    }
    let cost = try draft.cost.flatMap { try movements.setCost($0, of: draft, ofItem: id) }
    let rows = ImageRows(database: database)
    let names = arrange == nil ? [:] : try rows.names(ofItem: id)
    try arrange?(rows)
    let after = try existing(id)
    var change = LogChange.edit(of: present, to: after, isCount: stock == .countedAlways)
    try change?.noteNames(names, rows)
    let costs = try LogChange.movements(
      cost.map { [$0] } ?? [], title: after.draft.title, in: database)
    return (after, [change, costs].compactMap(\.self))
  }

  /// How a new stock is recorded.
  enum StockEntry {
    case counted
    /// As a count, even if it is the present one.
    case countedAlways
    /// By the difference.
    case corrected
  }

  /// Changes an item but its stock, which changes by a movement. Throws `MarketplaceError.taken` before anything is
  /// written.
  ///
  /// - Parameter present: The full item.
  private func update(_ present: StoredItem, to indexed: IndexedDraft) throws {
    let (id, draft) = (present.id, indexed.draft)
    let details = DetailRows(database: database)
    let columns = try columns(of: draft) + details.columns(changing: present, to: draft)
    try database.run(
      "UPDATE item SET \(columns.map { "\($0.name) = ?" }.joined(separator: ", ")) WHERE id = ?",
      columns.map(\.value) + [.integer(id)])
    try details.index(draft.tags, ofItem: id, former: present.draft.tags)
    try details.indexCodes(
      of: draft.details, former: present.draft.details, ofItem: id, details.seller(ofExisting: id))
    if let text = indexed.searchText {
      try SearchRows(database: database).put(
        text, ofItem: id, isNew: false, former: present.draft.textBytes)
    }
  }

  /// The columns that every edit writes, with their values.
  private func columns(of draft: ItemDraft) -> [(name: String, value: DatabaseValue)] {
    [
      ("title", .text(draft.title)), ("title_key", .text(TitleKeys.key(of: draft.title))),
      ("currency", .text(draft.price.currency.code)),
      ("price", .amount(draft.price.amount)), ("discounted_price", .amount(draft.discountedPrice)),
      ("description", .text(draft.description)),
    ]
  }

  func setRegistrationDate(_ date: Date, ofItem id: Int) throws {
    try database.run("UPDATE item SET registration_date = ? WHERE id = ?", .date(date), .integer(id))
  }

  /// Deletes an item for good.
  ///
  /// - Parameter item: The full item.
  func remove(_ item: StoredItem, _ movements: MovementRows) throws {
    try ImageRows(database: database).delete(ofItem: item.id)
    try ReviewRows(database: database).delete(ofItem: item.id)
    try leave(item)
    try movements.archive(item.id)
  }

  /// Leaves no more of a deleted item than what past figures name: its title, its tags and the numbers of its movements. The row takes no
  /// new page, so that it works where a disk is full.
  func keepTitle(ofItem id: Int, at date: Date) throws {
    try database.run(
      """
      UPDATE item SET state = 4, deleted = coalesce(deleted, ?), expiry = NULL, client = NULL, bytes = NULL, password_hash = '',
        sku = NULL, reference = NULL, row_key = NULL, cells = NULL, reorder_at = NULL, note = NULL, description = '', images = 0,
        \(Rating.columns.map { "\($0) = 0, " }.joined())verified_reviews = 0, rating = NULL
      WHERE id = ?
      """, .date(date), .integer(id))
  }

  /// Takes an item that is deleted out of what finds it.
  func leave(_ item: StoredItem) throws {
    try database.run("DELETE FROM deletion_token WHERE item_id = ?", .integer(item.id))
    let details = DetailRows(database: database)
    try details.index([], ofItem: item.id, former: item.draft.tags)
    try details.indexCodes(
      of: ItemDetails(), former: item.draft.details, ofItem: item.id, Seller(vendor: item.vendor.id, id: 0))
    try SearchRows(database: database).delete(ofItem: item.id, bytes: item.draft.textBytes)
  }
}

/// The numbers of an item's movements: how many there are and what they add up to in absolute values.
extension ItemRows {
  /// The numbers of an item; zeros where it has no movement.
  func ledgerSums(ofItem id: Int) throws -> LedgerSums {
    try database.rows(
      "SELECT movements, moved_pieces, moved_amount FROM item WHERE id = ?", .integer(id)
    ) { LedgerSums(movements: $0.integer(0), pieces: $0.integer(1), amount: $0.integer(2)) }.first
      ?? LedgerSums()
  }

  /// Adds movements to the numbers of an item. Throws as `LedgerSums.adding`.
  func add(_ movements: MovementSums, currency: Currency, ofItem id: Int) throws {
    let sums = try ledgerSums(ofItem: id).adding(movements, currency: currency, ofItem: id)
    try database.run(
      "UPDATE item SET movements = ?, moved_pieces = ?, moved_amount = ? WHERE id = ?",
      .integer(sums.movements), .integer(sums.pieces), .integer(sums.amount), .integer(id))
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
    byRating isAscending: Bool, in window: Range<Int>, rated: Int, where condition: SQLCondition,
    descriptions: Descriptions
  ) throws -> [StoredItem] {
    func part(_ isRated: Bool, _ window: Range<Int>, order: (String) -> String) throws
      -> [StoredItem]
    {
      guard !window.isEmpty else { return [] }
      return try items(
        descriptions: descriptions,
        """
        WHERE item.id IN (
          SELECT id FROM item WHERE rating IS \(sql: isRated ? "NOT NULL" : "NULL") AND \(condition)
          ORDER BY \(sql: order("")) LIMIT \(.integer(window.count)) OFFSET \(.integer(window.lowerBound)))
        ORDER BY \(sql: order("item."))
        """)
    }
    let direction = isAscending ? "ASC" : "DESC"
    let (first, rest) = (
      window.clamped(to: 0..<rated), window.clamped(to: rated..<max(rated, window.upperBound))
    )
    return try part(true, first) { "\($0)rating \(direction), \($0)id \(direction)" }
      + part(false, rest.lowerBound - rated..<rest.upperBound - rated) { "\($0)id ASC" }
  }
}
