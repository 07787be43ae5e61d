/// The condition of a list that does not contain all items.
struct ItemFilter {
  let condition: SQLCondition
  /// The condition of the excluded items; nil if counting them is not faster than counting the included ones.
  let complement: SQLCondition?

  /// Items in currencies that v2's contract does not have. An index contains only these.
  static let beyondV2 = SQLCondition("currency NOT IN ('KRW', 'USD', 'JPY', 'HKD')")

  /// Nil for all items, which are counted and found faster without a condition.
  init?(_ query: PageQuery, _ database: any Database) throws {
    let search = try Self.search(query, database)
    let isLimited =
      try query.isLimitedToV2
      && database.integer("SELECT 1 FROM item WHERE \(Self.beyondV2.sql) LIMIT 1") != nil
    let limit = isLimited ? SQLCondition("NOT (\(Self.beyondV2.sql))") : nil
    let conditions = [search, limit].compactMap(\.self)
    guard !conditions.isEmpty else { return nil }
    condition = .joined(conditions, by: "AND")
    complement = search == nil ? Self.beyondV2 : nil
  }

  /// All words occur in the title or description or, if the query searches vendors, in the vendor's name.
  private static func search(_ query: PageQuery, _ database: any Database) throws -> SQLCondition? {
    guard let search = query.search else { return nil }
    let words = SearchText.words(in: search)
    guard !words.isEmpty else { return nil }
    let text = database.dialect.searchCondition(words)
    guard query.searchesVendors else { return text }
    let vendors = try VendorRows(database: database).ids(named: words)
    guard !vendors.isEmpty else { return text }
    let places = SQLCondition.places(vendors.count)
    return .joined([text, SQLCondition("vendor_id IN (\(places))", vendors.map { .integer($0) })], by: "OR")
  }
}
