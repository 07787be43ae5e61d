import Console
import Foundation
import OpenMarket

/// A page of a list that stays on the screen and is drawn again whenever it changes, as a state machine: events go in,
/// steps come out.
struct Watch {
  /// The effects of an event.
  struct Step: Equatable {
    /// How long to wait before the page is fetched again; nil while that is under way.
    var fetchesAfter: Duration?
    /// Whether other programs have written on the screen, so that nothing on it can be drawn over.
    var isScreenLost = false
    var isOver = false
  }

  private static let leavingKeys: [Key] = [.character("q"), .escape, .control("d")]

  let query: PageQuery
  /// As many items of the page as the screen has room for.
  private(set) var items: [Item] = []
  private(set) var freshness = Freshness.current
  /// Why the last request failed; nil if it succeeded.
  private(set) var failure: ClientError?

  private(set) var page: ItemPage?
  /// When it was fetched.
  private var date = Date.distantPast
  private var room = ListSpace(table: { _ in 0 })
  private var interval = PollInterval()
  private var marks = RecentChanges()

  init(_ query: PageQuery) {
    self.query = query
  }

  /// The recent changes of the items.
  var changes: ListDiff { marks.combined(in: items) }

  /// - Parameter now: The time of the event.
  mutating func handle(_ event: ListEvent, at now: Date) -> Step {
    var step = Step()
    switch event {
    case .opened(let page, let room):
      self.room = room
      take(page, at: now)
      step.fetchesAfter = interval.delay
    case .page(_, let page, let took):
      interval.note(page.value, after: took)
      take(page, at: now)
      step.fetchesAfter = interval.delay
    case .failed(_, .cancelled, _): step.fetchesAfter = interval.delay
    case .failed(_, let error, let took):
      interval.note(nil, after: took)
      failure = error
      step.fetchesAfter = interval.delay
    case .room(let room):
      self.room = room
      fill()
    case .key(let key): step.isOver = Self.leavingKeys.contains(key.command)
    case .resumed: step.isScreenLost = true
    case .closed: step.isOver = true
    case .cards: break
    }
    return step
  }

  private mutating func take(_ fetched: Fetched<ItemPage>, at now: Date) {
    let (former, since) = (items, date)
    let isOther = page.map { $0 != fetched.value } ?? false
    (page, freshness, date, failure) = (fetched.value, fetched.freshness, now, nil)
    fill()
    // Without a difference in sight those before stay.
    let diff = ListDiff(from: former, to: items, since: since)
    if isOther, !diff.isEmpty { marks.note(diff, at: now) }
  }

  private mutating func fill() {
    let all = page?.items ?? []
    items = Array(all.prefix(max(0, room.table(all))))
  }
}

/// How often a page is fetched to find out whether it has changed.
///
/// Requests take at most a hundredth of the time: four a second for the embedded market, whose change counter tells at
/// once that nothing has changed, and one every few seconds over a network. The interval grows while nothing changes.
struct PollInterval {
  private static let shortest = Duration.milliseconds(250)
  private static let longest = Duration.seconds(30)

  private var last: ItemPage?
  private var factor = 1.0
  /// The time from a response to the next request.
  private(set) var delay = shortest

  init() {}

  /// - Parameters:
  ///   - page: The response; nil if there was none.
  ///   - cost: How long the request took.
  mutating func note(_ page: ItemPage?, after cost: Duration) {
    factor = page != nil && page != last && last != nil ? 1 : min(10, factor * 1.2)
    last = page ?? last
    delay = max(Self.shortest, min(cost * 100 * factor, Self.longest))
  }
}
