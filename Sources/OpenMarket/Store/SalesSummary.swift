import Foundation

/// Adds sales up for a report. Use it only inside a transaction.
struct SalesSummary {
  let database: any Database

  /// Rows of the report: days in their order, items and currencies by pieces, the most first.
  func report(_ query: SalesQuery) throws -> SalesReport {
    let (first, overflow) = (query.page - 1).multipliedReportingOverflow(by: query.size)
    let (key, order) =
      switch query.grouping {
      case .day: ("day", "day, currency")
      case .item: ("item_id", "sum(pieces) DESC, item_id, currency")
      case .currency: ("0", "currency")
      }
    // An amount is added up in two halves: the whole could be beyond 64 bits.
    let half = 1_000_000_000
    let selection = """
      SELECT \(key), currency, sum(pieces), sum(revenue / \(half)), sum(revenue % \(half)), sum(known),
        sum(cost / \(half)), sum(cost % \(half))
      FROM (\(source(query))) WHERE day BETWEEN ? AND ?
      GROUP BY \(query.grouping == .currency ? "currency" : "\(key), currency")
      """
    let bounds: [DatabaseValue] = [
      .integer(query.first?.number ?? .min), .integer(query.last?.number ?? .max),
    ]
    let total =
      try database.rows("SELECT count(*) FROM (\(selection))", bounds) { $0.integer(0) }.first ?? 0
    guard !overflow, first < total else { return SalesReport(rows: [], total: total) }
    let rows = try database.rows(
      "\(selection) ORDER BY \(order) LIMIT ? OFFSET ?",
      bounds + [.integer(query.size), .integer(first)]
    ) { row throws(StoreError) in
      guard let currency = Currency(row.text(1)) else { throw .damaged }
      func amount(_ column: Int) -> Decimal {
        (Decimal(row.integer(column)) * Decimal(half) + Decimal(row.integer(column + 1))) / 10_000
      }
      return SalesRow(
        day: query.grouping == .day ? CalendarDay(row.integer(0)) : nil,
        itemID: query.grouping == .item ? row.integer(0) : nil, pieces: row.integer(2),
        revenue: Price(amount(3), currency),
        cost: query.readsCost ? SalesRow.Cost(pieces: row.integer(5), amount: amount(6)) : nil)
    }
    return SalesReport(rows: try rows.map(titled), total: total)
  }

  /// The pieces and the revenue of the items on each day: the totals, or the movements where the cost is needed, which
  /// totals do not have. Neither has a row where both are 0.
  private func source(_ query: SalesQuery) -> String {
    guard query.readsCost else {
      return """
        SELECT period AS day, item_id, currency, pieces, revenue, 0 AS known, 0 AS cost FROM sale_total
        WHERE scale = 0
        """
    }
    return """
      SELECT day, item_id, currency, sum(-quantity) AS pieces, sum(-quantity * unit_price) AS revenue,
        sum(CASE WHEN cost IS NULL THEN 0 ELSE -quantity END) AS known, sum(-quantity * coalesce(cost, 0)) AS cost
      FROM movement WHERE kind IN ('sold', 'returned') OR kind = 'correction' AND sale IS NOT NULL
      GROUP BY day, item_id, currency HAVING sum(-quantity) <> 0 OR sum(-quantity * unit_price) <> 0
      """
  }

  private func titled(_ row: SalesRow) throws -> SalesRow {
    guard let id = row.itemID else { return row }
    let title = try database.rows(
      "SELECT title FROM item WHERE id = ? UNION ALL SELECT title FROM deleted_item WHERE id = ?",
      .integer(id), .integer(id)
    ) { $0.text(0) }.first
    return SalesRow(
      day: row.day, itemID: id, title: title, pieces: row.pieces, revenue: row.revenue, cost: row.cost)
  }
}
