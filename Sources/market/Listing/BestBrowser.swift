import Console
import OpenMarket

/// Best sellers on the screen of a terminal, as a state machine: events go in, steps come out. It draws nothing, sends no
/// request and knows no terminal.
struct BestBrowser {
  /// The contents of the screen.
  enum View: Equatable {
    case ranking
    /// The calendar, with the cursor on a day.
    case calendar(CalendarDay)
    case item(Item)
  }

  /// A request for the contents of the screen; one at a time.
  enum Request: Sendable, Equatable {
    case ranking(BestQuery)
    /// The days with sales of the query's month.
    case days(BestQuery)
    case item(id: Int)
  }

  enum Response: Sendable, Equatable {
    case ranking(BestSellers)
    case item(Item)
    case failed(ClientError)
  }

  /// The effects of an event.
  struct Step: Equatable {
    /// The request to send, in place of the one under way.
    var request: Request?
    /// Whether the screen is to be drawn again.
    var draws = false
    /// Whether only its status bar is: cards with images are not drawn twice.
    var drawsStatusBar = false
    /// The next lines of the grid.
    var row: [String]?
    /// Whether other programs have written on the screen, so that nothing on it can be drawn over.
    var isScreenLost = false
    /// Whether the terminal must be asked which images it draws before the next event, which is `room`.
    var needsImageProtocol = false
    var isOver = false
  }

  private(set) var best: BestSellers
  private(set) var view = View.ranking
  private(set) var isGrid: Bool
  /// The index of the item that Enter shows.
  private(set) var selection = 0
  /// Why the last request failed; nil after the next key.
  private(set) var failure: ClientError?
  /// The length of the periods that the calendar picks.
  private(set) var calendarScale = SalesPeriod.Scale.day
  /// The days with sales, by the number of their month, as far as they were fetched.
  private(set) var salesDays: [Int: [CalendarDay]] = [:]

  private let query: BestQuery
  private var requested: Request?
  /// Whether it is known which images the terminal draws.
  private var knowsImages: Bool
  private var turnsToGrid = false

  /// - Parameters:
  ///   - best: The ranking to begin with, which `query` gave.
  ///   - knowsImages: Whether it is known which images the terminal draws.
  init(_ best: BestSellers, _ query: BestQuery, isGrid: Bool, knowsImages: Bool) {
    (self.best, self.query, self.isGrid, self.knowsImages) = (best, query, isGrid, knowsImages)
  }

  var isLoading: Bool { requested != nil }
  /// The item that Enter shows; nil for a ranking without items.
  var selected: BestSeller? { best.items.indices.contains(selection) ? best.items[selection] : nil }

  // MARK: Events

  mutating func handle(_ event: ListEvent) -> Step {
    let former = (best, view, isGrid)
    var step = step(after: event)
    if case .room = event { return step }
    // Cards stay on the screen as they are if they are still what it shows.
    if step.draws, isGrid, view == .ranking, former == (best, view, isGrid), !step.isScreenLost {
      (step.draws, step.drawsStatusBar) = (false, true)
    }
    return step
  }

  private mutating func step(after event: ListEvent) -> Step {
    var step = Step()
    switch event {
    case .opened: step.draws = true
    case .key(let key): press(key.command, &step)
    case .loaded(let request, let response) where request == requested:
      requested = nil
      take(response, to: request, step: &step)
    case .cards(let row?): step.row = row.lines + [""]
    case .room:
      (step.draws, knowsImages) = (true, knowsImages || turnsToGrid)
      if turnsToGrid { (isGrid, turnsToGrid) = (true, false) }
    case .resumed: (step.draws, step.isScreenLost) = (true, true)
    case .closed: step.isOver = true
    case .loaded, .cards, .page, .failed, .cancelled: break
    }
    return step
  }

  private mutating func take(_ response: Response, to request: Request, step: inout Step) {
    step.draws = true
    switch (response, request) {
    case (.ranking(let found), .ranking): (best, selection, view) = (found, 0, .ranking)
    case (.ranking(let found), .days): salesDays[found.period.number] = found.days
    case (.item(let item), _): view = .item(item)
    case (.failed(.cancelled), _), (.ranking, .item): break
    case (.failed(let error), _): failure = error
    }
  }

  private mutating func request(_ request: Request, _ step: inout Step) {
    requested = request
    step.request = request
  }

