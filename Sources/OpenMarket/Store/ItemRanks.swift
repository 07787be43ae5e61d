/// Finds the n-th item by id without reading the ones before it.
///
/// The table `item_count` counts the items in blocks of 64 ids, of 64 such blocks, and so on; triggers maintain it. The
/// search descends from the top level into the block with the n-th item, reading at most 64 counts on each level. The
/// table `rating_count` counts the items with ratings in the same blocks, for the n-th item without.
struct ItemRanks {
  /// Which items have a rank.
  enum Scope {
    case all, unrated
  }

  let database: any Database
  var scope = Scope.all

  /// The level whose only block holds all items.
  private static let top = 5

  /// How many items there are.
  func total() throws(StoreError) -> Int {
    try database.integer("SELECT count FROM item_count WHERE level = ? AND block = 0", .integer(Self.top))
      ?? 0
  }

  /// How many items have ratings.
  func ratedTotal() throws(StoreError) -> Int {
    try database.integer("SELECT count FROM rating_count WHERE level = ? AND block = 0", .integer(Self.top))
      ?? 0
  }

  /// The item of that rank, counted from 0 in the order of ids: it is `skip` items (fewer than 64) after the first
  /// one whose id is at least `id`.
  func start(ofRank rank: Int) throws(StoreError) -> (id: Int, skip: Int) {
    var block = 0
    var skip = rank
    for level in stride(from: Self.top - 1, through: 1, by: -1) {
      // The last level below the top is as wide as ids are; the others have 64 blocks in one of the level above.
      let children = level == Self.top - 1 ? 0...Int.max : block << 6...block << 6 + 63
      let counts = try database.rows(
        "\(query) WHERE level = ? AND block BETWEEN ? AND ? ORDER BY block", .integer(level),
        .integer(children.lowerBound), .integer(children.upperBound)
      ) { ($0.integer(0), $0.integer(1)) }
      for (child, count) in counts {
        block = child
        guard skip >= count else { break }
        skip -= count
      }
    }
    return (block << 6, skip)
  }

  /// Blocks with the number of items in them that have a rank.
  private var query: String {
    switch scope {
    case .all: "SELECT block, count FROM item_count"
    case .unrated:
      """
      SELECT block, count - coalesce(rated, 0)
      FROM item_count LEFT JOIN (SELECT level, block, count AS rated FROM rating_count) AS own USING (level, block)
      """
    }
  }
}
