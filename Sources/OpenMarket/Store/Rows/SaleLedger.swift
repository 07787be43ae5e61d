import Foundation

/// Records what sellers report: reads what the rules of the ledger need, and writes what they decide. Use it only inside a
/// transaction.
///
/// The cost of a request does not grow with the number of recorded movements: a sale is found by its reference or among
/// the sales with pieces to return, and all requests of a transaction write `MovementLimits.written` movements at most.
struct SaleLedger {
  let database: any Database
  /// When what is recorded is recorded.
  let date: Date
  private let rows: MovementRows
  private let sales: SaleRows
  /// How many more movements this transaction may write.
  private var left = MovementLimits.written
  /// The code on the receipt of all new sales.
  private var receipt = ReceiptCode.random()

  init(_ database: any Database, at date: Date) throws {
    (self.database, self.date) = (database, date)
    rows = try MovementRows(database, at: date)
    sales = SaleRows(database: database)
  }

  /// Records the requests of an order and returns their movements: those that are there, where it is a sale that was recorded
  /// before. Throws the `LedgerRefusal`.
  mutating func record(_ requests: [MovementRequest]) throws -> [RecordedMovement] {
    if let recorded = try sales.receipt(ofOrder: requests) { receipt = recorded }
    return try requests.flatMap { try record($0) }
  }

  private mutating func record(_ request: MovementRequest) throws -> [RecordedMovement] {
    let item = try ItemRows(database: database).summary(ofExisting: request.itemID)
    let rules = try rules(for: request, of: item)
    if let former = try referenced(by: request) {
      var recorded = try recorded(rules.repeated(former), item)
      recorded.isRepeated = true
      return [recorded]
    }
    let movements = try movements(of: request, by: rules)
    guard movements.count <= left else { throw LedgerRefusal.tooMany(item: item.id) }
    left -= movements.count
    return try rows.append(movements, to: item.draft.stock).map { try recorded($0, item) }
  }

  /// Returns the entry that stands under the reference of a request; nil for a request that may use it again, as a return does.
  private func referenced(by request: MovementRequest) throws -> ReferencedMovement? {
    guard let reference = request.reference else { return nil }
    return switch request.action {
    case .sell: try sales.sale(of: request.itemID, reference)
    case .restock: try rows.referenced(.received, ofItem: request.itemID, reference)
    case .writeOff: try rows.referenced(.removed, ofItem: request.itemID, reference)
    case .return, .adjust, .correct: nil
    }
  }

  private func rules(for request: MovementRequest, of item: StoredItem) throws -> LedgerRules {
    let time = request.time?.date(in: rows.calendar, now: rows.now)
    // A movement of now is after all counts.
    let isNow = if case .correct = request.action { false } else { time == nil && !request.isAlreadyCounted }
    return LedgerRules(
      item: .init(id: item.id, stock: item.draft.stock, price: item.draft.salePrice), request: request,
      now: rows.now, reported: time, counts: isNow ? .init() : try rows.counts(ofItem: item.id), limit: left)
  }

  private func movements(of request: MovementRequest, by rules: LedgerRules) throws -> [NewMovement] {
    let id = request.itemID
    switch request.action {
    case .sell(let quantity, let price):
      let cost = try rules.reported.map { try rows.cost(ofItem: id, by: $0) } ?? rows.cost(ofItem: id)
      return try rules.sale(
        of: quantity, price: price, cost: cost?.average(ofLeaving: quantity), receipt: receipt)
    case .restock(let quantity, let cost): return try rules.delivery(of: quantity, cost: cost)
    case .return(let quantity, let isResellable):
      let standing = try sales.standing(
        of: id, request.reference, sale: request.sale, limit: rules.readSales)
      if standing.isEmpty, let reference = request.reference {
        throw try sales.sale(of: id, reference) == nil
          ? LedgerRefusal.noSuchSale(item: id, reference: reference)
          : .allReturned(item: id, reference: reference)
      }
      return try rules.returns(of: quantity, isResellable: isResellable, from: standing)
    case .writeOff(let quantity, let reason): return try rules.writeOff(of: quantity, reason)
    case .adjust(let change): return try rules.adjustment(by: change)
    case .correct(let entry, let quantity, let price, let cost):
      let former = try movement(entry, ofItem: id)
      if [.opening, .received].contains(former.kind) {
        return try rules.correction(
          ofDelivery: former, quantity: quantity, price: price, cost: cost,
          replacement: rows.replacement(ofDelivery: entry))
      }
      let sale = try sales.corrected(former.sale ?? entry, limit: rules.movableReturns + 1)
      return try rules.correction(of: former, quantity: quantity, price: price, cost: cost, in: sale)
    }
  }

