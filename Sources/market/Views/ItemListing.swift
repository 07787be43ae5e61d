import Console
import OpenMarket

/// A list of items as `list` and `search` show it: one page or all of it; for a person, for a program, or as JSON.
struct ItemListing {
  static let options = [
    Option(long: "page", value: "number", help: "Show this page, counted from 1.", defaultValue: "1"),
    Option(
      long: "per-page", value: "count", help: "Show this many items on a page, at most 500.",
      defaultValue: Setting.perPage.defaultValue, aliases: [.init("--limit"), .init("-L")]),
    Option(long: "all", help: "Show all items from that page on."),
    Option(
      long: "sort", value: "order", help: "Order the list.",
      choices: PageQuery.Sort.allCases.map(\.rawValue), defaultValue: Setting.sort.defaultValue),
    ItemColumn.option,
    Option(long: "grid", help: "Show cards with images side by side; on a terminal."), .images,
    .rowJSON, .noHeaders,
    Option(long: "no-pager", help: "Show one page and exit, also on a terminal."),
    Option(long: "watch", help: "Refresh the page whenever the market changes; on a terminal."),
  ]

  /// Far beyond any list, and small enough to count the items before it.
  private static let lastPage = 1_000_000_000

  /// The text that is shown in place of an empty list.
  let emptyText: LocalizedPhrase
  let query: PageQuery
  let showsAll: Bool
  /// Nil for output that is not JSON.
  let fields: OutputFields?
  /// Nil for the usual columns.
  let columns: [ItemColumn]?
  let showsHeader: Bool
  let scrolls: Bool
  let watches: Bool
  /// The error on a terminal that cannot be drawn over.
  let needsTerminal: UsageError
  /// The most items to show at once, if the person has set the size of a page.
  let limit: Int?
  let showsGrid: Bool
  /// The command line of the next page.
  let nextCommand: String

  /// - Parameters:
  ///   - command: The words of the command without options and search words.
  ///   - emptyText: The text that is shown in place of an empty list.
  init(
    _ arguments: Arguments, _ settings: Settings, in declaration: CommandDeclaration, search: String? = nil,
    command: String, emptyText: LocalizedPhrase
  ) throws {
    let number = arguments.value("page") ?? "1"
    guard let page = Int(number), (1...Self.lastPage).contains(page) else {
      throw UsageError(
        .invalidValue(
          number, option: "--page", reason: "it must be a whole number from 1 to \(grouped: Self.lastPage)"),
        in: declaration)
    }
    showsAll = arguments.flag("all")
    // Fewer, larger requests for a whole list, unless the person has set the size of a page.
    let size = showsAll && settings[.perPage].source == .fallback ? PageQuery.largestSize : settings.perPage
    query = PageQuery(page, size: size, sort: settings.sort, search: search)
    fields = try OutputFields(arguments, known: Item.rowFields, in: declaration)
    columns = try ItemColumn.chosen(arguments, in: declaration)
    showsHeader = !arguments.flag("no-headers")
    scrolls = !arguments.flag("no-pager")
    watches = arguments.flag("watch")
    if watches, let other = ["all", "json", "grid", "no-pager", "curl"].first(where: { arguments.flag($0) }) {
      throw UsageError(.conflictingOptions("--watch", "--\(other)"), in: declaration)
    }
    needsTerminal = UsageError(.needsTerminal(option: "--watch"), in: declaration)
    limit = settings[.perPage].source == .fallback ? nil : settings.perPage
    showsGrid = arguments.flag("grid")
    let words = search.map { [($0.hasPrefix("-") ? "-- " : "") + $0.shellQuoted] } ?? []
    nextCommand =
      (["\(command) --page \(page + 1)"] + Self.repeated(arguments, of: declaration) + words)
      .joined(separator: " ")
    self.emptyText = emptyText
  }

  /// The options that were given, apart from those that do not concern the next page, as words of a shell's command line.
  private static func repeated(_ arguments: Arguments, of declaration: CommandDeclaration) -> [String] {
    let others = [
      "page", "all", "json", "watch", "history", "again", "clear", "curl", "quiet", "verbose", "help",
    ]
    return declaration.options.filter { arguments.flag($0.long) && !others.contains($0.long) }.map { option in
      guard let value = arguments.value(option.long) else { return "--\(option.long)" }
      // Apart from choices, a value that begins with a dash could be read as an option.
      let isAttached = value.hasPrefix("-") && option.choices.isEmpty
      return "--\(option.long)" + (isAttached ? "=" : " ") + value.shellQuoted
    }
  }

  /// - Parameter record: Adds words to the search history, once there is a response.
  func run(_ context: CommandContext, record: @escaping (String) async throws -> Void) async throws
    -> ExitCode
  {
    context.noteMissingStore()
    guard showsAll else { return try await runPage(context, record: record) }
    var hasItems = false
    let outage = Outage()
    for try await page in context.market.latestPages(from: query, outage) {
      try await write(page.items, outage.freshness ?? .current, to: context, isFirst: !hasItems)
      hasItems = true
    }
    if let freshness = outage.freshness { context.note(freshness) }
    if !hasItems { note(ItemPage(number: query.number, items: [], total: nil), ListDiff(), context) }
    if let search = query.search { try await record(search) }
    return .done
  }

