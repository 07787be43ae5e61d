import Foundation

/// Reads the movements of an item and the changes between them. Use it only inside a transaction.
struct MovementHistory {
  let database: any Database

  /// A page of entries, the newest first. A change of title and prices together is two entries.
  func page(ofItem id: Int, _ number: Int, size: Int) throws -> HistoryPage {
    let total =
      try database.rows(
        """
        SELECT (SELECT count(*) FROM movement WHERE item_id = ?)
          + (SELECT count(title_after) + count(price_after) FROM item_change WHERE item_id = ?)
        """, .integer(id), .integer(id)
      ) { $0.integer(0) }.first ?? 0
    let (first, overflow) = (number - 1).multipliedReportingOverflow(by: size)
    guard !overflow, first < total else { return HistoryPage(number: number, entries: [], total: total) }
    // A change comes after the movement that was the last when it was recorded.
    let found = try database.rows(
      """
      SELECT id AS place, 0 AS change, 0 AS part FROM movement WHERE item_id = ?
      UNION ALL SELECT movement_id, id, 1 FROM item_change WHERE item_id = ? AND title_after IS NOT NULL
      UNION ALL SELECT movement_id, id, 2 FROM item_change WHERE item_id = ? AND price_after IS NOT NULL
      ORDER BY place DESC, change DESC, part DESC LIMIT ? OFFSET ?
      """, .integer(id), .integer(id), .integer(id), .integer(size), .integer(first)
    ) { (part: $0.integer(2), entry: $0.integer(2) == 0 ? $0.integer(0) : $0.integer(1)) }
    return HistoryPage(
      number: number, entries: try found.map { try entry($0.part, $0.entry) }, total: total)
  }

  private func entry(_ part: Int, _ id: Int) throws -> HistoryEntry {
    let entries: [HistoryEntry]
    switch part {
    case 0:
      entries = try database.rows(
        "SELECT \(Movement.columns) FROM movement WHERE id = ?", .integer(id)
      ) { row throws(StoreError) in .movement(try Movement(row)) }
    case 1:
      entries = try database.rows(
        "SELECT title_before, title_after, recorded_at FROM item_change WHERE id = ?", .integer(id)
      ) { .title(ItemChange(before: $0.text(0), after: $0.text(1), recordedAt: $0.date(2))) }
    default:
      entries = try database.rows(
        """
        SELECT currency_before, price_before, discounted_price_before, currency_after, price_after,
          discounted_price_after, recorded_at FROM item_change WHERE id = ?
        """, .integer(id)
      ) { row throws(StoreError) in
        .price(
          ItemChange(
            before: try ItemPrices(row, from: 0), after: try ItemPrices(row, from: 3),
            recordedAt: row.date(6)))
      }
    }
    guard let entry = entries.first else { throw StoreError.damaged }
    return entry
  }
}

extension ItemPrices {
  fileprivate init(_ row: any DatabaseRow, from column: Int) throws(StoreError) {
    guard let currency = Currency(row.text(column)) else { throw .damaged }
    self.init(
      price: Price(Decimal(tenThousandths: row.integer(column + 1)), currency),
      discountedPrice: row.optionalInteger(column + 2).map(Decimal.init(tenThousandths:)))
  }
}
