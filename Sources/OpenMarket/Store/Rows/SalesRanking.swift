import Foundation

/// The order of items by their sales in one period, read from the totals. Use it only inside a transaction.
///
/// Ranks items with positive totals, also those that are off sale or deleted by now: the ranking of a period that is over does not
/// change.
///
/// The index `sale_total_by_pieces` has the totals of a period in the order of the ranking, so the first places are read
/// without the rest. An item that was sold in several currencies within one period has a total in each, and none of them
/// is its place: the table `mixed_total` has such items, which are few, and their totals are added up here.
struct SalesRanking {
  /// The sales of an item in a period.
  struct Total {
    let itemID: Int
    var pieces = 0
    /// In ten-thousandths, by currency in alphabetical order; without currencies in which nothing was sold.
    var revenue: [(currency: String, amount: Int)] = []
  }

  let database: any Database
  let measure: BestQuery.Measure
  /// The only currency whose sales count; nil for all.
  let currency: Currency?

  /// - Parameter currency: Nil for all currencies; a ranking by revenue has one.
  init(_ database: any Database, by measure: BestQuery.Measure, in currency: Currency?) {
    (self.database, self.measure, self.currency) = (database, measure, currency)
  }

  // MARK: One period

  /// The first totals of a period in the order of the ranking.
  func first(_ limit: Int, of period: SalesPeriod) throws -> [Total] {
    let mixed = try multiCurrencyTotals(in: period)
    let scope = scope(period, isMixed: !mixed.isEmpty)
    let order = measure == .pieces ? "pieces DESC, currency, revenue DESC, item_id" : "revenue DESC, item_id"
    let found = try totals(
      """
      SELECT item_id, currency, pieces, revenue FROM sale_total
      WHERE \(scope.sql) AND \(counts) ORDER BY \(order) LIMIT ?
      """, scope.values + [.integer(limit)])
    return Array((found + withRank(mixed)).sorted(by: precedes).prefix(limit))
  }

  /// The items that are ranked in a period, added up.
  struct Summary {
    var items = 0
    var pieces = 0
    /// In all currencies together: of use where only one counts.
    var revenue = Decimal()
  }

  /// How many items are ranked in a period, their pieces and their revenue.
  func summary(of period: SalesPeriod) throws -> Summary {
    let mixed = try multiCurrencyTotals(in: period)
    let scope = scope(period, isMixed: !mixed.isEmpty)
    // Revenues are added up in two halves: the whole could be beyond 64 bits.
    let half = 1_000_000_000
    let others = try database.rows(
      """
      SELECT count(*), sum(CASE WHEN pieces > 0 THEN pieces ELSE 0 END), sum(revenue / \(half)), sum(revenue % \(half))
      FROM sale_total WHERE \(scope.sql) AND \(counts)
      """, scope.values
    ) {
      Summary(
        items: $0.integer(0), pieces: $0.integer(1),
        revenue: Decimal(tenThousandthsHigh: $0.integer(2), low: $0.integer(3)))
    }.first
    return withRank(mixed).reduce(into: others ?? Summary()) { summary, total in
      summary.items += 1
      summary.pieces += total.pieces
    }
  }

  /// The ranks of items in a period; an item that is not ranked has none.
  func ranks(ofItems ids: [Int], in period: SalesPeriod) throws -> [Int: Int] {
    let values = try sums(
      measure.column, ofItems: ids, scale: period.scale, periods: period.number...period.number,
      onlyRanked: true)
    guard let least = values.values.min() else { return [:] }
    let mixed = try multiCurrencyTotals(in: period)
    let scope = scope(period, isMixed: !mixed.isEmpty)
    // How many items are better than one of these values, but not than the one before it.
    let limits = Set(values.values).sorted(by: >)
    var better = limits.map { _ in 0 }
    func count(_ value: Int, _ items: Int) {
      let place = limits.firstIndex(below: value)
      if place < better.count { better[place] += items }
    }
    // Equal pieces follow each other in the index; equal revenues would have to be sorted.
    let (number, group) = measure == .pieces ? ("count(*)", " GROUP BY pieces") : ("1", "")
    try database.run(
      """
      SELECT \(measure.column), \(number) FROM sale_total
      WHERE \(scope.sql) AND \(counts) AND \(measure.column) > ?\(group)
      """, scope.values + [.integer(least)]
    ) { row throws(StoreError) in count(row.integer(0), row.integer(1)) }
    for total in withRank(mixed) { count(value(of: total), 1) }
    var (ranks, rank) = ([Int: Int](), 1)
    for (limit, items) in zip(limits, better) {
      rank += items
      ranks[limit] = rank
    }
    return values.compactMapValues { ranks[$0] }
  }