  // MARK: Keys

  private mutating func press(_ key: Key, _ step: inout Step) {
    failure = nil
    step.draws = true
    switch (key, view) {
    case (.character("q"), _), (.control("d"), _): step.isOver = true
    case (_, .ranking): pressInRanking(key, &step)
    case (_, .calendar(let day)): pressInCalendar(key, day, step: &step)
    case (.escape, .item), (.enter, .item), (.backspace, .item), (.left, .item):
      (view, requested) = (.ranking, nil)
    default: step.draws = false
    }
  }

  private mutating func pressInRanking(_ key: Key, _ step: inout Step) {
    switch key {
    case .left: go(to: target.previous, &step)
    case .right: go(to: target.next, &step)
    case .up, .character("k"): selection = max(0, selection - 1)
    case .down, .character("j"): selection = max(0, min(best.items.count - 1, selection + 1))
    case .enter:
      if let selected {
        request(.item(id: selected.id), &step)
      } else if let nearest = best.nearest {
        go(to: nearest, &step)
      }
    case .character("d"):
      calendarScale = target.scale
      move(to: (target.days?.upperBound ?? best.today) - 1, &step)
    case .character("g"):
      turnsToGrid = !isGrid && !knowsImages
      (step.needsImageProtocol, step.draws) = (turnsToGrid, !turnsToGrid)
      if !turnsToGrid { isGrid.toggle() }
    case .character("r"): go(to: target, &step)
    case .escape: step.isOver = true
    default: step.draws = false
    }
  }

  private mutating func pressInCalendar(_ key: Key, _ day: CalendarDay, step: inout Step) {
    switch key {
    case .left: move(to: calendarScale == .day ? day - 1 : picked(from: day, -1), &step)
    case .right: move(to: calendarScale == .day ? day + 1 : picked(from: day, 1), &step)
    case .up: move(to: picked(from: day, -1), &step)
    case .down: move(to: picked(from: day, 1), &step)
    case .tab: calendarScale = calendarScale.next
    case .pageUp: move(to: day.inMonth(-1), &step)
    case .pageDown: move(to: day.inMonth(1), &step)
    case .home: move(to: best.today, &step)
    case .enter:
      view = .ranking
      go(to: SalesPeriod(calendarScale, containing: day), &step)
    case .escape, .character("d"): (view, requested) = (.ranking, nil)
    default: step.draws = false
    }
  }

  /// The day in the week before or after, or in the month.
  private func picked(from day: CalendarDay, _ count: Int) -> CalendarDay {
    calendarScale == .month ? day.inMonth(count) : day + 7 * count
  }

  /// The period that is shown, or is about to be.
  private var target: SalesPeriod {
    if case .ranking(let query) = requested, case .period(let period) = query.time { return period }
    return best.period
  }

  /// Requests another ranking, unless its period has not begun.
  private mutating func go(to period: SalesPeriod, _ step: inout Step) {
    guard period.number <= SalesPeriod(period.scale, containing: best.today).number,
      let first = period.days?.lowerBound, first >= CalendarDay.first
    else { return step.draws = false }
    var query = query
    query.time = .period(period)
    request(.ranking(query), &step)
  }

  /// Moves the cursor of the calendar, and requests the days with sales of its month.
  private mutating func move(to day: CalendarDay, _ step: inout Step) {
    let day = min(max(day, CalendarDay.first), best.today)
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
    case .month, .allTime: .day
    }
  }

  var name: LocalizedPhrase {
    switch self {
    case .day, .allTime: LocalizedPhrase("day")
    case .week: LocalizedPhrase("week")
    case .month: LocalizedPhrase("month")
    }
  }
}

extension CalendarDay {
  /// The first day of the second month of the calendar: all periods that contain it begin in the year 1.
  fileprivate static let first = CalendarDay(year: 1, month: 2, day: 1) ?? CalendarDay(0)

  /// Returns this day of the month in the next month for a positive count, else in the previous one; the last day of a
  /// shorter month.
  fileprivate func inMonth(_ count: Int) -> CalendarDay {
    let here = SalesPeriod(.month, containing: self)
    let month = count > 0 ? here.next : here.previous
    guard let days = month.days else { return self }
    return min(days.lowerBound + (day - 1), days.upperBound - 1)
  }
}