  /// A movement with what a response says about it.
  private func recorded(_ movement: Movement, _ item: StoredItem) throws -> RecordedMovement {
    RecordedMovement(
      movement: movement, title: item.draft.title,
      receipt: movement.kind == .sold ? try sales.receipt(ofSale: movement.sale ?? movement.id) : nil,
      predatesItem: movement.reportedAt < item.registrationDate,
      soldAt: movement.kind == .returned
        ? try movement.sale.flatMap { try Movement.row($0, in: database) }?.reportedAt : nil)
  }

  /// The movements of requests that were recorded under a key, with the sales that were recorded before them; nil where there
  /// are none, or it is too long ago. Throws `MarketplaceError.idempotencyKeyReused` for a key under which something else was
  /// recorded.
  func recorded(
    _ requests: [MovementRequest], under key: IdempotencyKey, at date: Date
  ) throws -> [RecordedMovement]? {
    let records = IdempotencyRecords(database: database)
    guard let ids = try records.ids(for: key, at: date) else { return nil }
    let movements = try database.rows(
      "SELECT \(Movement.columns) FROM movement WHERE id BETWEEN ? AND ? ORDER BY id",
      .integer(ids.lowerBound), .integer(ids.upperBound), as: Movement.init)
    let items = ItemRows(database: database)
    let new = try movements.map { try recorded($0, items.summary(ofExisting: $0.itemID)) }
    let repeated = try requests.compactMap { request -> RecordedMovement? in
      guard !movements.contains(where: { $0.itemID == request.itemID }),
        let former = try referenced(by: request)
      else { return nil }
      var recorded = try recorded(former.standing, items.summary(ofExisting: request.itemID))
      recorded.isRepeated = true
      return recorded
    }
    // In the order of the request that recorded them.
    guard !repeated.isEmpty else { return new }
    let places = Dictionary(requests.enumerated().map { ($1.itemID, $0) }, uniquingKeysWith: min)
    return (new + repeated).sorted {
      let (one, two) = (places[$0.movement.itemID] ?? 0, places[$1.movement.itemID] ?? 0)
      return (one, $0.movement.id) < (two, $1.movement.id)
    }
  }
}

/// Takes movements back by further ones: none is edited.
extension SaleLedger {
  /// Takes back the movements of one item that one request has recorded, and returns the ones that do so. Throws the
  /// `LedgerRefusal` where others have followed that stand against it.
  ///
  /// - Parameter ids: The numbers of the movements.
  func takeBack(_ ids: [Int], ofItem id: Int) throws -> [Movement] {
    let movements = try ids.map { try movement($0, ofItem: id) }
    let item = try ItemRows(database: database).summary(ofExisting: id)
    var new: [NewMovement] = []
    let ofSales = Dictionary(grouping: movements.filter { $0.sale != nil || $0.kind == .sold }) {
      $0.sale ?? $0.id
    }
    for (sale, part) in ofSales.sorted(by: { $0.key < $1.key }) {
      new += try takeBack(part, ofSale: sale)
    }
    let others = movements.filter { $0.sale == nil && $0.kind != .sold }
    if let delivery = others.first(where: { $0.kind == .received && $0.reverses != nil }),
      let former = try reversed(by: delivery), [.opening, .received].contains(former.kind)
    {
      new += try takeBack(costOf: delivery, former)
    } else {
      // Movements into the stock come first: it does not fall below 0.
      new += try others.sorted { $0.quantity < $1.quantity }.compactMap { try inverse(of: $0, item) }
    }
    guard new.count <= MovementLimits.written else { throw LedgerRefusal.tooMany(item: id) }
    return try rows.append(
      new.filter { $0.quantity > 0 && $0.sale == nil } + new.filter { $0.quantity <= 0 || $0.sale != nil },
      to: item.draft.stock)
  }

  private func movement(_ number: Int, ofItem id: Int) throws -> Movement {
    guard let movement = try Movement.row(number, in: database), movement.itemID == id else {
      throw LedgerRefusal.noSuchEntry(number)
    }
    return movement
  }

