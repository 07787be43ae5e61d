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

  /// Appends a movement and changes the item's stock and the totals of sales by it: the only way to change a stock.
  /// Throws `LedgerRefusal.notEnough` where less is there.
  ///
  /// - Parameter stock: The stock before it.
  @discardableResult
  func append(_ movement: NewMovement, to stock: Int) throws -> Movement {
    let after = stock + movement.quantity
    guard after >= 0 else {
      throw LedgerRefusal.notEnough(item: movement.itemID, stock: stock, quantity: -movement.quantity)
    }
    guard after <= ItemLimits.stock else { throw LedgerRefusal.aboveLimit(item: movement.itemID) }
    if movement.quantity != 0, movement.kind != .opening {
      try database.run("UPDATE item SET stock = ? WHERE id = ?", .integer(after), .integer(movement.itemID))
    }
    return try insert(movement, stock: after)
  }

  private func insert(_ movement: NewMovement, stock: Int) throws -> Movement {
    // As it is stored: to the microsecond.
    let recordedAt = now.storedDate
    let reportedAt = movement.reportedAt?.storedDate ?? recordedAt
    let day = calendar.day(of: reportedAt)
    let id = try database.insert(
      """
      INSERT INTO movement
        (item_id, kind, quantity, stock, currency, unit_price, cost, note, reference, reason, counted, expected,
        reverses, sale, recorded_at, reported_at, day)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(movement.itemID), .text(movement.kind.rawValue), .integer(movement.quantity), .integer(stock),
      .text(movement.price.currency.code), .amount(movement.price.amount), .amount(movement.cost),
      .text(movement.note), .text(movement.reference), .text(movement.reason?.rawValue),
      .integer(movement.counted), .integer(movement.expected), .integer(movement.reverses),
      .integer(movement.sale), .date(recordedAt), .date(reportedAt), .integer(day.number))
    if let sold = try movement.sold() {
      try SaleTotals(database: database).add(
        pieces: sold.pieces, revenue: sold.revenue, ofItem: movement.itemID,
        currency: movement.price.currency.code, on: day)
    }
    if let sale = movement.sale { try ReviewRows(database: database).updateMark(ofSale: sale) }
    return Movement(
      id: id, itemID: movement.itemID, kind: movement.kind, quantity: movement.quantity, stock: stock,
      price: movement.price, cost: movement.cost, note: movement.note, reference: movement.reference,
      reason: movement.reason, counted: movement.counted, expected: movement.expected,
      reverses: movement.reverses, sale: movement.sale, recordedAt: recordedAt, reportedAt: reportedAt)
  }

  // MARK: What changes an item

  /// Records the stock that a new item has.
  func open(_ draft: ItemDraft, ofItem id: Int) throws {
    try append(
      NewMovement(itemID: id, kind: .opening, quantity: draft.stock, price: draft.salePrice), to: 0)
  }

  /// Records a count: what is there, and what the ledger had.
  func count(_ draft: ItemDraft, ofItem id: Int, from expected: Int) throws {
    try append(
      NewMovement(
        itemID: id, kind: .counted, quantity: draft.stock - expected, price: draft.salePrice,
        counted: draft.stock, expected: expected), to: expected)
  }

  /// Records a change of the title and of the prices; nothing where neither changes.
  func noteChange(of id: Int, from before: ItemDraft, to after: ItemDraft) throws {
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
    ) { _ throws(StoreError) in }
  }

  /// Keeps the title of an item that is deleted, with its movements, if any of it was sold; forgets them otherwise.
  func close(_ item: StoredItem) throws {
    let wasSold = try database.integer(
      "SELECT 1 FROM movement WHERE item_id = ? AND kind = 'sold' LIMIT 1", .integer(item.id))
    if wasSold == nil {
      try database.run("DELETE FROM movement WHERE item_id = ?", .integer(item.id))
      try database.run("DELETE FROM item_change WHERE item_id = ?", .integer(item.id))
    } else {
      try database.run(
        "INSERT INTO deleted_item (id, title) VALUES (?, ?)", .integer(item.id), .text(item.draft.title))
    }
  }
}

extension Movement {
  /// The columns that `init` reads.
  static let columns = """
    id, item_id, kind, quantity, stock, currency, unit_price, cost, note, reference, reason, counted, expected, \
    reverses, sale, recorded_at, reported_at
    """

  init(_ row: any DatabaseRow) throws(StoreError) {
    guard let kind = MovementKind(rawValue: row.text(2)), let currency = Currency(row.text(5)) else {
      throw .damaged
    }
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
