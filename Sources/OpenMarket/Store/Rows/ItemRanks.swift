/// Finds the n-th item on sale by id without reading the ones before it.
///
/// The table `item_count` counts the items on sale in blocks of 64 ids, of 64 such blocks, and so on; triggers maintain it. The
/// search descends from the top level into the block with the n-th item, reading at most 64 counts on each level. The
/// table `rating_count` counts those with ratings in the same blocks, for the n-th item without.
struct ItemRanks {
  /// Which items have a rank.
  enum Scope {
    case all, unrated
  }

  let database: any Database
  var scope = Scope.all

  /// The level whose only block holds all items.
  private static let top = 5

  /// How many items are on sale, and how many of them have ratings.
  struct Totals {
    /// Expressions for the two numbers.
    static let columns = ["item_count", "rating_count"].map { table in
      "coalesce((SELECT count FROM \(table) WHERE level = \(top) AND block = 0), 0)"
    }.joined(separator: ", ")

    let items: Int
    let rated: Int

    init(items: Int, rated: Int) { (self.items, self.rated) = (items, rated) }

    /// - Parameter row: Begins with `columns`.
    init(_ row: any DatabaseRow) throws(StoreError) {
      func count(_ column: Int, _ table: String) throws(StoreError) -> Int {
        let count = row.integer(column)
        guard (0...1 << 40).contains(count) else {
          throw StoreError(
            .damaged, at: StoredPlace(table: table, row: "level \(ItemRanks.top), block 0", column: "count"))
        }
        return count
      }
      (items, rated) = (try count(0, "item_count"), try count(1, "rating_count"))
    }
  }

  func totals() throws(StoreError) -> Totals {
    guard let totals = try database.rows("SELECT \(Totals.columns)", as: Totals.init).first else {
      throw StoreError.damaged
    }
    return totals
  }

  /// The item of that rank, counted from 0 in the order of ids: it is `skip` items (fewer than 64) after the first
  /// one whose id is at least `id`, an expression.
  func start(ofRank rank: Int) throws(StoreError) -> (id: SQLCondition, skip: Int) {
    let dialect = database.dialect
    if let item = scope == .all ? dialect.itemOfRank : dialect.unratedItemOfRank {
      return (SQLCondition(item, [.integer(rank)]), 0)
    }
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
    return (SQLCondition("?", [.integer(block << 6)]), skip)
  }

  /// The ids of blocks whose count is not the number of items in them.
  func damagedCounts(limit: Int) throws(StoreError) -> [ClosedRange<Int>] {
    try damagedRanges(of: "item_count", limit: limit)
  }

  /// The ids of blocks whose count is not the number of items with ratings in them.
  func damagedRatedCounts(limit: Int) throws(StoreError) -> [ClosedRange<Int>] {
    try damagedRanges(of: "rating_count", limit: limit)
  }

  private func damagedRanges(of table: String, limit: Int) throws(StoreError) -> [ClosedRange<Int>] {
    let last = try database.integer("SELECT max(id) FROM item") ?? 0
    return try damagedBlocks(of: table, limit: limit).map { block in
      let width = 6 * block.level
      let first = block.number << width
      return first...max(first, block.level == Self.top ? last : min(first + (1 << width) - 1, last))
    }
  }

  /// A block of ids, and the table that counts what is in it.
  struct Block: Sendable, Hashable {
    let table: String
    /// From 1.
    let level: Int
    let number: Int
  }

  /// The blocks with wrong counts of items, and of items with ratings, the lowest levels first.
  func damagedBlocks() throws(StoreError) -> [Block] {
    var blocks: [Block] = []
    for table in ["item_count", "rating_count"] {
      blocks += try damagedBlocks(of: table, limit: Int.max)
    }
    return blocks
  }

  /// Counts a block again, and those that it is in.
  func recount(_ block: Block) throws(StoreError) {
    var number = block.number
    for level in block.level...Self.top {
      if level > block.level { number = level == Self.top ? 0 : number >> 6 }
      let width = 6 * level
      let isTop = level == Self.top
      let expected =
        level == 1
        ? try database.integer(
          "SELECT count(*) FROM (\(Self.counted(by: block.table))) AS counted WHERE id BETWEEN ? AND ?",
          .integer(number << width), .integer(number << width + 63))
        : try database.integer(
          "SELECT CAST(coalesce(sum(count), 0) AS BIGINT) FROM \(block.table) WHERE level = ? AND block BETWEEN ? AND ?",
          .integer(level - 1), .integer(isTop ? 0 : number << 6), .integer(isTop ? Int.max : number << 6 + 63)
        )
      let stored = try database.integer(
        "SELECT CAST(coalesce(sum(count), 0) AS BIGINT) FROM \(block.table) WHERE level = ? AND block = ?",
        .integer(level), .integer(number))
      let change = (expected ?? 0) - (stored ?? 0)
      guard change != 0 else { continue }
      try database.run(
        database.dialect.addToCount(block.table), .integer(level), .integer(number), .integer(change))
    }
  }

  /// The ids that a table counts.
  private static func counted(by table: String) -> String {
    let (name, id) = table == "item_count" ? ("item", "id") : ("rating", "item_id")
    return "SELECT \(id) AS id FROM \(name) WHERE \(id) NOT IN (\(FilterConditions.offSale.sql))"
  }

  /// A block of the lowest level is compared with its items, and one of another level with its blocks on the level below.
  private func damagedBlocks(of table: String, limit: Int) throws(StoreError) -> [Block] {
    try database.rows(
      """
      SELECT level, block FROM (
        SELECT level, block, count, 0 AS items FROM \(table)
        UNION ALL SELECT 1, id >> 6, 0, 1 FROM (\(Self.counted(by: table))) AS ranked
        UNION ALL
        SELECT level + 1, CASE level WHEN \(Self.top - 1) THEN 0 ELSE block >> 6 END, 0, count
        FROM \(table) WHERE level < \(Self.top)) AS counted
      GROUP BY level, block HAVING sum(count) <> sum(items) ORDER BY level, block LIMIT ?
      """, .integer(limit)
    ) { Block(table: table, level: $0.integer(0), number: $0.integer(1)) }
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
