import Foundation

/// The table of movements, and the stock that they add up to. Use it only inside a transaction.
struct MovementRows {
  let database: any Database
  let calendar: SalesCalendar
  /// When what is appended is recorded.
  let now: Date

  /// - Parameter date: When what is appended is recorded.
  init(_ database: any Database, at date: Date) throws {
    self.database = database
    calendar = try MarketSettings(database: database).calendar()
    now = date
  }

  // MARK: Reading

  /// When the stock of an item was last counted, and stated as the item was added.
  func counts(ofItem id: Int) throws -> LedgerRules.Counts {
    let last = try database.rows(
      """
      SELECT reported_at FROM movement WHERE item_id = ? AND kind = 'counted'
      ORDER BY reported_at DESC LIMIT 1
      """, .integer(id)
    ) { $0.date(0) }.first
    // The opening is the first movement.
    let first = try database.rows(
      "SELECT kind, recorded_at FROM movement WHERE item_id = ? ORDER BY id LIMIT 1", .integer(id)
    ) { (kind: $0.text(0), date: $0.date(1)) }.first
    return .init(last: last, opened: first?.kind == MovementKind.opening.rawValue ? first?.date : nil)
  }

  /// The cost of a piece of the last delivery of an item that has one.
  func lastCost(ofItem id: Int) throws -> Price? {
    let received = """
      SELECT currency, cost FROM movement WHERE item_id = ? AND kind = 'received' AND cost IS NOT NULL
      ORDER BY reported_at DESC, id DESC LIMIT 1
      """
    // The opening is the first movement.
    let opening = "SELECT currency, cost FROM movement WHERE item_id = ? ORDER BY id LIMIT 1"
    return try cost(received, ofItem: id) ?? cost(opening, ofItem: id)
  }

  private func cost(_ query: String, ofItem id: Int) throws -> Price? {
    try database.rows(query, .integer(id)) { row throws(StoreError) -> Price? in
      guard let currency = Currency(row.text(0)) else { throw row.damage(in: 0) }
      return row.optionalInteger(1).map { Price(Decimal(tenThousandths: $0), currency) }
    }.first ?? nil
  }

  /// The delivery or write-off of an item under a reference; nil where it was taken back.
  func referenced(
    _ kind: MovementKind, ofItem id: Int, _ reference: String
  ) throws -> ReferencedMovement? {
    let found = try database.rows(
      """
      SELECT \(Movement.columns) FROM movement
      WHERE reference = ? AND item_id = ? AND kind = ? AND \(Self.stands) ORDER BY id DESC LIMIT 1
      """, .text(reference), .integer(id), .text(kind.rawValue), as: Movement.init
    ).first
    guard let standing = found else { return nil }
    var first = standing
    while let former = try first.reverses.flatMap({ try Movement.row($0, in: database) }), former.kind == kind
    {
      first = former
    }
    return ReferencedMovement(first: first, standing: standing)
  }

  /// Selects deliveries and write-offs under a reference that still stand: no correction has taken them back, and no return took
  /// them off. A correction comes after its movement: the entries before are not read for each.
  private static let stands = """
    coalesce(reason, '') <> '\(RemovalReason.notResellable.rawValue)' AND NOT EXISTS (
      SELECT 1 FROM movement AS reversal
      WHERE reversal.reference = movement.reference AND reversal.item_id = movement.item_id
        AND reversal.id > movement.id AND reversal.kind = 'correction' AND reversal.reverses = movement.id)
    """

  /// References that stand several times, as they could before they meant once.
  static func repeatedReferences(
    in database: any Database, limit: Int
  ) throws -> [RepeatedReference] {
    try database.rows(
      """
      SELECT item_id, kind, reference, count(*) FROM movement
      WHERE reference IS NOT NULL AND kind IN ('received', 'removed') AND \(stands)
      GROUP BY item_id, kind, reference HAVING count(*) > 1 ORDER BY item_id, kind, reference LIMIT ?
      """, .integer(limit)
    ) { row throws(StoreError) in
      guard let kind = MovementKind(rawValue: row.text(1)) else { throw row.damage(in: 1) }
      return RepeatedReference(
        item: row.integer(0), kind: kind, reference: row.text(2), count: row.integer(3))
    }
  }

  /// Whether a delivery was corrected.
  func isReplaced(delivery id: Int) throws -> Bool {
    try database.integer(
      "SELECT 1 FROM movement WHERE reverses = ? AND kind = 'received' LIMIT 1", .integer(id)) != nil
  }

  // MARK: Writing

  /// Appends a movement to an item's ledger; see `append(_:to:)` of several.
  @discardableResult
  func append(_ movement: NewMovement, to stock: Int) throws -> Movement {
    let appended = try append([movement], to: stock)
    guard let movement = appended.first else { throw StoreError.damaged }
    return movement
  }

