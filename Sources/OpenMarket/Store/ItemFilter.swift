/// The condition of a list that does not contain all items.
struct ItemFilter {
  let condition: SQLCondition
  /// The condition of the excluded items; nil if counting them is not faster than counting the included ones.
  let complement: SQLCondition?

  /// Items in currencies that v2's contract does not have. An index contains only these.
  static let beyondV2 = SQLCondition("currency NOT IN ('KRW', 'USD', 'JPY', 'HKD')")

  /// A SELECT of the ids of the items, where it is faster than the condition; nil if it is not.
  let selection: SQLCondition?

  /// Nil for all items, which are counted and found faster without a condition.
  init?(_ query: PageQuery, _ database: any Database) throws {
    let words = query.search.map(SearchText.words) ?? []
    let text = words.isEmpty ? nil : database.dialect.searchSelection(words)
    let vendors =
      try text == nil || !query.searchesVendors ? [] : VendorRows(database: database).ids(named: words)
    let isLimited =
      try query.isLimitedToV2
      && database.integer("SELECT 1 FROM item WHERE \(Self.beyondV2.sql) LIMIT 1") != nil
    let limit = isLimited ? SQLCondition("NOT (\(Self.beyondV2.sql))") : nil
    let conditions = [text.map { Self.search($0, vendors) }, limit].compactMap(\.self)
    guard !conditions.isEmpty else { return nil }
    condition = .joined(conditions, by: "AND")
    complement = text == nil ? Self.beyondV2 : nil
    selection = vendors.isEmpty && !isLimited ? text : nil
  }

  /// All words occur in the title, description, SKU or tags, or in the name of one of the vendors.
  private static func search(_ text: SQLCondition, _ vendors: [Int]) -> SQLCondition {
    let text = SQLCondition("id IN (\(text.sql))", text.values)
    guard !vendors.isEmpty else { return text }
    let places = SQLCondition.places(vendors.count)
    return .joined([text, SQLCondition("vendor_id IN (\(places))", vendors.map { .integer($0) })], by: "OR")
  }
}
