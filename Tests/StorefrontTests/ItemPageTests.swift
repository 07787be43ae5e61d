import Foundation
import HTTP
import OpenMarket
import SystemSupport
import TestSupport
import Testing

@testable import Storefront

/// The page of an item, and what programs read of it.
struct ItemPageTests {
  private func data(_ page: String) throws -> [String: JSON] {
    let text = try #require(
      MarkupReader(page).elements.first { $0.attributes["type"] == "application/ld+json" }?.text)
    guard
      case .object(let members) = try JSONReader.value(
        of: Data(text.utf8), { reader throws(JSONDefect) in try JSON(&reader) })
    else { return [:] }
    return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
  }

  @Test("a discounted price has the price before struck through, in the words of the terminal")
  func price() async throws {
    let shop = try Shop()
    let won = try #require(Currency("KRW"))
    _ = try await shop.manager.add(
      ItemDraft(title: "맥북", price: Price(1_690_000, won), discountedPrice: 1_490_000, stock: 3), images: [],
      password: Shop.password)
    let english = MarkupReader(try await shop.page("/goods/1"))
    #expect(
      english.elements.first { $0.attributes["class"] == "price" }?.text
        == "KRW 1,490,000 Price before: KRW 1,690,000 −11%")
    #expect(english.elements.first { $0.attributes["class"] == "stock" }?.text == "3 in stock")
    let korean = MarkupReader(try await shop.page("/goods/1?lang=ko"))
    #expect(
      korean.elements.first { $0.attributes["class"] == "price" }?.text
        == "1,490,000원 할인 전 가격: 1,690,000원 −11%")
    #expect(korean.texts(of: "time") == ["지금"])
  }

  @Test("an item for search engines has ratings only where there are some")
  func productData() async throws {
    let shop = try Shop()
    let manager = shop.manager
    _ = try await manager.add(
      ItemDraft(
        title: "Lamp </script>", description: "Brass", price: Price(12.5, .usDollar), stock: 0, sku: "L-1"),
      images: [try ItemImage(path: MockData.path("macbook.png"))], password: Shop.password)
    var expected: [String: JSON] = [
      "@context": .string("https://schema.org"), "@type": .string("Product"),
      "name": .string("Lamp </script>"),
      "url": .string("http://shop.example/goods/1"), "description": .string("Brass"), "sku": .string("L-1"),
      "image": .array([.string("http://shop.example/images/\(MockData.png(1))")]),
      "offers": .object([
        ("@type", .string("Offer")), ("price", .string("12.5")), ("priceCurrency", .string("USD")),
        ("url", .string("http://shop.example/goods/1")),
        ("availability", .string("https://schema.org/OutOfStock")),
      ]),
    ]
    #expect(try data(try await shop.page("/goods/1")) == expected)
    for stars in [5, 4] {
      _ = try await manager.review(item: 1, try ReviewDraft(stars: stars), password: Shop.password)
    }
    expected["aggregateRating"] = .object([
      ("@type", .string("AggregateRating")), ("ratingValue", .number("4.5")), ("ratingCount", .number("2")),
      ("bestRating", .number("5")),
    ])
    #expect(try data(try await shop.page("/goods/1")) == expected)
  }

  @Test("reviews are in parts, folded ones behind a summary, and the answer below its review")
  func reviews() async throws {
    let shop = try Shop()
    let manager = shop.manager
    try await shop.add(1)
    for number in 1...12 {
      _ = try await manager.review(
        item: 1, try ReviewDraft(stars: number % 5 + 1, text: "Text \(number)", author: "Mina"),
        password: Shop.password)
    }
    _ = try await manager.answer(review: 12, "Thank you", password: Shop.password)
    _ = try await manager.fold(review: 11, password: Shop.password)
    let first = MarkupReader(try await shop.page("/goods/1"))
    let texts = first.elements.filter { $0.attributes["class"] == "prose" }.map(\.text)
    #expect(texts == ["Text 12", "Thank you"] + (3...11).reversed().map { "Text \($0)" })
    #expect(first.texts(of: "summary") == ["The seller has folded this text"])
    let next = try #require(
      first.elements.first { $0.name == "a" && $0.attributes["rel"] == "next" }?.attributes["href"])
    #expect(next == "/goods/1?order=newest&reviews=2#reviews")
    let second = MarkupReader(try await shop.page("/goods/1?order=newest&reviews=2"))
    #expect(try await shop.get("/goods/1?reviews=9").status == 404)
    #expect(second.elements.filter { $0.attributes["class"] == "prose" }.map(\.text) == ["Text 2", "Text 1"])
  }

  @Test("an item off sale says so, stands in no list, and is left out by search engines")
  func offSale() async throws {
    let shop = try Shop()
    var draft = ItemDraft(title: "Lamp", price: Price(5, .usDollar))
    draft.details = ItemDetails(offSale: true)
    _ = try await shop.manager.add(draft, images: [], password: Shop.password)
    let reader = MarkupReader(try await shop.page("/goods/1"))
    #expect(reader.elements.first { $0.attributes["class"] == "sold-out" }?.text == "off sale")
    #expect(reader.elements.contains { $0.attributes["content"] == "noindex" })
    #expect(!reader.elements.contains { $0.attributes["type"] == "application/ld+json" })
    for target in ["/", "/search?q=lamp", "/price-list", "/feed.atom", "/sitemap.xml?page=1", "/?off-sale=1"]
    {
      let page = try await shop.page(target)
      #expect(!page.contains("<bdi>Lamp") && !page.contains("/goods/1"))
    }
  }

  @Test("a note and other private fields are on no page")
  func privateFields() async throws {
    let shop = try Shop()
    var draft = ItemDraft(title: "Lamp", price: Price(5, .usDollar))
    draft.details = ItemDetails(note: "private note")
    draft.cost = 3.21
    _ = try await shop.manager.add(draft, images: [], password: Shop.password)
    for target in ["/", "/goods/1", "/price-list", "/feed.atom", "/search?q=lamp"] {
      let page = try await shop.page(target)
      #expect(page.contains("Lamp") && !page.contains("private note") && !page.contains("3.21"))
    }
    #expect(try await shop.page("/search?q=private").contains("No items have “private”"))
  }

  @Test("best sellers are ranked for a week, with a table of its month")
  func bestSellers() async throws {
    let shop = try Shop()
    try await shop.add(2)
    let manager = shop.manager
    _ = try await manager.record([
      (MovementRequest(itemID: 2, .sell(quantity: 1, price: nil)), Shop.password)
    ])
    let reader = MarkupReader(try await shop.page("/best-sellers"))
    #expect(reader.texts(of: "h2") == ["Lamp 2"])
    #expect(reader.elements.first { $0.attributes["class"] == "rank" }?.text == "Rank 1 new 1 sold")
    let shown = reader.elements.filter { $0.attributes["aria-current"] == "date" }
    #expect(shown.map(\.text) == ["24"])
    #expect(shown.first?.attributes["href"] == "/best-sellers/2021-01-24")
    // Weeks are those of ISO 8601.
    #expect(reader.texts(of: "th") == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
    let empty = MarkupReader(try await shop.page("/best-sellers/2021-01-12"))
    #expect(
      empty.elements.first { $0.attributes["class"] == "button" }?.attributes["href"]
        == "/best-sellers/2021-01-18")
    let month = MarkupReader(try await shop.page("/best-sellers?day=2021-01-02&period=month"))
    #expect(month.texts(of: "h2") == ["Lamp 2"])
  }

  @Test func `without a day best sellers are those of the last week with sales`() async throws {
    let now = Locked(TemporaryMarket.now)
    let shop = try Shop(now: { now.value })
    try await shop.add(1)
    _ = try await shop.manager.record([
      (MovementRequest(itemID: 1, .sell(quantity: 1, price: nil)), Shop.password)
    ])
    now.withLock { $0 += 15 * 86_400 }
    let reader = MarkupReader(try await shop.page("/best-sellers"))
    #expect(reader.texts(of: "h2") == ["Lamp 1"])
    let today = MarkupReader(try await shop.page("/best-sellers/2021-02-08"))
    #expect(today.texts(of: "h2") == [])
  }
}
