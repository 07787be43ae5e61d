import Console
import OpenMarket

/// What of a list is on the screen: rows of a table or of cards, and the last line.
struct PagerRenderer {
  let context: CommandContext
  let showsHeader: Bool
  /// The most items to show at once; nil for as many as the screen holds.
  let limit: Int?

  private var columns: ItemTable.Columns?
  /// The first rows, as long as nothing has come below them.
  private var first: DrawnLines?
  private var images: ImageRenderer?
  private var undrawn: [Pager.Piece] = []
  /// How many more items of the list each row has of the cards that are to be drawn before anything else; nil where no
  /// cards are awaited.
  private var awaitedRows: ArraySlice<Int>?

  /// Nil where a list does not scroll.
  init?(_ context: CommandContext, showsHeader: Bool, limit: Int?) {
    guard context.scrolls, context.console.hasKeyboard else { return nil }
    (self.context, self.showsHeader, self.limit) = (context, showsHeader, limit)
  }

  // MARK: Room

  /// How many items the screen has room for beside the last line and the header, or the row that was the last before.
  func room(for items: [Item]) -> Pager.Room {
    let rows = (context.console.output.rows ?? 24) - 2
    let most = limit ?? .max
    return Pager.Room(
      table: max(1, min(rows, most)),
      grid: max(1, min(grid(items, ListDiff())?.count(onRows: rows) ?? 1, most)))
  }

  /// Whether it is known what images the terminal draws.
  var isGridReady: Bool { images != nil }

  /// Finds out what images the terminal draws. Nobody else may be reading keys meanwhile.
  mutating func prepareGrid() throws { images = try context.images() }

  private func grid(_ items: [Item], _ changes: ListDiff) -> ItemGrid? {
    images.map {
      ItemGrid(
        items: items, format: context.formatNow, style: context.console.style, changes: changes,
        columns: context.console.columns, screen: $0)
    }
  }

  // MARK: Drawing

  /// Whether cards are to be drawn before anything else.
  var awaitsCards: Bool { awaitedRows != nil }

  /// How many more items of the list are to be drawn.
  var undrawnItems: Int {
    let others = undrawn.map { if case .items(let items, _) = $0 { items.count } else { 0 } }
    return others.reduce(0, +) + (awaitedRows ?? []).reduce(0, +)
  }

  /// Draws pieces as far as the next cards, whose images have to come first; what is behind them waits with them.
  ///
  /// - Returns: Those cards; nil when everything is drawn, or waits for others already.
  mutating func draw(_ pieces: [Pager.Piece], of pager: Pager) throws -> Gallery.Cards? {
    undrawn += pieces
    let last = statusBar(of: pager)
    // All that is there at once is drawn at once.
    var lines: [String] = []
    while !awaitsCards, !undrawn.isEmpty {
      switch undrawn.removeFirst() {
      case .lines(let others):
        first = nil
        lines += others.flatMap { $0.wrapped(toWidth: context.console.columns) }
      case .failure(let explanation):
        first = nil
        lines += explanation.lines(
          context.console.language, context.console.style, columns: context.console.columns)
      case .items(let items, let areFirst):
        if areFirst { columns = nil }
        if pager.isGrid { return try cards(items, below: lines, pager) }
        let rows = table(items, before: pager.prefetch)
        lines += rows
        first = areFirst ? DrawnLines(rows, columns: context.console.columns) : nil
      case .changed(let now, let changes, let canReplace):
        if !pager.isGrid, canReplace, try replace(now, changes, before: pager.prefetch, above: last) {
          continue
        }
        lines +=
          changes.words(context.format).map { [context.console.style.dim(context.format.text($0))] } ?? []
        let others = changes.others(of: now)
        if pager.isGrid { return try cards(others, changes, below: lines, pager) }
        (first, columns) = (nil, nil)
        lines += table(others, before: [], changes)
        columns = nil
      }
    }
    try context.console.scroll(lines, above: last)
    return nil
  }

  /// Draws a row of the cards that are awaited, and after the last one, which is nil, what has waited with them.
  mutating func draw(_ row: [String]?, of pager: Pager) throws -> Gallery.Cards? {
    guard let row else {
      awaitedRows = nil
      return try draw([], of: pager)
    }
    _ = awaitedRows?.popFirst()
    try context.console.scroll(row + [""], above: statusBar(of: pager))
    return nil
  }

  /// Others have written on the screen.
  mutating func forget() { first = nil }

  /// Forgets what has not been drawn.
  mutating func drop() {
    undrawn = []
    awaitedRows = nil
  }

  private mutating func cards(
    _ items: [Item], _ changes: ListDiff? = nil, below lines: [String], _ pager: Pager
  ) throws -> Gallery.Cards? {
    guard let images, let grid = grid(items, changes ?? ListDiff()) else { return nil }
    (first, columns) = (nil, nil)
    // What has changed was on the screen before.
    awaitedRows = changes == nil ? grid.rows.map(\.count)[...] : []
    try context.console.scroll(lines, above: statusBar(of: pager))
    return Gallery(
      market: context.market, screen: images, format: context.formatNow, freshness: pager.freshness
    )
    .cards(of: grid)
  }

  private func statusBar(of pager: Pager) -> StatusBar {
    pager.statusBar(
      columns: context.console.columns, context.formatNow, context.console.style, isDrawing: awaitsCards)
  }

  /// Draws rows over the first ones. False, and nothing done, where those are not in sight as they were drawn.
  private mutating func replace(
    _ items: [Item], _ changes: ListDiff, before coming: [Item], above last: StatusBar
  ) throws -> Bool {
    guard let first else { return false }
    let former = columns
    columns = nil
    let lines = table(items, before: coming, changes.marks.isEmpty ? nil : changes)
    guard try context.console.scroll(lines, over: first, above: last) else {
      columns = former
      return false
    }
    self.first = DrawnLines(lines, columns: context.console.columns)
    return true
  }

  private mutating func table(
    _ items: [Item], before coming: [Item], _ changes: ListDiff? = nil
  ) -> [String] {
    guard !items.isEmpty else { return [] }
    return ItemTable(
      items: items, format: context.formatNow, style: context.console.style, changes: changes
    )
    .lines(columns: context.console.columns, below: &columns, before: coming, showsHeader: showsHeader)
  }
}
