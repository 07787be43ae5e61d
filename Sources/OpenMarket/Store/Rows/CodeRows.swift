/// The codes of all items, for migrations, checks and repairs. Use it only inside a transaction.
struct CodeRows {
  private struct Item {
    let id: Int
    let vendor: Int
    let codes: Set<String>
  }

  let database: any Database

  /// Writes the codes of all items again.
  func write() throws {
    try database.run("DELETE FROM item_code")
    try eachPart { items in
      for item in items {
        for code in item.codes {
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
    var (wrong, count) = (Set<Int>(), 0)
    try eachPart { items in
      for (vendor, items) in Dictionary(grouping: items, by: \.vendor) {
        let list = SQLCondition.list("code", in: Set(items.flatMap(\.codes)).map { .text($0) })
        let present = Set(
          try database.rows(
            of: """
              SELECT code, item_id FROM item_code
              JOIN item ON item.id = item_code.item_id AND item.seller_id = item_code.seller_id
              WHERE item_code.vendor_id = \(.integer(vendor)) AND \(list)
              """
          ) { "\($0.text(0)) \($0.integer(1))" })
        for item in items {
          count += item.codes.count
          if !item.codes.allSatisfy({ present.contains("\($0) \(item.id)") }) { wrong.insert(item.id) }
        }
      }
    }
    // Codes that are missing, and as many that are there without an item.
    guard try !wrong.isEmpty || database.integer("SELECT count(*) FROM item_code") != count else { return [] }
    try database.run(
      """
      SELECT item_code.item_id, code, sku, barcodes FROM item_code LEFT JOIN item ON item.id = item_code.item_id
        AND item.vendor_id = item_code.vendor_id AND item.seller_id = item_code.seller_id AND state < 2
      """, []
    ) { row in
      if !Self.codes(row, 2).contains(row.text(1)) { wrong.insert(row.integer(0)) }
    }
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
  private func eachPart(_ body: ([Item]) throws -> Void) throws {
    try database.eachPart(
      {
        """
        SELECT id, vendor_id, sku, barcodes FROM item
        WHERE coalesce(sku, barcodes) IS NOT NULL AND state < 2 AND id > \(.integer($0)) ORDER BY id LIMIT 500
        """
      }, as: { Item(id: $0.integer(0), vendor: $0.integer(1), codes: Self.codes($0, 2)) }, body)
  }

  /// The codes of the SKU and the barcodes in two columns of a row.
  private static func codes(_ row: any DatabaseRow, _ column: Int) -> Set<String> {
    var details = ItemDetails(sku: row.optionalText(column))
    details.barcodes = row.optionalText(column + 1).map(ItemTags.tags)
    return Set(details.codes.map(ItemCode.code))
  }
}

/// Items of a seller whose SKUs differ in case alone, as an earlier program took them.
package struct MergedCode: Sendable, Equatable {
  package let first: Int
  package let last: Int
  package let code: String
}
