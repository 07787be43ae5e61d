/// The codes of all items, for migrations, checks and repairs. Use it only inside a transaction.
struct CodeRows {
  let database: any Database

  /// Writes the codes of all items again.
  func write() throws {
    try database.run("DELETE FROM item_code")
    try eachPart { items in
      for item in items {
        for code in item.codes {
          // Without reading the seller: the bounds of columns are not known within a migration.
          try database.run(
            """
            INSERT INTO item_code (vendor_id, code, seller_id, item_id)
            SELECT vendor_id, CAST(? AS TEXT), seller_id, id FROM item WHERE id = ?
            """, .text(code), .integer(item.id))
        }
      }
    }
  }

  /// The items that lack a code, or have one that is not theirs.
  func wrongItems(limit: Int) throws -> [Int] {
    // How many codes of an item have no row yet.
    var missing: [Int: Int] = [:]
    try eachPart { items in
      for item in items { missing[item.id] = item.codes.count }
    }
    var wrong: Set<Int> = []
    try database.run(
      """
      SELECT item_code.item_id, code, sku, barcodes FROM item_code LEFT JOIN item ON item.id = item_code.item_id
        AND item.vendor_id = item_code.vendor_id AND item.seller_id = item_code.seller_id AND state < 2
      """, []
    ) { row in
      if Self.codes(row, 2).contains(row.text(1)) {
        missing[row.integer(0)]? -= 1
      } else {
        wrong.insert(row.integer(0))
      }
    }
    wrong.formUnion(missing.filter { $0.value != 0 }.keys)
    return Array(wrong.sorted().prefix(limit))
  }

  /// Items of one seller whose SKUs have the same code, by the first of them.
  func merged(limit: Int) throws -> [MergedCode] {
    try database.rows(
      """
      SELECT min(item_id), max(item_id), code FROM item_code
      GROUP BY vendor_id, code, seller_id HAVING count(*) > 1 ORDER BY min(item_id), code LIMIT ?
      """, .integer(limit)
    ) { MergedCode(first: $0.integer(0), last: $0.integer(1), code: $0.text(2)) }
  }

  /// Passes the items with codes to `body`, some at a time.
  private func eachPart(_ body: ([(id: Int, codes: Set<String>)]) throws -> Void) throws {
    try database.eachPart(
      {
        """
        SELECT id, sku, barcodes FROM item
        WHERE coalesce(sku, barcodes) IS NOT NULL AND state < 2 AND id > \(.integer($0)) ORDER BY id LIMIT 500
        """
      }, as: { (id: $0.integer(0), codes: Self.codes($0, 1)) }, body)
  }

  /// The codes of the SKU and the barcodes in two columns of a row.
  private static func codes(_ row: any DatabaseRow, _ column: Int) -> Set<String> {
    var details = ItemDetails(sku: row.optionalText(column))
    details.barcodes = row.optionalText(column + 1).map(ItemTags.tags)
    return details.folded
  }
}

extension ItemDetails {
  /// The codes of the SKU and the barcodes.
  var folded: Set<String> { Set(codes.map(ItemCode.code)) }
}

/// Items of a seller whose SKUs differ in case alone, as an earlier program took them.
package struct MergedCode: Sendable, Equatable {
  package let first: Int
  package let last: Int
  package let code: String
}
