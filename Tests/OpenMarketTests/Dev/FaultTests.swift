import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Faults of a world, and the journal of its requests.
struct FaultTests {
  private func put(_ faults: String, _ dev: DevWorld, _ base: String = "/w/a") async throws -> HTTPResponse {
    try await dev.send("PUT", base + "/dev/faults", #"{"faults": [\#(faults)]}"#)
  }

  @Test func `a status is returned in place of the response, with what it says to wait`() async throws {
    let dev = try await DevWorld()
    #expect(try await put(#"{"route": "POST /item", "status": 503, "retry_after": 7}"#, dev).status == 200)
    let before = try await dev.titles("/w/a")
    let refused = try await dev.add("a", to: "/w/a")
    #expect(refused.status == 503)
    #expect(refused.headers[.retryAfter] == "7")
    #expect(try await dev.titles("/w/a") == before)
    #expect(try await dev.add("a", to: "/w/b").status == 201)
    #expect(try await put(#"{"route": "* /api/products", "status": 500}"#, dev).status == 200)
    let v2 = try await dev.send("GET", "/w/a/v2b/api/products")
    #expect(String(decoding: v2.body, as: UTF8.self) == #"{"code":500,"message":"A fault of this world"}"#)
  }

  @Test func `faults are shown with exact counts, and counted under concurrency`() async throws {
    let dev = try await DevWorld()
    _ = try await put(
      #"{"route": "GET /items/*", "nth": 40, "status": 500}, {"route": "GET /item/*", "status": 418}"#, dev)
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...100 { group.addTask { try await dev.send("GET", "/w/a/items/1").status } }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.count { $0 == 500 } == 1)
    #expect(statuses.count { $0 == 200 } == 99)
    _ = try await dev.send("GET", "/w/a/item/1")
    let shown = try await dev.send("GET", "/w/a/dev/faults")
    #expect(
      String(decoding: shown.body, as: UTF8.self)
        == #"{"faults":[{"route":"GET /items/*","nth":40,"status":500,"requests":100,"count":1},{"route":"GET /item/*","status":418,"requests":1,"count":1}]}"#
    )
  }

