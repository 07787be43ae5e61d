import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// The forms that the embedded market accepts and rejects.
@Suite struct FormTests {
  private static let texts: [(String, String)] = [
    ("title", "MacBook"), ("descriptions", "used"), ("price", "12.50"), ("currency", "USD"), ("stock", "3"),
    ("discounted_price", "11"), ("password", "secret"),
  ]

  private static func part(_ name: String, _ bytes: Data, file: String = "", type: String = "") -> Data {
    Data("--cut\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\r\n\(type)\r\n".utf8) + bytes
      + Data("\r\n".utf8)
  }

  private static func image(
    _ bytes: Data, name: String = "images[]", file: String = "; filename=\"a.jpg\"",
    type: String = "Content-Type: image/jpeg\r\n"
  ) -> Data {
    part(name, bytes, file: file, type: type)
  }

  /// A form for a new item: `changes` replaces the texts of parts (nil leaves a part out), and `others` replace the
  /// default image.
  private static func form(_ changes: [String: String?] = [:], _ others: Data...) throws -> Data {
    let parts = texts.map { name, text in
      (changes.contains { $0.key == name } ? changes[name] ?? nil : text)
        .map { part(name, Data($0.utf8)) } ?? Data()
    }
    let images = others.isEmpty ? [image(try MockData.bytes("macbook.jpg"))] : others
    return (parts + images).reduce(into: Data()) { $0 += $1 }
  }

  private func send(
    _ parts: Data, _ method: HTTPMethod = .post, _ target: String = "/item", to market: TemporaryMarket? = nil
  ) async throws -> HTTPResponse {
    try await (market ?? TemporaryMarket()).response(
      to: HTTPRequest(
        method, target: target, headers: ["Content-Type": "multipart/form-data; boundary=cut"],
        body: HTTPBody(parts + Data("--cut--\r\n".utf8))))
  }

  private func expectValidationError(
    _ field: String?, _ reason: String, _ parts: Data, _ method: HTTPMethod = .post,
    _ target: String = "/item",
    by market: TemporaryMarket? = nil, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let response = try await send(parts, method, target, to: market)
    let body = try JSON.decode(APIError.Body.self, from: response.body)
    #expect(response.status == 400, sourceLocation: location)
    #expect(body.error == true, sourceLocation: location)
    #expect(body.reason == reason, sourceLocation: location)
    #expect(body.message == reason, sourceLocation: location)
    #expect(body.field == field, sourceLocation: location)
  }

