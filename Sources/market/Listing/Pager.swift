import Console
import Foundation
import OpenMarket
import Wording

/// A list that the person scrolls through, as a state machine: events go in, steps come out. It draws nothing, sends no
/// request and knows no terminal.
struct Pager {
  /// With no more rows than these left, the next page is fetched in advance.
  private static let fewRows = 4

  /// The text that is shown in place of a list without items.
  private let emptyText: (_ search: String?) -> String
  private var room = ListSpace(table: { _ in 1 }, grid: nil)
  private(set) var isGrid: Bool
  /// The list that a search was started from; at most one.
  private var origin: [Pager] = []

  private var cursor: PageCursor
  /// The page that is being fetched.
  private var requested: PageQuery?
  /// How up to date the rows are.
  private(set) var freshness = Freshness.current
  /// The rows that were shown from the cache, and their age, until the current page has come.
  private var cached: (items: [Item], since: Date)?
  /// How the current page differs from them; nil again after the next key.
  private(set) var changes: ListDiff?
  /// Whether the last message is an error.
  private(set) var hasFailed = false

  /// Rows that were fetched and not shown.
  private(set) var prefetch: [Item] = []
  /// The screenful that was shown last, to show it again as cards or as a table.
  private var recent: [Item] = []
  /// Whether the next rows begin a screenful.
  private var beginsScreenful = false
  /// Whether the next rows begin a table.
  private var beginsTable = true
  /// Rows that the person waits for.
  private var wanted = 0
  /// Items on the screen, above it, or about to be drawn; of a list that was left, those that were drawn.
  private(set) var shown = 0
  /// Whether cards are being drawn, one row after the other.
  private var isDrawing = false
  /// Items of which the cards are yet to come.
  private var undrawn = 0
  /// The pieces to draw after the cards.
  private var waiting: [Piece] = []

  /// Whether the person has pressed a key.
  private var hasActed = false
  /// Whether all of the list is in sight: it ends once that is drawn, unless a key is pressed before.
  private var endsByItself = false
  /// Whether other programs have written on the screen.
  private var wasDisturbed = false
  /// Whether `g` has been pressed before it was known which images the terminal draws.
  private var turnsToGrid = false
  /// Whether the person goes on in `market browse`.
  private(set) var opensBrowser = false
  /// The search words that are being typed.
  private(set) var editor: LineEditor?

  init(_ first: PageQuery, isGrid: Bool = false, emptyText: @escaping (_ search: String?) -> String) {
    cursor = PageCursor(first)
    self.isGrid = isGrid
    self.emptyText = emptyText
  }

  // MARK: State, for the status bar

  /// Items of the list before the first one that is shown.
  var before: Int { cursor.before }
  var sort: PageQuery.Sort { cursor.first.sort }
  /// The words, the order and the conditions of the list.
  var query: PageQuery { cursor.first }
  /// The row of the list, from 0, that stands on top of the screen. After the first screenful it is the last row of the one
  /// before, in place of the header.
  var top: Int {
    let isScrolled = !isGrid && shown > recent.count
    return before + max(0, shown - recent.count - (isScrolled ? 1 : 0))
  }
  /// Items in all, if known.
  var total: Int? { cursor.total }
  var isAtEnd: Bool { cursor.hasEnded && prefetch.isEmpty }
  var isRefreshing: Bool { cached != nil }
  var isLoading: Bool { isDrawing || requested != nil && wanted > 0 }
  /// Whether the list cannot go on without another attempt.
  var isStuck: Bool { hasFailed && wanted == 0 && prefetch.isEmpty }
  var canGoBack: Bool { !origin.isEmpty }

  private var screenful: Int {
    let known = recent + prefetch
    return max(1, isGrid ? room.grid?(known) ?? 1 : room.table(known))
  }

  // MARK: Events

