/// The table of pieces and revenue by period, item and currency, net of returns. Use it only inside a transaction.
///
/// It is written in the transaction of the movement. A row without pieces and revenue is removed.
struct SaleTotals {
  /// One row of the table.
  struct Row: Sendable, Hashable {
    let period: SalesPeriod
    let itemID: Int
    let currency: String
    var pieces: Int
    /// In ten-thousandths of the currency's major unit.
    var revenue: Int
  }

  let database: any Database

  /// Adds a sale or a return to the periods of its day. Throws `LedgerRefusal.amountTooLarge` where a total would not fit.
  func add(pieces: Int, revenue: Int, ofItem id: Int, currency: String, on day: CalendarDay) throws {
    let periods = SalesPeriod.Scale.allCases.map { SalesPeriod($0, containing: day) }
    let chosen = SQLCondition.joined(
      periods.map {
        SQLCondition("scale = ? AND period = ?", [.integer($0.scale.rawValue), .integer($0.number)])
      },
      by: "OR")
    let stored = try database.rows(
      "SELECT scale, pieces, revenue FROM sale_total WHERE item_id = ? AND currency = ? AND (\(chosen.sql))",
      [.integer(id), .text(currency)] + chosen.values
    ) { (scale: $0.integer(0), pieces: $0.integer(1), revenue: $0.integer(2)) }
    for period in periods {
      let key: [DatabaseValue] = [
        .integer(period.scale.rawValue), .integer(period.number), .integer(id), .text(currency),
      ]
      let present = stored.first { $0.scale == period.scale.rawValue }
      let (allPieces, piecesOverflow) = (present?.pieces ?? 0).addingReportingOverflow(pieces)
      let (allRevenue, revenueOverflow) = (present?.revenue ?? 0).addingReportingOverflow(revenue)
      guard !piecesOverflow, !revenueOverflow else { throw LedgerRefusal.amountTooLarge(item: id) }
      if allPieces == 0, allRevenue == 0 {
        try run("DELETE FROM sale_total WHERE scale = ? AND period = ? AND item_id = ? AND currency = ?", key)
      } else if present == nil {
        try run(
          """
          INSERT INTO sale_total (scale, period, item_id, currency, pieces, revenue) VALUES (?, ?, ?, ?, ?, ?)
          """, key + [.integer(allPieces), .integer(allRevenue)])
      } else {
        try run(
          """
          UPDATE sale_total SET pieces = ?, revenue = ?
          WHERE scale = ? AND period = ? AND item_id = ? AND currency = ?
          """, [.integer(allPieces), .integer(allRevenue)] + key)
      }
    }
    try addToVendor(pieces: pieces, revenue: revenue, ofItem: id, currency: currency, on: day)
  }

  /// Adds to the totals of the item's vendor, whose amounts are in two halves: those of all its items can be beyond 64 bits.
  private func addToVendor(
    pieces: Int, revenue: Int, ofItem id: Int, currency: String, on day: CalendarDay
  ) throws {
    let (high, low) = revenue.quotientAndRemainder(dividingBy: Self.half)
    try database.run(
      """
      INSERT INTO vendor_total (day, vendor_id, currency, pieces, revenue_high, revenue_low)
        SELECT ?, vendor_id, ?, ?, ?, ? FROM item WHERE id = ?
      ON CONFLICT (day, vendor_id, currency) DO UPDATE SET
        pieces = vendor_total.pieces + excluded.pieces,
        revenue_high = vendor_total.revenue_high + excluded.revenue_high,
        revenue_low = vendor_total.revenue_low + excluded.revenue_low
      """, .integer(day.number), .text(currency), .integer(pieces), .integer(high), .integer(low),
      .integer(id))
  }

  /// Whether a movement changes the totals.
  static let isOfSale = "(kind IN ('sold', 'returned') OR kind = 'correction' AND sale IS NOT NULL)"

  /// The divisor that splits an amount into halves: `high` × divisor + `low`.
  static let half = 1_000_000_000

