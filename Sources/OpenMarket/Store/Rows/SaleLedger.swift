import Foundation

/// Records what sellers report, on top of the rows of movements. Use it only inside a transaction.
///
/// The cost of a request does not grow with the number of recorded movements: a sale is found by its reference or among
/// the sales with pieces to return, and all requests of a transaction write `MovementLimits.written` movements at most.
struct SaleLedger {
  let database: any Database
  private let rows: MovementRows
  private let sales: SaleRows
  /// How many more movements this transaction may write.
  private var left = MovementLimits.written

  init(_ database: any Database, at date: Date) throws {
    self.database = database
    rows = try MovementRows(database, at: date)
    sales = SaleRows(database: database)
  }

  /// Records a request and returns its movements: those that are there, where it is a sale that was recorded before. Throws
  /// the `LedgerRefusal`.
  mutating func record(_ request: MovementRequest) throws -> [RecordedMovement] {
    let item = try ItemRows(database: database).summary(ofExisting: request.itemID)
    let movements: [Movement] =
      switch request.action {
      case .sell(let quantity, let price): try sell(item, quantity, price, request)
      case .restock(let quantity, let cost): try restock(item, quantity, cost, request)
      case .return(let quantity, let isResellable):
        try giveBack(item, quantity, isResellable: isResellable, request)
      case .writeOff(let quantity, let reason):
        try append([new(.removed, -quantity, item, request, reason: reason)], item)
      case .adjust(let change): try append([new(.correction, change, item, request)], item)
      case .correct(let entry, let price): try correct(item, entry, price, request)
      }
    return try movements.map { try recorded($0, item.draft.title, item.registrationDate) }
  }

  /// A movement with what an answer says about it.
  private func recorded(
    _ movement: Movement, _ title: String, _ registrationDate: Date?
  ) throws -> RecordedMovement {
    RecordedMovement(
      movement: movement, title: title,
      receipt: movement.kind == .sold ? try sales.receipt(ofSale: movement.sale ?? movement.id) : nil,
      predatesItem: registrationDate.map { movement.reportedAt < $0 } ?? false)
  }

  /// The movements that were recorded under a key; nil where there are none, or it is too long ago. Throws
  /// `MarketplaceError.idempotencyKeyReused` for a key under which something else was recorded.
  func recorded(under key: IdempotencyKey, at date: Date) throws -> [RecordedMovement]? {
    let records = IdempotencyRecords(database: database)
    guard let ids = try records.formerIDs(for: key, at: date) ?? records.ids(for: key, at: date) else {
      return nil
    }
    let movements = try database.rows(
      "SELECT \(Movement.columns) FROM movement WHERE id BETWEEN ? AND ? ORDER BY id",
      .integer(ids.lowerBound), .integer(ids.upperBound), as: Movement.init)
    return try movements.map { movement in
      let item = try ItemRows(database: database).summary(ofExisting: movement.itemID)
      return try recorded(movement, item.draft.title, item.registrationDate)
    }
  }

  /// The time of a new movement; nil for now. Throws the refusal of one that does not go with the counts of the item.
  private func reportedTime(of request: MovementRequest) throws -> Date? {
    let time = request.time?.date(in: rows.calendar, now: rows.now)
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
    let counted = try database.integer(
      "SELECT 1 FROM movement WHERE item_id = ? AND kind = 'counted' AND reported_at > ? LIMIT 1",
      .integer(id), .date(time))
    guard counted == nil else { return true }
    // The opening is the first movement.
    let opened =
      try database.rows(
        "SELECT kind, recorded_at FROM movement WHERE item_id = ? ORDER BY id LIMIT 1", .integer(id)
      ) { $0.text(0) == MovementKind.opening.rawValue ? $0.date(1) : nil }.first ?? nil
    return opened.map { $0 > time } ?? false
  }

  private func new(
    _ kind: MovementKind, _ quantity: Int, _ item: StoredItem, _ request: MovementRequest,
    reason: RemovalReason? = nil
  ) throws -> NewMovement {
    NewMovement(
      itemID: item.id, kind: kind, quantity: quantity, price: item.draft.salePrice, note: request.note,
      reference: request.reference, reason: reason, reportedAt: try reportedTime(of: request))
  }

  /// Appends movements of an item whose stock has not changed yet.
  private mutating func append(_ movements: [NewMovement], _ item: StoredItem) throws -> [Movement] {
    guard movements.count <= left else { throw LedgerRefusal.tooMany(item: item.id) }
    left -= movements.count
    return try rows.append(movements, to: item.draft.stock)
  }

  // MARK: Sales

  private mutating func sell(
    _ item: StoredItem, _ quantity: Int, _ amount: Decimal?, _ request: MovementRequest
  ) throws -> [Movement] {
    let currency = item.draft.price.currency
    if let amount { try ValidDraft.check(.price, amount, in: currency) }
    // A sale that is recorded is the same one whatever was counted since.
    if let reference = request.reference, let (sale, corrected) = try sales.sale(of: item.id, reference) {
      // After a correction both prices are those of this sale: the first report may be repeated later.
      let given = SaleTerms(quantity: quantity, price: amount.map { Price($0, currency) } ?? corrected.price)
      if let same = [corrected, sale].first(where: { SaleTerms($0) == given }) { return [same] }
      throw LedgerRefusal.otherSale(item: item.id, SaleTerms(corrected), given: given)
    }
    var movement = try new(.sold, -quantity, item, request)
    if let amount { movement.price = Price(amount, currency) }
    movement.cost = try lastCost(of: item.id, in: currency)
    guard request.isAlreadyCounted else { return try append([movement], item) }
    // The count was without these pieces: they are put back first, so that the stock does not fall below 0.
    return try append([new(.correction, quantity, item, request), movement], item)
  }

