import Foundation
import OpenMarket
import SystemSupport
import TestSupport
import Testing

extension BrowserTests {
  /// Pages that are open while the market changes.
  @Suite struct LiveWalks {
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
        try await browser.click(".news a")
        try await browser.wait(for: "#items > li h2", "New")
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