  /// One page, and as many after it as the person requests.
  private func runPage(_ context: CommandContext, record: @escaping (String) async throws -> Void)
    async throws
    -> ExitCode
  {
    if watches { return try await watch(context, record: record) }
    let first =
      if let cached = cachedPage(context) { cached } else { try await context.market.latestPage(query) }
    // Before the list, which is often left by Ctrl-C. A failure is reported after it.
    var failure: (any Error)?
    do { if let search = query.search { try await record(search) } } catch { failure = error }
    if try await !scroll(from: first, context, record: record) {
      let (page, changes) = try await show(first, context)
      note(page.value, changes, context)
      context.note(page.freshness)
    }
    if let failure { throw failure }
    return .done
  }
}

/// One page, and the notes below it.
extension ItemListing {
  /// Shows one page: at once from the cache if it is there, and then as it is.
  func show(
    _ first: Fetched<ItemPage>, _ context: CommandContext
  ) async throws -> (page: Fetched<ItemPage>, changes: ListDiff) {
    guard case .cached(let since) = first.freshness else {
      try await write(first.value.items, first.freshness, to: context, isFirst: true)
      return (first, ListDiff())
    }
    let page = try await context.refreshing(first) {
      try await context.market.latestPage(query)
    } lines: { page, before in
      let changes = before.map { ListDiff(from: $0.items, to: page.items, since: since) }
      return table(
        page.items, context, changes?.marks.isEmpty == true ? nil : changes, withHeader: showsHeader)
    } remainder: { page, before in
      let changes = ListDiff(from: before.items, to: page.items, since: since)
      return table(changes.others(of: page.items), context, changes, withHeader: false)
    }
    return (page, ListDiff(from: first.value.items, to: page.value.items, since: since))
  }

  private func table(
    _ items: [Item], _ context: CommandContext, _ changes: ListDiff? = nil, withHeader: Bool
  ) -> [String] {
    guard !items.isEmpty else { return [] }
    return ItemTable(
      items: items, format: context.format, style: context.console.style, changes: changes, chosen: columns
    )
    .lines(columns: context.console.columns, showsHeader: withHeader)
  }

  /// Writes items in the form that the person has chosen.
  ///
  /// - Parameter isFirst: Whether they begin the output, so that a header is due.
  func write(_ items: [Item], _ freshness: Freshness, to context: CommandContext, isFirst: Bool) async throws
  {
    let console = context.console
    if let fields {
      for item in items { try console.print(fields.line(item, context.format)) }
    } else if context.isFlat {
      for item in items {
        let lines =
          columns.map { item.flatLines(of: $0, context.format) } ?? item.flatLines(context.format)
        for line in lines + [""] { try console.print(line) }
      }
    } else if console.output.isTerminal, showsGrid {
      try await context.writeGrid(items, freshness, isFirst: isFirst)
    } else if console.output.isTerminal {
      for line in table(items, context, withHeader: showsHeader && isFirst) { try console.print(line) }
    } else {
      for item in items {
        let fields = columns.map { item.values(of: $0, context.format) } ?? item.fields(context.format)
        try console.print(TSV.line(fields))
      }
    }
  }

  /// Notes the place of the page in the list and the command of the next one, for a person.
  func note(_ page: ItemPage, _ changes: ListDiff, _ context: CommandContext) {
    guard context.console.output.isTerminal || context.isFlat, fields == nil else { return }
    let number = context.format.number
    let before = (query.number - 1) * query.size
    switch (page.items.count, page.total) {
    case (0, let total) where total == 0 || query.number == 1:
      context.note(emptyText)
    case (0, let total):
      let page: LocalizedPhrase = "Nothing on page \(number(query.number))"
      context.note(total.map { "\(page) · \(number($0)) in all" } ?? page)
    case (let count, let total):
      let isLast = total.map { before + count >= $0 } ?? false
      let facts = [
        context.format.place(after: before, count: count, of: total), changes.words(context.format),
      ]
      isLast
        ? context.remark(LocalizedPhrase(verbatim: context.format.facts(facts)))
        : note(facts, next: "next: \(nextCommand)", context)
    }
  }

  /// Notes facts and the command of the next page. On a terminal that is too narrow for one line the command stands below,
  /// continued in the shell's way where it is folded, so that it can be copied. A quoted word is never folded.
  private func note(_ facts: [LocalizedPhrase?], next: LocalizedPhrase, _ context: CommandContext) {
    let line = context.format.facts(facts + [next])
    let columns = context.console.error.isTerminal ? context.console.error.columns ?? 80 : .max
    guard line.displayWidth > columns, !nextCommand.contains("'") else {
      return context.remark(LocalizedPhrase(verbatim: line), isWhole: true)
    }
    context.remark(LocalizedPhrase(verbatim: context.format.facts(facts)))
    let folded = context.format.text(next).wrapped(toWidth: columns - 2, breaksWords: false)
    for (index, part) in folded.enumerated() {
      let continuation = index < folded.count - 1 ? " \\" : ""
      context.remark(LocalizedPhrase(verbatim: part + continuation), isWhole: true)
    }
  }

  /// The text that is shown in place of an empty list.
  static func emptyText(for search: String?) -> LocalizedPhrase {
    search.map { "No items match '\($0.sanitized)'" } ?? "No items for sale"
  }
}

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
