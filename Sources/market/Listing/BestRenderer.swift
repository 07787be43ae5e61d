import Console
import OpenMarket

/// Draws best sellers on a terminal: a ranking, the calendar or an item, and the status bar below it. Each is drawn over
/// what was drawn before, but for cards with images, below which the next one is drawn.
struct BestRenderer {
  private let context: CommandContext
  private let showsHeader: Bool

  private var drawn: DrawnLines?
  private var columns = 0
  private var images: ImageRenderer?

  /// Nil if the output of this command cannot be drawn over.
  init?(_ context: CommandContext, showsHeader: Bool) {
    guard context.interaction.scrolls, context.console.hasKeyboard else { return nil }
    (self.context, self.showsHeader) = (context, showsHeader)
  }

  /// Finds out which images the terminal draws. It may be asked for that, so no other code may read keys meanwhile.
  mutating func findImageProtocol() throws { images = try context.images() }

  /// Draws the screen.
  ///
  /// - Returns: The cards that are to be drawn below; nil if there are none.
  mutating func draw(_ browser: BestBrowser, isScreenLost: Bool) throws -> Gallery.Cards? {
    let console = context.console
    if isScreenLost { drawn = nil }
    if columns != console.columns { drawn = drawn?.resized(to: console.columns) }
    columns = console.columns
    let isGrid = browser.isGrid && browser.view == .ranking && !browser.best.items.isEmpty
    let lines = console.fitting(isGrid ? [caption(browser.best)] : lines(of: browser))
    let bar = statusBar(of: browser)
    if try drawn.map({ try console.scroll(lines, over: $0, above: bar) }) != true {
      try console.scroll(lines, above: bar)
    }
    drawn = isGrid ? nil : DrawnLines(lines, columns: columns)
    guard isGrid else { return nil }
    return context.cards(of: browser.best, on: try images ?? context.images())
  }

  /// Draws the next lines of the grid.
  func draw(row: [String], of browser: BestBrowser) throws {
    try context.console.scroll(row, above: statusBar(of: browser))
  }

  /// Draws the status bar alone.
  func drawStatusBar(of browser: BestBrowser) throws {
    try context.console.scroll([], above: statusBar(of: browser))
  }

  private func caption(_ best: BestSellers) -> String {
    context.console.style.bold(best.caption(context.formatNow, columns: columns))
  }

  private func lines(of browser: BestBrowser) -> [String] {
    let (best, format, style) = (browser.best, context.formatNow, context.console.style)
    switch browser.view {
    case .item(let item): return context.card(item, nil)
    case .calendar(let day):
      let month = SalesPeriod(.month, containing: day).number
      return SalesCalendarView(
        day: day, scale: browser.calendarScale, today: best.today, salesDays: browser.salesDays[month] ?? [],
        format: format, style: style
      ).lines(rows: rows - 1)
    case .ranking:
      guard !best.items.isEmpty else {
        let nearest = best.nearest.map { format.text("The nearest: \(format.period($0))") }
        return [caption(best), format.text(best.emptyText(format))] + (nearest.map { [$0] } ?? [])
      }
      let hasHeader = showsHeader && rows > 3
      let room = max(1, rows - 2 - (hasHeader ? 1 : 0))
      let first = max(0, browser.selection - room + 1)
      let table = BestTable(
        best, format, style: style, range: first..<min(best.items.count, first + room),
        selection: browser.selection)
      return [caption(best)] + table.lines(columns: columns, showsHeader: hasHeader)
    }
  }

  private var rows: Int { context.console.output.rows ?? 24 }

  // MARK: Status bar

  private func statusBar(of browser: BestBrowser) -> StatusBar {
    let (format, style) = (context.formatNow, context.console.style)
    let state = browser.failure.map(\.message) ?? (browser.isLoading ? LocalizedPhrase("loading") : nil)
    var facts: [LocalizedPhrase?] = [state]
    if browser.isGrid, browser.view == .ranking, let selected = browser.selected {
      facts.append(LocalizedPhrase(verbatim: "\(selected.rank) \(selected.title.sanitizedLine)"))
    }
    // A title or a reason of any length leaves room for the needed keys.
    let choices = [facts, [state], []].map { format.facts($0).sanitized }
    return StatusBar(
      KeyHints(hints: hints(of: browser)).line(
        choices, columns: context.console.columns, format: format, style: style))
  }

  private func hints(of browser: BestBrowser) -> [KeyHints.Hint] {
    let quit = KeyHints.Hint(key: "q", meaning: LocalizedPhrase("quit"), weight: 8)
    let back = KeyHints.Hint(key: "Esc", meaning: LocalizedPhrase("back"), weight: 7)
    switch browser.view {
    case .item: return [back, quit]
    case .calendar:
      return [
        .init(key: "← → ↑ ↓", meaning: browser.calendarScale.name, weight: 4),
        .init(key: "PgUp/PgDn", meaning: LocalizedPhrase("month"), weight: 2),
        .init(key: "Tab", meaning: browser.calendarScale.next.name, weight: 3),
        .init(key: "Enter", meaning: LocalizedPhrase("choose"), weight: 6), back, quit,
      ]
    case .ranking:
      let keys: LocalizedPhrase = browser.best.next == nil ? "←" : "← →"
      let enter: [KeyHints.Hint] =
        if browser.selected != nil {
          [.init(key: "Enter", meaning: LocalizedPhrase("show"), weight: 4)]
        } else {
          browser.best.nearest.map {
            [.init(key: "Enter", meaning: LocalizedPhrase(verbatim: $0.description), weight: 7)]
          } ?? []
        }
      return [.init(key: keys, meaning: browser.best.period.scale.name, weight: 6)] + enter + [
        .init(key: "d", meaning: LocalizedPhrase("date"), weight: 3),
        .init(
          key: "g", meaning: browser.isGrid ? LocalizedPhrase("table") : LocalizedPhrase("grid"), weight: 2),
        quit,
      ]
    }
  }
}
