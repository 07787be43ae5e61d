import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import Storefront

/// The largest pages that clients can make, each text as long as it may be, of the character that takes the most bytes as markup.
struct LargePageTests {
  /// Pages up to this size are not counted in the memory of large ones, as those of the APIs.
  private static let uncounted = 2 << 20

  private static func text(_ bytes: Int) -> String { String(repeating: "\"", count: bytes) }

  private static func draft(_ number: Int, description: String) -> ItemDraft {
    var draft = ItemDraft(
      title: text(ItemLimits.titleBytes), description: description,
      price: Price(99_999_999_999_999, .usDollar), discountedPrice: 99_999_999_999_998,
      stock: ItemLimits.stock)
    draft.details = ItemDetails(
      sku: text(ItemLimits.skuBytes - 3) + String(format: "%03d", number),
      tags: (1...ItemLimits.tags).map { text(ItemLimits.tagCharacters - 2) + String(format: "%02d", $0) },
      note: text(ItemLimits.noteBytes), reorderAt: ItemLimits.stock)
    return draft
  }

  @Test(
    "an item with the longest texts, images and reviews takes less than 2 MiB, also for its seller and in its form"
  )
  func item() async throws {
    let shop = try Shop(isSelling: true)
    let manager = shop.manager
    let image = try ItemImage(path: MockData.path("macbook.png"))
    let item = try await manager.add(
      Self.draft(1, description: Self.text(ItemLimits.descriptionBytes)),
      images: Array(repeating: image, count: ItemLimits.images), password: Shop.password)
    for number in 1...10 {
      let review = try await manager.review(
        item: item.id,
        ReviewDraft(
          stars: 1, text: Self.text(ReviewLimits.text), author: Self.text(ReviewLimits.author)),
        password: "buyer \(number)")
      if number > 1 {
        _ = try await manager.answer(review: review.id, Self.text(ReviewLimits.text), password: Shop.password)
      }
    }
    let seller = Seller(shop)
    _ = try await seller.signIn(item: item.id)
    let headers: HTTPHeaders = [.accept: "text/html", "Cookie": try #require(seller.cookie)]
    for target in ["/goods/1", "/goods/1/edit", "/goods/1/delete", "/sell"] {
      let page = try await shop.get(target, headers)
      #expect(page.status == 200)
      #expect(page.body.count < Self.uncounted, "\(target)")
    }
    // Each text is as long as a form takes.
    let long = Self.text(ItemLimits.partBytes)
    let refused = try await seller.post("/goods/1/edit", GoodsForm.fields.map { ($0.rawValue, long) })
    #expect(refused.status == 422 && refused.body.count < Self.uncounted)
    for (target, name) in [
      ("/goods/1/stock", "quantity"), ("/goods/1/reviews/1", "answer"), ("/sell", "identifier"),
    ] {
      let refused = try await seller.post(target, [(name, long), ("password", "x")])
      #expect(refused.status >= 400 && refused.body.count < Self.uncounted, "\(target)")
    }
  }

  @Test("lists of items with the longest texts take less than 2 MiB, with the longest query and host name")
  func lists() async throws {
    let shop = try Shop()
    for number in 1...200 {
      _ = try await shop.manager.add(
        Self.draft(number, description: ""), images: [], password: Shop.password)
    }
    let query = String(repeating: "&tag=%22%22%22%22%22%22%22%22%22%22", count: 200)
    for target in [
      "/", "/price-list", "/feed.atom", "/sitemap.xml?page=1", "/search?q=%22%22%22" + query,
      "/?vendor=1" + query,
    ] {
      let page = try await shop.market.response(
        to: HTTPRequest(
          .get, scheme: "http", authority: String(repeating: "a", count: 250), target: target,
          headers: [.accept: "text/html"]))
      #expect(page.status == 200, "\(target)")
      #expect(page.body.count < Self.uncounted, "\(target): \(page.body.count)")
    }
    // Rows wait in memory until they are rendered.
    for target in ["/", "/price-list", "/feed.atom", "/sitemap.xml?page=1"] {
      let page = try await shop.get(target)
      #expect(page.status == 200 && page.body.count < 256 << 10, "\(target): \(page.body.count)")
    }
    // As many parts as fit stand in a list of prices without a number.
    for number in 201...300 {
      _ = try await shop.manager.add(
        Self.draft(number, description: ""), images: [], password: Shop.password)
    }
    let prices = try await shop.page("/price-list")
    #expect(prices.utf8.count < 256 << 10 && prices.contains("<p>1–200 of 300</p>"))
    // The longest titles are cut, and no other.
    #expect(try await shop.page("/price-list").contains("&quot;…</bdi>"))
    #expect(try await !shop.page("/goods/1").contains("…</bdi>"))
  }
}
