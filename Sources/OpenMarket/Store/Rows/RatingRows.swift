import Foundation

/// The table of ratings: a row for each item with reviews. It is changed in the transaction that changes a review. Use it
/// only inside a transaction.
struct RatingRows {
  let database: any Database

  private static let columns = "one, two, three, four, five, verified"

  func rating(ofItem id: Int) throws -> Rating {
    try database.rows("SELECT \(Self.columns) FROM rating WHERE item_id = ?", .integer(id), as: Self.rating)
      .first ?? Rating()
  }

  /// Changes the rating of an item; one without reviews has no row.
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
    guard rating.count > 0 else { return try delete(ofItem: id) }
    try database.run(
      """
      INSERT INTO rating (item_id, \(Self.columns), bound) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (item_id) DO UPDATE SET one = excluded.one, two = excluded.two, three = excluded.three,
        four = excluded.four, five = excluded.five, verified = excluded.verified, bound = excluded.bound
      """,
      [.integer(id)] + rating.counts.map { .integer($0) } + [
        .integer(rating.verifiedCount), .integer(rating.billionths),
      ]
    )
  }

  /// Adds the rating of an item up from its reviews.
  func add(ofItem id: Int) throws {
    let counts = try database.rows(
      "SELECT stars, count(*), sum(verified) FROM review WHERE item_id = ? GROUP BY stars", .integer(id)
    ) { (stars: $0.integer(0), count: $0.integer(1), verified: $0.integer(2)) }
    guard !counts.isEmpty else { return }
    try change(ofItem: id) { rating in
      rating = Rating(
        counts: (1...5).map { stars in counts.first { $0.stars == stars }?.count ?? 0 },
        verifiedCount: counts.reduce(0) { $0 + $1.verified })
    }
  }

  func delete(ofItem id: Int) throws {
    try database.run("DELETE FROM rating WHERE item_id = ?", .integer(id))
  }

  /// The items whose row is not what their reviews add up to, in ascending order of ids. Reads all reviews.
  func damagedItems(limit: Int) throws -> [Int] {
    let found = try database.rows(
      """
      SELECT \(Self.columns), item_id, bound, 1 FROM rating
      UNION ALL
      SELECT \(Stars.allCases.map { "count(*) FILTER (WHERE stars = \($0.rawValue))" }.joined(separator: ", ")),
        sum(verified), item_id, 0, 0
      FROM review WHERE item_id IN (SELECT id FROM item) GROUP BY item_id
      ORDER BY 7
      """, []
    ) { row throws(StoreError) in
      (
        item: row.integer(6), rating: Self.rating(row), bound: row.integer(7), isStored: row.integer(8) == 1
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
  /// The lower bound as it is stored: a whole number is equal on all platforms.
  fileprivate var billionths: Int { Int((lowerBound * 1_000_000_000).rounded()) }
}
