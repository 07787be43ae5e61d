import Foundation

/// Computes rows again that are derived from others: the totals of sales, the numbers of ledgers, and the texts of searches. Each
/// call is right whatever was written before it in other transactions. Use it only inside a transaction.
struct DerivedRows {
  /// The total of a vendor's items on a day.
  struct VendorDay: Sendable, Hashable {
    let vendor: Int
    let day: Int
    let currency: String
  }

  private struct Place: Hashable {
    let period: SalesPeriod
    let currency: String
  }

  private struct Sums {
    var pieces = Decimal()
    var revenue = Decimal()

    var isZero: Bool { pieces == 0 && revenue == 0 }
  }

  let database: any Database

  // MARK: Sales

  /// Adds the sales of an item up again, by day, week, month and in all. Reads all movements of the item.
  func rebuildTotals(ofItem id: Int) throws {
    let totals = try totals(ofItem: id)
    let scales = SalesPeriod.Scale.allCases.map(\.rawValue)
    var periods = Set(totals.keys.map { [$0.period.scale.rawValue, $0.period.number] })
    for scale in scales {
      try database.run(
        "SELECT period FROM sale_total WHERE scale = ? AND item_id = ?", [.integer(scale), .integer(id)]
      ) { periods.insert([scale, $0.integer(0)]) }
    }
    for period in periods.sorted(by: { ($0[0], $0[1]) < ($1[0], $1[1]) }) {
      try database.run(
        "DELETE FROM mixed_total WHERE scale = ? AND period = ? AND item_id = ?", .integer(period[0]),
        .integer(period[1]), .integer(id))
    }
    for scale in scales {
      try database.run(
        "DELETE FROM sale_total WHERE scale = ? AND item_id = ?", .integer(scale), .integer(id))
    }
    // A trigger notes what was sold in several currencies.
    for (place, sums) in totals where !sums.isZero {
      try database.run(
        "INSERT INTO sale_total (scale, period, item_id, currency, pieces, revenue) VALUES (?, ?, ?, ?, ?, ?)",
        .integer(place.period.scale.rawValue), .integer(place.period.number), .integer(id),
        .text(place.currency), .integer(sums.pieces.cutToInteger), .integer(sums.revenue.cutToInteger))
    }
  }

  /// In halves, whose sums fit: an item of an older version can have sold for more than 64 bits.
  private func totals(ofItem id: Int) throws -> [Place: Sums] {
    let half = SaleTotals.half
    var totals: [Place: Sums] = [:]
    try database.run(
      """
      SELECT day, currency, CAST(sum(-quantity) AS BIGINT), CAST(sum(-quantity * (unit_price / \(half))) AS BIGINT),
        CAST(sum(-quantity * (unit_price % \(half))) AS BIGINT)
      FROM movement
      WHERE item_id = ? AND \(SaleTotals.isOfSale)
      GROUP BY day, currency
      """, [.integer(id)]
    ) { row throws(StoreError) in
      let revenue = Decimal(row.integer(3)) * Decimal(half) + Decimal(row.integer(4))
      for scale in SalesPeriod.Scale.allCases {
        let period = SalesPeriod(scale, containing: CalendarDay(row.integer(0)))
        totals[Place(period: period, currency: row.text(1)), default: Sums()].pieces += Decimal(
          row.integer(2))
        totals[Place(period: period, currency: row.text(1)), default: Sums()].revenue += revenue
      }
    }
    return totals
  }

  /// Adds the totals of a vendor's items on a day up again. Reads the totals of all items of the day.
  func rebuildTotal(of place: VendorDay) throws {
    var sums = Sums()
    try database.run(
      """
      SELECT pieces, revenue FROM sale_total JOIN item ON item.id = item_id
      WHERE scale = 0 AND period = ? AND sale_total.currency = ? AND item.vendor_id = ?
      """, [.integer(place.day), .text(place.currency), .integer(place.vendor)]
    ) { row throws(StoreError) in
      sums.pieces += Decimal(row.integer(0))
      sums.revenue += Decimal(row.integer(1))
    }
    try database.run(
      "DELETE FROM vendor_total WHERE day = ? AND vendor_id = ? AND currency = ?", .integer(place.day),
      .integer(place.vendor), .text(place.currency))
    guard !sums.isZero else { return }
    var (high, quotient) = (Decimal(), sums.revenue / Decimal(SaleTotals.half))
    NSDecimalRound(&high, &quotient, 0, .down)
    let low = sums.revenue - high * Decimal(SaleTotals.half)
    try database.run(
      """
      INSERT INTO vendor_total (day, vendor_id, currency, pieces, revenue_high, revenue_low) VALUES (?, ?, ?, ?, ?, ?)
      """, .integer(place.day), .integer(place.vendor), .text(place.currency),
      .integer(sums.pieces.cutToInteger), .integer(high.cutToInteger), .integer(low.cutToInteger))
  }

  /// Notes the items that were sold in several currencies within a period, where that is not noted. Reads all totals.
  func addMixedTotals() throws {
    try database.run(
      """
      INSERT INTO mixed_total (scale, period, item_id)
      SELECT scale, period, item_id FROM sale_total GROUP BY scale, item_id, period HAVING count(*) > 1
      ON CONFLICT (scale, period, item_id) DO NOTHING
      """)
  }

  // MARK: Ledgers

  /// Counts the movements of an item again, and marks every 64th. Reads all movements of the item.
  func rebuildLedger(ofItem id: Int) throws {
    let rows = ItemLedgerRows(database: database)
    try rows.deleteMarks(ofItem: id)
    // Floating-point sums are exact up to 53 bits, as far as a ledger goes; what an older version has beyond is cut.
    try database.run(
      """
      UPDATE item SET (movements, moved_pieces, moved_amount) = (
        SELECT movements, CAST(CASE WHEN pieces < 4.0e18 THEN pieces ELSE 4.0e18 END AS BIGINT),
          CAST(CASE WHEN amount < 4.0e18 THEN amount ELSE 4.0e18 END AS BIGINT)
        FROM (
          SELECT count(*) AS movements,
            coalesce(sum(CASE WHEN \(SaleTotals.isOfSale) THEN abs(1.0 * quantity) ELSE 0 END), 0) AS pieces,
            coalesce(sum(CASE WHEN \(SaleTotals.isOfSale) THEN abs(1.0 * quantity) * (unit_price + coalesce(cost, 0))
              WHEN kind = 'received' THEN abs(1.0 * quantity) * coalesce(cost, 0) ELSE 0 END), 0) AS amount
          FROM movement WHERE item_id = item.id) AS sums)
      WHERE id = ?
      """, .integer(id))
    try database.run(
      """
      INSERT INTO movement_mark (item_id, number, movement_id)
      SELECT item_id, place / \(ItemLedgerRows.interval), id FROM (
        SELECT item_id, id, row_number() OVER (ORDER BY id) - 1 AS place FROM movement WHERE item_id = ?) AS placed
      WHERE place % \(ItemLedgerRows.interval) = 0
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
      descriptions: .included, "WHERE item.id > ? ORDER BY item.id LIMIT ?",
      values: [.integer(id), .integer(limit)])
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
    let ids = try database.rows(
      """
      SELECT id FROM (\(index.surplus)) AS surplus
      WHERE NOT EXISTS (SELECT 1 FROM search_backlog WHERE item_id = surplus.id) ORDER BY id LIMIT ?
      """,
      .integer(limit)
    ) { $0.integer(0) }
    for id in ids { try database.run(index.delete, .integer(id)) }
    return ids.count
  }
}
