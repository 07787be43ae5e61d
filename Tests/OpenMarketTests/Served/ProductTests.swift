import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// The v2 API in both contracts, byte for byte.
@Suite(.serialized) struct ProductTests {
  private static func date(_ contract: ProductContract) -> String {
    contract == .v2a ? "2021-01-24T00:00:00.00" : "2021-01-24T00:00:00"
  }

  /// The complete JSON of the product that `add` adds.
  private static func macbook(_ contract: ProductContract) -> String {
    let date = date(contract)
    return """
      {"bargain_price":1490000,"created_at":"\(date)","currency":"KRW","description":"M1\\n\\"as new\\"",\
      "discounted_price":200000,"id":1,"images":[{"id":1,"issued_at":"\(date)","succeed":true,\
      "thumbnail_url":"http://m.example/images/\(MockData.png(1))","url":"http://m.example/images/\(MockData.png(1))"},{"id":2,\
      "issued_at":"\(date)","succeed":true,"thumbnail_url":"http://m.example/images/\(MockData.jpg(2))",\
      "url":"http://m.example/images/\(MockData.jpg(2))"}],"issued_at":"\(date)","name":"맥북","price":1690000,"stock":3,\
      "thumbnail":"http://m.example/images/\(MockData.png(1))","vendorName":"가게","vendor_id":2,"vendors":\
      {"created_at":"\(date)","id":2,"issued_at":"\(date)","name":"가게"}}
      """
  }

  private func add(to store: VendorMarket, _ descriptions: String = "description") async throws
    -> HTTPResponse
  {
    try await store.add(
      """
      {"name":"맥북","\(descriptions)":"M1\\n\\"as new\\"","price":1690000,"currency":"KRW",\
      "discounted_price":200000,"stock":3,"secret":"SECRET","color":"grey"}
      """, images: ["macbook.png", "macbook.jpg"])
  }

  @Test(arguments: ProductContract.allCases)
  func `the health check responds with OK`(contract: ProductContract) async throws {
    let response = try await VendorMarket(contract).send(.get, "/healthChecker", as: "")
    #expect(response.shown == #"200 "OK""#)
  }

  @Test(arguments: ProductContract.allCases, ["description", "descriptions"])
  func `an added product is returned in full and can be fetched`(contract: ProductContract, key: String)
    async throws
  {
    let store = try await VendorMarket(contract)
    #expect(try await add(to: store, key).shown == "201 " + Self.macbook(contract))
    for target in ["/api/products/1", "/api/products/1/", "/api/products/1?", "/api/products/1/?"] {
      #expect(try await store.send(.get, target, as: "").shown == "200 " + Self.macbook(contract))
    }
  }

