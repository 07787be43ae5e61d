import Console
import OpenMarket

/// Lists that stay: those that go on as the person likes, and those that are watched.
extension ItemListing {
  /// The page as it was last seen, where what has changed since can be shown once it is known: a table is drawn over,
  /// cards come below others.
  func cachedPage(_ context: CommandContext) -> Fetched<ItemPage>? {
    guard fields == nil, context.console.canRedraw, let page = context.market.cachedPage(query),
      !showsGrid || renderer(of: page.value, context) != nil
    else { return nil }
    return page
  }

  /// The page as it changes, until the person leaves.
  func watch(_ context: CommandContext, keep: (String) async throws -> Void) async throws -> ExitCode {
    let watching = WatchLoop(context: context, query: query, showsHeader: showsHeader)
    guard let (place, freshness) = try await watching.run() else { throw needsTerminal }
    if let search = query.search { try await keep(search) }
    context.remark(place)
    context.note(freshness)
    return .done
  }

  /// Lets the person scroll through the list. False, and nothing shown, where nothing scrolls or nothing needs to.
  func scroll(
    from first: Fetched<ItemPage>, _ context: CommandContext, keep: @escaping (String) async throws -> Void
  ) async throws -> Bool {
    guard let view = renderer(of: first.value, context) else { return false }
    var scrolling = PagerLoop(context, view: view, keep: keep)
    let pager = Pager(query, room: view.room(for: first.value.items), isGrid: showsGrid) { search in
      context.format.text(search == query.search ? nothing : Self.nothing(for: search))
    }
    guard let pager = try await scrolling.run(pager, first: first) else { return false }
    // How old they were is told to who has left before it was known whether they still are so.
    let age: LocalizedPhrase? =
      if case .cached = pager.freshness { pager.freshness.words(context.formatNow) } else { nil }
    if let place = pager.place(context.format) {
      context.remark(LocalizedPhrase(verbatim: context.format.facts([place, age])))
    }
    context.note(pager.freshness)
    return true
  }

  /// What a list that begins with that page scrolls in; nil where nothing scrolls or nothing needs to.
  private func renderer(of page: ItemPage, _ context: CommandContext) -> PagerRenderer? {
    guard scrolls, fields == nil, let view = PagerRenderer(context, showsHeader: showsHeader, limit: limit)
    else {
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