  mutating func handle(_ event: ListEvent) -> Step {
    var step = Step()
    switch event {
    case .opened(let page, let room):
      open(with: page, room, step: &step)
      emitRows(into: &step)
    case .key(let key): press(key, &step)
    case .page(let query, let page, _) where query == requested:
      requested = nil
      if let cached { refresh(cached, with: page) } else { take(page) }
      emitRows(into: &step)
    // The session gave the request up by itself.
    case .failed(let query, .cancelled, _) where query == requested:
      (requested, cached, wanted) = (nil, nil, 0)
    case .failed(let query, let error, _) where query == requested: fail(error)
    case .cards(let row?):
      undrawn = max(0, undrawn - row.count)
      step.pieces.append(.row(row.lines))
      step.wantsCards = true
    case .cards(nil):
      isDrawing = false
      emitRows(into: &step)
    case .room(let room):
      self.room = room
      if turnsToGrid, room.grid != nil { toggleGrid(&step) }
    case .resumed: wasDisturbed = true
    case .closed: step.isOver = true
    case .page, .failed: return step
    }
    emitPieces(into: &step)
    if step.isOver { leave() }
    return step
  }

  private mutating func open(with page: Fetched<ItemPage>, _ room: ListSpace, step: inout Step) {
    self.room = room
    take(page)
    wanted = screenful
    guard case .cached(let since) = page.freshness else { return }
    cached = ([], since)
    request(cursor.first, &step)
  }

  // MARK: Keys

  private mutating func press(_ key: Key, _ step: inout Step) {
    hasActed = true
    changes = nil
    if editor != nil { return type(key, &step) }
    switch key.command {
    case .character(" "), .character("f"), .pageDown, .control("f"): want(screenful, &step)
    case .enter, .character("j"), .down: want(1, &step)
    case .character("g"): toggleGrid(&step)
    case .character("r") where hasFailed: want(screenful, &step)
    case .character("r"): start(cursor.first, from: origin, after: "", step: &step)
    case .character("/"): editor = LineEditor()
    case .character("b"): (step.isOver, opensBrowser) = (true, true)
    case .escape where canGoBack: goBack(&step)
    case .character("q"), .escape, .control("d"): step.isOver = true
    default: break
    }
  }

  private mutating func want(_ count: Int, _ step: inout Step) {
    if count > 1 { beginsScreenful = true }
    wanted = min(max(wanted, count), screenful)
    emitRows(into: &step)
  }

  private mutating func type(_ key: Key, _ step: inout Step) {
    switch editor?.handle(key) {
    case .entered(let text):
      editor = nil
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let search = words.isEmpty ? nil : words
      step.search = search
      let query = PageQuery(1, size: cursor.first.size, sort: cursor.first.sort, search: search)
      start(
        query, from: search == nil ? [] : canGoBack ? origin : [self], after: "/" + words.sanitized,
        step: &step)
    case .cancelled: editor = nil
    case .typing, nil: break
    }
  }

  /// Changes between table and cards, and shows the last screenful again.
  private mutating func toggleGrid(_ step: inout Step) {
    turnsToGrid = !isGrid && room.grid == nil
    guard !turnsToGrid else { return step.needsImageProtocol = true }
    isGrid.toggle()
    showAgain(&step)
  }

  /// Goes back from the results of a search to the list that it was started from.
  private mutating func goBack(_ step: inout Step) {
    guard var list = origin.last else { return }
    (list.room, list.isGrid, list.requested, list.hasActed) = (room, isGrid, nil, true)
    self = list
    if isRefreshing { request(cursor.first, &step) }
    showAgain(&step)
  }

  /// Shows the last screenful again, below what is there.
  private mutating func showAgain(_ step: inout Step) {
    step.cancelsCards = true
    (isDrawing, undrawn) = (false, 0)
    waiting = [.lines([""])]
    beginsTable = true
    prefetch = recent + prefetch
    shown -= recent.count
    cached?.items.removeLast(recent.count)
    recent = []
    want(screenful, &step)
  }

  // MARK: Pages

