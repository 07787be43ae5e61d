import Foundation
import OpenMarket
import SystemSupport
import TestSupport
import Testing

extension BrowserTests {
  /// Pages that are open while the market changes.
  @Suite(.serialized) struct LiveWalks {
    @Test("an open page shows what is written at a terminal meanwhile, in place, and new items behind a link")
    func changes() async throws {
      try await browse { browser, shop in
        try await browser.show(width: 1_280)
        try await browser.open(shop.url)
        try await shop.run("edit", "\(WalkedShop.lamps)", "--title", "Lantern")
        try await shop.run("add", "--title", "New", "--price", "1", "--currency", "USD")
        try await browser.wait(for: "#i\(WalkedShop.lamps) h2", "Lantern")
        try await browser.wait(for: ".news a", "New items: 1")
        #expect(try await browser.rows() == [20, 20])
        #expect(try await browser.shift() == 0)
        try await browser.click(".news a")
        try await browser.wait(for: "#items > li h2", "New")
      }
    }

    /// The text that a screen reader was told last.
    private func said(_ browser: WebDriver) async throws -> String {
      try await browser.run("return document.querySelector('main > .unseen[role=status]').textContent")
        .plainText
    }

    @Test(
      "the open page of an item gets its first review, another price and title, and says only while it is so that it is gone"
    )
    func item() async throws {
      try await browse { browser, shop in
        let id = "\(WalkedShop.lamps)"
        try await browser.show(width: 768)
        try await browser.open(shop.url + "/goods/\(id)")
        #expect(try await browser.text(".facts .rating") == "no ratings")
        try await shop.run("review", id, "--stars", "5", "--text", "As new")
        try await browser.wait(for: ".opinions .prose", "As new")
        #expect(try await browser.shift() == 0)
        #expect(try await said(browser) == "")
        try await shop.run("edit", id, "--title", "Lantern", "--price", "12.50")
        try await browser.wait(for: ".facts .price", "USD 12.50")
        #expect(try await browser.run("return document.title").plainText == "Lantern – Corner Shop")
        try await eventually("the page says that the price or stock has changed") {
          try await said(browser) == "The price or stock has changed."
        }
        try await shop.run("delete", id)
        try await browser.wait(for: ".news", "This item is no longer for sale.")
        try await shop.run("restore", id)
        try await eventually("the page says nothing") {
          try await browser.run("return document.querySelector('.news').textContent").plainText == ""
        }
        // The answer to a form that was not sent well has an address that cannot be read; nor is a missing page an item.
        try await browser.run("history.replaceState(null, '', '/goods/\(id)/stock')")
        try await shop.run("edit", id, "--title", "Lamp")
        try await browser.wait(for: "h1", "Lamp")
        #expect(try await browser.run("return document.querySelector('.news').textContent").plainText == "")
        try await browser.open(shop.url + "/nowhere")
        #expect(try await browser.run("return document.querySelectorAll('.news').length").number == 0)
      }
    }

    @Test(
      "a deleted item stays in an open list, marked, and what has the focus is renewed when it has left it")
    func deletion() async throws {
      try await browse { browser, shop in
        try await browser.show(width: 1_280)
        try await browser.open(shop.url)
        let (deleted, focused) = (WalkedShop.lamps - 4, WalkedShop.lamps - 3)
        try await browser.run("document.querySelector('#i\(focused) a').focus({ preventScroll: true })")
        try await shop.run("edit", "\(focused)", "--title", "Lantern")
        try await shop.run("delete", "\(deleted)")
        try await browser.wait(for: "#i\(deleted) .sold-out", "no longer for sale")
        #expect(try await browser.text(".heading .count") == "\(WalkedShop.count - 1) items")
        #expect(try await browser.run("return document.querySelector('.news').textContent").plainText == "")
        try await eventually("the page says that an item has changed") {
          try await said(browser) == "Changed items: 1"
        }
        #expect(try await browser.rows() == [20, 20])
        #expect(try await browser.text("#i\(focused) h2") == "Lamp \(focused)")
        try await browser.run("document.activeElement.blur()")
        try await browser.wait(for: "#i\(focused) h2", "Lantern")
        #expect(try await browser.shift() == 0)
      }
    }

