import Foundation
import OpenMarket
import SystemSupport
import TestSupport
import Testing

extension BrowserTests {
  /// Lists, items, searches and best sellers, as buyers see them.
  @Suite(.serialized) struct BuyingWalks {
    @Test(
      "a buyer finds where to ask, and writes a review with stars chosen by keys", arguments: [true, false])
    func asking(runsScripts: Bool) async throws {
      try await browse(runsScripts: runsScripts) { browser, shop in
        // A browser without a desktop has nothing to share with.
        let share = "navigator.share = async (data) => { window.shared = data.url; };"
        try await browser.developer(
          "Page.addScriptToEvaluateOnNewDocument", [("source", .string(share))])
        let page = shop.url + "/goods/\(WalkedShop.laptop)?lang=\(runsScripts ? "en" : "ko")"
        try await browser.open(page)
        #expect(try await browser.text(".ask a") == (runsScripts ? "Ask" : "문의하기"))
        if runsScripts {
          try await browser.click(".ask button")
          #expect(try await browser.run("return window.shared").plainText == page)
        }
        let address = try await browser.run("return document.querySelector('.ask a').href").plainText
        let number = runsScripts ? "No.%20\(WalkedShop.laptop)" : "\(WalkedShop.laptop)%EB%B2%88"
        #expect(address.hasPrefix("mailto:shop@market.example?subject=\(number)"))
        try await browser.click(".reviews > p a")
        try await browser.arrive(at: "/goods/\(WalkedShop.laptop)/review")
        try await browser.click("[for=stars-2]")
        try await browser.press(.right)
        try await browser.type("Quiet, and fast", into: "#text")
        try await browser.click("main form:not(.search) [type=submit]")
        try await browser.arrive(at: "/goods/\(WalkedShop.laptop)")
        #expect(try await browser.text(".review:target .prose") == "Quiet, and fast")
        let reviews = try await shop.manager.reviews(ReviewQuery(item: WalkedShop.laptop)).reviews
        #expect(reviews.first?.stars.rawValue == 3)
      }
    }

    @Test(
      "a list grows by itself twice and then when it is asked to, up to its fifth page, and is as it was after going back"
    )
    func endlessList() async throws {
      try await browse { browser, shop in
        try await browser.show(width: 1_280)
        try await browser.open(shop.url)
        try await browser.scroll(toRows: 60)
        // The end is near, but more rows are shown only when they are asked for.
        try await browser.run("scrollTo(0, document.body.scrollHeight)")
        #expect(try await browser.text("#next") == "Show more · 60 of \(WalkedShop.count)")
        #expect(try await browser.rows() == [60, 60])
        // The footer was in sight, and gave way.
        #expect(try await browser.shift() == 0)
        try await browser.click("#next")
        try await browser.wait(for: "#next", "Show more · 80 of \(WalkedShop.count)")
        #expect(try await browser.rows() == [80, 80])
        // A keyboard goes on at the first new row.
        #expect(
          try await browser.run("return document.activeElement.textContent").plainText
            == "Lamp \(WalkedShop.lamps - 59)")
        try await browser.click("#next")
        try await eventually("\(WalkedShop.count) rows are shown") {
          try await browser.rows() == [WalkedShop.count, WalkedShop.count]
        }
        #expect(try await browser.run("return document.querySelectorAll('#next').length").number == 0)
        try await browser.run("scrollTo(0, document.body.scrollHeight)")
        try await browser.arrive(at: "/?page=5")
        // A browser stores the page as it is, unless it is short of memory: then its address leads to the same rows.
        try await browser.run("window.isStored = true; document.querySelectorAll('.items a')[85].click()")
        try await browser.arrive(at: "/goods/")
        #expect(try await browser.text("h1") == "Lamp \(WalkedShop.lamps - 84)")
        try await browser.back()
        try await browser.arrive(at: "/?page=5")
        let isStored = try await browser.run("return window.isStored === true") == .truth(true)
        #expect(try await browser.rows() == (isStored ? [WalkedShop.count, WalkedShop.count] : [11, 11]))
        try await browser.reload()
        #expect(try await browser.rows() == [11, 11])
        #expect(try await browser.text("#items h2") == "Lamp \(WalkedShop.lamps - 79)")
      }
    }

