import Foundation

/// Adds sales up for a page of a report, from the totals. Use it only inside a transaction.
///
/// A page reads a number of rows that does not depend on how much was sold.
struct SalesSummary {
  /// The most that one page reads.
  struct Limits {
    var totals = 20_000
    /// Days, or items, that are looked at.
    var keys = 2_000
  }

  /// A row of a table of totals.
  struct Total {
    /// Its day or item; 0 where neither is a row of the report.
    let key: Int
    let currency: String
    let pieces: Int
    let revenue: Decimal
    let cursor: SalesCursor
  }

  /// Totals in the order of their cursors. Totals of one key follow each other.
  struct Totals {
    var rows: [Total] = []
    /// Where reading ended; nil after the last total.
    var end: SalesCursor?
  }

  let database: any Database
  var limits = Limits()

  /// Rows in the order of days, or of items; of one period, by pieces, the most first. No row has neither pieces nor
  /// revenue.
  func report(_ query: SalesQuery) throws -> SalesReport {
    if query.grouping == .tag {
      var items = query
      items.grouping = .item
      let report = try report(items)
      return SalesReport(rows: try tagged(report.rows), next: report.next)
    }
    if query.readsCost { return SalesReport(rows: try titled(costs(query))) }
    let totals: Totals =
      switch query.grouping {
      case .day, .currency: try days(query)
      case .item, .tag: try query.onlyPeriod.map { try places(query, in: $0) } ?? items(query)
      }
    return try page(totals, query)
  }

  /// Adds totals up to the rows of a page. It ends between two days or items, unless it has only one.
  private func page(_ totals: Totals, _ query: SalesQuery) throws -> SalesReport {
    struct Group: Hashable {
      let key: Int
      let currency: String
    }
    var (sums, places) = ([(group: Group, pieces: Int, revenue: Decimal)](), [Group: Int]())
    var end = totals.end
    // The last end of a day or an item: how many rows the page has then.
    var whole: (rows: Int, cursor: SalesCursor)?
    var last: Total?
    for total in totals.rows {
      if let last, last.key != total.key { whole = (sums.count, last.cursor) }
      let group = Group(key: total.key, currency: total.currency)
      if let place = places[group] {
        sums[place].pieces = sums[place].pieces.addingWithoutOverflow(total.pieces)
        sums[place].revenue += total.revenue
      } else {
        if sums.count >= query.size, query.grouping != .currency {
          end = last?.cursor
          break
        }
        places[group] = sums.count
        sums.append((group, total.pieces, total.revenue))
      }
      last = total
    }
    let isByKey = query.grouping == .day || query.grouping == .item && query.onlyPeriod == nil
    if isByKey, let whole, let last, end == last.cursor {
      sums.removeLast(sums.count - whole.rows)
      end = whole.cursor
    }
    if isByKey || query.grouping == .currency {
      sums.sort { ($0.group.key, $0.group.currency) < ($1.group.key, $1.group.currency) }
    }
    let rows = try sums.filter { $0.pieces != 0 || $0.revenue != 0 }.map { sum in
      guard let currency = Currency(sum.group.currency) else { throw StoreError.damaged }
      return SalesRow(
        day: query.grouping == .day ? CalendarDay(sum.group.key) : nil,
        itemID: query.grouping == .item ? sum.group.key : nil, pieces: sum.pieces,
        revenue: Price(sum.revenue, currency))
    }
    return SalesReport(rows: try titled(rows), next: end)
  }

