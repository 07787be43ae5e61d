/// The tables that count the movements of each item: how many there are and what they add up to in absolute values, and
/// a mark of every 64th. Use it only inside a transaction.
struct ItemLedgerRows {
  /// From one marked movement to the next.
  static let interval = 64

  let database: any Database

  /// The numbers of an item; zeros where it has no movement.
  func sums(ofItem id: Int) throws -> LedgerSums {
    try database.rows(
      "SELECT movements, pieces, amount FROM item_ledger WHERE item_id = ?", .integer(id)
    ) { LedgerSums(movements: $0.integer(0), pieces: $0.integer(1), amount: $0.integer(2)) }.first
      ?? LedgerSums()
  }

  /// Adds movements to the numbers of an item, and returns how many there were before. Throws as `LedgerSums.adding`.
  func add(_ sums: MovementSums, currency: Currency, ofItem id: Int) throws -> Int {
    let before = try self.sums(ofItem: id)
    try set(before.adding(sums, currency: currency, ofItem: id), ofItem: id)
    return before.movements
  }

  /// Writes the numbers of a new item with its first movements. Throws as `LedgerSums.adding`.
  func begin(_ sums: MovementSums, currency: Currency, ofItem id: Int) throws {
    try set(LedgerSums().adding(sums, currency: currency, ofItem: id), ofItem: id)
  }

  private func set(_ after: LedgerSums, ofItem id: Int) throws {
    try database.run(
      """
      INSERT INTO item_ledger (item_id, movements, pieces, amount) VALUES (?, ?, ?, ?)
      ON CONFLICT (item_id) DO UPDATE SET
        movements = excluded.movements, pieces = excluded.pieces, amount = excluded.amount
      """, .integer(id), .integer(after.movements), .integer(after.pieces), .integer(after.amount))
  }

  /// Marks a movement if it is one of those that are marked.
  ///
  /// - Parameter number: How many movements of the item are before it.
  func mark(_ movement: Movement, asNumber number: Int) throws {
    guard number % Self.interval == 0 else { return }
    try database.run(
      "INSERT INTO movement_mark (item_id, number, movement_id) VALUES (?, ?, ?)",
      .integer(movement.itemID), .integer(number / Self.interval), .integer(movement.id))
  }

  /// Marks the movement that a new item begins with.
  func markFirst(ofItem id: Int) throws {
    try database.run(
      """
      INSERT INTO movement_mark (item_id, number, movement_id) SELECT item_id, 0, id FROM movement WHERE item_id = ?
      """, .integer(id))
  }

  func delete(ofItem id: Int) throws {
    try database.run("DELETE FROM item_ledger WHERE item_id = ?", .integer(id))
    try database.run("DELETE FROM movement_mark WHERE item_id = ?", .integer(id))
  }
}
