import Foundation

/// Reads the movements of an item and the changes between them. Use it only inside a transaction.
///
/// A page reads the movements before it.
struct MovementHistory {
  /// A part of a change: of the title, or of the prices.
  private struct Part {
    let change: Int
    let isOfPrice: Bool
    /// The last movement before it.
    let movement: Int
  }

  let database: any Database

  /// A page of entries, the newest first. A change of title and prices together is two entries.
  func page(ofItem id: Int, _ number: Int, size: Int) throws -> HistoryPage {
    let movements = try ItemRows(database: database).ledgerSums(ofItem: id).movements
    let parts = try parts(ofItem: id)
    let total = movements + parts.count
    let (first, overflow) = (number - 1).multipliedReportingOverflow(by: size)
    guard !overflow, first < total else { return HistoryPage(number: number, entries: [], total: total) }
    // How many of the entries before the page are changes: each stands before the movement that was the last then.
    var (changes, newer) = (0, 0)
    while changes < parts.count, changes + newer < first {
      let before = changes == 0 ? Int.max : parts[changes - 1].movement
      if parts[changes].movement < before {
        newer +=
          try database.integer(
            "SELECT count(*) FROM (SELECT 1 FROM movement WHERE item_id = ? AND id > ? AND id <= ? LIMIT ?) AS newer",
            .integer(id), .integer(parts[changes].movement), .integer(before), .integer(first)) ?? 0
      }
      if changes + newer < first { changes += 1 }
    }
    var rest = parts[changes...]
    var found = try database.rows(
      "SELECT \(Movement.columns) FROM movement WHERE item_id = ? ORDER BY id DESC LIMIT ? OFFSET ?",
      .integer(id), .integer(size), .integer(first - changes), as: Movement.init)[...]
    let receipts = try SaleRows(database: database).receipts(of: found)
    var entries: [HistoryEntry] = []
    while entries.count < size {
      if let part = rest.first, part.movement >= found.first?.id ?? 0 {
        entries.append(try entry(part))
        rest.removeFirst()
      } else if let movement = found.popFirst() {
        entries.append(.movement(movement, receipt: receipts[movement.id]))
      } else {
        break
      }
    }
    return HistoryPage(number: number, entries: entries, total: total)
  }

  /// Selects movements that stand for a sale, as it was corrected. Begins as the condition of the index by day.
  private static let stands = """
    kind <> 'opening' AND kind = 'sold' AND EXISTS (
      SELECT 1 FROM sale WHERE sale.id = coalesce(movement.sale, movement.id) AND entry = movement.id AND since <= entry)
    """

  /// Most sales of a time.
  private static let mostSales = 20_000

  /// The movements of sales with the titles of their items, the newest first, `MovementLimits.written` at most. Of a time they are
  /// the sales that stand, as they were corrected. Throws the `StoreError` of a time with too many.
  func movements(of sales: SalesLookup, today: CalendarDay) throws -> [RecordedMovement] {
    let item: SQLCondition = sales.item.map { "item_id = \(.integer($0))" } ?? "TRUE"
    func found(_ condition: SQLCondition, atMost limit: Int) throws -> [Movement] {
      try database.rows(
        of: """
          SELECT \(sql: Movement.columns) FROM movement WHERE \(condition) AND \(item)
          ORDER BY id DESC LIMIT \(.integer(limit))
          """, as: Movement.init)
    }
    var movements: [Movement] = []
    if let receipt = sales.receipt {
      let ids = try database.integers(
        of: """
          SELECT id FROM sale WHERE receipt = \(.text(receipt.text)) AND \(item)
          ORDER BY id DESC LIMIT \(.integer(MovementLimits.requests))
          """)
      for id in ids where movements.count < MovementLimits.written {
        // A sale may have been returned piece by piece.
        movements += try found("sale = \(.integer(id))", atMost: MovementLimits.written - movements.count)
        movements += try found("id = \(.integer(id))", atMost: 1)
      }
      movements.sort { $0.id > $1.id }
    } else if let days = sales.period?.period(today: today).days {
      let (first, end) = (DatabaseValue.integer(days.lowerBound.number), days.upperBound.number)
      movements = try found(
        "day >= \(first) AND day < \(.integer(end)) AND \(sql: Self.stands)", atMost: Self.mostSales + 1)
      guard movements.count <= Self.mostSales else { throw StoreError(.reportTooLong) }
    } else {
      movements = try found("reference = \(.text(sales.reference))", atMost: MovementLimits.written)
    }
    let receipts = try SaleRows(database: database).receipts(of: movements)
    let titles = try SalesSummary(database: database).texts("title", ofItems: movements.map(\.itemID))
    return movements.map {
      RecordedMovement(
        movement: $0, title: titles[$0.itemID] ?? "", receipt: receipts[$0.id], predatesItem: false)
    }
  }