  /// The cost of a piece when it was last received.
  private func lastCost(of id: Int, in currency: Currency) throws -> Decimal? {
    let last = try database.rows(
      """
      SELECT currency, cost FROM movement
      WHERE item_id = ? AND kind = 'received' AND cost IS NOT NULL ORDER BY id DESC LIMIT 1
      """, .integer(id)
    ) { (currency: $0.text(0), cost: $0.integer(1)) }.first
    guard let last else { return try openingCost(of: id, in: currency) }
    return last.currency == currency.code ? Decimal(tenThousandths: last.cost) : nil
  }

  /// The cost of a piece of the stock that the item was added with, which is its first movement.
  private func openingCost(of id: Int, in currency: Currency) throws -> Decimal? {
    let first = try database.rows(
      "SELECT currency, cost FROM movement WHERE item_id = ? ORDER BY id LIMIT 1", .integer(id)
    ) { (currency: $0.text(0), cost: $0.optionalInteger(1)) }.first
    guard let first, first.currency == currency.code else { return nil }
    return first.cost.map(Decimal.init(tenThousandths:))
  }

  private mutating func restock(
    _ item: StoredItem, _ quantity: Int, _ cost: Decimal?, _ request: MovementRequest
  ) throws -> [Movement] {
    if let cost { try ValidDraft.check(.cost, cost, in: item.draft.price.currency) }
    var movement = try new(.received, quantity, item, request)
    movement.cost = cost
    return try append([movement], item)
  }

  // MARK: Returns

  /// Takes pieces back against the sale of the reference, or the newest sales of the item that still stand. The note is
  /// that of the first of these returns.
  private mutating func giveBack(
    _ item: StoredItem, _ quantity: Int, isResellable: Bool, _ request: MovementRequest
  ) throws -> [Movement] {
    let time = try reportedTime(of: request)
    let most = max(0, left - (isResellable ? 0 : 1))
    // One more than may be taken back, to tell a request for too many sales from one for too many pieces.
    let standing = try sales.standing(of: item.id, request.reference, limit: most + 1)
    var rest = quantity
    var movements: [NewMovement] = []
    for sale in standing.prefix(most) where rest > 0 {
      let taken = min(rest, sale.pieces)
      movements.append(
        NewMovement(
          itemID: item.id, kind: .returned, quantity: taken, price: sale.price, cost: sale.cost,
          note: movements.isEmpty ? request.note : nil, reference: sale.reference, reverses: sale.entry,
          sale: sale.id, reportedAt: time))
      rest -= taken
    }
    guard rest == 0 else {
      guard standing.count <= most else { throw LedgerRefusal.tooMany(item: item.id) }
      throw LedgerRefusal.notSold(item: item.id, returnable: quantity - rest, quantity: quantity)
    }
    if !isResellable { movements.append(try new(.removed, -quantity, item, request, reason: .notResellable)) }
    return try append(movements, item)
  }

  // MARK: Corrections

  /// Takes a sale back and records it with another price, and its returns with it, on the days that they were reported for.
  /// The note is that of the sale with the new price.
  private mutating func correct(
    _ item: StoredItem, _ entry: Int, _ amount: Decimal, _ request: MovementRequest
  ) throws -> [Movement] {
    let found = try database.rows(
      "SELECT \(Movement.columns) FROM movement WHERE id = ? AND item_id = ?", .integer(entry),
      .integer(item.id), as: Movement.init
    ).first
    guard let former = found else { throw LedgerRefusal.noSuchEntry(entry) }
    guard former.kind == .sold else { throw LedgerRefusal.notASale(entry: entry) }
    try ValidDraft.check(.price, amount, in: former.price.currency)
    let first = former.sale ?? former.id
    let most = max(0, (left - 2) / 2)
    guard let standing = try sales.standing(ofSale: first, limit: most + 1), standing.sold == entry else {
      throw LedgerRefusal.alreadyCorrected(entry: entry)
    }
    guard standing.returned.count <= most else { throw LedgerRefusal.tooMany(item: item.id) }
    func moved(_ movement: Movement, _ kind: MovementKind, _ quantity: Int, _ price: Price) -> NewMovement {
      NewMovement(
        itemID: item.id, kind: kind, quantity: quantity, price: price, cost: movement.cost,
        reference: movement.reference, reverses: movement.id, sale: first, reportedAt: movement.reportedAt)
    }
    func reversal(of movement: Movement) -> NewMovement {
      moved(movement, .correction, -movement.quantity, movement.price)
    }
    func replacement(of movement: Movement) -> NewMovement {
      moved(movement, movement.kind, movement.quantity, Price(amount, former.price.currency))
    }
    var sale = replacement(of: former)
    sale.note = request.note ?? former.note
    // The sale comes last: meanwhile its pieces are in stock, which does not fall below 0.
    return try append(
      [reversal(of: former)] + standing.returned.flatMap { [reversal(of: $0), replacement(of: $0)] } + [sale],
      item)
  }
}

extension SaleTerms {
  fileprivate init(_ sale: Movement) {
    self.init(quantity: -sale.quantity, price: sale.price)
  }
}
