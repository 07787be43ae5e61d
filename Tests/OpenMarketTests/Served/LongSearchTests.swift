import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// A search with more items than are counted.
@Suite(.ofFiles) struct LongSearchTests {
  private static let count = SearchMatch.counted + 50

  private let folder: TemporaryFolder
  private let store: Store

  init() async throws {
    folder = try TemporaryFolder()
    let location = folder.store("a.db")
    store = Store(at: location, .patient())
    _ = try await store.add(
      ValidDraft(ItemDraft(title: "Chair", price: Price(1, .usDollar))), images: [], passwordHash: "h",
      at: TemporaryMarket.now, key: nil)
    let database = try location.database()
    try database.execute(
      """
      BEGIN;
      WITH RECURSIVE n (id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n WHERE id <= \(Self.count))
      INSERT INTO item (id, vendor_id, title, currency, price, stock, registration_date, password_hash, description)
      SELECT id, 1, 'Lamp ' || id, 'USD', 10000 * (id % 7), 1, 1000000 * id, 'h', '' FROM n;
      INSERT INTO item_search (rowid, title) SELECT id, ' lamp ' || id || '   ' FROM item WHERE id > 1;
      COMMIT;
      """)
  }

  private struct Envelope: Decodable {
    let totalCount: Int
    let lastPage: Int
    let hasNext: Bool
    let pages: [Row]

    struct Row: Decodable { let id: Int }
  }

  @Test(arguments: ["lamp", "l", "l a", "la mp"], ["", "&sort=newest", "&sort=-price"])
  func `it has no total, and says exactly whether a page follows`(words: String, order: String) async throws {
    let market = LocalMarket(store, .forTests)
    let query = "q=\(words.replacing(" ", with: "%20"))\(order)&per_page=500"
    var ids: Set<Int> = []
    for page in [1, 20, 21] {
      let response = try await market.response(to: HTTPRequest(.get, target: "/items/\(page)?\(query)"))
      #expect(response.status == 200)
      #expect(response.headers[.totalCount] == nil)
      #expect((response.headers[.link] != nil) == (page < 21))
      let items = try JSON.decode(PageBody.self, from: response.body).items
      #expect(items.count == (page < 21 ? 500 : 50))
      if page == 1, order.isEmpty {
        #expect(items.map(\.id).prefix(3) == [Self.count + 1, Self.count, Self.count - 1])
      }
      ids.formUnion(items.map(\.id))
    }
    #expect(ids.count == 1_050)
    #expect(!ids.contains(1))
    let behind = try await market.response(to: HTTPRequest(.get, target: "/items/22?\(query)"))
    #expect(try JSON.decode(PageBody.self, from: behind.body).items.isEmpty)
    #expect(behind.headers[.link] == nil)
  }

  @Test func `v2 gets whole numbers that follow from the page`() async throws {
    let market = LocalMarket(store, .forTests)
    for (page, total, lastPage) in [(1, 501, 2), (20, 10_001, 21), (21, 10_050, 21)] {
      let response = try await market.response(
        to: HTTPRequest(.get, target: "/api/products?page_no=\(page)&items_per_page=500&search_value=lamp"))
      let envelope = try JSONDecoder().decode(Envelope.self, from: response.body)
      #expect(envelope.totalCount == total)
      #expect(envelope.lastPage == lastPage)
      #expect(envelope.hasNext == (page < 21))
      #expect(envelope.pages.count == (page < 21 ? 500 : 50))
    }
  }

  @Test func `a client knows that there are more than are counted`() async throws {
    let manager = NetworkManager(session: LocalMarket(store, .forTests))
    let page = try await manager.page(PageQuery(size: 3, search: "lamp"))
    #expect(page.total == nil)
    #expect(page.moreThan == SearchMatch.counted)
    let all = try await manager.page(PageQuery(size: 3))
    #expect(all.total == Self.count + 1)
    #expect(all.moreThan == nil)
    let few = try await manager.page(PageQuery(size: 3, search: "chair"))
    #expect(few.total == 1)
    #expect(few.moreThan == nil)
  }

  @Test func `beside other conditions it is counted where few items meet them`() async throws {
    var query = PageQuery(size: 3, search: "l")
    query.filter[.min] = ListFilter.Value(["6"], of: .min)
    let found = (2...Self.count + 1).filter { $0 % 7 == 6 }
    let page = try await store.page(query)
    #expect(page.total == found.count)
    #expect(page.items.map(\.id) == found.suffix(3).reversed())
  }
}
