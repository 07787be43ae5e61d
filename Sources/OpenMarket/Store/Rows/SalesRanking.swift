import Foundation

/// The order of items by their sales in one period, read from the totals. Use it only inside a transaction.
///
/// Ranks items with positive totals, also those that are off sale or deleted by now: the ranking of a period that is over does not
/// change.
///
/// Each method adds up the totals of the days that it names.
struct SalesRanking {
  /// The sales of an item in a period.
  struct Total {
    let itemID: Int
    var pieces = 0
    private var first: Sum?
    private var others: [Sum] = []

    private struct Sum {
      let currency: String
      var pieces: Int
      var amount: Int
    }

    /// In ten-thousandths, by currency in alphabetical order; without currencies in which nothing was sold.
    var revenue: [(currency: String, amount: Int)] {
      ((first.map { [$0] } ?? []) + others).filter { $0.pieces != 0 || $0.amount != 0 }
        .sorted { $0.currency < $1.currency }.map { ($0.currency, $0.amount) }
    }

    /// The first of `revenue`, without the list where there is one currency.
    fileprivate var firstRevenue: (currency: String, amount: Int)? {
      others.isEmpty ? first.map { ($0.currency, $0.amount) } : revenue.first
    }

    init(itemID: Int) { self.itemID = itemID }

    /// A total of a row with the columns of the item, the currency, the pieces and the revenue.
    fileprivate init(_ row: any DatabaseRow) {
      itemID = row.integer(0)
      add(row)
    }

    /// Most items are sold in one currency: no list is made for it.
    fileprivate mutating func add(_ row: any DatabaseRow) {
      let sum = Sum(currency: row.text(1), pieces: row.integer(2), amount: row.integer(3))
      pieces += sum.pieces
      if let present = first, present.currency != sum.currency {
        let index = others.firstIndex { $0.currency == sum.currency } ?? others.endIndex
        if index == others.endIndex { return others.append(sum) }
        others[index].pieces += sum.pieces
        others[index].amount += sum.amount
      } else {
        first = Sum(
          currency: sum.currency, pieces: (first?.pieces ?? 0) + sum.pieces,
          amount: (first?.amount ?? 0) + sum.amount)
      }
    }

    /// The revenue in all currencies: of use where only one counts.
    fileprivate var amount: Int { others.reduce(first?.amount ?? 0) { $0 + $1.amount } }

    fileprivate var hasRevenue: Bool { (first?.amount ?? 0) > 0 || others.contains { $0.amount > 0 } }
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

  /// The first places of a period, and what all of them add up to.
  struct Places {
    var first: [Total] = []
    var items = 0
    var pieces = 0
    /// In all currencies together, in ten-thousandths and in halves: of use where only one currency counts.
    private var (high, low) = (0, 0)

    var revenue: Decimal { Decimal(tenThousandthsHigh: high, low: low) }

    fileprivate mutating func add(_ total: Total) {
      items += 1
      pieces += max(0, total.pieces)
      high += total.amount / SaleTotals.half
      low += total.amount % SaleTotals.half
    }
  }

  /// The places of a period, the first ones in the order of the ranking.
  func places(_ limit: Int, of period: SalesPeriod) throws -> Places {
    var places = Places()
    try each(in: period) { total in
      places.add(total)
      guard places.first.count < limit || places.first.last.map({ precedes(total, $0) }) ?? false else {
        return
      }
      let index = places.first.firstIndex { precedes(total, $0) } ?? places.first.endIndex
      places.first.insert(total, at: index)
      if places.first.count > limit { places.first.removeLast() }
    }
    return places
  }

