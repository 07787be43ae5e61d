import Console
import Foundation
import Testing

@testable import OpenMarket
@testable import market

/// The screen of best sellers, without a terminal.
struct BestBrowserTests {
  private static let today = CalendarDay("2026-11-24") ?? CalendarDay(0)
  private static let query = BestQuery(.last(.day))

  private static func period(_ text: String) -> SalesPeriod {
    SalesPeriod(text) ?? SalesPeriod(.day, containing: today)
  }

  private static func item(_ id: Int) -> Item {
    Item(
      id: id, title: "Lamp", price: Price(5, .usDollar), discountedPrice: nil, stock: 1, thumbnails: [],
      registrationDate: .distantPast, description: nil, images: nil)
  }

  private static func best(
    _ text: String, items: Int = 3, nearest: String? = nil, days: [String] = []
  ) -> BestSellers {
    BestSellers(
      period: period(text), today: today, measure: .pieces, currency: nil, total: items, pieces: items,
      revenue: nil,
      items: (0..<items).map { index in
        BestSeller(
          rank: index + 1, previousRank: nil, status: .new, id: index + 7, title: "Lamp", pieces: 1,
          piecesToDate: 1, revenue: [], item: item(index + 7), isOnSale: true)
      }, days: days.compactMap { CalendarDay($0) }, nearest: nearest.map(period))
  }

  private static func request(_ text: String, limit: Int = 10) -> BestBrowser.Request {
    var query = query
    (query.time, query.limit) = (.period(period(text)), limit)
    return limit == 1 ? .days(query) : .ranking(query)
  }

