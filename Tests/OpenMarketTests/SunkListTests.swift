import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// Lists of pages, in which items in stock come before those that are sold out.
struct SunkListTests {
  /// Tags, prices, ratings, words and stock of any kind.
  private func store(_ chance: inout SeededChance) async throws -> Store {
    let store = Store(at: .ofOneTest, .patient())
    let count = Int.random(in: 0...40, using: &chance)
    let share = Int.random(in: 0...4, using: &chance)
    for number in 0..<count {
      var draft = ItemDraft(
        title: ["lamp", "desk lamp", "lampshade"][Int.random(in: 0...2, using: &chance)] + " \(number % 7)",
        price: Price(Decimal(Int.random(in: 1...9, using: &chance)), .usDollar),
        stock: Int.random(in: 0..<4, using: &chance) < share ? 0 : Int.random(in: 1...3, using: &chance))
      draft.details.tags = [nil, ["red"], ["blue", "red"]][Int.random(in: 0...2, using: &chance)]
      if Int.random(in: 0...5, using: &chance) == 0 { draft.details.offSale = true }
      let item = try #require(
        try await store.add(ValidDraft(draft), images: [], passwordHash: "h", at: .now, key: nil))
      if draft.details.offSale == nil, Bool.random(using: &chance) {
        let review = try ReviewDraft(stars: Int.random(in: 1...5, using: &chance))
        _ = try await store.write(review, item: item.id, passwordHash: "p", verified: nil, at: .now)
      }
    }
    return store
  }

  /// The ids of all pages of a list.
  private func ids(_ query: PageQuery, size: Int, few: Int, _ cache: TotalsCache?, in store: Store)
    async throws
    -> [Int]
  {
    try await store.read { database in
      var ids: [Int] = []
      for number in 1... {
        var query = query
        (query.number, query.size) = (number, size)
        let totals = try cache?.totals(for: query, in: database, version: nil) { nil }
        let page = try ItemRows(database: database).page(query, now: .now, totals: totals, few: few)
        try page.forEach { ids.append($0.id) }
        #expect(page.count == size || !page.hasNext)
        if !page.hasNext { break }
      }
      return ids
    } ?? []
  }

  @Test(arguments: 1...6)
  func `every list has what it had, each item once, those in stock first and both in its order`(
    seed: UInt64
  ) async throws {
    var chance = SeededChance(seed: seed)
    let store = try await store(&chance)
    let tag = try #require(ListFilter.Value(["red"], of: .tag))
    for sort in PageQuery.Sort.allCases {
      for (search, isTagged) in [(nil, false), (nil, true), ("lamp", false), ("lamp", true)] {
        var query = PageQuery(1, size: 100, sort: sort, search: search)
        if isTagged { query.filter[.tag] = tag }
        let all = try await store.page(query).items
        let expected = all.filter { $0.draft.stock > 0 } + all.filter { $0.draft.stock == 0 }
        query.sinksSoldOut = true
        for few in [0, 3, 15, 100] {
          let size = Int.random(in: 1...9, using: &chance)
          let found = try await ids(query, size: size, few: few, nil, in: store)
          #expect(found == expected.map(\.id), "\(sort) \(search ?? "") \(size) \(few), seed \(seed)")
          // With totals of a moment before, which do not say where the list ends.
          let cache = TotalsCache(many: 1, age: .seconds(3_600))
          _ = try await store.read { [query] in try cache.totals(for: query, in: $0, version: nil) { nil } }
          let later = try await ids(query, size: size, few: few, cache, in: store)
          #expect(later == expected.map(\.id), "\(sort) \(search ?? "") \(size) \(few) later, seed \(seed)")
        }
      }
    }
  }
}
