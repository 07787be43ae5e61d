import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// This market's additions to v1's lists, which old clients do not use.
@Suite(.serialized) struct ListTests {
  /// A served market with items of these titles.
  private func market(_ titles: String...) async throws -> ServedMarket {
    let market = try ServedMarket()
    for (index, title) in titles.enumerated() {
      let draft = ItemDraft(
        title: title, price: Price(Decimal(index), .usDollar), stock: titles.count - index)
      _ = try await NetworkManager(session: market).add(draft, images: [], password: "p")
    }
    return market
  }

  private func get(_ target: String, _ market: ServedMarket, _ headers: HTTPHeaders = [:]) async throws
    -> HTTPResponse
  {
    try await market.response(to: HTTPRequest(.get, target: target, headers: headers))
  }

  private func titles(_ target: String, _ market: ServedMarket) async throws -> [String] {
    try JSON.decode(PageBody.self, from: try await get(target, market).body).items.map(\.title)
  }

  @Test func `a list has X-Total-Count and a Link to the next page`() async throws {
    let market = try await market("a", "b", "c", "d", "e")
    for (target, link) in [
      ("/items/1", nil), ("/items/1?per_page=2", "</items/2?per_page=2>; rel=\"next\""),
      ("/items/2?per_page=2", "</items/3?per_page=2>; rel=\"next\""), ("/items/3?per_page=2", nil),
      ("/items/4?per_page=2", nil), ("/items/1?per_page=5", nil),
      ("/items/1?sort=-title&per_page=4&color=grey", "</items/2?per_page=4&sort=-title>; rel=\"next\""),
    ] {
      let response = try await get(target, market)
      #expect(response.headers["X-Total-Count"] == "5")
      #expect(response.headers["Link"] == link)
    }
  }

  @Test func `the link repeats the search`() async throws {
    let searched = try await market("맥북 & <b>", "<b> & 맥북")
    let response = try await get("/items/1?per_page=1&q=%EB%A7%A5%EB%B6%81+%26+%3Cb%3E", searched)
    let link = "</items/2?per_page=1&q=%EB%A7%A5%EB%B6%81%20%26%20%3Cb%3E>; rel=\"next\""
    #expect(response.headers["Link"] == link)
    #expect(try await titles("/items/2?per_page=1&q=%EB%A7%A5%EB%B6%81%20%26%20%3Cb%3E", searched).count == 1)
  }

  @Test func `the links lead through the whole list`() async throws {
    let market = try await market("a", "b", "c", "d", "e")
    var target: String? = "/items/1?per_page=2&sort=newest"
    var found: [String] = []
    while let next = target {
      let response = try await get(next, market)
      found += try JSON.decode(PageBody.self, from: response.body).items.map(\.title)
      target = response.headers["Link"].map { String($0.dropFirst().prefix { $0 != ">" }) }
    }
    #expect(found == ["e", "d", "c", "b", "a"])
  }

  @Test(arguments: [
    ("best", ["b", "c", "a"]), ("oldest", ["b", "c", "a"]),
    ("newest", ["a", "c", "b"]), ("price", ["b", "c", "a"]),
    ("-price", ["a", "c", "b"]), ("title", ["a", "b", "c"]), ("-title", ["c", "b", "a"]),
    ("stock", ["a", "c", "b"]), ("-stock", ["b", "c", "a"]),
  ])
  func `a list can be sorted`(sort: String, order: [String]) async throws {
    #expect(try await titles("/items/1?sort=\(sort)", market("b", "c", "a")) == order)
  }

  @Test(arguments: [
    ("per_page=0", "per_page '0' is not a whole number from 1 to 500"),
    ("per_page=501", "per_page '501' is not a whole number from 1 to 500"),
    ("per_page=", "per_page '' is not a whole number from 1 to 500"),
    (
      "sort=cheap",
      "sort 'cheap' is none of best, oldest, newest, price, -price, title, -title, stock, -stock, rating, -rating"
    ),
  ])
  func `an invalid query item gets 400 with its name`(query: String, reason: String) async throws {
    let field = query.prefix { $0 != "=" }
    #expect(
      try await get("/items/1?\(query)", market()).shown
        == #"400 {"code":"malformed","error":true,"field":"\#(field)","message":"\#(reason)","reason":"\#(reason)"}"#
    )
  }

  @Test func `a page past the end is empty, up to the largest number`() async throws {
    let market = try await market("a")
    for number in [2, Int.max] {
      #expect(try await get("/items/\(number)", market).shown == #"200 {"items":[],"page":\#(number)}"#)
    }
  }

  @Test func `an unchanged resource gets 304, a changed one is sent again`() async throws {
    let market = try await market("a")
    for target in ["/items/1", "/item/1", "/api/products", "/api/products/1"] {
      let tag = try #require(try await get(target, market).headers["ETag"])
      for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
        let response = try await get(target, market, ["If-None-Match": known])
        #expect(response.shown == "304", "\(target) \(known)")
        #expect(response.headers["ETag"] == tag)
      }
      #expect(try await get(target, market, ["If-None-Match": "\"other\""]).status == 200)
      _ = try await NetworkManager(session: market).edit(
        id: 1, ItemPatch(title: target, stock: target.utf8.count), password: "p")
      let changed = try await get(target, market, ["If-None-Match": tag])
      #expect(changed.status == 200)
      #expect(changed.headers["ETag"] != tag)
    }
  }

  @Test(arguments: [
    ("%25", ["100%"]), ("_", ["a_b"]), ("%5C", [#"c\d"#]), ("a_b", ["a_b"]), ("100%25", ["100%"]),
    ("'", ["it's"]), ("%22", []), ("';DROP+TABLE+item;--", []), ("%25%CC%81", []), ("_%CC%81", []),
    ("A_B", ["a_b"]), ("s+it", ["it's"]), ("+", ["100%", "a_b", #"c\d"#, "it's", "axb"]), ("%00", []),
    ("x%00", []),
  ])
  func `a search takes wildcards and SQL literally`(query: String, found: [String]) async throws {
    let market = try await market("100%", "a_b", #"c\d"#, "it's", "axb")
    #expect(try await titles("/items/1?q=\(query)", market) == found)
    let products = try await get("/api/products?search_value=\(query)", market)
    for title in found { #expect(String(decoding: products.body, as: UTF8.self).contains(title.suffix(2))) }
    #expect(String(decoding: products.body, as: UTF8.self).contains(#""totalCount":\#(found.count)}"#))
  }
}
