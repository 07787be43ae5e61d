import Foundation

/// Adds sales up for a page of a report, from the totals of days. Use it only inside a transaction.
struct SalesSummary {
  let database: any Database
  /// The most totals that a page of days reads, and those of its last day: 0.1 s.
  var mostTotals = 200_000

  /// Rows in the order of days and currencies; of items by pieces, the most first. No row has neither pieces nor revenue.
  func report(_ query: SalesQuery) throws -> SalesReport {
    if query.grouping == .tag {
      var items = query
      items.grouping = .item
      let report = try report(items)
      return SalesReport(rows: try tagged(report.rows), next: report.next)
    }
    if query.readsCost { return SalesReport(rows: try titled(costs(query))) }
    return try query.grouping == .item ? items(query) : days(query)
  }

  /// A page of days ends between two days, unless it has only one; of currencies always.
  private func days(_ query: SalesQuery) throws -> SalesReport {
    let isByDay = query.grouping == .day
    var (first, currency) = (query.first?.number ?? .min, "")
    if case .day(let day, let after)? = query.after, day >= first { (first, currency) = (day, after) }
    let end = query.last?.number ?? .max
    let last = try lastDay(from: first, to: end)
    let days = SQLCondition.days(first, last)
    // Grouped in the order of an index, also where days are added up, so that nothing is sorted.
    var rows = try database.rows(
      of:
        """
        SELECT day, currency, CAST(sum(pieces) AS BIGINT), \(sql: SaleTotals.halves("revenue")) FROM sale_total
        WHERE \(days) AND (day > \(.integer(first)) OR currency > \(.text(currency)))\(Self.vendor(query))
        GROUP BY day, currency ORDER BY day, currency LIMIT \(.integer(isByDay ? query.size + 1 : .max))
        """
    ) { row throws(StoreError) in
      SalesRow(
        day: isByDay ? CalendarDay(row.integer(0)) : nil, pieces: row.integer(2),
        revenue: try Self.revenue(row, in: 1, at: 3))
    }
    if !isByDay {
      rows = Dictionary(grouping: rows, by: \.revenue.currency).sorted { $0.key.code < $1.key.code }
        .compactMap { _, days in days.dropFirst().reduce(days.first) { $0?.adding($1) } }
    }
    var next: SalesCursor? = last < end ? .day(last + 1, currency: "") : nil
    if isByDay, rows.count > query.size {
      let rest = rows.removeLast()
      if rows.last?.day == rest.day, rows.first?.day != rest.day { rows.removeAll { $0.day == rest.day } }
      next = rows.last.flatMap { row in
        row.day.map { .day($0.number, currency: row.revenue.currency.code) }
      }
    }
    return SalesReport(rows: rows.filter { $0.pieces != 0 || $0.revenue.amount != 0 }, next: next)
  }

  /// The last of the days whose totals a page reads.
  private func lastDay(from first: Int, to last: Int) throws -> Int {
    let days = "SELECT day FROM sale_total WHERE day BETWEEN ? AND ? ORDER BY day LIMIT 1"
    let next = try database.integer(
      "\(days) OFFSET ?", .integer(first), .integer(last), .integer(mostTotals))
    guard let next, let found = try database.integer(days, .integer(first), .integer(last)) else {
      return last
    }
    return max(next - 1, found)
  }

  private func items(_ query: SalesQuery) throws -> SalesReport {
    var after = SQLCondition("TRUE")
    if case .item(let pieces, let revenue, let item, let currency)? = query.after {
      let places: SQLCondition =
        "\(.integer(-pieces)), \(.text(currency)), \(.integer(-revenue)), \(.integer(item))"
      after = "(-pieces, currency, -revenue, item_id) > (\(places))"
    }
    let (days, vendor) = (SQLCondition.days(query.first?.number, query.last?.number), Self.vendor(query))
    let found = try database.rows(
      of: """
        SELECT item_id, currency, pieces, revenue FROM (
          SELECT item_id, currency, CAST(sum(pieces) AS BIGINT) AS pieces, CAST(sum(revenue) AS BIGINT) AS revenue
          FROM sale_total WHERE \(days)\(vendor) GROUP BY item_id, currency) AS sums
        WHERE (pieces <> 0 OR revenue <> 0) AND \(after)
        ORDER BY pieces DESC, currency, revenue DESC, item_id LIMIT \(.integer(query.size + 1))
        """
    ) { row throws(StoreError) in
      (
        row: SalesRow(itemID: row.integer(0), pieces: row.integer(2), revenue: try row.price(3, in: 1)),
        cursor: SalesCursor.item(
          pieces: row.integer(2), revenue: row.integer(3), item: row.integer(0), currency: row.text(1))
      )
    }
    let page = found.prefix(query.size)
    return SalesReport(
      rows: try titled(page.map(\.row)), next: found.count > page.count ? page.last?.cursor : nil)
  }

  /// The condition of the items of a vendor, deleted ones too, after another one.
  private static func vendor(_ query: SalesQuery) -> SQLCondition {
    query.vendor.map { " AND (SELECT vendor_id FROM item WHERE id = item_id) = \(.integer($0))" } ?? ""
  }

