import Console
import OpenMarket
import Wording

/// Best sellers on the screen, and the calendar by which their day is chosen: keys go in, requests come out.
struct BestBrowser {
  /// The contents of the screen.
  enum View: Equatable {
    case ranking
    /// The calendar, with the cursor on a day.
    case calendar(CalendarDay)
  }

  /// A request for the contents of the screen; one at a time.
  enum Request: Sendable, Equatable {
    case ranking(BestQuery)
    /// The days with sales of the query's month.
    case days(BestQuery)

    var query: BestQuery {
      switch self {
      case .ranking(let query), .days(let query): query
      }
    }
  }

  /// The effects of a key.
  struct Step: Equatable {
    /// The request to send, in place of the one under way.
    var request: Request?
    /// Whether the key has a meaning here.
    var isHandled = true
    /// Whether the person goes back.
    var isLeft = false
  }

  /// Nil until it is known.
  private(set) var best: BestSellers?
  private(set) var view = View.ranking
  /// The items in sight, and the one that Enter shows.
  private(set) var list = ScrollingList()
  /// Why the last request failed; nil after the next key.
  private(set) var failure: ClientError?
  /// The length of the periods that the calendar picks.
  private(set) var calendarScale = SalesPeriod.Scale.day
  /// The days with sales, by the number of their month, as far as they were fetched.
  private(set) var salesDays: [Int: [CalendarDay]] = [:]

  private let query: BestQuery
  private var requested: Request?

  /// - Parameter best: The ranking to begin with, which `query` gave; nil to request it.
  init(_ query: BestQuery, _ best: BestSellers? = nil) {
    self.query = query
    if let best { show(best) } else { requested = .ranking(query) }
  }

  var isLoading: Bool { requested != nil }
  /// The item that Enter shows; nil for a ranking without items.
  var selected: BestSeller? {
    best.flatMap { $0.items.indices.contains(list.cursor) ? $0.items[list.cursor] : nil }
  }

  /// The request for what is shown, once more.
  var again: Request {
    var query = query
    if let best { query.time = .period(best.period) }
    return .ranking(query)
  }

  mutating func resize(height: Int, width: Int) { list.resize(height: height, width: width) }

  private mutating func show(_ found: BestSellers) {
    (best, view) = (found, .ranking)
    list.setCount(found.items.count)
  }

  // MARK: Responses

  mutating func take(_ response: Result<BestSellers, ClientError>, to request: Request) {
    guard requested == nil || request == requested else { return }
    requested = nil
    switch (response, request) {
    case (.success(let found), .ranking):
      if found.period != best?.period { list.move(to: 0) }
      show(found)
    case (.success(let found), .days): salesDays[found.period.number] = found.days
    case (.failure(.cancelled), _): break
    case (.failure(let error), _): failure = error
    }
  }

  private mutating func request(_ request: Request, _ step: inout Step) {
    requested = request
    step.request = request
  }

  // MARK: Keys

  mutating func handle(_ key: Key) -> Step {
    failure = nil
    var step = Step()
    switch view {
    case .ranking: pressInRanking(key, &step)
    case .calendar(let day): pressInCalendar(key, day, step: &step)
    }
    return step
  }

  private mutating func pressInRanking(_ key: Key, _ step: inout Step) {
    switch key {
    case .up, .character("k"): list.move(by: -1)
    case .down, .character("j"): list.move(by: 1)
    case .pageUp: list.move(by: -list.height)
    case .pageDown: list.move(by: list.height)
    case .home: list.move(to: 0)
    case .end, .character("G"): list.move(to: list.count)
    case .escape, .character("q"), .character("t"), .control("d"): step.isLeft = true
    case .left, .character("h"): if let target { go(to: target.previous, &step) }
    case .right, .character("l"): if let target { go(to: target.next, &step) }
    case .character("r"): request(again, &step)
    case .character("d"):
      guard let best, let target else { return }
      calendarScale = target.scale
      move(to: target.days.upperBound - 1, best, &step)
    case .enter where selected == nil: if let nearest = best?.nearest { go(to: nearest, &step) }
    default: step.isHandled = false
    }
  }

  private mutating func pressInCalendar(_ key: Key, _ day: CalendarDay, step: inout Step) {
    guard let best else { return }
    switch key {
    case .left, .character("h"):
      move(to: calendarScale == .day ? day - 1 : picked(from: day, -1), best, &step)
    case .right, .character("l"):
      move(to: calendarScale == .day ? day + 1 : picked(from: day, 1), best, &step)
    case .up, .character("k"): move(to: picked(from: day, -1), best, &step)
    case .down, .character("j"): move(to: picked(from: day, 1), best, &step)
    case .tab: calendarScale = calendarScale.next
    case .pageUp: move(to: day.inMonth(-1), best, &step)
    case .pageDown: move(to: day.inMonth(1), best, &step)
    case .home: move(to: best.today, best, &step)
    case .enter:
      view = .ranking
      go(to: SalesPeriod(calendarScale, containing: day), &step)
    case .escape, .character("q"), .character("d"): (view, requested) = (.ranking, nil)
    default: break
    }
  }

  /// The day in the week before or after, or in the month.
  private func picked(from day: CalendarDay, _ count: Int) -> CalendarDay {
    calendarScale == .month ? day.inMonth(count) : day + 7 * count
  }

  /// The period that is shown, or is about to be.
  private var target: SalesPeriod? {
    if case .ranking(let query) = requested, let period = query.time.fixed { return period }
    return best?.period
  }

  /// Requests another ranking, unless its period has not begun, or was over before the first sale.
  private mutating func go(to period: SalesPeriod, _ step: inout Step) {
    guard let best, period.number <= SalesPeriod(period.scale, containing: best.today).number,
      best.mayHaveSales(period)
    else { return }
    var query = query
    query.time = .period(period)
    request(.ranking(query), &step)
  }

  /// Moves the cursor of the calendar, and requests the days with sales of its month.
  private mutating func move(to day: CalendarDay, _ best: BestSellers, _ step: inout Step) {
    let day = min(max(day, best.first ?? .earliest), best.today)
    view = .calendar(day)
    let month = SalesPeriod(.month, containing: day)
    guard salesDays[month.number] == nil else { return }
    var query = query
    (query.time, query.limit) = (.period(month), 1)
    request(.days(query), &step)
  }
}
extension SalesPeriod.Scale {
  /// The length that the calendar picks after this one.
  var next: Self {
    switch self {
    case .day: .week
    case .week: .month
    case .month: .day
    }
  }

  var name: LocalizedPhrase {
    switch self {
    case .day: LocalizedPhrase("day")
    case .week: LocalizedPhrase("week")
    case .month: LocalizedPhrase("month")
    }
  }
}

extension CalendarDay {
  /// Returns this day of the month in the next month for a positive count, else in the previous one; the last day of a
  /// shorter month.
  fileprivate func inMonth(_ count: Int) -> CalendarDay {
    let here = SalesPeriod(.month, containing: self)
    let month = count > 0 ? here.next : here.previous
    return min(month.days.lowerBound + (day - 1), month.days.upperBound - 1)
  }
}
