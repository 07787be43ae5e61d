import Foundation
import HTTP
import OpenMarket
import Storefront
import SystemSupport
import TestSupport
import Testing

extension BrowserTests {
  /// axe-core on every page, in every state that a reader can bring it to.
  @Suite(
    .enabled(if: BrowserTests.axe != nil, "left out: AXE_SOURCE does not name axe.min.js"), .serialized)
  struct AccessibilityWalks {
    /// Rules that axe cannot decide by itself, with the elements that were looked at, and why they are right.
    private static let decided: [(rule: String, element: String, reason: String)] = [
      (
        "color-contrast", "<span class=\"stars ",
        "The stars are a gradient behind transparent letters, hidden from readers: the number beside them says it"
      ),
      (
        "color-contrast", "<button type=\"submit\" name=\"kind\" value=\"",
        "A sign alone is too short for the rule; its colours are those of the other quiet buttons"
      ),
      ("color-contrast", "<button type=\"button\" class=\"quiet\" title=\"", "Likewise"),
    ]

    private func check(_ state: String, _ browser: WebDriver) async throws {
      let found = try await browser.wait(
        for: """
          const done = arguments[0];
          const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
          const names = (rules) => rules.flatMap((rule) => rule.nodes.map((node) => rule.id + ' ' + node.html));
          axe.run(document, { runOnly: tags }).then(
            (results) => done({ violations: names(results.violations), incomplete: names(results.incomplete) }),
            (error) => done({ violations: [String(error)], incomplete: [] }));
          """)
      #expect(found["violations"] == .array([]), "\(state)")
      guard case .array(let incomplete)? = found["incomplete"] else {
        Issue.record("No result for \(state)")
        return
      }
      let undecided = incomplete.map(\.plainText).filter { text in
        !Self.decided.contains { text.hasPrefix("\($0.rule) \($0.element)") }
      }
      #expect(undecided == [], "\(state)")
    }