  /// An amount in the halves of two columns, in the currency of another one.
  static func revenue(
    _ row: any DatabaseRow, in currency: Int, at column: Int
  ) throws(StoreError) -> Price {
    let amount = Decimal(tenThousandthsHigh: row.integer(column), low: row.integer(column + 1))
    return Price(amount, try row.currency(currency))
  }

  /// Adds rows of items up by their tags, which stay with a deleted item that was sold.
  private func tagged(_ items: [SalesRow]) throws -> [SalesRow] {
    let tags = try texts("tags", ofItems: items.compactMap(\.itemID)).mapValues(ItemTags.tags)
    var (rows, places) = ([SalesRow](), [[String]: Int]())
    for item in items {
      for tag in item.itemID.flatMap({ tags[$0] }) ?? [""] {
        let row = SalesRow(tag: tag, pieces: item.pieces, revenue: item.revenue, cost: item.cost)
        let group = [tag, item.revenue.currency.code]
        if let place = places[group] {
          rows[place] = rows[place].adding(row)
        } else {
          places[group] = rows.count
          rows.append(row)
        }
      }
    }
    return rows
  }

  /// The rows of items with their titles; those that they had when they were deleted.
  private func titled(_ rows: [SalesRow]) throws -> [SalesRow] {
    let titles = try texts("title", ofItems: rows.compactMap(\.itemID))
    return rows.map { row in
      var row = row
      row.title = row.itemID.flatMap { titles[$0] }
      return row
    }
  }

  /// The texts of items in a column, where they are not NULL; of deleted ones those that they had.
  func texts(_ column: String, ofItems ids: [Int]) throws -> [Int: String] {
    var texts: [Int: String] = [:]
    for list in SQLCondition.lists("id", in: Set(ids).sorted().map { .integer($0) }) {
      let found: SQLCondition =
        "SELECT id, \(sql: column) FROM item WHERE \(list) AND \(sql: column) IS NOT NULL"
      try database.eachRow(of: found) { texts[$0.integer(0)] = $0.text(1) }
    }
    return texts
  }
}

extension Int {
  /// The sum; the largest or smallest number where it would not fit. `market check` names such sums.
  func addingWithoutOverflow(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

extension Decimal {
  /// An amount that is stored in two halves.
  init(tenThousandthsHigh high: Int, low: Int) {
    self = (Decimal(high) * Decimal(SaleTotals.half) + Decimal(low)) / 10_000
  }
}

extension SQLCondition {
  /// The totals of the days up to and including the last; nil for no bound.
  static func days(_ first: Int?, _ last: Int?) -> SQLCondition {
    joined(
      [
        first.map { SQLCondition("day >= \(.integer($0))") },
        last.map { SQLCondition("day <= \(.integer($0))") }, "TRUE",
      ].compactMap(\.self), by: "AND")
  }
}

extension SalesSummary {
  /// Pieces, revenue and cost of all that a query is about, from the movements: totals have no cost. Not for a server.
  private func costs(_ query: SalesQuery) throws -> [SalesRow] {
    let (key, order) =
      switch query.grouping {
      case .day: ("day", "day, currency")
      case .item, .tag: ("item_id", "pieces DESC, item_id, currency")
      case .currency: ("0", "currency")
      }
    let days = SQLCondition.days(query.first?.number, query.last?.number)
    // An amount that is beyond 64 bits has no digits to add up.
    let uncountable = try database.integers(
      of: """
        SELECT item_id FROM movement WHERE \(sql: SaleTotals.isOfSale) AND \(days)
          AND abs(1.0 * quantity) * (unit_price + coalesce(cost, 0)) > 4.1e18 LIMIT 1
        """)
    if let id = uncountable.first { throw LedgerRefusal.amountTooLarge(item: id) }
    // Pieces fit into a floating-point number.
    return try database.rows(
      of:
        """
        SELECT \(sql: key), currency, CAST(sum(-1.0 * quantity) AS BIGINT) AS pieces,
          \(sql: SaleTotals.halves("-quantity * unit_price")),
          CAST(sum(CASE WHEN cost IS NULL THEN 0 ELSE -1.0 * quantity END) AS BIGINT),
          \(sql: SaleTotals.halves("-quantity * coalesce(cost, 0)"))
        FROM movement WHERE \(sql: SaleTotals.isOfSale) AND \(days)\(Self.vendor(query))
        GROUP BY \(sql: query.grouping == .currency ? "currency" : "\(key), currency") ORDER BY \(sql: order)
        """
    ) { row throws(StoreError) in
      let revenue = try Self.revenue(row, in: 1, at: 3)
      return SalesRow(
        day: query.grouping == .day ? CalendarDay(row.integer(0)) : nil,
        itemID: query.grouping == .item ? row.integer(0) : nil, pieces: row.integer(2),
        revenue: revenue,
        cost: SalesRow.Cost(
          pieces: row.integer(5),
          amount: Decimal(tenThousandthsHigh: row.integer(6), low: row.integer(7)).rounded(
            in: revenue.currency)))
    }.filter { $0.pieces != 0 || $0.revenue.amount != 0 }
  }
}

extension Decimal {
  /// In the currency's units: the ledger has the cost of one piece in ten-thousandths, whose sum is off by less.
  fileprivate func rounded(in currency: Currency) -> Decimal {
    var (amount, rounded) = (self, Decimal())
    NSDecimalRound(&rounded, &amount, currency.minorDigits ?? 4, .plain)
    return rounded
  }
}
