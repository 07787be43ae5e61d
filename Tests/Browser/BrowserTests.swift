import Foundation
import OpenMarket
import Storefront
import SystemSupport
import TestSupport
import Testing

/// Walks through the pages in a real browser.
@Suite(
  .enabled(if: WebDriver.isInstalled, "left out: chromium and chromium-driver are not installed"), .serialized
)
struct BrowserTests {
  private static let items = 90

  /// A served market with pages and items, the newest of which has images, a discount, tags and reviews.
  private func shop() async throws -> ServedMarket {
    var options = LocalMarket.Options.forTests
    options.pages = Storefront.pages(
      ShopDetails(title: "Corner Shop", contact: "shop@market.example"), isSelling: true)
    let market = try ServedMarket(options)
    let manager = NetworkManager(session: market)
    for number in 1...Self.items {
      _ = try await manager.add(
        ItemDraft(title: "Lamp \(number)", price: Price(Decimal(number), .usDollar)), images: [],
        password: "secret")
    }
    let image = try ItemImage(path: MockData.path("macbook.png"))
    let won = try #require(Currency("KRW"))
    let last = try await manager.add(
      ItemDraft(
        title: "맥북 프로", description: String(repeating: "거의 새것입니다. ", count: 120),
        price: Price(1_690_000, won),
        discountedPrice: 1_490_000, stock: 3, sku: "MB-1", tags: ["노트북"]), images: [image, image, image],
      password: "secret")
    for stars in [5, 4] {
      _ = try await manager.review(
        item: last.id, try ReviewDraft(stars: stars, text: "Fast, as new", author: "Mina"),
        password: "opinion")
    }
    return market
  }

  /// Opens a browser for `walk`, and closes it in any case.
  private func browse(runsScripts: Bool = true, _ walk: (WebDriver, ServedMarket) async throws -> Void)
    async throws
  {
    let market = try await shop()
    let browser = try await WebDriver(runsScripts: runsScripts)
    do {
      try await walk(browser, market)
      await browser.close()
    } catch {
      await browser.close()
      throw error
    }
  }

  /// The number of rows, and of different ones.
  private func rows(_ browser: WebDriver) async throws -> [Int?] {
    let counts = try await browser.run(
      "const rows = [...document.querySelectorAll('#items > li')]; "
        + "return { rows: rows.length, ids: new Set(rows.map((row) => row.id)).size }")
    return [counts["rows"]?.number, counts["ids"]?.number]
  }

