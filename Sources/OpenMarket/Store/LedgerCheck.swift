/// Compares the tables that are derived from movements with the movements. Reads the items a number at a time.
struct LedgerCheck {
  /// How many ids are read at a time.
  private static let window = 500

  let database: any Database

  /// The findings of totals, of the numbers of items, and of sales.
  ///
  /// - Parameter limit: The most findings of each.
  static func findings(in database: any Database, limit: Int) throws -> [StoreCheck.Finding] {
    let check = LedgerCheck(database: database)
    var (totals, ledgers, sales): ([StoreCheck.Finding], [StoreCheck.Finding], [StoreCheck.Finding]) = (
      [], [], []
    )
    var after = Int.min
    while let first = try check.nextItem(after: after) {
      let (last, overflow) = first.addingReportingOverflow(window)
      after = overflow ? .max : last
      let items: [DatabaseValue] = [.integer(first), .integer(after)]
      let wrong = try check.wrongLedgers(items)
      let uncountable = Set(wrong.filter(\.isBeyond).map(\.item))
      if totals.count < limit {
        totals += uncountable.sorted().map { .uncountable(item: $0) }
        totals += try check.wrongTotals(items).filter { !uncountable.contains($0.item) }
          .map { .total(item: $0.item, day: $0.day, currency: $0.currency) }
      }
      if ledgers.count < limit { ledgers += wrong.filter { !$0.isBeyond }.map { .ledger(item: $0.item) } }
      if sales.count < limit { sales += try database.rows(wrongSales, items) { .sale($0.integer(0)) } }
    }
    sales += try check.salesWithoutMovement(limit: limit).map { .sale($0) }
    return [totals, ledgers, sales].flatMap { $0.prefix(limit) }
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

  /// The totals that are missing, or not what the movements add up to.
  private func wrongTotals(
    _ items: [DatabaseValue]
  ) throws -> [(item: Int, day: CalendarDay, currency: String)] {
    try database.rows(
      """
      SELECT item_id, day, currency FROM (
        \(SaleTotals.expected("item_id BETWEEN ?1 AND ?2"))
        UNION ALL SELECT item_id, currency, day, pieces, revenue FROM sale_total
        WHERE item_id BETWEEN ?1 AND ?2) AS totals
      GROUP BY item_id, day, currency
      HAVING count(*) <> 2 OR min(pieces) <> max(pieces) OR min(revenue) <> max(revenue)
      ORDER BY item_id, day, currency
      """, items
    ) { ($0.integer(0), CalendarDay($0.integer(1)), $0.text(2)) }
  }

  /// The items whose numbers are not those of their movements, and those whose sales and costs are beyond what can be counted.
  private func wrongLedgers(_ items: [DatabaseValue]) throws -> [(item: Int, isBeyond: Bool)] {
    // Up to 53 bits a floating-point sum is exact; beyond them an older version has added up so, too.
    try database.rows(
      """
      SELECT coalesce(counted.item_id, noted.item_id), CASE WHEN counted.is_beyond THEN 1 ELSE 0 END FROM (
        SELECT item_id, movements, CASE WHEN pieces < 4.0e18 THEN pieces ELSE 4.0e18 END AS pieces,
          CASE WHEN amount < 4.0e18 THEN amount ELSE 4.0e18 END AS amount, amount > 4.1e18 AS is_beyond
        FROM (
          SELECT item_id, \(DerivedRows.ledgerSums) FROM movement
          WHERE item_id BETWEEN ?1 AND ?2 GROUP BY item_id) AS sums) AS counted
      FULL JOIN (
        SELECT id AS item_id, movements, moved_pieces AS pieces, moved_amount AS amount FROM item
        WHERE id BETWEEN ?1 AND ?2 AND (movements <> 0 OR moved_pieces <> 0 OR moved_amount <> 0)) AS noted
        ON noted.item_id = counted.item_id
      WHERE counted.item_id IS NULL OR noted.item_id IS NULL OR counted.movements <> noted.movements
        OR abs(counted.pieces - noted.pieces) > counted.pieces * 1e-12
        OR abs(counted.amount - noted.amount) > counted.amount * 1e-12 OR counted.is_beyond
      ORDER BY 1
      """, items
    ) { (item: $0.integer(0), isBeyond: $0.integer(1) == 1) }
  }

  /// The sales of items that are there whose row is missing or not what their movements say.
  static let wrongSales = """
    SELECT first.id FROM movement AS first LEFT JOIN sale ON sale.id = first.id
    WHERE first.item_id BETWEEN ? AND ? AND first.kind = 'sold' AND first.sale IS NULL
      AND EXISTS (SELECT 1 FROM item WHERE item.id = first.item_id AND state < 2)
      AND (sale.id IS NULL OR sale.receipt IS NULL OR length(sale.receipt) <> 16 OR sale.item_id <> first.item_id
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

  /// The rows of sales whose movement is not there, or no sale.
  private func salesWithoutMovement(limit: Int) throws -> [Int] {
    try database.integers(
      of: """
        SELECT sale.id FROM sale LEFT JOIN movement AS first ON first.id = sale.id
        WHERE first.id IS NULL OR first.kind <> 'sold' OR first.sale IS NOT NULL ORDER BY sale.id
        LIMIT \(.integer(limit))
        """)
  }
}
