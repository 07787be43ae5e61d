import Foundation
import SystemSupport

/// Brings the rows of a store of the version before to the present tables, where SQL alone cannot. Use it only inside its migration,
/// after the statements of the database.
struct FormerRows {
  let database: any Database

  func migrate() throws {
    try moveDeletedItems()
    try database.run(
      """
      UPDATE item SET movements = former.movements, moved_pieces = former.pieces, moved_amount = former.amount
      FROM item_ledger AS former WHERE former.item_id = item.id
      """, [])
    try database.execute("DROP TABLE item_ledger; DROP TABLE trashed_item; DROP TABLE deleted_item;")
    try SellerRows(database).noteSellers()
    try addCosts()
  }

  /// Writes the keys of imported rows, 128 bits in hexadecimal and a number, as `ItemKeys.rowKey` makes them.
  func shortenRowKeys() throws {
    try database.eachPart {
      "SELECT id, row_key FROM item WHERE id > \(.integer($0)) AND length(row_key) > 33 ORDER BY id LIMIT 1000"
    } as: {
      (id: $0.integer(0), key: $0.text(1))
    } _: { rows in
      for (id, key) in rows {
        let parts = key.split(separator: "-")
        guard parts.count == 2, parts[0].utf8.count == 32, let number = Int(parts[1]),
          let fingerprint = UInt64(parts[0].prefix(16), radix: 16)
        else { continue }
        let new = ItemKeys.rowKey(fingerprint, number: number)
        try database.run("UPDATE item SET row_key = ? WHERE id = ?", .text(new), .integer(id))
      }
    }
  }

  /// Adds to each movement the cost of the stock after it.
  private func addCosts() throws {
    let ids = try database.integers(
      of: "SELECT DISTINCT item_id FROM movement WHERE cost IS NOT NULL ORDER BY item_id")
    for id in ids {
      var cost: StockCost?
      let movements = try database.rows(
        "SELECT \(Movement.columns) FROM movement WHERE item_id = ? ORDER BY id", .integer(id),
        as: Movement.init)
      for movement in movements {
        var next = cost ?? StockCost(in: movement.price.currency)
        next.add(
          movement.kind, movement.quantity, in: movement.price.currency, at: movement.cost?.tenThousandths,
          takesBack: movement.reverses != nil && movement.sale == nil)
        cost = next
        try database.run(
          "UPDATE movement SET costed = ?, stock_cost = ? WHERE id = ?", .integer(next.pieces),
          .integer(next.amount), .integer(movement.id))
      }
    }
  }

  /// Makes deleted items items again, and items of what only movements name.
  private func moveDeletedItems() throws {
    for id in try database.integers(of: "SELECT id FROM deleted_item ORDER BY id") { try move(id) }
    let lost = try database.integers(
      of: """
        SELECT DISTINCT item_id FROM movement
        WHERE NOT EXISTS (SELECT 1 FROM item WHERE item.id = movement.item_id) ORDER BY item_id
        """)
    for id in lost { try insert(id, vendor: StoredVendor.marketID, title: "", deleted: 0) }
  }

  private func move(_ id: Int) throws {
    let found = try database.rows(
      "SELECT vendor_id, title, date FROM deleted_item WHERE id = ?", .integer(id)
    ) { (vendor: $0.integer(0), title: $0.text(1), date: $0.integer(2)) }.first
    guard let item = found else { return }
    try insert(id, vendor: item.vendor, title: item.title, deleted: item.date)
    try database.run(
      "UPDATE item SET seller_id = (SELECT seller_id FROM deleted_item WHERE id = ?1) WHERE id = ?1",
      .integer(id))
    let trashed = try database.rows(
      "SELECT contents, expiry, client, password_hash, bytes FROM trashed_item WHERE id = ?", .integer(id)
    ) { row throws(StoreError) in
      guard let contents = TrashedContents(row.text(0)) else {
        throw StoreError(
          .damaged, at: StoredPlace(table: "trashed_item", row: "id \(id)", column: "contents"))
      }
      return contents.columns + [
        ("expiry", .integer(row.integer(1))), ("client", .text(row.optionalText(2))),
        ("password_hash", .text(row.text(3))), ("bytes", .integer(row.integer(4))),
      ]
    }.first
    if let trashed { try restore(trashed, asItem: id) }
  }

  private func insert(_ id: Int, vendor: Int, title: String, deleted: Int) throws {
    let last = "FROM movement WHERE item_id = ? ORDER BY id DESC LIMIT 1"
    try database.run(
      """
      INSERT INTO item (id, vendor_id, title, currency, price, stock, registration_date, password_hash, description, state, deleted)
      VALUES (?, ?, ?, coalesce((SELECT currency \(last)), 'USD'), 0, coalesce((SELECT stock \(last)), 0), ?, '', '', 4, ?)
      """, .integer(id), .integer(vendor), .text(title), .integer(id), .integer(id), .integer(deleted),
      .integer(deleted))
  }

  private func restore(_ columns: TrashedContents.Columns, asItem id: Int) throws {
    try database.run(
      "UPDATE item SET \(columns.map { "\($0.name) = ?" }.joined(separator: ", ")) WHERE id = ?",
      columns.map(\.value) + [.integer(id)])
    try database.run("UPDATE item SET state = state + 2 WHERE id = ?", .integer(id))
    try RatingRows(database: database).rebuild(ofItem: id)
    try ImageRows(database: database).recount(ofItem: id)
  }
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

  /// Nil for a text that is no item.
  init?(_ text: String) {
    guard let contents = try? JSON.decode(Self.self, from: Data(text.utf8)),
      Currency(contents.currency) != nil
    else { return nil }
    self = contents
  }

  typealias Columns = [(name: String, value: DatabaseValue)]

  var columns: Columns {
    var details = ItemDetails()
    for field in DetailField.allCases {
      details[field] = self.details[field.rawValue].map { DetailValue(stored: $0, of: field) }
    }
    let plain: Columns = [
      ("currency", .text(currency)), ("price", .integer(price)),
      ("discounted_price", .integer(discountedPrice)), ("stock", .integer(stock)),
      ("registration_date", .integer(registrationDate)), ("description", .text(description)),
      ("reference", .text(reference)), ("row_key", .text(rowKey)),
    ]
    return plain + DetailField.allCases.map { ($0.column, details.storedValue(of: $0)) }
  }
}
