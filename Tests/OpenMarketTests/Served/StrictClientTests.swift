import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Items that clients cannot decode are shown to them in a form that they can, and exactly to `market` itself.
@Suite(.serialized) struct StrictClientTests {
  private static let fromMarket: HTTPHeaders = ["Market-Client": "1"]

  private func add(
    _ price: String, discounted: String? = nil, _ currency: String = "USD", to store: VendorMarket
  ) async throws {
    let currency = try #require(Currency(currency))
    let draft = ItemDraft(
      title: "t", price: Price(try #require(Decimal(exactly: price)), currency),
      discountedPrice: try discounted.map { try #require(Decimal(exactly: $0)) })
    _ = try await NetworkManager(session: store.market).add(draft, images: [], password: "p")
  }

  private struct Row: Decodable {
    let id: Int
    let price: Decimal
    let discountedPrice: Decimal?
    let thumbnails: [String]
    let images: [String]?

    private enum CodingKeys: String, CodingKey {
      case id, price, thumbnails, images
      case discountedPrice = "discounted_price"
    }

    /// `13 12`, or `13 -` without a discount.
    var prices: String { "\(price) \(discountedPrice.map { "\($0)" } ?? "-")" }
  }

  private struct Page: Decodable { let items: [Row] }

  private func get(_ target: String, _ store: VendorMarket, _ headers: HTTPHeaders = [:]) async throws
    -> HTTPResponse
  {
    try await store.send(.get, target, as: "", headers)
  }

  private func prices(_ store: VendorMarket, _ headers: HTTPHeaders = [:]) async throws -> [String] {
    let page = try JSONDecoder().decode(Page.self, from: try await get("/items/1", store, headers).body)
    for row in page.items {
      let full = try JSONDecoder().decode(
        Row.self, from: try await get("/item/\(row.id)", store, headers).body)
      #expect(full.prices == row.prices)
      #expect(full.images == full.thumbnails)
      #expect(full.thumbnails == row.thumbnails)
    }
    return page.items.map(\.prices)
  }

  // MARK: Prices

  private static let exact = ["12.01 0.75", "12.5 12.25", "12.5 11.75", "12 12", "0.75 -", "12 11.5"]
  private static let whole = ["13 1", "13 -", "13 12", "12 12", "1 -", "12 -"]

  private func fill(_ store: VendorMarket) async throws {
    for text in Self.exact {
      let parts = text.split(separator: " ").map(String.init)
      try await add(parts[0], discounted: parts[1] == "-" ? nil : parts[1], to: store)
    }
  }

  @Test func `v1 rounds prices up for other clients than market`() async throws {
    let store = try await VendorMarket()
    try await fill(store)
    // Twice: the second response is a cached one.
    for _ in 1...2 {
      #expect(try await prices(store) == Self.whole)
      #expect(try await prices(store, Self.fromMarket) == Self.exact)
      #expect(try await prices(store, ["Market-Client": "0"]) == Self.whole)
    }
    let items = try await NetworkManager(session: store.market).page(PageQuery()).items
    #expect(items.map { "\($0.price.amount)" } == ["12.01", "12.5", "12.5", "12", "0.75", "12"])
  }

  @Test func `nothing is rounded where exact prices are chosen`() async throws {
    let store = try await VendorMarket { $0.roundsPrices = false }
    try await fill(store)
    #expect(try await prices(store) == Self.exact)
    let product = try await get("/api/products/1", store).shown
    #expect(product.contains(#""bargain_price":0.75,"#))
    #expect(product.contains(#""discounted_price":11.26,"#))
  }

  @Test(arguments: ProductContract.allCases)
  func `v2 rounds prices up for every client`(contract: ProductContract) async throws {
    struct Product: Decodable {
      let price: Decimal
      let bargainPrice: Decimal
      let discountedPrice: Decimal
      var prices: [Decimal] { [price, bargainPrice, discountedPrice] }

      private enum CodingKeys: String, CodingKey {
        case price
        case bargainPrice = "bargain_price"
        case discountedPrice = "discounted_price"
      }
    }
    struct Page: Decodable { let pages: [Product] }
    let store = try await VendorMarket(contract)
    try await fill(store)
    let expected: [[Decimal]] = [
      [13, 1, 12], [13, 13, 0], [13, 12, 1], [12, 12, 0], [1, 1, 0], [12, 12, 0],
    ]
    let page = try JSONDecoder().decode(Page.self, from: try await get("/api/products", store).body)
    #expect(page.pages.map(\.prices) == expected.reversed())
    for (id, prices) in zip(1..., expected) {
      let body = try await get("/api/products/\(id)", store).body
      #expect(try JSONDecoder().decode(Product.self, from: body).prices == prices)
    }
    #expect(try await prices(store) == Self.whole)
    #expect(try await prices(store, Self.fromMarket) == Self.exact)
  }

  /// A change of item 1 by v1; the response's prices, or the reason of its error.
  private func edit(
    _ parts: KeyValuePairs<String, String>, _ store: VendorMarket, _ headers: HTTPHeaders = [:]
  ) async throws -> String {
    let form = MultipartForm(
      parts: (Array(parts) + [(key: "password", value: "p")]).map { .init(name: $0.key, text: $0.value) }
    ).encoded(boundary: "cut")
    var request = HTTPRequest(.patch, target: "/item/1", headers: headers, body: form.body)
    request.headers["Content-Type"] = form.contentType
    let response = try await store.market.response(to: request)
    guard response.status == 200 else { return try response.refusal }
    return try JSONDecoder().decode(Row.self, from: response.body).prices
  }

  @Test(
    arguments: [
      // The prices of the item, the sent fields, the prices in the response, and the prices of the item after it.
      ("12.5 11.75", ["price": "13"], "13 12", "12.5 11.75"),
      ("12.5 11.75", ["price": "13", "discounted_price": "12"], "13 12", "12.5 11.75"),
      ("12.5 11.75", ["discounted_price": "12"], "13 12", "12.5 11.75"),
      ("12.5 11.75", ["price": "13", "discounted_price": "11"], "13 11", "12.5 11"),
      ("12.5 11.75", ["price": "14", "discounted_price": "12"], "14 12", "14 11.75"),
      ("12.5 11.75", ["price": "13", "discounted_price": "13"], "13 13", "12.5 12.5"),
      ("12.5 11.75", ["price": "13", "discounted_price": ""], "13 -", "12.5 -"),
      ("12.5 11.75", ["price": "13", "currency": "USD"], "13 12", "12.5 11.75"),
      ("12.5 -", ["price": "13", "currency": "KRW"], "13 -", "13 -"),
      // The discount is not shown, and is not sent back.
      ("12.5 12.25", ["price": "13", "discounted_price": ""], "13 -", "12.5 12.25"),
      ("12.5 12.25", ["price": "13", "discounted_price": "13"], "13 -", "12.5 12.25"),
      ("12.5 12.25", ["price": "13", "discounted_price": "0"], "13 -", "12.5 12.25"),
      ("12.5 12.25", ["price": "20", "discounted_price": "0"], "20 -", "20 -"),
      ("12.5 12.25", ["price": "20", "discounted_price": ""], "20 -", "20 -"),
      ("12.5 11.75", ["price": "13", "discounted_price": "0"], "13 -", "12.5 -"),
      ("12.5 -", ["price": "13", "discounted_price": "13"], "13 -", "12.5 -"),
      // Another amount is a new one.
      ("12.5 -", ["price": "12.75"], "13 -", "12.75 -"), ("12.5 -", ["price": "12"], "12 -", "12 -"),
      ("12 11", ["price": "13"], "13 11", "13 11"),
      // Fields that are left empty are to stay.
      ("12.5 11.75", ["price": "", "stock": "", "discounted_price": ""], "13 12", "12.5 11.75"),
      ("12 11", ["price": "", "stock": "3"], "12 11", "12 11"), ("12 11", ["stock": ""], "12 11", "12 11"),
    ] as [(String, [String: String], String, String)])
  func `an amount that is sent back as it was shown leaves the exact one`(
    item: String, parts: [String: String], shown: String, exact: String
  ) async throws {
    let store = try await VendorMarket()
    let amounts = item.split(separator: " ").map(String.init)
    try await add(amounts[0], discounted: amounts[1] == "-" ? nil : amounts[1], to: store)
    let sent = MultipartForm(
      parts: parts.sorted { $0.key < $1.key }.map { .init(name: $0.key, text: $0.value) }
        + [.init(name: "password", text: "p")]
    ).encoded(boundary: "cut")
    let request = HTTPRequest(
      .patch, target: "/item/1", headers: ["Content-Type": sent.contentType], body: sent.body)
    let response = try await store.market.response(to: request)
    try #require(response.status == 200, "\(response.shown)")
    #expect(try JSONDecoder().decode(Row.self, from: response.body).prices == shown)
    #expect(try await prices(store, Self.fromMarket) == [exact])
  }

  @Test func `market sets the amount that it sends`() async throws {
    let store = try await VendorMarket()
    try await add("12.5", discounted: "11.75", to: store)
    #expect(try await edit(["price": "13"], store, Self.fromMarket) == "13 11.75")
    #expect(try await edit(["discounted_price": "12"], store, Self.fromMarket) == "13 12")
    #expect(try await edit(["discounted_price": ""], store, Self.fromMarket) == "13 -")
  }

  @Test(arguments: [
    (#""price":13"#, "12.5 11.75"), (#""price":13,"discounted_price":1"#, "12.5 11.75"),
    (#""discounted_price":1"#, "12.5 11.75"), (#""price":13,"discounted_price":0"#, "12.5 -"),
    (#""price":13,"discounted_price":2"#, "12.5 10.5"), (#""price":20,"discounted_price":1"#, "20 19"),
    (#""price":13,"discounted_price":13"#, "12.5 0"), (#""name":"u""#, "12.5 11.75"),
  ])
  func `v2 leaves exact amounts too where whole prices are chosen`(params: String, exact: String)
    async throws
  {
    let store = try await VendorMarket()
    let product = #"{"name":"a","description":"","price":12.5,"discounted_price":0.75,"currency":"USD","#
    #expect(try await store.add(product + #""secret":"SECRET"}"#).status == 201)
    #expect(
      try await store.send(.patch, "/api/products/1", "{\(params),\"secret\":\"SECRET\"}").status == 200)
    #expect(try await prices(store, Self.fromMarket) == [exact])
  }

  // MARK: Images

  @Test func `an item without images has the placeholder in v1, and none for market`() async throws {
    let store = try await VendorMarket()
    try await add("5", to: store)
    for target in ["/items/1", "/item/1"] {
      let placeholder = #"["http://m.example/images/0.png"]"#
      let shown = try await get(target, store).shown
      #expect(shown.contains(#""thumbnails":\#(placeholder)"#))
      #expect(shown.contains(#""images":\#(placeholder)"#) == (target == "/item/1"))
      #expect(try await get(target, store, Self.fromMarket).shown.contains(#""thumbnails":[]"#))
    }
    #expect(try await get("/images/0.png", store).status == 200)
  }

  // MARK: Caches

  @Test func `responses of v1 vary by the client, and their entity tags differ`() async throws {
    let store = try await VendorMarket()
    try await add("12.5", to: store)
    for target in ["/items/1", "/item/1"] {
      let (rounded, exact) = (try await get(target, store), try await get(target, store, Self.fromMarket))
      #expect(rounded.headers.values(for: .vary) == ["Market-Client"])
      #expect(exact.headers.values(for: .vary) == ["Market-Client"])
      let (tag, exactTag) = (try #require(rounded.headers[.eTag]), try #require(exact.headers[.eTag]))
      #expect(tag != exactTag)
      var headers: HTTPHeaders = [.ifNoneMatch: tag]
      #expect(try await get(target, store, headers).status == 304)
      headers["Market-Client"] = "1"
      #expect(try await get(target, store, headers).body == exact.body)
      headers[.ifNoneMatch] = exactTag
      #expect(try await get(target, store, headers).status == 304)
    }
    for target in ["/api/products", "/api/products/1", "/best/last", "/item/7", "/images/0.png"] {
      #expect(try await get(target, store).headers[.vary] == nil, "\(target)")
    }
  }

  @Test func `a cache of the client stores what market gets`() async throws {
    let store = try await VendorMarket()
    try await add("12.5", to: store)
    let folder = try TemporaryFolder()
    let cache = DiskCache(folder: folder.path("cache"))
    let statuses = Locked<[Int]>([])
    let session = CachingSession(
      MockSession { request in
        let response = try await store.market.response(to: request)
        statuses.withLock { $0.append(response.status) }
        return response
      }, cache: cache)
    let server = try #require(URL(string: "http://shop.example"))
    for _ in 1...2 {
      let item = try await NetworkManager(session: session, server: server).item(id: 1)
      #expect("\(item.price.amount)" == "12.5")
    }
    #expect(statuses.value == [200, 304])
  }

  // MARK: Dates

  @Test(
    arguments: [
      ("Asia/Seoul", "2021-01-25"), ("UTC", "2021-01-24"), ("America/New_York", "2021-01-24"),
      ("Pacific/Kiritimati", "2021-01-25"),
    ], ProductContract.allCases)
  func `v2 has the day of the market's zone, at midnight`(
    zone: (name: String, day: String), contract: ProductContract
  ) async throws {
    let store = try await VendorMarket(contract) { $0.timeZone = TimeZone(identifier: zone.name) }
    _ = try await store.add(VendorMarket.params())
    let date = zone.day + (contract == .v2a ? "T00:00:00.00" : "T00:00:00")
    for (target, count) in [("/api/products", 2), ("/api/products/1", 5)] {
      let dates = try await get(target, store).shown.matches(of: /"(created|issued)_at":"([^"]*)"/)
      #expect(dates.map { String($0.2) } == Array(repeating: date, count: count))
    }
  }

  @Test func `a change of the zone shows in the next list`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params())
    #expect(try await get("/api/products", store).shown.contains("2021-01-24T00:00:00"))
    let zone = try #require(TimeZone(identifier: "Asia/Seoul"))
    _ = try await store.operation.change(SettingsChange(timeZone: zone))
    #expect(try await get("/api/products", store).shown.contains("2021-01-25T00:00:00"))
    #expect(try await get("/api/products/1", store).shown.contains("2021-01-25T00:00:00"))
  }
}