  /// Appends movements of one item and changes its stock and its sums by them: the only way to change a stock. The sums are
  /// written once, however many movements there are. Throws `LedgerRefusal.notEnough` where less is there, `aboveLimit`
  /// and `amountTooLarge`.
  ///
  /// - Parameter stock: The stock before them.
  func append(_ movements: [NewMovement], to stock: Int) throws -> [Movement] {
    guard let first = movements.first else { return [] }
    let sums = try MovementSums(movements)
    let ledger = ItemLedgerRows(database: database)
    let before = try ledger.add(sums, currency: first.price.currency, ofItem: first.itemID)
    let stocks = try LedgerRules.stocks(after: movements, from: stock)
    var appended: [Movement] = []
    for (index, movement) in movements.enumerated() {
      let row = try insert(movement, stock: stocks[index])
      try ledger.mark(row, asNumber: before + index)
      appended.append(row)
    }
    if let after = stocks.last, after != stock, first.kind != .opening {
      try database.run("UPDATE item SET stock = ? WHERE id = ?", .integer(after), .integer(first.itemID))
    }
    let totals = SaleTotals(database: database)
    for (place, sold) in sums.sold(on: { calendar.day(of: $0?.storedDate ?? now.storedDate) }) {
      try totals.add(
        pieces: sold.pieces, revenue: sold.revenue, ofItem: first.itemID, currency: place.currency,
        on: place.day)
    }
    try SaleRows(database: database).note(appended, receipts: movements.map(\.receipt))
    for sale in Set(movements.compactMap(\.sale)) {
      try ReviewRows(database: database).updateMark(ofSale: sale)
    }
    return appended
  }

