import Console
import OpenMarket
import Wording

/// Shows a page of a list and draws it again whenever it has changed, until the person leaves: passes every event to a
/// `Watch` and carries out its steps. As many rows as the screen has room for, always with a column for marks, so that
/// nothing moves aside, and the status bar.
struct WatchView: InteractiveView {
  enum Work: Sendable {
    case page
  }

  let screen = Keyboard.Screen.lines
  private(set) var progress = InteractiveProgress.isGoingOn
  private(set) var watch: Watch
  private let context: CommandContext
  private let first: Fetched<ItemPage>
  private let showsHeader: Bool
  private let chosen: [ItemColumn]?
  private var drawn: DrawnLines?
  private var columns = 0

  init(
    _ query: PageQuery, from first: Fetched<ItemPage>, _ context: CommandContext, showsHeader: Bool,
    chosen: [ItemColumn]?
  ) {
    (watch, self.first, self.context) = (Watch(query), first, context)
    (self.showsHeader, self.chosen) = (showsHeader, chosen)
  }

  mutating func begin(_ pump: inout EventPump<Work, ListEvent>) async throws {
    try await handle(.opened(first, room), &pump)
  }

  mutating func handle(_ event: ListEvent, _ pump: inout EventPump<Work, ListEvent>) async throws {
    let step = watch.handle(event, at: context.environment.now())
    guard !step.isOver else { return progress = .isOver }
    if let delay = step.fetchesAfter {
      pump.fetch(watch.query, from: context.market, after: delay, as: .page)
    }
    try draw(isScreenLost: step.isScreenLost)
  }

  func event(of change: Keyboard.Event) -> ListEvent { ListEvent(change) { room } }

  /// How many items fit. A row takes several lines where the terminal folds it.
  private var room: ListSpace {
    let (console, hasHeader, table) = (context.console, hasHeader, table)
    return ListSpace(table: { max(0, console.fitting(table($0, ListDiff())).count - (hasHeader ? 1 : 0)) })
  }

  private var hasHeader: Bool { showsHeader && context.console.output.rows ?? 24 > 2 }

  private var table: @Sendable ([Item], ListDiff) -> [String] {
    let (console, format, hasHeader) = (context.console, context.formatNow, hasHeader)
    let (chosen, sort) = (chosen, watch.query.sort)
    return { items, changes in
      guard !items.isEmpty else { return [] }
      return ItemTable(
        items: items, format: format, style: console.style, changes: changes, chosen: chosen, sort: sort
      )
      .lines(columns: console.columns, showsHeader: hasHeader)
    }
  }

  /// Draws over what was drawn before. Terminals do not blink where the same text is written again.
  private mutating func draw(isScreenLost: Bool) throws {
    let console = context.console
    if isScreenLost { drawn = nil }
    if columns != console.columns { drawn = drawn?.resized(to: console.columns) }
    columns = console.columns
    let lines = table(watch.items, watch.changes)
    if try drawn.map({ try console.scroll(lines, over: $0, above: statusBar) }) != true {
      try console.scroll(lines, above: statusBar)
    }
    drawn = DrawnLines(lines, columns: columns)
  }

  private var statusBar: StatusBar {
    let format = context.formatNow
    let state = watch.failure?.message ?? watch.freshness.words(format) ?? LocalizedPhrase("watching")
    let facts = format.facts([watch.place(format), watch.changes.words(format), state])
    let keys = "  " + ["q", format.text(LocalizedPhrase("quit"))].joined(separator: ": ")
    let text = facts.sanitized.truncated(toWidth: context.console.columns - 1 - keys.displayWidth)
    return StatusBar(context.console.style.dim(text) + keys)
  }
}

extension Watch {
  /// The place of the items in the list: `1–20 of 214`.
  func place(_ format: OutputFormat) -> LocalizedPhrase {
    guard !items.isEmpty else { return ItemListing.emptyText(for: query.search, filter: query.filter) }
    return format.place(
      after: (query.number - 1) * query.size, count: items.count, of: page?.total, moreThan: page?.moreThan)
  }
}
