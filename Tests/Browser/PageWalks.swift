import Foundation
import OpenMarket
import SystemSupport
import TestSupport
import Testing

extension BrowserTests {
  /// Every page in each language, width and colour scheme.
  @Suite(.serialized) struct PageWalks {
    /// Elements that the window or their own box cuts off, and images that are not shown.
    private static let defects = """
      const found = [];
      const name = (element) => element.outerHTML.slice(0, 100);
      const root = document.documentElement, pen = document.createElement('canvas').getContext('2d');
      if (root.scrollWidth > root.clientWidth) found.push('wider than the window: ' + root.scrollWidth);
      const scrolls = (element) => {
        for (let outer = element.parentElement; outer; outer = outer.parentElement) {
          if (['auto', 'scroll'].includes(getComputedStyle(outer).overflowX)) return true;
        }
        return false;
      };
      for (const element of document.body.querySelectorAll('*')) {
        const box = element.getBoundingClientRect(), style = getComputedStyle(element);
        if (!box.width || element.closest('.unseen, .skip')) continue;
        if ((box.right > root.clientWidth + 1 || box.left < -1) && !scrolls(element)) found.push('outside: ' + name(element));
        // A title in a list has two lines, and its page has the rest.
        const isClamped = style.webkitLineClamp !== 'none' || ['auto', 'scroll'].includes(style.overflowX);
        const isBox = element.matches('input, select, textarea, canvas, img');
        if (element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'visible' && !isClamped && !isBox) {
          found.push('cut off: ' + name(element));
        }
        const lines = style.webkitLineClamp * parseFloat(style.lineHeight);
        if (element.clientHeight > lines + 1 && style.display !== 'block') found.push('part of a line: ' + name(element));
        if (style.display === 'flex' && element.matches('.tile') && element.scrollHeight > element.clientHeight) {
          found.push('cut off: ' + name(element));
        }
        if (element.matches('button, .button, .quiet') && element.scrollWidth > element.clientWidth + 1) {
          found.push('cut off: ' + name(element));
        }
        const shown = element.matches('select') ? element.selectedOptions[0]?.text : element.placeholder;
        if (element.matches('select, input[type=search]') && shown && getComputedStyle(root).fontSize === '16px'
          && element.checkVisibility({ contentVisibilityAuto: true })) {
          pen.font = style.font;
          const arrow = element.matches('select') ? 16 : 0;
          const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
          if (pen.measureText(shown).width > room + 1) found.push('cut off: ' + name(element));
        }
        if (element.matches('img') && element.complete && !element.naturalWidth) found.push('no image: ' + name(element));
      }
      return found;
      """

    private func check(_ paths: [String], _ browser: WebDriver, _ shop: WalkedShop) async throws {
      for language in ["en", "ko"] {
        for path in paths {
          try await browser.open(shop.url + EveryPage.address(path, language))
          #expect(try await browser.run("return document.documentElement.lang").plainText == language)
          // Colours move nothing: each width has one of both schemes in a language, and the other in the other.
          for (index, width) in [320, 360, 768, 1_280].enumerated() {
            let isDark = (index % 2 == 1) == (language == "en")
            try await browser.show(width: width, isDark: isDark)
            #expect(
              try await browser.run(Self.defects) == .array([]),
              "\(path), \(language), \(width), dark: \(isDark)")
          }
        }
      }
      #expect(try await browser.errors() == [])
    }

    @Test(
      "nothing is cut off or wider than the window on any page, in either language, light or dark, and no script fails",
      arguments: [true, false])
    func everyPage(runsScripts: Bool) async throws {
      try await browse(runsScripts: runsScripts) { browser, shop in
        try await check(EveryPage.ofBuyers, browser, shop)
        try await browser.signIn(to: shop)
        try await check(EveryPage.ofSellers, browser, shop)
      }
    }

