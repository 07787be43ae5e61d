/// How the items are found that meet several conditions, in a database that begins with any of them: with the one that the fewest
/// items meet, or, where all are met by many, by walking the items in the order of the list.
struct FilterIntersection {
  /// Fewer items than this are read and sorted faster than those of a list are walked.
  static let few = 20_000

  /// A SELECT of the ids of the items, to be ordered by columns of `item`.
  let selection: SQLCondition
  /// A SELECT of their number.
  let count: SQLCondition

  /// Nil for fewer than two conditions, and where the database has statistics of its own.
  ///
  /// - Parameter onSale: The condition of items that are on sale; nil where that is no condition.
  init?(
    _ conditions: [FilterCondition], onSale: SQLCondition?, in database: any Database, few: Int = Self.few
  ) throws {
    guard conditions.count > 1, let countInAll = database.dialect.countInAll else { return nil }
    let all = SQLCondition.joined(conditions.map(\.check) + [onSale].compactMap(\.self), by: "AND")
    var fewest: (selection: SQLCondition, count: Int)?
    for selection in conditions.map(\.selection) {
      let counted = SQLCondition(
        "SELECT count(*) FROM (SELECT 1 FROM (\(selection.sql)) AS met LIMIT \(few)) AS counted",
        selection.values)
      let count = try database.rows(counted.sql, counted.values) { $0.integer(0) }.first ?? few
      if count < fewest?.count ?? few { fewest = (selection, count) }
    }
    if let (first, _) = fewest {
      // CROSS: these are read first.
      selection = SQLCondition(
        """
        SELECT id FROM (SELECT id AS found FROM (\(first.sql)) AS first) AS few CROSS JOIN item
        WHERE item.id = found AND \(all.sql)
        """, first.values + all.values)
      count = SQLCondition("SELECT count(*) FROM (\(selection.sql)) AS found", selection.values)
    } else {
      selection = SQLCondition("SELECT id FROM item WHERE \(all.sql)", all.values)
      count = countInAll(
        conditions.map(\.selection), onSale == nil ? [] : [FilterConditions.offSale])
    }
  }
}
