import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Compares every page of every list with a model that sorts an array.
@Suite struct PageTests {
  @Test func `every page is correct in every order after random writes`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.path("store")
    let store = Store(at: .file(path), Store.Options(timeout: .zero))
    var model: [StoredItem] = []
    for gap in [0, 4_000, 300_000, 20_000_000, 1 << 33] {
      for _ in 0..<Int.random(in: 20...40, using: &chance) {
        model.append(try await add(Self.draft(&chance), to: store))
      }
      for _ in 0..<Int.random(in: 0...25, using: &chance) {
        guard let index = model.indices.randomElement(using: &chance) else { break }
        let id = model[index].id
        if Bool.random(using: &chance) {
          #expect(try await store.delete(id: id, passwordHash: "h", at: Date()) == model.remove(at: index))
        } else {
          let draft = Self.draft(&chance)
          model[index] = try #require(
            try await store.edit(id: id, passwordHash: "h", images: nil, at: Date()) { _ in
              try ValidDraft(draft)
            })
          #expect(model[index].draft == draft)
        }
      }
      // As if that many items had been added and deleted, so that the counts use every level.
      try SQLiteDatabase(path: path, .shared)
        .execute("UPDATE sqlite_sequence SET seq = seq + \(gap) WHERE name = 'item'")
      try await expectPages(of: store, like: model, seed)
    }
    #expect(
      try await Store(at: .file(path), Store.Options(timeout: .zero)).page(PageQuery()).total
        == model.count)
  }

  private func add(_ draft: ItemDraft, to store: Store) async throws -> StoredItem {
    try await #require(
      store.add(ValidDraft(draft), images: [], passwordHash: "h", at: .distantPast, key: nil))
  }

  /// Titles in the order in which people sort them; those of one place are equal.
  private static let titles: [(place: Int, title: String)] = [
    (0, "7 b"), (1, "07 c"), (2, "10 a"), (3, "a"), (4, "B"), (4, "b"), (5, "é"), (5, "É"), (6, "f"),
    (7, "z"), (8, "zz"), (9, "가"), (10, "맥북"),
  ]

  /// Few distinct values, so that many items are equal and are ordered by id.
  private static func draft(_ chance: inout SeededChance) -> ItemDraft {
    let price = Decimal(Int.random(in: 0...5, using: &chance))
    return ItemDraft(
      title: titles.randomElement(using: &chance)?.title ?? "", price: Price(price, .usDollar),
      discountedPrice: Bool.random(using: &chance)
        ? price * Decimal(Int.random(in: 0...4, using: &chance)) / 4 : nil,
      stock: .random(in: 0...4, using: &chance))
  }

  private func expectPages(of store: Store, like model: [StoredItem], _ seed: UInt64) async throws {
    for sort in PageQuery.Sort.allCases {
      let expected = Self.sorted(model, sort).map(\.id)
      for size in [3, 10, 64] {
        var ids: [Int] = []
        for number in 1...(model.count / size + 2) {
          let page = try await store.page(PageQuery(number, size: size, sort: sort))
          #expect(page.total == model.count, "seed \(seed)")
          #expect(page.items.count == min(size, max(0, model.count - (number - 1) * size)), "seed \(seed)")
          ids += page.items.map(\.id)
        }
        #expect(ids == expected, "\(sort), \(size) a page, seed \(seed)")
      }
    }
  }

  private static func sorted(_ items: [StoredItem], _ sort: PageQuery.Sort) -> [StoredItem] {
    func by(_ isBefore: (StoredItem, StoredItem) -> Bool) -> [StoredItem] {
      items.sorted { isBefore($0, $1) || (!isBefore($1, $0) && $0.id < $1.id) }
    }
    func title(_ left: StoredItem, _ right: StoredItem) -> Bool { place(left) < place(right) }
    func place(_ item: StoredItem) -> Int {
      titles.first { $0.title.utf8.elementsEqual(item.draft.title.utf8) }?.place ?? -1
    }
    return switch sort {
    case .best, .oldest: by { _, _ in false }
    case .newest: by { _, _ in false }.reversed()
    // The price that is paid.
    case .price: by { $0.draft.salePrice.amount < $1.draft.salePrice.amount }
    case .priceDescending: by { $0.draft.salePrice.amount < $1.draft.salePrice.amount }.reversed()
    case .title: by(title)
    case .titleDescending: by(title).reversed()
    case .stock: by { $0.draft.stock < $1.draft.stock }
    case .stockDescending: by { $0.draft.stock < $1.draft.stock }.reversed()
    // Without ratings; `RatingOrderTests` has items with some.
    case .rating, .ratingAscending: by { _, _ in false }
    }
  }

  @Test(arguments: [Int.max, Int.max / 2, Int.max / 500 + 1, 1 << 32])
  func `a huge page number gives an empty page`(number: Int) async throws {
    let market = try TemporaryMarket()
    for title in ["a", "b"] {
      _ = try await market.manager.add(
        ItemDraft(title: title, price: Price(1, .usDollar)), images: [], password: "p")
    }
    for sort in PageQuery.Sort.allCases {
      for size in [1, 20, 500] {
        let query = PageQuery(number, size: size, sort: sort)
        #expect(
          try await market.manager.page(query) == ItemPage(number: number, items: [], total: 2))
      }
    }
  }

  @Test func `a page has X-Total-Count and a Link to the next page`() async throws {
    let market = try TemporaryMarket()
    for number in 1...5 {
      _ = try await market.manager.add(
        ItemDraft(title: "\(number)", price: Price(1, .usDollar)), images: [], password: "p")
    }
    func fields(_ target: String) async throws -> [String] {
      try await market.response(to: HTTPRequest(.get, target: target)).headers.fields
        .filter { !["ETag", "Market-Identity"].contains($0.name) }.map { "\($0.name): \($0.value)" }
    }
    let rest = [
      "Vary: Market-Client", "X-Total-Count: 5", "Content-Type: application/json", "Cache-Control: no-cache",
    ]
    func with(_ link: String) -> [String] { rest[..<2] + ["Link: \(link)"] + rest[2...] }
    #expect(try await fields("/items/1") == rest)
    #expect(try await fields("/items/1?per_page=5") == rest)
    #expect(try await fields("/items/1?per_page=4") == with("</items/2?per_page=4>; rel=\"next\""))
    #expect(
      try await fields("/items/2?per_page=2&sort=-price")
        == with("</items/3?per_page=2&sort=-price>; rel=\"next\""))
    #expect(try await fields("/items/3?per_page=2") == rest)
    #expect(try await fields("/items/9?per_page=2") == rest)
  }
}
