import Foundation
import OpenMarket
import SystemSupport
import Wording

/// A page of a list as its address has it: the number of the page, the order, the words that are searched for, and conditions.
struct ListQuery: Sendable {
  /// Rows of a page.
  static let rows = 20
  /// The conditions that buyers have; the others are about stock and sales.
  static let conditions: [ItemCondition] = [
    .inStock, .soldOut, .discounted, .min, .max, .currency, .tag, .vendor, .since,
  ]

  var page: PageQuery
  /// The limits on the price as they were typed, which are read in the currency of the list.
  private(set) var limits: [ItemCondition: String] = [:]
  /// Why values that were typed into the form narrow nothing.
  private(set) var slips: [ItemCondition: LocalizedPhrase] = [:]
  /// The items on sale by tag and by currency.
  private(set) var counts = ListedCounts()
  /// The currency of a list by price, and how many of its items have others; nil for another list.
  private(set) var priced: (currency: Currency, others: Int)?
  /// The words by which the items are found where none has all that were searched for.
  private(set) var nearest: [String]?

  init(_ page: PageQuery) { self.page = page }

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
      guard let text = request.value(condition) else { continue }
      if case .amount = condition.kind {
        limits[condition] = text
        continue
      }
      let texts =
        if case .words = condition.kind { text.split(separator: "|").map(String.init) } else { [text] }
      guard let value = ListFilter.Value(texts, of: condition) else {
        guard condition == .currency else { throw .invalid(name: condition.rawValue, value: text) }
        slips[condition] = ValidationError(.currency, .notInISO4217, value: text).words
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
    let isNewest =
      page.sort == .newest && page.number == 1 && page.filter.isEmpty && limits.isEmpty
      && page.search == nil
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
    try await readLimits(market)
    var rows = try await rows(from: market)
    if rows.total == 0, page.search != nil {
      nearest = try await market.marketplace.nearestWords(to: unpriced)
      try await readLimits(market)
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

  /// Reads the limits on the price, in the currency of the list. Prices compare within one: the one that was chosen, else of those of the
  /// market the commonest, or the commonest that a limit names.
  private mutating func readLimits(_ market: PageContext) async throws {
    let isByPrice = [.price, .priceDescending].contains(page.sort)
    guard isByPrice || !limits.isEmpty else { return }
    let isAll = unpriced.search == nil && unpriced.filter.isEmpty || counts.currencies.count < 2
    let listed = isAll ? counts.currencies : try await market.marketplace.countCurrencies(unpriced)
    let all = (listed + counts.currencies).map(\.currency)
    let named = limits.values.compactMap { try? CellAmount(typed: $0).currencies }.first { !$0.isEmpty }
    let currency = page.filter[.currency]?.currency ?? all.first { named?.contains($0) == true } ?? all.first
    for (condition, text) in limits {
      slips[condition] = nil
      do {
        page.filter[condition] = .amount(try ItemField.price.writtenAmount(text, in: currency))
      } catch {
        slips[condition] = error.words
      }
    }
    guard let currency, counts.currencies.count > 1,
      isByPrice || page.filter[.min] != nil || page.filter[.max] != nil
    else { return }
    priced = (currency, listed.reduce(0) { $0 + ($1.currency == currency ? 0 : $1.items) })
  }

  /// The position of the first row, from 0.
  var start: Int { (page.number - 1) * page.size }
}
