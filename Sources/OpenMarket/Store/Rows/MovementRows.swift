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

  /// Reads the cost of an item's stock after its last movement, or after the last one up to a number.
  func cost(ofItem id: Int, upTo last: Int = StoredColumns.anyNumber.upperBound) throws -> StockCost? {
    try recorded("item_id = ? AND id <= ? ORDER BY id DESC", .integer(id), .integer(last))?.cost
  }

  /// Finds the cost of an item's stock at a time, by the movements for times up to it in the order in which they were recorded:
  /// the last one that was recorded by then has the cost, and `MovementLimits.late` late ones that follow change it.
  func cost(ofItem id: Int, by time: Date) throws -> StockCost? {
    // A movement for a time before the item was added takes its pieces from the opening stock.
    guard let opening = try recorded("item_id = ? ORDER BY id", .integer(id)) else { return nil }
    var (last, cost) =
      try recorded(
        """
        item_id = ? AND reported_at = recorded_at AND kind <> 'opening' AND recorded_at <= ?
        ORDER BY recorded_at DESC, id DESC
        """, .integer(id), .date(time)) ?? opening
    try database.run(
      """
      SELECT kind, quantity, currency, cost, CASE WHEN reverses IS NOT NULL AND sale IS NULL THEN 1 ELSE 0 END FROM (
        SELECT id, kind, quantity, currency, cost, reverses, sale, reported_at FROM movement
        WHERE item_id = ? AND id > ? AND reported_at < recorded_at ORDER BY id LIMIT ?) AS late
      WHERE reported_at <= ? OR reverses = ? ORDER BY id
      """, [.integer(id), .integer(last), .integer(MovementLimits.late), .date(time), .integer(opening.id)]
    ) { row throws(StoreError) in
      cost.add(
        try row.value(0, MovementKind.init), row.integer(1), in: try row.currency(2),
        at: row.optionalInteger(3),
        takesBack: row.integer(4) == 1)
    }
    return cost
  }

  private func recorded(
    _ condition: String, _ values: DatabaseValue...
  ) throws -> (id: Int, cost: StockCost)? {
    try database.rows(
      "SELECT id, \(StockCost.columns) FROM movement WHERE \(condition) LIMIT 1", values
    ) { row throws(StoreError) in (row.integer(0), try StockCost(row, from: 1)) }.first
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
      RepeatedReference(
        item: row.integer(0), kind: try row.value(1, MovementKind.init), reference: row.text(2),
        count: row.integer(3))
    }
  }

  /// The delivery that stands for a corrected one; nil where it was not corrected.
  func replacement(ofDelivery id: Int) throws -> Int? {
    var last: Int?
    while let next = try database.integer(
      "SELECT id FROM movement WHERE reverses = ? AND kind = 'received' LIMIT 1", .integer(last ?? id))
    {
      last = next
    }
    return last
  }

  // MARK: Writing

  /// Appends a movement to an item's ledger; see `append(_:to:)` of several.
  @discardableResult
  func append(_ movement: NewMovement, to stock: Int) throws -> Movement {
    try append([movement], to: stock).first.orThrow(StoreError.damaged)
  }

  /// Appends movements of one item and changes its stock and its sums by them: the only way to change a stock. The sums are
  /// written once, however many movements there are. Throws `LedgerRefusal.notEnough` where less is there, `aboveLimit`
  /// and `amountTooLarge`.
  ///
  /// - Parameter stock: The stock before them.
  func append(_ movements: [NewMovement], to stock: Int) throws -> [Movement] {
    guard let first = movements.first else { return [] }
    let sums = try MovementSums(movements) { calendar.day(of: $0?.storedDate ?? now.storedDate) }
    try ItemRows(database: database).add(sums, currency: first.price.currency, ofItem: first.itemID)
    let stocks = try LedgerRules.stocks(after: movements, from: stock)
    var cost = try cost(ofItem: first.itemID) ?? StockCost(in: first.price.currency)
    var appended: [Movement] = []
    for (index, movement) in movements.enumerated() {
      try add(movement, to: &cost)
      appended.append(try insert(movement, stock: stocks[index], cost))
    }
    if let after = stocks.last, after != stock, first.kind != .opening {
      try database.run("UPDATE item SET stock = ? WHERE id = ?", .integer(after), .integer(first.itemID))
    }
    let totals = SaleTotals(database: database)
    // In one order, in which transactions lock them.
    for (place, sold) in sums.sold.sorted(by: {
      ($0.key.day, $0.key.currency) < ($1.key.day, $1.key.currency)
    }) {
      try totals.add(
        pieces: sold.pieces, revenue: sold.revenue, ofItem: first.itemID, currency: place.currency,
        on: CalendarDay(place.day))
    }
    try SaleRows(database: database).note(appended, receipts: movements.map(\.receipt))
    for sale in Set(movements.compactMap(\.sale)) {
      try ReviewRows(database: database).updateMark(ofSale: sale)
    }
    return appended
  }

  /// Changes the cost of an item's stock by its next movement.
  private func add(_ movement: NewMovement, to cost: inout StockCost) throws {
    if movement.setsNoCost, let entry = movement.reverses,
      let set = try self.cost(ofItem: movement.itemID, upTo: entry),
      let before = try self.cost(ofItem: movement.itemID, upTo: entry - 1)
    {
      cost.takeBack(set, before: before)
    } else {
      cost.add(
        movement.kind, movement.quantity, in: movement.price.currency, at: movement.cost?.tenThousandths,
        takesBack: movement.reverses != nil && movement.sale == nil)
    }
  }

  /// The statement that inserts a movement.
  private func insertion(of movement: NewMovement, stock: Int, _ cost: StockCost) -> SQLCondition {
    let reportedAt = movement.reportedAt?.storedDate ?? now.storedDate
    return SQLCondition(
      """
      INSERT INTO movement (\(Movement.written), day, costed, stock_cost) VALUES (\(SQLCondition.places(19)))
      """,
      [
        .integer(movement.itemID), .text(movement.kind.rawValue), .integer(movement.quantity),
        .integer(stock), .text(movement.price.currency.code), .amount(movement.price.amount),
        .amount(movement.cost),
        .text(movement.note), .text(movement.reference), .text(movement.reason?.rawValue),
        .integer(movement.counted), .integer(movement.expected), .integer(movement.reverses),
        .integer(movement.sale), .date(now.storedDate), .date(reportedAt),
        .integer(calendar.day(of: reportedAt).number), .integer(cost.pieces), .integer(cost.amount),
      ])
  }

  private func insert(_ movement: NewMovement, stock: Int, _ cost: StockCost) throws -> Movement {
    // As it is stored: to the microsecond.
    let recordedAt = now.storedDate
    let reportedAt = movement.reportedAt?.storedDate ?? recordedAt
    let id = try database.insert(statement: insertion(of: movement, stock: stock, cost))
    return Movement(
      id: id, itemID: movement.itemID, kind: movement.kind, quantity: movement.quantity, stock: stock,
      price: movement.price, cost: movement.cost, note: movement.note, reference: movement.reference,
      reason: movement.reason, counted: movement.counted, expected: movement.expected,
      reverses: movement.reverses, sale: movement.sale, recordedAt: recordedAt, reportedAt: reportedAt)
  }

  // MARK: Changes of an item

  /// Records the stock that a new item has.
  func recordOpening(_ draft: ItemDraft, ofItem id: Int) throws {
    // The ledger of a new item is empty, and no id is waited for. Its row counts the opening.
    let opening = NewMovement(
      itemID: id, kind: .opening, quantity: draft.stock, price: draft.salePrice, cost: draft.cost)
    _ = try LedgerRules.stocks(after: [opening], from: 0)
    var cost = StockCost(in: opening.price.currency)
    try add(opening, to: &cost)
    try database.run(statement: insertion(of: opening, stock: draft.stock, cost))
  }

  /// Whether one piece of an item's stock has this cost.
  func hasCost(_ cost: Decimal, _ draft: ItemDraft, ofItem id: Int) throws -> Bool {
    try self.cost(ofItem: id)?.average == Price(cost, draft.price.currency)
  }

  /// Sets what one piece of an item's stock has cost; nil where it is that already.
  func setCost(_ cost: Decimal, of draft: ItemDraft, ofItem id: Int) throws -> Movement? {
    guard try !hasCost(cost, draft, ofItem: id) else { return nil }
    return try append(
      NewMovement(itemID: id, kind: .correction, quantity: 0, price: draft.salePrice, cost: cost),
      to: draft.stock)
  }

  /// Records a new stock: as a count, which late slips may not come before, with what the ledger had; or as a correction by the
  /// difference.
  func recordStock(_ draft: ItemDraft, ofItem id: Int, from former: Int, isCount: Bool) throws {
    try append(
      NewMovement(
        itemID: id, kind: isCount ? .counted : .correction, quantity: draft.stock - former,
        price: draft.salePrice, counted: isCount ? draft.stock : nil, expected: isCount ? former : nil),
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

  /// Forgets the changes of an item that is deleted for good, and its movements if none of them was a sale: then its row goes, too.
  /// Otherwise that stays without all but the title and the numbers of movements, until the operator purges it; so it is where the
  /// movements are too many for one transaction.
  func archive(_ id: Int) throws {
    try database.run("DELETE FROM item_change WHERE item_id = ?", .integer(id))
    if try forgetUnsold(id) {
      try database.run("DELETE FROM item WHERE id = ?", .integer(id))
    } else {
      try ItemRows(database: database).keepTitle(ofItem: id, at: now)
    }
  }

  /// Forgets the movements of a deleted item of which nothing was sold; returns whether it did. They stay where they are too
  /// many for one transaction.
  func forgetUnsold(_ id: Int) throws -> Bool {
    let sums = try ItemRows(database: database).ledgerSums(ofItem: id)
    guard sums.pieces == 0, sums.movements <= MovementLimits.written else { return false }
    try database.run("DELETE FROM movement WHERE item_id = ?", .integer(id))
    return true
  }
}

extension NewMovement {
  /// Whether it takes back that the cost of a stock was set.
  fileprivate var setsNoCost: Bool { kind == .correction && quantity == 0 && cost == nil }
}

extension StockCost {
  /// The columns of a movement that `init` reads.
  static let columns = "currency, stock, costed, stock_cost"

  /// - Parameter column: The first of `columns`.
  init(_ row: any DatabaseRow, from column: Int) throws(StoreError) {
    self.init(
      in: try row.currency(column), stock: row.integer(column + 1), pieces: row.integer(column + 2),
      amount: row.optionalInteger(column + 3))
  }
}

extension Movement {
  /// The columns that `init` reads.
  static let columns = "id, \(written)"
  fileprivate static let written = """
    item_id, kind, quantity, stock, currency, unit_price, cost, note, reference, reason, counted, expected, \
    reverses, sale, recorded_at, reported_at
    """
  static let columnCount = 17

  /// The movement with a number; nil if there is none.
  static func row(_ id: Int, in database: any Database) throws -> Movement? {
    try database.rows("SELECT \(columns) FROM movement WHERE id = ?", .integer(id), as: Movement.init).first
  }

  init(_ row: any DatabaseRow) throws(StoreError) {
    self.init(
      id: row.integer(0), itemID: row.integer(1), kind: try row.value(2, MovementKind.init),
      quantity: row.integer(3), stock: row.integer(4),
      price: try row.price(6, in: 5), cost: row.optionalAmount(7), note: row.optionalText(8),
      reference: row.optionalText(9), reason: row.optionalText(10).flatMap(RemovalReason.init),
      counted: row.optionalInteger(11), expected: row.optionalInteger(12),
      reverses: row.optionalInteger(13), sale: row.optionalInteger(14), recordedAt: row.date(15),
      reportedAt: row.date(16))
  }
}