    /// Has axe in every page from now on.
    private func prepare(_ browser: WebDriver) async throws {
      let source = try String(contentsOfFile: try #require(BrowserTests.axe), encoding: .utf8)
      try await browser.developer("Page.setBypassCSP", [("enabled", .truth(true))])
      try await browser.developer("Page.addScriptToEvaluateOnNewDocument", [("source", .string(source))])
    }

    @Test("axe-core finds no violation on any page, and nothing that it cannot decide is undecided")
    func pages() async throws {
      try await browse { browser, shop in
        try await prepare(browser)
        // The rules hardly depend on the width and the scheme: each page has one of two, and its neighbours the other.
        let forms = [(360, true, "ko"), (1_280, false, "en")]
        func check(_ paths: [String]) async throws {
          for (index, (width, isDark, language)) in forms.enumerated() {
            try await browser.show(width: width, isDark: isDark)
            for path in paths.enumerated().filter({ $0.offset % 2 == index }).map(\.element) {
              try await browser.open(shop.url + EveryPage.address(path, language))
              try await self.check("\(path) \(width)", browser)
            }
          }
        }
        try await check(EveryPage.ofBuyers)
        try await browser.signIn(to: shop)
        try await check(EveryPage.ofSellers)
      }
    }

    @Test(
      "axe-core finds no violation after more rows, an error in a form, a deletion, or a change that came in",
      arguments: [false, true])
    func states(isDark: Bool) async throws {
      try await browse { browser, shop in
        try await prepare(browser)
        try await browser.show(width: isDark ? 360 : 1_280, isDark: isDark)
        try await browser.open(shop.url)
        try await browser.scroll(toRows: 60)
        try await browser.click("#next")
        try await eventually("80 rows are shown") { try await browser.rows() == [80, 80] }
        try await check("after more rows", browser)
        try await browser.open(shop.url)
        try await browser.setOffline(true)
        try await browser.click("#next")
        try await browser.wait(
          for: "#loaded", "The rows could not be loaded. Check the connection and try again.")
        try await browser.setOffline(false)
        try await check("without a network", browser)
        _ = try await browser.errors()

        try await browser.open(shop.url)
        try await browser.click(".filters summary")
        try await check("filters", browser)
        try await shop.run("edit", "\(WalkedShop.lamps)", "--title", "Lantern")
        try await shop.run("add", "--title", "New", "--price", "1", "--currency", "USD")
        try await browser.wait(for: ".news a", "New items: 1")
        try await browser.wait(for: "#i\(WalkedShop.lamps) h2", "Lantern")
        try await check("after changes", browser)

        try await browser.open(shop.url + "/goods/\(WalkedShop.laptop)")
        try await browser.click(".description summary")
        try await browser.click(".gallery .after")
        try await check("an item's whole description, and its second image", browser)

        try await browser.open(shop.url + "/sell?item=7")
        try await browser.type("guess", into: "#password")
        try await browser.click(".sign-in button")
        try await browser.wait(for: "#password-problem", "Wrong password for item 7.")
        try await check("a wrong password", browser)

        try await browser.signIn(to: shop)
        try await browser.open(shop.url + "/sell/add")
        try await browser.type("abc", into: "#price")
        try await browser.type("Stool", into: "#title")
        try await browser.type(
          ["macbook.png", "macbook.jpg"].map(MockData.path).joined(separator: "\n"), into: "input[type=file]")
        try await browser.wait(for: ".chosen li:nth-child(2) span", "Image 2: macbook.jpg")
        try await check("chosen images", browser)
        try await browser.click(".goods-form .actions button")
        try await browser.wait(for: "#problems h2", "Nothing was saved yet")
        try await check("a form with problems", browser)

        // Opening the form checks the password of the item, whose page then has the seller's forms.
        try await browser.open(shop.url + "/goods/\(WalkedShop.laptop)/edit")
        try await check("a form with images", browser)
        try await browser.open(shop.url + "/goods/\(WalkedShop.laptop)")
        try await browser.replace("[name=quantity]", with: "4")
        try await browser.click(".quantity button")
        try await eventually("the page has an alert") {
          try await browser.run("return !!document.querySelector('[role=alert]')") == .truth(true)
        }
        try await check("too large a sale", browser)
        try await browser.open(shop.url + "/goods/\(WalkedShop.laptop)")
        try await browser.click(".review details summary")
        try await check("the answer to a review", browser)
        try await browser.open(shop.url + "/goods/2/delete")
        try await browser.click(".danger")
        try await eventually("the item is deleted") { try await browser.url().contains("done=deleted") }
        try await check("after a deletion", browser)
      }
    }

    @Test(
      "axe-core finds no violation on the page of a server for development, whose forms work without scripts")
    func development() async throws {
      let now = TemporaryMarket.now
      let seed = try await DevSeed(DevSeed.entries(1, before: now), now: now)
      var options = Worlds.Options()
      options.market.pages = Storefront.pages(ShopDetails())
      options.page = { DevPage.response(to: $0, $1, curl: "curl 'http://127.0.0.1'") }
      var configuration = HTTPServer.Configuration()
      configuration.port = 0
      let server = try HTTPServer(WorldSession(Worlds(seed, options)), configuration)
      let browser = try await WebDriver()
      do {
        try await prepare(browser)
        for (width, isDark, language) in [(360, true, "ko"), (1_280, false, "en")] {
          try await browser.show(width: width, isDark: isDark)
          try await browser.open("http://127.0.0.1:\(server.port)/w/\(language)/dev?lang=\(language)")
          try await check("/dev \(language)", browser)
          try await browser.click(".requests li:nth-child(3) a")
          try await browser.wait(for: "h2", "POST /item")
          try await check("a form \(language)", browser)
          try await browser.click(".dev form button")
          try await eventually("the request is answered") {
            try await browser.run("return document.querySelector('#response')?.textContent ?? ''")
              .plainText
              .hasSuffix(" 201")
          }
          try await browser.click(".dev section:nth-last-of-type(3) summary")
          try await check("a response and a journal \(language)", browser)
        }
        #expect(try await browser.errors() == [])
        await browser.close()
      } catch {
        await browser.close()
        throw error
      }
      _ = try await onThread { server.stop() }
    }

    @Test("axe-core finds no violation on the page of a failure")
    func failure() async throws {
      let folder = try TemporaryFolder()
      try Data(repeating: 65, count: 8_192).write(to: URL(filePath: folder.path(TemporaryMarket.filename)))
      let market = try ServedMarket(in: folder, WalkedShop.options)
      let browser = try await WebDriver()
      do {
        try await prepare(browser)
        for (width, isDark, language) in [(360, true, "ko"), (1_280, false, "en")] {
          try await browser.show(width: width, isDark: isDark)
          try await browser.open(market.url + EveryPage.address("/", language))
          #expect(try await browser.text(".status") == "500")
          try await check("500 \(width)", browser)
        }
        await browser.close()
      } catch {
        await browser.close()
        throw error
      }
    }
  }
}
