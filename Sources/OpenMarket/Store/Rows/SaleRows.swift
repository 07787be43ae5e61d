import Foundation

/// The table of sales as they stand after their returns and corrections. Use it only inside a transaction.
struct SaleRows {
  let database: any Database

  /// Selects the sales of an item under a reference, that of their first movements.
  private static let isReferenced =
    "sale.id IN (SELECT first.id FROM movement AS first WHERE first.reference = ? AND first.item_id = ?)"

  // MARK: Reading

  /// The sale of an item under a reference; nil where a correction has taken it back.
  func sale(of id: Int, _ reference: String) throws -> ReferencedMovement? {
    let found = try database.rows(
      "SELECT id, entry FROM sale WHERE \(Self.isReferenced) AND since <= entry ORDER BY id LIMIT 1",
      .text(reference), .integer(id)
    ) { (first: $0.integer(0), entry: $0.integer(1)) }.first
    guard let found, let first = try Movement.row(found.first, in: database) else { return nil }
    let standing = found.entry == found.first ? first : try Movement.row(found.entry, in: database)
    return standing.map { ReferencedMovement(first: first, standing: $0) }
  }

  /// The code of an order, of whose sales some are recorded under their references; nil where none is.
  func receipt(ofOrder requests: [MovementRequest]) throws -> ReceiptCode? {
    for request in requests {
      guard case .sell = request.action, let reference = request.reference,
        let recorded = try sale(of: request.itemID, reference)
      else { continue }
      return try receipt(ofSale: recorded.first.id)
    }
    return nil
  }

  /// The newest sales of an item of which something can be returned, or the one of a reference or with a number.
  func standing(of id: Int, _ reference: String?, sale: Int? = nil, limit: Int) throws -> [StandingSale] {
    let isNamed =
      (reference == nil ? "sale.item_id = ?" : Self.isReferenced) + (sale == nil ? "" : " AND sale.id = ?")
    return try database.rows(
      """
      SELECT sale.id, movement.reference, sale.entry, movement.currency, movement.unit_price, movement.cost, standing
      FROM sale JOIN movement ON movement.id = sale.entry
      WHERE \(isNamed) AND standing > 0 ORDER BY sale.id DESC LIMIT ?
      """,
      (reference.map { [.text($0)] } ?? []) + [.integer(id)] + (sale.map { [.integer($0)] } ?? [])
        + [.integer(limit)]
    ) { row throws(StoreError) in
      StandingSale(
        id: row.integer(0), reference: row.optionalText(1), entry: row.integer(2),
        price: try row.price(4, in: 3), cost: row.optionalAmount(5), pieces: row.integer(6))
    }
  }

  /// A sale that is to be corrected, with its returns since the last correction, of which at most `limit` are read. Nil for
  /// the number of no sale.
  func corrected(_ id: Int, limit: Int) throws -> CorrectedSale? {
    let found = try database.rows("SELECT entry, since FROM sale WHERE id = ?", .integer(id)) {
      (entry: $0.integer(0), since: $0.integer(1))
    }.first
    guard let found else { return nil }
    let returned = try database.rows(
      """
      SELECT \(Movement.columns) FROM movement
      WHERE sale = ? AND id >= ? AND kind = 'returned' ORDER BY id LIMIT ?
      """, .integer(id), .integer(found.since), .integer(limit), as: Movement.init)
    return CorrectedSale(
      id: id, entry: found.entry, isVoid: found.since > found.entry, isAlreadyCounted: try isOffset(id),
      returned: returned)
  }

  /// Whether the movement before a sale is the correction by which the stock stayed as it was counted.
  private func isOffset(_ id: Int) throws -> Bool {
    guard let sale = try Movement.row(id, in: database) else { return false }
    let former = try database.rows(
      "SELECT \(Movement.columns) FROM movement WHERE item_id = ? AND id < ? ORDER BY id DESC LIMIT 1",
      .integer(sale.itemID), .integer(id), as: Movement.init
    ).first
    return former.map {
      $0.kind == .correction && $0.reverses == nil && $0.quantity == -sale.quantity
        && $0.recordedAt == sale.recordedAt && $0.reportedAt == sale.reportedAt
    } ?? false
  }

  /// Whether a sale of an item counts: not when all of it was returned or taken back, nor for another number.
  func stands(_ id: Int, ofItem item: Int) throws -> Bool {
    try database.integer(
      "SELECT 1 FROM sale WHERE id = ? AND item_id = ? AND standing > 0", .integer(id), .integer(item))
      != nil
  }

  /// The sale of a receipt for an item; nil for a code of no sale of this item.
  func sale(ofReceipt code: ReceiptCode, item: Int) throws -> ReceiptSale? {
    try database.rows(
      "SELECT id, standing FROM sale WHERE receipt = ? AND item_id = ?", .text(code.text), .integer(item)
    ) { ReceiptSale(sale: $0.integer(0), standing: $0.integer(1)) }.first
  }

