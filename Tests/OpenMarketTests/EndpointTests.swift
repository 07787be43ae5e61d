import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

@Suite struct EndpointTests {
  private static let png = ItemImage(filename: "macbook.png", content: .bytes(Data("\u{89}PNG".utf8)))
  private static let draft = ItemDraft(title: "MacBook", price: Price(12.5, .usDollar))

  private static let endpoints: [Endpoint] =
    PageQuery.Sort.allCases.flatMap { sort in
      [1, 20, 500].map { .page(PageQuery(Int.max, size: $0, sort: sort)) }
    } + [
      .page(PageQuery()), .page(PageQuery(search: "맥북 +&=#%\"/?\u{1F4BB}")), .page(PageQuery(search: "")),
      .item(id: 1), .item(id: Int.max),
      .add(draft, images: [png], password: "p"),
      .add(draft, images: [], password: "p"),
      .add(draft, images: Array(repeating: png, count: 5), password: "p"),
      .edit(id: 7, ItemPatch(), password: "p"),
      .edit(id: 7, ItemPatch(title: ""), password: "p"),
      .edit(id: 7, ItemPatch(description: ""), password: "p"),
      .edit(id: 7, ItemPatch(amount: 0.05), password: "p"),
      .edit(id: 7, ItemPatch(currency: Currency("KRW")), password: "p"),
      .edit(id: 7, ItemPatch(stock: 0), password: "p"),
      .edit(id: 7, ItemPatch(discount: .to(9)), password: "p"),
      .edit(id: 7, ItemPatch(discount: ItemPatch.Discount.none), password: "p"),
      .edit(id: 7, ItemPatch(images: [png]), password: "p"),
      .edit(id: 7, ItemPatch(images: []), password: "p"),
      .delete(id: 7, password: "p\"\\\u{1F512}"),
      .delete(id: 7, password: "p", namesID: true),
      .image(StoredImage(id: 12, format: .png)), .image(StoredImage(id: 12, format: .jpeg)),
    ]

  @Test func `each endpoint is parsed from its own request`() throws {
    for endpoint in Self.endpoints {
      #expect(try Endpoint(endpoint.request(boundary: "cut")) == endpoint)
    }
  }

  @Test func `query items are sorted, so that one page has one cache entry`() throws {
    for size in [20, 5] {
      for sort in PageQuery.Sort.allCases {
        for search in [nil, "&a=1"] {
          let endpoint = Endpoint.page(PageQuery(1, size: size, sort: sort, search: search))
          let names = try endpoint.request(boundary: "").queryItems.map(\.name)
          #expect(names == names.sorted())
          #expect(names.count == [size != 20, sort != .best, search != nil].count { $0 })
        }
      }
    }
  }

