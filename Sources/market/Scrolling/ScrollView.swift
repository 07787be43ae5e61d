import Console
import OpenMarket

/// What of a list is on the screen: rows of a table or of cards, and the last line.
struct ScrollView {
  let tool: Tool
  let showsHeader: Bool
  /// The most items to show at once; nil for as many as the screen holds.
  let limit: Int?

  private var columns: ItemTable.Columns?
  /// The first rows, and the width of the terminal when they were shown, as long as nothing has come below them.
  private var first: (lines: [String], columns: Int)?
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
      table: max(1, min(rows, most)), grid: max(1, min(grid(items)?.count(onRows: rows) ?? 1, most)))
  }

  /// Whether it is known what pictures the terminal draws.
  var isGridReady: Bool { pictures != nil }

  /// Finds out what pictures the terminal draws. Nobody else may be reading keys meanwhile.
  mutating func prepareGrid() throws { pictures = try tool.pictures() }

  private func grid(_ items: [Item]) -> ItemGrid? {
    pictures.map {
      ItemGrid(
        items: items, presenter: tool.presenterNow, style: tool.console.style, columns: tool.console.columns,
        screen: $0)
    }
  }

  // MARK: Drawing

  mutating func draw(_ pieces: [Scroller.Piece], of scroller: Scroller) async throws {
    let console = tool.console
    let last = scroller.lastLine(columns: console.columns, tool.presenterNow, console.style)
    for piece in pieces {
      switch piece {
      case .lines(let lines):
        first = nil
        try console.scroll(
          lines.flatMap { $0.isEmpty ? [""] : $0.wrapped(toWidth: console.columns) }, above: last)
      case .items(let items, let areFirst):
        try await show(items, areFirst: areFirst, of: scroller, above: last)
      case .changed(let before, let now, let canReplace):
        let changes = ItemChanges(from: before, to: now)
        let marked = now.filter { changes.marks[$0.id] != nil }
        if scroller.isGrid {
          try await show(marked, areFirst: false, of: scroller, above: last)
        } else if canReplace, let first, first.columns == console.columns,
          first.lines.count < console.output.rows ?? 0
        {
          columns = nil
          let lines = table(now, before: scroller.ahead, changes)
          try console.scroll(lines, over: first.lines, above: last)
          self.first = (lines, first.columns)
        } else {
          try console.scroll(table(marked, before: [], changes), above: last)
          first = nil
        }
      }
    }
    if pieces.isEmpty { try console.scroll([], above: last) }
  }

  private mutating func show(
    _ items: [Item], areFirst: Bool, of scroller: Scroller, above last: LastLine
  ) async throws {
    if areFirst { columns = nil }
    guard scroller.isGrid, let pictures, let grid = grid(items) else {
      let lines = table(items, before: scroller.ahead, ItemChanges())
      try tool.console.scroll(lines, above: last)
      first = areFirst ? (lines, tool.console.columns) : nil
      return
    }
    first = nil
    // Each row as its pictures come.
    try await tool.forEachRow(of: grid, on: pictures) { row in
      try tool.console.scroll(row + [""], above: last)
    }
  }

  private mutating func table(_ items: [Item], before coming: [Item], _ changes: ItemChanges) -> [String] {
    guard !items.isEmpty else { return [] }
    return ItemTable(
      items: items, presenter: tool.presenterNow, style: tool.console.style, changes: changes
    )
    .lines(columns: tool.console.columns, below: &columns, before: coming, showsHeader: showsHeader)
  }
}
