import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import Storefront

/// Text of strangers in every field of a page: it is shown as it is, and is never markup, an address or a script.
struct HostilePageTests {
  static let texts = [
    "<script>alert(1)</script>", "</title><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "'><svg/onload=alert(1)>", "\" autofocus onfocus=\"alert(1)", "javascript:alert(1)",
    "</script><script>alert(1)",
    "<!--<script>", "]]><x/>", "&lt;b&gt;", "&#60;b&#62;", "{{7*7}}${7*7}", "\\u003cscript\\u003e",
    "<a href=//evil.example>",
    "//evil.example/x", "<base href=//evil.example>",
    "<meta http-equiv=refresh content=0;url=//evil.example>",
    "<style>*{display:none}</style>", "<iframe srcdoc=\"<p>\">", "%22%3E%3Cscript%3E", "+ADw-script+AD4-",
    "..", "a/../b",
    "{shown}", "\u{202E}gnp.exe", "한글 'quoted' \"text\" & more", "<bdi>", "</bdi></a></h2>", "`${alert(1)}`",
  ]

  private static let scripts: Set = ["module", "application/ld+json"]

  /// Checks that a page has no markup, address or script of a stranger, and reads it.
  private func check(_ page: String, _ note: String) throws -> MarkupReader {
    let reader = MarkupReader(page)
    #expect(reader.defects == [], "\(note)")
    for element in reader.elements {
      #expect(
        !["iframe", "object", "embed", "base", "style", "svg", "frame"].contains(element.name), "\(note)")
      for (name, value) in element.attributes {
        #expect(
          !name.hasPrefix("on") && name != "style" && name != "srcdoc" && name != "http-equiv", "\(note)")
        if ["href", "src", "action"].contains(name) {
          let isOwn =
            value.hasPrefix("#") || value.hasPrefix("/") && !value.hasPrefix("//")
            || value.hasPrefix("http://shop.example/")
          #expect(isOwn, "\(note): \(name) \(value)")
        }
      }
      if element.name == "script" {
        #expect(Self.scripts.contains(element.attributes["type"] ?? ""), "\(note)")
        #expect(!element.text.contains("<"), "\(note)")
      }
    }
    return reader
  }

  /// Text as a page has it: characters that reorder others are replaced.
  private func shown(_ text: String) -> String { text.replacing("\u{202E}", with: "\u{FFFD}") }

  @Test("text of strangers is shown as it is on every page")
  func everyPage() async throws {
    let shop = try Shop(ShopDetails(title: "<b>\"Shop\" & 'Co'</b>", contact: "</p><script>x</script>"))
    let manager = shop.manager
    for text in Self.texts {
      var draft = ItemDraft(title: text, description: text, price: Price(1, .usDollar))
      draft.details = ItemDetails(
        sku: text, tags: [String(text.prefix(40)).trimmingCharacters(in: .whitespaces)])
      let item = try await manager.add(
        draft, images: [ItemImage(path: MockData.path("macbook.png"))], password: Shop.password)
      _ = try await manager.review(
        item: item.id, try ReviewDraft(stars: 4, text: text, author: text), password: Shop.password)
      let page = try await shop.page("/goods/\(item.id)")
      let reader = try check(page, text)
      #expect(reader.texts(of: "h1") == [shown(text)])
      #expect(reader.texts(of: "title") == [shown(text) + " – <b>\"Shop\" & 'Co'</b>"])
      #expect(reader.values(of: "alt").contains(shown(text)))
      let tagged = try #require(
        reader.values(of: "href").first { $0.hasPrefix("/tags/") || $0.hasPrefix("/?tag=") })
      let list = try check(try await shop.page(tagged), tagged)
      #expect(list.texts(of: "h2").contains(shown(text)))
      _ = try check(try await shop.page(PageURL(["search"], [("q", text)]).text), text)
      _ = try check(try await shop.page(PageURL([], [("min", text), ("x", text)]).text), text)
      _ = try check(try await shop.page(PageURL([text]).text), text)
    }
    for target in [
      "/", "/?page=2", "/?view=list", "/price-list", "/best-sellers", "/feed.atom", "/sitemap.xml?page=1",
    ] {
      _ = try check(try await shop.page(target), target)
    }
    let titles = MarkupReader(try await shop.page("/price-list")).elements.filter {
      $0.attributes["scope"] == "row"
    }
    #expect(Set(titles.map(\.text)) == Set(Self.texts.map(shown)))
  }

  @Test("links repeat the items of a query that the page reads, as they were sent, and no others")
  func queries() async throws {
    let shop = try Shop()
    try await shop.add(25)
    for text in Self.texts {
      let target = PageURL(["search"], [("x", text), ("q", "lamp"), ("sort", "price")]).text
      let reader = try check(try await shop.page(target), text)
      let next = try #require(reader.elements.first { $0.attributes["id"] == "next" }?.attributes["href"])
      #expect(next == "/search?q=lamp&sort=price&page=2")
    }
    let long = try await shop.get(PageURL(["search"], [("q", String(repeating: "가", count: 5_000))]).text)
    #expect(long.body.count < 100_000)
  }
}
