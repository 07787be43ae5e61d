import Foundation

/// The table of deletion tokens. Only to be used inside a transaction.
struct DeletionTokenRows {
  /// The item that a token deletes, and its vendor.
  struct Grant: Sendable, Equatable {
    let itemID: Int
    let vendorID: Int
    let hash: String
  }

  /// The most valid tokens of one vendor; a further one replaces the vendor's oldest.
  static let share = 1_000

  let database: any Database

  /// The grant of a token that is still valid. Deleting the item deletes its tokens.
  func grant(selector: String, at date: Date) throws -> Grant? {
    try database.rows(
      "SELECT item_id, vendor_id, hash FROM deletion_token WHERE selector = ? AND expiry > ?",
      .text(selector), .date(date)
    ) { Grant(itemID: $0.integer(0), vendorID: $0.integer(1), hash: $0.text(2)) }.first
  }

  /// Inserts a token of the item's vendor, and removes what has expired.
  func insert(selector: String, hash: String, item id: Int, at date: Date) throws {
    try database.run("DELETE FROM deletion_token WHERE expiry <= ?", .date(date))
    try database.run(
      """
      DELETE FROM deletion_token WHERE selector IN (
        SELECT selector FROM deletion_token WHERE vendor_id = (SELECT vendor_id FROM item WHERE id = ?)
        ORDER BY expiry DESC LIMIT \(Int64.max) OFFSET ?)
      """, .integer(id), .integer(Self.share - 1))
    try database.run(
      """
      INSERT INTO deletion_token (selector, hash, item_id, vendor_id, expiry)
      SELECT ?, ?, id, vendor_id, ? FROM item WHERE id = ?
      """, .text(selector), .text(hash), .date(date + DeletionToken.lifetime), .integer(id))
  }
}
