import Foundation
import SystemSupport

/// The trash: deleted items that can be restored until a date. Use it only inside a transaction.
///
/// A deleted item leaves the tables of items, details, ratings and the search index, so that no read finds it; its images,
/// reviews, changes and movements stay where they are. Putting an item into the trash and taking it out costs no more than
/// changing its texts; deleting it for good costs what deleting it at once does.
struct TrashRows {
  /// Items that one transaction deletes for good: each may have images of 50 MiB.
  static let step = 4

  let database: any Database

  // MARK: Reading

  /// A page of the trash at a date, the last deleted item first, and how many items there are.
  ///
  /// - Parameter seller: Whose; nil for all.
  func page(_ number: Int, size: Int, of seller: Seller?, at date: Date) throws -> TrashPage {
    let condition = SQLCondition(
      "expiry > ?" + (seller == nil ? "" : " AND trashed_item.vendor_id = ? AND trashed_item.seller_id = ?"),
      [.date(date)] + (seller.map { [.integer($0.vendor), .integer($0.id)] } ?? []))
    let total =
      try database.rows("SELECT count(*) FROM trashed_item WHERE \(condition.sql)", condition.values) {
        $0.integer(0)
      }.first ?? 0
    let (first, overflow) = (number - 1).multipliedReportingOverflow(by: size)
    guard !overflow, first < total else { return TrashPage(number: number, items: [], total: total) }
    let items = try database.rows(
      """
      SELECT trashed_item.id, deleted_item.title, trashed_item.vendor_id, vendor.name, trashed_item.date, expiry
      FROM trashed_item JOIN deleted_item ON deleted_item.id = trashed_item.id
      JOIN vendor ON vendor.id = trashed_item.vendor_id WHERE \(condition.sql)
      ORDER BY trashed_item.date DESC, trashed_item.id DESC LIMIT ? OFFSET ?
      """, condition.values + [.integer(size), .integer(first)]
    ) {
      TrashedItem(
        id: $0.integer(0), title: $0.text(1), vendorID: $0.integer(2), vendorName: $0.text(3),
        date: $0.date(4), expiry: $0.date(5))
    }
    return TrashPage(number: number, items: items, total: total)
  }

