import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import Storefront

/// What lists find, and in which currency.
struct ListPageTests {
  private static let won = Currency("KRW")

  private func add(
    _ title: String, _ price: Price = Price(1, .usDollar), tags: [String]? = nil, to shop: Shop
  )
    async throws
  {
    var draft = ItemDraft(title: title, price: price, stock: 1)
    draft.details.tags = tags
    _ = try await shop.manager.add(draft, images: [], password: Shop.password)
  }

  /// The titles of a list and what it says of them.
  private func list(_ target: String, of shop: Shop) async throws -> (titles: [String], note: String?) {
    let reader = MarkupReader(try await shop.page(target))
    #expect(reader.defects == [])
    return (reader.texts(of: "h2"), reader.elements.first { $0.attributes["class"] == "instead" }?.text)
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
