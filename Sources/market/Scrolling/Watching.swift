import Console
import OpenMarket

/// A page of a list that stays on the screen and is drawn anew whenever it has changed.
struct Watching {
  let tool: Tool
  let query: PageQuery
  let showsHeader: Bool

  private enum Happening: Sendable {
    case keyboard(Keyboard.Event)
    case market(Result<Answer<ItemPage>, MarketError>)
  }

  /// What is on the screen.
  private struct Frame {
    var page: Answer<ItemPage>
    /// What was other before.
    var changes = ItemChanges()
    var trouble: Phrase?
    var drawn: DrawnLines?
    /// Where in the list it is.
    var place = Phrase(verbatim: "")
  }

  /// Until the person leaves; tells where in the list they were. Nil, and nothing shown, where nothing can be drawn over.
  func run() async throws -> Phrase? {
    guard tool.console.hasKeyboard else { return nil }
    let first = try await tool.market.latestPage(query)
    return try await tool.console.withKeyboard { keyboard in
      let (happenings, teller) = AsyncStream.makeStream(of: Happening.self)
      let keys = Task {
        for await event in keyboard.events { teller.yield(.keyboard(event)) }
      }
      let asking = Task { [market = tool.market, query] in
        var pace = Pace()
        while (try? await Task.sleep(for: pace.delay)) != nil {
          let start = ContinuousClock.now
          do throws(MarketError) {
            let page = try await market.latestPage(query)
            pace.note(page.value, after: .now - start)
            teller.yield(.market(.success(page)))
          } catch {
            pace.note(nil, after: .now - start)
            teller.yield(.market(.failure(error)))
          }
        }
      }
      defer {
        keys.cancel()
        asking.cancel()
      }
      var frame = Frame(page: first)
      try draw(&frame)
      for await happening in happenings {
        switch happening {
        case .keyboard(.key(.character("q"))), .keyboard(.key(.escape)), .keyboard(.key(.control("d"))),
          .keyboard(.closed):
          return frame.place
        case .keyboard(.key): continue
        case .keyboard(.resized): frame.drawn = frame.drawn?.resized(to: tool.console.columns)
        case .keyboard(.resumed): frame.drawn = nil
        case .market(.success(let page)):
          frame.trouble = nil
          if page.value != frame.page.value {
            frame.changes = ItemChanges(from: frame.page.value.items, to: page.value.items)
          }
          frame.page = page
        case .market(.failure(let error)): frame.trouble = error.message
        }
        try draw(&frame)
      }
      return frame.place
    }
  }

  /// Draws over what was drawn before. Terminals leave in peace what is written as it stands there already.
  private func draw(_ frame: inout Frame) throws {
    let console = tool.console
    let presenter = tool.presenterNow
    let items = frame.page.value.items
    let hasHeader = showsHeader && console.output.rows ?? 24 > 2
    let lines =
      items.isEmpty
      ? []
      : console.fitting(
        ItemTable(items: items, presenter: presenter, style: console.style, changes: frame.changes)
          .lines(columns: console.columns, showsHeader: hasHeader))
    frame.place = place(max(0, lines.count - (hasHeader ? 1 : 0)), of: frame.page.value, presenter)
    let facts = presenter.facts([
      frame.place, frame.changes.words(presenter),
      frame.trouble ?? frame.page.standing.words(presenter) ?? Phrase("watching"),
    ])
    let keys = "  " + ["q", presenter.text(Phrase("quit"))].joined(separator: ": ")
    let text = facts.sanitized.truncated(toWidth: console.columns - 1 - keys.displayWidth)
    let last = LastLine(console.style.dim(text) + keys)
    if try frame.drawn.map({ try console.scroll(lines, over: $0, above: last) }) != true {
      try console.scroll(lines, above: last)
    }
    frame.drawn = DrawnLines(lines, columns: console.columns)
  }

  /// `1–20 of 214`.
  private func place(_ count: Int, of page: ItemPage, _ presenter: Presenter) -> Phrase {
    guard count > 0 else { return ItemListing.nothing(for: query.search) }
    return presenter.place(after: (query.number - 1) * query.size, count: count, of: page.total)
  }
}
