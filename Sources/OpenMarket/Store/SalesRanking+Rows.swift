/// The totals that a ranking is made of.
extension SalesRanking {
  /// The condition of a total whose item is not deleted. A deleted item has no row there if it never had a sale.
  static let isThere = "item_id NOT IN (SELECT id FROM deleted_item)"

  /// The condition of a total that is all of what was sold of its item, if the item is ranked.
  var counts: String {
    (measure == .pieces ? "pieces > 0 AND revenue > 0" : "revenue > 0") + " AND \(Self.isThere)"
  }

  /// The condition of the currency, after others.
  var only: SQLCondition {
    currency.map { SQLCondition(" AND currency = ?", [.text($0.code)]) } ?? SQLCondition("")
  }

  /// The condition of the totals in a period that are all of what was sold of their item then.
  ///
  /// - Parameter isMixed: Whether there are others in the period.
  func scope(_ period: SalesPeriod, isMixed: Bool) -> SQLCondition {
    let key: [DatabaseValue] = [.integer(period.scale.rawValue), .integer(period.number)]
    let whole = SQLCondition("scale = ? AND period = ?" + only.sql, key + only.values)
    guard isMixed else { return whole }
    return SQLCondition(
      whole.sql + " AND item_id NOT IN (SELECT item_id FROM mixed_total WHERE scale = ? AND period = ?)",
      whole.values + key)
  }

  /// The items that were sold in several currencies in a period, ranked or not; none where only one currency counts.
  func mixed(in period: SalesPeriod) throws -> [Total] {
    guard currency == nil else { return [] }
    // SQLite reads the tables of a CROSS JOIN in this order; otherwise it might begin with all totals of the scale.
    return try totals(
      """
      SELECT sale_total.item_id, currency, pieces, revenue
      FROM mixed_total CROSS JOIN sale_total
      WHERE mixed_total.scale = ? AND mixed_total.period = ? AND sale_total.scale = mixed_total.scale
        AND sale_total.item_id = mixed_total.item_id AND sale_total.period = mixed_total.period
        AND mixed_total.\(Self.isThere)
      ORDER BY sale_total.item_id, currency
      """, [.integer(period.scale.rawValue), .integer(period.number)])
  }

  /// The totals of a SELECT of item, currency, pieces and revenue; rows of one item follow each other.
  func totals(_ sql: String, _ values: [DatabaseValue]) throws -> [Total] {
    var totals: [Total] = []
    try database.run(sql, values) { row throws(StoreError) in
      if totals.last?.itemID != row.integer(0) { totals.append(Total(itemID: row.integer(0))) }
      guard row.integer(2) != 0 || row.integer(3) != 0 else { return }
      totals[totals.count - 1].pieces += row.integer(2)
      totals[totals.count - 1].revenue.append((row.text(1), row.integer(3)))
    }
    return totals
  }

  /// The sums of a column of the totals of items, in periods of a scale.
  ///
  /// - Parameter onlyRanked: Whether only items that are ranked by the column have one.
  func sums(
    _ column: String, ofItems ids: [Int], _ scale: SalesPeriod.Scale, _ periods: ClosedRange<Int>,
    onlyRanked: Bool = false
  ) throws -> [Int: Int] {
    let list = SQLCondition.list("item_id", in: ids)
    let ranked = onlyRanked ? " HAVING sum(\(column)) > 0 AND max(revenue) > 0" : ""
    let found = try database.rows(
      """
      SELECT item_id, sum(\(column)) FROM sale_total
      WHERE scale = ? AND \(list.sql) AND period BETWEEN ? AND ?\(only.sql)
      GROUP BY item_id\(ranked)
      """,
      [.integer(scale.rawValue)] + list.values
        + [.integer(periods.lowerBound), .integer(periods.upperBound)] + only.values
    ) { ($0.integer(0), $0.integer(1)) }
    return Dictionary(uniqueKeysWithValues: found)
  }

  /// The value that an item is ranked by.
  func value(of total: Total) -> Int {
    switch measure {
    case .pieces: total.pieces
    case .revenue: total.revenue.reduce(0) { $0 + $1.amount }
    }
  }

  /// Selects the totals that are ranked.
  func ranked(_ totals: [Total]) -> [Total] {
    totals.filter { value(of: $0) > 0 && $0.revenue.contains { $0.amount > 0 } }
  }

  /// Whether a total stands before another one, as in the ORDER BY of `first`: items with the same pieces are ordered by
  /// revenue, of which there is none in common between two currencies.
  func precedes(_ one: Total, _ other: Total) -> Bool {
    let (first, second) = (value(of: one), value(of: other))
    guard first == second else { return first > second }
    if measure == .pieces, let first = one.revenue.first, let second = other.revenue.first {
      if first.currency != second.currency { return first.currency < second.currency }
      if first.amount != second.amount { return first.amount > second.amount }
    }
    return one.itemID < other.itemID
  }
}

extension BestQuery.Measure {
  /// The column of the table `sale_total`.
  var column: String {
    switch self {
    case .pieces: "pieces"
    case .revenue: "revenue"
    }
  }
}