  /// The sale of a receipt whose code a customer typed. Throws `MarketplaceError.unknownReceipt`.
  func sale(ofTyped code: String, item: Int) throws -> ReceiptSale {
    guard let sale = try ReceiptCode(typed: code).flatMap({ try sale(ofReceipt: $0, item: item) }) else {
      throw MarketplaceError.unknownReceipt(code)
    }
    return sale
  }

  /// The code on the receipt of a sale; nil for the number of no sale.
  func receipt(ofSale id: Int) throws -> ReceiptCode? {
    try database.rows("SELECT receipt FROM sale WHERE id = ?", .integer(id)) { row throws(StoreError) in
      try row.value(0, ReceiptCode.init(_:))
    }.first
  }

  /// The receipt of the sale of an item that has a movement; nil where it has none.
  func receipt(ofMovement movement: Int, item: Int) throws -> SaleReceipt? {
    let found = try database.rows(
      """
      SELECT sale.id, entry, since, standing FROM movement JOIN sale ON sale.id = coalesce(movement.sale, movement.id)
      WHERE movement.id = ? AND sale.item_id = ?
      """, .integer(movement), .integer(item)
    ) {
      (id: $0.integer(0), entry: $0.integer(1), isVoid: $0.integer(2) > $0.integer(1), left: $0.integer(3))
    }
    guard let found = found.first, let entry = try Movement.row(found.entry, in: database),
      let code = try receipt(ofSale: found.id)
    else { return nil }
    return SaleReceipt(
      sale: found.id, movement: entry, code: code, isVoid: found.isVoid, standing: found.left)
  }

  /// The codes on the receipts of sales, by the movements that stand for them now or did before a correction.
  func receipts(of movements: some Sequence<Movement>) throws -> [Int: ReceiptCode] {
    let sold = movements.filter { $0.kind == .sold }
    let list = SQLCondition.list("id", in: Array(Set(sold.map { $0.sale ?? $0.id })))
    let bySale = try database.values(of: "SELECT id, receipt FROM sale WHERE \(list)") {
      row throws(StoreError) in try row.value(1, ReceiptCode.init(_:))
    }
    return Dictionary(
      uniqueKeysWithValues: sold.compactMap { movement in
        bySale[movement.sale ?? movement.id].map { (movement.id, $0) }
      })
  }

  // MARK: Writing

  /// Brings the sales of movements that were just appended up to them.
  ///
  /// - Parameter receipts: For each movement the code of a new sale; nil for a random one.
  func note(_ appended: [Movement], receipts: [ReceiptCode?]) throws {
    for (movement, receipt) in zip(appended, receipts) where movement.kind == .sold && movement.sale == nil {
      // Another sale of the item may have the code, by which one of them is named.
      let code =
        try receipt.flatMap { try sale(ofReceipt: $0, item: movement.itemID) == nil ? $0 : nil } ?? .random()
      try database.run(
        "INSERT INTO sale (id, item_id, entry, since, standing, receipt) VALUES (?, ?, ?, ?, ?, ?)",
        .integer(movement.id), .integer(movement.itemID), .integer(movement.id), .integer(movement.id),
        .integer(-movement.quantity), .text(code.text))
    }
    let parts = Dictionary(grouping: appended.filter { $0.sale != nil }) { $0.sale ?? 0 }
    for (sale, movements) in parts.sorted(by: { $0.key < $1.key }) {
      let returned = movements.reduce(0) { $0 + $1.quantity }
      try database.run(
        "UPDATE sale SET standing = standing - ? WHERE id = ?", .integer(returned), .integer(sale))
      // A void sale is recorded again.
      if let first = movements.first, first.kind == .sold {
        try database.run(
          "UPDATE sale SET entry = ? WHERE id = ?", .integer(first.id), .integer(sale))
      }
      // A correction begins with the reversal of the sale; a sale that is void has no replacement.
      guard let first = movements.first, first.kind == .correction else { continue }
      try database.run(
        "UPDATE sale SET entry = coalesce(?, entry), since = ? WHERE id = ?",
        .integer(movements.last { $0.kind == .sold }?.id), .integer(first.id), .integer(sale))
    }
  }
}

/// A sale as its receipt shows it.
package struct SaleReceipt: Sendable, Equatable {
  /// The number of the sale: that of its first movement.
  package let sale: Int
  /// The movement that stands for the sale, or stood last where it was taken back.
  package let movement: Movement
  package let code: ReceiptCode
  /// Whether the sale was taken back.
  package let isVoid: Bool
  /// Sold pieces that were not returned.
  package let standing: Int
}

/// The sale of a receipt.
struct ReceiptSale: Sendable, Equatable {
  /// The number of the sale's first movement; one sale has one.
  let sale: Int
  /// Sold pieces that were not returned.
  let standing: Int

  /// Whether the sale counts: not when all of it was returned or taken back.
  var stands: Bool { standing > 0 }
}
