import Foundation

/// The condition of a list that does not contain all items.
struct ItemFilter {
  let condition: SQLCondition
  /// How many items it excludes; nil where that was not counted.
  let excluded: Int?
  /// A SELECT of the ids of the items in their order; nil where one condition alone does not find them so.
  private let selection: SQLCondition?
  /// How the items are found in any order; nil where the database chooses that.
  private let intersection: FilterIntersection?
  /// The words of a search, and the vendors that they name.
  private let search: (words: [String], vendors: [Int])?
  /// The conditions besides those of a search.
  private let others: [FilterCondition]
  private let scope: ItemScope

  /// Nil for all items, which are counted and found faster without a condition.
  ///
  /// - Parameters:
  ///   - unlisted: How many items are in other currencies than the query's; nil if that is not known.
  ///   - scope: The items of a list that is not of those off sale.
  ///   - now: By which days such as `yesterday` are found.
  init?(
    _ query: PageQuery, unlisted: Int? = nil, scope given: ItemScope = .listed, now: Date,
    database: any Database
  ) throws {
    let scope = query.filter[.offSale] == nil ? given : .offSale
    self.scope = scope
    let words = query.search.map(SearchText.words) ?? []
    let parts = try words.isEmpty ? [] : SearchRows(database: database).conditions(SearchMatch(words: words))
    let vendors =
      try parts.isEmpty || !query.searchesVendors
      ? [] : VendorRows(database: database).ids(named: words)
    let found = try vendors.isEmpty ? parts : [Self.search(parts, vendors, scope, database)]
    let listed = try query.currencies.flatMap {
      try Self.excludesAny($0, unlisted, scope, database)
        ? FilterCondition(columns: .listed($0), scope: scope) : nil
    }
    let others =
      try query.filter.isEmpty
      ? [] : FilterConditions(database, scope: scope, now: now).conditions(query.filter)
    self.others = [listed].compactMap(\.self) + others
    let conditions = found + self.others
    guard let first = conditions.first else { return nil }
    search = parts.isEmpty ? nil : (words, vendors)
    excluded = found.isEmpty && others.isEmpty ? unlisted : nil
    intersection = try FilterIntersection(
      conditions, scope: scope, counting: found.isEmpty ? nil : SearchMatch.counted, in: database)
    let isOrdered =
      conditions.count == 1 && first.isOrdered && (found.isEmpty || intersection == nil)
    selection = isOrdered ? first.selection(in: scope) : nil
    condition =
      intersection?.condition
      ?? .joined(conditions.map(\.sql) + [scope.condition], by: "AND")
  }

  /// The items of a list, or of all, that are in stock or sold out.
  init(_ part: ItemScope, of list: ItemFilter?) {
    (scope, search, others) = (part, list?.search, list?.others ?? [])
    (excluded, intersection) = (nil, nil)
    condition = .joined([list?.condition, part.condition].compactMap(\.self), by: "AND")
    selection = list == nil ? part.selection : list?.selection.map { part.selected(among: $0) }
  }

  /// The items of a search in the order of what fits best; nil where the list is no search.
  ///
  /// - Parameter isFrequent: See `isFrequent(in:)`.
  func fit(isFrequent: Bool, in database: any Database) throws -> SearchFit? {
    try search.map {
      try SearchFit(
        $0.words, vendors: $0.vendors, where: others, scope: scope, isFrequent: isFrequent, in: database)
    }
  }

  /// A SELECT of the ids of the items, to be ordered by them or by another column.
  func selection(isOrderedByID: Bool = true) -> SQLCondition {
    if isOrderedByID, let selection { return selection }
    if let intersection { return intersection.selection }
    return SQLCondition("SELECT id FROM item WHERE \(condition)")
  }

  /// The condition of a frequent search.
  func walked(in database: any Database) -> SQLCondition? {
    guard let search, let named = database.dialect.searchRanking?.check(search.words) else { return nil }
    let found =
      search.vendors.isEmpty
      ? named : .joined([named, .list("vendor_id", in: search.vendors)], by: "OR")
    let all = SQLCondition.joined([found] + others.map(\.check) + [scope.condition], by: "AND")
    return SQLCondition("SELECT id FROM item WHERE \(all)")
  }

  /// An expression for the number of the items; for a search with more of them than are counted, a larger number than that.
  func count(upTo most: Int = SearchMatch.counted) throws -> SQLCondition {
    if let intersection { return SQLCondition("\(sql: try intersection.count())") }
    let limit = search == nil ? "" : "LIMIT \(most + 1)"
    let found = selection()
    return SQLCondition("SELECT count(*) FROM (\(found) \(sql: limit)) AS found")
  }

  /// Whether a search finds so many items that a database which ranks them all in one statement would take too long: they are walked.
  func isFrequent(in database: any Database) throws -> Bool {
    guard search != nil, database.dialect.searchRanking != nil else { return false }
    let most = 6 * SearchMatch.counted
    return try database.number(count(upTo: most)) > most
  }

  /// Whether there are items in other currencies.
  private static func excludesAny(
    _ currencies: Set<Currency>, _ unlisted: Int?, _ scope: ItemScope, _ database: any Database
  ) throws -> Bool {
    if let unlisted { return unlisted > 0 }
    // A round trip costs more than the condition.
    guard !database.dialect.isRemote else { return true }
    let others = SQLCondition.unlisted(currencies)
    return try !database.integers(of: "\(scope.selection) AND (\(others)) LIMIT 1").isEmpty
  }

  /// All words occur in the title, description, SKU or tags, or in the name of one of the vendors.
  private static func search(
    _ parts: [FilterCondition], _ vendors: [Int], _ scope: ItemScope, _ database: any Database
  ) throws -> FilterCondition {
    let (text, named) = (
      SQLCondition.joined(parts.map(\.sql), by: "AND"), SQLCondition.list("vendor_id", in: vendors)
    )
    let found = try FilterIntersection(
      parts, scope: nil, counting: SearchMatch.counted, in: database)?
      .selection
    return FilterCondition(
      columns: .joined([text, named], by: "OR"), scope: scope,
      selection: found.map { "\($0) UNION ALL SELECT id FROM item WHERE \(named) AND NOT (\(text))" })
  }
}

extension SQLCondition {
  /// Items in one of the currencies.
  fileprivate static func listed(_ currencies: Set<Currency>) -> SQLCondition {
    list("currency", in: currencies.map(\.code).sorted().map { .text($0) })
  }

  /// Items in none of the currencies.
  static func unlisted(_ currencies: Set<Currency>) -> SQLCondition { "NOT (\(listed(currencies)))" }
}
