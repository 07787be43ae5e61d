import Foundation

/// Takes movements back by further ones: none is edited.
extension SaleLedger {
  /// Takes back the movements of one item that one request has recorded, and returns the ones that do so. Throws the
  /// `LedgerRefusal` where others have followed that stand against it, and `UndoRefusal.unknownCost`.
  ///
  /// - Parameter ids: The numbers of the movements.
  func takeBack(_ ids: [Int], ofItem id: Int) throws -> [Movement] {
    let movements = try ids.map { number throws in
      guard let movement = try Movement.row(number, in: database), movement.itemID == id else {
        throw LedgerRefusal.noSuchEntry(number)
      }
      return movement
    }
    let item = try ItemRows(database: database).summary(ofExisting: id)
    var new: [NewMovement] = []
    let ofSales = Dictionary(grouping: movements.filter { $0.sale != nil || $0.kind == .sold }) {
      $0.sale ?? $0.id
    }
    for (sale, part) in ofSales.sorted(by: { $0.key < $1.key }) {
      new += try takeBack(part, ofSale: sale)
    }
    let others = movements.filter { $0.sale == nil && $0.kind != .sold }
    if let delivery = others.first(where: { $0.kind == .received && $0.reverses != nil }) {
      new += try takeBack(costOf: delivery)
    } else {
      // Movements into the stock come first: it does not fall below 0.
      new += try others.sorted { $0.quantity < $1.quantity }.compactMap { try inverse(of: $0, item) }
    }
    guard new.count <= MovementLimits.written else { throw LedgerRefusal.tooMany(item: id) }
    let rows = try MovementRows(database, at: date)
    return try rows.append(
      new.filter { $0.quantity > 0 && $0.sale == nil } + new.filter { $0.quantity <= 0 || $0.sale != nil },
      to: item.draft.stock)
  }

  private func takeBack(_ part: [Movement], ofSale id: Int) throws -> [NewMovement] {
    let sales = SaleRows(database: database)
    guard let sale = try sales.corrected(id, limit: MovementLimits.written) else {
      throw LedgerRefusal.noSuchEntry(id)
    }
    let present = Set(sale.returned.map(\.id) + [sale.entry])
    let recorded = try part.filter { $0.kind == .sold || $0.kind == .returned }.map {
      try successor(of: $0, ofSale: id, among: present)
    }
    let reversed = try part.filter { $0.kind == .correction }.compactMap { correction in
      try correction.reverses.flatMap { try Movement.row($0, in: database) }
    }
    let standing = sale.isVoid ? nil : try Movement.row(sale.entry, in: database)
    let sold = recorded.last { $0.kind == .sold }
    let voids = !reversed.isEmpty && sold == nil
    guard voids == sale.isVoid, sold == nil || sold?.id == sale.entry,
      recorded.allSatisfy({ present.contains($0.id) })
    else { throw LedgerRefusal.alreadyCorrected(entry: part.first?.id ?? id) }
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

  private func takeBack(costOf delivery: Movement) throws -> [NewMovement] {
    guard try !MovementRows(database, at: date).isReplaced(delivery: delivery.id),
      let former = try delivery.reverses.flatMap({ try Movement.row($0, in: database) })
    else { throw LedgerRefusal.alreadyCorrected(entry: delivery.id) }
    guard let cost = former.cost else { throw UndoRefusal.unknownCost(entry: delivery.id) }
    return [
      NewMovement(
        itemID: delivery.itemID, kind: .received, quantity: delivery.quantity, price: delivery.price,
        cost: cost,
        note: delivery.note, reference: delivery.reference, reverses: delivery.id,
        reportedAt: delivery.reportedAt),
      NewMovement(
        itemID: delivery.itemID, kind: .correction, quantity: -delivery.quantity, price: delivery.price,
        cost: delivery.cost, reference: delivery.reference, reverses: delivery.id,
        reportedAt: delivery.reportedAt),
    ]
  }

  /// The correction by the number of a movement that belongs to no sale; nil where it changed nothing.
  private func inverse(of movement: Movement, _ item: StoredItem) throws -> NewMovement? {
    if movement.kind == .received,
      try MovementRows(database, at: date).isReplaced(delivery: movement.id)
    {
      throw LedgerRefusal.alreadyCorrected(entry: movement.id)
    }
    guard movement.quantity != 0 else { return nil }
    return NewMovement(
      itemID: movement.itemID, kind: .correction, quantity: -movement.quantity, price: item.draft.salePrice,
      reference: movement.reference, reverses: movement.id)
  }
}