  private func takeBack(_ part: [Movement], ofSale id: Int) throws -> [NewMovement] {
    let sale = try sales.corrected(id, limit: MovementLimits.written).orThrow(LedgerRefusal.noSuchEntry(id))
    let present = Set(sale.returned.map(\.id) + [sale.entry])
    let recorded = try part.filter { $0.kind == .sold || $0.kind == .returned }.map {
      try successor(of: $0, ofSale: id, among: present)
    }
    let reversed = try part.filter { $0.kind == .correction }.compactMap { correction in
      try self.reversed(by: correction)
    }
    let standing = sale.isVoid ? nil : try Movement.row(sale.entry, in: database)
    let sold = recorded.last { $0.kind == .sold }
    let voids = !reversed.isEmpty && sold == nil
    guard voids == sale.isVoid, sold == nil || sold?.id == sale.entry,
      recorded.allSatisfy({ present.contains($0.id) })
    else { throw LedgerRefusal.alreadyCorrected(entry: part.first?.id ?? id) }
    if voids, let first = part.first, let reference = first.reference,
      let other = try sales.sale(of: first.itemID, reference)
    {
      throw LedgerRefusal.referenceTaken(item: first.itemID, entry: other.standing.id, reference: reference)
    }
    return try LedgerRules.takingBack(recorded, restoring: reversed, in: sale, standing: standing)
  }

  /// The movement that stands for one: itself, or the one that has replaced it with the same terms, as an undo of another one
  /// does.
  private func successor(
    of movement: Movement, ofSale sale: Int, among present: Set<Int>
  ) throws -> Movement {
    var movement = movement
    while !present.contains(movement.id) {
      let next = try database.rows(
        """
        SELECT \(Movement.columns) FROM movement
        WHERE sale = ? AND kind = ? AND reverses = ? AND id > ? ORDER BY id LIMIT 1
        """, .integer(sale), .text(movement.kind.rawValue), .integer(movement.id), .integer(movement.id),
        as: Movement.init
      ).first
      guard let next, next.quantity == movement.quantity, next.price == movement.price,
        next.cost == movement.cost
      else { return movement }
      movement = next
    }
    return movement
  }

  /// The movement that one takes back or replaces.
  private func reversed(by movement: Movement) throws -> Movement? {
    try movement.reverses.flatMap { try Movement.row($0, in: database) }
  }

  private func takeBack(costOf delivery: Movement, _ former: Movement) throws -> [NewMovement] {
    guard try rows.replacement(ofDelivery: delivery.id) == nil else {
      throw LedgerRefusal.alreadyCorrected(entry: delivery.id)
    }
    var again = NewMovement(.received, delivery.quantity, insteadOf: delivery, ofSale: nil)
    (again.cost, again.note) = (former.cost, delivery.note)
    return [again, NewMovement(reversing: delivery, ofSale: nil)]
  }

  /// The movement that takes back one that belongs to no sale: a correction by its number, or for such a correction the
  /// delivery or write-off that it took back, recorded again. Nil where it changed nothing.
  private func inverse(of movement: Movement, _ item: StoredItem) throws -> NewMovement? {
    if movement.kind == .received, try rows.replacement(ofDelivery: movement.id) != nil {
      throw LedgerRefusal.alreadyCorrected(entry: movement.id)
    }
    guard movement.quantity != 0 else {
      // A cost that was set is set no more.
      guard movement.kind == .correction, movement.cost != nil || movement.reverses != nil else { return nil }
      return NewMovement(
        itemID: item.id, kind: .correction, quantity: 0, price: item.draft.salePrice, reverses: movement.id)
    }
    if movement.kind == .correction, let former = try reversed(by: movement),
      [.received, .removed].contains(former.kind)
    {
      if former.reason != .notResellable, let reference = former.reference,
        let other = try rows.referenced(former.kind, ofItem: item.id, reference)
      {
        throw LedgerRefusal.referenceTaken(item: item.id, entry: other.standing.id, reference: reference)
      }
      return NewMovement(
        itemID: item.id, kind: former.kind, quantity: former.quantity, price: former.price, cost: former.cost,
        note: former.note, reference: former.reference, reason: former.reason, reverses: movement.id,
        reportedAt: former.reportedAt)
    }
    return NewMovement(
      itemID: movement.itemID, kind: .correction, quantity: -movement.quantity, price: item.draft.salePrice,
      cost: movement.cost, reference: movement.reference,
      reverses: movement.id, reportedAt: movement.kind == .received ? movement.reportedAt : nil)
  }
}
