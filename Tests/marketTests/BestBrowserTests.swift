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
          piecesToDate: 1, revenue: [], item: item(index + 7))
      }, days: days.compactMap { CalendarDay($0) }, nearest: nearest.map(period))
  }

  private static func request(_ text: String, limit: Int = 10) -> BestBrowser.Request {
    var query = query
    (query.time, query.limit) = (.period(period(text)), limit)
    return limit == 1 ? .days(query) : .ranking(query)
  }

  private func browser(_ best: BestSellers, isGrid: Bool = false) -> BestBrowser {
    BestBrowser(best, Self.query, isGrid: isGrid, knowsImages: isGrid)
  }

  private func key(_ key: Key) -> ListEvent { .key(key) }

  @Test func `the left and right arrows go to the day before and after`() {
    var browser = browser(Self.best("2026-11-23"))
    #expect(browser.handle(key(.left)) == .init(request: Self.request("2026-11-22"), draws: true))
    #expect(browser.isLoading)
    // A second press goes on from the day that is being fetched.
    #expect(browser.handle(key(.left)) == .init(request: Self.request("2026-11-21"), draws: true))
    // The response to the first request comes too late.
    #expect(
      browser.handle(.loaded(Self.request("2026-11-22"), .ranking(Self.best("2026-11-22")))) == .init())
    #expect(
      browser.handle(.loaded(Self.request("2026-11-21"), .ranking(Self.best("2026-11-21"))))
        == .init(draws: true))
    #expect(browser.best.period == Self.period("2026-11-21"))
    #expect(!browser.isLoading)
    #expect(browser.handle(key(.right)) == .init(request: Self.request("2026-11-22"), draws: true))
  }

  @Test func `nothing is requested beyond today, and before the first year`() {
    var browser = browser(Self.best("2026-11-24"))
    #expect(browser.handle(key(.right)) == .init())
    var first = self.browser(Self.best("0001-02-01"))
    #expect(first.handle(key(.left)) == .init())
  }

  @Test func `weeks and months are gone through as they are long`() {
    var weeks = browser(Self.best("2026-W01"))
    #expect(weeks.handle(key(.left)) == .init(request: Self.request("2025-W52"), draws: true))
    var months = browser(Self.best("2026-10"))
    #expect(months.handle(key(.right)) == .init(request: Self.request("2026-11"), draws: true))
    #expect(months.handle(key(.right)) == .init())
  }

  @Test func `Enter shows the chosen item, and Esc the ranking again`() {
    var browser = browser(Self.best("2026-11-23"))
    for _ in 1...5 { _ = browser.handle(key(.down)) }
    #expect(browser.selection == 2)
    _ = browser.handle(key(.character("k")))
    #expect(browser.handle(key(.enter)) == .init(request: .item(id: 8), draws: true))
    let item = Item(
      id: 8, title: "Lamp", price: Price(5, .usDollar), discountedPrice: nil, stock: 1, thumbnails: [],
      registrationDate: .distantPast, description: "", images: [])
    #expect(browser.handle(.loaded(.item(id: 8), .item(item))) == .init(draws: true))
    #expect(browser.view == .item(item))
    #expect(browser.handle(key(.right)) == .init())
    #expect(browser.handle(key(.escape)) == .init(draws: true))
    #expect(browser.view == .ranking)
    #expect(browser.selection == 1)
  }

  @Test func `on a day without sales Enter goes to the nearest with some`() {
    var browser = browser(Self.best("2026-11-12", items: 0, nearest: "2026-11-02"))
    #expect(browser.handle(key(.enter)) == .init(request: Self.request("2026-11-02"), draws: true))
    var empty = self.browser(Self.best("2026-11-12", items: 0))
    #expect(empty.handle(key(.enter)).request == nil)
    #expect(empty.handle(key(.down)) == .init(draws: true))
    #expect(empty.selection == 0)
  }

  @Test func `a failure is said until the next key, and the ranking stays`() {
    var browser = browser(Self.best("2026-11-23"))
    _ = browser.handle(key(.left))
    let error = ClientError.rejected(reason: "closed")
    #expect(
      browser.handle(.loaded(Self.request("2026-11-22"), .failed(error))) == .init(draws: true))
    #expect(browser.failure == error)
    #expect(browser.best.period == Self.period("2026-11-23"))
    _ = browser.handle(key(.down))
    #expect(browser.failure == nil)
  }

  @Test func `the calendar moves by days, weeks and months, and not beyond today`() throws {
    var browser = browser(Self.best("2026-10-31"))
    let october = Self.request("2026-10", limit: 1)
    #expect(browser.handle(key(.character("d"))) == .init(request: october, draws: true))
    #expect(browser.view == .calendar(Self.period("2026-10-31").days?.lowerBound ?? Self.today))
    let days = ["2026-10-02", "2026-10-31"]
    _ = browser.handle(.loaded(october, .ranking(Self.best("2026-10", days: days))))
    let number = Self.period("2026-10").number
    #expect(browser.salesDays[number]?.map(\.description) == days)
    func day(after presses: Key...) -> String {
      for press in presses { _ = browser.handle(.key(press)) }
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
    #expect(browser.handle(key(.enter)) == .init(request: Self.request("2026-11-24"), draws: true))
    #expect(browser.view == .ranking)
  }

  @Test func `the days of a month are fetched once, and Esc leaves the calendar`() {
    var browser = browser(Self.best("2026-11-23"))
    let november = Self.request("2026-11", limit: 1)
    #expect(browser.handle(key(.character("ㅇ"))) == .init(request: november, draws: true))
    _ = browser.handle(.loaded(november, .ranking(Self.best("2026-11"))))
    #expect(browser.handle(key(.left)) == .init(draws: true))
    #expect(browser.handle(key(.escape)) == .init(draws: true))
    #expect(browser.view == .ranking)
    #expect(browser.handle(key(.character("d"))) == .init(draws: true))
  }

  @Test func `before cards are drawn the terminal is asked which images it draws`() {
    var browser = browser(Self.best("2026-11-23"))
    #expect(browser.handle(key(.character("g"))) == .init(needsImageProtocol: true))
    #expect(browser.handle(.room(ListSpace(table: { _ in 1 }))) == .init(draws: true))
    #expect(browser.isGrid)
    // Cards that are on the screen are not drawn again for the status bar.
    #expect(browser.handle(key(.down)) == .init(drawsStatusBar: true))
    #expect(
      browser.handle(key(.left))
        == .init(request: Self.request("2026-11-22"), drawsStatusBar: true))
    #expect(
      browser.handle(.cards(.init(lines: ["a", "b"], count: 2))) == .init(row: ["a", "b", ""]))
    #expect(browser.handle(key(.character("g"))) == .init(draws: true))
    #expect(!browser.isGrid)
  }

  @Test(arguments: [Key.character("q"), .character("ㅂ"), .escape, .control("d")])
  func `a key leaves`(key: Key) {
    var browser = browser(Self.best("2026-11-23"))
    #expect(browser.handle(.key(key)).isOver)
  }

  @Test func `a lost screen is drawn anew, and the end of the terminal ends the screen`() {
    var browser = browser(Self.best("2026-11-23"))
    #expect(browser.handle(.resumed) == .init(draws: true, isScreenLost: true))
    #expect(browser.handle(.closed).isOver)
  }

  @Test func `Tab changes the calendar to weeks and months, and Enter picks one`() {
    var browser = browser(Self.best("2026-11-23"))
    for press in [Key.character("d"), .tab, .left] { _ = browser.handle(key(press)) }
    #expect(browser.calendarScale == .week)
    #expect(browser.view == .calendar(Self.period("2026-11-16").days?.lowerBound ?? Self.today))
    #expect(browser.handle(key(.enter)) == .init(request: Self.request("2026-W47"), draws: true))
    var months = self.browser(Self.best("2026-11-23"))
    for press in [Key.character("d"), .tab, .tab, .up] { _ = months.handle(key(press)) }
    #expect(months.handle(key(.enter)) == .init(request: Self.request("2026-10"), draws: true))
  }

  @Test func `a chosen week is a line, and a month all lines; a locale has its first weekday`() throws {
    func lines(_ scale: SalesPeriod.Scale, _ locale: String = "en_US") throws -> [String] {
      SalesCalendarView(
        day: try #require(CalendarDay("2026-11-18")), scale: scale, today: Self.today,
        salesDays: [try #require(CalendarDay("2026-11-20"))],
        format: .fixture(locale: Locale(identifier: locale)), style: .plain
      ).lines(rows: 24)
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
}
