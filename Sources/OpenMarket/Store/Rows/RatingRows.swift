/// The ratings of items, which change in the transaction that changes a review. Use it only inside a transaction.
struct RatingRows {
  let database: any Database

  private static let names = Rating.columns + ["verified_reviews"]
  private static let columns = names.joined(separator: ", ")

  func rating(ofItem id: Int) throws -> Rating {
    try database.rows(
      "SELECT \(Self.columns) FROM item WHERE id = ?", .integer(id), as: Self.rating
    ).first
      ?? Rating()
  }

  /// Changes the rating of an item.
  func change(ofItem id: Int, _ change: (inout Rating) -> Void) throws {
    var rating = try rating(ofItem: id)
    change(&rating)
    try set(rating, ofItem: id)
  }

  /// Adds the reviews of an item up again, and stores what they give.
  func rebuild(ofItem id: Int) throws {
    let found = try database.rows(
      """
      SELECT \(Stars.allCases.map { "count(*) FILTER (WHERE stars = \($0.rawValue))" }.joined(separator: ", ")),
        CAST(coalesce(sum(verified), 0) AS BIGINT)
      FROM review WHERE item_id = ?
      """, .integer(id), as: Self.rating)
    try set(found.first ?? Rating(), ofItem: id)
  }

  private func set(_ rating: Rating, ofItem id: Int) throws {
    try database.run(
      "UPDATE item SET \(Self.names.map { "\($0) = ?, " }.joined())rating = ? WHERE id = ?",
      rating.counts.map { .integer($0) } + [
        .integer(rating.verifiedCount), .integer(rating.billionths), .integer(id),
      ])
  }

  /// The items whose rating is not what their reviews add up to, in ascending order of ids. Reads all reviews.
  func damagedItems(limit: Int) throws -> [Int] {
    let found = try database.rows(
      """
      SELECT \(Self.columns), id, rating, 1 FROM item
      WHERE rating IS NOT NULL OR \(Self.names.map { "\($0) <> 0" }.joined(separator: " OR "))
      UNION ALL
      SELECT \(Stars.allCases.map { "count(*) FILTER (WHERE stars = \($0.rawValue))" }.joined(separator: ", ")),
        sum(verified), item_id, 0, 0
      FROM review WHERE item_id IN (SELECT id FROM item) GROUP BY item_id
      ORDER BY 7
      """, []
    ) { row throws(StoreError) in
      (
        item: row.integer(6), rating: Self.rating(row), bound: row.optionalInteger(7),
        isStored: row.integer(8) == 1
      )
    }
    return Dictionary(grouping: found, by: \.item).filter { _, rows in
      guard rows.count == 2, let stored = rows.first(where: \.isStored) else { return true }
      return rows[0].rating != rows[1].rating || stored.bound != stored.rating.billionths
    }.keys.sorted().prefix(limit).map(\.self)
  }

  private static func rating(_ row: any DatabaseRow) -> Rating {
    Rating(counts: (0..<5).map(row.integer), verifiedCount: row.integer(5))
  }
}

extension Rating {
  /// The lower bound as it is stored: a whole number is equal on all platforms. Nil without reviews.
  fileprivate var billionths: Int? {
    count == 0 ? nil : Int((lowerBound * 1_000_000_000).rounded())
  }
}
