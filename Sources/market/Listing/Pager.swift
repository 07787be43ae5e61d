import Console
import Foundation
import OpenMarket

/// A list that goes on below what is shown of it. What happens comes in, what is to be done about it comes out: this
/// draws nothing, asks nobody and knows no terminal.
struct Pager {
  enum Event {
    case key(Key)
    case answered(PageQuery, Fetched<ItemPage>)
    case failed(PageQuery, ErrorReport)
    /// Everything that was handed out has been drawn.
    case drawn
    /// Nothing to do but to draw the last line anew: the window has another size, or others have written on it.
    case disturbed
  }

  /// Something for the screen, below what is there.
  enum Piece: Equatable {
    case lines([String])
    case failure(ErrorReport)
    /// The first ones begin a table.
    case items([Item], areFirst: Bool)
    /// What is shown of the list was so when it was last seen, and is so now.
    case changed(to: [Item], ListDiff, canReplace: Bool)
  }

  struct Step: Equatable {
    var pieces: [Piece] = []
    /// The page to ask for; whatever was asked before is of no interest any more.
    var request: PageQuery?
    /// Words that the person has searched for.
    var search: String?
    var isOver = false
    /// What was to be drawn before this need not be drawn any more.
    var isAnew = false
  }

  /// With so few rows ahead the next page is asked for, so that nobody waits for it.
  private static let fewRows = 4

  /// How many items the screen has room for, in each of the two ways to show them.
  struct Room: Equatable {
    let table: Int
    let grid: Int
  }

  var room: Room
  /// Whether what was handed out is still being drawn: until then nothing more is, however often it is wished for.
  var isDrawing = false
  /// What is said of a list without items.
  private let nothing: (_ search: String?) -> String

  private var course: PageCursor
  private(set) var asked: PageQuery?
  private(set) var isGrid: Bool
  private(set) var prefetch: [Item] = []
  /// The screenful that was shown last, to show it in another way.
  private var recent: [Item] = []
  /// Whether the next rows begin a screenful.
  private var beginsScreenful = false
  /// Rows that the person waits for.
  private(set) var wanted = 0
  /// Whether the next rows begin a table.
  private var begins = true
  private(set) var shown = 0
  private(set) var freshness = Freshness.current
  /// Whether an error is the last that was told.
  private(set) var hasFailed = false
  private var hasActed = false
  /// What is shown as it was last seen, while it is being asked whether it still is so.
  private var cached: (items: [Item], since: Date)?
  /// What was found out then, until the person does something.
  private(set) var changes: ListDiff?
  /// The words that are being typed.
  private(set) var editor: LineEditor?

  init(
    _ first: PageQuery, room: Room, isGrid: Bool = false, nothing: @escaping (_ search: String?) -> String
  ) {
    course = PageCursor(first)
    self.room = room
    self.isGrid = isGrid
    self.nothing = nothing
  }

  private var screenful: Int { isGrid ? room.grid : room.table }

  /// Items of the list before the first one that is shown.
  var before: Int { course.before }

  /// Items in all, where that is known.
  var total: Int? { course.total }

  /// The items at hand that are or will be next to each other on the screen.
  var known: [Item] { recent + prefetch }

  var isAtEnd: Bool { course.hasEnded && prefetch.isEmpty }

  var isRefreshing: Bool { cached != nil }

  /// The first page, which somebody has asked for already; one that was kept is asked for again.
  mutating func begin(with answer: Fetched<ItemPage>) -> Step {
    var step = Step()
    wanted = screenful
    take(answer)
    if case .cached(let since) = answer.freshness {
      cached = ([], since)
      ask(course.first, &step)
    }
    pour(into: &step)
    return step
  }

  mutating func handle(_ event: Event) -> Step {
    var step = Step()
    switch event {
    case .key(let key): press(key, &step)
    case .answered(let query, let answer) where query == asked:
      asked = nil
      if let cached { refresh(cached, with: answer, &step) } else { take(answer) }
      pour(into: &step)
    case .failed(let query, let explanation) where query == asked:
      asked = nil
      hasFailed = wanted > 0
      // What nobody waits for is asked for again when somebody does; but nobody is to take for new what is not.
      if hasFailed || isRefreshing { step.pieces.append(.failure(explanation)) }
      cached = nil
      wanted = 0
    case .drawn: pour(into: &step)
    case .answered, .failed, .disturbed: break
    }
    return step
  }

  /// The person has left before the last of the items that were handed out were drawn.
  mutating func leave(before undrawn: Int) { shown -= undrawn }