  /// Whether an item is ranked in a period.
  func isRanked(in period: SalesPeriod) throws -> Bool {
    let mixed = try multiCurrencyTotals(in: period)
    guard withRank(mixed).isEmpty else { return true }
    // In no order: the best one by revenue would be found among all.
    let scope = scope(period, isMixed: !mixed.isEmpty)
    let found = try database.rows(
      "SELECT 1 FROM sale_total WHERE \(scope.sql) AND \(counts) LIMIT 1", scope.values
    ) { $0.integer(0) }
    return !found.isEmpty
  }

  // MARK: Several periods

  /// The first day with sales.
  func firstDay() throws -> CalendarDay? {
    try database.integer(
      "SELECT period FROM sale_total WHERE scale = ? ORDER BY period LIMIT 1",
      .integer(SalesPeriod.Scale.day.rawValue)
    ).map(CalendarDay.init)
  }

  /// The most totals of an item that are looked at for an earlier ranking: its last ones.
  private static let mostEarlier = 100

  /// Selects the items that are ranked in an earlier period, among the last `mostEarlier` totals of each.
  func ranked(_ ids: [Int], before period: SalesPeriod) throws -> Set<Int> {
    var ranked: Set<Int> = []
    for id in ids {
      let found = try database.rows(
        """
        SELECT 1 FROM (
          SELECT period, pieces, revenue FROM sale_total
          WHERE scale = ? AND item_id = ? AND period < ?\(currencyCondition.sql) ORDER BY period DESC LIMIT ?
        ) AS earlier
        GROUP BY period HAVING sum(\(measure.column)) > 0 AND max(revenue) > 0 LIMIT 1
        """,
        [.integer(period.scale.rawValue), .integer(id), .integer(period.number)] + currencyCondition.values
          + [.integer(Self.mostEarlier)]
      ) { $0.integer(0) }
      if !found.isEmpty { ranked.insert(id) }
    }
    return ranked
  }

  /// The pieces of items that were sold up to a day.
  func pieces(ofItems ids: [Int], to day: CalendarDay) throws -> [Int: Int] {
    // Whole months first, then the days of the last one.
    let month = SalesPeriod(.month, containing: day)
    let parts = [
      (month.scale, 0...month.number - 1),
      (SalesPeriod.Scale.day, (month.days?.lowerBound.number ?? day.number)...day.number),
    ]
    return try parts.reduce(into: [:]) { pieces, part in
      let found = try sums("pieces", ofItems: ids, scale: part.0, periods: part.1)
      pieces.merge(found) { $0 + $1 }
    }
  }

  /// The most periods without a ranking that are looked at for one that has one, before a period and after it.
  private static let mostNeighbours = 100

  /// The nearest period of the same scale in which an item is ranked, at the latest `last`; the earlier one of two. Nil
  /// also where `mostNeighbours` of them have sales and no ranking.
  func nearest(to period: SalesPeriod, noLaterThan last: SalesPeriod) throws -> SalesPeriod? {
    let earlier = try neighbour(of: period, "<", direction: "DESC")
    let later = try neighbour(of: period, ">", direction: "ASC").flatMap {
      $0.number <= last.number ? $0 : nil
    }
    guard let earlier, let later else { return earlier ?? later }
    return period.number - earlier.number <= later.number - period.number ? earlier : later
  }

