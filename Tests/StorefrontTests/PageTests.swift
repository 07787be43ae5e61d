import Foundation
import HTTP
import OpenMarket
import Synchronization
import TestSupport
import Testing

@testable import Storefront

/// Pages as a browser gets them.
struct PageTests {
  private static let headers: [HTTPField.Name: String] = [
    .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache",
    .contentTypeOptions: "nosniff",
    .contentSecurityPolicy: """
    default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'
    """,
    "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Content-Language": "en",
  ]

  @Test("an empty market has a whole page")
  func empty() async throws {
    let page = try await Shop(ShopDetails(title: "Corner Shop", contact: "shop@market.example")).page("/")
    #expect(
      page == """
        <!doctype html><html lang="en" data-scroll="on"><head><meta charset="utf-8"><meta name="viewport" \
        content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">\
        <title>Corner Shop</title><link rel="stylesheet" href="\(AssetFile.style.url.text)">\
        <script type="module" src="\(AssetFile.script.url.text)"></script>\
        <link rel="icon" type="image/svg+xml" href="\(AssetFile.icon.url.text)">\
        <link rel="alternate" type="application/atom+xml" title="Corner Shop" href="/feed.atom">\
        <link rel="canonical" href="http://shop.example/">\
        <link rel="alternate" hreflang="en" href="http://shop.example/?lang=en">\
        <link rel="alternate" hreflang="ko" href="http://shop.example/?lang=ko">\
        <link rel="alternate" hreflang="x-default" href="http://shop.example/"><meta property="og:type" content="website">\
        <meta property="og:site_name" content="Corner Shop"><meta property="og:title" content="Corner Shop">\
        <meta property="og:url" content="http://shop.example/"></head><body>\
        <a class="skip" href="#main">Skip to the content</a><header class="banner"><div class="wide bar">\
        <a class="brand" href="/"><span class="mark" aria-hidden="true"></span><bdi>Corner Shop</bdi></a>\
        <form class="search" role="search" action="/search"><label class="unseen" for="q">Search for</label>\
        <input type="search" name="q" id="q" value="" maxlength="200" placeholder="Search the market" \
        autocomplete="off" required><button type="submit">Search</button></form><nav aria-label="Pages">\
        <a href="/best-sellers">Best sellers</a><a href="/price-list">Price list</a></nav></div></header>\
        <main id="main" tabindex="-1" data-news="New items: {count}" data-changed="Changed items: {count}" \
        data-ended="no longer for sale">\
        <div class="wide"><div class="heading"><h1>For sale</h1>\
        <p class="count">0 items</p><ul class="views"><li><a href="/?view=grid" \
        aria-current="true">Grid</a></li><li><a href="/?view=list">List</a></li></ul></div><form class="filters" autocomplete="off" action="/">\
        <p class="order"><label class="unseen" for="sort">Order</label>\
        <select name="sort" id="sort"><option value="newest" selected>Newest first</option>\
        <option value="oldest">Oldest first</option><option value="price">Lowest price first</option>\
        <option value="-price">Highest price first</option><option value="rating">Best rated first</option>\
        <option value="title">By title</option></select><button type="submit" class="quiet">Show</button></p>\
        <details><summary class="quiet">Filters</summary><div class="panel"><fieldset><legend>Price</legend>\
        <div class="field"><label for="min">Price from</label>\
        <input name="min" id="min" value="" autocomplete="off" inputmode="decimal"></div>\
        <div class="field"><label for="max">Price up to</label>\
        <input name="max" id="max" value="" autocomplete="off" inputmode="decimal"></div></fieldset>\
        <fieldset><legend>Availability</legend><p class="box">\
        <input type="radio" name="show" id="show-" value="" checked><label for="show-">Any</label></p><p class="box">\
        <input type="radio" name="show" id="show-in-stock" value="in-stock">\
        <label for="show-in-stock">In stock</label></p><p class="box">\
        <input type="radio" name="show" id="show-sold-out" value="sold-out">\
        <label for="show-sold-out">Sold out</label></p></fieldset><fieldset><legend>Offers</legend><p class="box">\
        <input type="checkbox" name="discounted" id="discounted" value="1">\
        <label for="discounted">Discounted</label></p></fieldset>\
        <button type="submit">Show</button></div></details></form><div class="empty">\
        <p>Nothing is for sale yet.</p></div></div></main>\
        <footer><div class="wide bar"><p class="contact">Contact: \
        <a href="mailto:shop@market.example"><bdi>shop@market.example</bdi></a></p>\
        <ul class="choices"><li><a href="/?lang=en" lang="en" hreflang="en" aria-current="true">English</a></li>\
        <li><a href="/?lang=ko" lang="ko" hreflang="ko">한국어</a></li><li class="scripted"><a href="/?scroll=off">\
        Do not load more rows by itself</a></li><li><a href="/feed.atom">Feed of new items</a></li></ul></div></footer>\
        </body></html>
        """)
  }

  @Test(
    "every page of a market without items can be read",
    arguments: [
      "/", "/search?q=lamp", "/best-sellers", "/best-sellers?period=month", "/price-list", "/feed.atom",
      "/sitemap.xml",
      "/sitemap.xml?page=1", "/robots.txt",
    ])
  func nothing(target: String) async throws {
    let response = try await Shop().get(target)
    #expect(response.status == 200)
    #expect(MarkupReader(String(decoding: response.body, as: UTF8.self)).defects == [])
  }

  @Test func `an empty price list says so, and no empty list leads to itself`() async throws {
    let shop = try Shop()
    func empty(_ target: String) async throws -> String? {
      MarkupReader(try await shop.page(target)).text("class", "empty")
    }
    let prices = MarkupReader(try await shop.page("/price-list"))
    #expect(prices.text("class", "empty") == "Nothing is for sale yet." && prices.texts(of: "table") == [])
    #expect(try await empty("/search") == "Nothing is for sale yet.")
    #expect(try await empty("/?min=5") == "No items match.See everything for sale")
    #expect(try await empty("/price-list?min=5") == "No items match.")
    try await shop.add(1)
    #expect(try await empty("/price-list") == nil)
  }

  @Test("a page has the headers that keep a browser from running and showing anything else")
  func headers() async throws {
    let shop = try Shop()
    try await shop.add(1)
    for target in [
      "/", "/goods/1", "/search?q=Lamp", "/best-sellers", "/price-list", "/tags/none", "/vendors/1",
      "/nowhere",
      "/best-sellers/soon", "/?sort=none",
    ] {
      let response = try await shop.get(target)
      for (name, value) in Self.headers { #expect(response.headers[name] == value, "\(target) \(name)") }
      #expect(response.headers[.vary]?.hasSuffix("Accept-Language, Cookie, Accept-Encoding") == true)
      #expect((response.status == 200) == (response.headers[.eTag] != nil))
    }
  }

  @Test("documents, redirects and the pages of sellers have the headers, too, whatever their status")
  func otherHeaders() async throws {
    let shop = try Shop(isSelling: true)
    try await shop.add(1)
    let seller = Seller(shop)
    var responses = [try await seller.signIn(), try await seller.post("/sell/add", [])]
    responses += [
      try await seller.post("/sell/add", [], hasToken: false),
      try await seller.post("/sell/add", [], origin: "http://evil.example"),
      shop.market.response(to: .crossOrigin, of: HTTPRequest(.post, target: "/sell")),
    ]
    for target in ["/sell", "/sell/add", "/goods/1/edit", "/goods/1/delete"] {
      responses.append(try await shop.get(target, ["Cookie": seller.cookie ?? ""]))
    }
    for target in ["/sell", "/goods/1/edit", "/feed.atom", "/sitemap.xml", "/robots.txt", "/changes"] {
      responses.append(try await shop.get(target))
    }
    responses.append(try await shop.get(AssetFile.style.url.text))
    let names: [HTTPField.Name] = [
      .contentTypeOptions, .contentSecurityPolicy, "Referrer-Policy", "Cross-Origin-Opener-Policy",
      "Permissions-Policy",
    ]
    for (index, response) in responses.enumerated() {
      for name in names { #expect(response.headers[name] == Self.headers[name], "\(index) \(name)") }
      #expect(response.headers["Content-Security-Policy-Report-Only"] == nil)
    }
  }

  @Test("a page that has not changed is not sent again, compressed or not")
  func conditional() async throws {
    let shop = try Shop()
    try await shop.add(1)
    let plain = try await shop.get("/")
    let compressed = try await shop.get("/", [.accept: "text/html", "Accept-Encoding": "br, gzip;q=0.5"])
    #expect(compressed.headers[.contentEncoding] == "gzip")
    #expect(try gunzipped(compressed.body) == plain.body)
    #expect(compressed.headers[.eTag] != plain.headers[.eTag])
    let refused = try await shop.get("/", [.accept: "text/html", "Accept-Encoding": "gzip;q=0"])
    #expect(refused.headers[.contentEncoding] == nil)
    let known = try [(plain, "identity"), (compressed, "gzip")].map { response, coding -> HTTPHeaders in
      [.accept: "text/html", "Accept-Encoding": coding, .ifNoneMatch: try #require(response.headers[.eTag])]
    }
    for headers in known { #expect(try await shop.get("/", headers).status == 304) }
    try await shop.add(1)
    for headers in known { #expect(try await shop.get("/", headers).status == 200) }
    for coding in ["identity", "gzip"] {
      let headers: HTTPHeaders = [.accept: "text/html", "Accept-Encoding": coding, .ifMatch: "\"other\""]
      #expect(try await shop.get("/", headers).status == 412)
    }
  }

  @Test("a method that no page takes is refused before its contents")
  func refusedMethods() throws {
    let market = try Shop(isSelling: true).market
    func status(_ method: HTTPMethod, _ target: String) -> Int? {
      market.refusal(of: HTTPRequest(method, target: target))?.status
    }
    for target in ["/about", "/goods/1", "/goods/1/nothing", "/feed.atom"] {
      #expect(status(.post, target) == 405 && status(.delete, target) == 405 && status(.get, target) == nil)
    }
    for target in ["/sell", "/sell/add", "/goods/1/edit", "/goods/1/review"] {
      #expect(status(.post, target) == nil && status(.patch, target) == 405)
    }
  }

  @Test("a page that refuses a request has the reason, for the log")
  func reasons() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    var reasons: [String?] = []
    for target in ["/goods/9", "/?page=x", "/nowhere"] {
      reasons.append(try await shop.get(target, [.accept: "text/html"]).reason)
    }
    reasons.append(try await seller.post("/sell/add", [("title", "")]).reason)
    let missing = "There is no such page"
    #expect(reasons.dropLast() == [missing, "The address has an invalid value", missing])
    #expect(reasons.last??.hasPrefix("Title") == true)
  }

  @Test("the front page with 20 rows is below 14 kB compressed")
  func size() async throws {
    let shop = try Shop(ShopDetails(title: "Corner Shop"))
    let manager = shop.manager
    for number in 1...25 {
      _ = try await manager.add(
        ItemDraft(
          title: "\(UUID()) 상품 이름 \(number) with a long title",
          price: Price(Decimal(number * 1_234), .usDollar),
          discountedPrice: Decimal(number * 1_000), stock: number % 3),
        images: [try ItemImage(path: MockData.path("macbook.png"))], password: Shop.password)
    }
    let response = try await shop.get("/", [.accept: "text/html", "Accept-Encoding": "gzip"])
    #expect(response.body.count < 14_000)
    #expect(
      MarkupReader(String(decoding: try gunzipped(response.body), as: UTF8.self)).texts(of: "h2").count == 20)
  }

  @Test("the language is that of the request, of the choice in the address, or of the one remembered")
  func languages() async throws {
    let shop = try Shop()
    func language(_ target: String, _ accepted: String, _ cookie: String? = nil) async throws -> String? {
      var headers: HTTPHeaders = [.accept: "text/html", .acceptLanguage: accepted]
      headers["Cookie"] = cookie
      return MarkupReader(try await shop.page(target, headers)).texts(of: "h1").first
    }
    #expect(try await language("/", "ko-KR,ko;q=0.9,en;q=0.8") == "판매 중인 상품")
    #expect(try await language("/", "en;q=0.9,ko;q=0.8") == "For sale")
    #expect(try await language("/", "de, fr") == "For sale")
    #expect(try await language("/?lang=ko", "en") == "판매 중인 상품")
    #expect(try await language("/", "en", "a=b; lang=ko") == "판매 중인 상품")
    #expect(try await language("/?lang=en", "ko", "lang=ko") == "For sale")
    #expect(try await language("/?lang=xx", "ko", "lang=yy") == "판매 중인 상품")
    let response = try await shop.get("/?lang=ko&view=list&scroll=maybe")
    #expect(
      response.headers.values(for: .setCookie) == [
        "lang=ko; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly",
        "view=list; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly",
      ])
    #expect(response.headers["Content-Language"] == "ko")
    // Links elsewhere do not repeat the choice.
    let links = MarkupReader(String(decoding: response.body, as: UTF8.self)).values(of: "href")
    #expect(
      links.filter { $0.hasPrefix("/") && $0.contains("lang=") } == ["/?lang=en", "/?lang=ko"])
  }

  @Test("search engines find each page in each language at an address of its own")
  func alternates() async throws {
    let shop = try Shop()
    try await shop.add(25)
    func links(_ target: String) async throws -> [String: String] {
      let links = MarkupReader(try await shop.page(target)).elements.filter {
        $0.name == "link" && ($0.attributes["rel"] == "canonical" || $0.attributes["hreflang"] != nil)
      }
      return Dictionary(
        uniqueKeysWithValues: links.map {
          ($0.attributes["hreflang"] ?? "canonical", $0.attributes["href"] ?? "")
        })
    }
    let shown = "http://shop.example"
    for (path, separator) in [("/goods/1", "?"), ("/?page=2", "&"), ("/best-sellers/2021-01-24", "?")] {
      let others = [
        "en": shown + path + separator + "lang=en", "ko": shown + path + separator + "lang=ko",
        "x-default": shown + path,
      ]
      #expect(try await links(path) == others.merging(["canonical": shown + path]) { $1 })
      // A page that names its language is another one to them.
      for language in ["en", "ko"] {
        let named = path + separator + "lang=" + language
        #expect(try await links(named) == others.merging(["canonical": shown + named]) { $1 })
      }
    }
    #expect(try await links("/search?q=lamp") == [:])
  }

  @Test func `only the parts of what has changed have other versions, whatever time has passed`() async throws
  {
    let now = Mutex(TemporaryMarket.now)
    let shop = try Shop(now: { now.withLock { $0 } })
    try await shop.add(3)
    var price: Decimal = 10
    func parts(_ target: String) async throws -> [String] {
      let page = MarkupReader(try await shop.page(target))
      return page.elements.compactMap { element in
        element.attributes["data-part"].map {
          (element.attributes["id"] ?? element.attributes["class"] ?? "") + " " + $0
        }
      }
    }
    for (target, changed) in [("/", ["i2"]), ("/price-list", ["i2"]), ("/goods/2", []), ("/goods/1", [])] {
      let before = try await parts(target)
      #expect(!before.isEmpty)
      now.withLock { $0 += 3_600 }
      #expect(try await parts(target) == before)
      var patch = ItemPatch()
      price += 1
      patch.amount = price
      _ = try await shop.manager.edit(id: 2, patch, password: Shop.password)
      let names = zip(before, try await parts(target)).filter { $0 != $1 }
        .map { String($0.0.prefix { $0 != " " }) }
      #expect(names == changed)
    }
  }

  @Test("best sellers have a field for a day below the calendar")
  func days() async throws {
    let shop = try Shop()
    try await shop.add(1)
    let page = MarkupReader(try await shop.page("/best-sellers?day=2021-01-20&period=week"))
    let fields = page.elements.filter { $0.attributes["name"] == "day" }.map(\.attributes)
    #expect(fields.map { $0["type"] } == ["date"])
    #expect(fields.map { $0["value"] } == ["2021-01-20"])
    #expect(fields.last?["max"] == "2021-01-24")
    #expect(page.elements.filter { $0.attributes["name"] == "period" }.count == 1)
  }

  @Test("the calendar of best sellers ends at the first sale and today")
  func calendar() async throws {
    let shop = try Shop()
    try await shop.add(1)
    func links(_ target: String) async throws -> [String] {
      MarkupReader(try await shop.page(target)).elements.filter { $0.name == "a" }
        .compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("/best-sellers/") && !$0.contains("?") }
    }
    // Nothing was sold yet: the present day alone.
    #expect(Set(try await links("/best-sellers/2021-01-24")) == ["/best-sellers/2021-01-24"])
    let time = try #require(ReportedTime("2020-12-30"))
    _ = try await shop.manager.record([
      (MovementRequest(itemID: 1, .sell(quantity: 1, price: nil), time: time), Shop.password)
    ])
    #expect(
      Set(try await links("/best-sellers/2020-12-31"))
        == [
          "/best-sellers/2020-12-30", "/best-sellers/2020-12-31", "/best-sellers/2021-01-01",
          // The week after.
          "/best-sellers/2021-01-04",
        ])
    // A day of before has a page, and no way further back.
    #expect(Set(try await links("/best-sellers/2019-05-01")).allSatisfy { $0 >= "/best-sellers/2019-05-01" })
  }

  @Test("a list has parts with links to the others")
  func parts() async throws {
    let shop = try Shop()
    try await shop.add(45)
    func part(_ target: String) async throws -> (titles: [String], next: String?, previous: String?) {
      let reader = MarkupReader(try await shop.page(target))
      func link(_ relation: String) -> String? {
        reader.elements.first { $0.name == "a" && $0.attributes["rel"] == relation }?.attributes["href"]
      }
      return (reader.texts(of: "h2"), link("next"), link("prev"))
    }
    let first = try await part("/?min=1")
    #expect(first.titles == (26...45).reversed().map { "Lamp \($0)" })
    #expect(first.next == "/?min=1&page=2" && first.previous == nil)
    let last = try await part("/?page=3&min=1")
    #expect(last.titles == (1...5).reversed().map { "Lamp \($0)" })
    #expect(last.next == nil && last.previous == "/?min=1&page=2")
    #expect(try await part("/?page=2&sort=price").titles == (21...40).map { "Lamp \($0)" })
    #expect(
      try await part("/search?q=lamp+7&sort=newest").titles == ["Lamp 37", "Lamp 27", "Lamp 17", "Lamp 7"])
    #expect(try await part("/?min=&max=2&currency=usd").titles == ["Lamp 2", "Lamp 1"])
    #expect(try await shop.get("/?page=4").status == 404)
    #expect(try await part("/search?q=%20%20").titles == part("/").titles)
  }

  @Test(
    "a request without a page gets one that says what to do",
    arguments: [
      ("/goods/2", 404), ("/?page=99", 404), ("/goods/x", 404), ("/goods/99999999999999999999", 404),
      ("/tags/none", 404),
      ("/vendors/7", 404),
      ("/best-sellers/soon", 400), ("/best-sellers/2999-01-01", 400), ("/?page=0", 400), ("/?sort=none", 400),
      ("/?since=many", 400), ("/goods/1?order=none", 400), ("/nowhere", 404), ("/assets/market.0.css", 404),
      ("/goods/1/more", 404), ("/%80", 404), ("/tags/%F5%80", 404), ("/goods/%ZZ", 404),
    ])
  func errors(target: String, status: Int) async throws {
    let shop = try Shop()
    try await shop.add(1)
    let response = try await shop.get(target)
    #expect(response.status == status)
    let reader = MarkupReader(String(decoding: response.body, as: UTF8.self))
    #expect(reader.defects == [] && reader.texts(of: "h1").count == 1)
    #expect(reader.elements.contains { $0.attributes == ["class": "button", "href": "/"] })
    if status == 404 {
      #expect(
        reader.texts(of: "p").contains {
          $0.hasPrefix(
            target.hasPrefix("/goods") && !target.contains("%")
              ? "The item may have been sold or removed." : "Check the address")
        })
    }
    #expect(
      reader.elements.contains { $0.attributes["name"] == "robots" && $0.attributes["content"] == "noindex" })
  }

  @Test("pages are only read")
  func methods() async throws {
    let shop = try Shop()
    for method in [HTTPMethod.post, .delete, .patch] {
      let response = try await shop.market.response(to: HTTPRequest(method, target: "/goods/1"))
      #expect(response.status == 405 && response.headers[.allow] == "GET")
    }
  }

  @Test("an asset has its hash in its name and is stored for ever")
  func assets() async throws {
    let shop = try Shop()
    for file in [AssetFile.style, .script, .selling, .icon] {
      let plain = try await shop.get(file.url.text, [:])
      #expect(plain.status == 200)
      #expect(plain.headers[.cacheControl] == "public, max-age=31536000, immutable")
      let compressed = try await shop.get(file.url.text, ["Accept-Encoding": "gzip"])
      if compressed.headers[.contentEncoding] == "gzip" {
        #expect(try gunzipped(compressed.body) == plain.body)
      }
      // No indentation and no comments.
      let lines = String(decoding: plain.body, as: UTF8.self).split(separator: "\n")
      #expect(!lines.isEmpty && !lines.contains { $0.hasSuffix("*/") || $0.starts(with: /[ ]|\/[\/*]/) })
    }
    let style = String(decoding: try await shop.get(AssetFile.style.url.text).body, as: UTF8.self)
    // No request to another host.
    #expect(!style.contains("url(") && !style.contains("@import"))
    // Five sizes of type; none is of what is not drawn, and one of paper.
    let sizes = style.matches(of: /font-size: ([^;]+);|font: ([^ ;\/]+)/).map { $0.1 ?? $0.2 ?? "" }
    #expect(
      Set(sizes) == [
        "var(--small)", "1rem", "100%", "inherit", "var(--large)", "var(--larger)", "var(--largest)", "0",
        "10pt",
        // Equal to larger, but where text is twice as large as usual on a narrow screen.
        "min(var(--larger), 11vw)",
      ])
  }
}
