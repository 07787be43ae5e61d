import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Requests and expectations of clients of both versions beyond the contracts.
@Suite(.serialized) struct OldClientTests {
  private func add(
    _ title: String, _ currency: String, _ amount: Decimal = 5, discountedPrice: Decimal? = nil,
    to session: any Session
  ) async throws {
    let draft = ItemDraft(
      title: title, price: Price(amount, try #require(Currency(currency))), discountedPrice: discountedPrice)
    _ = try await NetworkManager(session: session).add(draft, images: [], password: "p")
  }

  private struct Page: Decodable {
    struct Row: Decodable {
      let id: Int
      let thumbnail: String
    }
    let totalCount: Int
    let lastPage: Int
    let pages: [Row]
  }

  private func page(_ store: VendorMarket, _ query: String = "") async throws -> Page {
    try JSONDecoder().decode(
      Page.self, from: try await store.send(.get, "/api/products\(query)", as: "").body)
  }

  // MARK: Currencies

  @Test func `v2 lists items in the chosen currencies, and has the others of its contract by id`()
    async throws
  {
    let store = try await VendorMarket { $0.currencies = Self.currencies("HKD", "KRW", "JPY", "USD") }
    for (number, currency) in ["KRW", "EUR", "USD", "JPY", "GBP", "HKD", "KRW"].enumerated() {
      try await add("\(number)", currency, to: store.market)
    }
    #expect(try await page(store).pages.map(\.id) == [7, 6, 4, 3, 1])
    #expect(try await page(store).totalCount == 5)
    let second = try await page(store, "?page_no=2&items_per_page=2")
    #expect(second.pages.map(\.id) == [4, 3])
    #expect(second.lastPage == 3)
    #expect(try await page(store, "?search_value=4").pages.map(\.id) == [])
    #expect(try await page(store, "?search_value=5").pages.map(\.id) == [6])
    #expect(try await store.send(.get, "/api/products/2").status == 404)
    #expect(try await store.send(.get, "/api/products/3").status == 200)
    // v1 lists all of them.
    #expect(try await NetworkManager(session: store.market).page(PageQuery()).total == 7)
  }

  private static func currencies(_ codes: String...) -> Set<Currency> {
    Set(codes.compactMap { Currency($0) })
  }

  @Test func `v2 lists won and dollars unless other currencies are chosen`() async throws {
    let store = try await VendorMarket()
    // EUR, JPY and ZAR are in each of the gaps between the codes that are listed.
    for (number, currency) in ["KRW", "EUR", "USD", "JPY", "ZAR", "HKD", "KRW"].enumerated() {
      try await add("\(number)", currency, to: store.market)
    }
    #expect(try await page(store).pages.map(\.id) == [7, 3, 1])
    #expect(try await page(store).totalCount == 3)
    let second = try await page(store, "?page_no=2&items_per_page=2")
    #expect(second.pages.map(\.id) == [1])
    #expect(second.lastPage == 2)
    #expect(try await store.send(.get, "/api/products?page_no=3&items_per_page=2").status == 204)
    #expect(try await page(store, "?search_value=3").totalCount == 0)
    #expect(try await page(store, "?search_value=6").pages.map(\.id) == [7])
    for (id, status) in [(2, 404), (4, 200), (5, 404), (6, 200)] {
      #expect(try await store.send(.get, "/api/products/\(id)").status == status, "\(id)")
    }
    let yen = try await store.add(VendorMarket.params().replacing("KRW", with: "JPY"))
    #expect(yen.status == 201)
    #expect(try await page(store).totalCount == 3)
    // A change of the currency shows in the list.
    let dollars = #"{"currency":"USD","secret":"SECRET"}"#
    #expect(try await store.send(.patch, "/api/products/8", dollars).status == 200)
    #expect(try await page(store).pages.map(\.id) == [8, 7, 3, 1])
  }

  @Test(
    arguments: [
      (["KRW"], [1, 7]), (["JPY", "EUR"], [2, 4]), (["ZAR"], [5]), (["CHF"], []), (["AED", "ZWG"], []),
      (["EUR", "HKD", "JPY", "KRW", "USD", "ZAR"], [1, 2, 3, 4, 5, 6, 7]),
    ] as [([String], [Int])])
  func `pages, totals and searches of v2 agree for any currencies`(codes: [String], ids: [Int]) async throws {
    let store = try await VendorMarket { $0.currencies = Set(codes.compactMap { Currency($0) }) }
    for (number, currency) in ["KRW", "EUR", "USD", "JPY", "ZAR", "HKD", "KRW"].enumerated() {
      try await add("item \(number)", currency, to: store.market)
    }
    for query in ["", "?search_value=item"] {
      let whole = try await page(store, query)
      #expect(whole.pages.map(\.id) == ids.reversed())
      #expect(whole.totalCount == ids.count)
    }
    var pages: [Int] = []
    for number in 1...max(1, ids.count) {
      pages += try await page(store, "?items_per_page=1&page_no=\(number)").pages.map(\.id)
    }
    #expect(pages == ids.reversed())
  }

  @Test func `v2 accepts no currency that it could not return`() async throws {
    let store = try await VendorMarket()
    let euros = VendorMarket.params().replacing("KRW", with: "EUR")
    let message = "currency 'EUR' is none of HKD, JPY, KRW, USD"
    #expect(try await store.add(euros).shown == #"400 {"code":400,"message":"\#(message)"}"#)
    _ = try await store.add(VendorMarket.params())
    #expect(
      try await store.send(.patch, "/api/products/1", #"{"currency":"EUR","secret":"SECRET"}"#).shown
        == #"400 {"code":400,"message":"\#(message)"}"#)
    #expect(try await NetworkManager(session: store.market).item(id: 1).price.currency.code == "KRW")
    for currencies in [nil, Self.currencies("KRW", "EUR")] {
      let wider = try await VendorMarket { $0.currencies = currencies }
      #expect(try await wider.add(euros).status == 201)
      #expect(try await page(wider).totalCount == 1)
    }
  }

  @Test func `v2 lists items in all currencies where none are chosen`() async throws {
    let store = try await VendorMarket { $0.currencies = nil }
    for currency in ["KRW", "EUR"] { try await add("a", currency, to: store.market) }
    #expect(try await page(store).pages.map(\.id) == [2, 1])
    #expect(try await store.send(.get, "/api/products/2").status == 200)
  }

  @Test(arguments: ["krw", " KRW", "KRW ", "원", "₩", "Won", "won", "KOR", "kor\n"])
  func `v1 accepts the spellings of the won that clients send`(spelling: String) async throws {
    let store = try await VendorMarket()
    let form = MultipartForm(
      parts: [
        ("title", "a"), ("descriptions", "b"), ("price", "5"), ("currency", spelling), ("stock", "1"),
        ("password", "p"),
      ].map { MultipartForm.Part(name: $0.0, text: $0.1) }
        + [.init(name: "images[]", filename: "", content: .bytes(Data()))]
    ).encoded(boundary: "cut")
    let request = HTTPRequest(
      .post, target: "/item", headers: ["Content-Type": form.contentType], body: form.body)
    let added = try await store.market.response(to: request)
    #expect(added.status == 201)
    #expect(try JSONDecoder().decode(Item.self, from: added.body).price.currency.code == "KRW")
  }

  // MARK: Prices

  @Test func `v2 accepts numbers as text, and empty text as no value`() async throws {
    let store = try await VendorMarket()
    let added = try await store.add(
      """
      {"name":"a","description":"b","price":"1000","currency":"KRW","discounted_price":"","stock":"7",\
      "secret":"SECRET"}
      """)
    #expect(added.status == 201)
    let item = try await NetworkManager(session: store.market).item(id: 1)
    #expect(item.price.amount == 1_000)
    #expect(item.discountedPrice == nil)
    #expect(item.stock == 7)
  }

  // MARK: Vendors, pages, images

  @Test func `v2 searches the names of vendors too`() async throws {
    let store = try await VendorMarket(vendor: "Café 서울")
    _ = try await store.add(VendorMarket.params("Chair"))
    try await add("Table from Cafe\u{301} Lyon", "KRW", to: store.market)
    try await add("Desk", "KRW", to: store.market)
    #expect(try await page(store, "?search_value=caf%C3%A9").pages.map(\.id) == [2, 1])
    #expect(try await page(store, "?search_value=%EC%84%9C%EC%9A%B8").pages.map(\.id) == [1])
    #expect(try await page(store, "?search_value=desk").pages.map(\.id) == [3])
    // The name of the market's own vendor, which has the items with passwords, is not searched.
    #expect(try await page(store, "?search_value=market").pages.map(\.id) == [])
    // v1 searches titles and descriptions.
    #expect(
      try await NetworkManager(session: store.market).page(PageQuery(search: "café")).items.map(\.id) == [2])
  }

  @Test func `an identifier may be in upper case`() async throws {
    let store = try await VendorMarket()
    let added = try await store.add(VendorMarket.params(), as: store.vendor.identifier.uppercased())
    #expect(added.status == 201)
  }

  @Test func `v2 accepts a thousand products on a page`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params())
    #expect(try await page(store, "?items_per_page=1000").pages.count == 1)
  }