    @Test("a list without a connection stays and says so, and loads more rows when it is back")
    func offlineList() async throws {
      try await browse { browser, shop in
        try await browser.show(width: 360)
        try await browser.open(shop.url)
        try await browser.setOffline(true)
        try await browser.run("document.getElementById('next').scrollIntoView()")
        try await browser.click("#next")
        try await browser.wait(
          for: "#loaded", "The rows could not be loaded. Check the connection and try again.")
        #expect(try await browser.rows() == [20, 20])
        try await browser.setOffline(false)
        try await browser.click("#next")
        try await browser.wait(for: "#loaded", "40 of \(WalkedShop.count)")
        #expect(try await browser.rows() == [40, 40])
        // The browser itself reports requests without a network.
        _ = try await browser.errors()
      }
    }

    @Test("an image of an item is shown whole over its page, to which Escape and the button lead back")
    func enlarged() async throws {
      try await browse { browser, shop in
        let page = shop.url + "/goods/\(WalkedShop.laptop)"
        try await browser.open(page)
        for isByKey in [true, false] {
          try await browser.click("#photos a")
          try await browser.wait(for: ".enlarged button", "×")
          if isByKey { try await browser.press(.escape) } else { try await browser.click(".enlarged button") }
          try await eventually("the focus is back at the image") {
            try await browser.run(
              "return !document.querySelector('.enlarged') && document.activeElement.matches('#photos a')")
              == .truth(true)
          }
          #expect(try await browser.url() == page)
        }
      }
    }

    @Test("an item's images turn by buttons and keys")
    func gallery() async throws {
      try await browse { browser, shop in
        try await browser.show(width: 1_280)
        try await browser.open(shop.url + "/goods/\(WalkedShop.laptop)?lang=ko")
        #expect(try await browser.text("h1") == "맥북 프로")
        #expect(try await browser.text(".goods .price s") == "할인 전 가격:\n1,690,000원")
        @Sendable func shown() async throws -> String {
          try await browser.run(
            "return document.querySelector('.thumbs [aria-current]')?.getAttribute('href') ?? ''"
          ).plainText
        }
        try await eventually("the page shows: #photo-1") { try await shown() == "#photo-1" }
        try await browser.click(".gallery .after")
        try await eventually("the page shows: #photo-2") { try await shown() == "#photo-2" }
        try await browser.type(Key.right.rawValue, into: "#photos")
        try await eventually("the page shows: #photo-3") { try await shown() == "#photo-3" }
        try await browser.type(Key.left.rawValue, into: "#photos")
        try await eventually("the page shows: #photo-2") { try await shown() == "#photo-2" }
        // The button that is hidden at the last image does not take the focus with it.
        try await browser.click(".gallery .after")
        try await eventually("the page shows: #photo-3") { try await shown() == "#photo-3" }
        #expect(try await browser.run("return document.activeElement.className").plainText == "before")
        try await browser.click(".description summary")
        #expect(try await browser.text(".description details > p").hasPrefix("거의 새것입니다."))
      }
    }

