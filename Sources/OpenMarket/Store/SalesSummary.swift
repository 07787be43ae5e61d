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
    if query.readsCost { return SalesReport(rows: try titled(costs(query))) }
    let totals: Totals =
      switch query.grouping {
      case .day, .currency: try days(query)
      case .item: try query.onlyPeriod.map { try places(query, in: $0) } ?? items(query)
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

  /// The rows of items with their titles; those that they had when they were deleted.
  private func titled(_ rows: [SalesRow]) throws -> [SalesRow] {
    let ids = Set(rows.compactMap(\.itemID)).sorted()
    var titles: [Int: String] = [:]
    for table in ["deleted_item", "item"] {
      for part in stride(from: 0, to: ids.count, by: 500) {
        let list = SQLCondition.list("id", in: Array(ids[part..<min(part + 500, ids.count)]))
        try database.run("SELECT id, title FROM \(table) WHERE \(list.sql)", list.values) {
          titles[$0.integer(0)] = $0.text(1)
        }
      }
    }
    return rows.map { row in
      guard let id = row.itemID else { return row }
      return SalesRow(
        day: row.day, itemID: id, title: titles[id], pieces: row.pieces, revenue: row.revenue, cost: row.cost)
    }
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
