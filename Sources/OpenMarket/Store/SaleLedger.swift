import Foundation

/// Records what sellers report, on top of the rows of movements. Use it only inside a transaction.
struct SaleLedger {
  let database: any Database
  private let rows: MovementRows
  private let receiptKey: Data

  init(_ database: any Database, at date: Date) throws {
    self.database = database
    rows = try MovementRows(database, at: date)
    receiptKey = try MarketSettings(database: database).receiptKey()
  }

  /// Records a request and returns its movements: those that are there, where it is a sale that was recorded before.
  func record(_ request: MovementRequest) throws -> [RecordedMovement] {
    let item = try ItemRows(database: database).summary(ofExisting: request.itemID)
    let movements: [Movement] =
      switch request.action {
      case .sell(let quantity, let price): try sell(item, quantity, price, request)
      case .restock(let quantity, let cost): try restock(item, quantity, cost, request)
      case .takeBack(let quantity, let isResellable):
        try takeBack(item, quantity, isResellable: isResellable, request)
      case .writeOff(let quantity, let reason):
        [try append(new(.removed, -quantity, item, request, reason: reason), item.draft.stock)]
      case .adjust(let change): [try append(new(.correction, change, item, request), item.draft.stock)]
      case .correct(let entry, let price): try correct(item, entry, price, request)
      }
    return movements.map { recorded($0, item.draft.title, item.registrationDate) }
  }

  /// A movement with what an answer says about it.
  func recorded(_ movement: Movement, _ title: String, _ registrationDate: Date?) -> RecordedMovement {
    RecordedMovement(
      movement: movement, title: title,
      receipt: movement.kind == .sold
        ? ReceiptCode(sale: movement.sale ?? movement.id, item: movement.itemID, key: receiptKey).text : nil,
      predatesItem: registrationDate.map { movement.reportedAt < $0 } ?? false)
  }

  /// The time of a new movement; nil for now. Throws the refusal of one that does not go with the counts of the item.
  private func reportedTime(of request: MovementRequest) throws -> Date? {
    let time = request.time?.date(in: rows.calendar)
    if let time, time > rows.now { throw LedgerRefusal.inFuture }
    if case .sell = request.action, request.isAlreadyCounted {
      guard try isCounted(request.itemID, after: time ?? rows.now) else {
        throw LedgerRefusal.notCounted(item: request.itemID)
      }
      return time
    }
    guard let time else { return nil }
    let counted = try database.rows(
      """
      SELECT reported_at FROM movement WHERE item_id = ? AND kind = 'counted' AND reported_at > ?
      ORDER BY reported_at DESC LIMIT 1
      """, .integer(request.itemID), .date(time)
    ) { $0.date(0) }.first
    if let counted { throw LedgerRefusal.beforeCount(item: request.itemID, counted: counted) }
    return time
  }

  /// Whether the stock of an item was counted after a time, or stated when the item was added.
  private func isCounted(_ id: Int, after time: Date) throws -> Bool {
    try database.integer(
      """
      SELECT 1 FROM movement WHERE item_id = ? AND (kind = 'counted' AND reported_at > ?
        OR kind = 'opening' AND recorded_at > ?) LIMIT 1
      """, .integer(id), .date(time), .date(time)) != nil
  }

  private func new(
    _ kind: MovementKind, _ quantity: Int, _ item: StoredItem, _ request: MovementRequest,
    reason: RemovalReason? = nil
  ) throws -> NewMovement {
    NewMovement(
      itemID: item.id, kind: kind, quantity: quantity, price: item.draft.salePrice, note: request.note,
      reference: request.reference, reason: reason, reportedAt: try reportedTime(of: request))
  }

  private func append(_ movement: NewMovement, _ stock: Int) throws -> Movement {
    try rows.append(movement, to: stock)
  }

  // MARK: Sales

  private func sell(
    _ item: StoredItem, _ quantity: Int, _ amount: Decimal?, _ request: MovementRequest
  ) throws -> [Movement] {
    let currency = item.draft.price.currency
    if let amount { try ValidDraft.check(.price, amount, in: currency) }
    // A sale that is recorded is the same one whatever was counted since.
    if let reference = request.reference, let sale = try sale(of: item.id, reference) {
      // After a correction both prices are those of this sale: the first report may be repeated later.
      let corrected = try entries(ofSale: sale.id).last { $0.kind == .sold } ?? sale
      let given = SaleTerms(quantity: quantity, price: amount.map { Price($0, currency) } ?? corrected.price)
      if let same = [corrected, sale].first(where: { SaleTerms($0) == given }) { return [same] }
      throw LedgerRefusal.otherSale(item: item.id, SaleTerms(corrected), given: given)
    }
    var movement = try new(.sold, -quantity, item, request)
    if let amount { movement.price = Price(amount, currency) }
    movement.cost = try lastCost(of: item.id, in: currency)
    guard request.isAlreadyCounted else { return [try append(movement, item.draft.stock)] }
    // The count was without these pieces: they are put back first, so that the stock does not fall below 0.
    let correction = try append(new(.correction, quantity, item, request), item.draft.stock)
    return [correction, try append(movement, correction.stock)]
  }

  /// The first movement of the sale of an item under a reference.
  private func sale(of id: Int, _ reference: String) throws -> Movement? {
    try database.rows(
      """
      SELECT \(Movement.columns) FROM movement
      WHERE reference = ? AND item_id = ? AND kind = 'sold' AND sale IS NULL ORDER BY id LIMIT 1
      """, .text(reference), .integer(id), as: Movement.init
    ).first
  }