  @Test(
    arguments: [
      (#"{"route": "GET /a", "statuss": 500}"#, "unknown key 'statuss'"), (#"{"status": 500}"#, "route"),
      (#"{"route": "GET", "status": 500}"#, "route"), (#"{"route": "GET /a", "status": 200}"#, "status"),
      (#"{"route": "GET /a", "nth": 0}"#, "nth"), (#"{"route": "GET /a", "delay": "2m"}"#, "delay"),
      (#"{"route": "GET /a", "delay": "2s..1s"}"#, "delay"),
      (#"{"route": "GET /a", "delay": "61s"}"#, "delay"),
      (#"{"route": "GET /a", "hold": 1}"#, "hold"),
      (#"{"route": "GET /a", "retry_after": 1}"#, "retry_after"),
      (#"3"#, "a fault is an object"), (#"{"route": "GET /a"},"#, "not the JSON"),
    ])
  func `a fault that cannot be is refused, and the present ones stay`(fault: String, reason: String)
    async throws
  {
    let dev = try await DevWorld()
    _ = try await put(#"{"route": "GET /item/*", "status": 500}"#, dev)
    let refused = try await put(fault, dev)
    #expect(refused.status == 400)
    #expect(String(decoding: refused.body, as: UTF8.self).contains(reason))
    #expect(try await dev.send("GET", "/w/a/item/1").status == 500)
  }

  @Test func `faults are bounded`() async throws {
    let dev = try await DevWorld()
    let fault = #"{"route": "GET /a", "status": 500}"#
    func list(_ count: Int) -> String { Array(repeating: fault, count: count).joined(separator: ",") }
    #expect(try await put(list(Faults.most), dev).status == 200)
    #expect(try await put(list(Faults.most + 1), dev).status == 400)
    #expect(try await put(fault + String(repeating: " ", count: Faults.mostBytes), dev).status == 400)
  }

  @Test func `contents are broken, emptied, cut, or name pictures that are not there`() async throws {
    let dev = try await DevWorld()
    let whole = try await dev.send("GET", "/w/a/items/1")
    _ = try await put(#"{"route": "GET /items/*", "broken_json": true}"#, dev)
    let broken = try await dev.send("GET", "/w/a/items/1")
    #expect(broken.status == 200)
    #expect((try? JSONReader.value(of: broken.body, JSON.init)) == nil)
    #expect(whole.body.starts(with: broken.body))
    _ = try await put(#"{"route": "GET /items/*", "empty_page": true}"#, dev)
    #expect(try await dev.send("GET", "/w/a/items/1").body == Data(#"{"items":[],"page":1}"#.utf8))
    _ = try await put(#"{"route": "GET /api/products", "empty_page": true}"#, dev)
    #expect(try await dev.json("GET", "/w/a/v2b/api/products")["pages"].elements.isEmpty)
    _ = try await put(#"{"route": "GET /items/*", "picture_404": true}"#, dev)
    let list = try await dev.json("GET", "/w/a/items/1")
    let picture = list["items"].elements[0]["thumbnails"].elements[0].plainText
    #expect(try await dev.send("GET", String(picture.dropFirst("http://127.0.0.1:8080".count))).status == 404)
    _ = try await put(#"{"route": "GET /images/*", "picture_404": true}"#, dev)
    #expect(try await dev.send("GET", "/w/a/images/1.png").status == 404)
    _ = try await put(#"{"route": "GET /items/*", "truncated": true}"#, dev)
    let cut = try await dev.send("GET", "/w/a/items/1")
    #expect(
      (cut.omittedLength, cut.body.count, cut.delivery) == (
        whole.body.count, whole.body.count / 2, .truncated
      ))
    _ = try await put(
      #"{"route": "GET /items/*", "reset": true}, {"route": "GET /item/*", "slow": true}"#, dev)
    #expect(try await dev.send("GET", "/w/a/items/1").delivery == .reset)
    #expect(try await dev.send("GET", "/w/a/item/1").delivery == .slow)
  }

  @Test func `a held request goes on when it is released`() async throws {
    let dev = try await DevWorld()
    _ = try await put(#"{"route": "GET /items/*", "hold": true}"#, dev)
    let world = try dev.worlds.world("a", for: HTTPRequest(.get, target: "/"))
    async let first = dev.send("GET", "/w/a/items/1").status
    async let second = dev.send("GET", "/w/a/items/2").status
    try await eventually("two requests are held") { world.faults.heldCount == 2 }
    #expect(try await dev.send("POST", "/w/b/dev/release").body == Data(#"{"released":0}"#.utf8))
    #expect(world.faults.heldCount == 2)
    #expect(try await dev.send("POST", "/w/a/dev/release").body == Data(#"{"released":2}"#.utf8))
    #expect(try await [first, second] == [200, 200])
    async let third = dev.send("GET", "/w/a/items/1").status
    try await eventually("a request is held") { world.faults.heldCount == 1 }
    _ = try await put("", dev)
    #expect(try await third == 200)
  }

  @Test func `shared faults are the same for the same seed`() async throws {
    func statuses(seed: UInt64) async throws -> [Int] {
      let dev = try await DevWorld {
        $0.common.failures = ["30%", "500:POST"].compactMap { CommonFaults.Failure($0) }
        $0.common.seed = seed
      }
      var statuses: [Int] = []
      for _ in 1...40 { statuses.append(try await dev.send("GET", "/w/a/item/1").status) }
      #expect(try await dev.add("a", to: "/w/a").status >= 500)
      return statuses
    }
    let (first, again, other) = (
      try await statuses(seed: 1), try await statuses(seed: 1), try await statuses(seed: 2)
    )
    #expect(first == again)
    #expect(first != other)
    #expect(Set(first) == [200, 503])
  }

  @Test(arguments: [
    ("5%", true), ("503:POST", true), ("500:2.5%:GET", true), ("", false), ("101%", false), ("200", false),
    ("post", false), ("5%:", false),
  ])
  func `shares of failures are read`(text: String, isOne: Bool) {
    #expect((CommonFaults.Failure(text) != nil) == isOne)
  }

  @Test func `the journal has what was sent, why it was refused, and what it is nearest to`() async throws {
    let dev = try await DevWorld()
    _ = try await dev.send(
      form: [
        .init(name: "title", text: "Lamp"), .init(name: "descriptions", text: "d"),
        .init(name: "price", text: "free"),
        .init(name: "curency", text: "KRW"), .init(name: "stock", text: "1"),
        .init(name: "password", text: "p"),
        .init(
          name: "images[]", filename: "a.png", contentType: "image/png", content: .bytes(Data([1, 2, 3]))),
      ], "POST", "/w/a/item")
    _ = try await dev.send("GET", "/w/a/api/products?page_no=1")
    let journal = try await dev.json("GET", "/w/a/dev/requests")["requests"].elements
    #expect(journal.count == 2)
    guard case .object(let members) = journal[0] else { throw Unreadable() }
    #expect(members.map(\.key) == ["method", "path", "status", "parts", "reason", "nearest"])
    #expect(journal[0]["method"] == .string("POST"))
    #expect(journal[0]["path"] == .string("/item"))
    #expect(journal[0]["status"] == .number("400"))
    #expect(
      journal[0]["parts"].elements.last
        == .object([
          ("in", .string("form")), ("name", .string("images[]")), ("filename", .string("a.png")),
          ("type", .string("image/png")), ("bytes", .number("3")),
        ]))
    #expect(journal[0]["reason"].plainText == "currency is missing")
    #expect(
      journal[0]["nearest"].compact
        == #"{"request":"POST /item","missing":["currency"],"unexpected":["curency"]}"#)
    #expect(
      journal[1].compact
        == #"{"method":"GET","path":"/api/products","status":200,"parts":[{"in":"query","name":"page_no","text":"1"}],"reason":null,"nearest":null}"#
    )
    _ = try await dev.send("POST", "/w/a/v2b/api/products/2/archivd", #"{"secrt":"x"}"#)
    let last = try #require(try await dev.json("GET", "/w/a/dev/requests")["requests"].elements.last)
    #expect(
      last["nearest"].compact
        == #"{"request":"POST /api/products/{id}/archived","missing":["identifier","secret"],"unexpected":["secrt"]}"#
    )
  }

  @Test func `a picture that there is not is compared with pictures`() async throws {
    let dev = try await DevWorld()
    _ = try await dev.send("GET", "/w/a/images/none.png")
    let last = try #require(try await dev.json("GET", "/w/a/dev/requests")["requests"].elements.last)
    #expect(last["nearest"]["request"] == .string("GET /images/{name}"))
  }

  @Test func `the two spellings of the description are one key of v2`() async throws {
    let dev = try await DevWorld()
    let params = #"{"name":"Lamp","description":"d","price":1,"currency":"BTC","secret":"s"}"#
    let form: [MultipartForm.Part] = [
      .init(name: "params", text: params),
      .init(name: "images[]", filename: "a.png", content: .bytes(Data([1]))),
    ]
    _ = try await dev.send(form: form, "POST", "/w/a/v2a/api/products", ["identifier": "a"])
    let last = try #require(try await dev.json("GET", "/w/a/dev/requests")["requests"].elements.last)
    #expect(last["nearest"].compact == #"{"request":"POST /api/products","missing":[],"unexpected":[]}"#)
  }

  private struct Unreadable: Error {}

  @Test func `the journal is bounded in entries, in texts and in all`() async throws {
    let dev = try await DevWorld()
    for number in 1...(Journal.most + 20) { _ = try await dev.send("GET", "/w/a/item/\(number)") }
    let entries = try await dev.json("GET", "/w/a/dev/requests")["requests"].elements
    #expect(entries.count == Journal.most)
    #expect(entries.first?["path"] == .string("/item/21"))
    #expect(entries.last?["path"] == .string("/item/\(Journal.most + 20)"))
    let long = String(repeating: "가", count: 40_000)
    for _ in 1...300 { _ = try await dev.send("POST", "/w/b/item", #"{"title":"\#(long)"}"#) }
    let shown = try await dev.send("GET", "/w/b/dev/requests").body
    #expect(shown.count <= Journal.mostBytes + 1_000)
    let texts = try JSONReader.value(of: shown, JSON.init)["requests"].elements.map {
      $0["parts"].elements[0]["text"].plainText
    }
    #expect(texts.allSatisfy { $0.utf8.count <= Journal.textBytes + 2 && $0.utf8.count > 4_000 })
  }
}
