/// The numbers of each item's movements: how many there are and what they add up to in absolute values. Use it only inside a
/// transaction.
struct ItemLedgerRows {
  let database: any Database

  /// The numbers of an item; zeros where it has no movement.
  func sums(ofItem id: Int) throws -> LedgerSums {
    try database.rows(
      "SELECT movements, moved_pieces, moved_amount FROM item WHERE id = ?", .integer(id)
    ) { LedgerSums(movements: $0.integer(0), pieces: $0.integer(1), amount: $0.integer(2)) }.first
      ?? LedgerSums()
  }

  /// Adds movements to the numbers of an item. Throws as `LedgerSums.adding`.
  func add(_ sums: MovementSums, currency: Currency, ofItem id: Int) throws {
    try set(self.sums(ofItem: id).adding(sums, currency: currency, ofItem: id), ofItem: id)
  }

  func set(_ sums: LedgerSums, ofItem id: Int) throws {
    try database.run(
      "UPDATE item SET movements = ?, moved_pieces = ?, moved_amount = ? WHERE id = ?",
      .integer(sums.movements),
      .integer(sums.pieces), .integer(sums.amount), .integer(id))
  }
}
