/// The items of a search in the order of what fits best: the items with all words in the title before those with all of them in
/// the title, the SKU and the tags, and these before the others; among each, whole words before parts; then the newest first.
/// Items that only the name of their vendor finds come last. Use it only inside a transaction.
struct SearchFit {
  private let database: any Database
  /// The best first, of which each item is in one; nil where `ranking` has them all.
  private let matches: [SearchRows.Match]?
  private let ranking: SQLCondition?
  /// The items' other conditions.
  private let others: [FilterCondition]
  private let scope: ItemScope
  private let few: Int
  /// Nil for a search that is not frequent.
  private let frequent: SearchRanking.Frequent?
  private let counted: Int

  /// - Parameters:
  ///   - vendors: The vendors whose items are found, too.
  ///   - others: The items' other conditions.
  ///   - scope: The items of the list.
  ///   - isFrequent: See `ItemFilter.isFrequent(in:)`.
  init(
    _ words: [String], vendors: [Int], where others: [FilterCondition], scope: ItemScope, isFrequent: Bool,
    in database: any Database, few: Int = FilterIntersection.few, counted: Int = SearchMatch.counted
  ) throws {
    (self.database, self.others, self.scope, self.few) = (database, others, scope, few)
    self.counted = counted
    let rows = SearchRows(database: database)
    let ofVendors = vendors.isEmpty ? nil : SQLCondition.list("vendor_id", in: vendors)
    matches = try rows.matches(words).map { matches in
      guard let ofVendors else { return matches }
      let found = try rows.conditions(SearchMatch(words: words)).map(\.check)
      let last = SearchRows.Match(
        conditions: [FilterCondition(columns: ofVendors, scope: scope)],
        better: [.joined(found, by: "AND")])
      return matches + [last]
    }
    let conditions = SQLCondition.joined(others.map(\.check) + [scope.condition], by: "AND")
    frequent =
      isFrequent ? SearchRanking.Frequent(words: words, conditions: conditions, vendors: ofVendors) : nil
    ranking = try rows.ranking(words).map { ranking in
      guard let ofVendors else { return ranking }
      let found = try rows.conditions(SearchMatch(words: words)).map(\.selection)
      let others = SQLCondition("SELECT id FROM item WHERE \(ofVendors)").apart(from: found)
      let last = SearchMatch.all(words).count
      return SQLCondition("\(ranking) UNION ALL SELECT id, \(sql: last) AS place FROM (\(others)) AS others")
    }
  }

  /// A JOIN with some of the items, and their order, for a statement that selects from the table of items; nil where `ids` finds
  /// them.
  ///
  /// - Parameters:
  ///   - window: The places of the items, counted from 0.
  ///   - isBackwards: Whether they are counted from the last item, and in the reverse order.
  func join(in window: Range<Int>, isBackwards: Bool) -> SQLCondition? {
    guard let ranking, frequent == nil else { return nil }
    let all = conditioned(ranking)
    let order = isBackwards ? "place DESC, found ASC" : "place ASC, found DESC"
    let page: SQLCondition = "LIMIT \(.integer(window.count)) OFFSET \(.integer(window.lowerBound))"
    return """
      JOIN (SELECT found, place FROM (\(all)) AS ordered ORDER BY \(sql: order) \(page)) AS page
        ON page.found = item.id ORDER BY \(sql: order)
      """
  }

  /// The ids of some of the items, where there is no `join`.
  func ids(in window: Range<Int>, isBackwards: Bool) throws -> [Int] {
    if let frequent, let newest = database.dialect.searchRanking?.newest {
      let (first, rest) = (
        window.clamped(to: 0..<counted), window.clamped(to: counted..<max(counted, window.upperBound))
      )
      return try [first, rest].filter { !$0.isEmpty }.flatMap { part in
        try database.integers(of: newest(frequent, counted, part))
      }
    }
    let direction = isBackwards ? "ASC" : "DESC"
    // A part that has as many items as are skipped is counted, and the page begins behind it. The first page counts none.
    var (found, skip) = ([Int](), window.lowerBound)
    let matches = matches ?? []
    for match in isBackwards ? matches.reversed() : matches where found.count < window.count {
      let all = try FilterIntersection(
        match.conditions + others, apart: match.better, scope: scope, counting: SearchMatch.counted,
        in: database, few: few)
      guard let selection = all?.selection else { continue }
      let left = window.count - found.count
      let next = try database.integers(
        of: "\(selection) ORDER BY id \(sql: direction) LIMIT \(.integer(left)) OFFSET \(.integer(skip))")
      if next.isEmpty, skip > 0 {
        skip -= try database.count(selection)
      } else {
        skip = 0
      }
      found += next
    }
    return found
  }

  /// The rows of a SELECT with a column `found` whose items meet the conditions.
  private func conditioned(_ found: SQLCondition) -> SQLCondition {
    let all = SQLCondition.joined(others.map(\.check) + [scope.condition], by: "AND")
    // CROSS: what is found is read in its order, as far as the page needs it.
    return SQLCondition(
      "SELECT matched.* FROM (\(found)) AS matched CROSS JOIN item WHERE item.id = found AND (\(all))")
  }
}
