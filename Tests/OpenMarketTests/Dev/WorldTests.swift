import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Worlds: copies of a seed, each reached below a path of its own.
struct WorldTests {
  @Test(arguments: [0, 1, 77, -3])
  func `a seed has 60 items in won and dollars, among them one of each kind that apps stumble over`(
    number: Int
  ) async throws {
    let entries = DevSeed.entries(number, before: DevWorld.now)
    #expect(entries.count == 60)
    #expect(DevSeed.entries(number, before: DevWorld.now).map(\.draft) == entries.map(\.draft))
    #expect(Set(entries.map(\.draft.price.currency.code)) == ["KRW", "USD"])
    #expect(entries.contains { $0.draft.price.amount.fractionDigits > 0 })
    #expect(entries.contains { $0.draft.stock == 0 })
    #expect(entries.contains { $0.draft.discountedPrice != nil })
    #expect(entries.contains { $0.draft.description.utf8.count > 5_000 })
    #expect(entries.count { $0.images.isEmpty } == 1)
    var korean = Calendar(identifier: .gregorian)
    korean.timeZone = try #require(TimeZone(identifier: "Asia/Seoul"))
    for entry in entries {
      #expect((13..<22).contains(korean.component(.hour, from: entry.date)))
      #expect(entry.date < DevWorld.now)
    }
    #expect(entries.map(\.date) == entries.map(\.date).sorted())
    let dev = try await DevWorld(number: number)
    #expect(try await dev.titles("") == entries.map(\.draft.title))
    #expect(try await dev.json("GET", "/api/products?items_per_page=60")["totalCount"].plainText == "60")
  }

  @Test func `other numbers make other items`() {
    let titles = Set((1...5).map { DevSeed.entries($0, before: DevWorld.now).map(\.draft.title) })
    #expect(titles.count == 5)
  }

  @Test func `what is written in a world is seen there alone`() async throws {
    let dev = try await DevWorld()
    let before = try await dev.titles("")
    #expect(try await dev.add("cart's", to: "/w/cart").status == 201)
    #expect(try await dev.titles("/w/cart") == before + ["cart's"])
    #expect(try await dev.titles("/w/other") == before)
    #expect(try await dev.titles("") == before)
  }

