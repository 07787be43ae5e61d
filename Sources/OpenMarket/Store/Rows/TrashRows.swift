import Foundation
import SystemSupport

/// The trash: deleted items that can be restored until a date. Use it only inside a transaction.
///
/// The state of an item says that it is there; it leaves the index of searches and that of tags. Putting an item into the trash and
/// taking it out costs no more than changing its texts; deleting it for good costs what deleting it at once does.
struct TrashRows {
  /// Items that one transaction deletes for good: each may have images of 50 MiB.
  static let step = 4

  let database: any Database

  // MARK: Reading

  /// A page of the trash at a date, the last deleted item first, and how many items there are.
  ///
  /// - Parameter seller: Whose; nil for all.
  func page(
    _ number: Int, size: Int, of seller: Seller?, _ filter: ListFilter, at date: Date
  ) throws -> TrashPage {
    var parts: [SQLCondition] = ["expiry > \(.date(date))"]
    if let seller {
      parts.append("vendor_id = \(.integer(seller.vendor)) AND seller_id = \(.integer(seller.id))")
    }
    if !filter.isEmpty {
      parts += try FilterConditions(database, scope: .trashed, now: date).conditions(filter).map(\.sql)
    }
    let condition: SQLCondition =
      "item.id IN (SELECT id FROM item WHERE \(SQLCondition.joined(parts, by: "AND")))"
    let total = try database.number("SELECT count(*) FROM item WHERE \(condition)")
    let (first, overflow) = (number - 1).multipliedReportingOverflow(by: size)
    guard !overflow, first < total else { return TrashPage(number: number, items: [], total: total) }
    let items = try database.rows(
      of: """
        SELECT item.id, title, item.vendor_id, vendor.name, deleted, expiry, sku
        FROM item JOIN vendor ON vendor.id = item.vendor_id WHERE \(condition)
        ORDER BY deleted DESC, item.id DESC LIMIT \(.integer(size)) OFFSET \(.integer(first))
        """
    ) {
      TrashedItem(
        id: $0.integer(0), title: $0.text(1), sku: $0.optionalText(6), vendorID: $0.integer(2),
        vendorName: $0.text(3),
        date: $0.date(4), expiry: $0.date(5))
    }
    return TrashPage(number: number, items: items, total: total)
  }

  /// The vendor and the password hash of an item in the trash; nil where it is not there, or no more.
  func owner(ofItem id: Int, at date: Date) throws -> (vendor: Int, passwordHash: String)? {
    try database.rows(
      "SELECT vendor_id, password_hash FROM item WHERE id = ? AND expiry > ?", .integer(id),
      .date(date)
    ) { (vendor: $0.integer(0), passwordHash: $0.text(1)) }.first
  }

  // MARK: Writing

  /// Moves an item into the trash.
  ///
  /// - Parameters:
  ///   - item: The full item.
  ///   - client: The network whose limit on bytes it counts for; nil for none.
  func put(_ item: StoredItem, _ movements: MovementRows, until expiry: Date, client: String?) throws {
    let bytes = try ImageRows(database: database).bytes(of: item.images.map(\.id))
    try database.run(
      "UPDATE item SET state = state + 2, deleted = ?, expiry = ?, client = ?, bytes = ? WHERE id = ?",
      .date(movements.now), .date(expiry), .text(try client.map(digest)),
      .integer(item.draft.textBytes + bytes),
      .integer(item.id))
    try ItemRows(database: database).leave(item)
  }

  /// Puts an item back as it was, and returns it. Throws `MarketplaceError.taken` before anything is written if another item
  /// of the seller has its SKU, one of its barcodes or its reference.
  ///
  /// - Parameter sku: The SKU in place of its own; nil for that.
  func restore(_ id: Int, sku: String?) throws -> StoredItem {
    let (items, details) = (ItemRows(database: database), DetailRows(database: database))
    let found = try items.items(
      descriptions: .included, "WHERE item.id = \(.integer(id)) AND expiry IS NOT NULL",
      from: StoredItem.allTables
    ).first
    let owner = try database.rows("SELECT vendor_id, seller_id FROM item WHERE id = ?", .integer(id)) {
      Seller(vendor: $0.integer(0), id: $0.integer(1))
    }.first
    guard var draft = found?.draft, let owner else { throw StoreError.damaged }
    if let sku { draft.sku = sku }
    var keys = try details.keys(ofItems: [id])[id] ?? ItemKeys()
    // The row that the item came from was imported again since: a third import finds the newer item.
    if let key = keys.rowKey, try details.id(.rowKey, key, of: owner) != nil { keys.rowKey = nil }
    try details.checkKeys(of: draft, keys, seller: owner)
    try database.run(
      """
      UPDATE item SET state = state - 2, deleted = NULL, expiry = NULL, client = NULL, bytes = NULL, sku = ?, row_key = ?
      WHERE id = ?
      """, .text(draft.sku), .text(keys.rowKey), .integer(id))
    details.noteWritten(draft.details, keys, vendor: owner.vendor)
    try details.index(draft.tags, ofItem: id)
    try details.indexCodes(of: draft.details, ofItem: id, owner)
    try SearchRows(database: database).restore(SearchText.text(of: draft), ofItem: id)
    return try items.existing(id)
  }