  /// The ranks of items in a period; an item that is not ranked has none.
  func ranks(ofItems ids: [Int], in period: SalesPeriod) throws -> [Int: Int] {
    var values: [Int: Int] = [:]
    try each(in: period, among: ids) { values[$0.itemID] = value(of: $0) }
    guard !values.isEmpty else { return [:] }
    // How many items are better than one of these values, but not than the one before it.
    let limits = Set(values.values).sorted(by: >)
    var better = limits.map { _ in 0 }
    try each(in: period) { total in
      let place = limits.firstIndex(below: value(of: total))
      if place < better.count { better[place] += 1 }
    }
    var (ranks, rank) = ([Int: Int](), 1)
    for (limit, items) in zip(limits, better) {
      rank += items
      ranks[limit] = rank
    }
    return values.compactMapValues { ranks[$0] }
  }

  /// Whether an item is ranked in a period.
  func isRanked(in period: SalesPeriod) throws -> Bool {
    let (scope, value) = (scope(period), measure.rawValue)
    let rows: SQLCondition =
      try isOfOneCurrency(period)
      ? "sale_total WHERE \(scope) AND \(sql: value) > 0 AND revenue > 0"
      : """
      (SELECT item_id, sum(pieces) AS pieces, sum(revenue) AS revenue FROM sale_total
        WHERE \(scope) GROUP BY item_id, currency) AS sums
      GROUP BY item_id HAVING sum(\(sql: value)) > 0 AND max(revenue) > 0
      """
    return try !database.integers(of: "SELECT 1 FROM \(rows) LIMIT 1").isEmpty
  }

  /// Selects the days of a period on which an item is ranked.
  func days(of period: Range<CalendarDay>) throws -> [CalendarDay] {
    try (period.lowerBound.number..<period.upperBound.number).map(CalendarDay.init)
      .filter { try isRanked(in: SalesPeriod(.day, containing: $0)) }
  }

  // MARK: Several periods

  /// The first day with sales.
  func firstDay() throws -> CalendarDay? {
    try database.integer("SELECT day FROM sale_total ORDER BY day LIMIT 1").map(CalendarDay.init)
  }

  /// The most totals of an item that are looked at for an earlier ranking: its last ones.
  private static let mostEarlier = 400

  /// Selects the items that are ranked in an earlier period, among the last `mostEarlier` totals of each.
  func ranked(_ ids: [Int], before period: SalesPeriod) throws -> Set<Int> {
    let first = period.days.lowerBound.number
    return try Set(
      ids.filter { id in
        var totals: [Int: Total] = [:]
        try database.eachRow(
          of: """
            SELECT item_id, currency, pieces, revenue, day FROM sale_total
            WHERE item_id = \(.integer(id)) AND day < \(.integer(first))\(currencyCondition)
            ORDER BY day DESC LIMIT \(.integer(Self.mostEarlier))
            """
        ) { row in
          let earlier = SalesPeriod(period.scale, containing: CalendarDay(row.integer(4))).number
          totals[earlier, default: Total(itemID: id)].add(row)
        }
        return totals.values.contains(where: isRanked)
      })
  }

  /// The pieces of items that were sold on some days.
  func pieces(ofItems ids: [Int], on days: ClosedRange<Int>) throws -> [Int: Int] {
    let days: SQLCondition = "day BETWEEN \(.integer(days.lowerBound)) AND \(.integer(days.upperBound))"
    return try database.values(
      of: """
        SELECT item_id, CAST(sum(pieces) AS BIGINT) FROM sale_total
        WHERE \(.list("item_id", in: ids)) AND \(days)\(currencyCondition) GROUP BY item_id
        """
    ) { $0.integer(1) }
  }

  /// The most periods without a ranking that are looked at for one that has one, before a period and after it.
  private static let mostNeighbours = 100

  /// The nearest period of the same scale in which an item is ranked, at the latest `last`; the earlier one of two. Nil
  /// also where `mostNeighbours` of them have sales and no ranking.
  func nearest(to period: SalesPeriod, noLaterThan last: SalesPeriod) throws -> SalesPeriod? {
    let earlier = try neighbour(of: period, isLater: false)
    let later = try neighbour(of: period, isLater: true).flatMap {
      $0.number <= last.number ? $0 : nil
    }
    guard let earlier, let later else { return earlier ?? later }
    return period.number - earlier.number <= later.number - period.number ? earlier : later
  }

