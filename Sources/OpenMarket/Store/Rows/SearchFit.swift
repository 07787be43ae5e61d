/// The items of a search in the order of what fits best: the items with all words in the title before those with all of them in
/// the title, the SKU and the tags, and these before the others; among each, whole words before parts; then the newest first.
/// Items that only the name of their vendor finds come last. Use it only inside a transaction.
struct SearchFit {
  private let database: any Database
  /// How many of the newest texts are read before the index, which does not have short words in the order of ids. A page that
  /// these texts fill needs no other.
  static let newest = 10_000

  /// The best first, of which each item is in one; nil where `ranking` has them all.
  private let matches: [SearchRows.Match]?
  private let ranking: SQLCondition?
  /// The items' other conditions.
  private let condition: SQLCondition?

  /// - Parameters:
  ///   - found: A SELECT of the ids of the items that hold all words.
  ///   - vendors: The vendors whose items are found, too.
  ///   - newest: How many of the newest texts are read first.
  init(
    _ words: [String], _ found: SQLCondition, vendors: [Int], where condition: SQLCondition?,
    in database: any Database, amongNewest newest: Int = Self.newest
  ) throws {
    let rows = SearchRows(database: database)
    let ofVendors = vendors.isEmpty ? nil : SQLCondition.list("vendor_id", in: vendors)
    let others = ofVendors.map {
      SQLCondition("SELECT id FROM item WHERE \($0.sql)", $0.values).apart(from: [found])
    }
    self.database = database
    self.condition = condition
    matches = try rows.matches(words, amongNewest: newest).map {
      $0 + [others].compactMap(\.self).map { SearchRows.Match(all: $0, newest: nil) }
    }
    ranking = rows.ranking(words).map { ranking in
      guard let others else { return ranking }
      let last = SearchMatch.all(words).count
      return SQLCondition(
        "\(ranking.sql) UNION ALL SELECT id, \(last) AS place FROM (\(others.sql)) AS others",
        ranking.values + others.values)
    }
  }

  /// A JOIN with some of the items, and their order, for a statement that selects from the table of items; nil where `ids` finds
  /// them.
  ///
  /// - Parameters:
  ///   - window: The places of the items, counted from 0.
  ///   - isBackwards: Whether they are counted from the last item, and in the reverse order.
  func join(in window: Range<Int>, isBackwards: Bool) -> SQLCondition? {
    guard let ranking else { return nil }
    let all = conditioned(ranking.sql, ranking.values)
    let order = isBackwards ? "place DESC, found ASC" : "place ASC, found DESC"
    return SQLCondition(
      """
      JOIN (SELECT found, place FROM (\(all.sql)) AS ordered ORDER BY \(order) LIMIT ? OFFSET ?) AS page
        ON page.found = item.id ORDER BY \(order)
      """, all.values + [.integer(window.count), .integer(window.lowerBound)])
  }

  /// The ids of some of the items, where there is no `join`.
  func ids(in window: Range<Int>, isBackwards: Bool) throws -> [Int] {
    let direction = isBackwards ? "ASC" : "DESC"
    // A part that has as many items as are skipped is counted, and the page begins behind it. The first page counts none.
    var (found, skip) = ([Int](), window.lowerBound)
    let matches = matches ?? []
    for match in isBackwards ? matches.reversed() : matches where found.count < window.count {
      let part = skip..<skip + window.count - found.count
      if !isBackwards, let newest = match.newest {
        let next = try ids(matching(newest), orderedBy: "found DESC", in: part)
        // As many as are wanted: those that were not read are older.
        if next.count == part.count { return found + next }
      }
      let all = matching(match.all)
      let next = try ids(all, orderedBy: "found \(direction)", in: part)
      if next.isEmpty, skip > 0 {
        skip -=
          try database.rows("SELECT count(*) FROM (\(all.sql)) AS counted", all.values) { $0.integer(0) }
          .first ?? 0
      } else {
        skip = 0
      }
      found += next
    }
    return found
  }

  /// The rows of a SELECT of ids whose items meet the conditions.
  private func matching(_ selection: SQLCondition) -> SQLCondition {
    conditioned("SELECT id AS found FROM (\(selection.sql)) AS matching", selection.values)
  }

  /// The rows of a SELECT with a column `found` whose items meet the conditions.
  private func conditioned(_ sql: String, _ values: [DatabaseValue]) -> SQLCondition {
    guard let condition else { return SQLCondition(sql, values) }
    // CROSS: what is found is read in its order, as far as the page needs it.
    return SQLCondition(
      "SELECT matched.* FROM (\(sql)) AS matched CROSS JOIN item WHERE item.id = found AND (\(condition.sql))",
      values + condition.values)
  }

  private func ids(
    _ all: SQLCondition, orderedBy order: String, in window: Range<Int>
  ) throws -> [Int] {
    try database.rows(
      "SELECT found FROM (\(all.sql)) AS ordered ORDER BY \(order) LIMIT ? OFFSET ?",
      all.values + [.integer(window.count), .integer(window.lowerBound)]
    ) { $0.integer(0) }
  }
}
