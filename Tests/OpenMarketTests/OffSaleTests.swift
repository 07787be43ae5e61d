import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Items that are kept with their history and stand in no list.
struct OffSaleTests {
  private static let now = TemporaryMarket.now

  private func ids(_ store: Store, _ query: PageQuery) async throws -> [Int] {
    let page = try await store.page(query, at: Self.now)
    #expect(query.search != nil || page.total >= page.items.count)
    return page.items.map(\.id)
  }

  private func set(_ isOffSale: Bool, _ id: Int, in store: Store) async throws {
    _ = try await store.edit(
      id: id, passwordHash: "h", images: nil, thumbnail: nil, isCount: false, at: Self.now,
      expecting: { _ in }
    ) {
      var draft = $0
      draft.details.offSale = isOffSale
      return try ValidDraft(draft)
    }
  }

  /// Compared page by page with what is on sale, in every order, while items go off sale and come back, with and without
  /// ratings.
  @Test(arguments: 1...3)
  func `lists have what is on sale, in every order and on every page`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    let store = Store(at: .ofOneTest, .patient())
    var bounds: [Int: Bool] = [:]
    var (offSale, ids): (Set<Int>, [Int]) = ([], [])
    for number in 0..<70 {
      let draft = ItemDraft(title: "item \(number)", price: Price(5, .usDollar), stock: 1)
      let item = try #require(
        try await store.add(ValidDraft(draft), images: [], passwordHash: "h", at: Self.now, key: nil))
      ids.append(item.id)
    }
    let marketplace = Marketplace(store) { Self.now }
    for _ in 0..<60 {
      let id = try #require(ids.randomElement(using: &chance))
      switch Int.random(in: 0..<3, using: &chance) {
      case 0:
        try await set(true, id, in: store)
        offSale.insert(id)
      case 1:
        try await set(false, id, in: store)
        offSale.remove(id)
      default:
        guard bounds[id] == nil else { continue }
        bounds[id] = true
        _ = try await marketplace.write(
          ReviewDraft(stars: 5), item: id, password: "p", key: nil, client: nil)
      }
      let onSale = ids.filter { !offSale.contains($0) }
      let size = Int.random(in: 1...9, using: &chance)
      for sort in [PageQuery.Sort.oldest, .newest, .stock, .priceDescending, .rating, .ratingAscending] {
        let rated = onSale.filter { bounds[$0] != nil }
        let rest = onSale.filter { bounds[$0] == nil }
        let expected =
          switch sort {
          case .newest, .priceDescending: Array(onSale.reversed())
          case .rating: rated.reversed() + rest
          case .ratingAscending: rated + rest
          default: onSale
          }
        let number = Int.random(in: 1...max(1, (onSale.count + size - 1) / size), using: &chance)
        let page = try await store.page(PageQuery(number, size: size, sort: sort), at: Self.now)
        #expect(page.total == onSale.count, "seed \(seed)")
        #expect(
          page.items.map(\.id) == Array(expected.dropFirst((number - 1) * size).prefix(size)),
          "\(sort), seed \(seed)")
      }
    }
    let onSale = ids.filter { !offSale.contains($0) }
    for search in ["item", "it", "e", "t e"] {
      let page = try await store.page(PageQuery(size: 100, sort: .oldest, search: search), at: Self.now)
      #expect(page.items.map(\.id) == onSale, "\(search), seed \(seed)")
      #expect(page.total == onSale.count, "\(search), seed \(seed)")
    }
    var filter = ListFilter()
    filter[.offSale] = .flag
    #expect(try await self.ids(store, PageQuery(size: 100, filter: filter)) == offSale.sorted())
    let findings = try await store.read { try StoreCheck.findings(in: $0) }
    #expect(findings == [])
  }

  @Test func `an item off sale is shown by its id, sold, and comes back out of the trash as it was`()
    async throws
  {
    let market = try TemporaryMarket()
    var draft = ItemDraft(title: "Lamp", price: Price(5, .usDollar), stock: 4)
    draft.details = ItemDetails(reorderAt: 3, offSale: true)
    let item = try await market.manager.add(draft, images: [], password: "correct horse")
    #expect(try await market.manager.page(PageQuery()).items == [])
    let shown = try await market.manager.item(id: item.id)
    #expect(shown.details == ItemDetails(reorderAt: 3, offSale: true))
    let sale = MovementRequest(itemID: item.id, .sell(quantity: 1, price: nil))
    _ = try await market.manager.record([(request: sale, password: "correct horse")])
    var low = ListFilter()
    (low[.low], low[.offSale]) = (.flag, .flag)
    #expect(try await market.manager.page(PageQuery(filter: low)).items.map(\.id) == [item.id])
    #expect(try await market.manager.bestSellers(BestQuery(.last(.day))).items.isEmpty)
    try await market.manager.delete(id: item.id, password: "correct horse")
    #expect(try await StoreCheck(at: market.location).findings()?.findings == [])
    _ = try await market.manager.restore(id: item.id, sku: nil, password: "correct horse")
    #expect(try await market.manager.item(id: item.id).details == shown.details)
    #expect(try await market.manager.page(PageQuery()).total == 0)
    var patch = ItemPatch()
    patch.details.offSale = false
    let edited = try await market.manager.edit(id: item.id, patch, password: "correct horse")
    #expect(edited.details == ItemDetails(reorderAt: 3))
    #expect(try await market.manager.page(PageQuery()).items.map(\.id) == [item.id])
    #expect(try await StoreCheck(at: market.location).findings()?.findings == [])
  }

  @Test func `a server lists nothing that is off sale, also where that is asked for`() async throws {
    let market = try TemporaryMarket()
    var draft = ItemDraft(title: "Lamp", price: Price(5, .usDollar), stock: 4)
    draft.details.offSale = true
    let item = try await market.manager.add(draft, images: [], password: "correct horse")
    let served = market
    for target in ["/items/1?off-sale=1", "/items/totals?off-sale=1"] {
      let response = try await served.response(to: HTTPRequest(.get, target: target))
      #expect(response.status == 400)
      #expect(
        try JSON.decode(APIError.Body.self, from: response.body).reason
          == "off-sale is for the operator of the market alone: items off sale stand in no public list")
    }
    for target in ["/items/1", "/items/1?q=Lamp", "/api/products?page_no=1"] {
      let body = try await served.response(to: HTTPRequest(.get, target: target)).body
      #expect(!String(decoding: body, as: UTF8.self).contains("Lamp"), "\(target)")
    }
    let manager = NetworkManager(session: served)
    #expect(try await manager.export(ExportQuery()).isEmpty)
    #expect(try await manager.export(ExportQuery(), password: "correct horse").compactMap(\.id) == [item.id])
  }
}
