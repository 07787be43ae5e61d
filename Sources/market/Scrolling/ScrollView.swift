import Console
import OpenMarket

/// What of a list is on the screen: rows of a table or of cards, and the last line.
struct ScrollView {
  let tool: Tool
  let showsHeader: Bool
  /// The most items to show at once; nil for as many as the screen holds.
  let limit: Int?

  private var columns: ItemTable.Columns?
  /// The first rows, as long as nothing has come below them.
  private var first: DrawnLines?
  private var pictures: PictureScreen?

  /// Nil where a list does not scroll.
  init?(_ tool: Tool, showsHeader: Bool, limit: Int?) {
    guard tool.scrolls, tool.console.hasKeyboard else { return nil }
    (self.tool, self.showsHeader, self.limit) = (tool, showsHeader, limit)
  }

  // MARK: Room

  /// How many items the screen has room for beside the last line and the header, or the row that was the last before.
  func room(for items: [Item]) -> Scroller.Room {
    let rows = (tool.console.output.rows ?? 24) - 2
    let most = limit ?? .max
    return Scroller.Room(
      table: max(1, min(rows, most)),
      grid: max(1, min(grid(items, ItemChanges())?.count(onRows: rows) ?? 1, most)))
  }

  /// Whether it is known what pictures the terminal draws.
  var isGridReady: Bool { pictures != nil }

  /// Finds out what pictures the terminal draws. Nobody else may be reading keys meanwhile.
  mutating func prepareGrid() throws { pictures = try tool.pictures() }

  private func grid(_ items: [Item], _ changes: ItemChanges) -> ItemGrid? {
    pictures.map {
      ItemGrid(
        items: items, presenter: tool.presenterNow, style: tool.console.style, changes: changes,
        columns: tool.console.columns, screen: $0)
    }
  }

  // MARK: Drawing

  mutating func draw(_ pieces: [Scroller.Piece], of scroller: Scroller) async throws {
    let console = tool.console
    let last = scroller.lastLine(columns: console.columns, tool.presenterNow, console.style)
    // All that is there at once is drawn at once.
    var lines: [String] = []
    for piece in pieces {
      switch piece {
      case .lines(let others):
        first = nil
        lines += others.flatMap { $0.wrapped(toWidth: console.columns) }
      case .failure(let explanation):
        first = nil
        lines += explanation.lines(console.language, console.style, columns: console.columns)
      case .items(let items, let areFirst):
        if areFirst { columns = nil }
        if scroller.isGrid {
          try console.scroll(lines, above: last)
          lines = []
          try await showCards(items, ItemChanges(), scroller.standing, above: last)
        } else {
          let rows = table(items, before: scroller.ahead)
          lines += rows
          first = areFirst ? DrawnLines(rows, columns: console.columns) : nil
        }
      case .changed(let now, let changes, let canReplace):
        if !scroller.isGrid, canReplace, try replace(now, changes, before: scroller.ahead, above: last) {
          continue
        }
        let others = changes.others(of: now)
        first = nil
        columns = nil
        lines += changes.words(tool.presenter).map { [tool.console.style.dim(tool.presenter.text($0))] } ?? []
        if scroller.isGrid {
          try console.scroll(lines, above: last)
          lines = []
          try await showCards(others, changes, scroller.standing, above: last)
        } else {
          lines += table(others, before: [], changes)
          columns = nil
        }
      }
    }
    try console.scroll(lines, above: last)
  }

  /// Draws rows over the first ones. False, and nothing done, where those are not in sight as they were drawn.
  private mutating func replace(
    _ items: [Item], _ changes: ItemChanges, before coming: [Item], above last: LastLine
  ) throws -> Bool {
    guard let first else { return false }
    let former = columns
    columns = nil
    let lines = table(items, before: coming, changes.marks.isEmpty ? nil : changes)
    guard try tool.console.scroll(lines, over: first, above: last) else {
      columns = former
      return false
    }
    self.first = DrawnLines(lines, columns: tool.console.columns)
    return true
  }

  /// Each row of cards as its pictures come.
  private mutating func showCards(
    _ items: [Item], _ changes: ItemChanges, _ standing: Standing, above last: LastLine
  ) async throws {
    first = nil
    guard let pictures, let grid = grid(items, changes) else { return }
    try await tool.forEachRow(of: grid, standing, on: pictures) { row in
      try tool.console.scroll(row + [""], above: last)
    }
  }

  private mutating func table(
    _ items: [Item], before coming: [Item], _ changes: ItemChanges? = nil
  ) -> [String] {
    guard !items.isEmpty else { return [] }
    return ItemTable(
      items: items, presenter: tool.presenterNow, style: tool.console.style, changes: changes
    )
    .lines(columns: tool.console.columns, below: &columns, before: coming, showsHeader: showsHeader)
  }
}