  /// The cost of a piece when it was last received.
  private func lastCost(of id: Int, in currency: Currency) throws -> Decimal? {
    let last = try database.rows(
      """
      SELECT currency, cost FROM movement
      WHERE item_id = ? AND kind = 'received' AND cost IS NOT NULL ORDER BY id DESC LIMIT 1
      """, .integer(id)
    ) { (currency: $0.text(0), cost: $0.integer(1)) }.first
    guard let last, last.currency == currency.code else { return nil }
    return Decimal(tenThousandths: last.cost)
  }

  private func restock(
    _ item: StoredItem, _ quantity: Int, _ cost: Decimal?, _ request: MovementRequest
  ) throws -> [Movement] {
    if let cost { try ValidDraft.check(.cost, cost, in: item.draft.price.currency) }
    var movement = try new(.received, quantity, item, request)
    movement.cost = cost
    return [try append(movement, item.draft.stock)]
  }

  // MARK: Returns

  /// Takes pieces back against the sale of the reference, or the newest sales of the item that still stand.
  private func takeBack(
    _ item: StoredItem, _ quantity: Int, isResellable: Bool, _ request: MovementRequest
  ) throws -> [Movement] {
    let time = try reportedTime(of: request)
    var (rest, stock) = (quantity, item.draft.stock)
    var movements: [Movement] = []
    try forEachSale(of: item.id, request.reference) { first in
      let entries = try self.entries(ofSale: first.id)
      let standing = -entries.reduce(0) { $0 + $1.quantity }
      let taken = min(rest, standing)
      guard taken > 0, let sale = entries.last(where: { $0.kind == .sold }) else { return rest > 0 }
      let movement = try append(
        NewMovement(
          itemID: item.id, kind: .returned, quantity: taken, price: sale.price, cost: sale.cost,
          note: request.note, reference: first.reference, reverses: sale.id, sale: first.id, reportedAt: time),
        stock)
      movements.append(movement)
      (rest, stock) = (rest - taken, movement.stock)
      return rest > 0
    }
    guard rest == 0 else {
      throw LedgerRefusal.notSold(item: item.id, returnable: quantity - rest, quantity: quantity)
    }
    if !isResellable {
      let removal = try new(.removed, -quantity, item, request, reason: .notResellable)
      movements.append(try append(removal, stock))
    }
    return movements
  }

  /// Passes on the first movements of the sales of an item, the newest first, until `visit` returns false.
  private func forEachSale(
    of id: Int, _ reference: String?, _ visit: (Movement) throws -> Bool
  ) throws {
    if let reference {
      if let sale = try sale(of: id, reference) { _ = try visit(sale) }
      return
    }
    var before = Int.max
    while true {
      let sales = try database.rows(
        """
        SELECT \(Movement.columns) FROM movement
        WHERE item_id = ? AND id < ? AND kind = 'sold' AND sale IS NULL ORDER BY id DESC LIMIT 100
        """, .integer(id), .integer(before), as: Movement.init)
      for sale in sales {
        guard try visit(sale) else { return }
        before = sale.id
      }
      if sales.isEmpty { return }
    }
  }

  /// All movements of a sale, in the order of their numbers: the sale, its returns and corrections.
  func entries(ofSale first: Int) throws -> [Movement] {
    try database.rows(
      "SELECT \(Movement.columns) FROM movement WHERE id = ? OR sale = ? ORDER BY id", .integer(first),
      .integer(first), as: Movement.init)
  }

  // MARK: Corrections

  /// Takes a sale back and records it with another price, and its returns with it, on the days that they were reported for.
  private func correct(
    _ item: StoredItem, _ entry: Int, _ amount: Decimal, _ request: MovementRequest
  ) throws -> [Movement] {
    let found = try database.rows(
      "SELECT \(Movement.columns) FROM movement WHERE id = ? AND item_id = ?", .integer(entry),
      .integer(item.id), as: Movement.init
    ).first
    guard let former = found else { throw LedgerRefusal.noSuchEntry(entry) }
    guard former.kind == .sold else { throw LedgerRefusal.notASale(entry: entry) }
    try ValidDraft.check(.price, amount, in: former.price.currency)
    let price = Price(amount, former.price.currency)
    let first = former.sale ?? former.id
    let entries = try entries(ofSale: first)
    let reversed = Set(entries.filter { $0.kind == .correction }.compactMap(\.reverses))
    guard !reversed.contains(entry) else { throw LedgerRefusal.alreadyCorrected(entry: entry) }
    var stock = item.draft.stock
    func add(_ movement: NewMovement) throws -> Movement {
      let added = try append(movement, stock)
      stock = added.stock
      return added
    }
    func reversal(of movement: Movement) -> NewMovement {
      NewMovement(
        itemID: item.id, kind: .correction, quantity: -movement.quantity, price: movement.price,
        cost: movement.cost, note: request.note, reference: movement.reference, reverses: movement.id,
        sale: first, reportedAt: movement.reportedAt)
    }
    func replacement(of movement: Movement) -> NewMovement {
      NewMovement(
        itemID: item.id, kind: movement.kind, quantity: movement.quantity, price: price, cost: movement.cost,
        note: request.note ?? movement.note, reference: movement.reference, reverses: movement.id,
        sale: first, reportedAt: movement.reportedAt)
    }
    var added = [try add(reversal(of: former))]
    // The sale comes last: meanwhile its pieces are in stock, which does not fall below 0.
    for returned in entries where returned.kind == .returned && !reversed.contains(returned.id) {
      added.append(try add(reversal(of: returned)))
      added.append(try add(replacement(of: returned)))
    }
    added.append(try add(replacement(of: former)))
    return added
  }
}

extension SaleTerms {
  fileprivate init(_ sale: Movement) {
    self.init(quantity: -sale.quantity, price: sale.price)
  }
}
