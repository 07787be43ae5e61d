import Foundation

/// The table of sales as they stand after their returns and corrections. Use it only inside a transaction.
struct SaleRows {
  /// A sale of which something can be returned.
  struct Standing: Sendable {
    /// The first movement.
    let id: Int
    let reference: String?
    /// The movement that no correction has replaced, and the price and cost of its pieces.
    let entry: Int
    let price: Price
    let cost: Decimal?
    /// Sold pieces that were not returned.
    let pieces: Int
  }

  let database: any Database

  // MARK: Reading

  /// The first movement of the sale of an item under a reference, and the one that stands for it.
  func sale(of id: Int, _ reference: String) throws -> (first: Movement, standing: Movement)? {
    let found = try database.rows(
      "SELECT id, entry FROM sale WHERE item_id = ? AND reference = ? ORDER BY id LIMIT 1", .integer(id),
      .text(reference)
    ) { (first: $0.integer(0), entry: $0.integer(1)) }.first
    guard let found, let first = try movement(found.first) else { return nil }
    let standing = found.entry == found.first ? first : try movement(found.entry)
    return standing.map { (first, $0) }
  }

  /// The newest sales of an item of which something can be returned, or the one of a reference.
  func standing(of id: Int, _ reference: String?, limit: Int) throws -> [Standing] {
    let isNamed = reference == nil ? "" : " AND sale.reference = ?"
    return try database.rows(
      """
      SELECT sale.id, sale.reference, sale.entry, movement.currency, movement.unit_price, movement.cost, standing
      FROM sale JOIN movement ON movement.id = sale.entry
      WHERE sale.item_id = ? AND standing > 0\(isNamed) ORDER BY sale.id DESC LIMIT ?
      """, [.integer(id)] + (reference.map { [.text($0)] } ?? []) + [.integer(limit)]
    ) { row throws(StoreError) in
      guard let currency = Currency(row.text(3)) else { throw .damaged }
      return Standing(
        id: row.integer(0), reference: row.optionalText(1), entry: row.integer(2),
        price: Price(Decimal(tenThousandths: row.integer(4)), currency),
        cost: row.optionalInteger(5).map(Decimal.init(tenThousandths:)), pieces: row.integer(6))
    }
  }

  /// The movements that a correction of a sale replaces: the one that stands for it, and its returns since the last
  /// correction, of which at most `limit` are read. Nil for the number of no sale.
  func standing(ofSale id: Int, limit: Int) throws -> (sold: Int, returned: [Movement])? {
    let found = try database.rows("SELECT entry, since FROM sale WHERE id = ?", .integer(id)) {
      (entry: $0.integer(0), since: $0.integer(1))
    }.first
    guard let found else { return nil }
    let returned = try database.rows(
      """
      SELECT \(Movement.columns) FROM movement
      WHERE sale = ? AND id >= ? AND kind = 'returned' ORDER BY id LIMIT ?
      """, .integer(id), .integer(found.since), .integer(limit), as: Movement.init)
    return (found.entry, returned)
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
      guard let code = ReceiptCode(row.text(0)) else { throw row.damage(in: 0) }
      return code
    }.first
  }

  /// The codes on the receipts of sales, by the movements that stand for them now or did before a correction.
  func receipts(of movements: some Sequence<Movement>) throws -> [Int: ReceiptCode] {
    let sold = movements.filter { $0.kind == .sold }
    let list = SQLCondition.list("id", in: Array(Set(sold.map { $0.sale ?? $0.id })))
    let codes = try database.rows("SELECT id, receipt FROM sale WHERE \(list.sql)", list.values) {
      row throws(StoreError) in
      guard let code = ReceiptCode(row.text(1)) else { throw row.damage(in: 1) }
      return (row.integer(0), code)
    }
    let bySale = Dictionary(uniqueKeysWithValues: codes)
    return Dictionary(
      uniqueKeysWithValues: sold.compactMap { movement in
        bySale[movement.sale ?? movement.id].map { (movement.id, $0) }
      })
  }

  private func movement(_ id: Int) throws -> Movement? {
    try database.rows(
      "SELECT \(Movement.columns) FROM movement WHERE id = ?", .integer(id), as: Movement.init
    ).first
  }

  // MARK: Writing

  /// Brings the sales of movements that were just appended up to them.
  func note(_ appended: [Movement]) throws {
    for movement in appended where movement.kind == .sold && movement.sale == nil {
      try database.run(
        "INSERT INTO sale (id, item_id, reference, entry, since, standing, receipt) VALUES (?, ?, ?, ?, ?, ?, ?)",
        .integer(movement.id), .integer(movement.itemID), .text(movement.reference), .integer(movement.id),
        .integer(movement.id), .integer(-movement.quantity), .text(ReceiptCode.random().text))
    }
    let parts = Dictionary(grouping: appended.filter { $0.sale != nil }) { $0.sale ?? 0 }
    for (sale, movements) in parts.sorted(by: { $0.key < $1.key }) {
      let returned = movements.reduce(0) { $0 + $1.quantity }
      try database.run(
        "UPDATE sale SET standing = standing - ? WHERE id = ?", .integer(returned), .integer(sale))
      guard let first = movements.first, let replacement = movements.last(where: { $0.kind == .sold }) else {
        continue
      }
      try database.run(
        "UPDATE sale SET entry = ?, since = ? WHERE id = ?", .integer(replacement.id), .integer(first.id),
        .integer(sale))
    }
  }
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