  private func neighbour(of period: SalesPeriod, isLater: Bool) throws -> SalesPeriod? {
    var found = period
    for _ in 0..<Self.mostNeighbours {
      let days = found.days
      guard
        let day = try database.integer(
          "SELECT day FROM sale_total WHERE day \(isLater ? ">=" : "<") ? ORDER BY day \(isLater ? "" : "DESC") LIMIT 1",
          .integer((isLater ? days.upperBound : days.lowerBound).number))
      else { return nil }
      found = SalesPeriod(period.scale, containing: CalendarDay(day))
      if try isRanked(in: found) { return found }
    }
    return nil
  }

  /// The currency with the most pieces sold in a period; the first by its code of several. Nil without sales.
  func mainCurrency(of period: SalesPeriod) throws -> Currency? {
    let days = SQLCondition.days(of: period)
    return try database.rows(
      of: """
        SELECT currency FROM sale_total WHERE \(days) AND pieces > 0 AND revenue > 0
        GROUP BY currency ORDER BY sum(pieces) DESC, currency LIMIT 1
        """
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
  /// The condition of the currency, after others.
  private var currencyCondition: SQLCondition {
    currency.map { " AND currency = \(.text($0.code))" } ?? ""
  }

  private func scope(_ period: SalesPeriod) -> SQLCondition {
    "\(.days(of: period))\(currencyCondition)"
  }

  /// Calls `body` with each total of a period that is ranked, in no order.
  ///
  /// - Parameter ids: The items that are looked at; nil for all.
  private func each(
    in period: SalesPeriod, among ids: [Int]? = nil, _ body: (Total) -> Void
  ) throws {
    let condition: SQLCondition = "\(scope(period)) AND \(ids.map { .list("item_id", in: $0) } ?? "TRUE")"
    let rows: SQLCondition = "SELECT item_id, currency, pieces, revenue FROM sale_total WHERE \(condition)"
    func visit(_ total: Total) { if isRanked(total) { body(total) } }
    if try isOfOneCurrency(period) {
      try database.eachRow(of: rows) { visit(Total($0)) }
    } else {
      // Not grouped by the database, which would sort all rows.
      var totals: [Int: Total] = [:]
      try database.eachRow(of: rows) { row in
        totals[row.integer(0), default: Total(itemID: row.integer(0))].add(row)
      }
      totals.values.forEach(visit)
    }
  }

  /// Whether each row of a period is the whole total of its item.
  private func isOfOneCurrency(_ period: SalesPeriod) throws -> Bool {
    guard period.scale == .day, currency == nil else { return period.scale == .day }
    return try database.integer(
      """
      SELECT 1 FROM sale_total WHERE day = ?1 AND currency > (SELECT min(currency) FROM sale_total WHERE day = ?1)
      LIMIT 1
      """, .integer(period.number)) == nil
  }

  /// The value that an item is ranked by.
  func value(of total: Total) -> Int {
    switch measure {
    case .pieces: total.pieces
    case .revenue: total.amount
    }
  }

  private func isRanked(_ total: Total) -> Bool {
    value(of: total) > 0 && total.hasRevenue
  }

  /// Whether a total stands before another one: items with the same pieces are ordered by
  /// revenue, of which there is none in common between two currencies.
  func precedes(_ one: Total, _ other: Total) -> Bool {
    let (first, second) = (value(of: one), value(of: other))
    guard first == second else { return first > second }
    if measure == .pieces, let first = one.firstRevenue, let second = other.firstRevenue {
      if first.currency != second.currency { return first.currency < second.currency }
      if first.amount != second.amount { return first.amount > second.amount }
    }
    return one.itemID < other.itemID
  }
}

extension SQLCondition {
  /// The totals of the days of a period.
  fileprivate static func days(of period: SalesPeriod) -> SQLCondition {
    days(period.days.lowerBound.number, period.days.upperBound.number - 1)
  }
}