  @Test func `the response to a POST is the whole item with v1's keys`() async throws {
    let response = try await send(try Self.form())
    #expect(response.status == 201)
    #expect(
      String(decoding: response.body, as: UTF8.self) == """
        {"currency":"USD","descriptions":"used","discounted_price":11,"id":1,"image_names":["a.jpg"],\
        "images":["market://embedded/images/\(MockData.jpg(1))"],"price":13,"rating_count":0,"registration_date":1611523563.719116,"stock":3,\
        "thumbnails":["market://embedded/images/\(MockData.jpg(1))"],"title":"MacBook"}
        """)
  }

  @Test func `a discounted price of 0 is none, but for an item that has it`() async throws {
    let added = try await send(try Self.form(["discounted_price": "0"]))
    #expect(added.status == 201)
    #expect(!String(decoding: added.body, as: UTF8.self).contains("discounted_price"))
    var draft = ItemDraft(title: "t", price: Price(5, .usDollar), discountedPrice: 4)
    let patch = ItemPatch(title: "u", discount: .to(0))
    #expect(patch.applied(to: draft).discountedPrice == nil)
    // As v2 sets it, and a form sends it back.
    draft.discountedPrice = 0
    #expect(patch.applied(to: draft).discountedPrice == 0)
  }

  @Test(arguments: ["title", "descriptions", "price", "currency", "stock", "password"])
  func `a missing required part is named in the error`(name: String) async throws {
    try await expectValidationError(name, "\(name) is missing", Self.form([name: nil]))
  }

  @Test func `images[] is required but may be empty`() async throws {
    try await expectValidationError("images[]", "images[] is missing", Self.form([:], Data()))
    let none = Self.image(Data(), file: "; filename=\"\"")
    #expect(try await send(Self.form([:], none)).status == 201)
  }

  @Test(arguments: [
    ("title", "", "title '' is empty"), ("title", " \r\n", "title '' is empty"),
    ("title", "a\0b", "title 'a\0b' contains a NUL character"),
    ("price", "", "price '' is not a number: write it like 1690000 or 12.50"),
    ("price", "1,000", "price '1,000' is not a number: write it like 1690000 or 12.50"),
    ("price", "1e3", "price '1e3' is not a number: write it like 1690000 or 12.50"),
    ("price", "-1", "price '-1' is negative"),
    ("price", "12.505", "price '12.505' has more decimals than USD has (2)"),
    ("price", "100000000000001", "price '100000000000001' is above 100000000000000"),
    ("currency", "BTC", "currency 'BTC' is not a currency that ISO 4217 lists"),
    ("currency", "KRW", "price '12.5' has more decimals than KRW has (none)"),
    ("stock", "1.5", "stock '1.5' is not a whole number"), ("stock", "", "stock '' is not a whole number"),
    ("stock", "-1", "stock '-1' is negative"),
    ("stock", "9223372036854775808", "stock '9223372036854775808' is above 1000000000000"),
    ("stock", "+3", "stock '+3' is not a whole number"),
    ("discounted_price", "12.51", "discounted_price '12.51' is above the price '12.5'"),
    ("discounted_price", "x", "discounted_price 'x' is not a number: write it like 1690000 or 12.50"),
    ("password", "", "password is empty"),
  ])
  func `a validation error names the part, the value and the rule`(name: String, text: String, reason: String)
    async throws
  {
    let field = name == "currency" && text == "KRW" ? "price" : name
    try await expectValidationError(field, reason, Self.form([name: text]))
  }

  @Test(arguments: [ItemField.title, .descriptions, .price, .currency, .stock, .discountedPrice, .password])
  private func `text that is not UTF-8 is a validation error that names the part`(field: ItemField)
    async throws
  {
    let bytes = Self.part(field.rawValue, Data([0x61, 0xFF, 0xFE]))
    let name = field.rawValue
    try await expectValidationError(name, "\(name) is not valid UTF-8 text", Self.form([name: nil], bytes))
    try await expectValidationError(name, "\(name) is not valid UTF-8 text", bytes, .patch, "/item/1")
  }

  @Test func `a repeated part is rejected, because parsers would pick different ones`() async throws {
    try await expectValidationError(
      "price", "price is given twice", Self.form([:], Self.part("price", Data("1".utf8))))
  }

  @Test func `an image's format is read from its bytes alone`() async throws {
    let png = try MockData.bytes("macbook.png")
    let parts = [
      Self.image(png, type: "Content-Type: image/jpg\r\n"), Self.image(png, name: "images"),
      Self.image(png, type: ""), Self.image(png, file: "", type: "Content-Type: text/plain\r\n"),
      Self.image(png, file: "; filename=\"../../한글: 사진\""),
    ]
    let response = try await send(Self.form([:], parts.reduce(into: Data()) { $0 += $1 }))
    let item = try JSON.decode(Item.self, from: response.body)
    #expect(item.images?.map(\.lastPathComponent) == (1...5).map(MockData.png))
  }

  @Test func `a truncated, unknown or too large image is rejected with its file name`() async throws {
    let jpeg = try MockData.bytes("macbook.jpg")
    try await expectValidationError(
      "images[]", "images[] 'a.jpg' is broken: it ends too early", Self.form([:], Self.image(jpeg.dropLast()))
    )
    try await expectValidationError(
      "images[]", "images[] 'a.jpg' is neither a PNG nor a JPEG image",
      Self.form([:], Self.image(Data("GIF89a".utf8))))
    let large = Self.image(jpeg + Data(count: ItemLimits.imageBytes))
    try await expectValidationError(
      "images[]", "images[] 'a.jpg' is longer than 10,485,760 bytes", Self.form([:], large))
  }

  @Test func `six images are rejected with the message that clients expect`() async throws {
    let image = Self.image(try MockData.bytes("macbook.jpg"))
    let six = (0..<6).reduce(into: Data()) { parts, _ in parts += image }
    let reason = "The number of images must be 5 or less"
    try await expectValidationError("images[]", reason, Self.form([:], six))
    try await expectValidationError("images[]", reason, six, .patch, "/item/1")
  }

  @Test func `unknown parts, any order and trailing white space are accepted`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    var parts = Self.texts.map { Self.part($0, Data("\($1) \t\r\n\r\n".utf8)) }
    parts += [Self.image(try MockData.bytes("macbook.jpg")), Self.part("color", Data("grey".utf8))]
    let ordered = try await send(Self.form()).body
    for _ in 0..<5 {
      parts.shuffle(using: &chance)
      #expect(try await send(parts.reduce(into: Data()) { $0 += $1 }).body == ordered, "seed \(seed)")
    }
  }

  @Test func `an edit is validated together with the unchanged fields`() async throws {
    let market = try TemporaryMarket()
    #expect(try await send(Self.form(), to: market).status == 201)
    func edit(_ name: String, _ text: String, password: String = "secret") -> Data {
      Self.part(name, Data(text.utf8)) + Self.part("password", Data(password.utf8))
    }
    let before = try await market.response(to: HTTPRequest(.get, target: "/item/1"))
    for (name, text, field, reason) in [
      ("title", "", "title", "title '' is empty"),
      ("price", "10", "discounted_price", "discounted_price '11' is above the price '10'"),
      ("discounted_price", "13", "discounted_price", "discounted_price '13' is above the price '12.5'"),
      ("currency", "JPY", "price", "price '12.5' has more decimals than JPY has (none)"),
      ("stock", "-1", "stock", "stock '-1' is negative"),
    ] {
      try await expectValidationError(field, reason, edit(name, text), .patch, "/item/1", by: market)
    }
    try await expectValidationError(
      "password", "password is missing", Self.part("title", Data("t".utf8)), .patch, "/item/1", by: market)
    #expect(try await market.response(to: HTTPRequest(.get, target: "/item/1")) == before)
    let response = try await send(edit("discounted_price", ""), .patch, "/item/1", to: market)
    #expect(response.status == 200)
    #expect(!String(decoding: response.body, as: UTF8.self).contains("discounted_price"))
  }

  @Test func `in an edit with an empty number or currency no empty part is given`() async throws {
    let market = try TemporaryMarket()
    #expect(try await send(Self.form(), to: market).status == 201)
    func edit(_ parts: (String, String)...) async throws -> Item {
      let form = parts.map { Self.part($0, Data($1.utf8)) }.reduce(
        Self.part("password", Data("secret".utf8)), +)
      let response = try await send(form, .patch, "/item/1", to: market)
      #expect(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
      return try JSON.decode(Item.self, from: response.body)
    }
    let before = try await edit(("sku", "A-1"), ("tags", "[\"lamp\"]"))
    // A screen that sends all its fields, of which the person has filled in one.
    for number in ["price", "stock", "currency"] {
      let after = try await edit(
        ("title", "Desk \(number)"), ("descriptions", ""), (number, ""), ("discounted_price", ""),
        ("sku", ""),
        ("tags", ""))
      #expect(after.title == "Desk \(number)")
      #expect(after.description == "used" && after.details == before.details)
      #expect((after.price, after.discountedPrice, after.stock) == (before.price, before.discountedPrice, 3))
    }
    let parts = [("title", ""), ("price", ""), ("stock", "5"), ("password", "secret")]
    for file in ["; filename=\"\"", "; filename=\"1.png\"", ""] {
      let images = Self.image(Data(), file: file)
      let response = try await send(
        parts.map { Self.part($0, Data($1.utf8)) }.reduce(images, +), .patch, "/item/1", to: market)
      let changed = try JSON.decode(Item.self, from: response.body)
      #expect((changed.stock, changed.images?.count, changed.title) == (5, 1, "Desk currency"))
    }
    // Without that sign an empty part empties its field.
    let emptied = try await edit(("stock", "4"), ("descriptions", ""), ("sku", ""))
    #expect((emptied.description, emptied.stock, emptied.details.sku) == ("", 4, nil))
    #expect(emptied.details.tags == ["lamp"])
  }

  @Test func `a randomly damaged form gets 201 or 400, never a crash`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let whole = try Self.form()
    let market = try TemporaryMarket()
    for _ in 0..<100 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...6, using: &chance) {
        damaged[Int.random(in: 0..<damaged.count, using: &chance)] = .random(in: 0...255, using: &chance)
      }
      #expect([201, 400].contains(try await send(damaged, to: market).status), "seed \(seed)")
    }
  }
}