  /// Deletes an item in the trash for good. What was sold stays in the totals, as after `MovementRows.archive`.
  func remove(_ id: Int, _ movements: MovementRows) throws {
    if try deleteParts(ofItem: id) { try movements.archive(id) }
  }

  /// Deletes all of an item in the trash but its title and movements.
  func discard(_ id: Int, at date: Date) throws {
    if try deleteParts(ofItem: id) { try ItemRows(database: database).keepTitle(ofItem: id, at: date) }
  }

  /// Deletes the images and reviews of an item in the trash; returns whether it was there.
  private func deleteParts(ofItem id: Int) throws -> Bool {
    let found = try database.integer("SELECT 1 FROM item WHERE id = ? AND expiry IS NOT NULL", .integer(id))
    guard found != nil else { return false }
    try ImageRows(database: database).delete(ofItem: id)
    try database.run("DELETE FROM review WHERE item_id = ?", .integer(id))
    return true
  }

  /// The next items that a transaction deletes for good, the oldest first.
  func next(_ choice: TrashChoice, at date: Date, limit: Int = Self.step) throws -> [Int] {
    let served = DatabaseValue.date(date - ImageRows.timeAfterDeletion)
    let condition: SQLCondition =
      switch choice {
      case .expired: "expiry <= \(.date(date)) AND deleted <= \(served) ORDER BY expiry"
      case .client(let client):
        "client = \(.text(try digest(client))) AND expiry IS NOT NULL ORDER BY deleted"
      }
    return try database.integers(of: "SELECT id FROM item WHERE \(condition) LIMIT \(.integer(limit))")
  }

  /// The items that may be deleted for good for a write of a client, in that order: the oldest of those with which any client has more
  /// than its share, and then the client's own.
  ///
  /// - Parameters:
  ///   - client: Nil for a command at the store.
  ///   - share: In bytes.
  func evictable(for client: String?, beyond share: Int, limit: Int) throws -> [Int] {
    let share = DatabaseValue.integer(share)
    let exceeding = try database.integers(
      of: """
        SELECT id FROM (
          SELECT id, deleted, sum(bytes) OVER (PARTITION BY client ORDER BY deleted DESC, id DESC) AS kept
          FROM item WHERE expiry IS NOT NULL AND coalesce(client, '') IN
            (SELECT coalesce(client, '') FROM item WHERE expiry IS NOT NULL GROUP BY client HAVING sum(bytes) > \(share))
        ) AS ranked WHERE kept > \(share) ORDER BY deleted, id LIMIT \(.integer(limit))
        """)
    let isOwn: SQLCondition = try client.map { "client = \(.text(try digest($0)))" } ?? "client IS NULL"
    let own = try database.integers(
      of: """
        SELECT id FROM item WHERE expiry IS NOT NULL AND \(isOwn) ORDER BY deleted, id LIMIT \(.integer(limit))
        """)
    return Array((exceeding + own.filter { !exceeding.contains($0) }).prefix(limit))
  }

  /// A copy of the store tells no addresses.
  private func digest(_ client: String) throws -> String {
    let key = try MarketSettings(database: database).key(for: .limits)
    let code = SHA256.authenticationCode(
      of: Data("trash \(IPAddress.clientNetwork(client))".utf8), key: key)
    return SHA256.hexadecimal(ofHash: code.prefix(16))
  }
}

/// Which items in the trash are deleted for good before their time.
enum TrashChoice: Sendable, Equatable {
  /// None: those whose time is over.
  case expired
  /// Items that a client has deleted.
  case client(String)
}