  @Test func `an item without an image has a placeholder image in v2`() async throws {
    let store = try await VendorMarket()
    try await add("a", "KRW", to: store.market)
    let thumbnail = try #require(try await page(store).pages.first?.thumbnail)
    #expect(thumbnail == "http://m.example/images/0.png")
    let image = try await store.market.response(to: HTTPRequest(.get, target: "/images/0.png"))
    #expect(image.status == 200)
    let info = try ImageInfo(checking: image.body)
    #expect(info.format == .png)
    #expect(info.width == 160)
    #expect(info.height == 160)
    #expect(try await store.market.response(to: HTTPRequest(.get, target: "/images/0.jpg")).status == 404)
    // For `market` itself the item has no images.
    #expect(try await NetworkManager(session: store.market).item(id: 1).images == [])
  }

  @Test func `paths may contain double slashes`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params())
    for target in ["//api/products/1", "/api//products/1", "//item/1", "//items/1", "//healthChecker"] {
      #expect(try await store.send(.get, target, as: "").status == 200, "\(target)")
    }
  }

  // MARK: Replays

  @Test func `a replay gets the current item, and 410 after the item was deleted`() async throws {
    let store = try await VendorMarket()
    var request = try Endpoint.add(
      ItemDraft(title: "a", price: Price(1, .usDollar)), images: [], password: "p"
    ).request(boundary: "cut")
    request.headers["Idempotency-Key"] = "k"
    _ = try await store.market.response(to: request)
    let manager = NetworkManager(session: store.market)
    _ = try await manager.edit(id: 1, ItemPatch(stock: 9), password: "p")
    let replay = try await store.market.response(to: request)
    #expect(replay.status == 201)
    #expect(try JSONDecoder().decode(Item.self, from: replay.body).stock == 9)
    try await manager.delete(id: 1, password: "p")
    let reason = "What was added under this Idempotency-Key, item 1, was deleted"
    for _ in 1...2 {
      #expect(
        try await store.market.response(to: request).shown
          == #"410 {"code":"gone","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
    }
    #expect(try await manager.page(PageQuery()).total == 0)
  }

  // MARK: Passwords

  @Test func `a password has one hash within a client, and different ones across clients`() async throws {
    let verifier = PasswordVerifier(cost: 1)
    let first = try await verifier.hash("p", for: "10.0.0.1")
    #expect(try await verifier.hash("p", for: "10.0.0.1") == first)
    let second = try await verifier.hash("p", for: "10.0.0.2")
    #expect(second != first)
    let local = try await verifier.hash("p", for: nil)
    #expect(local != first && local != second)
    for hash in [first, second, local] {
      #expect(try await verifier.matches("p", hash: hash, of: "item 1", by: nil, at: { .now }))
      #expect(try await !verifier.matches("q", hash: hash, of: "item 1", by: nil, at: { .now }))
    }
  }

  // MARK: The root

  @Test func `the root describes the API in the client's language`() async throws {
    let store = try await VendorMarket(.v2a)
    let english = try await store.market.response(to: HTTPRequest(.get, target: "/"))
    #expect(english.status == 200)
    #expect(english.headers["Content-Type"] == "text/plain; charset=utf-8")
    #expect(
      String(decoding: english.body, as: UTF8.self).contains(
        "/api/products?page_no=1  the list of products, with vendors (v2a)"))
    let korean = try await store.market.response(
      to: HTTPRequest(.get, target: "/", headers: ["Accept-Language": "ko-KR,ko;q=0.9"]))
    #expect(String(decoding: korean.body, as: UTF8.self).hasPrefix("오픈마켓 API 서버입니다."))
    #expect(korean.headers["Vary"] == "Accept-Language")
    #expect(try await store.market.response(to: HTTPRequest(.post, target: "/")).status == 405)
  }
}
