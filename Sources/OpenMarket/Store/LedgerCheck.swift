import Foundation

/// Compares the tables that are derived from movements with the movements. Reads the items a number at a time, and adds
/// nothing up in SQL that could be beyond 64 bits.
struct LedgerCheck {
  private struct Place: Hashable {
    let item: Int
    let day: Int
    let currency: String
  }

  private struct Sums: Equatable {
    var pieces = Decimal()
    var revenue = Decimal()

    var isZero: Bool { pieces == 0 && revenue == 0 }
    var isCountable: Bool { max(pieces.magnitude, revenue.magnitude) <= Decimal(SaleTotals.limit) }
  }

  private static let window = 500

  let database: any Database
  /// The most findings of a kind.
  let limit: Int
  private(set) var findings: [StoreCheck.Finding] = []
  /// The findings of a kind so far.
  private var counts: [Kind: Int] = [:]
  private enum Kind { case totals, ledgers, sales }

  init(_ database: any Database, limit: Int) {
    (self.database, self.limit) = (database, limit)
  }

  /// The findings by item, then those of sales.
  static func findings(in database: any Database, limit: Int) throws -> [StoreCheck.Finding] {
    var check = LedgerCheck(database, limit: limit)
    var after = Int.min
    while let first = try check.nextItem(after: after) {
      let (last, overflow) = first.addingReportingOverflow(window)
      after = overflow ? .max : last
      try check.checkItems(first...after)
    }
    try check.checkSalesWithoutMovement()
    return check.findings
  }

  private mutating func note(_ finding: StoreCheck.Finding, _ kind: Kind) {
    if counts[kind, default: 0] < limit { findings.append(finding) }
    counts[kind, default: 0] += 1
  }

  private func nextItem(after id: Int) throws -> Int? {
    try database.integer(
      """
      SELECT min(id) FROM (
        SELECT min(item_id) AS id FROM movement WHERE item_id > ?1
        UNION ALL SELECT min(id) FROM item WHERE id > ?1
        UNION ALL SELECT min(item_id) FROM sale_total WHERE item_id > ?1) AS next
      WHERE id IS NOT NULL HAVING min(id) IS NOT NULL
      """, .integer(id))
  }

  private mutating func checkItems(_ items: ClosedRange<Int>) throws {
    let bounds: [DatabaseValue] = [.integer(items.lowerBound), .integer(items.upperBound)]
    let uncountable = try checkTotals(items, bounds)
    for id in uncountable.sorted() { note(.uncountable(item: id), .totals) }
    try checkLedgers(bounds, except: uncountable)
    let wrong = try database.rows(Self.wrongSales, bounds) { $0.integer(0) }
    for sale in wrong { note(.sale(sale), .sales) }
  }

  /// Compares totals, and returns the items whose sales cannot be counted.
  private mutating func checkTotals(
    _ items: ClosedRange<Int>, _ bounds: [DatabaseValue]
  ) throws -> Set<Int> {
    var expected: [Place: Sums] = [:]
    let half = SaleTotals.half
    try database.run(
      """
      SELECT item_id, day, currency, pieces,
        CAST(CASE WHEN high BETWEEN -4.0e18 AND 4.0e18 THEN high ELSE 4.0e18 END AS BIGINT), low
      FROM (
        SELECT item_id, day, currency, CAST(sum(-1.0 * quantity) AS BIGINT) AS pieces,
          sum(-quantity * unit_price / \(half)) AS high, CAST(sum(-quantity * unit_price % \(half)) AS BIGINT) AS low
        FROM movement WHERE item_id BETWEEN ? AND ?
          AND \(SaleTotals.isOfSale)
        GROUP BY item_id, day, currency) AS sums
      """, bounds
    ) { row in
      let revenue = Decimal(row.integer(4)) * Decimal(half) + Decimal(row.integer(5))
      let place = Place(item: row.integer(0), day: row.integer(1), currency: row.text(2))
      expected[place] = Sums(pieces: Decimal(row.integer(3)), revenue: revenue)
    }
    // All sales of an item are to be counted, too.
    let sums = expected.reduce(into: [Int: Sums]()) { sums, total in
      sums[total.key.item, default: Sums()].pieces += total.value.pieces
      sums[total.key.item, default: Sums()].revenue += total.value.revenue
    }
    let uncountable = Set(
      expected.filter { !$0.value.isCountable }.map(\.key.item) + sums.filter { !$0.value.isCountable }.keys)
    var wrong = try totals(bounds)
    for (place, sums) in expected where !sums.isZero {
      if wrong[place] == sums { wrong[place] = nil } else { wrong[place] = sums }
    }
    let places = wrong.keys.filter { !uncountable.contains($0.item) }.sorted {
      ($0.item, $0.day, $0.currency) < ($1.item, $1.day, $1.currency)
    }
    for place in places {
      note(.total(item: place.item, day: CalendarDay(place.day), currency: place.currency), .totals)
    }
    return uncountable
  }

