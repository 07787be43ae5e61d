/// The order by rating: items with ratings by the lower bound of their mean, then the others, in both directions.
extension ItemRows {
  /// - Parameter isAscending: Whether the worst item is the first.
  func items(
    byRating isAscending: Bool, in window: Range<Int>, of total: Int, where filter: ItemFilter?,
    _ readsDescriptions: Bool
  ) throws -> [StoredItem] {
    let rated = try ratedCount(filter)
    let direction = isAscending ? "ASC" : "DESC"
    let condition = filter.map { "AND (\($0.condition.sql))" } ?? ""
    let values = filter?.condition.values ?? []
    var ids: [Int] = []
    let first = window.clamped(to: 0..<rated)
    if !first.isEmpty {
      // Without a filter only the index is read.
      let table = filter == nil ? "rating" : "rating JOIN item ON item.id = rating.item_id"
      ids += try database.rows(
        """
        SELECT item_id FROM \(table) WHERE TRUE \(condition)
        ORDER BY bound \(direction), item_id \(direction) LIMIT ? OFFSET ?
        """, values + [.integer(first.count), .integer(first.lowerBound)]
      ) { $0.integer(0) }
    }
    let rest = window.clamped(to: rated..<max(rated, total))
    if first.isEmpty, filter == nil { return try unratedItems(in: rest, after: rated, readsDescriptions) }
    if !rest.isEmpty { ids += try unratedIDs(in: rest, after: rated, of: total, where: filter) }
    let found = try items(
      readsDescriptions, "WHERE item.id IN (\(SQLCondition.places(ids.count)))", ids.map { .integer($0) })
    let byID = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    return ids.compactMap { byID[$0] }
  }

  /// The items without ratings, the oldest first. `ItemRanks` finds the first one without a scan.
  private func unratedItems(
    in window: Range<Int>, after rated: Int, _ readsDescriptions: Bool
  ) throws -> [StoredItem] {
    let start = try ItemRanks(database: database, scope: .unrated).start(ofRank: window.lowerBound - rated)
    return try items(
      readsDescriptions,
      """
      WHERE item.id >= ? AND item.id NOT IN (SELECT item_id FROM rating)
      ORDER BY item.id LIMIT ? OFFSET ?
      """, [.integer(start.id), .integer(window.count), .integer(start.skip)])
  }

  /// The ids of items without ratings, the oldest first. With a filter a part near their end is read backwards from there.
  private func unratedIDs(
    in window: Range<Int>, after rated: Int, of total: Int, where filter: ItemFilter?
  ) throws -> [Int] {
    let forwards = window.lowerBound - rated..<window.upperBound - rated
    // Behind items with ratings, these begin with the first one.
    guard let filter else { return try unratedIDs("", [], forwards) }
    let mirrored = total - window.upperBound..<total - window.lowerBound
    let isBackwards = mirrored.lowerBound < forwards.lowerBound
    let ids = try unratedIDs(
      "AND (\(filter.condition.sql))", filter.condition.values, isBackwards ? mirrored : forwards,
      isBackwards: isBackwards)
    return isBackwards ? ids.reversed() : ids
  }

  private func unratedIDs(
    _ condition: String, _ values: [DatabaseValue], _ window: Range<Int>, isBackwards: Bool = false
  ) throws -> [Int] {
    try database.rows(
      """
      SELECT id FROM item WHERE id NOT IN (SELECT item_id FROM rating) \(condition)
      ORDER BY id \(isBackwards ? "DESC" : "ASC") LIMIT ? OFFSET ?
      """, values + [.integer(window.count), .integer(window.lowerBound)]
    ) { $0.integer(0) }
  }

  /// How many of the items have ratings.
  private func ratedCount(_ filter: ItemFilter?) throws -> Int {
    guard let filter else { return try ItemRanks(database: database).ratedTotal() }
    let rated = SQLCondition("id IN (SELECT item_id FROM rating)")
    return try count(.joined([rated, filter.condition], by: "AND"))
  }
}