  /// Adds rows of items up by their tags; those of deleted items, whose tags are gone, are a row without a tag.
  private func tagged(_ items: [SalesRow]) throws -> [SalesRow] {
    struct Group: Hashable {
      let tag: String?
      let currency: Currency
    }
    let ids = Set(items.compactMap(\.itemID)).sorted()
    let tags = try DetailRows(database: database).tags(ofItems: ids)
    let list = SQLCondition.list("id", in: ids)
    let present = try Set(
      database.integers("\(ItemScope.present.selection.sql) AND \(list.sql)", list.values))
    var (rows, places) = ([SalesRow](), [Group: Int]())
    for item in items {
      let isDeleted = item.itemID.map { !present.contains($0) } ?? false
      let groups: [String?] = isDeleted ? [nil] : item.itemID.flatMap { tags[$0] } ?? [""]
      for tag in groups {
        let row = SalesRow(tag: tag, pieces: item.pieces, revenue: item.revenue, cost: item.cost)
        let group = Group(tag: tag, currency: item.revenue.currency)
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
    let titles = try titles(ofItems: Set(rows.compactMap(\.itemID)).sorted())
    return rows.map { row in
      guard let id = row.itemID else { return row }
      return SalesRow(
        day: row.day, itemID: id, title: titles[id], pieces: row.pieces, revenue: row.revenue, cost: row.cost)
    }
  }

  /// The titles of items; of deleted ones those that they had.
  func titles(ofItems ids: [Int]) throws -> [Int: String] {
    var titles: [Int: String] = [:]
    for part in stride(from: 0, to: ids.count, by: 500) {
      let list = SQLCondition.list("id", in: Array(ids[part..<min(part + 500, ids.count)]))
      try database.run("SELECT id, title FROM item WHERE \(list.sql)", list.values) {
        titles[$0.integer(0)] = $0.text(1)
      }
    }
    return titles
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
    self = (Decimal(high) * 1_000_000_000 + Decimal(low)) / 10_000
  }
}

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
    let days = try keys("day", of: "vendor_total WHERE day >= ?1 AND day <= ?2", first: start.day, last: last)
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
      "item_id", of: "sale_total WHERE scale = 0 AND item_id >= ?1 AND item_id <= ?2", first: start.item,
      last: .max)
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
  private func keys(_ column: String, of source: String, first: Int, last: Int) throws -> [Int] {
    let next = source.replacing(">= ?1", with: "> found.value")
    return try database.rows(
      """
      WITH RECURSIVE found (value, number) AS (
        SELECT min(\(column)), 1 FROM \(source)
        UNION ALL SELECT (SELECT min(\(column)) FROM \(next)), number + 1 FROM found
          WHERE value IS NOT NULL AND number < ?3)
      SELECT value FROM found WHERE value IS NOT NULL
      """, .integer(first), .integer(last), .integer(limits.keys + 1)
    ) { $0.integer(0) }
  }

  /// Selects the items of a vendor; deleted ones too.
  private func items(_ ids: [Int], of vendor: Int) throws -> Set<Int> {
    let list = SQLCondition.list("id", in: ids)
    return try Set(
      database.integers(
        "SELECT id FROM item WHERE \(list.sql) AND vendor_id = ?", list.values + [.integer(vendor)]))
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
      case .item, .tag: ("item_id", "pieces DESC, item_id, currency")
      case .currency: ("0", "currency")
      }
    // An amount is added up in two halves: the whole could be beyond 64 bits. Pieces fit into a floating-point number.
    let half = 1_000_000_000
    let (vendor, values): (String, [DatabaseValue]) =
      query.vendor.map {
        (" AND (SELECT vendor_id FROM item WHERE id = item_id) = ?", [.integer($0)])
      } ?? ("", [])
    return try database.rows(
      """
      SELECT \(key), currency, CAST(sum(-1.0 * quantity) AS BIGINT) AS pieces,
        CAST(sum(-quantity * unit_price / \(half)) AS BIGINT), CAST(sum(-quantity * unit_price % \(half)) AS BIGINT),
        CAST(sum(CASE WHEN cost IS NULL THEN 0 ELSE -1.0 * quantity END) AS BIGINT),
        CAST(sum(-quantity * coalesce(cost, 0) / \(half)) AS BIGINT),
        CAST(sum(-quantity * coalesce(cost, 0) % \(half)) AS BIGINT)
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
          amount: Decimal(tenThousandthsHigh: row.integer(6), low: row.integer(7)).rounded(in: currency)))
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