  private func totals(_ bounds: [DatabaseValue]) throws -> [Place: Sums] {
    let rows = try database.rows(
      "SELECT item_id, day, currency, pieces, revenue FROM sale_total WHERE item_id BETWEEN ? AND ?", bounds
    ) { row in
      (
        Place(item: row.integer(0), day: row.integer(1), currency: row.text(2)),
        Sums(pieces: Decimal(row.integer(3)), revenue: Decimal(row.integer(4)))
      )
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}

/// The numbers and sales of the items.
extension LedgerCheck {
  /// The sales of items that are there whose row is missing or not what their movements say.
  static let wrongSales = """
    SELECT first.id FROM movement AS first LEFT JOIN sale ON sale.id = first.id
    WHERE first.item_id BETWEEN ? AND ? AND first.kind = 'sold' AND first.sale IS NULL
      AND EXISTS (SELECT 1 FROM item WHERE item.id = first.item_id AND state < 2)
      AND (sale.id IS NULL OR sale.receipt IS NULL OR length(sale.receipt) <> 16 OR sale.item_id <> first.item_id OR sale.reference <> first.reference
        OR (sale.reference IS NULL) <> (first.reference IS NULL)
        OR sale.entry <> coalesce(
          (SELECT max(id) FROM movement WHERE sale = first.id AND kind = 'sold'), first.id)
        OR sale.since <> coalesce(
          (SELECT max(reversal.id) FROM movement AS reversal JOIN movement AS reversed
            ON reversed.id = reversal.reverses
            WHERE reversal.sale = first.id AND reversal.kind = 'correction' AND reversed.kind = 'sold'),
          first.id)
        OR sale.standing <> (
          SELECT CASE WHEN unreturned > 0 THEN unreturned ELSE 0 END FROM (
            SELECT -1.0 * first.quantity - coalesce(sum(1.0 * quantity), 0) AS unreturned
            FROM movement WHERE sale = first.id) AS sums))
    ORDER BY first.id
    """

  /// The items whose numbers are not those of their movements, and those whose sales and costs cannot be counted.
  ///
  /// - Parameter uncountable: Items that are named already.
  mutating func checkLedgers(_ bounds: [DatabaseValue], except uncountable: Set<Int>) throws {
    let isOfSale = SaleTotals.isOfSale
    // Up to 53 bits a floating-point sum is exact; beyond them an older version has added up so, too.
    let numbers = try database.rows(
      """
      SELECT coalesce(counted.item_id, noted.item_id), CASE WHEN counted.is_beyond THEN 1 ELSE 0 END FROM (
        SELECT item_id, movements, CASE WHEN pieces < 4.0e18 THEN pieces ELSE 4.0e18 END AS pieces,
          CASE WHEN amount < 4.0e18 THEN amount ELSE 4.0e18 END AS amount, amount > 4.1e18 AS is_beyond
        FROM (
          SELECT item_id, count(*) AS movements,
            sum(CASE WHEN \(isOfSale) THEN abs(1.0 * quantity) ELSE 0 END) AS pieces,
            sum(CASE WHEN \(isOfSale) THEN abs(1.0 * quantity) * (unit_price + coalesce(cost, 0))
              WHEN kind = 'received' THEN abs(1.0 * quantity) * coalesce(cost, 0) ELSE 0 END) AS amount
          FROM movement WHERE item_id BETWEEN ?1 AND ?2 GROUP BY item_id) AS sums) AS counted
      FULL JOIN (
        SELECT id AS item_id, movements, moved_pieces AS pieces, moved_amount AS amount FROM item
        WHERE id BETWEEN ?1 AND ?2 AND (movements <> 0 OR moved_pieces <> 0 OR moved_amount <> 0)) AS noted
        ON noted.item_id = counted.item_id
      WHERE counted.item_id IS NULL OR noted.item_id IS NULL OR counted.movements <> noted.movements
        OR abs(counted.pieces - noted.pieces) > counted.pieces * 1e-12
        OR abs(counted.amount - noted.amount) > counted.amount * 1e-12 OR counted.is_beyond
      ORDER BY 1
      """, bounds
    ) { (item: $0.integer(0), isBeyond: $0.integer(1) == 1) }
    for (id, isBeyond) in numbers where !uncountable.contains(id) {
      if isBeyond { note(.uncountable(item: id), .totals) } else { note(.ledger(item: id), .ledgers) }
    }
  }

  /// The rows of sales whose movement is not there, or no sale.
  mutating func checkSalesWithoutMovement() throws {
    let wrong = try database.rows(
      """
      SELECT sale.id FROM sale LEFT JOIN movement AS first ON first.id = sale.id
      WHERE first.id IS NULL OR first.kind <> 'sold' OR first.sale IS NOT NULL ORDER BY sale.id LIMIT ?
      """, .integer(limit)
    ) { $0.integer(0) }
    for sale in wrong { note(.sale(sale), .sales) }
  }
}