  @Test func `the calendar has all seven days on a narrow screen`() {
    func lines(_ scale: SalesPeriod.Scale, _ day: String) -> [String] {
      SalesCalendarView(
        day: CalendarDay(day) ?? Self.today, scale: scale, today: CalendarDay("2026-11-30") ?? Self.today,
        salesDays: [CalendarDay("2026-11-23"), CalendarDay("2026-11-24")].compactMap(\.self),
        format: .fixture(), style: .plain
      ).lines(rows: 20, columns: 24)
    }
    #expect(
      lines(.day, "2026-11-24").dropFirst() == [
        " Su Mo Tu We Th Fr Sa", "  1  2  3  4  5  6  7", "  8  9 10 11 12 13 14", " 15 16 17 18 19 20 21",
        " 22*23[24]25 26 27 28", " 29 30", " * sales",
      ])
    #expect(lines(.day, "2026-11-28")[5] == " 22*23*24 25 26 27[28]")
    #expect(lines(.day, "2026-11-30")[6] == " 29[30]")
    #expect(lines(.month, "2026-11-30").dropFirst(2).prefix(5).map(\.displayWidth) == [22, 22, 22, 22, 7])
  }

  private func browser(_ best: BestSellers) -> BestBrowser {
    var browser = BestBrowser(Self.query, best)
    browser.resize(height: 10, width: 1)
    return browser
  }

  @Test func `the left and right arrows go to the day before and after`() {
    var browser = browser(Self.best("2026-11-23"))
    #expect(browser.handle(.left) == .init(request: Self.request("2026-11-22")))
    #expect(browser.isLoading)
    // A second press goes on from the day that is being fetched.
    #expect(browser.handle(.left) == .init(request: Self.request("2026-11-21")))
    // The response to the first request comes too late.
    browser.take(.success(Self.best("2026-11-22")), to: Self.request("2026-11-22"))
    #expect(browser.best?.period == Self.period("2026-11-23"))
    browser.take(.success(Self.best("2026-11-21")), to: Self.request("2026-11-21"))
    #expect(browser.best?.period == Self.period("2026-11-21"))
    #expect(!browser.isLoading)
    #expect(browser.handle(.right) == .init(request: Self.request("2026-11-22")))
  }

  @Test func `nothing is requested beyond today, and before the first year`() {
    var browser = browser(Self.best("2026-11-24"))
    #expect(browser.handle(.right) == .init())
    var first = self.browser(Self.best("0001-02-01"))
    #expect(first.handle(.left) == .init())
  }

  @Test func `weeks and months are gone through as they are long`() {
    var weeks = browser(Self.best("2026-W01"))
    #expect(weeks.handle(.left) == .init(request: Self.request("2025-W52")))
    var months = browser(Self.best("2026-10"))
    #expect(months.handle(.right) == .init(request: Self.request("2026-11")))
    #expect(months.handle(.right) == .init())
  }

  @Test func `the cursor moves within the ranking, and Enter is for the screen around it`() {
    var browser = browser(Self.best("2026-11-23"))
    for _ in 1...5 { _ = browser.handle(.down) }
    #expect(browser.selected?.id == 9)
    _ = browser.handle(.character("k"))
    #expect(browser.selected?.id == 8)
    #expect(browser.handle(.enter) == .init(isHandled: false))
    _ = browser.handle(.home)
    #expect(browser.selected?.id == 7)
    _ = browser.handle(.character("G"))
    #expect(browser.selected?.id == 9)
  }

  @Test func `on a day without sales Enter goes to the nearest with some`() {
    var browser = browser(Self.best("2026-11-12", items: 0, nearest: "2026-11-02"))
    #expect(browser.handle(.enter) == .init(request: Self.request("2026-11-02")))
    var empty = self.browser(Self.best("2026-11-12", items: 0))
    #expect(empty.handle(.enter).request == nil)
    #expect(empty.handle(.down) == .init())
    #expect(empty.selected == nil)
  }

  @Test func `a failure is said until the next key, and the ranking stays`() {
    var browser = browser(Self.best("2026-11-23"))
    _ = browser.handle(.left)
    let error = ClientError.rejected(reason: "closed")
    browser.take(.failure(error), to: Self.request("2026-11-22"))
    #expect(browser.failure == error)
    #expect(browser.best?.period == Self.period("2026-11-23"))
    _ = browser.handle(.down)
    #expect(browser.failure == nil)
  }

  @Test func `the calendar moves by days, weeks and months, and not beyond today`() throws {
    var browser = browser(Self.best("2026-10-31"))
    let october = Self.request("2026-10", limit: 1)
    #expect(browser.handle(.character("d")) == .init(request: october))
    #expect(browser.view == .calendar(Self.period("2026-10-31").days.lowerBound))
    let days = ["2026-10-02", "2026-10-31"]
    browser.take(.success(Self.best("2026-10", days: days)), to: october)
    let number = Self.period("2026-10").number
    #expect(browser.salesDays[number]?.map(\.description) == days)
    func day(after presses: Key...) -> String {
      for press in presses { _ = browser.handle(press) }
      guard case .calendar(let day) = browser.view else { return "" }
      return day.description
    }
    #expect(day(after: .left) == "2026-10-30")
    #expect(day(after: .up) == "2026-10-23")
    #expect(day(after: .down, .right) == "2026-10-31")
    // The last day of a shorter month.
    #expect(day(after: .pageUp) == "2026-09-30")
    #expect(day(after: .pageDown, .pageDown) == "2026-11-24")
    #expect(day(after: .right) == "2026-11-24")
    #expect(day(after: .pageUp, .home) == "2026-11-24")
    #expect(browser.handle(.enter) == .init(request: Self.request("2026-11-24")))
    #expect(browser.view == .ranking)
  }

  @Test func `the calendar and the arrows end at the first sale`() {
    var best = Self.best("2026-11-03")
    best.first = CalendarDay("2026-11-02")
    var browser = browser(best)
    #expect(browser.handle(.left) == .init(request: Self.request("2026-11-02")))
    #expect(browser.handle(.left) == .init())
    browser = self.browser(best)
    _ = browser.handle(.character("d"))
    for key in [Key.pageUp, .up, .left] {
      _ = browser.handle(key)
      #expect(browser.view == best.first.map { .calendar($0) })
    }
    // The week and the month of the first sale begin before it.
    best.first = CalendarDay("2026-11-20")
    #expect(best.mayHaveSales(Self.period("2026-W47")) && best.mayHaveSales(Self.period("2026-11")))
    #expect(!best.mayHaveSales(Self.period("2026-W46")) && !best.mayHaveSales(Self.period("2026-10")))
  }

  @Test func `the days of a month are fetched once, and Esc leaves the calendar`() {
    var browser = browser(Self.best("2026-11-23"))
    let november = Self.request("2026-11", limit: 1)
    #expect(browser.handle(Key.character("ㅇ").command) == .init(request: november))
    browser.take(.success(Self.best("2026-11")), to: november)
    #expect(browser.handle(.left) == .init())
    #expect(browser.handle(.escape) == .init())
    #expect(browser.view == .ranking)
    #expect(browser.handle(.character("d")) == .init())
  }

  @Test(arguments: [Key.character("q"), .escape, .control("d"), .character("t")])
  func `a key leaves the ranking, and a calendar only for the ranking`(key: Key) {
    var browser = browser(Self.best("2026-11-23"))
    #expect(browser.handle(key).isLeft)
    _ = browser.handle(.character("d"))
    #expect(!browser.handle(key).isLeft)
  }

  @Test func `a ranking that is asked for is loading, and keys but those that leave do nothing`() {
    var browser = BestBrowser(Self.query)
    #expect(browser.isLoading)
    for key in [Key.left, .right, .down, .character("d"), .home] {
      #expect(browser.handle(key).request == nil)
    }
    #expect(browser.view == .ranking)
    #expect(browser.handle(.escape).isLeft)
    browser.take(.success(Self.best("2026-11-23")), to: .ranking(Self.query))
    #expect(browser.best?.period == Self.period("2026-11-23"))
    #expect(!browser.isLoading)
  }

  @Test func `Tab changes the calendar to weeks and months, and Enter picks one`() {
    var browser = browser(Self.best("2026-11-23"))
    for press in [Key.character("d"), .tab, .left] { _ = browser.handle(press) }
    #expect(browser.calendarScale == .week)
    #expect(browser.view == .calendar(Self.period("2026-11-16").days.lowerBound))
    #expect(browser.handle(.enter) == .init(request: Self.request("2026-W47")))
    var months = self.browser(Self.best("2026-11-23"))
    for press in [Key.character("d"), .tab, .tab, .up] { _ = months.handle(press) }
    #expect(months.handle(.enter) == .init(request: Self.request("2026-10")))
  }

  @Test func `a chosen week is a line, and a month all lines; a locale has its first weekday`() throws {
    func lines(_ scale: SalesPeriod.Scale, _ locale: String = "en_US") throws -> [String] {
      SalesCalendarView(
        day: try #require(CalendarDay("2026-11-18")), scale: scale, today: Self.today,
        salesDays: [try #require(CalendarDay("2026-11-20"))],
        format: .fixture(locale: Locale(identifier: locale)), style: .plain
      ).lines(rows: 24, columns: 80)
    }
    #expect(
      try lines(.day) == [
        " November 2026", " Su   Mo   Tu   We   Th   Fr   Sa", "  1    2    3    4    5    6    7",
        "  8    9   10   11   12   13   14", " 15   16   17  [18]  19   20 * 21",
        " 22   23   24   25   26   27   28", " 29   30", " * sales",
      ])
    #expect(
      try lines(.week) == [
        " 16–22 Nov 2026 (week 47)", " Mo   Tu   We   Th   Fr   Sa   Su", "                                1",
        "  2    3    4    5    6    7    8", "  9   10   11   12   13   14   15",
        "[16   17   18   19   20 * 21   22]", " 23   24   25   26   27   28   29", " 30", " * sales",
      ])
    #expect(
      try lines(.month, "en_GB") == [
        " November 2026", " Mo   Tu   We   Th   Fr   Sa   Su", "                              [ 1]",
        "[ 2    3    4    5    6    7    8]", "[ 9   10   11   12   13   14   15]",
        "[16   17   18   19   20 * 21   22]", "[23   24   25   26   27   28   29]", "[30]", " * sales",
      ])
  }

  @Test func `Esc closes the calendar and never the screen that began with best sellers`() {
    let driver = BrowserDriver([], best: Self.best("2026-11-23"))
    driver.press(.character("d"), .escape)
    #expect(driver.browser.best?.view == .ranking)
    driver.press(.escape)
    #expect(!driver.browser.isOver)
    driver.press(.character("q"))
    #expect(driver.browser.isOver)
  }
}
