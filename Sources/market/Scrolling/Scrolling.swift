import Console
import OpenMarket

/// A list that a person scrolls through at a terminal: does what a `Scroller` says, and tells it what happens.
struct Scrolling {
  /// What stays in sight besides the rows: the header or the last row before them, and the last line.
  private static let otherLines = 2

  let tool: Tool
  let showsHeader: Bool
  /// The most items to show at once; nil for as many as the screen holds.
  let limit: Int?
  /// Keeps what was searched for.
  let keep: (String) throws -> Void

  private var columns: ItemTable.Columns?
  /// The last rows, and the width of the terminal when they were shown: as long as nothing else has come below them.
  private var last: (lines: [String], columns: Int)?

  init(_ tool: Tool, showsHeader: Bool, limit: Int?, keep: @escaping (String) throws -> Void) {
    (self.tool, self.showsHeader, self.limit, self.keep) = (tool, showsHeader, limit, keep)
  }

  /// How many items the screen has room for; nil where nothing scrolls.
  var screenful: Int? {
    guard tool.scrolls, let rows = tool.console.output.rows, tool.console.hasKeyboard else { return nil }
    return max(1, min(rows - Self.otherLines, limit ?? .max))
  }

  /// Shows the first page and what the person wants to see after it. Nil, and nothing shown, where there is no keyboard.
  mutating func run(_ scroller: Scroller, first: Answer<ItemPage>) async throws -> Scroller? {
    let console = tool.console
    return try await console.withKeyboard { keyboard in
      var scroller = scroller
      let (events, teller) = AsyncStream.makeStream(of: Happening.self)
      let keys = Task {
        for await event in keyboard.events { teller.yield(.keyboard(event)) }
      }
      var asking: Task<Void, Never>?
      defer {
        keys.cancel()
        asking?.cancel()
      }
      var step = scroller.begin(with: first)
      var happenings = events.makeAsyncIterator()
      while true {
        try draw(step.pieces, scroller)
        if let question = step.question {
          asking?.cancel()
          asking = Task { [market = tool.market] in
            do throws(MarketError) {
              teller.yield(.market(question, .success(try await market.latestPage(question))))
            } catch {
              teller.yield(.market(question, .failure(error)))
            }
          }
        }
        if let search = step.search { try keep(search) }
        guard !step.isOver, let happening = await happenings.next(), let event = event(happening) else {
          break
        }
        scroller.screenful = screenful ?? scroller.screenful
        step = scroller.handle(event)
      }
      return scroller
    }
  }

  private enum Happening: Sendable {
    case keyboard(Keyboard.Event)
    case market(PageQuery, Result<Answer<ItemPage>, MarketError>)
  }

  /// Nil when there is nobody left to scroll.
  private func event(_ happening: Happening) -> Scroller.Event? {
    switch happening {
    case .keyboard(.key(let key)): .key(key)
    case .keyboard(.resized), .keyboard(.resumed): .disturbed
    case .keyboard(.closed): nil
    case .market(let query, .success(let answer)): .answered(query, answer)
    case .market(let query, .failure(let error)):
      .failed(query, Explanation(of: error, settings: tool.settings).lines(tool.console.style))
    }
  }

  // MARK: Drawing

  private mutating func draw(_ pieces: [Scroller.Piece], _ scroller: Scroller) throws {
    let console = tool.console
    let width = console.columns
    let lastLine = scroller.lastLine(columns: width, tool.presenter, console.style)
    var lines: [String] = []
    for piece in pieces {
      switch piece {
      case .lines(let others):
        lines += others.flatMap { $0.isEmpty ? [""] : $0.wrapped(toWidth: width) }
        last = nil
      case .items(let items, let areFirst):
        if areFirst { columns = nil }
        let rows = table(items, before: scroller.ahead, ItemChanges(), width)
        lines += rows
        last = areFirst ? (rows, width) : nil
      case .changed(let before, let now, let canReplace):
        let changes = ItemChanges(from: before, to: now)
        if canReplace, let last, last.columns == width, last.lines.count < console.output.rows ?? 0 {
          columns = nil
          let rows = table(now, before: scroller.ahead, changes, width)
          try console.scroll(rows, over: last.lines, above: lastLine)
          self.last = (rows, width)
        } else {
          lines += table(now.filter { changes.marks[$0.id] != nil }, before: [], changes, width)
          last = nil
        }
      }
    }
    try console.scroll(lines, above: lastLine)
  }

  private mutating func table(_ items: [Item], before coming: [Item], _ changes: ItemChanges, _ width: Int)
    -> [String]
  {
    guard !items.isEmpty else { return [] }
    return ItemTable(items: items, presenter: tool.presenter, style: tool.console.style, changes: changes)
      .lines(columns: width, below: &columns, before: coming, showsHeader: showsHeader)
  }
}