    @Test("words without a place to break make no page wider than the window")
    func longWords() async throws {
      try await browse { browser, shop in
        var paths: [String] = []
        for word in [String(repeating: "W", count: 80), String(repeating: "긴", count: 80)] {
          let item = try await shop.manager.add(
            ItemDraft(
              title: word, description: word, price: Price(1_690_000_000, try #require(Currency("KRW"))),
              discountedPrice: 1_605_500_000, sku: String(word.prefix(30)), tags: [String(word.prefix(16))]),
            images: [], password: WalkedShop.password)
          let tag = try #require(word.prefix(16).addingPercentEncoding(withAllowedCharacters: .alphanumerics))
          paths += ["/goods/\(item.id)", "/tags/\(tag)", "/search?q=\(tag)", "/search?q=\(tag)\(tag)0"]
        }
        for path in ["/?view=grid", "/?view=list", "/price-list?sort=newest"] + paths {
          try await browser.open(shop.url + path)
          for width in [320, 360, 1_280] {
            try await browser.show(width: width)
            #expect(try await browser.run(Self.defects) == .array([]), "\(path), \(width)")
          }
        }
      }
    }

    @Test("a price on paper is on one line, beside a long title")
    func printedPrices() async throws {
      try await browse { browser, shop in
        let title = "Oak chair from the workshop beside the old market hall, with a leather seat"
        _ = try await shop.manager.add(
          ItemDraft(title: title, price: Price(1_234_567, .usDollar)), images: [],
          password: WalkedShop.password)
        // A4 at 96 pixels to the inch, between margins of 10 mm.
        try await browser.show(width: 718, medium: "print")
        try await browser.open(shop.url + "/price-list?sort=newest")
        let broken = try await browser.run(
          """
          return [...document.querySelectorAll('.sheet .price > b')]
            .filter((price) => price.offsetHeight > 1.9 * parseFloat(getComputedStyle(price).fontSize)).length;
          """)
        #expect(broken.number == 0)
      }
    }

    @Test("a price list prints all items, and a part says how many it leaves out", arguments: [true, false])
    func printedPart(runsScripts: Bool) async throws {
      try await browse(runsScripts: runsScripts) { browser, shop in
        for number in 1...120 {
          _ = try await shop.manager.add(
            ItemDraft(title: "Vase \(number)", price: Price(1, .usDollar)), images: [],
            password: WalkedShop.password)
        }
        let rows = "return document.querySelectorAll('.sheet tbody > tr').length"
        let places = "return document.querySelectorAll('.turn').length"
        let all: JSON = .number("\(WalkedShop.count + 120)")
        try await browser.show(width: 718, medium: "print")
        try await browser.open(shop.url + "/price-list?lang=en")
        #expect(try await browser.run(rows) == all)
        #expect(try await browser.run(places) == .number("0"))
        try await browser.open(shop.url + "/price-list?page=1&lang=en")
        #expect(try await browser.text(".turn") == "1–200 of \(WalkedShop.count + 120)")
        guard runsScripts else { return }
        // With all of its rows it says nothing.
        try await browser.run("window.print = () => {}; document.querySelector('button.print').click()")
        try await eventually("the other rows are there") { try await browser.run(rows) == all }
        try await eventually("the place is gone") { try await browser.run(places) == .number("0") }
      }
    }

    @Test("the titles of the tables of prices and of a seller have room beside their columns at any width")
    func tables() async throws {
      try await browse { browser, shop in
        let won = try #require(Currency("KRW"))
        _ = try await shop.manager.add(
          ItemDraft(
            title: "Oak chair from the old hall", price: Price(1_690_000, won), discountedPrice: 1_436_500,
            stock: 200, sku: "CHAIR-018"), images: [], password: WalkedShop.password)
        try await browser.signIn(to: shop)
        for path in ["/price-list?sort=newest", "/sell"] {
          try await browser.open(shop.url + path)
          for width in [320, 390, 641, 768, 960, 1_280] {
            try await browser.show(width: width)
            let lines = try await browser.run(
              """
              const row = document.querySelector('tbody tr'), title = row.querySelector('th a'), table = row.closest('table');
              const isCut = table.scrollWidth > table.parentElement.clientWidth;
              return isCut ? 99 : Math.round(title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight));
              """)
            #expect(try #require(lines.number) <= 4, "\(path), \(width)")
          }
        }
      }
    }

    @Test("an image that cannot be loaded is covered by the title of its item, in a list and on its page")
    func brokenImages() async throws {
      try await browse { browser, shop in
        try await browser.developer("Network.enable", [])
        try await browser.developer(
          "Network.setBlockedURLs", [("urls", .array([.string("*/thumbnails/*"), .string("*/images/*")]))])
        for (path, places) in [
          ("/", [".card .photo"]), ("/goods/\(WalkedShop.laptop)", ["#photos li:first-child", ".thumbs li"]),
        ] {
          try await browser.open(shop.url + path)
          for place in places {
            try await browser.wait(for: "\(place) .tile", "맥북 프로")
            let seen = try await browser.run(
              "return getComputedStyle(document.querySelector('\(place) img')).opacity")
            #expect(seen == .string("0"), "\(place)")
          }
        }
        _ = try await browser.errors()
      }
    }

    @Test("an item on paper has its description, its first image and its stars, and nothing to press")
    func printedItem() async throws {
      try await browse { browser, shop in
        try await browser.signIn(to: shop)
        try await browser.show(width: 718, medium: "print")
        try await browser.open(shop.url + "/goods/\(WalkedShop.laptop)")
        let found = try await browser.run(
          """
          const isSeen = (element) => element.checkVisibility({ contentVisibilityAuto: true }) && element.offsetHeight > 0;
          const seen = (selector) => [...document.querySelectorAll(selector)].filter(isSeen).length;
          return [
            seen("details > .prose"), seen("#photos > li"), seen("button, input:not([type=hidden]), .button"),
            getComputedStyle(document.querySelector(".stars")).printColorAdjust,
          ];
          """)
        #expect(found == .array([.number("1"), .number("1"), .number("0"), .string("exact")]))
        try await browser.open(shop.url + "/sell")
        let rows = try await browser.run(
          "return getComputedStyle(document.querySelector('.inventory tbody tr')).display")
        #expect(rows == .string("table-row"))
      }
    }

    @Test("the first items are in the upper two fifths of a phone", arguments: ["en", "ko"])
    func firstItems(language: String) async throws {
      try await browse { browser, shop in
        try await browser.show(width: 390, height: 844)
        try await browser.open(shop.url + "/?lang=\(language)")
        let top = try await browser.run(
          "return Math.ceil(document.querySelector('.card').getBoundingClientRect().top)")
        #expect(try #require(top.number) < 340)
      }
    }

    @Test("the facts of an item stay in view beside its images")
    func facts() async throws {
      try await browse { browser, shop in
        _ = try await shop.manager.add(
          ItemDraft(title: "Print", price: Price(5, .usDollar)),
          images: [try ItemImage(path: MockData.path("macbook.png"))], password: WalkedShop.password)
        try await browser.show(width: 1_280, height: 400)
        try await browser.open(shop.url + "/goods/\(WalkedShop.count + 1)")
        let top = try await browser.run(
          "scrollTo(0, 250); return document.querySelector('.goods > .facts').getBoundingClientRect().top")
        #expect(try #require(top.number) >= 0)
      }
    }

    @Test("with text at 200 % no page is wider than the window")
    func largeText() async throws {
      try await browse { browser, shop in
        try await browser.signIn(to: shop)
        try await browser.show(width: 640)
        for path in EveryPage.ofBuyers + EveryPage.ofSellers {
          try await browser.open(shop.url + path)
          try await browser.run("document.documentElement.style.fontSize = '200%'")
          #expect(try await browser.run(Self.defects) == .array([]), "\(path)")
        }
        try await browser.show(width: 320)
        for path in EveryPage.ofBuyers + EveryPage.ofSellers {
          try await browser.open(shop.url + path)
          try await browser.run("document.documentElement.style.fontSize = '200%'")
          let width = try await browser.run("return document.documentElement.scrollWidth - innerWidth")
          #expect(try #require(width.number) <= 0, "\(path)")
        }
        // The field to search in shows words, not letters.
        try await browser.show(width: 320)
        let field = try await browser.run("return document.getElementById('q').offsetWidth")
        #expect(field.number ?? 0 > 200)
      }
    }
  }
}
