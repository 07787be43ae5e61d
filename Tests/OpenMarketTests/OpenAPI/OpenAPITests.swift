import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// The server's responses and `.github/openapi.json` say the same.
@Suite(.serialized) struct OpenAPITests {
  /// A served market whose exchanges are compared with the document.
  private struct Market {
    let market: any Session
    let contract: Locked<OpenAPIDocument>

    @discardableResult
    func send(
      _ method: HTTPMethod, _ target: String, _ body: String? = nil, _ headers: HTTPHeaders = [:]
    ) async throws -> HTTPResponse {
      var request = HTTPRequest(method, target: target, headers: headers)
      if let body {
        request.headers[.contentType] = "application/json"
        request.body = HTTPBody(Data(body.utf8))
      }
      let (sent, response) = (request, try await market.response(to: request))
      try contract.withLock { try $0.check(sent, response) }
      return response
    }

    func get(_ target: String, password: String? = nil, tag: String? = nil) async throws -> HTTPResponse {
      var headers = HTTPHeaders()
      if let password { headers[.authorization] = BasicCredentials(password: password).text }
      if let tag { headers[.ifNoneMatch] = tag }
      return try await send(.get, target, nil, headers)
    }

    /// Gets a response, and once more with its entity tag.
    func getTwice(_ target: String, password: String? = nil) async throws {
      let response = try await get(target, password: password)
      let tag = try #require(response.headers[.eTag], "\(target)")
      #expect(try await get(target, password: password, tag: tag).status == 304)
    }

    /// Sends a form to `/items`.
    func send(
      _ form: MultipartForm, _ headers: HTTPHeaders = [:], _ method: HTTPMethod = .post,
      to target: String = "/items"
    ) async throws -> HTTPResponse {
      let (type, body) = form.encoded(boundary: "cut")
      var request = HTTPRequest(method, target: target, headers: headers, body: body)
      request.headers[.contentType] = type
      let (sent, response) = (request, try await market.response(to: request))
      try contract.withLock { try $0.check(sent, response) }
      return response
    }

    /// Arranges the images of an item, with as many new ones as there are nulls in the order.
    func arrange(_ order: String, item: Int, _ headers: HTTPHeaders) async throws -> Int {
      let image = try MockData.bytes("macbook.png")
      let parts = order.matches(of: /null/).map { _ in
        MultipartForm.Part(name: "images[]", filename: "a.png", content: .bytes(image))
      }
      let form = MultipartForm(parts: [.init(name: "order", text: order)] + parts)
      return try await send(form, headers, .patch, to: "/item/\(item)/images").status
    }

    func move(_ body: String, item: Int = 1, _ headers: HTTPHeaders = [:]) async throws -> Int {
      try await send(.post, "/item/\(item)/movements", Self.withPassword(body), headers).status
    }

    static func withPassword(_ body: String) -> String { "{\(body),\"password\":\"p\"}" }

    func review(_ body: String, item: Int = 1, _ headers: HTTPHeaders = [:]) async throws -> HTTPResponse {
      try await send(.post, "/item/\(item)/reviews", "{\(body),\"password\":\"r\"}", headers)
    }
  }

  private static let dollar = Currency.usDollar
  private static let items = [
    ItemDraft(title: "a", price: Price(5, dollar), discountedPrice: 4, stock: 50),
    ItemDraft(title: "b", price: Price(7, dollar), stock: 50),
    ItemDraft(title: "c", price: Price(9, dollar), stock: 50),
    ItemDraft(title: "d", price: Price(1, dollar), stock: 50),
    ItemDraft(title: "e", price: Price(1, dollar), stock: 50),
    ItemDraft(title: "f", price: Price(ItemLimits.price, dollar), stock: ItemLimits.stock),
  ]

  private static func store(
    adjusting adjust: (inout LocalMarket.Options) -> Void = { _ in }
  ) async throws -> VendorMarket {
    let store = try await VendorMarket {
      $0.timeZone = .gmt
      adjust(&$0)
    }
    let manager = NetworkManager(session: store.market)
    for draft in items { _ = try await manager.add(draft, images: [], password: "p") }
    return store
  }

  @Test func `every response is documented, and everything that is documented is reached`() async throws {
    let contract = Locked(try OpenAPIDocument.read())
    let store = try await Self.store()
    let market = Market(market: store.market, contract: contract)
    try await recordMovements(market, store)
    store.wait(seconds: 300)
    try await refuseMovements(market)
    store.wait(seconds: 300)
    try await report(market, store)
    try await review(market)
    try await batch(market, store)
    try await trash(market, store)
    try await undo(market, store)
    try await walk(market, store)
    try await forbid(store, contract)
    try await limit(contract)
    try await returnMany(contract)
    try await fail(contract)
    try await operate(contract)
    let document = contract.value
    #expect(document.defects == [])
    #expect(document.reachable.subtracting(document.reached).sorted() == [])
    #expect(document.unseen == [])
  }

