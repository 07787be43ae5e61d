import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import Storefront

/// The items that lists find, and their currency.
struct ListPageTests {
  private static let won = Currency("KRW")

  private func add(
    _ title: String, _ price: Price = Price(1, .usDollar), stock: Int = 1, tags: [String]? = nil,
    to shop: Shop
  ) async throws {
    var draft = ItemDraft(title: title, price: price, stock: stock)
    draft.details.tags = tags
    _ = try await shop.manager.add(draft, images: [], password: Shop.password)
  }

  /// The titles of a list and what it says of them.
  private func list(_ target: String, of shop: Shop) async throws -> (titles: [String], note: String?) {
    let reader = MarkupReader(try await shop.page(target))
    #expect(reader.defects == [])
    return (reader.texts(of: "h2"), reader.elements.first { $0.attributes["class"] == "instead" }?.text)
  }

  @Test(arguments: [
    // A singular.
    ("berry", "berries", ["Berries"]),
    // A particle.
    ("의자를", "의자", ["나무 의자"]), ("의자로", "의자", ["나무 의자"]),
    ("의자에서", "의자", ["나무 의자"]), ("의자들", "의자", ["나무 의자"]),
    // Two letters exchanged, one too many, one too few, another one, and a part of a syllable.
    ("lmap", "lamp", ["Brown lamp", "Lamp"]), ("browwn", "brown", ["Brown lamp"]),
    ("msic", "music", ["Music box"]),
    ("musik", "music", ["Music box"]), ("의지", "의자", ["나무 의자"]), ("brasss", "brass", ["Vase"]),
    // A form of what was typed is part of a word.
    ("glases", "glasses", ["Reading glasses"]),
    // Some of the words.
    ("lamp xyzzy", "lamp", ["Brown lamp", "Lamp"]), ("music vase", "music", ["Music box"]),
    ("lmap browns", "lamp browns", ["Brown lamp"]),
  ])
  func `a search without results finds what is closest, and says so`(
    _ search: String, _ words: String, _ titles: [String]
  ) async throws {
    let shop = try Shop()
    for title in ["Lamp", "Brown lamp", "Music box", "Berries", "나무 의자", "Reading glasses"] {
      try await add(title, to: shop)
    }
    try await add("Vase", tags: ["brass"], to: shop)
    let target = PageURL(["search"], [("q", search)]).text
    let found = try await list(target, of: shop)
    #expect(found.titles == titles)
    let isOne = !search.contains(" ")
    #expect(
      found.note == "Nothing has \(isOne ? "" : "all of ")“\(search)”. These items have “\(words)”.")
    let korean = try await list(target + "&lang=ko", of: shop)
    #expect(
      korean.note
        == (isOne
          ? "“\(search)” 검색 결과가 없어 “\(words)” 검색 결과를 표시합니다."
          : "“\(search)”의 단어가 모두 들어 있는 상품이 없습니다. “\(words)” 검색 결과입니다."))
  }

  @Test(arguments: ["xyzzy", "lam0", "box7", "ab", "%_\" OR *", "s"])
  func `a search that is close to nothing finds nothing`(_ search: String) async throws {
    let shop = try Shop()
    try await add("Lamp 1", to: shop)
    try await add("Fox", to: shop)
    let found = try await list(PageURL(["search"], [("q", search)]).text, of: shop)
    #expect(found.titles == [] && found.note == nil)
  }

  @Test func `a search with results is left as it is`() async throws {
    let shop = try Shop()
    for title in ["Lamps", "Lampshade"] { try await add(title, to: shop) }
    let found = try await list("/search?q=lamps", of: shop)
    #expect(found.titles == ["Lamps", "Lampshade"] && found.note == nil)
    let terminal = try await shop.manager.page(PageQuery(search: "lmap"))
    #expect(terminal.items.isEmpty)
  }

  @Test(arguments: [
    ("lamps", ["Lamp", "Two lamps"]), ("boxes", ["Music box"]), ("berries", ["A berry", "Berries"]),
    ("brown lamps", ["Brown lamp"]), ("glass", ["Glass"]),
  ])
  func `a plural finds the singular, too, as a whole word`(_ search: String, _ titles: [String])
    async throws
  {
    let shop = try Shop()
    for title in ["Two lamps", "Lamp", "Lampwick", "Music box", "Berries", "A berry", "Glass"] {
      try await add(title, to: shop)
    }
    if search.hasPrefix("brown") { try await add("Brown lamp", to: shop) }
    let found = try await list(PageURL(["search"], [("q", search)]).text, of: shop)
    #expect(found.titles == titles && found.note == nil)
  }

  @Test func `the parts of a search for other words, and its conditions, are of the same words`() async throws
  {
    let shop = try Shop()
    try await shop.add(25)
    #expect(
      try await list("/search?q=lmap&page=2", of: shop).titles == (1...5).reversed().map { "Lamp \($0)" })
    #expect(try await list("/search?q=lmap&max=2", of: shop).titles == ["Lamp 2", "Lamp 1"])
    // The words are found; their price is not.
    let dear = try await list("/search?q=lamp&min=1000", of: shop)
    #expect(dear.titles == [] && dear.note == nil)
    let none = try await list("/search?q=lmap&min=1000", of: shop)
    #expect(none.titles == [] && none.note == nil)
    #expect(try await shop.get("/search?q=lmap&page=3").status == 404)
  }

  @Test func `the name of a vendor finds its items`() async throws {
    let shop = try Shop(isSelling: true)
    let vendor = try await Marketplace(Store(at: shop.folder.store())).addVendor(name: "Ida Klein")
    try await add("Lamp", to: shop)
    let seller = Seller(shop)
    _ = try await seller.post(
      "/sell", [("identifier", vendor.identifier), ("password", vendor.secret)], hasToken: false)
    try await seller.get("/sell/add")
    _ = try await seller.post(
      "/sell/add", [("title", "Vase"), ("price", "5"), ("currency", "USD"), ("stock", "1")])
    let found = try await list("/search?q=ida+klein", of: shop)
    #expect(found.titles == ["Vase"] && found.note == nil)
  }

  @Test func `the front page has the commonest tags with the numbers of their items on sale`() async throws {
    let shop = try Shop()
    try await add("Vase", tags: ["kitchen", "glass & <more>"], to: shop)
    try await add("Cup", tags: ["kitchen"], to: shop)
    var draft = ItemDraft(title: "Jug", price: Price(1, .usDollar))
    draft.details.tags = ["kitchen", "hidden"]
    draft.details.offSale = true
    _ = try await shop.manager.add(draft, images: [], password: Shop.password)
    func categories(_ target: String) async throws -> [String] {
      let reader = MarkupReader(try await shop.page(target))
      #expect(reader.defects == [])
      guard reader.elements.contains(where: { $0.attributes["aria-label"] == "Categories" }) else {
        return []
      }
      return reader.elements.filter { $0.name == "a" && $0.attributes["href"]?.hasPrefix("/tags/") == true }
        .map { "\($0.text) \($0.attributes["href"] ?? "")" }
    }
    let more = "glass & <more>"
    #expect(
      try await categories("/") == [
        "kitchen 2 /tags/kitchen", "\(more) 1 \(PageURL(tag: more).text)",
      ])
    #expect(try await list("/tags/kitchen", of: shop).titles == ["Cup", "Vase"])
    // Where they would not be the numbers of the list.
    for target in ["/?max=2", "/search?q=vase", "/tags/kitchen"] {
      #expect(try await categories(target) == [])
    }
    for number in 1...20 { try await add("Pot \(number)", tags: ["tag \(number)"], to: shop) }
    #expect(try await categories("/").count == 12)
  }

  @Test func `a list by price is of one currency, the commonest or a chosen one`() async throws {
    let shop = try Shop()
    let won = try #require(Self.won)
    for (title, amount) in [("Cup", Decimal(30_000)), ("Jug", 20_000), ("Pot", 100)] {
      try await add(title, Price(amount, won), tags: title == "Jug" ? ["import"] : nil, to: shop)
    }
    for (title, amount) in [("Vase", Decimal(200)), ("Bowl", 3)] {
      try await add(title, Price(amount, .usDollar), tags: ["import"], to: shop)
    }
    func note(_ code: String, _ others: Int) -> String {
      "Only prices in \(code) are listed. Items with other currencies: \(others) Show all currencies"
    }
    let cases: [(target: String, titles: [String], note: String?)] = [
      ("/", ["Bowl", "Vase", "Pot", "Jug", "Cup"], nil),
      ("/?sort=price", ["Pot", "Jug", "Cup"], note("KRW", 2)),
      ("/?sort=-price&currency=USD", ["Vase", "Bowl"], note("USD", 3)),
      ("/?min=200", ["Jug", "Cup"], note("KRW", 2)),
      ("/?currency=USD", ["Bowl", "Vase"], nil),
      // As an amount of the currency is read: 20,000 in one without decimals.
      ("/?min=20.000", ["Jug", "Cup"], note("KRW", 2)),
      ("/?min=%2410", ["Vase"], note("USD", 3)),
      // The commonest of the list itself.
      ("/tags/import?sort=price", ["Bowl", "Vase"], note("USD", 1)),
      ("/search?q=vase&sort=price", ["Vase"], nil),
      ("/search?q=vsae&sort=price", ["Vase"], "Nothing has “vsae”. These items have “vase”."),
    ]
    for (target, titles, note) in cases {
      let found = try await list(target, of: shop)
      #expect(found.titles == titles && found.note == note, "\(target)")
    }
    for (query, words) in [
      ("min=-5", "Price “-5” is negative"), ("max=%E2%82%AC5", "Price “€5” is in another currency"),
      ("max=%2410&currency=KRW", "Price “$10” is in another currency"),
    ] {
      let slip = MarkupReader(try await shop.page("/?\(query)"))
      #expect(slip.text("id", "\(query.prefix(3))-problem") == words)
      #expect(slip.elements.contains { $0.attributes["id"] == "items" })
    }
    let page = MarkupReader(try await shop.page("/?sort=price&in-stock=1"))
    #expect(
      page.elements.filter { $0.name == "option" }.map(\.text).suffix(3) == ["All currencies", "KRW", "USD"])
    #expect(page.elements.first { $0.text == "KRW" && $0.name == "option" }?.attributes["selected"] != nil)
    #expect(page.elements.first { $0.text == "Show all currencies" }?.attributes["href"] == "/?in-stock=1")
  }

  @Test(arguments: [
    ("/", ["Desk lamp", "Lamp", "Red lamp"]), ("/search?q=lamp", ["Desk lamp", "Lamp", "Red lamp"]),
    ("/tags/room", ["Desk lamp", "Lamp", "Red lamp"]),
    ("/?sort=newest", ["Desk lamp", "Lamp", "Red lamp"]), ("/?sold-out=1", ["Red lamp"]),
    ("/?sort=price", ["Lamp", "Desk lamp", "Red lamp"]),
    ("/?sort=-price", ["Desk lamp", "Lamp", "Red lamp"]),
    ("/?sort=stock", ["Red lamp", "Lamp", "Desk lamp"]),
  ])
  func `an item that is sold out comes after those in stock, in each order of a shop`(
    _ target: String, _ titles: [String]
  )
    async throws
  {
    let shop = try Shop()
    try await add("Lamp", tags: ["room"], to: shop)
    try await add("Desk lamp", Price(2, .usDollar), stock: 2, tags: ["room"], to: shop)
    try await add("Red lamp", Price(1, .usDollar), stock: 0, tags: ["room"], to: shop)
    #expect(try await list(target, of: shop).titles == titles)
    // Lists of the APIs are as they were.
    let all = try await shop.manager.page(PageQuery(1, size: 10, sort: .newest)).items.map(\.title)
    #expect(all == ["Red lamp", "Desk lamp", "Lamp"])
  }

  @Test func `a market with one currency has no choice of currencies`() async throws {
    let shop = try Shop()
    try await shop.add(2)
    let page = MarkupReader(try await shop.page("/?sort=price"))
    #expect(!page.elements.contains { $0.attributes["name"] == "currency" })
    let slip = MarkupReader(try await shop.page("/?currency=XXZ"))
    #expect(slip.elements.contains { $0.attributes["id"] == "currency-problem" })
  }

  @Test func `a long title in place of an image ends behind a word`() async throws {
    let shop = try Shop()
    for title in [
      "Oak chair from the workshop beside the old market hall and antidisestablishmentarianism",
      String(repeating: "긴", count: 61), String(repeating: "W", count: 60),
    ] {
      try await add(title, to: shop)
    }
    let page = MarkupReader(try await shop.page("/"))
    #expect(
      page.elements.filter { $0.attributes["class"] == "tile tint0" }.map(\.text) == [
        String(repeating: "W", count: 60), String(repeating: "긴", count: 60) + "…",
        "Oak chair from the workshop beside the old market hall and…",
      ])
  }

  @Test func `an image of an item leads to the whole image`() async throws {
    let shop = try Shop()
    _ = try await shop.manager.add(
      ItemDraft(title: "Lamp", price: Price(1, .usDollar)),
      images: [try ItemImage(path: MockData.path("macbook.png"))], password: Shop.password)
    let page = MarkupReader(try await shop.page("/goods/1"))
    let link = try #require(page.elements.first { $0.attributes["title"] == "Enlarge" })
    #expect(link.attributes["href"] == "/images/\(MockData.png(1))")
    #expect(try await shop.get("/images/\(MockData.png(1))").headers[.contentType] == "image/png")
  }
}
