import Console
import OpenMarket

/// Draws a list that the person scrolls through: rows of a table or of cards, and the status bar below them.
struct PagerRenderer {
  private let context: CommandContext
  private let showsHeader: Bool
  /// The most items to show at once; nil for as many as the screen has room for.
  private let limit: Int?
  /// The columns that were chosen; nil for the usual ones.
  private let chosen: [ItemColumn]?
  /// The order of the list that was drawn last.
  private var sort = PageQuery.Sort.best

  private var columns: ItemTable.Columns?
  /// The first rows, until something is drawn below them.
  private var first: DrawnLines?
  private var images: ImageRenderer?

  /// Nil if the output of this command does not scroll.
  init?(_ context: CommandContext, showsHeader: Bool, limit: Int?, chosen: [ItemColumn]?) {
    guard context.interaction.scrolls, context.console.hasKeyboard else { return nil }
    (self.context, self.showsHeader, self.limit, self.chosen) = (context, showsHeader, limit, chosen)
  }

  /// How many items fit beside the status bar and the header, or the last row of the screenful before.
  var room: ListSpace {
    let (rows, most) = ((context.console.output.rows ?? 24) - 2, limit ?? .max)
    var room = ListSpace(table: { _ in max(1, min(rows, most)) })
    if let images {
      let (format, style, columns) = (context.formatNow, context.console.style, context.console.columns)
      room.grid = { items in
        let grid = ItemGrid(items: items, format: format, style: style, columns: columns, screen: images)
        return min(grid.count(onRows: rows), most)
      }
    }
    return room
  }

  /// Finds out which images the terminal draws. It may be asked for that, so no other code may read keys meanwhile.
  mutating func findImageProtocol() throws { images = try context.images() }

  // MARK: Drawing

  /// Draws pieces up to the next cards, which need their images first.
  ///
  /// - Returns: The cards at which drawing stopped; nil if there are none.
  mutating func draw(_ pieces: [Pager.Piece], of pager: Pager) throws -> Gallery.Cards? {
    sort = pager.sort
    let last = statusBar(of: pager)
    // All lines are written at once.
    var lines: [String] = []
    for piece in pieces {
      switch piece {
      case .lines(let others):
        first = nil
        lines += others.flatMap { $0.wrapped(toWidth: context.console.columns) }
      case .failure(let error):
        first = nil
        lines += ErrorReport(of: error, settings: context.settings)
          .lines(context.console.language, context.console.style, columns: context.console.columns)
      case .row(let row): lines += row + [""]
      case .items(let items, let areFirst):
        if areFirst { columns = nil }
        if pager.isGrid { return try cards(items, ListDiff(), below: lines, pager: pager) }
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
        if pager.isGrid { return try cards(others, changes, below: lines, pager: pager) }
        (first, columns) = (nil, nil)
        lines += table(others, before: [], changes: changes)
        columns = nil
      }
    }
    try context.console.scroll(lines, above: last)
    return nil
  }

  private mutating func cards(
    _ items: [Item], _ changes: ListDiff, below lines: [String], pager: Pager
  ) throws -> Gallery.Cards {
    (first, columns) = (nil, nil)
    try context.console.scroll(lines, above: statusBar(of: pager))
    let screen = try images ?? context.images()
    let grid = ItemGrid(
      items: items, format: context.formatNow, style: context.console.style, changes: changes,
      columns: context.console.columns, screen: screen)
    return Gallery(
      networkManager: context.market, screen: screen, format: context.formatNow, freshness: pager.freshness
    )
    .cards(of: grid)
  }

  private func statusBar(of pager: Pager) -> StatusBar {
    pager.statusBar(columns: context.console.columns, context.formatNow, style: context.console.style)
  }

  /// Draws rows over the first ones. False, and nothing is drawn, if those are not in sight as they were drawn.
  private mutating func replace(
    _ items: [Item], _ changes: ListDiff, before coming: [Item], above last: StatusBar
  ) throws -> Bool {
    guard let first else { return false }
    let former = columns
    columns = nil
    let lines = table(items, before: coming, changes: changes.marks.isEmpty ? nil : changes)
    guard try context.console.scroll(lines, over: first, above: last) else {
      columns = former
      return false
    }
    self.first = DrawnLines(lines, columns: context.console.columns)
    return true
  }

  private mutating func table(
    _ items: [Item], before coming: [Item], changes: ListDiff? = nil
  ) -> [String] {
    guard !items.isEmpty else { return [] }
    return ItemTable(
      items: items, format: context.formatNow, style: context.console.style, changes: changes, chosen: chosen,
      sort: sort
    )
    .lines(columns: context.console.columns, below: &columns, before: coming, showsHeader: showsHeader)
  }
}