    @Test("the third page of an endless list, the price list and an empty ranking are renewed, too")
    func otherLists() async throws {
      try await browse { browser, shop in
        try await browser.show(width: 1_280)
        try await browser.open(shop.url)
        try await browser.scroll(toRows: 60)
        let last = WalkedShop.count - 59
        try await browser.run("document.getElementById('i\(last + 20)').scrollIntoView()")
        try await browser.arrive(at: "/?page=3")
        try await shop.run("edit", "\(last)", "--title", "Lantern")
        try await shop.run("edit", "\(last + 20)", "--title", "Torch")
        try await shop.run("add", "--title", "New", "--price", "1", "--currency", "USD")
        try await browser.wait(for: ".news", "New items: 1")
        try await browser.wait(for: "#i\(last) h2", "Lantern")
        try await browser.wait(for: "#i\(last + 20) h2", "Torch")
        try await browser.open(shop.url + "/price-list")
        try await shop.run("edit", "\(last)", "--price", "12.50")
        try await browser.wait(for: "#i\(last) .price", "USD 12.50")
        try await browser.open(shop.url + "/best-sellers?period=day")
        #expect(try await browser.text(".empty p") == "Nothing was sold in this time.")
        let sale = MovementRequest(
          itemID: last, .sell(quantity: 1, price: nil), time: ReportedTime("2021-01-24"),
          isAlreadyCounted: true)
        _ = try await shop.manager.record([(sale, WalkedShop.password)])
        try await browser.wait(for: "#items h2", "Lantern")
      }
    }

    @Test("the open table of a seller's items shows what is written elsewhere, beside presses in it")
    func sellerTable() async throws {
      try await browse { browser, shop in
        let row = "#i\(WalkedShop.lamps)"
        try await browser.show(width: 1_280)
        try await browser.signIn(to: shop)
        try await shop.run("edit", "\(WalkedShop.lamps)", "--title", "Lantern", "--stock", "4")
        try await shop.run("delete", "\(WalkedShop.lamps - 1)")
        try await shop.run("add", "--title", "New", "--price", "1", "--currency", "USD")
        try await browser.wait(for: row + " th a", "Lantern")
        try await browser.wait(for: row + " output", "4")
        try await browser.wait(for: "#i\(WalkedShop.lamps - 1) .sold-out", "no longer for sale")
        try await browser.wait(for: ".news a", "New items: 1")
        try await browser.click(row + " [value=fewer]")
        try await browser.wait(for: row + " output", "3")
        try await shop.run("edit", "\(WalkedShop.lamps)", "--stock", "7")
        try await browser.run("document.activeElement.blur()")
        try await browser.wait(for: row + " output", "7")
      }
    }

    @Test("an open page goes on when the server was restarted, or the network was away")
    func restart() async throws {
      let reserved = try ClosedPort()
      let first = try await WalkedShop(port: reserved.port)
      try await browse(in: first) { browser, shop in
        try await browser.show(width: 360)
        let item = shop.url + "/goods/\(WalkedShop.laptop)"
        try await browser.open(item)
        try await shop.market.stop()
        try await shop.run("edit", "\(WalkedShop.laptop)", "--title", "Used laptop")
        let second = try ServedMarket(in: shop.market.store, WalkedShop.options, port: reserved.port)
        try await browser.wait(for: "h1", "Used laptop")
        try await browser.setOffline(true)
        try await shop.run("edit", "\(WalkedShop.laptop)", "--title", "Old laptop")
        try await browser.setOffline(false)
        try await browser.wait(for: "h1", "Old laptop")
        #expect(second.url == shop.url)
        // The browser itself reports requests without a server.
        _ = try await browser.errors()
      }
    }

    @Test("eight windows of one browser that are all seen change, and leave it connections to load pages")
    func seenWindows() async throws {
      try await browse { browser, shop in
        var windows = [try await browser.window()]
        try await browser.open(shop.url)
        for _ in 2...8 {
          try await browser.openWindow()
          windows.append(try await browser.window())
          try await browser.open(shop.url)
        }
        // Each of them listens a second after it was loaded.
        try await Task.sleep(for: .seconds(2))
        let limit = WaitLimit(for: "the price list opens", time: .seconds(15))
        try await browser.open(shop.url + "/price-list")
        try limit.check()
        try await browser.open(shop.url)
        // The one that listens for all of them goes.
        try await browser.use(windows.removeFirst())
        try await browser.minimize()
        try await shop.run("edit", "\(WalkedShop.lamps)", "--title", "Lantern")
        for window in windows {
          try await browser.use(window)
          try await browser.wait(for: "#i\(WalkedShop.lamps) h2", "Lantern")
        }
      }
    }

    @Test(
      "ten windows of one browser are all alive: those that are hidden hold no connection, and the one that is seen changes"
    )
    func windows() async throws {
      try await browse { browser, shop in
        var windows = [try await browser.window()]
        try await browser.open(shop.url)
        for _ in 2...10 {
          try await browser.minimize()
          try await browser.openWindow()
          windows.append(try await browser.window())
          // A browser has six connections to a host: with a stream each, the seventh page would wait for one to end.
          try await browser.open(shop.url)
        }
        for (number, window) in [(1, windows[9]), (2, windows[0]), (3, windows[4])] {
          try await browser.use(window)
          if number > 1 { try await browser.unminimize() }
          #expect(try await browser.run("return document.hidden") == .truth(false))
          try await shop.run("edit", "\(WalkedShop.lamps)", "--title", "Lantern \(number)")
          try await browser.wait(for: "#i\(WalkedShop.lamps) h2", "Lantern \(number)")
          try await browser.minimize()
        }
      }
    }
  }
}
