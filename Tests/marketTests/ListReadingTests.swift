import Console
import Foundation
import OpenMarket
import Testing

@testable import market

/// A list that is read on the screen of `market browse`, without a terminal: what keys do there.
struct ListReadingTests {
  private static let seen = Freshness.cached(since: BrowserDriver.start - 180)

  /// The list from that page on.
  private func list(
    _ count: Int = 30, _ query: PageQuery = PageQuery(size: 20), _ freshness: Freshness = .current,
    columns: Int = 80, rows: Int = 10, chosen: [String]? = nil
  ) -> BrowserDriver {
    let items = BrowserDriver.lamps(1...count)
    let first = (query.number - 1) * query.size
    let page = ItemPage(
      number: query.number, items: Array(items[first..<min(count, first + query.size)]), total: count)
    return BrowserDriver(
      items, columns: columns, rows: rows, query: query, first: Fetched(page, freshness), chosen: chosen)
  }

  private func titles(_ driver: BrowserDriver) -> [Int] {
    driver.browser.list.inSight.compactMap { $0.item?.id }
  }

  @Test func `space shows the rows from the last one on, and their pages are fetched ahead`() {
    let driver = list(100)
    // The page is here already, and the next one is not needed yet.
    #expect(driver.requests == [])
    #expect(titles(driver) == Array(1...7))
    #expect(driver.lines.last?.hasPrefix("1–7 of 100 · space: more  /: search") == true)
    driver.press(.character(" "))
    #expect(titles(driver) == Array(7...13))
    #expect(driver.cursorLine.contains("Brass lamp 7 "))
    #expect(driver.requests.map(\.number) == [2])
    driver.press(.character(" "), .down, .character("ㅓ"))
    #expect(titles(driver) == Array(13...19))
    #expect(driver.cursorLine.contains("기계식 키보드 15"))
    for _ in 1...20 { driver.press(.character(" ")) }
    #expect(titles(driver) == Array(94...100))
    #expect(driver.lines.last?.hasPrefix("94–100 of 100 · /: search") == true)
  }

  @Test func `its keys are those that mean something in it`() {
    let driver = list(30, rows: 60)
    driver.press(.character("?"))
    for part in ["PgDn Space  One screen down", "v g         Cards or rows", "Select and change items"] {
      #expect(driver.text.contains(part))
    }
    #expect(!driver.text.contains("Select the item") && !driver.text.contains("Record a return"))
  }

  @Test func `it begins at the page that was asked for, and goes back before it`() {
    let driver = list(100, PageQuery(3, size: 20))
    #expect(titles(driver) == Array(41...47))
    #expect(driver.lines.last?.hasPrefix("41–47 of 100") == true)
    driver.press(.up, .up)
    #expect(titles(driver) == Array(39...45))
  }

  @Test func `Esc closes what is open last and never the list, and q leaves it`() {
    let driver = list()
    driver.press(.escape)
    #expect(!driver.browser.isOver)
    driver.press(.character("/"))
    driver.type("lamp 4")
    driver.press(.enter, .enter)
    #expect(driver.browser.focus == .item)
    driver.press(.escape)
    #expect(driver.browser.focus == .list)
    driver.press(.escape)
    #expect(driver.browser.list.query.search == nil)
    driver.press(.escape)
    #expect(!driver.browser.isOver)
    driver.press(.character("ㅂ"))
    #expect(driver.browser.isOver)
  }

  @Test func `an item takes the whole of a wide screen, until b goes on to work`() {
    let driver = list(columns: 120)
    #expect(!driver.text.contains("│"))
    driver.press(.down, .enter)
    #expect(driver.lines[1] == "#2 Brass lamp 2")
    driver.press(.escape, .character("b"))
    #expect(driver.text.contains("│ #2 Brass lamp 2"))
    driver.press(.character(" "))
    #expect(driver.browser.selected == [2])
  }

