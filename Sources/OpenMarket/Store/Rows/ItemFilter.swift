import Foundation

/// The condition of a list that does not contain all items.
struct ItemFilter {
  let condition: SQLCondition
  /// How many items it excludes; nil where that was not counted.
  let excluded: UnlistedItems?
  /// A SELECT of the ids of the items, where it is faster than the condition; nil if it is not.
  let selection: SQLCondition?
  /// A SELECT of the number of what `selection` selects; nil where its rows are counted.
  private let selectionCount: SQLCondition?
  /// How the items are found where there are several conditions; nil where `condition` finds them as fast.
  private let intersection: FilterIntersection?
  /// The items that the condition excludes and `selection` does not, where it is not known whether there are any.
  private(set) var unlisted: SQLCondition?
  /// The words of a search, what finds them, and the vendors that they name.
  private let search: (words: [String], found: SQLCondition, vendors: [Int])?
  /// The condition for the currencies.
  private var listed: SQLCondition?
  /// The other conditions, of items that are there.
  private let given: [SQLCondition]

  /// Nil for all items, which are counted and found faster without a condition.
  ///
  /// - Parameters:
  ///   - unlisted: How many items are in other currencies than the query's; nil if that is not known.
  ///   - onSale: The condition of items that are on sale; nil where that is no condition.
  ///   - now: By which days such as `yesterday` are found.
  init?(
    _ query: PageQuery, unlisted: UnlistedItems?, onSale: SQLCondition?, now: Date, database: any Database
  ) throws {
    let words = query.search.map(SearchText.words) ?? []
    let text = words.isEmpty ? nil : try SearchRows(database: database).selection(words)
    let vendors =
      try text == nil || !query.searchesVendors ? [] : VendorRows(database: database).ids(named: words)
    listed = unlisted?.count == 0 ? nil : query.currencies.map(SQLCondition.listed)
    let filters = query.filter.isEmpty ? nil : try FilterConditions(database, now: now)
    let given = try filters?.conditions(query.filter) ?? []
    let found = text.map { Self.search($0, vendors) }
    let conditions = [found, listed].compactMap(\.self) + given.map(\.sql)
    guard !conditions.isEmpty else { return nil }
    let onSale = query.filter[.offSale] == nil ? onSale : nil
    search = text.map { (words, $0, vendors) }
    self.given = given.map(\.check) + [onSale].compactMap(\.self)
    condition = .joined(conditions + [onSale].compactMap(\.self), by: "AND")
    excluded = text == nil && given.isEmpty ? unlisted : nil
    let isSearch = text != nil && given.isEmpty && vendors.isEmpty
    let only = text == nil && given.count == 1 ? given.first : nil
    let selected = isSearch ? text : only?.isSelection == true ? only?.selection : nil
    let isSelected = listed == nil || unlisted == nil
    selection = isSelected ? selected.map { onSale?.selected(among: $0) ?? $0 } : nil
    let searched = text.map { text in
      FilterCondition(columns: Self.search(text, vendors), selection: vendors.isEmpty ? text : nil)
    }
    intersection =
      given.isEmpty
      ? nil
      : try FilterIntersection(
        [searched, listed.map { FilterCondition(columns: $0) }].compactMap(\.self) + given, onSale: onSale,
        in: database)
    selectionCount =
      isSearch && isSelected
      ? try SearchRows(database: database).count(
        words, apart: onSale == nil ? [] : [FilterConditions.offSale]) : nil
    self.unlisted = listed == nil || selection == nil ? nil : query.currencies.map(SQLCondition.unlisted)
  }

  /// The filter where no item is in another currency.
  var listingAll: ItemFilter {
    var filter = self
    (filter.unlisted, filter.listed) = (nil, nil)
    return filter
  }

  /// The items of a search in the order of what fits best; nil where the list is no search.
  func fit(in database: any Database) throws -> SearchFit? {
    let conditions = [listed].compactMap(\.self) + given
    return try search.map {
      try SearchFit(
        $0.words, $0.found, vendors: $0.vendors,
        where: conditions.isEmpty ? nil : .joined(conditions, by: "AND"), in: database)
    }
  }

  /// A SELECT of the ids of the items, to be ordered by `column`.
  func selection(orderedBy column: String) -> SQLCondition {
    // A search selects in the order of ids.
    if column == "id", unlisted == nil, let selection { return selection }
    if let intersection { return intersection.selection }
    return SQLCondition("SELECT id FROM item WHERE \(condition.sql)", condition.values)
  }

  /// An expression for the number of the items.
  var count: SQLCondition {
    if let intersection { return intersection.count }
    let all = SQLCondition("SELECT count(*) FROM item WHERE \(condition.sql)", condition.values)
    guard let selection else { return all }
    let selected =
      selectionCount
      ?? SQLCondition("SELECT count(*) FROM (\(selection.sql)) AS selected", selection.values)
    guard let unlisted else { return selected }
    // Only one of the two is counted.
    return SQLCondition(
      """
      SELECT CASE WHEN EXISTS (SELECT 1 FROM item WHERE \(unlisted.sql)) THEN (\(all.sql)) ELSE (\(selected.sql)) END
      """, unlisted.values + all.values + selected.values)
  }

  /// All words occur in the title, description, SKU or tags, or in the name of one of the vendors.
  private static func search(_ text: SQLCondition, _ vendors: [Int]) -> SQLCondition {
    let text = SQLCondition("id IN (\(text.sql))", text.values)
    guard !vendors.isEmpty else { return text }
    let places = SQLCondition.places(vendors.count)
    return .joined([text, SQLCondition("vendor_id IN (\(places))", vendors.map { .integer($0) })], by: "OR")
  }
}

extension SQLCondition {
  /// A SELECT of the ids of a SELECT that meet this condition of an item.
  fileprivate func selected(among ids: SQLCondition) -> SQLCondition {
    SQLCondition("SELECT id FROM (\(ids.sql)) AS item WHERE \(sql)", ids.values + values)
  }

  /// Items in one of the currencies.
  fileprivate static func listed(_ currencies: Set<Currency>) -> SQLCondition {
    list("currency", in: currencies.map(\.code).sorted().map { .text($0) })
  }

  /// Items in none of the currencies: in the gaps between their codes, each of which an index of codes can find.
  static func unlisted(_ currencies: Set<Currency>) -> SQLCondition {
    let codes: [DatabaseValue] = currencies.map(\.code).sorted().map { .text($0) }
    guard let first = codes.first, let last = codes.last else { return SQLCondition("TRUE") }
    let gaps = zip(codes, codes.dropFirst()).map { SQLCondition("currency > ? AND currency < ?", [$0, $1]) }
    return .joined(
      [SQLCondition("currency < ?", [first])] + gaps + [SQLCondition("currency > ?", [last])], by: "OR")
  }
}