  @Test("a list grows by itself twice and then when it is asked to, and is as it was after going back")
  func endlessList() async throws {
    try await browse { browser, market in
      try await browser.show(width: 1_280)
      try await browser.open(market.url)
      for count in [40, 60] {
        try await eventually {
          try await browser.run("scrollTo(0, document.body.scrollHeight)")
          return try await rows(browser) == [count, count]
        }
      }
      // The end is near, but more rows are shown only when they are asked for.
      try await browser.run("scrollTo(0, document.body.scrollHeight)")
      #expect(try await browser.text("#next") == "Show more · 60 of \(Self.items + 1)")
      #expect(try await rows(browser) == [60, 60])
      try await browser.click("#next")
      try await eventually { try await rows(browser) == [80, 80] }
      #expect(try await browser.text("#next") == "Show more · 80 of \(Self.items + 1)")
      // A keyboard goes on at the first new row.
      #expect(
        try await browser.run("return document.activeElement.textContent").plainText
          == "Lamp \(Self.items - 59)")
      try await eventually { try await browser.url().contains("?page=") }
      let place = try await browser.url()
      try await browser.run("document.querySelectorAll('#items a')[65].click()")
      try await eventually { try await browser.url().contains("/goods/") }
      #expect(try await browser.text("h1") == "Lamp \(Self.items - 64)")
      try await browser.back()
      try await eventually { try await rows(browser) == [80, 80] }
      #expect(try await browser.url() == place)
    }
  }

  @Test(
    "a seller adds an item with images in another order, corrects it, sells it, deletes it and undoes that",
    arguments: [true, false])
  func selling(runsScripts: Bool) async throws {
    try await browse(runsScripts: runsScripts) { browser, market in
      func send(_ button: String, untilAt part: String) async throws {
        try await browser.click(button)
        try await eventually { try await browser.url().contains(part) }
      }
      let id = Self.items + 2
      try await browser.show(width: 360)
      try await browser.open(market.url + "/sell")
      try await browser.type("secret", into: "#password")
      try await browser.click(".sign-in button")
      try await eventually { try await browser.text("h1") == "Sell" }
      try await browser.open(market.url + "/sell/add")
      try await browser.type("Brass lamp", into: "#title")
      try await browser.type("abc", into: "#price")
      let images = ["macbook.png", "macbook.jpg"].map(MockData.path)
      try await browser.type(images.joined(separator: "\n"), into: "input[type=file]")
      if runsScripts {
        try await eventually {
          try await browser.text(".chosen li:nth-child(2) span") == "Image 2: macbook.jpg"
        }
        try await browser.click(".chosen li:nth-child(2) button")
        #expect(try await browser.text(".chosen li span") == "Image 1: macbook.jpg")
      }
      try await browser.click(".goods-form .actions button")
      try await eventually { try await browser.text("#problems h2") == "Nothing was saved yet" }
      #expect(
        try await browser.text("#price-problem")
          == "Price “abc” is not a number: write it like 1690000 or 12.50")
      try await browser.type("\u{E003}\u{E003}\u{E003}12.50", into: "#price")
      // Without the script a browser forgets the files.
      if !runsScripts { try await browser.type(images[1] + "\n" + images[0], into: "input[type=file]") }
      try await send(".goods-form .actions button", untilAt: "/goods/\(id)?done=added")
      let added = try await NetworkManager(session: market).item(id: id)
      #expect(added.images?.map(\.pathExtension) == ["jpg", "png"])
      try await send(".quantity button", untilAt: "done=sold")
      #expect(try await browser.text(".notice") == "The sale was recorded.")
      try await browser.click(".tools .quiet")
      try await eventually { try await browser.text("h1") == "Delete the item?" }
      try await send(".danger", untilAt: "done=deleted")
      try await send(".notice button", untilAt: "done=restored")
      #expect(try await browser.text("h1") == "Brass lamp")
    }
  }

  @Test("an item's images turn by buttons and keys")
  func gallery() async throws {
    try await browse { browser, market in
      try await browser.show(width: 1_280)
      try await browser.open(market.url + "/goods/\(Self.items + 1)?lang=ko")
      #expect(try await browser.text("h1") == "맥북 프로")
      #expect(try await browser.text(".goods .price s") == "할인 전 가격:\n1,690,000원")
      @Sendable func shown() async throws -> String {
        try await browser.run(
          "return document.querySelector('.thumbs [aria-current]')?.getAttribute('href') ?? ''"
        ).plainText
      }
      try await eventually { try await shown() == "#photo-1" }
      try await browser.click(".gallery .after")
      try await eventually { try await shown() == "#photo-2" }
      try await browser.type("\u{E014}", into: "#photos")
      try await eventually { try await shown() == "#photo-3" }
      try await browser.click(".description summary")
      #expect(try await browser.text(".description details > p").hasPrefix("거의 새것입니다."))
    }
  }

  @Test("an open page shows what is written meanwhile, in place, and new items behind a link")
  func changes() async throws {
    try await browse { browser, market in
      try await browser.show(width: 1_280)
      try await browser.open(market.url)
      let manager = NetworkManager(session: market)
      let row = "#i\(Self.items)"
      _ = try await manager.edit(id: Self.items, ItemPatch(title: "Lantern"), password: "secret")
      _ = try await manager.add(
        ItemDraft(title: "New", price: Price(1, .usDollar)), images: [], password: "secret")
      try await eventually { try await browser.text(row + " h2") == "Lantern" }
      try await eventually { try await browser.text(".news a") == "New items: 1" }
      #expect(try await rows(browser) == [20, 20])
      try await browser.click(".news a")
      try await eventually { try await browser.text("#items > li h2") == "New" }
    }
  }

  @Test("without scripts every page is reached by links and forms")
  func withoutScripts() async throws {
    try await browse(runsScripts: false) { browser, market in
      try await browser.open(market.url)
      #expect(try await browser.text("#items > li:last-child h2") == "Lamp \(Self.items - 18)")
      try await browser.click("#next")
      try await eventually { try await browser.url().hasSuffix("/?page=2") }
      #expect(try await browser.text("#items h2") == "Lamp \(Self.items - 19)")
      try await browser.click("#items h2 a")
      try await eventually { try await browser.url().contains("/goods/") }
      try await browser.back()
      try await eventually { try await browser.url().hasSuffix("/?page=2") }
      try await browser.type("노트북", into: "#q")
      try await browser.click(".search button")
      try await eventually { try await browser.url().contains("/search?q=") }
      #expect(try await browser.text("#items h2") == "맥북 프로")
      try await browser.click("footer [hreflang=ko]")
      try await eventually { try await browser.text("h1") == "“노트북” 검색 결과" }
      try await browser.open(market.url + "/best-sellers")
      #expect(try await browser.text("h1") == "베스트셀러")
    }
  }

  @Test("the first visit takes three requests besides images and icon, and nothing moves")
  func firstVisit() async throws {
    try await browse { browser, market in
      try await browser.show(width: 1_280)
      try await browser.open(market.url)
      let requests = try await browser.run(
        "return performance.getEntriesByType('resource').filter((entry) => entry.initiatorType !== 'img')"
          + ".filter((entry) => !entry.name.endsWith('.svg')).length + 1")
      #expect(requests.number == 3)
      let shift = try await browser.wait(
        for: """
          const done = arguments[0];
          let sum = 0;
          new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
            .observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => done(Math.round(sum * 1000))));
          """)
      #expect(shift.number == 0)
    }
  }

  /// The file of axe-core, which PyPI's axe-playwright-python has as `axe.min.js`.
  private static let axe = ProcessInfo.processInfo.environment["AXE_SOURCE"]

  @Test(
    "axe-core finds no violation on any page, and calls only the contrast of stars incomplete",
    .enabled(if: axe != nil, "left out: AXE_SOURCE does not name axe.min.js"))
  func accessibility() async throws {
    let source = try String(contentsOfFile: try #require(Self.axe), encoding: .utf8)
    try await browse { browser, market in
      try await browser.developer("Page.setBypassCSP", [("enabled", .truth(true))])
      let paths = [
        "/", "/?view=list&sort=price", "/goods/\(Self.items + 1)", "/goods/1", "/search?q=lamp",
        "/search?q=nothing",
        "/best-sellers", "/price-list", "/tags/%EB%85%B8%ED%8A%B8%EB%B6%81", "/nowhere", "/?page=x",
      ]
      for (width, isDark, language) in [(360, false, "ko"), (768, true, "en"), (1_280, false, "en")] {
        try await browser.show(width: width, isDark: isDark)
        for path in paths {
          try await browser.open(market.url + path + (path.contains("?") ? "&" : "?") + "lang=" + language)
          try await browser.run(source + "; window.axe = axe;")
          let found = try await browser.wait(
            for: """
              const done = arguments[0];
              const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
              axe.run(document, { runOnly: tags }).then((results) => done({
                violations: results.violations.map((rule) => rule.id + ' ' + rule.nodes[0].html),
                incomplete: results.incomplete.flatMap((rule) => rule.nodes.map((node) => rule.id + ' ' + node.html))
                  .filter((text) => !/^color-contrast <span class="stars /.test(text)),
                isWide: document.documentElement.scrollWidth > innerWidth,
              }));
              """)
          #expect(found["violations"] == .array([]), "\(path) \(width)")
          #expect(found["incomplete"] == .array([]), "\(path) \(width)")
          #expect(found["isWide"] == .truth(false), "\(path) \(width)")
        }
      }
    }
  }
}