  /// Begins another list, or the same one again.
  private mutating func start(
    _ query: PageQuery, from origin: [Pager], after line: String, step: inout Step
  ) {
    var list = Pager(query, isGrid: isGrid, emptyText: emptyText)
    (list.room, list.origin, list.hasActed, list.wanted) = (room, origin, true, screenful)
    list.waiting = [.lines([line])]
    self = list
    step.cancelsCards = true
    request(query, &step)
  }

  private mutating func request(_ query: PageQuery, _ step: inout Step) {
    requested = query
    hasFailed = false
    step.request = query
  }

  private mutating func take(_ page: Fetched<ItemPage>) {
    freshness = page.freshness
    prefetch += cursor.take(page.value)
  }

  /// Reports a failure if the person waits for the page, or if the rows on the screen are stale because of it. The
  /// failure of a prefetch is silent: the page is requested again when it is needed.
  private mutating func fail(_ error: ClientError) {
    requested = nil
    hasFailed = wanted > 0
    if hasFailed || isRefreshing { waiting.append(.failure(error)) }
    cached = nil
    wanted = 0
  }

  /// Takes the current first page in place of the cached one. It replaces the rows on the screen if no key was pressed
  /// since they were drawn; otherwise they stay, and the differences come below.
  private mutating func refresh(_ cached: (items: [Item], since: Date), with page: Fetched<ItemPage>) {
    (self.cached, cursor, prefetch) = (nil, PageCursor(cursor.first), [])
    take(page)
    let now = Array(prefetch.prefix(hasActed ? cached.items.count : screenful))
    let known = Set((now + cached.items).map(\.id))
    prefetch.removeAll { known.contains($0.id) }
    if !hasActed { (shown, wanted, recent) = (now.count, max(0, screenful - now.count), now) }
    guard now != cached.items else { return }
    let changes = ListDiff(from: cached.items, to: now, since: cached.since)
    self.changes = changes
    waiting.append(.changed(to: now, changes, canReplace: !hasActed && !wasDisturbed))
  }

  /// Hands out as many rows as are wanted, and requests the next page when few are left.
  private mutating func emitRows(into step: inout Step) {
    let rows = prefetch.prefix(isDrawing ? 0 : wanted)
    if !rows.isEmpty {
      if beginsScreenful { recent = [] }
      beginsScreenful = false
      waiting.append(.items(Array(rows), areFirst: beginsTable))
      beginsTable = false
      recent = (recent + rows).suffix(max(screenful, rows.count))
      cached?.items.append(contentsOf: rows)
      prefetch.removeFirst(rows.count)
      shown += rows.count
      wanted -= rows.count
    }
    if cursor.hasEnded {
      if shown == 0, wanted > 0 { waiting.append(.lines([emptyText(cursor.first.search)])) }
      if prefetch.isEmpty { wanted = 0 }
      endsByItself = prefetch.isEmpty && !hasActed && !isRefreshing && requested == nil
    } else if prefetch.count <= Self.fewRows, requested == nil {
      request(cursor.next, &step)
    }
  }

  /// Passes on what is to be drawn, up to the next cards.
  private mutating func emitPieces(into step: inout Step) {
    while !isDrawing, !waiting.isEmpty {
      let piece = waiting.removeFirst()
      step.pieces.append(piece)
      isDrawing = isGrid && piece.hasItems
      undrawn = isDrawing ? piece.newItems : 0
    }
    if endsByItself, !hasActed, !isDrawing { step.isOver = true }
  }

  private mutating func leave() {
    shown -= undrawn + waiting.map(\.newItems).reduce(0, +)
    (undrawn, waiting) = (0, [])
  }
}

extension Pager {
  /// Something for the screen, below what is there.
  enum Piece: Equatable {
    case lines([String])
    case failure(ClientError)
    /// The next items; the first ones begin a table.
    case items([Item], areFirst: Bool)
    /// The first items as they are now; what is on the screen is how they were when they were last fetched.
    case changed(to: [Item], ListDiff, canReplace: Bool)
    /// The lines of a row of cards.
    case row([String])
  }

