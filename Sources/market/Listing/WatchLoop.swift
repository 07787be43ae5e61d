import Console
import Foundation
import OpenMarket

/// What of a page that is watched is on the screen: as many rows as it holds, always with a place for marks, so that
/// nothing jumps aside, and the last line.
struct WatchRenderer {
  private let context: CommandContext
  private let query: PageQuery
  private let showsHeader: Bool

  private(set) var page: Fetched<ItemPage>
  /// When the market said so.
  private var date: Date
  /// What was in sight before the page was other, and until when.
  private var before: (items: [Item], date: Date)?
  /// Why there is no answer at present.
  var trouble: LocalizedPhrase?
  private var items: [Item] = []
  private var drawn: DrawnLines?

  init(context: CommandContext, query: PageQuery, showsHeader: Bool, page: Fetched<ItemPage>) {
    (self.context, self.query, self.showsHeader, self.page) = (context, query, showsHeader, page)
    date = context.clock()
  }

  mutating func take(_ answer: Fetched<ItemPage>) {
    if answer.value != page.value { before = (items, date) }
    (page, date, trouble) = (answer, context.clock(), nil)
  }

  /// The window has another size.
  mutating func resize() { drawn = drawn?.resized(to: context.console.columns) }

  /// Others have written on the screen.
  mutating func forget() { drawn = nil }

  /// Where in the list it is: `1–20 of 214`.
  var place: LocalizedPhrase {
    guard !items.isEmpty else { return ItemListing.nothing(for: query.search) }
    return context.format.place(
      after: (query.number - 1) * query.size, count: items.count, of: page.value.total)
  }

  /// Draws over what was drawn before. Terminals leave in peace what is written as it stands there already.
  mutating func draw() throws {
    let console = context.console
    let hasHeader = showsHeader && console.output.rows ?? 24 > 2
    let all = table(page.value.items, ListDiff(), hasHeader)
    let room = max(0, console.fitting(all).count - (hasHeader ? 1 : 0))
    items = Array(page.value.items.prefix(room))
    let changes = before.map {
      ListDiff(from: Array($0.items.prefix(room)), to: items, since: $0.date)
    }
    let lines = table(items, changes ?? ListDiff(), hasHeader)
    let last = statusBar(changes)
    if try drawn.map({ try console.scroll(lines, over: $0, above: last) }) != true {
      try console.scroll(lines, above: last)
    }
    drawn = DrawnLines(lines, columns: console.columns)
  }

  private func table(_ items: [Item], _ changes: ListDiff, _ hasHeader: Bool) -> [String] {
    guard !items.isEmpty else { return [] }
    return ItemTable(
      items: items, format: context.formatNow, style: context.console.style, changes: changes
    )
    .lines(columns: context.console.columns, showsHeader: hasHeader)
  }

  private func statusBar(_ changes: ListDiff?) -> StatusBar {
    let format = context.formatNow
    let facts = format.facts([
      place, changes?.words(format), trouble ?? page.freshness.words(format) ?? LocalizedPhrase("watching"),
    ])
    let keys = "  " + ["q", format.text(LocalizedPhrase("quit"))].joined(separator: ": ")
    let text = facts.sanitized.truncated(toWidth: context.console.columns - 1 - keys.displayWidth)
    return StatusBar(context.console.style.dim(text) + keys)
  }
}