  @Test func `a page of v2a has keys in snake case`() async throws {
    let store = try await VendorMarket(.v2a)
    _ = try await add(to: store)
    let date = Self.date(.v2a)
    #expect(
      try await store.send(.get, "/api/products?page_no=1&items_per_page=10", as: "").shown == """
        200 {"has_next":false,"has_prev":false,"items_per_page":10,"last_page":1,"limit":10,"offset":0,"page_no":1,\
        "pages":[{"bargain_price":1490000,"created_at":"\(date)","currency":"KRW","description":"M1\\n\\"as new\\"",\
        "discounted_price":200000,"id":1,"issued_at":"\(date)","name":"맥북","price":1690000,"stock":3,\
        "thumbnail":"http://m.example/images/\(MockData.png(1))","vendor_id":2,"vendor_name":"가게"}],"total_count":1}
        """)
  }

  @Test func `a page of v2b has keys in camel case`() async throws {
    let store = try await VendorMarket(.v2b)
    _ = try await add(to: store)
    let date = Self.date(.v2b)
    #expect(
      try await store.send(.get, "/api/products", as: "").shown == """
        200 {"hasNext":false,"hasPrev":false,"itemsPerPage":20,"lastPage":1,"limit":20,"offset":0,"pageNo":1,\
        "pages":[{"bargain_price":1490000,"created_at":"\(date)","currency":"KRW","description":"M1\\n\\"as new\\"",\
        "discounted_price":200000,"id":1,"issued_at":"\(date)","name":"맥북","price":1690000,"stock":3,\
        "thumbnail":"http://m.example/images/\(MockData.png(1))","vendorName":"가게","vendor_id":2}],"totalCount":1}
        """)
  }

  /// The fields of a page that clients read.
  private struct Page: Decodable, Equatable {
    struct Row: Decodable, Equatable { let id: Int }
    var pageNo = 1
    var itemsPerPage = 20
    var totalCount = 5
    var offset = 0
    var limit = 20
    var lastPage = 1
    var hasNext = false
    var hasPrev = false
    var pages: [Row]

    init(_ pageNo: Int, _ itemsPerPage: Int, ids: [Int]) {
      self.pageNo = pageNo
      self.itemsPerPage = itemsPerPage
      pages = ids.map(Row.init)
    }
  }

  private func page(_ store: VendorMarket, _ query: String) async throws -> Page {
    try JSON.decode(Page.self, from: try await store.send(.get, "/api/products" + query, as: "").body)
  }

  @Test func `pages are newest first, and limit is the index of the page's end`() async throws {
    let store = try await VendorMarket()
    for name in ["a", "b", "c", "d", "e"] { _ = try await store.add(VendorMarket.params(name)) }
    var page = Page(1, 20, ids: [5, 4, 3, 2, 1])
    for query in ["", "?", "?page_no=&items_per_page=", "?items_per_page=20", "?page_no=1&color=grey"] {
      #expect(try await self.page(store, query) == page, "\(query)")
    }
    page = Page(2, 2, ids: [3, 2])
    (page.offset, page.limit, page.lastPage, page.hasNext, page.hasPrev) = (2, 4, 3, true, true)
    for query in ["?page_no=2&items_per_page=2", "?items_per_page=2&page_no=2"] {
      #expect(try await self.page(store, query) == page)
    }
    page = Page(3, 2, ids: [1])
    (page.offset, page.limit, page.lastPage, page.hasPrev) = (4, 6, 3, true)
    #expect(try await self.page(store, "?page_no=3&items_per_page=2") == page)
    page = Page(1, 20, ids: [3])
    page.totalCount = 1
    #expect(try await self.page(store, "?search_value=c") == page)
  }

  @Test func `a page past the end gets 204, except the first page`()
    async throws
  {
    let store = try await VendorMarket()
    #expect(
      try await store.send(.get, "/api/products", as: "").shown == """
        200 {"hasNext":false,"hasPrev":false,"itemsPerPage":20,"lastPage":0,"limit":20,"offset":0,"pageNo":1,\
        "pages":[],"totalCount":0}
        """)
    _ = try await store.add(VendorMarket.params())
    for number in ["2", "9223372036854775807"] {
      let response = try await store.send(.get, "/api/products?page_no=\(number)", as: "")
      #expect(response.shown == "204")
      #expect(response.headers["Content-Type"] == nil)
    }
    #expect(try await store.send(.get, "/api/products?search_value=nothing", as: "").status == 200)
  }

  @Test func `omitted and null keys have default values`() async throws {
    let store = try await VendorMarket { $0.roundsPrices = false }
    let added = try await store.add(
      """
      {"name":"n","description":"d","price":0.75,"currency":"USD","secret":"SECRET","discounted_price":null,\
      "stock":null,"thumbnail_id":null}
      """)
    #expect(added.status == 201)
    let body = String(decoding: added.body, as: UTF8.self)
    for pair in [#""bargain_price":0.75"#, #""discounted_price":0,"#, #""price":0.75"#, #""stock":0,"#] {
      #expect(body.contains(pair), "\(pair)")
    }
  }

  @Test(arguments: [
    (#""name":"u""#, #""name":"맥북""#, #""name":"u""#),
    (#""stock":4"#, #""stock":3"#, #""stock":4"#),
    (#""description":"u""#, #""description":"M1\n\"as new\"""#, #""description":"u""#),
    (#""descriptions":"u""#, #""description":"M1\n\"as new\"""#, #""description":"u""#),
    (
      #""discounted_price":0"#, #""bargain_price":1490000|"discounted_price":200000"#,
      #""bargain_price":1690000|"discounted_price":0"#
    ),
    (
      #""price":200000"#, #""bargain_price":1490000|"price":1690000"#, #""bargain_price":0|"price":200000"#
    ),
    (
      #""thumbnail_id":2"#, #""thumbnail":"http://m.example/images/\#(MockData.png(1))""#,
      #""thumbnail":"http://m.example/images/\#(MockData.jpg(2))""#
    ),
    (#""name":null,"price":null"#, "", ""), (#""color":"grey""#, "", ""),
  ])
  func `an edit changes only the keys it names`(change: String, old: String, new: String)
    async throws
  {
    let store = try await VendorMarket()
    _ = try await add(to: store)
    let response = try await store.send(.patch, "/api/products/1", "{\(change),\"secret\":\"SECRET\"}")
    var expected = Self.macbook(.v2b)
    for (old, new) in zip(old.split(separator: "|"), new.split(separator: "|")) {
      #expect(expected.contains(old))
      expected = expected.replacing(old, with: new)
    }
    if change.contains("thumbnail_id") {
      let (first, second) = (expected.firstRange(of: #"{"id":1,"#), expected.firstRange(of: #",{"id":2,"#))
      let (start, middle) = (try #require(first).lowerBound, try #require(second).lowerBound)
      let end = try #require(expected.firstRange(of: "],\"issued_at\"")).lowerBound
      expected =
        expected[..<start] + expected[expected.index(after: middle)..<end] + "," + expected[start..<middle]
        + expected[end...]
    }
    #expect(response.shown == "200 " + expected)
    #expect(try await store.send(.get, "/api/products/1", as: "").shown == "200 " + expected)
  }

  @Test func `each version lists the other's items and converts the discount`() async throws {
    let store = try await VendorMarket()
    _ = try await add(to: store)
    let manager = NetworkManager(session: store.market)
    let won = try #require(Currency("KRW"))
    let draft = ItemDraft(title: "Desk", price: Price(50_000, won), discountedPrice: 45_000, stock: 1)
    _ = try await manager.add(draft, images: [], password: "p")

    let items = try await manager.page(PageQuery()).items
    #expect(items.map(\.id) == [1, 2])
    #expect(items.map(\.title) == ["맥북", "Desk"])
    #expect(items.map(\.discountedPrice?.amount) == [1_490_000, 45_000])

    let desk = try await store.send(.get, "/api/products/2", as: "").shown
    let date = Self.date(.v2b)
    #expect(
      desk == """
        200 {"bargain_price":45000,"created_at":"\(date)","currency":"KRW","description":"","discounted_price":5000,\
        "id":2,"images":[],"issued_at":"\(date)","name":"Desk","price":50000,"stock":1,\
        "thumbnail":"http://m.example/images/0.png","vendorName":"market","vendor_id":1,\
        "vendors":{"created_at":"\(date)","id":1,"issued_at":"\(date)","name":"market"}}
        """)
    // In v1 the password of a vendor's item is the vendor's secret.
    let edited = try await manager.edit(id: 1, ItemPatch(stock: 9), password: store.vendor.secret)
    #expect(edited.stock == 9)
  }
}
