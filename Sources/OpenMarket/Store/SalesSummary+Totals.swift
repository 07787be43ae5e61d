import Foundation

/// The totals of a page, after those of the page before.
extension SalesSummary {
  /// Totals of vendors by day.
  func days(_ query: SalesQuery) throws -> Totals {
    let first = query.first?.number ?? .min
    var start = (day: first, vendor: Int.min, currency: "")
    if case .day(let day, let vendor, let currency)? = query.after, day >= first {
      start = (day, vendor, currency)
      // The previous page has all totals of this day.
      if let own = query.vendor, vendor > own, day < .max { start = (day + 1, .min, "") }
    }
    let last = query.last?.number ?? .max
    let key = query.grouping == .day
    func total(_ row: any DatabaseRow) -> Total {
      Total(
        key: key ? row.integer(0) : 0, currency: row.text(2), pieces: row.integer(3),
        revenue: Decimal(tenThousandthsHigh: row.integer(4), low: row.integer(5)),
        cursor: .day(row.integer(0), vendor: row.integer(1), currency: row.text(2)))
    }
    let columns = "day, vendor_id, currency, pieces, revenue_high, revenue_low"
    guard let vendor = query.vendor else {
      return cut(
        try database.rows(
          """
          SELECT \(columns) FROM vendor_total WHERE (day, vendor_id, currency) > (?, ?, ?) AND day <= ?
          ORDER BY day, vendor_id, currency LIMIT ?
          """, .integer(start.day), .integer(start.vendor), .text(start.currency), .integer(last),
          .integer(limits.totals + 1), as: total))
    }
    // Only the days are walked; those of other vendors have rows between them.
    var totals = Totals()
    let days = try keys("day", of: "vendor_total WHERE day >= ?1 AND day <= ?2", start.day, last)
    for (index, day) in days.enumerated() {
      if index == limits.keys || totals.rows.count >= limits.totals { break }
      totals.end = day == days.last ? nil : .day(day, vendor: .max, currency: "")
      if day == start.day, start.vendor > vendor { continue }
      let after = day == start.day && start.vendor == vendor ? start.currency : ""
      totals.rows += try database.rows(
        """
        SELECT \(columns) FROM vendor_total WHERE day = ? AND vendor_id = ? AND currency > ? ORDER BY currency
        """, .integer(day), .integer(vendor), .text(after), as: total)
    }
    return totals
  }

  /// Totals of items in one period, the most pieces first: those of the index from one of its rows on.
  func places(_ query: SalesQuery, in period: SalesPeriod) throws -> Totals {
    let scope: [DatabaseValue] = [.integer(period.scale.rawValue), .integer(period.number)]
    var ranges: [SQLCondition] = [SQLCondition("TRUE")]
    if case .place(let pieces, let revenue, let item, let currency)? = query.after {
      let (pieces, revenue) = (DatabaseValue.integer(pieces), DatabaseValue.integer(revenue))
      ranges = [
        SQLCondition(
          "pieces = ? AND currency = ? AND revenue = ? AND item_id > ?",
          [pieces, .text(currency), revenue, .integer(item)]),
        SQLCondition("pieces = ? AND currency = ? AND revenue < ?", [pieces, .text(currency), revenue]),
        SQLCondition("pieces = ? AND currency > ?", [pieces, .text(currency)]),
        SQLCondition("pieces < ?", [pieces]),
      ]
    }
    let most = query.vendor == nil ? query.size : limits.keys
    var rows: [Total] = []
    for range in ranges where rows.count <= most {
      rows += try database.rows(
        """
        SELECT item_id, currency, pieces, revenue FROM sale_total
        WHERE scale = ? AND period = ? AND \(range.sql)
        ORDER BY pieces DESC, currency, revenue DESC, item_id LIMIT ?
        """, scope + range.values + [.integer(most + 1 - rows.count)]
      ) { row in
        Total(
          key: row.integer(0), currency: row.text(1), pieces: row.integer(2),
          revenue: Decimal(tenThousandths: row.integer(3)),
          cursor: .place(
            pieces: row.integer(2), revenue: row.integer(3), item: row.integer(0), currency: row.text(1)))
      }
    }
    var totals = Totals(rows: Array(rows.prefix(most)), end: rows.count > most ? rows[most - 1].cursor : nil)
    if let vendor = query.vendor {
      let own = try items(totals.rows.map(\.key), of: vendor)
      totals.rows.removeAll { !own.contains($0.key) }
      if totals.rows.count > query.size {
        totals.rows.removeLast(totals.rows.count - query.size)
        totals.end = totals.rows.last?.cursor
      }
    }
    return totals
  }