  /// Reads the full market at random: each path with any of its parameters, some of them wrong.
  private func walk(_ market: Market, _ store: VendorMarket) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let full =
      #"{"action":"add","title":"full","price":5,"currency":"USD","sku":"F","tags":["x"],"reorder_at":1}"#
    #expect(try await market.send(try Self.form([full])).status == 200)
    #expect(try await market.get("/items/1?tag=x").status == 200)
    let document = market.contract.value
    let paths = document.methods.filter { $0.value.contains("GET") }.keys.sorted()
    let credentials = [
      BasicCredentials(password: "p"), BasicCredentials(password: "x"),
      BasicCredentials(user: store.vendor.identifier, password: store.vendor.secret),
    ].map(\.text)
    for _ in 1...600 {
      let path = paths.randomElement(using: &chance) ?? ""
      let operation = try #require(document.tree["paths"]?[path]?["get"])
      var (target, items, headers) = (path, [String](), HTTPHeaders())
      for parameter in document.parameters(of: operation) {
        let name = parameter["name"]?.string ?? ""
        let choices = parameter["schema"]?["enum"]?.array.compactMap(\.string) ?? []
        let value = (choices + Self.values).randomElement(using: &chance) ?? ""
        switch parameter["in"]?.string {
        // Without a component it would be another path.
        case "path": target = target.replacing("{\(name)}", with: value.isEmpty ? "1" : value.percentEncoded)
        case "query" where Int.random(in: 0...3, using: &chance) == 0:
          items.append("\(name)=\(value.percentEncoded)")
        case "header" where Bool.random(using: &chance):
          headers[HTTPField.Name(name)] = parameter["schema"]?["const"]?.string ?? value
        default: continue
        }
      }
      if operation["security"] != nil { headers[.authorization] = credentials.randomElement(using: &chance) }
      let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
      _ = try await market.send(.get, target + query, nil, headers)
      store.wait(seconds: 60)
    }
    #expect(market.contract.value.defects == [], "seed \(seed)")
  }

  private static let values = [
    "1", "2", "3", "7", "8", "12", "99", "0", "-1", "1.5", "9223372036854775807", "9223372036854775808", "p",
    "x", "o",
    "a|b", "S", "USD", "usd", "today", "last", "3d", "2021-01-23", "2021-02-30", "01-22", "%", "\u{1F600}",
    "market",
    "ABCDEFGHIJKLMNO2", "day", "week", "application/json", "text/plain", "",
  ]

  private func recordMovements(_ market: Market, _ store: VendorMarket) async throws {
    #expect(try await market.move(#""kind":"received","quantity":9,"cost":3.5,"note":"n""#) == 201)
    let sale = #""kind":"sold","quantity":2,"price":4.5,"reference":"o","at":"2020-01-01T10:00""#
    #expect(try await market.move(sale) == 201)
    #expect(try await market.move(sale) == 200)
    let back = #""kind":"returned","reference":"o","resellable":false"#
    for status in [201, 200] { #expect(try await market.move(back, [.idempotencyKey: "k"]) == status) }
    #expect(try await market.move(#""kind":"sold""#, [.idempotencyKey: "k"]) == 422)
    for reason in RemovalReason.given {
      #expect(try await market.move("\"kind\":\"removed\",\"reason\":\"\(reason.rawValue)\"") == 201)
    }
    #expect(try await market.move(#""kind":"correction","quantity":-3"#) == 201)
    #expect(try await market.move(#""kind":"correction","entry":8,"quantity":0"#) == 409)
    #expect(try await market.move(#""kind":"correction","entry":8,"price":4"#) == 201)
    let manager = NetworkManager(session: store.market)
    _ = try await manager.edit(
      id: 1, ItemPatch(title: "A", discount: .to(3), stock: 60), password: "p")
    let earlier = #""kind":"sold","at":"2021-01-24T12:00:00Z""#
    #expect(try await market.move(earlier) == 409)
    #expect(try await market.move(earlier + #","already_counted":true"#) == 201)
    #expect(try await market.move(#""kind":"sold","already_counted":true"#) == 409)
    let reasons = RemovalReason.given
    for (reason, other) in zip(reasons, reasons.dropFirst() + reasons.prefix(1)) {
      for (given, status) in [(reason, 201), (other, 409)] {
        let removed =
          "\"kind\":\"removed\",\"reference\":\"\(reason.rawValue)\",\"reason\":\"\(given.rawValue)\""
        #expect(try await market.move(removed) == status)
      }
    }
    func several(_ body: String, _ headers: HTTPHeaders = [:]) async throws -> Int {
      try await market.send(.post, "/movements", "{\"movements\":[\(body)]}", headers).status
    }
    let two =
      #"{"item":2,"kind":"sold","password":"p"},{"item":3,"kind":"sold","quantity":2,"password":"p"}"#
    for status in [201, 200] { #expect(try await several(two, [.idempotencyKey: "two"]) == status) }
    #expect(try await several(#"{"item":2,"kind":"sold","password":"p"}"#, [.idempotencyKey: "two"]) == 422)
    #expect(try await several("") == 400)
    #expect(try await several(#"{"item":2,"kind":"sold","password":"x"}"#) == 404)
    #expect(try await several(#"{"item":99,"kind":"sold","password":"p"}"#) == 404)
    #expect(try await several(#"{"item":2,"kind":"sold","quantity":999,"password":"p"}"#) == 409)
    try await market.getTwice("/item/1/movements?per_page=50", password: "p")
    _ = try await market.get("/item/1/movements?page=2&per_page=3", password: "p")
    _ = try await market.get("/items/1?q=a&per_page=3")
    for list in ["/items/1", "/items/totals"] {
      _ = try await market.get(
        list
          + "?in-stock=1&below=9&currency=USD&min=0&max=99.5&tag=a&since=today&vendor=market&without-image=1")
      _ = try await market.get(list + "?sold-out=1&discounted=1&sold-since=yesterday&unsold-for=3d&low=1")
      #expect(try await market.get(list + "?off-sale=1").status == 400)
    }
    _ = try await market.get("/items/totals?q=a")
    #expect(try await market.get("/items/totals").status == 200)
    #expect(try await market.get("/items/totals?below=x").status == 400)
    for (target, password) in [
      ("/item/1/movements", nil), ("/item/1/movements?page=0", "p"), ("/item/1/movements", "x"),
      ("/item/x/movements", "p"),
    ] {
      #expect(try await market.get(target, password: password).status >= 400)
    }
    for (query, status) in [
      ("item=1&reference=o", 200), ("item=1&receipt=ABCDEFGHIJKLMNO2", 200), ("item=1&receipt=x", 400),
      ("reference=o", 400), ("item=1", 400), ("item=99&reference=o", 404),
    ] {
      #expect(try await market.get("/movements?\(query)", password: "p").status == status, "\(query)")
    }
    #expect(try await market.get("/movements?item=1&reference=o", password: "x").status == 404)
    #expect(try await market.get("/movement/8", password: "p").status == 200)
    #expect(try await market.get("/movement/999").status == 404)
  }

  private func refuseMovements(_ market: Market) async throws {
    for (body, status) in [
      (#""kind":"sold","quantity":0"#, 400), (#""kind":"sold","quanity":3"#, 400),
      (#""kind":"sold","quantity":"2""#, 400),
      (#""kind":"sold","at":"2030-01-01""#, 400), (#""kind":"sold","quantity":999"#, 409),
      (#""kind":"sold","quantity":1,"reference":"o""#, 409), (#""kind":"returned","quantity":99"#, 409),
      (#""kind":"returned","reference":"none""#, 409),
      (#""kind":"correction","entry":1,"price":1"#, 409), (#""kind":"correction","entry":8,"price":1"#, 409),
      (#""kind":"correction","entry":999,"price":1"#, 404),
    ] {
      #expect(try await market.move(body) == status, "\(body)")
    }
    #expect(try await market.move(#""kind":"received""#, item: 6) == 409)
    #expect(try await market.move(#""kind":"sold","quantity":1000000000000"#, item: 6) == 409)
    #expect(try await market.move(#""kind":"sold""#, item: 99) == 404)
    #expect(
      try await market.send(.post, "/item/1/movements", #"{"kind":"sold","password":"x"}"#).status == 404)
  }

  private func report(_ market: Market, _ store: VendorMarket) async throws {
    for (day, item, pieces) in [
      (20, 1, 1), (22, 2, 5), (22, 3, 4), (22, 4, 3), (23, 3, 6), (23, 2, 5), (23, 4, 4), (23, 5, 2),
      (23, 1, 1),
    ] {
      let body = "\"kind\":\"sold\",\"quantity\":\(pieces),\"at\":\"2021-01-\(day)\",\"already_counted\":true"
      #expect(try await market.move(body, item: item) == 201)
    }
    _ = try await NetworkManager(session: store.market).delete(id: 5, password: "p")
    for query in [
      "", "?by=item", "?by=currency", "?from=2021-01-22&to=2021-01-23&per_page=1&by=item",
      "?by=tag&from=01-22&to=today", "?date=last&period=week",
    ] {
      try await market.getTwice("/sales\(query)")
    }
    try await market.getTwice("/sales?after=d.0.USD&by=currency")
    let (vendor, secret) = (store.vendor.identifier, store.vendor.secret)
    for (secret, status) in [(secret, 200), ("x", 401)] {
      let credentials = BasicCredentials(user: vendor, password: secret).text
      #expect(try await market.send(.get, "/sales", nil, [.authorization: credentials]).status == status)
    }
    #expect(try await market.get("/sales?by=week").status == 400)
    #expect(try await market.get("/sales?margin=1").status == 403)
    for target in [
      "/best/2021-01-23", "/best/last", "/best/2021-01-10", "/best/2021-01-23?period=week",
      "/best/2021-01-01?by=revenue&period=month&currency=USD&limit=2",
    ] {
      try await market.getTwice(target)
    }
    for target in ["/best/x", "/best/2022-01-01", "/best/last?limit=0"] {
      #expect(try await market.get(target).status == 400)
    }
  }

  private func review(_ market: Market) async throws {
    let sold = try await market.send(.post, "/item/2/movements", #"{"kind":"sold","password":"p"}"#)
    let receipt = try #require(try JSON.decode(RecordedBody.self, from: sold.body).movements.first?.receipt)
    let words = "\"stars\":4,\"text\":\"t\",\"author\":\"a\",\"receipt\":\"\(receipt.text)\""
    for status in [201, 200] { #expect(try await market.review(words, item: 2).status == status) }
    let key: HTTPHeaders = [.idempotencyKey: "k"]
    for status in [201, 200] {
      #expect(try await market.review(#""stars":1"#, item: 2, key).status == status)
    }
    #expect(try await market.review(#""stars":2"#, item: 2, key).status == 422)
    for (body, item, status) in [
      (#""stars":9"#, 2, 400), (#""stars":"4""#, 2, 400), (#""stars":4"#, 99, 404),
    ] {
      #expect(try await market.review(body, item: item).status == status)
    }
    for (body, id, status) in [
      (#"{"answer":"a","password":"p"}"#, 1, 200), (#"{"folded":true,"password":"p"}"#, 1, 200),
      (#"{"answer":"b","password":"p"}"#, 1, 409), (#"{"password":"p"}"#, 1, 400),
      (#"{"folded":true,"password":"x"}"#, 1, 404), (#"{"folded":true,"password":"p"}"#, 99, 404),
    ] {
      #expect(try await market.send(.patch, "/review/\(id)", body).status == status)
    }
    for (id, status) in [(1, 200), (99, 404)] {
      #expect(try await market.get("/review/\(id)").status == status)
    }
    try await market.getTwice("/item/2/reviews")
    try await market.getTwice("/item/2/reviews?sort=lowest&page=1&per_page=1")
    #expect(try await market.get("/item/2/reviews?sort=best").status == 400)
    #expect(try await market.get("/item/99/reviews").status == 404)
    try await market.getTwice("/items/1?sort=rating")
    #expect(try await market.get("/items/1?sort=stars").status == 400)
    #expect(try await market.get("/items/0").status == 400)
    try await market.getTwice("/item/2")
    try await market.getTwice("/item/1")
    for target in ["/items/1", "/item/1"] {
      #expect(try await market.send(.get, target, nil, [.marketClient: "1"]).status == 200)
    }
    #expect(try await market.get("/item/99").status == 404)
    for (body, id, status) in [
      ("[]", 2, 400), (#"{"password":"x"}"#, 2, 404), (#"{"password":"r"}"#, 2, 200),
    ] {
      #expect(try await market.send(.delete, "/review/\(id)", body).status == status)
    }
    #expect(try await market.review(#""stars":1"#, item: 2, key).status == 410)
  }

  /// A form of items, each with the images that follow it, as `market import` sends it.
  private static func form(
    _ items: [String], password: String? = "p", secret: String? = nil, image: String? = nil,
    atomic: Bool = false
  ) throws -> MultipartForm {
    var parts: [MultipartForm.Part] = []
    if let password { parts.append(.init(name: "password", text: password)) }
    if let secret { parts.append(.init(name: "secret", text: secret)) }
    if atomic { parts.append(.init(name: "atomic", text: "true")) }
    parts += items.map { .init(name: "item", text: $0) }
    if let image {
      parts.append(
        .init(name: "images[]", filename: image, content: .bytes(try MockData.bytes(image))))
    }
    return MultipartForm(parts: parts)
  }

  private func batch(_ market: Market, _ store: VendorMarket) async throws {
    let new =
      #"{"action":"add","key":"k1","sku":"S","reference":"R","title":"t","description":"d","price":5.5,"#
      + #""currency":"USD","discounted_price":4,"stock":3,"tags":["x"],"note":"n","registration_date":1.5}"#
    let answer = try await market.send(try Self.form([new], image: "macbook.png"), [.importRun: "run"])
    let result = try JSONReader.value(of: answer.body, BatchResultBody.init)
    let (id, version) = (try #require(result.id), try #require(result.version))
    #expect(answer.status == 200)
    let other =
      #"{"action":"add","key":"k2","title":"u","price":5,"currency":"USD","reorder_at":1,"off_sale":true}"#
    let scanned =
      #"{"action":"add","key":"k3","title":"v","price":5,"currency":"USD","barcodes":["96385074"]}"#
    let coded = try await market.send(try Self.form([scanned]))
    let codedID = try #require(try JSONReader.value(of: coded.body, BatchResultBody.init).id)
    for path in ["/item/\(codedID)", "/items/1?q=96385074"] {
      #expect(try await market.get(path).status == 200)
    }
    let hidden = try await market.send(try Self.form([other]))
    let offSale = try #require(try JSONReader.value(of: hidden.body, BatchResultBody.init).id)
    #expect(try await market.get("/item/\(offSale)").status == 200)
    let lines = [
      new, other, scanned.replacing("k3", with: "k4"), #"{"action":"update","sku":"S","stock":3}"#,
      #"{"action":"update","id":\#(id),"stock":2}"#,
      #"{"action":"update","id":\#(id),"version":"0","clear":["discounted_price","description","tags"]}"#,
      #"{"action":"update","id":1,"sku":"S"}"#, #"{"action":"update","id":1,"reference":"R"}"#,
      #"{"action":"update","id":1,"title":""}"#, #"{"action":"delete","id":999}"#,
    ]
    #expect(try await market.send(try Self.form(lines)).status == 200)
    let wrong = #"{"action":"update","id":\#(id),"title":"w"}"#
    #expect(try await market.send(try Self.form([wrong], password: "x")).status == 200)
    for item in [wrong.replacing("}", with: #","version":"0"}"#), #"{"action":"delete","id":999}"#] {
      #expect(try await market.send(try Self.form([item], atomic: true)).status == 409)
    }
    let late = #"{"action":"update","id":\#(id),"version":"\#(version)","stock":7}"#
    #expect(try await market.send(try Self.form([late])).status == 200)
    #expect(try await market.send(try Self.form([late], atomic: true)).status == 409)
    for (items, password) in [
      ([], "p"), (["{"], "p"), ([other], nil), (["{}"], "p"), ([#"{"note ":"n"}"#], "p"),
    ] {
      #expect(try await market.send(try Self.form(items, password: password)).status == 400)
    }
    for query in [
      #"{"skus":["S"],"password":"p"}"#, "{}", #"{"search":"t","after":1,"limit":2}"#, #"{"ids":[1]}"#,
      #"{"references":["R"],"password":"p"}"#, #"{"keys":["k2"],"password":"p"}"#,
      #"{"own":true,"password":"p"}"#,
    ] {
      #expect(try await market.send(.post, "/items/export", query).status == 200)
    }
    for query in ["[]", #"{"limit":0}"#, #"{"ids":[1],"skus":["S"]}"#] {
      #expect(try await market.send(.post, "/items/export", query).status == 400)
    }
    let (vendor, secret) = (store.vendor.identifier, store.vendor.secret)
    for (secret, status) in [(secret, 200), ("x", 401)] {
      store.wait(seconds: 300)
      let form = try Self.form([other], password: nil, secret: secret)
      #expect(try await market.send(form, [.identifier: vendor]).status == status)
      let query = "{\"secret\":\"\(secret)\"}"
      #expect(try await market.send(.post, "/items/export", query, [.identifier: vendor]).status == status)
    }
    store.wait(seconds: 300)
    let gone = #"{"action":"delete","id":\#(id)}"#
    #expect(try await market.send(try Self.form([gone])).status == 200)
  }

  private func trash(_ market: Market, _ store: VendorMarket) async throws {
    store.wait(seconds: 3_600)
    let manager = NetworkManager(session: store.market)
    let draft = ItemDraft(title: "t", price: Price(1, Self.dollar), sku: "TAKEN", tags: ["x"])
    let own = try await manager.add(draft, images: [], password: "p").id
    let other = try await manager.add(
      ItemDraft(title: "u", price: Price(1, Self.dollar)), images: [], password: "p"
    ).id
    for id in [own, other] { try await manager.delete(id: id, password: "p") }
    let newer = try await manager.add(draft, images: [], password: "p").id
    var scanned = ItemDraft(title: "c", price: Price(1, Self.dollar))
    scanned.details.barcodes = ["012345678905"]
    let coded = try await manager.add(scanned, images: [], password: "p").id
    try await manager.delete(id: coded, password: "p")
    _ = try await manager.add(scanned, images: [], password: "p")
    let imported = #"{"action":"add","reference":"SAME","title":"t","price":5,"currency":"USD"}"#
    var ids: [Int] = []
    for _ in 1...2 {
      let answer = try await market.send(try Self.form([imported]))
      ids.append(try #require(try JSONReader.value(of: answer.body, BatchResultBody.init).id))
      if ids.count == 1 { try await manager.delete(id: ids[0], password: "p") }
    }
    let password: HTTPHeaders = [.authorization: BasicCredentials(password: "p").text]
    let vendor = BasicCredentials(user: store.vendor.identifier, password: store.vendor.secret).text
    let wrong = BasicCredentials(user: store.vendor.identifier, password: "x").text
    for (query, fields, status) in [
      ("?per_page=1", password, 200), ("", password, 200), ("?page=0", password, 400), ("", [:], 400),
      ("", [.authorization: vendor], 200), ("", [.authorization: wrong], 401),
    ] as [(String, HTTPHeaders, Int)] {
      #expect(try await market.send(.get, "/trash\(query)", nil, fields).status == status, "\(query)")
    }
    for (id, body, fields, status) in [
      (own, "{}", password, 409), (coded, "{}", password, 409), (ids[0], "{}", password, 409),
      (own, #"{"sku":""}"#, password, 400),
      (own, "{}", [.authorization: vendor], 403), (own, "{}", [.authorization: wrong], 401),
      (newer, "{}", password, 404), (own, #"{"sku":"FREE"}"#, password, 200),
    ] as [(Int, String, HTTPHeaders, Int)] {
      var fields = fields
      fields[.importRun] = "run"
      #expect(try await market.send(.post, "/trash/\(id)", body, fields).status == status, "\(body)")
    }
    for (id, fields, status) in [
      (other, [:], 400), (other, [.authorization: vendor], 403), (other, [.authorization: wrong], 401),
      (own, password, 404), (other, password, 200),
    ] as [(Int, HTTPHeaders, Int)] {
      #expect(try await market.send(.delete, "/trash/\(id)", nil, fields).status == status)
    }
    store.wait(seconds: 3_600)
  }

  private func undo(_ market: Market, _ store: VendorMarket) async throws {
    let manager = NetworkManager(session: store.market)
    let draft = ItemDraft(title: "v", price: Price(1, Self.dollar), stock: 5)
    let image = ItemImage(filename: "a.png", content: .bytes(try MockData.bytes("macbook.png")))
    let id = try await manager.add(draft, images: [image], password: "p").id
    _ = try await manager.edit(id: id, ItemPatch(title: "w", amount: 2, images: [image]), password: "p")
    #expect(try await market.move(#""kind":"sold""#, item: id) == 201)
    let review = try await manager.review(item: id, ReviewDraft(stars: 4), password: "r")
    _ = try await manager.answer(review: review.id, "a", password: "p")
    let password: HTTPHeaders = [.authorization: BasicCredentials(password: "p").text]
    let vendor = BasicCredentials(user: store.vendor.identifier, password: store.vendor.secret).text
    let wrong = BasicCredentials(user: store.vendor.identifier, password: "x").text
    let arranged = try await manager.add(draft, images: [image], password: "p").id
    for (order, item, fields, status) in [
      ("[null,null]", arranged, password, 200), ("[99999]", arranged, password, 409),
      ("{}", arranged, password, 400),
      ("[null,null,null,null,null,null]", arranged, password, 400), ("[null]", arranged, [:], 400),
      ("[null]", 99_999, password, 404), ("[null]", arranged, [.authorization: vendor], 403),
      ("[null]", arranged, [.authorization: wrong], 401),
    ] as [(String, Int, HTTPHeaders, Int)] {
      #expect(try await market.arrange(order, item: item, fields) == status, "\(order)")
    }
    func entries() async throws -> [LogEntry] {
      try await manager.log(ofItem: id, 1, size: 40, password: "p").entries
    }
    let numbers = try await entries().map(\.id)
    #expect(try await entries().map(\.command) == [.review, .review, .sell, .edit, .add])
    for (body, entry, fields, status) in [
      (#"{"plan":true}"#, numbers[0], password, 200), ("{}", numbers[0], password, 200),
      ("{}", numbers[0], password, 409), ("{}", numbers[1], password, 409), ("[]", numbers[2], password, 400),
      ("{}", numbers[2], [:], 400), ("{}", numbers[2], [.authorization: vendor], 404),
      ("{}", numbers[2], [.authorization: wrong], 401), ("{}", 99_999, password, 404),
      ("{}", numbers[3], password, 200), ("{}", numbers[4], password, 409),
      (#"{"force":true}"#, numbers[2], password, 200),
    ] as [(String, Int, HTTPHeaders, Int)] {
      #expect(
        try await market.send(.post, "/undo/\(entry)", body, fields).status == status, "\(entry) \(body)")
    }
    for (target, fields, status) in [
      ("/item/\(id)/log", password, 200), ("/item/\(id)/log?page=2&per_page=1", password, 200),
      ("/item/\(id)/log", [:], 400), ("/item/\(id)/log", [.authorization: vendor], 403),
      ("/item/\(id)/log", [.authorization: wrong], 401), ("/item/99999/log", password, 404),
      ("/log", password, 200), ("/log?page=2&per_page=1", password, 200), ("/log?per_page=41", password, 400),
      ("/log", [:], 400), ("/log", [.authorization: vendor], 200), ("/log", [.authorization: wrong], 401),
    ] as [(String, HTTPHeaders, Int)] {
      #expect(try await market.send(.get, target, nil, fields).status == status, "\(target)")
    }
    let lines = (1...4).map {
      #"{"action":"add","key":"undo \#($0)","title":"x","price":5,"currency":"USD"}"#
    }
    let answer = try await market.send(try Self.form(lines))
    let imported = try answer.body.split(separator: UInt8(ascii: "\n")).map {
      try #require(try JSONReader.value(of: $0, BatchResultBody.init).id)
    }
    #expect(try await market.move(#""kind":"received""#, item: imported[0]) == 201)
    let entry = try #require(
      try await manager.log(ofItem: imported[1], 1, size: 9, password: "p").entries.first?.id)
    #expect(try await manager.log(1, size: 2, password: "p").entries.map(\.count) == [1, 4])
    #expect(try await market.send(.get, "/log", nil, password).status == 200)
    #expect(try await market.send(.post, "/undo/\(entry)", "{}", password).status == 200)
    let file = Store(at: .file(store.market.store.path(TemporaryMarket.filename)), .forCommand)
    _ = try await file.write { try LogRows($0, at: .now).forgetOldest() }
    _ = try await manager.add(draft, images: [], password: "p")
    #expect(try await market.send(.get, "/log", nil, password).status == 200)
    store.wait(seconds: 3_600)
  }

  private static let added = #"{"action":"add","title":"t","price":5,"currency":"USD"}"#

  private static let writes: [(HTTPMethod, String, String)] = [
    (.post, "/item/1/movements", #"{"kind":"sold","password":"p"}"#),
    (.post, "/movements", #"{"movements":[{"item":1,"kind":"sold","password":"p"}]}"#),
    (.post, "/item/1/reviews", #"{"stars":5,"password":"r"}"#),
    (.patch, "/review/1", #"{"folded":true,"password":"p"}"#), (.delete, "/review/1", #"{"password":"r"}"#),
  ]

  private func forbid(_ store: VendorMarket, _ contract: Locked<OpenAPIDocument>) async throws {
    var options = LocalMarket.Options.forTests
    options.isReadOnly = true
    let served = try ServedMarket(
      in: store.market.store, options,
      behind: { CrossOriginSession($0, refusal: LocalMarket.refusal(_:of:)) })
    let market = Market(market: served, contract: contract)
    for (method, target, body) in Self.writes {
      #expect(try await market.send(method, target, body).status == 403)
      #expect(try await market.send(method, target, body, ["Origin": "http://other.example"]).status == 403)
    }
    let foreign: HTTPHeaders = ["Origin": "http://other.example"]
    for method in [HTTPMethod.post, .delete] {
      for fields in [[:], foreign] {
        #expect(try await market.send(method, "/trash/1", nil, fields).status == 403)
        #expect(try await market.send(.post, "/undo/1", nil, fields).status == 403)
        #expect(try await market.arrange("[null]", item: 1, fields) == 403)
      }
    }
    #expect(try await market.send(try Self.form([Self.added])).status == 403)
    #expect(try await market.send(try Self.form([Self.added]), foreign).status == 403)
    #expect(try await market.send(.post, "/items/export", "{}", foreign).status == 403)
    options.sales.isOpen = false
    let closed = Market(market: try ServedMarket(in: store.market.store, options), contract: contract)
    for target in ["/sales", "/best/last?by=revenue"] {
      #expect(try await closed.get(target).status == 403)
    }
    #expect(try await closed.get("/best/2021-01-23").status == 200)
    options.sales.hasRankings = false
    let hidden = Market(market: try ServedMarket(in: store.market.store, options), contract: contract)
    #expect(try await hidden.get("/best/last").status == 403)
  }

  private func limit(_ contract: Locked<OpenAPIDocument>) async throws {
    let store = try await Self.store { $0.reviews.ofItem = 1 }
    let market = Market(market: store.market, contract: contract)
    for status in [201, 429] { #expect(try await market.review(#""stars":1"#).status == status) }
    for _ in 1...5 { _ = try await market.send(.delete, "/review/1", #"{"password":"guess"}"#) }
    let guess = #"{"kind":"sold","password":"guess"}"#
    for _ in 1...5 { _ = try await market.send(.post, "/item/1/movements", guess) }
    for (method, target, body) in Self.writes {
      #expect(try await market.send(method, target, body).status == 429)
    }
    #expect(try await market.get("/item/1/movements", password: "p").status == 429)
    #expect(try await market.get("/movements?item=1&reference=o", password: "p").status == 429)
    try await NetworkManager(session: store.market).delete(id: 4, password: "p")
    let guessed: HTTPHeaders = [.authorization: BasicCredentials(password: "guess").text]
    for _ in 1...5 { #expect(try await market.send(.post, "/trash/4", nil, guessed).status == 404) }
    for method in [HTTPMethod.post, .delete] {
      #expect(try await market.send(method, "/trash/4", nil, guessed).status == 429)
    }
    for attempt in 1...6 {
      let status = try await market.send(.post, "/undo/3", nil, guessed).status
      #expect(attempt < 6 ? [404, 429].contains(status) : status == 429)
    }
    #expect(try await market.send(.get, "/item/4/log", nil, guessed).status == 429)
    #expect(try await market.arrange("[null]", item: 1, guessed) == 429)
    for attempt in 1...6 {
      #expect(try await market.get("/movement/1", password: "guess").status == (attempt < 6 ? 404 : 429))
    }
    for attempt in 1...6 {
      let status = try await market.send(
        .post, "/items/export", #"{"secret":"guess"}"#, [.identifier: store.vendor.identifier]
      ).status
      #expect(status == 429 || attempt < 6)
    }
    let vendor = store.vendor.identifier
    let secret = BasicCredentials(user: vendor, password: "guess").text
    for target in ["/sales", "/trash", "/log"] {
      #expect(try await market.send(.get, target, nil, [.authorization: secret]).status == 429)
    }
    let change = #"{"action":"update","id":1,"title":"t"}"#
    // The item is locked, not the batch.
    #expect(try await market.send(try Self.form([change])).status == 200)
    let form = try Self.form([change], password: nil, secret: "guess")
    #expect(try await market.send(form, [.identifier: vendor]).status == 429)
    let small = Market(market: try await Self.store { $0.clientBytes = 16_000 }.market, contract: contract)
    var status = 201
    for _ in 1...400 where status == 201 { status = try await small.move(#""kind":"received""#) }
    #expect(status == 429)
  }

  /// A return of more sales than one request takes back.
  private func returnMany(_ contract: Locked<OpenAPIDocument>) async throws {
    let market = Market(market: try await Self.store().market, contract: contract)
    #expect(try await market.move(#""kind":"received","quantity":2000"#) == 201)
    let sale = #"{"item":1,"kind":"sold","password":"p"}"#
    let sales = "{\"movements\":[\(Array(repeating: sale, count: 100).joined(separator: ","))]}"
    for _ in 1...11 { #expect(try await market.send(.post, "/movements", sales).status == 201) }
    #expect(try await market.move(#""kind":"returned","quantity":1001"#) == 409)
  }

  /// A store whose file is gone while it is served.
  private func fail(_ contract: Locked<OpenAPIDocument>) async throws {
    let store = try await Self.store()
    let market = Market(market: store.market, contract: contract)
    try FileManager.default.removeItem(atPath: store.market.store.path(TemporaryMarket.filename))
    for (method, target, body) in Self.writes {
      #expect(try await market.send(method, target, body).status == 503)
    }
    #expect(try await market.send(try Self.form([Self.added])).status == 503)
    #expect(try await market.send(.post, "/items/export", "{}").status == 503)
    #expect(try await market.get("/items/totals").status == 503)
    let password: HTTPHeaders = [.authorization: BasicCredentials(password: "p").text]
    for (method, target) in [
      (HTTPMethod.get, "/trash"), (.post, "/trash/1"), (.delete, "/trash/1"), (.post, "/undo/1"),
      (.get, "/item/1/log"), (.get, "/log"),
    ] {
      #expect(try await market.send(method, target, nil, password).status == 503)
    }
    #expect(try await market.arrange("[null]", item: 1, password) == 503)
    for target in [
      "/items/1", "/item/1", "/item/1/movements", "/movement/1", "/sales", "/best/last", "/item/1/reviews",
      "/review/1", "/movements?item=1&reference=o",
    ] {
      #expect(
        try await market.get(target, password: target.contains("/movement") ? "p" : nil).status == 503)
    }
  }

  /// Health checks and metrics.
  private func operate(_ contract: Locked<OpenAPIDocument>) async throws {
    let store = try await Self.store()
    let market = Market(market: store.market, contract: contract)
    for target in ["/healthz", "/readyz", "/metrics"] { #expect(try await market.get(target).status == 200) }
    #expect(try await market.send(.get, "/metrics", nil, [.accept: "text/plain"]).status == 200)
    let local = LocalMarket(at: .memory, .forTests)
    #expect(try await Market(market: local, contract: contract).get("/metrics").status == 404)
    let (path, password) = ("/item/1/password", #"{"password":"q"}"#)
    #expect(try await market.send(.post, path, password).status == 403)
    // Not over a socket: a signature is verified there.
    let own = Market(market: LocalMarket(at: store.market.location, .forTests), contract: contract)
    try await RequestOperator.$isPresent.withValue(true) { () async throws in
      #expect(try await own.send(.post, path, password).status == 200)
      #expect(try await own.send(.post, path, "{}").status == 400)
      #expect(try await own.send(.post, "/item/99/password", password).status == 404)
    }
    try await administer(market, own, store)
    try FileManager.default.removeItem(atPath: store.market.store.path(TemporaryMarket.filename))
    try await RequestOperator.$isPresent.withValue(true) { () async throws in
      #expect(try await own.send(.post, path, password).status == 503)
      for (method, path, body) in Self.operatorRequests {
        #expect(try await own.send(method, path, body).status == 503, "\(path)")
      }
    }
    #expect(try await market.get("/readyz").status == 503)
    #expect(try await market.get("/healthz").status == 200)
  }

  private static let operatorRequests: [(HTTPMethod, String, String?)] = [
    (.get, "/settings", nil), (.patch, "/settings", #"{"trash_days":7}"#), (.get, "/sellers", nil),
    (.post, "/sellers", #"{"name":"one"}"#), (.delete, "/sellers/3", nil),
    (.patch, "/sellers/3", #"{"contact":"ida@market.example"}"#),
    (.post, "/forget", #"{"seller":"2"}"#),
  ]

  /// Requests of the operator alone.
  private func administer(_ market: Market, _ own: Market, _ store: VendorMarket) async throws {
    for (method, path, body) in Self.operatorRequests + [(.delete, "/review/1", #"{"reason":"spam"}"#)] {
      #expect(try await market.send(method, path, body).status == 403, "\(path)")
    }
    #expect(try await market.move(#""kind":"sold""#, item: 3) == 201)
    try await NetworkManager(session: store.market).delete(id: 2, password: "p")
    #expect(try await market.review(#""stars":5"#).status == 201)
    try await RequestOperator.$isPresent.withValue(true) { () async throws in
      func send(_ method: HTTPMethod, _ path: String, _ body: String? = nil) async throws -> Int {
        try await own.send(method, path, body).status
      }
      #expect(try await send(.get, "/item/3/movements") == 200)
      #expect(try await send(.post, "/item/3/movements", #"{"kind":"received"}"#) == 201)
      #expect(try await send(.get, "/settings") == 200)
      #expect(try await send(.patch, "/settings", #"{"time_zone":"Asia/Seoul","plan":true}"#) == 200)
      #expect(
        try await send(.patch, "/settings", #"{"time_zone":"Pacific/Kiritimati","trash_days":9}"#) == 200)
      #expect(try await send(.patch, "/settings", #"{"time_zone":"KST"}"#) == 400)
      for refused in [
        #"{"trash_days":-1}"#, #"{"shop":{"shop_title":"a\u0000b"}}"#, #"{"shop":{"shop_about":"\ufffe"}}"#,
        #"{"shop":{"shop_title":"\u200b"}}"#, #"{"shop":{"shop_logo":"a.png"}}"#,
        #"{"shop":{"shop_name":"a"}}"#, #"{"logo":"a b"}"#, #"{"logo":"aGVsbG8="}"#,
      ] {
        #expect(try await send(.patch, "/settings", refused) == 400, "\(refused)")
      }
      #expect(try await send(.post, "/sellers", #"{"name":"one"}"#) == 201)
      #expect(try await send(.post, "/sellers", #"{"name":"0ne"}"#) == 409)
      #expect(try await send(.post, "/sellers", #"{"name":"two","id":3}"#) == 409)
      for body in [#"{}"#, #"{"name":""}"#, #"{"name":"x","id":0}"#, #"{"name":"x","identifier":"é"}"#] {
        #expect(try await send(.post, "/sellers", body) == 400, "\(body)")
      }
      #expect(try await send(.patch, "/sellers/3", #"{"contact":"ida@market.example"}"#) == 200)
      #expect(try await send(.patch, "/sellers/3", #"{"contact":""}"#) == 400)
      #expect(try await send(.patch, "/sellers/9", "{}") == 404)
      #expect(try await send(.get, "/sellers") == 200)
      #expect(try await send(.delete, "/sellers/3") == 200)
      #expect(try await send(.delete, "/sellers/3") == 404)
      #expect(try await send(.delete, "/review/1", #"{"reason":"spam","password":"r"}"#) == 400)
      #expect(try await send(.delete, "/review/1", #"{"reason":"spam"}"#) == 200)
      #expect(try await send(.post, "/forget", #"{"deleted_before":"2030-01-01","plan":true}"#) == 200)
      #expect(try await send(.post, "/forget", #"{"item":3,"plan":true}"#) == 200)
      #expect(try await send(.post, "/forget", #"{"item":3}"#) == 200)
      #expect(try await send(.post, "/forget", #"{"seller":"2","plan":true}"#) == 200)
      #expect(try await send(.post, "/forget", #"{"item":99,"plan":true}"#) == 404)
      #expect(try await send(.post, "/forget", #"{"seller":"Kim","plan":true}"#) == 404)
      for body in [#"{}"#, #"{"seller":"0"}"#, #"{"deleted_before":"soon"}"#] {
        #expect(try await send(.post, "/forget", body) == 400, "\(body)")
      }
    }
  }

  // MARK: Routes

  @Test func `the paths beside v1 and v2 are those of the document`() throws {
    let documented = Set(try OpenAPIDocument.read().methods.keys)
    #expect(
      documented.subtracting(MarketAPI.paths) == [
        "/items/{page}", "/item/{id}", "/healthz", "/readyz", "/metrics",
      ])
    #expect(MarketAPI.paths.subtracting(documented) == [])
  }

  @Test func `web pages read every documented field and those of v1, v2 and images, and no others`() throws {
    let documented = try OpenAPIDocument.read().responseFields
    #expect(documented.subtracting(HTTPResponse.readableOrUseless) == [])
    #expect(
      Set(ResponseField.exposed).subtracting(documented) == [
        "Accept-Ranges", "Allow", "Content-Range", "New-Seller", "Trash-Expires",
      ])
  }

  @Test func `each request is an operation of the document, and has its name`() throws {
    let paths = try #require(try OpenAPIDocument.read().tree["paths"])
    for type in MarketAPI.requests {
      let operation = paths[type.route.path]?[type.route.method.rawValue.lowercased()]
      let name = "\(type)"
      #expect(operation?["operationId"]?.string == name.prefix(1).lowercased() + name.dropFirst())
    }
  }

  @Test func `the query items of a request are those of the document`() throws {
    let document = try OpenAPIDocument.read()
    for type in MarketAPI.requests {
      let operation = try #require(
        document.tree["paths"]?[type.route.path]?[type.route.method.rawValue.lowercased()])
      let documented = document.parameters(of: operation).filter { $0["in"]?.string == "query" }
      // It is read to be refused.
      let refused = type == SumSales.self ? ["page"] : []
      #expect(
        Set(documented.compactMap { $0["name"]?.string } + refused) == Self.queryItems(of: type), "\(type)")
    }
  }

  private static func queryItems<Request: MarketRequest>(of type: Request.Type) -> Set<String> {
    Set(Request.form.items.map(\.name))
  }

  @Test(arguments: MarketAPI.paths)
  func `a path takes the documented methods`(path: String) async throws {
    var documented = try #require(try OpenAPIDocument.read().methods[path])
    let store = try await VendorMarket()
    let target = path.replacing("{id}", with: "1").replacing("{date}", with: "last")
    if documented.contains("GET") { documented.insert("HEAD") }
    for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
      let response = try await store.send(HTTPMethod(rawValue: method), target, method == "GET" ? nil : "{}")
      #expect((response.status != 405) == documented.contains(method), "\(method) \(target)")
      guard response.status == 405 else { continue }
      let allowed = try #require(response.headers[.allow]).split(separator: ", ").map(String.init)
      #expect(Set(allowed) == documented)
    }
  }

  // MARK: The comparison itself

  private static let document = ##"""
    {"paths":{"/thing/{id}":{"get":{
      "parameters":[{"name":"n","in":"query","schema":{"type":"integer"}}],
      "responses":{"200":{"headers":{"ETag":{"required":true,"schema":{"const":"x"}}},
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Thing"}}}}, "304":{}}}}},
     "components":{"schemas":{"Thing":{"type":"object","required":["id"],"additionalProperties":false,
       "properties":{"id":{"type":"integer"},"name":{"type":"string"}}}}}}
    """##

  private static func response(
    _ body: String, status: Int = 200, _ headers: HTTPHeaders = ["ETag": "x"]
  ) -> HTTPResponse {
    var response = HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
    response.headers[.contentType] = "application/json"
    return response
  }

  @Test(arguments: [
    ("GET", "/thing/1", Self.response(#"{"id":1}"#), []),
    ("GET", "/thing/1?n=x", Self.response(#"{"id":1}"#), ["n: string is none of integer"]),
    ("GET", "/other", Self.response("{}"), ["no such operation"]),
    ("POST", "/thing/1", Self.response("{}"), ["no such operation"]),
    ("GET", "/thing/1", Self.response("{}", status: 404), ["the status is not documented"]),
    ("GET", "/thing/1?m=1", Self.response(#"{"id":1}"#), ["the parameter m is not documented"]),
    ("GET", "/thing/1", Self.response(#"{"id":1}"#, [:]), ["the field ETag is missing"]),
    ("GET", "/thing/1", Self.response(#"{"id":1}"#, ["ETag": "y"]), ["ETag: is another constant"]),
    (
      "GET", "/thing/1", Self.response(#"{"id":1}"#, ["ETag": "x", "Link": "<>"]),
      ["the field Link is not documented"]
    ),
    ("GET", "/thing/1", Self.response(#"{"id":1,"x":2}"#), ["$: 'x' is not documented"]),
    ("GET", "/thing/1", Self.response("{}", status: 304, [:]), ["it has contents"]),
  ])
  func `a difference from the document is found`(
    method: String, target: String, response: HTTPResponse, defects: [String]
  ) throws {
    var document = OpenAPIDocument(try JSONTree(Self.document))
    try document.check(HTTPRequest(HTTPMethod(rawValue: method), target: target), response)
    #expect(document.defects == defects.map { "\(method) \(target): \(response.status): \($0)" })
  }

  @Test func `what no exchange reached is known`() throws {
    var document = OpenAPIDocument(try JSONTree(Self.document))
    #expect(document.reachable == ["GET /thing/{id} 200", "GET /thing/{id} 304", "GET /thing/{id}?n"])
    try document.check(HTTPRequest(.get, target: "/thing/1"), Self.response(#"{"id":1}"#))
    #expect(document.reached == ["GET /thing/{id} 200"])
    #expect(document.unseen == ["#/components/schemas/Thing.name"])
  }
}

extension MarketAPI {
  static var paths: Set<String> { Set(requests.map { $0.route.path }) }
}