  // MARK: Keys

  private mutating func press(_ key: Key, _ step: inout Step) {
    hasActed = true
    changes = nil
    if editor != nil { return type(key, &step) }
    switch key.command {
    case .character(" "), .character("f"), .pageDown, .control("f"): want(screenful, &step)
    case .enter, .character("j"), .down: want(1, &step)
    case .character("g"): turn(&step)
    case .character("r") where hasFailed: want(screenful, &step)
    case .character("r"): start(course.first, after: "", &step)
    case .character("/"): editor = LineEditor()
    case .character("q"), .escape, .control("d"): step.isOver = true
    default: break
    }
  }

  private mutating func want(_ count: Int, _ step: inout Step) {
    if count > 1 { beginsScreenful = true }
    wanted = min(max(wanted, count), screenful)
    pour(into: &step)
  }

  /// Whether cards are shown because of that key.
  func showsGrid(on key: Key) -> Bool { key.command == .character("g") && editor == nil && !isGrid }

  /// Shows what was shown last once more, in the other way.
  private mutating func turn(_ step: inout Step) {
    isGrid.toggle()
    isDrawing = false
    begins = true
    prefetch = recent + prefetch
    shown -= recent.count
    cached?.items.removeLast(recent.count)
    step.isAnew = true
    step.pieces.append(.lines([""]))
    recent = []
    want(screenful, &step)
  }

  private mutating func type(_ key: Key, _ step: inout Step) {
    switch editor?.handle(key) {
    case .entered(let text):
      editor = nil
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let search = words.isEmpty ? nil : words
      step.search = search
      start(
        PageQuery(1, size: course.first.size, sort: course.first.sort, search: search),
        after: "/" + words.sanitized, &step)
    case .cancelled: editor = nil
    case .typing, nil: break
    }
  }

  // MARK: Pages

  /// Begins anew, with that list.
  private mutating func start(_ query: PageQuery, after line: String, _ step: inout Step) {
    var other = Pager(query, room: room, isGrid: isGrid, nothing: nothing)
    other.hasActed = true
    other.wanted = screenful
    self = other
    step.isAnew = true
    step.pieces.append(.lines([line]))
    ask(query, &step)
  }

  private mutating func ask(_ query: PageQuery, _ step: inout Step) {
    asked = query
    hasFailed = false
    step.request = query
  }

  private mutating func take(_ answer: Fetched<ItemPage>) {
    freshness = answer.freshness
    prefetch += course.take(answer.value)
  }

  /// The list is known to be this now. Where nothing has happened since it was shown it takes the place of what is
  /// shown; else that stays, and what is other than it says comes below.
  private mutating func refresh(
    _ cached: (items: [Item], since: Date), with answer: Fetched<ItemPage>, _ step: inout Step
  ) {
    (self.cached, course, prefetch) = (nil, PageCursor(course.first), [])
    take(answer)
    let now = Array(prefetch.prefix(hasActed ? cached.items.count : screenful))
    let known = Set((now + cached.items).map(\.id))
    prefetch.removeAll { known.contains($0.id) }
    if !hasActed { (shown, wanted, recent) = (now.count, screenful - now.count, now) }
    guard now != cached.items else { return }
    let changes = ListDiff(from: cached.items, to: now, since: cached.since)
    self.changes = changes
    step.pieces.append(.changed(to: now, changes, canReplace: !hasActed))
  }

  /// Shows as many of the rows at hand as are wanted, and sees to it that there are more in time.
  private mutating func pour(into step: inout Step) {
    let rows = prefetch.prefix(isDrawing ? 0 : wanted)
    if !rows.isEmpty {
      if beginsScreenful { recent = [] }
      beginsScreenful = false
      step.pieces.append(.items(Array(rows), areFirst: begins))
      begins = false
      recent = (recent + rows).suffix(max(screenful, rows.count))
      cached?.items.append(contentsOf: rows)
      prefetch.removeFirst(rows.count)
      shown += rows.count
      wanted -= rows.count
    }
    if course.hasEnded {
      if shown == 0, wanted > 0 { step.pieces.append(.lines([nothing(course.first.search)])) }
      if prefetch.isEmpty { wanted = 0 }
      // Nobody has to leave what is all in sight.
      step.isOver = step.isOver || prefetch.isEmpty && !hasActed && cached == nil && asked == nil
    } else if prefetch.count <= Self.fewRows, asked == nil {
      ask(course.next, &step)
    }
  }
}