  /// Totals of items in the parts of the days, in the order of the items.
  func items(_ query: SalesQuery) throws -> Totals {
    var start: (item: Int, part: Int, period: Int, currency: String) = (0, 0, .min, "")
    if case .item(let item, let part, let period, let currency)? = query.after {
      start = (item, part, period, currency)
      if part == .max, item < .max { start = (item + 1, 0, .min, "") }
    }
    var totals = Totals()
    let ids = try keys(
      "item_id", of: "sale_total WHERE scale = 0 AND item_id >= ?1 AND item_id <= ?2", start.item, .max)
    let visited = ids.prefix(limits.keys)
    let own = try query.vendor.map { try items(Array(visited), of: $0) }
    var found = 0
    for id in visited {
      if totals.rows.count >= limits.totals || found > query.size { break }
      let count = totals.rows.count
      totals.end = id == ids.last ? nil : .item(id, part: .max, period: .max, currency: "")
      guard own?.contains(id) ?? true else { continue }
      for (index, part) in query.parts.enumerated() where id != start.item || index >= start.part {
        let rest = limits.totals - totals.rows.count
        let isResumed = id == start.item && index == start.part
        let rows = try database.rows(
          """
          SELECT period, currency, pieces, revenue FROM sale_total
          WHERE scale = ? AND item_id = ? AND (period, currency) > (?, ?) AND period <= ?
          ORDER BY period, currency LIMIT ?
          """, .integer(part.scale.rawValue), .integer(id),
          .integer(isResumed ? max(start.period, part.numbers.lowerBound) : part.numbers.lowerBound),
          .text(isResumed && start.period >= part.numbers.lowerBound ? start.currency : ""),
          .integer(part.numbers.upperBound), .integer(rest + 1)
        ) { row in
          Total(
            key: id, currency: row.text(1), pieces: row.integer(2),
            revenue: Decimal(tenThousandths: row.integer(3)),
            cursor: .item(id, part: index, period: row.integer(0), currency: row.text(1)))
        }
        totals.rows += rows.prefix(rest)
        if rows.count > rest {
          totals.end = totals.rows.last?.cursor
          return totals
        }
      }
      if totals.rows.count > count { found += 1 }
    }
    return totals
  }

  /// The different values of the first columns of a key, without the rows of each; one more than are visited.
  ///
  /// - Parameter source: The table and the condition of the values from `?1` to `?2`.
  private func keys(_ column: String, of source: String, _ first: Int, _ last: Int) throws -> [Int] {
    let next = source.replacing(">= ?1", with: "> found.value")
    return try database.rows(
      """
      WITH RECURSIVE found (value) AS (
        SELECT min(\(column)) FROM \(source)
        UNION ALL SELECT (SELECT min(\(column)) FROM \(next)) FROM found WHERE value IS NOT NULL LIMIT ?3)
      SELECT value FROM found WHERE value IS NOT NULL
      """, .integer(first), .integer(last), .integer(limits.keys + 1)
    ) { $0.integer(0) }
  }

  /// Selects the items of a vendor; deleted ones too.
  private func items(_ ids: [Int], of vendor: Int) throws -> Set<Int> {
    let list = SQLCondition.list("id", in: ids)
    let rows = try database.rows(
      """
      SELECT id FROM item WHERE \(list.sql) AND vendor_id = ?
      UNION ALL SELECT id FROM deleted_item WHERE \(list.sql) AND vendor_id = ?
      """, list.values + [.integer(vendor)] + list.values + [.integer(vendor)]
    ) { $0.integer(0) }
    return Set(rows)
  }

  private func cut(_ rows: [Total]) -> Totals {
    guard rows.count > limits.totals else { return Totals(rows: rows) }
    return Totals(rows: Array(rows.prefix(limits.totals)), end: rows[limits.totals - 1].cursor)
  }

  /// Pieces, revenue and cost of all that a query is about, from the movements: totals have no cost. Not for a server.
  func costs(_ query: SalesQuery) throws -> [SalesRow] {
    let (key, order) =
      switch query.grouping {
      case .day: ("day", "day, currency")
      case .item: ("item_id", "pieces DESC, item_id, currency")
      case .currency: ("0", "currency")
      }
    // An amount is added up in two halves: the whole could be beyond 64 bits. Pieces fit into a floating-point number.
    let half = 1_000_000_000
    let (vendor, values): (String, [DatabaseValue]) =
      query.vendor.map {
        (
          """
           AND coalesce((SELECT vendor_id FROM item WHERE id = item_id),
            (SELECT vendor_id FROM deleted_item WHERE id = item_id), 1) = ?
          """, [.integer($0)]
        )
      } ?? ("", [])
    return try database.rows(
      """
      SELECT \(key), currency, CAST(total(-quantity) AS INTEGER) AS pieces,
        CAST(sum(-quantity * unit_price / \(half)) AS INTEGER), CAST(sum(-quantity * unit_price % \(half)) AS INTEGER),
        CAST(total(CASE WHEN cost IS NULL THEN 0 ELSE -quantity END) AS INTEGER),
        CAST(sum(-quantity * coalesce(cost, 0) / \(half)) AS INTEGER), CAST(sum(-quantity * coalesce(cost, 0) % \(half)) AS INTEGER)
      FROM movement WHERE (kind IN ('sold', 'returned') OR kind = 'correction' AND sale IS NOT NULL)
        AND day BETWEEN ? AND ?\(vendor)
      GROUP BY \(query.grouping == .currency ? "currency" : "\(key), currency") ORDER BY \(order)
      """, [.integer(query.first?.number ?? .min), .integer(query.last?.number ?? .max)] + values
    ) { row throws(StoreError) in
      guard let currency = Currency(row.text(1)) else { throw .damaged }
      return SalesRow(
        day: query.grouping == .day ? CalendarDay(row.integer(0)) : nil,
        itemID: query.grouping == .item ? row.integer(0) : nil, pieces: row.integer(2),
        revenue: Price(Decimal(tenThousandthsHigh: row.integer(3), low: row.integer(4)), currency),
        cost: SalesRow.Cost(
          pieces: row.integer(5),
          amount: Decimal(tenThousandthsHigh: row.integer(6), low: row.integer(7))))
    }.filter { $0.pieces != 0 || $0.revenue.amount != 0 }
  }
}
