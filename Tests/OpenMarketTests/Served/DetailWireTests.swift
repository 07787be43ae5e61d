import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// SKUs, tags and notes on the wire, as clients of v1 and v2 send and receive them.
@Suite(.serialized) struct DetailWireTests {
  private static let secret = "the-private-note"

  /// Sends a form of v1 with these parts beside those of a complete item.
  private func form(
    _ method: HTTPMethod, _ target: String, _ parts: [(String, String)], to store: VendorMarket,
    _ headers: HTTPHeaders = [:]
  ) async throws -> HTTPResponse {
    let usual =
      method == .post
      ? [
        ("title", "Lamp"), ("descriptions", ""), ("price", "5"), ("currency", "USD"), ("stock", "1"),
        ("images", ""),
      ] : []
    let form = MultipartForm(
      parts: (usual + parts + [("password", "p")]).map { name, text in
        name == "images"
          ? .init(name: "images[]", filename: "", content: .bytes(Data())) : .init(name: name, text: text)
      }
    ).encoded(boundary: "cut")
    var request = HTTPRequest(method, target: target, headers: headers, body: form.body)
    request.headers["Content-Type"] = form.contentType
    return try await store.market.response(to: request)
  }

  private static let images = #""images":["http://m.example/images/0.png"],"#

  private static func item(_ id: Int, _ more: String = "", tags: String = "") -> String {
    #"{"currency":"USD","descriptions":"","id":\#(id),\#(images)"price":5,"rating_count":0,"#
      + #""registration_date":1611523563.719116,\#(more)"stock":1,\#(tags)"#
      + #""thumbnails":["http://m.example/images/0.png"],"title":"Lamp"}"#
  }

