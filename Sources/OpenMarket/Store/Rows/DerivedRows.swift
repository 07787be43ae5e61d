import Foundation

/// Computes rows again that are derived from others: the numbers of ledgers, and the texts of searches. Each
/// call is right whatever was written before it in other transactions. Use it only inside a transaction.
struct DerivedRows {
  let database: any Database

  // MARK: Ledgers

  /// The columns of the numbers of an item, of its movements.
  static let ledgerSums = """
    count(*) AS movements,
    coalesce(sum(CASE WHEN \(SaleTotals.isOfSale) THEN abs(1.0 * quantity) ELSE 0 END), 0) AS pieces,
    coalesce(sum(CASE WHEN \(SaleTotals.isOfSale) THEN abs(1.0 * quantity) * (unit_price + coalesce(cost, 0))
      WHEN kind = 'received' THEN abs(1.0 * quantity) * coalesce(cost, 0) ELSE 0 END), 0) AS amount
    """

  /// Counts the movements of an item again. Reads all of them.
  func rebuildLedger(ofItem id: Int) throws {
    // Floating-point sums are exact up to 53 bits, as far as a ledger goes; what an older version has beyond is cut.
    try database.run(
      """
      UPDATE item SET (movements, moved_pieces, moved_amount) = (
        SELECT movements, CAST(CASE WHEN pieces < 4.0e18 THEN pieces ELSE 4.0e18 END AS BIGINT),
          CAST(CASE WHEN amount < 4.0e18 THEN amount ELSE 4.0e18 END AS BIGINT)
        FROM (SELECT \(Self.ledgerSums) FROM movement WHERE item_id = item.id) AS sums)
      WHERE id = ?
      """, .integer(id))
  }

  // MARK: Searches

  /// Writes all that is derived from the normal form of texts: texts of searches, keys of titles and codes.
  func refold() throws {
    // Long texts wait there in the form of before.
    let search = SearchRows(database: database)
    for id in try search.waiting() { while try search.index(id) {} }
    var last = 0
    while let next = try rebuildSearchTexts(ofItemsAfter: last, limit: 200) { last = next }
    try TitleKeys(database: database).write()
    try CodeRows(database: database).write()
  }

  /// Compares the texts of items, in the order of their ids, with those of the index, and puts those right that differ. Returns the
  /// last of these items; nil where there is none.
  func rebuildSearchTexts(ofItemsAfter id: Int, limit: Int) throws -> Int? {
    let items = try ItemRows(database: database).items(
      descriptions: .included, "WHERE item.id > \(.integer(id)) ORDER BY item.id LIMIT \(.integer(limit))")
    let search = SearchRows(database: database)
    let index = database.dialect.searchIndex
    for item in items where try !search.isWaiting(item.id) {
      let text = SearchText.text(of: item.draft)
      let values = index.values(text)
      let stored = try database.rows(index.stored, .integer(item.id)) { row in
        values.indices.map(row.text)
      }.first
      if let stored, zip(stored, values).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) { continue }
      try search.index(text, ofItem: item.id, isNew: stored == nil)
    }
    return items.last?.id
  }

  /// Takes texts out of the index whose items are not there, up to a number; returns how many.
  func deleteSurplusSearchTexts(limit: Int) throws -> Int {
    let index = database.dialect.searchIndex
    let ids = try database.integers(
      of: """
        SELECT id FROM (\(sql: index.surplus)) AS surplus
        WHERE NOT EXISTS (SELECT 1 FROM search_backlog WHERE item_id = surplus.id)
        ORDER BY id LIMIT \(.integer(limit))
        """)
    for id in ids { try database.run(index.delete, .integer(id)) }
    return ids.count
  }
}