  /// The sales of some items on a day that stand, the newest first, and what all of them add up to without returns.
  ///
  /// - Parameter own: A condition of the columns of `item`.
  func sales(onDay day: Int, of own: SQLCondition, limit: Int) throws -> SalesOfDay {
    let isOwn: SQLCondition =
      "day = \(.integer(day)) AND EXISTS (SELECT 1 FROM item WHERE item.id = item_id AND \(own))"
    let totals = try database.rows(
      of: """
        SELECT currency, CAST(sum(pieces) AS BIGINT), \(sql: SaleTotals.halves("revenue"))
        FROM sale_total WHERE \(isOwn) GROUP BY currency ORDER BY currency
        """
    ) { row throws(StoreError) in
      (pieces: row.integer(1), revenue: try SalesSummary.revenue(row, in: 0, at: 2))
    }
    return SalesOfDay(totals: totals, sales: try sales(where: isOwn, limit: limit))
  }

  /// The last sales that stand, the newest first.
  ///
  /// - Parameter condition: A condition of the columns of `movement`.
  func sales(where condition: SQLCondition, limit: Int) throws -> [SalesOfDay.Sale] {
    let movements = try database.rows(
      of: """
        SELECT \(sql: Movement.columns) FROM movement WHERE \(condition) AND \(sql: Self.stands)
        ORDER BY id DESC LIMIT \(.integer(limit))
        """, as: Movement.init)
    let titles = try SalesSummary(database: database).texts("title", ofItems: movements.map(\.itemID))
    return try movements.map { movement in
      let standing = try database.integer(
        "SELECT standing FROM sale WHERE id = ?", .integer(movement.sale ?? movement.id))
      return (movement, title: titles[movement.itemID] ?? "", standing: standing ?? 0)
    }
  }

  /// The parts of the last changes, the newest first.
  private func parts(ofItem id: Int) throws -> [Part] {
    try database.rows(
      """
      SELECT id, movement_id, title_after IS NOT NULL, price_after IS NOT NULL FROM item_change
      WHERE item_id = ? ORDER BY movement_id DESC, id DESC LIMIT ?
      """, .integer(id), .integer(MovementLimits.changes)
    ) { row in
      [true, false].filter { row.integer($0 ? 3 : 2) != 0 }.map {
        Part(change: row.integer(0), isOfPrice: $0, movement: row.integer(1))
      }
    }.flatMap(\.self)
  }

  /// Selects the entry of the log that made a change: the edit of its moment.
  private static let entry = """
    (SELECT head.id FROM log_change JOIN log_change AS head ON head.id = coalesce(log_change.entry, log_change.id)
      WHERE log_change.item_id = item_change.item_id AND head.date = recorded_at AND head.command IN ('edit', 'import', 'undo')
      ORDER BY head.id DESC LIMIT 1)
    """

  private func entry(_ part: Part) throws -> HistoryEntry {
    let entries: [HistoryEntry] =
      part.isOfPrice
      ? try database.rows(
        """
        SELECT currency_before, price_before, discounted_price_before, currency_after, price_after,
          discounted_price_after, recorded_at, \(Self.entry) FROM item_change WHERE id = ?
        """, .integer(part.change)
      ) { row throws(StoreError) in
        .price(
          ItemChange(
            before: try ItemPrices(row, from: 0), after: try ItemPrices(row, from: 3),
            recordedAt: row.date(6), entry: row.optionalInteger(7)))
      }
      : try database.rows(
        "SELECT title_before, title_after, recorded_at, \(Self.entry) FROM item_change WHERE id = ?",
        .integer(part.change)
      ) {
        .title(
          ItemChange(
            before: $0.text(0), after: $0.text(1), recordedAt: $0.date(2), entry: $0.optionalInteger(3)))
      }
    return try entries.first.orThrow(StoreError.damaged)
  }
}

extension ItemPrices {
  fileprivate init(_ row: any DatabaseRow, from column: Int) throws(StoreError) {
    self.init(
      price: try row.price(column + 1, in: column), discountedPrice: row.optionalAmount(column + 2))
  }
}
