import Foundation
import SystemSupport

/// The deleted items of a store of the version before, which had tables of their own. Use it only inside its migration.
struct FormerTrash {
  let database: any Database

  /// Makes them items again, and items of what only movements name.
  func move() throws {
    let deleted = try database.rows(
      """
      SELECT former.id, former.vendor_id, former.seller_id, title, former.date, expiry, client, password_hash, contents, bytes
      FROM deleted_item AS former LEFT JOIN trashed_item ON trashed_item.id = former.id ORDER BY former.id
      """
    ) { row throws(StoreError) in
      let item = (
        id: row.integer(0), vendor: row.integer(1), seller: row.integer(2), title: row.text(3),
        date: row.integer(4)
      )
      guard let text = row.optionalText(8) else { return (item, nil as Trashed?) }
      guard let contents = TrashedContents(text), let draft = contents.draft(titled: item.title) else {
        throw StoreError(
          .damaged, at: StoredPlace(table: "trashed_item", row: "id \(item.id)", column: "contents"))
      }
      return (
        item,
        Trashed(
          contents: contents, draft: draft, expiry: row.integer(5), client: row.optionalText(6),
          hash: row.text(7),
          bytes: row.integer(9))
      )
    }
    for (item, trashed) in deleted {
      try insert(item.id, vendor: item.vendor, title: item.title, deleted: item.date)
      try database.run("UPDATE item SET seller_id = ? WHERE id = ?", .integer(item.seller), .integer(item.id))
      if let trashed { try restore(trashed, asItem: item.id) }
    }
    let lost = try database.integers(
      "SELECT DISTINCT item_id FROM movement WHERE NOT EXISTS (SELECT 1 FROM item WHERE item.id = item_id)",
      [])
    for id in lost { try insert(id, vendor: StoredVendor.marketID, title: "", deleted: 0) }
  }

  private struct Trashed {
    let contents: TrashedContents
    let draft: ItemDraft
    let expiry: Int
    let client: String?
    let hash: String
    let bytes: Int
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

  private func restore(_ trashed: Trashed, asItem id: Int) throws {
    let (contents, draft) = (trashed.contents, trashed.draft)
    let columns: [(name: String, value: DatabaseValue)] =
      [
        ("currency", .text(contents.currency)), ("price", .integer(contents.price)),
        ("discounted_price", .integer(contents.discountedPrice)), ("stock", .integer(contents.stock)),
        ("registration_date", .integer(contents.registrationDate)),
        ("description", .text(contents.description)),
        ("reference", .text(contents.reference)), ("row_key", .text(contents.rowKey)),
        ("password_hash", .text(trashed.hash)), ("expiry", .integer(trashed.expiry)),
        ("client", .text(trashed.client)),
        ("bytes", .integer(trashed.bytes)),
      ] + DetailField.allCases.map { ($0.column, draft.details.storedValue(of: $0)) }
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
