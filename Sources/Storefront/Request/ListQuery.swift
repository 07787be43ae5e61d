import Foundation
import OpenMarket

/// A page of a list as its address has it: the number of the page, the order, the words that are searched for, and conditions.
struct ListQuery: Sendable {
  /// Rows of a page.
  static let rows = 20
  /// The conditions that buyers have; the others are about stock and sales.
  static let conditions: [ItemCondition] = [
    .inStock, .soldOut, .discounted, .min, .max, .currency, .tag, .vendor, .since,
  ]

  var page: PageQuery
  /// The values that were typed into the form and are none of their conditions, which narrow nothing.
  private(set) var slips: [ItemCondition: String] = [:]
  /// The items on sale by tag and by currency.
  private(set) var counts = ListedCounts()
  /// The currency of a list by price, and how many of its items have others; nil for another list.
  private(set) var priced: (currency: Currency, others: Int)?
  /// The words by which the items are found where none has all that were searched for.
  private(set) var nearest: [String]?

  init(_ request: PageRequest, rows: Int = rows) throws(PageError) {
    page = PageQuery(try request.number(.page) ?? 1, size: rows, sort: .newest)
    if let text = request.value(.sort) {
      guard let sort = PageQuery.Sort(rawValue: text) else { throw .invalid(name: "sort", value: text) }
      page.sort = sort
    }
    page.search = request.search
    page.searchesVendors = true
    if page.search != nil, request.value(.sort) == nil { page.sort = .best }
    for condition in Self.conditions {
      guard var text = request.value(condition) else { continue }
      // As prices are shown, and as they stand in a sheet.
      if condition == .min || condition == .max, let amount = try? CellAmount(typed: text) {
        text = "\(amount.number.amount)"
      }
      let texts =
        if case .words = condition.kind { text.split(separator: "|").map(String.init) } else { [text] }
      guard let value = ListFilter.Value(texts, of: condition) else {
        guard [.min, .max, .currency].contains(condition) else {
          throw .invalid(name: condition.rawValue, value: text)
        }
        slips[condition] = text
        continue
      }
      page.filter[condition] = value
    }
    if let text = request.value(.show) {
      guard let shown = ItemCondition(rawValue: text), [.inStock, .soldOut].contains(shown) else {
        throw .invalid(name: "show", value: text)
      }
      page.filter[shown] = .flag
    }
    page.sinksSoldOut =
      PageQuery.Sort.offeredInSearch.contains(page.sort) && page.filter[.soldOut] == nil
      && page.filter[.inStock] == nil
  }

  /// Whether the list is narrowed by a condition of the form, besides what the page is about.
  func isFiltered(besides subject: ItemCondition?) -> Bool {
    !slips.isEmpty || page.filter.conditions.contains { $0.condition != subject }
  }

  /// The rows of a part of a list.
  struct Rows: Sendable {
    var items: [StoredItem] = []
    /// The number of all of them; nil for more than `SearchMatch.counted`.
    var total: Int?
    /// Whether there is a part behind this one.
    var hasNext = false
    /// The highest id of an item for sale.
    var newest = 0
    /// The widths and heights of the images that are shown.
    var pixels: [Int: (width: Int, height: Int)] = [:]
  }

  mutating func read(from market: PageContext) async throws -> Rows {
    let isNewest = page.sort == .newest && page.number == 1 && page.filter.isEmpty && page.search == nil
    var newest: Int?
    // Before the rows, which would wait for it in memory.
    if !isNewest {
      let first = PageQuery(1, size: 1, sort: .newest)
      newest = try await market.marketplace.page(first, readsVersion: false) { page in
        var newest = 0
        try page.forEach { newest = $0.id }
        return newest
      }
    }
    counts = try await market.marketplace.countListed()
    priced = try await currency(market)
    var rows = try await rows(from: market)
    if rows.total == 0, page.search != nil {
      nearest = try await market.marketplace.nearestWords(to: unpriced)
      priced = try await currency(market)
      if nearest != nil { rows = try await self.rows(from: market) }
      if rows.total == 0 { nearest = nil }
    }
    rows.newest = newest ?? rows.items.first?.id ?? 0
    if page.size == Self.rows {
      rows.pixels = try await market.marketplace.pixels(of: rows.items.compactMap(\.images.first))
    }
    return rows
  }

  private func rows(from market: PageContext) async throws -> Rows {
    var query = found
    if let priced { query.filter[.currency] = .currency(priced.currency) }
    return try await market.marketplace.page(query, readsVersion: false) { [size = page.size] page in
      var rows = Rows(total: page.total, hasNext: page.hasNext)
      try page.forEach { item in
        rows.items.append(item)
        // Many rows wait in memory until they are rendered, and tables show no tags.
        if size > Self.rows { rows.items[rows.items.count - 1].draft.details.tags = nil }
      }
      return rows
    }
  }

  /// The query with the words by which items are found.
  private var found: PageQuery {
    var query = page
    if let nearest { query.search = nearest.joined(separator: " ") }
    return query
  }

  /// The query without its conditions of price.
  private var unpriced: PageQuery {
    var query = found
    for condition in [ItemCondition.min, .max, .currency] { query.filter[condition] = nil }
    return query
  }

  /// The currency of a list in the order of prices or with a limit on them, which compare within one: the one that was chosen, or the
  /// commonest. Nil for another list, and for a market with one currency.
  private func currency(_ market: PageContext) async throws -> (Currency, Int)? {
    let isPriced =
      [.price, .priceDescending].contains(page.sort) || page.filter[.min] != nil || page.filter[.max] != nil
    guard isPriced, counts.currencies.count > 1 else { return nil }
    let isAll = unpriced.search == nil && unpriced.filter.isEmpty
    let listed = isAll ? counts.currencies : try await market.marketplace.countCurrencies(unpriced)
    let chosen = page.filter[.currency]?.currency ?? (listed.first ?? counts.currencies[0]).currency
    return (chosen, listed.reduce(0) { $0 + ($1.currency == chosen ? 0 : $1.items) })
  }

  /// The position of the first row, from 0.
  var start: Int { (page.number - 1) * page.size }
}