    @Test("a search is remembered on the device, and its results are put in order and narrowed")
    func search() async throws {
      try await browse { browser, shop in
        try await browser.show(width: 768)
        try await browser.open(shop.url)
        try await browser.type("lamp 7", into: "#q")
        try await browser.press(.enter)
        try await browser.arrive(at: "/search?q=lamp+7")
        #expect(try await browser.text("h1") == "Search for “lamp 7”")
        #expect(try await browser.text(".count") == "18 items")
        #expect(
          try await browser.run(
            "const input = document.getElementById('q'); return [...input.list.options].map((option) => option.value)"
          )
            == .array([.string("lamp 7")]))
        try await browser.click(".filters summary")
        try await browser.run("document.getElementById('sort').value = '-price'")
        try await browser.type("75", into: "#max")
        try await browser.click(".filters .panel button")
        try await browser.arrive(at: "/search?q=lamp+7&sort=-price")
        #expect(try await browser.text("#items h2") == "Lamp 75")
        #expect(try await browser.rows() == [13, 13])
        try await browser.click(".views li:last-child a")
        try await browser.arrive(at: "/search?")
        #expect(
          try await browser.run("return document.getElementById('items').className").plainText == "items rows"
        )
        // The choice is remembered.
        try await browser.open(shop.url)
        #expect(
          try await browser.run("return document.getElementById('items').className").plainText == "items rows"
        )
      }
    }

    @Test(
      "best sellers are reached by the day in the calendar, by typing it, and by week",
      arguments: [true, false])
    func bestSellers(runsScripts: Bool) async throws {
      try await browse(runsScripts: runsScripts) { browser, shop in
        try await browser.show(width: 768, isDark: true)
        try await browser.open(shop.url)
        try await browser.click(".banner nav a")
        // The week, in which a day was before the present one.
        try await browser.wait(for: "#items h2", "Lamp 2")
        try await browser.click(".days .views li:first-child a")
        try await browser.wait(for: ".empty p", "Nothing was sold in this time.")
        try await browser.click(".days summary")
        try await browser.click(".calendar a[href='/best-sellers/\(WalkedShop.dayBefore)?period=day']")
        try await browser.wait(for: ".steps span", "Wed 20 Jan 2021")
        #expect(try await browser.text("#items h2") == "Lamp 2")
        #expect(try await browser.text("#items .sold") == "5 sold")
        #expect(try await browser.text("#items li:nth-child(2) h2") == "Lamp 1")
        try await browser.click(".days .views li:nth-child(2) a")
        try await browser.wait(for: ".days [aria-current]", "Week")
        #expect(try await browser.text("#items h2") == "Lamp 2")
        try await browser.click(".days summary")
        // As a browser in English has a date.
        try await browser.replace("#day", with: "01212021")
        try await browser.click(".days form button")
        try await eventually("the address has the day") { try await browser.url().contains("day=2021-01-21") }
        #expect(try await browser.text(".days [aria-current]") == "Week")
        #expect(try await browser.text("#items h2") == "Lamp 2")
      }
    }

    @Test("without scripts every page is reached by links and forms")
    func withoutScripts() async throws {
      try await browse(runsScripts: false) { browser, shop in
        try await browser.open(shop.url)
        #expect(try await browser.text("#items > li:last-child h2") == "Lamp \(WalkedShop.lamps - 18)")
        for page in 2...5 {
          try await browser.click("#next")
          try await browser.arrive(at: "/?page=\(page)")
        }
        #expect(try await browser.text("#items h2") == "Lamp \(WalkedShop.lamps - 79)")
        try await browser.click("#items h2 a")
        try await browser.arrive(at: "/goods/")
        try await browser.back()
        try await browser.arrive(at: "/?page=5")
        try await browser.click(".turn [rel=prev]")
        try await browser.arrive(at: "/?page=4")
        try await browser.type("노트북", into: "#q")
        try await browser.click(".search button")
        try await browser.arrive(at: "/search?q=")
        #expect(try await browser.text("#items h2") == "맥북 프로")
        try await browser.click("footer [hreflang=ko]")
        try await browser.wait(for: "h1", "“노트북” 검색 결과")
        try await browser.open(shop.url + "/best-sellers")
        #expect(try await browser.text("h1") == "베스트셀러")
      }
    }

    @Test(
      "the first visit takes three requests besides images and icon, nothing moves, and a page that is pointed at is fetched"
    )
    func firstVisit() async throws {
      try await browse { browser, shop in
        try await browser.show(width: 1_280)
        try await browser.open(shop.url)
        let requests = try await browser.run(
          "return performance.getEntriesByType('resource').filter((entry) => entry.initiatorType !== 'img')"
            + ".filter((entry) => !entry.name.endsWith('.svg')).length + 1")
        #expect(requests.number == 3)
        #expect(try await browser.shift() == 0)
        let place = try await browser.run(
          """
          const box = document.querySelector('#items > li').getBoundingClientRect();
          return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
          """)
        try await browser.developer(
          "Input.dispatchMouseEvent",
          [
            ("type", .string("mouseMoved")), ("x", .number(String(place["x"]?.number ?? 0))),
            ("y", .number(String(place["y"]?.number ?? 0))),
          ])
        try await eventually("the item is prefetched") {
          try await browser.run(
            "return performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/goods/"
              + "\(WalkedShop.laptop)')).length"
          ).number == 1
        }
      }
    }
  }
}
