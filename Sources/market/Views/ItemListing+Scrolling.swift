import Console
import OpenMarket

/// Lists that stay: those that go on as the person likes, and those that are watched.
extension ItemListing {
  /// The page as it was last seen, where what has changed since can be shown once it is known: a table is drawn over,
  /// cards come below others.
  func cachedPage(_ tool: Tool) -> Fetched<ItemPage>? {
    guard fields == nil, tool.console.canRedraw, let page = tool.market.cachedPage(query),
      !showsGrid || scrollView(of: page.value, tool) != nil
    else { return nil }
    return page
  }

  /// The page as it changes, until the person leaves.
  func watch(_ tool: Tool, keep: (String) throws -> Void) async throws -> ExitCode {
    let watching = Watching(tool: tool, query: query, showsHeader: showsHeader)
    guard let (place, freshness) = try await watching.run() else { throw needsTerminal }
    if let search = query.search { try keep(search) }
    tool.remark(place)
    tool.note(freshness)
    return .done
  }

  /// Lets the person scroll through the list. False, and nothing shown, where nothing scrolls or nothing needs to.
  func scroll(
    from first: Fetched<ItemPage>, _ tool: Tool, keep: @escaping (String) throws -> Void
  ) async throws -> Bool {
    guard let view = scrollView(of: first.value, tool) else { return false }
    var scrolling = Scrolling(tool, view: view, keep: keep)
    let scroller = Scroller(query, room: view.room(for: first.value.items), isGrid: showsGrid) { search in
      tool.presenter.text(search == query.search ? nothing : Self.nothing(for: search))
    }
    guard let scroller = try await scrolling.run(scroller, first: first) else { return false }
    // How old they were is told to who has left before it was known whether they still are so.
    let age: Phrase? =
      if case .cached = scroller.freshness { scroller.freshness.words(tool.presenterNow) } else { nil }
    if let place = scroller.place(tool.presenter) {
      tool.remark(Phrase(verbatim: tool.presenter.facts([place, age])))
    }
    tool.note(scroller.freshness)
    return true
  }

  /// What a list that begins with that page scrolls in; nil where nothing scrolls or nothing needs to.
  private func scrollView(of page: ItemPage, _ tool: Tool) -> ScrollView? {
    guard scrolls, fields == nil, let view = ScrollView(tool, showsHeader: showsHeader, limit: limit) else {
      return nil
    }
    let room = view.room(for: page.items)
    return isAll(page, on: showsGrid ? room.grid : room.table) ? nil : view
  }

  /// Whether the page is the list, and the screen has room for it.
  private func isAll(_ page: ItemPage, on screenful: Int) -> Bool {
    let end = (query.number - 1) * query.size + page.items.count
    return page.items.count <= screenful && (page.items.isEmpty || page.total.map { $0 <= end } ?? false)
  }
}
