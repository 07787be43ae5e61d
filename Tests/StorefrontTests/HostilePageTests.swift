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
    "{shown}", "{number}", "\u{202E}gnp.exe", "java\u{0}script:alert(1)".replacing("\u{0}", with: "&#x0A;"),
    "</textarea><script>alert(1)</script>", "\" checked formaction=\"javascript:alert(1)",
    "</option></select><script>",
    "data:text/html,<script>alert(1)</script>", "<svg><script href=data:,alert(1)>",
    "<math><mi xlink:href=javascript:x>",
    "\" srcdoc=\"<script>", "-->", "<![CDATA[<script>]]>", "<?xml-stylesheet href=\"x\"?>",
    "x\u{2028}\u{2029}alert(1)//",
    "%0d%0aSet-Cookie: a=b", "*/alert(1)/*", "&quot;onclick=alert(1)", "\u{FF1C}script\u{FF1E}", "<ſcript>",
    "한글 'quoted' \"text\" & more", "<bdi>", "</bdi></a></h2>", "`${alert(1)}`",
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
        #expect(element.text.unicodeScalars.allSatisfy { [UInt8].shows($0) }, "\(note)")
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
    for (index, text) in Self.texts.enumerated() {
      // Some of them are one text in the form by which SKUs are compared.
      var draft = ItemDraft(title: text, description: text, price: Price(1, .usDollar))
      draft.details = ItemDetails(
        sku: "\(text) \(index)", tags: [String(text.prefix(40)).trimmingCharacters(in: .whitespaces)])
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
      for path in [
        ["tags", text], ["vendors", text], ["best-sellers", text], ["goods", text], ["assets", text],
      ] {
        _ = try check(try await shop.page(PageURL(path).text), text)
      }
      _ = try check(try await shop.page(PageURL(["goods", "1"], [("order", text)]).text), text)
      _ = try check(
        try await shop.page(PageURL(["best-sellers"], [("day", text), ("period", text)]).text), text)
      let choices: HTTPHeaders = [
        .accept: "text/html", "Cookie": "lang=\(text); view=\(text)", .acceptLanguage: text,
      ]
      _ = try check(try await shop.page(PageURL([], [("lang", text), ("view", text)]).text, choices), text)
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

  @Test("text of strangers is shown as it is on the pages of a seller, in their forms and problems")
  func sellerPages() async throws {
    let shop = try Shop(isSelling: true)
    let vendor = try await Marketplace(Store(at: shop.folder.store())).addVendor(
      name: "\"><script>alert(1)</script>")
    let seller = Seller(shop)
    let signedIn = try await seller.post(
      "/sell", [("identifier", vendor.identifier), ("password", vendor.secret)], hasToken: false)
    #expect(signedIn.status == 303)
    try await seller.get("/sell")
    for text in Self.texts {
      let refused = try await seller.post(
        "/sell/add", GoodsForm.fields.map { ($0.rawValue, text) } + [("key", text), ("place-1", text)])
      #expect(refused.status == 422)
      #expect(
        try check(String(decoding: refused.body, as: UTF8.self), text).texts(of: "h1") == ["Add an item"])
      var fields = [("title", text), ("price", "1"), ("currency", "USD"), ("stock", "1")]
      fields += [("descriptions", text), ("note", text), ("key", "\(UUID())")]
      let added = try await seller.post("/sell/add", fields)
      let address = try #require(
        added.headers[.location], "\(text): \(added.reader.text("id", "problems") ?? "")")
      let item = try #require(address.wholeMatch(of: /(\/goods\/[0-9]+).*/)?.1)
      for path in [address, item + "/edit", item + "/delete"] {
        let page = try check(try await shop.page(path, ["Cookie": seller.cookie ?? ""]), text)
        #expect(page.texts(of: "title").count == 1)
      }
      for target in ["/stock", "/reviews/1", "/edit"] {
        let page = try await seller.post(
          item + target, [("quantity", text), ("kind", text), ("answer", text), ("seen", text)])
        _ = try check(String(decoding: page.body, as: UTF8.self), text)
      }
      let trashed = try await seller.post(item + "/delete", [])
      #expect(trashed.status == 303)
      let home = try check(
        try await shop.page(
          PageURL(["sell"], [("done", text), ("item", text)]).text, ["Cookie": seller.cookie ?? ""]), text)
      #expect(home.values(of: "id").contains { $0.hasPrefix("deleted-") })
      let wrong = try await Seller(shop).post("/sell", [("identifier", text), ("password", "")])
      _ = try check(String(decoding: wrong.body, as: UTF8.self), text)
    }
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
