import Foundation

/// The numbers, marks and sales of the items.
extension LedgerCheck {
  /// The sales of items that are there whose row is missing or not what their movements say.
  static let wrongSales = """
    SELECT first.id FROM movement AS first LEFT JOIN sale ON sale.id = first.id
    WHERE first.item_id BETWEEN ? AND ? AND first.kind = 'sold' AND first.sale IS NULL
      AND first.item_id IN (SELECT id FROM item)
      AND (sale.id IS NULL OR sale.item_id <> first.item_id OR sale.reference IS NOT first.reference
        OR sale.entry <> coalesce(
          (SELECT max(id) FROM movement WHERE sale = first.id AND kind = 'sold'), first.id)
        OR sale.since <> coalesce(
          (SELECT max(reversal.id) FROM movement AS reversal JOIN movement AS reversed
            ON reversed.id = reversal.reverses
            WHERE reversal.sale = first.id AND reversal.kind = 'correction' AND reversed.kind = 'sold'),
          first.id)
        OR sale.standing <> max(
          0, -1.0 * first.quantity - (SELECT total(quantity) FROM movement WHERE sale = first.id)))
    ORDER BY first.id
    """

  /// The items whose numbers or marks are not those of their movements.
  ///
  /// - Parameter uncountable: Items that are named already.
  mutating func checkLedgers(_ bounds: [DatabaseValue], except uncountable: Set<Int>) throws {
    let isOfSale = "(kind IN ('sold', 'returned') OR kind = 'correction' AND sale IS NOT NULL)"
    // Up to 53 bits a floating-point sum is exact; beyond them an older version has added up so, too.
    let numbers = try database.rows(
      """
      SELECT coalesce(counted.item_id, item_ledger.item_id) FROM (
        SELECT item_id, count(*) AS movements,
          min(4.0e18, total(CASE WHEN \(isOfSale) THEN abs(1.0 * quantity) ELSE 0 END)) AS pieces,
          min(4.0e18, total(CASE WHEN \(isOfSale) THEN abs(1.0 * quantity) * (unit_price + coalesce(cost, 0))
            WHEN kind = 'received' THEN abs(1.0 * quantity) * coalesce(cost, 0) ELSE 0 END)) AS amount
        FROM movement WHERE item_id BETWEEN ?1 AND ?2 GROUP BY item_id) AS counted
      FULL JOIN (SELECT * FROM item_ledger WHERE item_id BETWEEN ?1 AND ?2) AS item_ledger
        ON item_ledger.item_id = counted.item_id
      WHERE counted.item_id IS NULL OR item_ledger.item_id IS NULL OR counted.movements <> item_ledger.movements
        OR abs(counted.pieces - item_ledger.pieces) > counted.pieces * 1e-12
        OR abs(counted.amount - item_ledger.amount) > counted.amount * 1e-12
      """, bounds
    ) { $0.integer(0) }
    let marks = try database.rows(
      """
      WITH expected AS (
        SELECT item_id, place / \(ItemLedgerRows.interval) AS number, id AS movement_id
        FROM (
          SELECT item_id, id, row_number() OVER (PARTITION BY item_id ORDER BY id) - 1 AS place
          FROM movement WHERE item_id BETWEEN ?1 AND ?2)
        WHERE place % \(ItemLedgerRows.interval) = 0),
      present AS (
        SELECT item_id, number, movement_id FROM movement_mark WHERE item_id BETWEEN ?1 AND ?2)
      SELECT item_id FROM (SELECT * FROM expected EXCEPT SELECT * FROM present)
      UNION SELECT item_id FROM (SELECT * FROM present EXCEPT SELECT * FROM expected)
      """, bounds
    ) { $0.integer(0) }
    for id in Set(numbers + marks).subtracting(uncountable).sorted() { noteLedger(id) }
  }

  /// The rows of sales whose movement is not there, or no sale.
  mutating func checkSalesWithoutMovement() throws {
    let wrong = try database.rows(
      """
      SELECT sale.id FROM sale LEFT JOIN movement AS first ON first.id = sale.id
      WHERE first.id IS NULL OR first.kind <> 'sold' OR first.sale IS NOT NULL ORDER BY sale.id LIMIT ?
      """, .integer(limit)
    ) { $0.integer(0) }
    for sale in wrong { noteSale(sale) }
  }
}
