/// The tables that count the movements of each item: how many there are and what they add up to in absolute values, and
/// a mark of every 64th. Use it only inside a transaction.
struct ItemLedgerRows {
  /// The numbers of an item's ledger.
  struct Entry: Equatable {
    var movements = 0
    /// Pieces sold, returned and corrected: absolute values added up.
    var pieces = 0
    /// Their prices and costs, and the costs of what was received, in ten-thousandths: absolute values added up.
    var amount = 0
  }

  /// From one marked movement to the next.
  static let interval = 64

  let database: any Database

  /// The numbers of an item; zeros where it has no movement.
  func entry(ofItem id: Int) throws -> Entry {
    try database.rows(
      "SELECT movements, pieces, amount FROM item_ledger WHERE item_id = ?", .integer(id)
    ) { Entry(movements: $0.integer(0), pieces: $0.integer(1), amount: $0.integer(2)) }.first ?? Entry()
  }

  /// Adds movements to the numbers of an item, and returns how many there were before. Throws
  /// `LedgerRefusal.amountTooLarge` where an item would have more than can be added up: since each item is bounded, so is
  /// every sum over the movements of an item.
  func add(_ sums: MovementSums, currency: Currency, ofItem id: Int) throws -> Int {
    let before = try entry(ofItem: id)
    let (pieces, piecesOverflow) = before.pieces.addingReportingOverflow(sums.pieces)
    let (amount, amountOverflow) = before.amount.addingReportingOverflow(sums.amount)
    // A movement without sale and cost is recorded even where an older version has exceeded the limits.
    let isBounded =
      (sums.pieces == 0 || !piecesOverflow && pieces <= MovementLimits.pieces)
      && (sums.amount == 0 || !amountOverflow && amount <= MovementLimits.amount(in: currency))
    guard isBounded else { throw LedgerRefusal.amountTooLarge(item: id) }
    try database.run(
      """
      INSERT INTO item_ledger (item_id, movements, pieces, amount) VALUES (?, ?, ?, ?)
      ON CONFLICT (item_id) DO UPDATE SET
        movements = excluded.movements, pieces = excluded.pieces, amount = excluded.amount
      """, .integer(id), .integer(before.movements + sums.count), .integer(pieces), .integer(amount))
    return before.movements
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

  func delete(ofItem id: Int) throws {
    try database.run("DELETE FROM item_ledger WHERE item_id = ?", .integer(id))
    try database.run("DELETE FROM movement_mark WHERE item_id = ?", .integer(id))
  }
}