  @Test func `URLs and links of a world lead into it`() async throws {
    let dev = try await DevWorld()
    for (base, contract) in [("/w/cart", nil), ("/w/cart/v2a", "v2a"), ("/v2b", "v2b"), ("", nil)]
      as [(String, String?)]
    {
      let response = try await dev.send("GET", base + "/items/1")
      #expect(response.headers[.link] == "<\(base)/items/2>; rel=\"next\"")
      let list = try JSONReader.value(of: response.body, JSON.init)
      let picture = list["items"].elements[0]["thumbnails"].elements[0].plainText
      #expect(picture.hasPrefix("http://127.0.0.1:8080\(base)/images/"), "\(picture)")
      let path = String(picture.dropFirst("http://127.0.0.1:8080".count))
      #expect(try await dev.send("GET", path).headers[.contentType] == "image/png")
      guard contract != nil else { continue }
      let page = try await dev.json("GET", base + "/api/products")
      #expect(page[contract == "v2a" ? "page_no" : "pageNo"].plainText == "1")
      #expect(
        page["pages"].elements[0]["thumbnail"].plainText.hasPrefix("http://127.0.0.1:8080\(base)/images/"))
    }
  }

  @Test func `the old host names choose the form of v2`() async throws {
    let dev = try await DevWorld()
    for (host, key) in [
      ("market-training.yagom-academy.kr", "page_no"), ("openmarket.yagom-academy.kr", "pageNo"),
      ("OpenMarket.yagom-academy.kr:80", "pageNo"), ("camp-open-market-2.herokuapp.com", "pageNo"),
    ] {
      let page = try JSONReader.value(
        of: try await dev.send("GET", "/api/products", host: host).body, JSON.init)
      #expect(page[key].plainText == "1", "\(host)")
      #expect(page["pages"].elements[0]["thumbnail"].plainText.hasPrefix("http://\(host)/images/"))
    }
  }

  @Test(arguments: ["/w/cart/v2b", "/w/cart", "/v2b", ""])
  func `a product is deleted by the bare path, behind the host and below the base`(base: String) async throws
  {
    let dev = try await DevWorld()
    let seller = dev.seed.sellers[1]
    let headers: HTTPHeaders = ["identifier": seller.identifier]
    // Two of three items are of the sellers in turn.
    for (id, place) in [(3, ""), (8, base)] {
      let step = try await dev.send(
        "POST", base + "/api/products/\(id)/archived", #"{"secret":"password"}"#, headers)
      let path = String(decoding: step.body, as: UTF8.self)
      #expect(path.hasPrefix("/api/products/"))
      #expect(path.split(separator: "/").count == 3)
      let deleted = try await dev.send("DELETE", place + path, nil, headers)
      #expect(deleted.status == 200)
      #expect(try JSONReader.value(of: deleted.body, JSON.init)["id"].plainText == "\(id)")
      #expect(try await dev.send("GET", base + "/api/products/\(id)").status == 404)
    }
    // A token of a world says nothing in another.
    let step = try await dev.send("POST", "/w/a/api/products/3/archived", #"{"secret":"password"}"#, headers)
    let path = String(decoding: step.body, as: UTF8.self)
    #expect(try await dev.send("DELETE", "/w/b" + path, nil, headers).status == 404)
    #expect(try await dev.send("DELETE", path, nil, headers).status == 200)
  }

  @Test func `a product of v2a is deleted by id and token in its world`() async throws {
    let dev = try await DevWorld()
    let headers: HTTPHeaders = ["identifier": dev.seed.sellers[1].identifier]
    for base in ["/w/cart/v2a", "/v2a"] {
      let step = try await dev.send(
        "POST", base + "/api/products/3/secret", #"{"secret":"password"}"#, headers)
      let token = String(decoding: step.body, as: UTF8.self)
      #expect(try await dev.send("DELETE", base + "/api/products/3/\(token)", nil, headers).status == 200)
    }
  }

  @Test func `a given seller signs in as it is and sees its own products`() async throws {
    let red = try #require(DevSeller("red:C4B3F2D8-1:a:b:c:77"))
    #expect(red == DevSeller(name: "red", identifier: "c4b3f2d8-1", secret: "a:b:c", id: 77))
    let dev = try await DevWorld(sellers: [red])
    #expect(dev.seed.sellers.count == 3)
    let rows = try await dev.json("GET", "/api/products?items_per_page=60")["pages"].elements
    #expect(rows.count { $0["vendor_id"].plainText == "77" } > 0)
    let changed = try await dev.send(
      "PATCH", "/api/products/4", #"{"secret":"a:b:c","stock":3}"#, ["identifier": "C4B3F2D8-1"])
    // The first of each three is sold by its password.
    #expect(changed.status == 403)
    let own = try #require(rows.last { $0["vendor_id"].plainText == "77" })["id"].plainText
    let edited = try await dev.send(
      "PATCH", "/api/products/\(own)", #"{"secret":"a:b:c","stock":3}"#, ["identifier": "c4b3f2d8-1"])
    #expect(edited.status == 200)
  }

  @Test(arguments: [
    "red", "red:u:s", "red:u:s:x", "red:u:s:0", ":u:s:1", "red::s:1", "red:ü:s:1",
  ])
  func `a seller that is not four fields is none`(text: String) {
    #expect(DevSeller(text) == nil)
  }

  @Test func `clients of the public internet are refused`() async throws {
    let dev = try await DevWorld()
    for (peer, status) in [("8.8.8.8", 403), ("192.168.0.7", 200), ("::1", 200), ("unix", 200)] {
      var request = HTTPRequest(.get, scheme: "http", authority: "192.168.0.2:8080", target: "/items/1")
      request.peer = peer
      #expect(try await dev.session.response(to: request).status == status, "\(peer)")
    }
  }

  @Test func `reset and snapshots restore a world alone`() async throws {
    let dev = try await DevWorld()
    let seed = try await dev.titles("/w/cart")
    for base in ["/w/cart", ""] {
      _ = try await dev.add("first", to: base)
      #expect(try await dev.send("PUT", base + "/dev/snapshots/one").status == 204)
      _ = try await dev.add("second", to: base)
      #expect(try await dev.titles(base) == seed + ["first", "second"])
      #expect(try await dev.send("POST", base + "/dev/reset?snapshot=one").status == 204)
      #expect(try await dev.titles(base) == seed + ["first"])
      #expect(try await dev.send("POST", base + "/dev/reset").status == 204)
      #expect(try await dev.titles(base) == seed)
      #expect(try await dev.send("POST", base + "/dev/reset?snapshot=none").status == 404)
      #expect(try await dev.titles(base) == seed)
    }
    _ = try await dev.add("stays", to: "/w/other")
    #expect(try await dev.send("POST", "/dev/reset").status == 204)
    #expect(try await dev.titles("/w/other") == seed + ["stays"])
    #expect(try await dev.send("POST", "/w/other/dev/reset?snapshot=one").status == 404)
  }

  @Test func `a world has a bounded number of snapshots, and a name is replaced`() async throws {
    let dev = try await DevWorld()
    for number in 1...World.mostSnapshots {
      #expect(try await dev.send("PUT", "/w/a/dev/snapshots/s\(number)").status == 204)
    }
    #expect(try await dev.send("PUT", "/w/a/dev/snapshots/more").status == 507)
    #expect(try await dev.send("PUT", "/w/a/dev/snapshots/s1").status == 204)
    #expect(try await dev.send("PUT", "/w/b/dev/snapshots/more").status == 204)
    #expect(try await dev.send("PUT", "/w/b/dev/snapshots/a%20b").status == 400)
  }

  @Test func `a forgotten world begins again`() async throws {
    let dev = try await DevWorld { $0.idle = .milliseconds(1) }
    let seed = try await dev.titles("")
    _ = try await dev.add("a", to: "/w/cart")
    // Longer than the world is kept: no more than that is waited for.
    try await Task.sleep(for: .milliseconds(20))
    #expect(try await dev.titles("/w/cart") == seed)
    let kept = try await DevWorld()
    _ = try await kept.add("a", to: "/w/cart")
    #expect(kept.worlds.neighbours.map(\.name) == ["", "cart"])
    #expect(try await kept.send("DELETE", "/w/cart").status == 204)
    #expect(try await kept.send("DELETE", "/w/cart").status == 404)
    #expect(try await kept.titles("/w/cart") == seed)
  }

  @Test func `an idle world leaves memory without another request, and its snapshots with it`() async throws {
    let dev = try await DevWorld { $0.idle = .milliseconds(1) }
    weak let world: World? = try dev.worlds.world("cart", for: HTTPRequest(.get, target: "/"))
    try await eventually("the world is released") { world == nil }
    #expect(dev.worlds.neighbours.map(\.name) == [""])
  }

  @Test func `a page of another origin makes no world, unless its origin is allowed`() async throws {
    let dev = try await DevWorld { $0.origins = ["http://app.example"] }
    for headers in [
      ["Sec-Fetch-Site": "cross-site"], ["Origin": "null"], ["Origin": "http://evil.example"],
    ] as [HTTPHeaders] {
      #expect(try await dev.send("GET", "/w/cart/items/1", nil, headers).status == 403, "\(headers)")
    }
    #expect(dev.worlds.neighbours.map(\.name) == [""])
    for headers in [
      ["Origin": "http://app.example", "Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "none"],
      ["Origin": "http://127.0.0.1:8080", "Sec-Fetch-Site": "same-origin"],
    ] as [HTTPHeaders] {
      #expect(try await dev.send("GET", "/w/cart/items/1", nil, headers).status == 200, "\(headers)")
      #expect(try await dev.send("DELETE", "/w/cart").status == 204)
    }
  }

  @Test func `there are so many worlds and no more`() async throws {
    let dev = try await DevWorld()
    for number in 1...Worlds.most { #expect(try await dev.send("GET", "/w/w\(number)/item/1").status == 200) }
    let refused = try await dev.send("GET", "/w/more/item/1")
    #expect(refused.status == 503)
    #expect(refused.headers[.retryAfter] == "60")
    #expect(try await dev.send("DELETE", "/w/w7").status == 204)
    #expect(try await dev.send("GET", "/w/more/item/1").status == 200)
  }

  @Test(arguments: [
    "/w/a%2Fb/items/1", "/w/.git/items/1", "/w/\(String(repeating: "a", count: 65))/items/1",
    "/w/a'b/items/1",
  ])
  func `a name that is none of a world is not found`(target: String) async throws {
    #expect(try await DevWorld().send("GET", target).status == 404)
  }

  @Test(arguments: ["/dev/requests", "/dev/faults", "/w/cart/dev/requests", "/w/cart/dev/faults"])
  func `pages of other origins and other names of the host are refused`(target: String) async throws {
    let dev = try await DevWorld()
    #expect(try await dev.send("GET", target).status == 200)
    #expect(try await dev.send("GET", target, host: "localhost:8080").status == 200)
    #expect(try await dev.send("GET", target, host: "[::1]:8080").status == 200)
    let own: HTTPHeaders = ["Origin": "http://127.0.0.1:8080", "Sec-Fetch-Site": "same-origin"]
    #expect(try await dev.send("GET", target, nil, own).status == 200)
    #expect(try await dev.send("GET", target, nil, ["Sec-Fetch-Site": "none"]).status == 200)
    for host in ["evil.example", "openmarket.yagom-academy.kr", "127.0.0.1.evil.example:8080"] {
      #expect(try await dev.send("GET", target, host: host).status == 403, "\(host)")
    }
    for headers in [
      ["Origin": "http://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
      ["Sec-Fetch-Site": "same-site"], ["Origin": "http://127.0.0.1:9090", "Sec-Fetch-Site": "same-origin"],
    ] as [HTTPHeaders] {
      #expect(try await dev.send("GET", target, nil, headers).status == 403, "\(headers)")
    }
    #expect(try await dev.send("DELETE", "/w/cart", nil, ["Origin": "http://evil.example"]).status == 403)
  }

  @Test func `a fixed present is in every date, and the clock of limits goes on`() async throws {
    let present = Date(timeIntervalSince1970: 1_700_000_000)
    let dev = try await DevWorld { $0.now = present }
    for _ in 1...2 {
      let added = try JSONReader.value(of: try await dev.add("a", to: "/w/a").body, JSON.init)
      #expect(added["registration_date"].plainText == "1700000000")
    }
    let page = try await dev.json("GET", "/w/a/v2a/api/products")
    #expect(page["pages"].elements[0]["created_at"].plainText == "2023-11-15T00:00:00.00")
  }

  @Test func `50 worlds in parallel with a fault each see no other one`() async throws {
    let dev = try await DevWorld()
    let seed = try await dev.titles("")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...50 { group.addTask { try await check(number, dev, seed) } }
      try await group.waitForAll()
    }
    #expect(try await dev.titles("") == seed)
    #expect(dev.worlds.neighbours.count == 51)
  }

  /// Uses a world with a fault of its own, which has the titles of the seed at first.
  private func check(_ number: Int, _ dev: DevWorld, _ seed: [String]) async throws {
    let (base, status) = ("/w/world-\(number)", 500 + number)
    let fault = #"{"faults": [{"route": "GET /items/*", "nth": 2, "status": \#(status)}]}"#
    #expect(try await dev.send("PUT", base + "/dev/faults", fault).status == 200)
    #expect(try await dev.add("item of \(number)", to: base).status == 201)
    #expect(try await dev.titles(base) == seed + ["item of \(number)"])
    #expect(try await dev.send("GET", base + "/items/1").status == status)
    #expect(try await dev.send("GET", base + "/items/1").status == 200)
    #expect(try await dev.json("GET", base + "/dev/requests")["requests"].elements.count == 4)
  }
}