  @Test func `hostile text survives encoding and parsing, except trailing white space`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let pieces = [
      "\r\n--cut--\r\n", "\r\n", "\"", "\\", "%22", "%", "; filename=\"x\"", "\u{FEFF}", "\u{202E}", "\0",
      "\u{1B}[2J",
      "맥북", "e\u{301}", "👩‍👩‍👧", "\t", " ", "Content-Length: 0\r\n\r\n", "--", "🇰🇷", "\u{85}", "\u{2028}", "a",
    ]
    func text() -> String {
      (0..<Int.random(in: 0...6, using: &chance)).compactMap { _ in pieces.randomElement(using: &chance) }
        .joined()
    }
    func decimal() throws -> Decimal {
      let digits = Int.random(in: 0...Int.max, using: &chance)
      return try #require(Decimal(exactly: "\(digits).\(digits % 10_000)"))
    }
    for _ in 0..<300 {
      let written = ItemDraft(
        title: text(), description: text(), price: Price(try decimal(), .usDollar),
        discountedPrice: Bool.random(using: &chance) ? try decimal() : nil,
        stock: .random(in: Int.min...Int.max, using: &chance),
        sku: Bool.random(using: &chance) ? text() : nil,
        tags: (0..<Int.random(in: 0...3, using: &chance)).map { _ in text() },
        note: Bool.random(using: &chance) ? text() : nil)
      var read = written
      func given(_ text: String?) -> String? {
        text.map(Self.trimmed).flatMap { $0.isEmpty ? nil : $0 }
      }
      (read.sku, read.note) = (given(written.sku), given(written.note))
      read.title = Self.trimmed(written.title)
      read.description = Self.trimmed(written.description)
      let password = text()
      let request = try Endpoint.add(written, images: [Self.png], password: password)
        .request(boundary: MultipartForm.randomBoundary())
      #expect(
        try Endpoint(request) == .add(read, images: [Self.png], password: Self.trimmed(password)),
        "seed \(seed)")
      let patch = ItemPatch(sku: text(), tags: written.tags, note: text())
      var readPatch = patch
      readPatch.details.sku = patch.details.sku.map(Self.trimmed)
      readPatch.details.note = patch.details.note.map(Self.trimmed)
      #expect(
        try Endpoint(
          Endpoint.edit(id: 1, patch, password: "p").request(boundary: MultipartForm.randomBoundary()))
          == .edit(id: 1, readPatch, password: "p"), "seed \(seed)")
      #expect(
        try Endpoint(Endpoint.delete(id: 1, password: password).request(boundary: ""))
          == .delete(id: 1, password: Self.trimmed(password)), "seed \(seed)")
    }
  }

  private static func trimmed(_ text: String) -> String {
    String(
      decoding: text.utf8.reversed().drop { [9, 10, 11, 12, 13, 32].contains($0) }.reversed(), as: UTF8.self)
  }

  @Test func `paths may have extra slashes and percent encoding`() throws {
    let cases: [(String, Endpoint)] = [
      ("/items/2/", .page(PageQuery(2))),
      ("//items//2", .page(PageQuery(2))),
      ("/items/%32", .page(PageQuery(2))),
      ("/items/2?", .page(PageQuery(2))),
      ("/items/2?color=x&per%5Fpage=5&sort=%2Dprice&", .page(PageQuery(2, size: 5, sort: .priceDescending))),
      ("/items/2?per_page=1", .page(PageQuery(2, size: 1))),
      ("/items/2?per_page=500", .page(PageQuery(2, size: 500))),
      ("/item/3/", .item(id: 3)),
      ("/item/3?", .item(id: 3)),
      ("/images/12.jpg", .image(StoredImage(id: 12, format: .jpeg))),
      (
        "/images/12-0123456789abcdef0123456789abcdef.jpg",
        .image(StoredImage(id: 12, format: .jpeg, digest: "0123456789abcdef0123456789abcdef"))
      ),
    ]
    for (target, endpoint) in cases {
      #expect(try Endpoint(HTTPRequest(.get, target: target)) == endpoint)
    }
    var request = try Endpoint.add(Self.draft, images: [], password: "p").request(boundary: "cut")
    request.target = "/item/"
    #expect(try Endpoint(request) == .add(Self.draft, images: [], password: "p"))
  }

  @Test(arguments: [
    "/", "", "/items", "/item/x", "/item/0", "/item/-1", "/item/9223372036854775808", "/item/1/2",
    "/item/%FF",
    "/item/%", "/ITEM/1", "/images", "/images/1", "/images/1.gif", "/images/01.png", "/images/1.PNG",
    "/images/1-.png", "/images/1-0123456789abcdef.png", "/images/1-0123456789ABCDEF0123456789ABCDEF.png",
    "/images/1-0123456789abcdef0123456789abcdef-0123456789abcdef0123456789abcdef.png",
    "/images/+1.png", "/images/..%2Fmarket.sqlite", "/images/1.png/x", "/api/products", "/item/1%2F2",
  ])
  func `a path outside the API is not found`(target: String) throws {
    #expect(throws: APIError.notFound) { try Endpoint(HTTPRequest(.get, target: target)) }
  }

  @Test(arguments: [
    ("/items/0", "page", "The page '0' is not a whole number from 1"),
    ("/items/-1", "page", "The page '-1' is not a whole number from 1"),
    ("/items/x", "page", "The page 'x' is not a whole number from 1"),
    ("/items/9223372036854775808", "page", "The page '9223372036854775808' is not a whole number from 1"),
    ("/items/1?per_page=0", "per_page", "per_page '0' is not a whole number from 1 to 500"),
    ("/items/1?per_page=501", "per_page", "per_page '501' is not a whole number from 1 to 500"),
    ("/items/1?per_page=", "per_page", "per_page '' is not a whole number from 1 to 500"),
    ("/items/1?per_page", "per_page", "per_page '' is not a whole number from 1 to 500"),
    (
      "/items/1?sort=age", "sort",
      "sort 'age' is none of best, oldest, newest, price, -price, title, -title, stock, -stock, rating, -rating"
    ),
  ])
  func `a page number, size or order that is not allowed is named in the error`(
    target: String, field: String, reason: String
  ) {
    #expect(throws: APIError.malformed(reason, field: field)) {
      try Endpoint(HTTPRequest(.get, target: target))
    }
  }

  @Test(arguments: [
    ("POST", "/items/1", "GET"), ("DELETE", "/items/1", "GET"), ("GET", "/item", "POST"),
    ("PATCH", "/item/", "POST"), ("POST", "/item/1", "GET, PATCH, DELETE"),
    ("PUT", "/item/1", "GET, PATCH, DELETE"),
    ("get", "/item/1", "GET, PATCH, DELETE"), ("DELETE", "/images/1.png", "GET"),
  ])
  func `an unsupported method gets 405 and the allowed methods`(
    method: String, target: String, allowed: String
  ) throws {
    let error = #expect(throws: APIError.self) {
      try Endpoint(HTTPRequest(HTTPMethod(rawValue: method), target: target))
    }
    let response = try #require(error).response(in: .items)
    #expect(response.status == 405)
    #expect(response.headers["Allow"] == allowed)
    let reason = "This path does not take \(method)"
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == #"{"code":"method_not_allowed","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
  }

  @Test func `the body of a delete may name the id, as the oldest clients send it`() throws {
    let body = HTTPBody(Data(#"{"id":7,"password":"p"}"#.utf8))
    #expect(
      try Endpoint(HTTPRequest(.delete, target: "/item/7", body: body))
        == .delete(id: 7, password: "p", namesID: true))
  }

  @Test(arguments: [
    "", "null", "[]", "{}", "\"p\"", "{\"password\":null}", "{\"password\":1}", "{\"password\":\"p\"",
    "{\"password\":\"\u{D}", "password=p", "{\"password\":\"\\ud800\"}", "{\"id\":\"7\",\"password\":\"p\"}",
    String(repeating: "[", count: 100_000),
  ])
  func `a delete without a password as a string is malformed`(body: String) {
    let request = HTTPRequest(.delete, target: "/item/7", body: HTTPBody(Data(body.utf8)))
    #expect(
      throws: APIError.malformed("The body is not a JSON object with a key 'password' that is a string")
    ) { try Endpoint(request) }
  }

  @Test func `a body that is not a form is malformed, with the reason`() {
    var request = HTTPRequest(.post, target: "/item", body: HTTPBody(Data("{}".utf8)))
    request.headers["Content-Type"] = "application/json"
    #expect(throws: APIError.malformed("the Content-Type is not multipart/form-data")) {
      try Endpoint(request)
    }
    request.headers["Content-Type"] = "multipart/form-data; boundary=cut"
    #expect(
      throws: APIError.malformed("the body does not contain the boundary of the Content-Type")
    ) {
      try Endpoint(request)
    }
  }
}
