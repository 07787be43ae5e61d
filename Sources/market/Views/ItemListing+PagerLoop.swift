import Console
import OpenMarket

/// Lists that stay on the screen: those that scroll, and those that are watched.
extension ItemListing {
  /// The page from the cache, if the current page can be drawn over it or below it: over a table, or below cards that scroll.
  func cachedPage(_ context: CommandContext) -> Fetched<ItemPage>? {
    guard fields == nil, context.console.canRedraw, let page = context.market.cachedPage(query),
      !showsGrid || renderer(of: page.value, context) != nil
    else { return nil }
    return page
  }

  /// Shows the page as it changes, until the person leaves.
  func watch(_ context: CommandContext, record: (String) async throws -> Void) async throws -> ExitCode {
    let loop = WatchLoop(context: context, query: query, showsHeader: showsHeader, chosen: columns)
    guard let watch = try await loop.run() else { throw needsTerminal }
    if let search = query.search { try await record(search) }
    context.remark(watch.place(context.format))
    context.note(watch.freshness)
    return .done
  }

  /// Lets the person scroll through the list. False, and nothing is shown, if it cannot scroll or does not need to.
  func scroll(
    from first: Fetched<ItemPage>, _ context: CommandContext, record: @escaping (String) async throws -> Void
  ) async throws -> Bool {
    guard let view = renderer(of: first.value, context) else { return false }
    let pager = Pager(query, isGrid: showsGrid) { search in
      context.format.text(search == query.search ? emptyText : Self.emptyText(for: search))
    }
    var loop = PagerLoop(context, pager, view, record: record)
    guard let pager = try await loop.run(from: first) else { return false }
    // The age of rows that the market has not confirmed before the person left.
    let age: LocalizedPhrase? =
      if case .cached = pager.freshness { pager.freshness.words(context.formatNow) } else { nil }
    if let place = pager.place(context.format) {
      context.remark(LocalizedPhrase(verbatim: context.format.facts([place, age])))
    }
    context.note(pager.freshness)
    return true
  }

  /// The renderer for a list that begins with that page; nil if it cannot scroll or does not need to.
  private func renderer(of page: ItemPage, _ context: CommandContext) -> PagerRenderer? {
    guard scrolls, fields == nil,
      let view = PagerRenderer(context, showsHeader: showsHeader, limit: limit, columns)
    else { return nil }
    return isAll(page, on: showsGrid ? 1 : view.room.table(page.items)) ? nil : view
  }

  /// Whether the page is the whole list, and the screen has room for it.
  private func isAll(_ page: ItemPage, on screenful: Int) -> Bool {
    let end = (query.number - 1) * query.size + page.items.count
    return page.items.count <= screenful && (page.items.isEmpty || page.total.map { $0 <= end } ?? false)
  }
}