  @Test func `v1 takes and returns SKU and tags, and takes a note`() async throws {
    let store = try await VendorMarket()
    let added = try await form(
      .post, "/item",
      [("sku", "LMP-7"), ("tags", #"["lamp","황동","a\"b"]"#), ("note", Self.secret)], to: store)
    let tags = #""tags":["lamp","황동","a\"b"],"#
    #expect(added.shown == "201 " + Self.item(1, #""sku":"LMP-7","#, tags: tags))
    #expect(
      try await store.send(.get, "/item/1").shown == "200 " + Self.item(1, #""sku":"LMP-7","#, tags: tags))
    // An item without them has no keys more.
    #expect(
      try await form(.post, "/item", [("sku", ""), ("tags", ""), ("note", "")], to: store).shown
        == "201 " + Self.item(2))
    let row = { (text: String) in
      text.replacing(#""descriptions":"","#, with: "").replacing(Self.images, with: "")
    }
    #expect(
      try await store.send(.get, "/items/1").shown
        == #"200 {"items":["# + row(Self.item(1, #""sku":"LMP-7","#, tags: tags)) + ","
        + row(Self.item(2)) + #"],"page":1}"#)
    let stored = try await Store(at: store.market.location).item(id: 1)
    #expect(stored?.draft.note == Self.secret)
  }

  @Test(arguments: [("[]", ""), ("null", ""), ("", ""), (#"["x"]"#, #""tags":["x"],"#)])
  func `a PATCH of v1 replaces or removes them and leaves the others`(tags: String, shown: String)
    async throws
  {
    let store = try await VendorMarket()
    _ = try await form(.post, "/item", [("sku", "A"), ("tags", #"["a","b"]"#), ("note", "n")], to: store)
    let kept = #""tags":["a","b"],"#
    #expect(
      try await form(.patch, "/item/1", [("stock", "1")], to: store).shown
        == "200 " + Self.item(1, #""sku":"A","#, tags: kept))
    #expect(
      try await form(.patch, "/item/1", [("sku", "")], to: store).shown == "200 " + Self.item(1, tags: kept))
    #expect(
      try await form(.patch, "/item/1", [("tags", tags), ("note", "")], to: store).shown
        == "200 " + Self.item(1, tags: shown))
    let stored = try await Store(at: store.market.location).item(id: 1)
    #expect(stored?.draft.note == nil)
  }

  @Test(arguments: [
    ("tags", "lamp", "tags 'lamp' is not a JSON array of strings"),
    ("tags", #"[1]"#, "tags '[1]' is not a JSON array of strings"),
    ("tags", #"["a|b"]"#, "tags 'a|b' contains a '|'"),
    ("tags", #"["a","a"]"#, "tags 'a' is given twice"),
    ("sku", " A", "sku ' A' begins or ends with white space"),
  ])
  func `an invalid value is refused with its field`(field: String, value: String, reason: String) async throws
  {
    let store = try await VendorMarket()
    let response = try await form(.post, "/item", [(field, value)], to: store)
    let body = try JSON.decode(APIError.Body.self, from: response.body)
    #expect(response.status == 400)
    #expect([body.code, body.field, body.reason] == ["refused", field, reason])
  }

  @Test func `a SKU that is taken gets 409 without the item that has it`() async throws {
    let store = try await VendorMarket()
    _ = try await form(.post, "/item", [("sku", "A"), ("tags", #"["hidden"]"#)], to: store)
    let reason = "sku 'A' is taken by another item"
    let refusal =
      #"409 {"code":"sku_taken","error":true,"field":"sku","message":"\#(reason)","reason":"\#(reason)"}"#
    #expect(try await form(.post, "/item", [("sku", "A")], to: store).shown == refusal)
    _ = try await form(.post, "/item", [("sku", "B")], to: store)
    #expect(try await form(.patch, "/item/2", [("sku", "A")], to: store).shown == refusal)
    // Another seller's SKUs are its own.
    let params = #"{"name":"n","description":"d","price":5,"currency":"USD","secret":"SECRET","sku":"A"}"#
    #expect(try await store.add(params).status == 201)
    #expect(try await store.add(params).shown == #"409 {"code":409,"message":"\#(reason)"}"#)
    #expect(try await NetworkManager(session: store.market).page(PageQuery()).total == 3)
  }

  @Test func `a client is told that the SKU is taken`() async throws {
    let market = try TemporaryMarket()
    let draft = ItemDraft(title: "Lamp", price: Price(5, .usDollar), sku: "A", tags: ["x"])
    let added = try await market.manager.add(draft, images: [], password: "p")
    #expect(added.sku == "A")
    #expect(added.tags == ["x"])
    await #expect(throws: ClientError.skuTaken("A")) {
      try await market.manager.add(draft, images: [], password: "p")
    }
    var other = draft
    other.sku = "B"
    let second = try await market.manager.add(other, images: [], password: "p")
    await #expect(throws: ClientError.skuTaken("A")) {
      try await market.manager.edit(id: second.id, ItemPatch(sku: "A"), password: "p")
    }
    let edited = try await market.manager.edit(
      id: second.id, ItemPatch(sku: "", tags: [], note: "n"), password: "p")
    #expect(edited.sku == nil)
    #expect(edited.tags == [])
  }

  @Test func `v2 has the same keys where the product has them`() async throws {
    let store = try await VendorMarket()
    let params =
      #"{"name":"n","description":"d","price":5,"currency":"USD","secret":"SECRET","sku":"A","#
      + #""tags":["x","y"],"note":"\#(Self.secret)"}"#
    let added = try await store.add(params)
    #expect(added.shown.contains(#""sku":"A","stock":0,"tags":["x","y"],"thumbnail""#), "\(added.shown)")
    let listed = try await store.send(.get, "/api/products").shown
    #expect(listed.contains(#""sku":"A","stock":0,"tags":["x","y"],"thumbnail""#), "\(listed)")
    let patch = { (json: String) in
      try await store.send(.patch, "/api/products/1", #"{"secret":"SECRET",\#(json)}"#).shown
    }
    #expect(try await patch(#""sku":null,"stock":2"#).contains(#""sku":"A","stock":2,"tags":["x","y"]"#))
    let removed = try await patch(#""sku":"","tags":[],"note":"""#)
    #expect(!removed.contains("sku"))
    #expect(!removed.contains("tags"))
    #expect(
      try await patch(#""tags":"x""#) == #"400 {"code":400,"message":"The body: 'tags' has the wrong type"}"#)
  }

  @Test func `no response has the note`() async throws {
    let store = try await VendorMarket()
    let note = ("note", Self.secret)
    var responses = [try await form(.post, "/item", [note, ("sku", "A")], to: store)]
    responses.append(try await form(.patch, "/item/1", [note], to: store))
    let params =
      #"{"name":"n","description":"d","price":5,"currency":"USD","secret":"SECRET","note":"\#(Self.secret)"}"#
    responses.append(try await store.add(params))
    responses.append(
      try await store.send(
        .patch, "/api/products/2", #"{"secret":"SECRET","note":"\#(Self.secret)"}"#))
    responses.append(
      try await store.send(.post, "/item/1/movements", #"{"kind":"sold","password":"p"}"#))
    responses.append(try await store.send(.post, "/item/1/reviews", #"{"stars":5,"password":"r"}"#))
    let basic: HTTPHeaders = ["Authorization": "Basic " + Data("x:p".utf8).base64EncodedString()]
    responses.append(try await store.send(.get, "/item/1/movements", nil, as: nil, basic))
    for target in [
      "/", "/items/1", "/items/1?q=private", "/items/1?q=lamp", "/items/1?sort=rating", "/item/1", "/item/2",
      "/api/products", "/api/products?search_value=private", "/api/products/1", "/api/products/2",
      "/item/1/reviews", "/movement/1", "/sales?by=item", "/best/2021-01-24", "/review/1", "/healthChecker",
    ] {
      // Twice, so that the second may come from the cache.
      for _ in 1...2 { responses.append(try await store.send(.get, target)) }
    }
    responses.append(
      try await store.send(.post, "/api/products/2/archived", #"{"secret":"SECRET"}"#))
    responses.append(try await store.send(.delete, "/item/1", #"{"password":"p"}"#))
    for response in responses {
      #expect(!response.shown.contains(Self.secret), "\(response.shown)")
      #expect(!"\(response.headers)".contains(Self.secret))
    }
    #expect(responses.count { $0.status == 200 || $0.status == 201 } > 30)
    // Nor is the note found by a search.
    #expect(try await NetworkManager(session: store.market).page(PageQuery(search: "private")).items == [])
  }

  @Test func `the entity tag changes with SKU and tags`() async throws {
    let store = try await VendorMarket()
    var tags: [String?] = []
    _ = try await form(.post, "/item", [], to: store)
    for parts in [[], [("sku", "A")], [("tags", #"["x"]"#)], [("tags", #"["y"]"#)], [("sku", "")]] {
      _ = try await form(.patch, "/item/1", parts, to: store)
      tags.append(try await store.send(.get, "/item/1").headers[.eTag])
    }
    #expect(Set(tags).count == 5)
    let stale = try await form(.patch, "/item/1", [("sku", "B")], to: store, ["If-Match": tags[0] ?? ""])
    #expect(stale.status == 412)
  }

  @Test(arguments: [("sku", "B"), ("tags", #"["x"]"#), ("note", "m")])
  func `a key that is reused with another value gets 422`(field: String, value: String) async throws {
    let store = try await VendorMarket()
    let parts = ["sku": "A", "tags": #"["y"]"#, "note": "n"]
    let key: HTTPHeaders = ["Idempotency-Key": "k"]
    func add(_ parts: [String: String]) async throws -> HTTPResponse {
      try await form(.post, "/item", parts.map { ($0, $1) }, to: store, key)
    }
    let first = try await add(parts)
    #expect(first.status == 201)
    #expect(try await add(parts).body == first.body)
    #expect(try await add(parts.merging([field: value]) { $1 }).status == 422)
    #expect(try await add(parts.filter { $0.key != field }).status == 422)
  }
}