  /// The statement that inserts a movement.
  private func columns(of movement: NewMovement, stock: Int) -> SQLCondition {
    let reportedAt = movement.reportedAt?.storedDate ?? now.storedDate
    return SQLCondition(
      """
      INSERT INTO movement
        (item_id, kind, quantity, stock, currency, unit_price, cost, note, reference, reason, counted, expected,
        reverses, sale, recorded_at, reported_at, day)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(movement.itemID), .text(movement.kind.rawValue), .integer(movement.quantity),
        .integer(stock),
        .text(movement.price.currency.code), .amount(movement.price.amount), .amount(movement.cost),
        .text(movement.note), .text(movement.reference), .text(movement.reason?.rawValue),
        .integer(movement.counted), .integer(movement.expected), .integer(movement.reverses),
        .integer(movement.sale), .date(now.storedDate), .date(reportedAt),
        .integer(calendar.day(of: reportedAt).number),
      ])
  }

  private func insert(_ movement: NewMovement, stock: Int) throws -> Movement {
    // As it is stored: to the microsecond.
    let recordedAt = now.storedDate
    let reportedAt = movement.reportedAt?.storedDate ?? recordedAt
    let row = columns(of: movement, stock: stock)
    let id = try database.insert(row.sql, row.values)
    return Movement(
      id: id, itemID: movement.itemID, kind: movement.kind, quantity: movement.quantity, stock: stock,
      price: movement.price, cost: movement.cost, note: movement.note, reference: movement.reference,
      reason: movement.reason, counted: movement.counted, expected: movement.expected,
      reverses: movement.reverses, sale: movement.sale, recordedAt: recordedAt, reportedAt: reportedAt)
  }

  // MARK: Changes of an item

  /// Records the stock that a new item has.
  func recordOpening(_ draft: ItemDraft, ofItem id: Int) throws {
    // The ledger of a new item is empty, and no id is waited for.
    let opening = NewMovement(
      itemID: id, kind: .opening, quantity: draft.stock, price: draft.salePrice, cost: draft.cost)
    _ = try LedgerRules.stocks(after: [opening], from: 0)
    try ItemLedgerRows(database: database).begin(
      MovementSums([opening]), currency: opening.price.currency, ofItem: id)
    let row = columns(of: opening, stock: draft.stock)
    try database.run(row.sql, row.values)
    try ItemLedgerRows(database: database).markFirst(ofItem: id)
  }

  /// Records a count: what is there, and what the ledger had.
  func count(_ draft: ItemDraft, ofItem id: Int, from expected: Int) throws {
    try append(
      NewMovement(
        itemID: id, kind: .counted, quantity: draft.stock - expected, price: draft.salePrice,
        counted: draft.stock, expected: expected), to: expected)
  }

  /// Records a new stock: as a count, which late slips may not come before, or as a correction by the difference.
  func recordStock(_ draft: ItemDraft, ofItem id: Int, from former: Int, isCount: Bool) throws {
    guard !isCount else { return try count(draft, ofItem: id, from: former) }
    _ = try append(
      NewMovement(itemID: id, kind: .correction, quantity: draft.stock - former, price: draft.salePrice),
      to: former)
  }

  /// Records a change of the title and of the prices; nothing where neither changes. The last `MovementLimits.changes`
  /// changes of an item remain.
  func recordEdit(of id: Int, from before: ItemDraft, to after: ItemDraft) throws {
    let changesTitle = before.title != after.title
    let changesPrice = before.price != after.price || before.discountedPrice != after.discountedPrice
    guard changesTitle || changesPrice else { return }
    func prices(_ draft: ItemDraft) -> [DatabaseValue] {
      changesPrice
        ? [
          .text(draft.price.currency.code), .amount(draft.price.amount), .amount(draft.discountedPrice),
        ] : [.null, .null, .null]
    }
    let titles: [DatabaseValue] =
      changesTitle ? [.text(before.title), .text(after.title)] : [.null, .null]
    try database.run(
      """
      INSERT INTO item_change
        (item_id, title_before, title_after, currency_before, price_before, discounted_price_before,
        currency_after, price_after, discounted_price_after, recorded_at, movement_id)
      SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce(max(id), 0) FROM movement WHERE item_id = ?
      """,
      [.integer(id)] + titles + prices(before) + prices(after) + [.date(now), .integer(id)]
    )
    try database.run(
      """
      DELETE FROM item_change WHERE id IN (
        SELECT id FROM item_change WHERE item_id = ? ORDER BY movement_id DESC, id DESC LIMIT 1 OFFSET ?)
      """, .integer(id), .integer(MovementLimits.changes))
  }

  /// Forgets the changes of an item that is deleted, and its movements if none of them was a sale. Otherwise its title is
  /// kept with them, until the operator purges them; so it is where the movements are too many for one transaction.
  func archive(_ item: StoredItem) throws {
    try database.run("DELETE FROM item_change WHERE item_id = ?", .integer(item.id))
    guard try !forgetUnsold(item.id) else { return }
    let hash = try ItemRows(database: database).passwordHash(ofItem: item.id) ?? ""
    let seller = try SellerRows(database).seller(vendor: item.vendor.id, passwordHash: hash)
    try keepTitle(of: item, seller)
  }

  /// Keeps the title of a deleted item with its movements.
  func keepTitle(of item: StoredItem, _ seller: Seller) throws {
    try database.run(
      "INSERT INTO deleted_item (id, vendor_id, seller_id, title, date) VALUES (?, ?, ?, ?, ?)",
      .integer(item.id), .integer(item.vendor.id), .integer(seller.id), .text(item.draft.title), .date(now))
  }

  /// Forgets the movements of a deleted item of which nothing was sold; returns whether it did. They stay where they are too
  /// many for one transaction.
  func forgetUnsold(_ id: Int) throws -> Bool {
    let ledger = ItemLedgerRows(database: database)
    let sums = try ledger.sums(ofItem: id)
    guard sums.pieces == 0, sums.movements <= MovementLimits.written else { return false }
    try database.run("DELETE FROM movement WHERE item_id = ?", .integer(id))
    try ledger.delete(ofItem: id)
    return true
  }
}

extension Movement {
  /// The columns that `init` reads.
  static let columns = """
    id, item_id, kind, quantity, stock, currency, unit_price, cost, note, reference, reason, counted, expected, \
    reverses, sale, recorded_at, reported_at
    """

  /// The movement with a number; nil if there is none.
  static func row(_ id: Int, in database: any Database) throws -> Movement? {
    try database.rows("SELECT \(columns) FROM movement WHERE id = ?", .integer(id), as: Movement.init).first
  }

  init(_ row: any DatabaseRow) throws(StoreError) {
    guard let kind = MovementKind(rawValue: row.text(2)) else { throw row.damage(in: 2) }
    guard let currency = Currency(row.text(5)) else { throw row.damage(in: 5) }
    self.init(
      id: row.integer(0), itemID: row.integer(1), kind: kind, quantity: row.integer(3), stock: row.integer(4),
      price: Price(Decimal(tenThousandths: row.integer(6)), currency),
      cost: row.optionalInteger(7).map(Decimal.init(tenThousandths:)), note: row.optionalText(8),
      reference: row.optionalText(9), reason: row.optionalText(10).flatMap(RemovalReason.init),
      counted: row.optionalInteger(11), expected: row.optionalInteger(12),
      reverses: row.optionalInteger(13), sale: row.optionalInteger(14), recordedAt: row.date(15),
      reportedAt: row.date(16))
  }
}