  @Test func `an empty list names no way back where there is none`() {
    let driver = list()
    driver.press(.character("/"))
    driver.type("zz")
    driver.press(.enter)
    #expect(driver.text.contains("No items match 'zz'") && driver.text.contains("Esc: back"))
    let query = PageQuery(size: 20, search: "zz")
    let empty = BrowserDriver(
      [], query: query, first: Fetched(ItemPage(number: 1, items: [], total: 0), .current))
    #expect(empty.text.contains("No items match 'zz'") && !empty.text.contains("Esc: back"))
  }

  @Test func `g shows cards instead of rows, and rows again`() {
    let driver = list(rows: 20)
    driver.press(.character("g"))
    #expect(driver.lines[1].contains("#1 Brass lamp 1"))
    #expect(driver.lines.last?.contains("g: table") == true)
    driver.press(.character("g"))
    #expect(driver.lines[1].hasPrefix("  ID  TITLE"))
  }

  @Test func `columns that were chosen are those of the screen`() {
    let driver = list(chosen: ["title", "stock"])
    #expect(driver.lines[1] == "  TITLE                                STOCK")
    #expect(driver.lines[2].hasPrefix("> Brass lamp 1 "))
  }

  @Test func `a long title is whole before the age is shown, also where it comes in sight later`() {
    let driver = list(30)
    #expect(driver.lines[1].hasSuffix("ADDED"))
    let long = "Aluminium floor lamp with a linen shade 1"
    driver.items[8] = BrowserDriver.lamp(9, long)
    driver.press(.character("r"))
    driver.press(.character(" "))
    #expect(driver.lines.contains { $0.contains(long) }, "\(driver.lines)")
    #expect(driver.lines[1].hasSuffix("STOCK"))
  }

  @Test func `a cached page is shown with its age and fetched again, and changes stay until the next ones`() {
    let driver = list(30, PageQuery(size: 20), Self.seen)
    #expect(driver.requests.map(\.number) == [1])
    let cached = ItemPage(number: 1, items: BrowserDriver.lamps(1...20), total: 30)
    let window = PageWindow(PageQuery(size: 20), at: Fetched(cached, Self.seen), now: BrowserDriver.start)
    #expect(window.freshness == Self.seen)
    driver.items[1] = BrowserDriver.lamp(2, "맥북 프로")
    driver.poll()
    driver.now += 600
    driver.poll()
    #expect(driver.lines[0] == "market · 30 items · 1 changed")
    #expect(driver.lines[3].hasPrefix(" ~ 2  맥북 프로"))
    driver.items[2] = BrowserDriver.lamp(3, "Desk")
    driver.poll()
    #expect(driver.lines[3].hasPrefix("   2  맥북 프로"))
    #expect(driver.lines[4].hasPrefix(" ~ 3  Desk"))
  }

  @Test func `rows stay while the market does not answer, and come again with it`() {
    let driver = list(100)
    driver.failure = .rejected(reason: "closed for lunch")
    driver.press(.character("G"))
    #expect(driver.text.contains("closed for lunch"))
    driver.failure = nil
    driver.poll()
    #expect(titles(driver) == Array(94...100))
    #expect(!driver.text.contains("closed"))
  }

  @Test func `the most useful keys stay longest on a narrow screen`() {
    let lines = [90, 80, 65, 52, 40, 24].map { list(columns: $0).lines.last }
    #expect(
      lines == [
        "1–7 of 30 · space: more  /: search  Enter: show  g: grid  b: browse  ?: keys  q: quit",
        "1–7 of 30 · space: more  /: search  Enter: show  g: grid  ?: keys  q: quit",
        "1–7 of 30 · space: more  /: search  g: grid  ?: keys  q: quit",
        "1–7 of 30 · space: more  ?: keys  q: quit",
        "space: more  ?: keys  q: quit",
        "?: keys  q: quit",
      ])
  }
}
