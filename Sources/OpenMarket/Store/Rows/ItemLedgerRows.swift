/// The numbers of each item's movements: how many there are and what they add up to in absolute values, and a mark of every 64th.
/// Use it only inside a transaction.
struct ItemLedgerRows {
  /// From one marked movement to the next.
  static let interval = 64

  let database: any Database

  /// The numbers of an item; zeros where it has no movement.
  func sums(ofItem id: Int) throws -> LedgerSums {
    try database.rows(
      "SELECT movements, moved_pieces, moved_amount FROM item WHERE id = ?", .integer(id)
    ) { LedgerSums(movements: $0.integer(0), pieces: $0.integer(1), amount: $0.integer(2)) }.first
      ?? LedgerSums()
  }

  /// Adds movements to the numbers of an item, and returns how many there were before. Throws as `LedgerSums.adding`.
  func add(_ sums: MovementSums, currency: Currency, ofItem id: Int) throws -> Int {
    let before = try self.sums(ofItem: id)
    try set(before.adding(sums, currency: currency, ofItem: id), ofItem: id)
    return before.movements
  }

  func set(_ sums: LedgerSums, ofItem id: Int) throws {
    try database.run(
      "UPDATE item SET movements = ?, moved_pieces = ?, moved_amount = ? WHERE id = ?",
      .integer(sums.movements),
      .integer(sums.pieces), .integer(sums.amount), .integer(id))
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

  func deleteMarks(ofItem id: Int) throws {
    try database.run("DELETE FROM movement_mark WHERE item_id = ?", .integer(id))
  }
}
