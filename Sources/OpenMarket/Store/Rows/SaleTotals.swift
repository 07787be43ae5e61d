import Foundation

/// The table of pieces and revenue by item, day and currency, net of returns. Use it only inside a transaction.
///
/// It is written in the transaction of the movement; weeks, months and all time are added up when they are asked for. A row without
/// pieces and revenue is removed.
struct SaleTotals {
  let database: any Database

  /// Adds a sale or a return to its day. Throws `LedgerRefusal.amountTooLarge` where a total would not fit.
  func add(pieces: Int, revenue: Int, ofItem id: Int, currency: String, on day: CalendarDay) throws {
    let key: [DatabaseValue] = [.integer(id), .text(currency), .integer(day.number)]
    let present = try total(key)
    let (pieces, piecesOverflow) = present.pieces.addingReportingOverflow(pieces)
    let (revenue, revenueOverflow) = present.revenue.addingReportingOverflow(revenue)
    guard !piecesOverflow, !revenueOverflow else { throw LedgerRefusal.amountTooLarge(item: id) }
    try set(pieces, revenue, key)
  }

  /// Takes sums of movements that are forgotten out of the totals of an item.
  func remove(_ sums: PurgedSums, ofItem id: Int) throws {
    for (place, sold) in sums.sold {
      let key: [DatabaseValue] = [.integer(id), .text(place.currency), .integer(place.day)]
      let present = try total(key)
      try set(
        (Decimal(present.pieces) - sold.pieces).cutToInteger,
        (Decimal(present.revenue) - sold.revenue).cutToInteger, key)
    }
  }

  private func total(_ key: [DatabaseValue]) throws -> (pieces: Int, revenue: Int) {
    try database.rows(
      "SELECT pieces, revenue FROM sale_total WHERE item_id = ? AND currency = ? AND day = ?", key
    ) { ($0.integer(0), $0.integer(1)) }.first ?? (0, 0)
  }

  private func set(_ pieces: Int, _ revenue: Int, _ key: [DatabaseValue]) throws {
    if pieces == 0, revenue == 0 {
      return try database.run("DELETE FROM sale_total WHERE item_id = ? AND currency = ? AND day = ?", key)
    }
    try database.run(
      """
      INSERT INTO sale_total (item_id, currency, day, pieces, revenue) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (item_id, currency, day) DO UPDATE SET pieces = excluded.pieces, revenue = excluded.revenue
      """, key + [.integer(pieces), .integer(revenue)])
  }

  /// Whether a movement changes the totals. Begins as the condition of the index by day.
  static let isOfSale = """
    kind <> 'opening' AND (kind IN ('sold', 'returned') OR kind = 'correction' AND sale IS NOT NULL)
    """

  /// The divisor that splits an amount into halves: `high` × divisor + `low`. What several items have sold for can be beyond 64 bits.
  static let half = 1_000_000_000

  /// A sum that an older version had beyond 64 bits is cut to this.
  static let limit = 4_000_000_000_000_000_000

  /// The columns of an amount that is added up in halves.
  static func halves(_ amount: String) -> String {
    "CAST(sum(\(amount) / \(half)) AS BIGINT), CAST(sum(\(amount) % \(half)) AS BIGINT)"
  }

  /// A SELECT of the totals that movements add up to, in the columns of the table. In halves, whose sums fit: an item of an older
  /// version can have sold for more than 64 bits.
  ///
  /// - Parameter items: A condition of the movements.
  static func expected(_ items: String) -> String {
    """
    SELECT item_id, currency, day, pieces, CASE
        WHEN abs(high) < \(limit / half) THEN CAST(high * \(half) + low AS BIGINT)
        WHEN high > 0 THEN \(limit) ELSE -\(limit) END AS revenue
    FROM (
      SELECT item_id, day, currency, CAST(sum(-quantity) AS BIGINT) AS pieces,
        sum(-quantity * (unit_price / \(half))) AS high, sum(-quantity * (unit_price % \(half))) AS low
      FROM movement WHERE \(isOfSale) AND \(items)
      GROUP BY item_id, day, currency) AS sums
    WHERE pieces <> 0 OR high * \(half) + low <> 0
    """
  }

  /// Adds the sales of an item up again, or those of all items. Reads all their movements.
  func rebuild(ofItem id: Int? = nil) throws {
    let (items, values): (String, [DatabaseValue]) =
      id.map { ("item_id = ?1", [.integer($0)]) } ?? ("TRUE", [])
    try database.run("DELETE FROM sale_total WHERE \(items)", values)
    try database.run(
      """
      INSERT INTO sale_total (item_id, currency, day, pieces, revenue) \(Self.expected(items))
      """, values)
  }

  /// Computes the day of each movement and all totals again, after a change of the time zone.
  func rebuild(in calendar: SalesCalendar) throws {
    try database.eachPart {
      "SELECT id, reported_at, day FROM movement WHERE id > \(.integer($0)) ORDER BY id LIMIT 10000"
    } as: {
      (id: $0.integer(0), day: calendar.day(of: $0.date(1)).number, former: $0.integer(2))
    } _: { rows in
      for row in rows where row.day != row.former {
        try database.run("UPDATE movement SET day = ? WHERE id = ?", .integer(row.day), .integer(row.id))
      }
    }
    try rebuild()
  }

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