  /// The vendor and the password hash of an item in the trash; nil where it is not there, or no more.
  func owner(ofItem id: Int, at date: Date) throws -> (vendor: Int, passwordHash: String)? {
    try database.rows(
      "SELECT vendor_id, password_hash FROM trashed_item WHERE id = ? AND expiry > ?", .integer(id),
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
    let items = ItemRows(database: database)
    guard let hash = try items.passwordHash(ofItem: item.id) else { throw StoreError.damaged }
    let seller = try SellerRows(database).seller(vendor: item.vendor.id, passwordHash: hash)
    let keys = try DetailRows(database: database).keys(ofItems: [item.id])[item.id] ?? ItemKeys()
    let contents = try JSON.encode(TrashedContents(item, keys))
    try movements.keepTitle(of: item, seller)
    try database.run(
      """
      INSERT INTO trashed_item (id, vendor_id, seller_id, date, expiry, client, password_hash, contents, bytes)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(item.id), .integer(seller.vendor), .integer(seller.id), .date(movements.now), .date(expiry),
      .text(try client.map(digest)), .text(hash), .text(String(decoding: contents, as: UTF8.self)),
      .integer(
        contents.count + (try ImageRows(database: database).bytes(of: item.images.map(\.id)))))
    try items.delete(item)
  }

  /// Puts an item back as it was, and returns it. Throws `MarketplaceError.taken` before anything is written if another item
  /// of the seller has its SKU or its reference.
  ///
  /// - Parameter sku: The SKU in place of its own; nil for that.
  func restore(_ id: Int, sku: String?) throws -> StoredItem {
    let found = try database.rows(
      """
      SELECT trashed_item.vendor_id, trashed_item.seller_id, password_hash, contents, title FROM trashed_item
      JOIN deleted_item ON deleted_item.id = trashed_item.id WHERE trashed_item.id = ?
      """, .integer(id)
    ) { row throws(StoreError) in
      guard let contents = TrashedContents(row.text(3)), var draft = contents.draft(titled: row.text(4))
      else {
        throw StoreError(
          .damaged, at: StoredPlace(table: "trashed_item", row: "id \(id)", column: "contents"))
      }
      if let sku { draft.sku = sku }
      return (
        seller: Seller(vendor: row.integer(0), id: row.integer(1)), hash: row.text(2), contents: contents,
        draft: draft
      )
    }.first
    guard let found else { throw StoreError.damaged }
    let (details, seller) = (DetailRows(database: database), found.seller)
    var keys = ItemKeys(reference: found.contents.reference, rowKey: found.contents.rowKey)
    // The row that the item came from was imported again since: a third import finds the newer item.
    if let key = keys.rowKey, try details.id(.rowKey, key, of: seller) != nil { keys.rowKey = nil }
    try details.checkKeys(of: found.draft, keys, seller: seller)
    try ItemRows(database: database).insertRow(
      found.draft, of: seller, passwordHash: found.hash,
      registered: .integer(found.contents.registrationDate),
      keys: keys, id: id)
    try SearchRows(database: database).restore(SearchText.text(of: found.draft), ofItem: id)
    try RatingRows(database: database).rebuild(ofItem: id)
    try ImageRows(database: database).recount(ofItem: id)
    try database.run("DELETE FROM trashed_item WHERE id = ?", .integer(id))
    try database.run("DELETE FROM deleted_item WHERE id = ?", .integer(id))
    return try ItemRows(database: database).existing(id)
  }

  /// Deletes an item in the trash for good. What was sold stays in the totals, as after `MovementRows.archive`.
  func remove(_ id: Int, _ movements: MovementRows) throws {
    guard try discard(id) else { return }
    try database.run("DELETE FROM item_change WHERE item_id = ?", .integer(id))
    if try movements.forgetUnsold(id) {
      try database.run("DELETE FROM deleted_item WHERE id = ?", .integer(id))
    }
  }

  /// Deletes what is left of an item beside its movements, changes and title; returns whether it was in the trash.
  @discardableResult
  func discard(_ id: Int) throws -> Bool {
    guard try database.integer("SELECT 1 FROM trashed_item WHERE id = ?", .integer(id)) != nil else {
      return false
    }
    try ImageRows(database: database).delete(ofItem: id)
    try database.run("DELETE FROM review WHERE item_id = ?", .integer(id))
    try database.run("DELETE FROM trashed_item WHERE id = ?", .integer(id))
    return true
  }

  /// The next items that a transaction deletes for good, the oldest first.
  func next(_ choice: TrashChoice, at date: Date, limit: Int = Self.step) throws -> [Int] {
    let (condition, values): (String, [DatabaseValue]) =
      switch choice {
      case .expired:
        (
          "expiry <= ? AND date <= ? ORDER BY expiry",
          [.date(date), .date(date - ImageRows.timeAfterDeletion)]
        )
      case .client(let client): ("client = ? ORDER BY date", [.text(try digest(client))])
      }
    return try database.integers(
      "SELECT id FROM trashed_item WHERE \(condition) LIMIT ?", values + [.integer(limit)])
  }

  /// The items that may be deleted for good for a write of a client, in that order: the oldest of those with which any client has more
  /// than its share, and then the client's own.
  ///
  /// - Parameters:
  ///   - client: Nil for a command at the store.
  ///   - share: In bytes.
  func evictable(for client: String?, beyond share: Int, limit: Int) throws -> [Int] {
    let exceeding = try database.integers(
      """
      SELECT id FROM (
        SELECT id, date, sum(bytes) OVER (PARTITION BY client ORDER BY date DESC, id DESC) AS kept
        FROM trashed_item WHERE coalesce(client, '') IN
          (SELECT coalesce(client, '') FROM trashed_item GROUP BY client HAVING sum(bytes) > ?)
      ) AS ranked WHERE kept > ? ORDER BY date, id LIMIT ?
      """, [.integer(share), .integer(share), .integer(limit)])
    let own = try database.integers(
      """
      SELECT id FROM trashed_item WHERE client = ? OR client IS NULL AND CAST(? AS INTEGER) = 1 ORDER BY date, id LIMIT ?
      """, [.text(try client.map(digest)), .integer(client == nil ? 1 : 0), .integer(limit)])
    return Array((exceeding + own.filter { !exceeding.contains($0) }).prefix(limit))
  }

  /// A copy of the store tells no addresses.
  private func digest(_ client: String) throws -> String {
    let key = try MarketSettings(database: database).key(for: .limits)
    let code = SHA256.authenticationCode(
      of: Data("trash \(IPAddress.clientNetwork(client))".utf8), key: key)
    return code.prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

/// Which items in the trash are deleted for good before their time.
enum TrashChoice: Sendable, Equatable {
  /// None: those whose time is over.
  case expired
  /// Items that a client has deleted.
  case client(String)
}

/// The columns of an item in the trash that stand in no table of their own.
private struct TrashedContents: Codable {
  let currency: String
  /// In ten-thousandths.
  let price: Int
  let discountedPrice: Int?
  let stock: Int
  /// Microseconds since 1970.
  let registrationDate: Int
  let description: String
  /// By the names of the fields; tags as one text.
  let details: [String: String]
  let reference: String?
  let rowKey: String?

  init(_ item: StoredItem, _ keys: ItemKeys) {
    let draft = item.draft
    currency = draft.price.currency.code
    price = draft.price.amount.tenThousandths
    discountedPrice = draft.discountedPrice?.tenThousandths
    stock = draft.stock
    registrationDate = Int(clamping: (item.registrationDate.timeIntervalSince1970 * 1_000_000).rounded())
    description = draft.description
    var details: [String: String] = [:]
    for field in DetailField.allCases { details[field.rawValue] = draft.details.storedText(of: field) }
    self.details = details
    (reference, rowKey) = (keys.reference, keys.rowKey)
  }

  /// Nil for a text that is no item.
  init?(_ text: String) {
    guard let contents = try? JSON.decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = contents
  }

  /// Nil for values that no item has.
  func draft(titled title: String) -> ItemDraft? {
    guard let currency = Currency(currency) else { return nil }
    var draft = ItemDraft(
      title: title, description: description, price: Price(Decimal(tenThousandths: price), currency),
      discountedPrice: discountedPrice.map(Decimal.init(tenThousandths:)), stock: stock)
    for field in DetailField.allCases {
      draft.details[field] = details[field.rawValue].map { DetailValue(stored: $0, of: field) }
    }
    return draft
  }
}