  /// The effects of an event.
  struct Step: Equatable {
    /// The pieces to draw. Cards are the last piece: further pieces wait until all rows of the cards have come.
    var pieces: [Piece] = []
    /// The page to fetch, in place of one that is being fetched.
    var request: PageQuery?
    /// Words that the person has searched for.
    var search: String?
    /// Whether the cards that are being fetched are not needed any more.
    var cancelsCards = false
    /// Whether the next row of cards is needed.
    var wantsCards = false
    /// Whether the terminal must be asked which images it draws before the next event, which is `room`.
    var needsImageProtocol = false
    var isOver = false
  }
}

extension Pager.Piece {
  /// Items of the list that the piece shows for the first time.
  var newItems: Int {
    if case .items(let items, _) = self { items.count } else { 0 }
  }

  /// Whether it is drawn as cards where the list is.
  var hasItems: Bool {
    switch self {
    case .items, .changed: true
    case .lines, .failure, .row: false
    }
  }
}

extension Pager {
  /// The last line of the screen: the place in the list, its state and the keys, or the words that are being typed.
  func statusBar(columns: Int, _ format: OutputFormat, style: Style) -> StatusBar {
    if let editor {
      // The last column stays empty: a terminal may wrap the line when it is written.
      let (text, cursor) = editor.shown(columns: columns - 2)
      return StatusBar(style.bold("/") + text, cursor: 1 + cursor)
    }
    // The needed keys are worth more than the details of the place.
    return StatusBar(
      KeyHints(hints: hints).line(facts(format), columns: columns, format: format, style: style))
  }

  /// The place and the state, from the most detailed to the shortest.
  private func facts(_ format: OutputFormat) -> [String] {
    let (place, state) = (place(format), state(format))
    guard let state else { return [format.facts([place])] }
    return [[place, state.whole], [place, state.short], [state.short ?? place]].map(format.facts)
  }

  /// `1–20 of 214`; nil before anything is shown.
  func place(_ format: OutputFormat) -> LocalizedPhrase? {
    shown > 0 ? format.place(after: before, count: shown, of: total, moreThan: cursor.moreThan) : nil
  }

  /// How up to date the list is or what is going on, and the same in one word.
  private func state(_ format: OutputFormat) -> (whole: LocalizedPhrase?, short: LocalizedPhrase?)? {
    let freshness = freshness.words(format)
    if isRefreshing {
      let refreshing = LocalizedPhrase("refreshing")
      return (LocalizedPhrase(verbatim: format.facts([freshness, refreshing])), refreshing)
    }
    if isLoading { return (LocalizedPhrase("loading"), LocalizedPhrase("loading")) }
    if case .offline = self.freshness { return (freshness, LocalizedPhrase("offline")) }
    return (changes?.words(format) ?? freshness).map { ($0, nil) }
  }

  private var hints: [KeyHints.Hint] {
    let isOffline = if case .offline = freshness { true } else { false }
    typealias Hint = KeyHints.Hint
    let more = Hint(LocalizedPhrase("space"), LocalizedPhrase("more"), 6)
    let search = Hint("/", LocalizedPhrase("search"), 4)
    let view = Hint("g", isGrid ? LocalizedPhrase("table") : LocalizedPhrase("grid"), 3)
    let refresh = Hint("r", LocalizedPhrase("refresh"), isOffline ? 7 : 2)
    let again = Hint("r", LocalizedPhrase("try again"), 7)
    let back = Hint("Esc", LocalizedPhrase("back"), 5)
    let quit = Hint("q", LocalizedPhrase("quit"), 8)
    let leaving = (canGoBack ? [back] : []) + [quit]
    if isStuck { return [again, search] + leaving }
    return (isAtEnd ? [] : [more]) + [search, view, refresh] + leaving
  }
}