  private func neighbour(
    of period: SalesPeriod, _ comparison: String, direction: String
  ) throws -> SalesPeriod? {
    var found = period
    for _ in 0..<Self.mostNeighbours {
      let number = try database.rows(
        """
        SELECT period FROM sale_total WHERE scale = ? AND period \(comparison) ?
        ORDER BY period \(direction) LIMIT 1
        """, .integer(period.scale.rawValue), .integer(found.number)
      ) { $0.integer(0) }.first
      guard let number else { return nil }
      found = SalesPeriod(period.scale, number: number)
      if try isRanked(in: found) { return found }
    }
    return nil
  }

  /// The currency with the most pieces sold in a period; the first by its code of several. Nil without sales.
  func mainCurrency(of period: SalesPeriod) throws -> Currency? {
    // Grouped first in the order of the index, so that no more than its few groups are sorted.
    try database.rows(
      """
      SELECT currency FROM (
        SELECT currency, pieces * count(*) AS sold FROM sale_total
        WHERE scale = ? AND period = ? AND pieces > 0 AND revenue > 0
        GROUP BY pieces, currency) AS grouped
      GROUP BY currency ORDER BY sum(sold) DESC, currency LIMIT 1
      """, .integer(period.scale.rawValue), .integer(period.number)
    ) { $0.text(0) }.first.flatMap { Currency($0) }
  }
}

extension [Int] {
  /// The index of the first number below `value`, of numbers in descending order; their count if there is none.
  fileprivate func firstIndex(below value: Int) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The totals that a ranking is made of.
extension SalesRanking {
  /// The condition of a total that is all of what was sold of its item, if the item is ranked.
  var counts: String {
    measure == .pieces ? "pieces > 0 AND revenue > 0" : "revenue > 0"
  }

  /// The condition of the currency, after others.
  var currencyCondition: SQLCondition {
    currency.map { SQLCondition(" AND currency = ?", [.text($0.code)]) } ?? SQLCondition("")
  }

  /// The condition of the totals in a period that are all of what was sold of their item then.
  ///
  /// - Parameter isMixed: Whether there are others in the period.
  func scope(_ period: SalesPeriod, isMixed: Bool) -> SQLCondition {
    let key: [DatabaseValue] = [.integer(period.scale.rawValue), .integer(period.number)]
    let whole = SQLCondition(
      "scale = ? AND period = ?" + currencyCondition.sql, key + currencyCondition.values)
    guard isMixed else { return whole }
    return SQLCondition(
      """
      \(whole.sql) AND NOT EXISTS (
        SELECT 1 FROM mixed_total AS mixed WHERE mixed.scale = ? AND mixed.period = ? AND mixed.item_id = sale_total.item_id)
      """,
      whole.values + key)
  }

  /// The items that were sold in several currencies in a period, ranked or not; none where only one currency counts.
  func multiCurrencyTotals(in period: SalesPeriod) throws -> [Total] {
    guard currency == nil else { return [] }
    // A CROSS JOIN, so that the planner does not begin with all totals of the scale.
    return try totals(
      """
      SELECT sale_total.item_id, currency, pieces, revenue
      FROM mixed_total CROSS JOIN sale_total
      WHERE mixed_total.scale = ? AND mixed_total.period = ? AND sale_total.scale = mixed_total.scale
        AND sale_total.item_id = mixed_total.item_id AND sale_total.period = mixed_total.period
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
    _ column: String, ofItems ids: [Int], scale: SalesPeriod.Scale, periods: ClosedRange<Int>,
    onlyRanked: Bool = false
  ) throws -> [Int: Int] {
    let list = SQLCondition.list("item_id", in: ids)
    let ranked = onlyRanked ? " HAVING sum(\(column)) > 0 AND max(revenue) > 0" : ""
    let found = try database.rows(
      """
      SELECT item_id, sum(\(column)) FROM sale_total
      WHERE scale = ? AND \(list.sql) AND period BETWEEN ? AND ?\(currencyCondition.sql)
      GROUP BY item_id\(ranked)
      """,
      [.integer(scale.rawValue)] + list.values
        + [.integer(periods.lowerBound), .integer(periods.upperBound)] + currencyCondition.values
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
  func withRank(_ totals: [Total]) -> [Total] {
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
