import Foundation
import OpenMarket
import Storefront
import SystemSupport
import TestSupport
import Testing

/// A served market with pages: lamps, two of which were sold on days before, and the newest item, a laptop with images, a
/// discount, tags and reviews.
struct WalkedShop {
  static let lamps = 90
  /// The id of the laptop.
  static let laptop = lamps + 1
  static let password = "secret"
  /// The number of items.
  static let count = lamps + 1
  /// The day of the market's clock is 2021-01-24.
  static let dayBefore = "2021-01-20"

  let market: ServedMarket

  var url: String { market.url }
  /// A client of the server.
  var manager: NetworkManager { NetworkManager(session: market) }

  static var options: LocalMarket.Options {
    var options = LocalMarket.Options.forTests
    options.timeZone = .gmt
    options.pages = Storefront.pages(
      ShopDetails(title: "Corner Shop", contact: "shop@market.example"), isSelling: true)
    return options
  }

  init(port: Int = 0) async throws {
    market = try ServedMarket(Self.options, port: port)
    let manager = manager
    for number in 1...Self.lamps {
      _ = try await manager.add(
        ItemDraft(title: "Lamp \(number)", price: Price(Decimal(number), .usDollar)), images: [],
        password: Self.password)
    }
    let image = try ItemImage(path: MockData.path("macbook.png"))
    let won = try #require(Currency("KRW"))
    let laptop = try await manager.add(
      ItemDraft(
        title: "맥북 프로", description: String(repeating: "거의 새것입니다. ", count: 120),
        price: Price(1_690_000, won), discountedPrice: 1_490_000, stock: 3, sku: "MB-1", tags: ["노트북"]),
      images: [image, image, image], password: Self.password)
    for stars in [5, 4] {
      _ = try await manager.review(
        item: laptop.id, try ReviewDraft(stars: stars, text: "Fast, as new", author: "Mina"),
        password: "opinion")
    }
    for (item, quantity) in [(1, 3), (2, 5)] {
      let sale = MovementRequest(
        itemID: item, .sell(quantity: quantity, price: nil), time: ReportedTime(Self.dayBefore),
        isAlreadyCounted: true)
      _ = try await manager.record([(sale, Self.password)])
    }
  }

  /// Changes the market in another process, as a seller at a terminal does.
  func run(_ arguments: String...) async throws {
    let password = market.store.path("password")
    if !FileManager.default.fileExists(atPath: password) {
      let isMade = FileManager.default.createFile(
        atPath: password, contents: Data(Self.password.utf8), attributes: [.posixPermissions: 0o600])
      guard isMade else { throw CocoaError(.fileWriteUnknown) }
    }
    var environment = ProcessInfo.processInfo.environment
    environment["HOME"] = market.store.path("")
    let program = try ChildProcess(
      [try builtProgram()] + arguments + ["--store", market.store.path(TemporaryMarket.filename)]
        + ["--password-file", password],
      environment: environment, output: .null)
    #expect(try await program.end() == 0)
  }
}

/// Opens a shop and a browser for `walk`, and closes them in any case.
func browse(
  runsScripts: Bool = true, in shop: WalkedShop? = nil,
  _ walk: (WebDriver, WalkedShop) async throws -> Void
) async throws {
  let shop = if let shop { shop } else { try await WalkedShop() }
  let browser = try await WebDriver(runsScripts: runsScripts)
  do {
    try await walk(browser, shop)
    #expect(try await browser.errors() == [])
    await browser.close()
  } catch {
    await browser.close()
    throw error
  }
}

extension WebDriver {
  /// The number of rows of a list, and of different ones.
  func rows() async throws -> [Int?] {
    let counts = try await run(
      "const rows = [...document.querySelectorAll('.items > li')]; "
        + "return { rows: rows.length, ids: new Set(rows.map((row) => row.id)).size }")
    return [counts["rows"]?.number, counts["ids"]?.number]
  }

  /// Scrolls down until a list has so many rows, each once. Later rows may be there before the first ones are looked at, so it waits
  /// for the last state alone.
  func scroll(toRows count: Int) async throws {
    try await eventually("\(count) rows are shown") {
      try await self.run("scrollTo(0, document.body.scrollHeight)")
      return try await self.rows() == [count, count]
    }
  }

  /// The sum of the layout shifts of the page, in thousandths.
  func shift() async throws -> Int? {
    try await wait(
      for: """
        const done = arguments[0];
        let sum = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
          .observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(Math.round(sum * 1000))));
        """
    ).number
  }

  /// Waits until a page is shown whose path and query begin with a text.
  func arrive(at path: String) async throws {
    try await eventually("the page \(path) is loaded") {
      try await self.run(
        "return document.readyState === 'complete' ? location.pathname + location.search : ''"
      )
      .plainText.hasPrefix(path)
    }
  }

  /// Waits until the first element of a selector has a text.
  func wait(for selector: String, _ text: String) async throws {
    do {
      try await eventually("\(selector) is: \(text)") { try await self.text(selector) == text }
    } catch is NeverHappened {
      let found = try await self.text(selector)
      throw NeverHappened("\(selector) has “\(text)”, not “\(found)”")
    }
  }

  /// Signs a seller in by the password of items.
  func signIn(to shop: WalkedShop) async throws {
    try await open(shop.url + "/sell?lang=en")
    try await type(WalkedShop.password, into: "#password")
    try await click(".sign-in button")
    try await wait(for: "h1", "Sell")
  }
}
