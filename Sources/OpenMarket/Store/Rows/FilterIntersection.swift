/// How the items of a list are found, in a database that begins with any of their conditions: with the one that the fewest items
/// meet, or, where all are met by many, by walking the items in the order of the list. Nothing sorts many items: a sort does not end
/// for a commit that waits.
struct FilterIntersection {
  /// Fewer items than this are read and sorted faster than those of a list are walked.
  static let few = 10_000
  /// Fewer items than this are counted by the condition that they meet.
  static let several = 100_000
  /// How many of the newest ids are walked to find that a search has more items than are counted.
  private static let walked = 30_000

  /// The condition of an item.
  let condition: SQLCondition
  /// A SELECT of the ids of the items, to be ordered by columns of `item`.
  let selection: SQLCondition
  private let database: any Database
  private let parts: [SQLCondition]
  /// The condition of an item that is there already.
  private let all: SQLCondition
  /// A SELECT of the items of the only condition; nil where there are several.
  private let only: SQLCondition?
  private let hasFew: Bool
  private let scope: ItemScope?
  private let most: Int?
  private let several: Int

  /// Nil where the database has statistics of its own.
  ///
  /// - Parameters:
  ///   - apart: Conditions that the items do not meet; `count` is not for these.
  ///   - scope: The items of the list; nil for all.
  ///   - most: The items of a search are counted no further than one more than this; nil for another list.
  init?(
    _ conditions: [FilterCondition], apart: [SQLCondition] = [], scope: ItemScope?,
    counting most: Int? = nil,
    in database: any Database, few: Int = Self.few, several: Int = Self.several
  ) throws {
    guard database.dialect.countInAll != nil else { return nil }
    (self.database, self.most, self.scope, self.several) = (database, most, scope, several)
    only = conditions.count == 1 && most == nil ? conditions[0].selection(in: scope) : nil
    parts = conditions.map(\.selection)
    let checks = conditions.map(\.check) + apart.map { SQLCondition("NOT (\($0))") }
    // With `IS TRUE` the items are walked in their order, and not sorted from that of an index which many of them meet.
    let all = SQLCondition.joined(
      checks.map { "(\($0)) IS TRUE" } + [scope?.condition].compactMap(\.self), by: "AND")
    let first = try Self.fewest(of: parts, below: few, database)
    (self.all, hasFew) = (all, first != nil)
    selection =
      first.map { Self.selection(beginningWith: $0, all) }
      ?? SQLCondition("SELECT id FROM item WHERE \(all)")
    condition = hasFew ? SQLCondition("id IN (\(selection))") : all
  }

  /// The number of the items; for a search with more than are counted, one more than that.
  func count() throws -> Int {
    if hasFew { return try database.count(selection) }
    if let only { return try database.count(only) }
    let limit = most.map { $0 + 1 }
    if let limit {
      let newest = SQLCondition(
        "SELECT 1 FROM item WHERE id > (SELECT max(id) FROM item) - \(sql: Self.walked) AND \(all)")
      if try database.count(newest, upTo: limit) == limit { return limit }
    }
    if let first = try Self.fewest(of: parts, below: several, database) {
      return try database.count(Self.selection(beginningWith: first, all), upTo: limit)
    }
    return try min(exactly(), limit ?? .max)
  }

  private func exactly() throws -> Int {
    guard let counted = database.dialect.countInAll?(parts, [scope?.others].compactMap(\.self))
    else { return 0 }
    return try database.number(counted)
  }

  /// The SELECT with the fewest ids; nil where none has fewer than a number.
  private static func fewest(
    of selections: [SQLCondition], below limit: Int, _ database: any Database
  ) throws -> SQLCondition? {
    var fewest: (selection: SQLCondition, count: Int)?
    for selection in selections where fewest?.count != 0 {
      let all = SQLCondition("SELECT 1 FROM (\(selection)) AS met")
      let count = try database.count(all, upTo: limit)
      if count < fewest?.count ?? limit { fewest = (selection, count) }
    }
    return fewest?.selection
  }

  private static func selection(beginningWith first: SQLCondition, _ all: SQLCondition) -> SQLCondition {
    // CROSS: these are read first.
    SQLCondition(
      """
      SELECT id FROM (SELECT id AS found FROM (\(first)) AS first) AS few CROSS JOIN item
      WHERE item.id = found AND \(all)
      """)
  }
}