  /// Computes the day of each movement and all totals again, after a change of the time zone.
  func rebuild(in calendar: SalesCalendar) throws {
    var after = 0
    while true {
      let batch = try database.rows(
        "SELECT id, reported_at, day FROM movement WHERE id > ? ORDER BY id LIMIT 10000", .integer(after)
      ) { (id: $0.integer(0), day: calendar.day(of: $0.date(1)).number, former: $0.integer(2)) }
      guard let last = batch.last else { break }
      for row in batch where row.day != row.former {
        try database.run("UPDATE movement SET day = ? WHERE id = ?", .integer(row.day), .integer(row.id))
      }
      after = last.id
    }
    try database.run("DELETE FROM sale_total")
    try database.run("DELETE FROM mixed_total")
    for row in try recomputed() { try insert(row) }
    try database.run("DELETE FROM vendor_total")
    try database.run(
      """
      INSERT INTO vendor_total (day, vendor_id, currency, pieces, revenue_high, revenue_low)
      SELECT period, vendor_id, sale_total.currency, sum(pieces),
        sum(revenue / \(Self.half)), sum(revenue % \(Self.half))
      FROM sale_total JOIN item ON item.id = item_id
      WHERE scale = 0
      GROUP BY period, vendor_id, sale_total.currency
      """)
  }

  /// All rows as the movements give them, in no order: what the table should hold.
  func recomputed() throws -> [Row] {
    var rows: [Row] = []
    // By item, so that no more than the days of one item are in memory beside the result.
    try database.run(
      """
      SELECT day, item_id, currency, sum(-quantity), sum(-quantity * unit_price) FROM movement
      WHERE kind IN ('sold', 'returned') OR kind = 'correction' AND sale IS NOT NULL
      GROUP BY item_id, currency, day
      """, []
    ) { row throws(StoreError) in
      rows.append(
        Row(
          period: SalesPeriod(.day, number: row.integer(0)), itemID: row.integer(1), currency: row.text(2),
          pieces: row.integer(3), revenue: row.integer(4)))
    }
    var totals: [Row.Key: (pieces: Int, revenue: Int)] = [:]
    for row in rows {
      for scale in SalesPeriod.Scale.allCases {
        let period = SalesPeriod(scale, containing: CalendarDay(row.period.number))
        let key = Row.Key(period: period, itemID: row.itemID, currency: row.currency)
        let present = totals[key] ?? (0, 0)
        let (pieces, revenue) = (
          present.pieces.addingReportingOverflow(row.pieces),
          present.revenue.addingReportingOverflow(row.revenue)
        )
        guard !pieces.overflow, !revenue.overflow else { throw StoreError.damaged }
        totals[key] = (pieces.partialValue, revenue.partialValue)
      }
    }
    return totals.compactMap { key, total in
      total == (0, 0)
        ? nil
        : Row(
          period: key.period, itemID: key.itemID, currency: key.currency, pieces: total.pieces,
          revenue: total.revenue)
    }
  }

  private func insert(_ row: Row) throws {
    try database.run(
      "INSERT INTO sale_total (scale, period, item_id, currency, pieces, revenue) VALUES (?, ?, ?, ?, ?, ?)",
      .integer(row.period.scale.rawValue), .integer(row.period.number), .integer(row.itemID),
      .text(row.currency), .integer(row.pieces), .integer(row.revenue))
  }

  private func run(_ sql: String, _ values: [DatabaseValue]) throws {
    try database.run(sql, values)
  }
}

extension SaleTotals.Row {
  fileprivate struct Key: Hashable {
    let period: SalesPeriod
    let itemID: Int
    let currency: String
  }
}

extension SaleTotals {
  /// The sales and returns whose day is another one in a calendar, the latest days first.
  func moves(to calendar: SalesCalendar) throws -> [MovedSales] {
    struct Days: Hashable {
      let from: Int
      let to: Int
    }
    var counts: [Days: Int] = [:]
    try database.run(
      "SELECT day, reported_at FROM movement WHERE kind IN ('sold', 'returned')", []
    ) { row throws(StoreError) in
      let days = Days(from: row.integer(0), to: calendar.day(of: row.date(1)).number)
      if days.from != days.to { counts[days, default: 0] += 1 }
    }
    return counts.sorted { ($0.key.from, $0.key.to) > ($1.key.from, $1.key.to) }.map {
      MovedSales(from: CalendarDay($0.key.from), to: CalendarDay($0.key.to), count: $0.value)
    }
  }
}
