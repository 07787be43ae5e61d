import Console
import OpenMarket
import SystemSupport
import Wording

/// A list of items as `list` shows it: one page or all of it; for a person, for a program, or as JSON.
struct ItemListing {
  static let options = OptionGroup(
    of: ListFilter.options, .page, .perPage, .all, sort, .columns, .grid, .images, .rowJSON, .noHeaders,
    .noPager, watch, totals)
  static let sort = Option<String?>(
    .sort, "order", help: "Order the list; 'best' is what fits a search best, and else the oldest first.",
    choices: PageQuery.Sort.allCases.map(\.rawValue))
  private static let watch = Option<Bool>(
    "watch", help: "Refresh the page whenever the market changes; on a terminal.")
  private static let totals = Option<Bool>(
    "totals", help: "End with the pieces and the value of all items of the list, by currency.")
  // Options of the search history, which the command line of the next page leaves out.
  static let history = Option<Bool>(
    "history", help: "Show the search history."
  ).listed(.rare)
  static let again = Option<Int?>(
    "again", "number", help: "Repeat this entry of the search history.",
    candidates: .lookup(CompletionReference.search.rawValue)
  ) { try $0.wholeNumber(in: 1...SearchHistory.length) }
  static let clear = Option<Bool>(
    "clear", help: "Clear the search history."
  ).listed(.rare)

  /// The text that is shown in place of an empty list.
  let emptyText: LocalizedPhrase
  let query: PageQuery
  /// Whether searches are added to the search history.
  let recordsSearches: Bool
  let showsAll: Bool
  let output: RowOutput
  let scrolls: Bool
  let watches: Bool
  /// The error on a terminal that cannot be drawn over.
  let needsTerminal: UsageError
  let showsGrid: Bool
  let showsTotals: Bool
  /// The command line of the next page.
  let nextCommand: String
  /// That of the command, which has the conditions of lists.
  private let declaration: CommandDeclaration
  /// The options that name the market, as arguments.
  private let place: [String]

  /// - Parameter words: Those that the items have; blank for all items.
  init(_ arguments: Arguments, _ settings: Settings, search words: String, isRecorded: Bool) throws {
    recordsSearches = isRecorded
    let search = words.allSatisfy(\.isWhitespace) ? nil : words
    let page = try arguments[.page]
    showsAll = arguments[.all]
    // Fewer, larger requests for a whole list, unless the person has set the size of a page.
    let size = showsAll && settings[.perPage].source == .fallback ? PageQuery.largestSize : settings.perPage
    query = PageQuery(page, size: size, sort: settings.sort, search: search, filter: try arguments.filter())
    output = try RowOutput(arguments, Item.columns(.ofNames))
    try arguments.refuse(.columns, with: .grid)
    scrolls = !arguments[.noPager]
    watches = arguments[Self.watch]
    try arguments.refuse(Self.watch, with: .all, Self.totals, .rowJSON, .grid, .noPager, .curl)
    needsTerminal = arguments.error(.needsTerminal(option: "--watch"))
    showsGrid = arguments[.grid]
    showsTotals = arguments[Self.totals]
    let words = search.map { [($0.hasPrefix("-") ? "-- " : "") + $0.shellQuoted] } ?? []
    let others = arguments.again(
      apartFrom: .page, .all, .rowJSON, Self.watch, Self.history, Self.again, Self.clear, .curl, .quiet,
      .verbose, .help)
    let command = "\(arguments.declaration.invocation) --page \(page + 1)"
    nextCommand = ([command] + others + words).joined(separator: " ")
    (declaration, place) = (arguments.declaration, arguments.arguments(of: .place))
    emptyText =
      search == nil && query.filter.isEmpty
      ? "No items for sale yet · add one: market add --title <title> --price <amount>"
      : query.emptyText
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    context.noteMissingStore()
    // A server lists items off sale to its operator.
    if query.filter[.offSale] != nil { _ = try await context.isOperator() }
    if showsAll { try await writeAll(context) } else { try await runPage(context) }
    if showsTotals { try await writeTotals(to: context) }
    return .done
  }

  private func writeAll(_ context: CommandContext) async throws {
    var hasItems = false
    let outage = FirstFailure()
    for try await page in context.market.latestPages(from: query, outage) {
      try await write(page.items, outage.freshness ?? .current, to: context, isFirst: !hasItems)
      hasItems = true
    }
    if let freshness = outage.freshness { context.note(freshness) }
    if !hasItems {
      await note(ItemPage(number: query.number, items: [], total: nil), ListDiff(), context: context)
    }
    try await record(context)
  }

  /// One page, or the list on a screen of its own.
  private func runPage(_ context: CommandContext) async throws {
    guard !watches || hasScreen(context) else { throw needsTerminal }
    let cached = watches ? nil : try cachedPage(context)
    let first = if let cached { cached } else { try await context.market.latestPage(query) }
    // Before the list, which is often left by Ctrl-C. A failure is reported after it.
    var failure: (any Error)?
    do { try await record(context) } catch { failure = error }
    if try watches || needsScreen(first.value, context) {
      try await read(from: first, context)
    } else {
      let (page, changes) = try await show(first, context)
      await note(page.value, changes, context: context)
      context.note(page.freshness)
    }
    if let failure { throw failure }
  }

  /// Adds the search to the history, once there is a response.
  private func record(_ context: CommandContext) async throws {
    guard recordsSearches, let search = query.search else { return }
    try await SearchHistory(path: context.settings.directories.searches).add(search)
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
        page.items, context, changes: changes?.marks.isEmpty == true ? nil : changes,
        withHeader: output.showsHeader)
    } remainder: { page, before in
      let changes = ListDiff(from: before.items, to: page.items, since: since)
      return table(changes.others(of: page.items), context, changes: changes, withHeader: false)
    }
    return (page, ListDiff(from: first.value.items, to: page.value.items, since: since))
  }

  private func table(
    _ items: [Item], _ context: CommandContext, changes: ListDiff? = nil, withHeader: Bool
  ) -> [String] {
    guard !items.isEmpty else { return [] }
    return ItemTable(
      items: items, format: context.formatNow, style: context.console.style, changes: changes,
      chosen: output.names, sort: query.sort
    )
    .lines(columns: context.console.columns, showsHeader: withHeader)
  }

  /// Writes items in the form that the person has chosen.
  ///
  /// - Parameter isFirst: Whether they begin the output, so that a header is due.
  func write(_ items: [Item], _ freshness: Freshness, to context: CommandContext, isFirst: Bool) async throws
  {
    let format = context.format
    try await context.write(items, in: Item.columns(format), as: output, usual: [], piped: Item.piped) {
      table in
      if format.isFlat { return output.names == nil ? items.flatMap { $0.flatLines(format) + [""] } : table }
      guard showsGrid else {
        return self.table(items, context, withHeader: output.showsHeader && isFirst)
      }
      try await context.writeGrid(items, freshness, isFirst: isFirst)
      return []
    }
  }

  /// Notes the place of the page in the list and the command of the next one, for a person.
  func note(_ page: ItemPage, _ changes: ListDiff, context: CommandContext) async {
    guard context.isForPerson, output.fields == nil else { return }
    let number = context.format.number
    let before = (query.number - 1) * query.size
    switch (page.items.count, page.total) {
    case (0, let total) where total == 0 || query.number == 1:
      context.note(await emptyText(context))
    case (0, let total):
      let page: LocalizedPhrase = .nothingOnPage(number(query.number))
      context.note(total.map { "\(page) · \(number($0)) in all" } ?? page)
    case (let count, let total):
      let isLast = total.map { before + count >= $0 } ?? false
      let facts = [
        context.format.place(after: before, count: count, of: total, moreThan: page.moreThan),
        changes.words(context.format),
      ]
      isLast
        ? context.remark(LocalizedPhrase(verbatim: context.format.facts(facts)))
        : note(facts, next: "next: \(nextCommand)", context: context)
    }
  }

  /// Notes facts and the command of the next page. On a terminal that is too narrow for one line the command stands below,
  /// continued in the shell's way where it is folded, so that it can be copied. A quoted word is never folded.
  private func note(_ facts: [LocalizedPhrase?], next: LocalizedPhrase, context: CommandContext) {
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

  /// The text that is shown in place of an empty list; of a search for several words it names those that no item has.
  private func emptyText(_ context: CommandContext) async -> LocalizedPhrase {
    guard let search = query.search, let missing = try? await context.market.missingWords(of: search) else {
      return emptyText
    }
    // Without the filters each word is found.
    if missing.isEmpty, !query.filter.isEmpty { return emptyText }
    let words = (missing.isEmpty ? NetworkManager.words(of: search) : missing).map(\.sanitized)
    return switch missing.count {
    case 0: "Each of these words is found, but not all in one item: \(words.joined(separator: ", "))"
    case 1: "No items contain '\(words[0])'"
    default: "No items contain any of these words: \(words.joined(separator: ", "))"
    }
  }
}

/// Lists on the screen of `market browse`: those that are longer than the terminal, and those that are watched.
extension ItemListing {
  /// The page from the cache, if the current one can be drawn over it.
  private func cachedPage(_ context: CommandContext) throws -> Fetched<ItemPage>? {
    guard output.fields == nil, context.console.canRedraw, let page = context.market.cachedPage(query),
      try !showsGrid || needsScreen(page.value, context)
    else { return nil }
    return page
  }

  /// Whether the list is shown on a screen of its own: it is longer than the terminal, and a person reads it there.
  private func needsScreen(_ page: ItemPage, _ context: CommandContext) throws -> Bool {
    guard scrolls, output.fields == nil, context.interaction.scrolls, hasScreen(context) else { return false }
    let end = (query.number - 1) * query.size + page.items.count
    // A market that counts no items sends a short page last.
    guard page.items.isEmpty || page.total.map({ $0 <= end }) ?? (page.items.count < query.size) else {
      return true
    }
    // The header and the line below the list.
    let rows = (context.console.output.rows ?? 24) - 2
    guard showsGrid, !page.items.isEmpty else { return page.items.count > rows }
    let grid = ItemGrid(
      items: page.items, format: context.format, style: context.console.style,
      columns: context.console.columns, screen: try context.images())
    return page.items.count > grid.count(onRows: rows)
  }

  /// A log of requests would be written over the screen.
  private func hasScreen(_ context: CommandContext) -> Bool {
    context.console.hasKeyboard && !context.settings.isVerbose
      && Browser.fits(columns: context.console.columns, rows: context.console.output.rows ?? 24)
  }

  /// Shows the list from that page on until the person leaves. The rows that were seen last stay on the terminal.
  private func read(from first: Fetched<ItemPage>, _ context: CommandContext) async throws {
    let searches = SearchHistory(path: context.settings.directories.searches)
    let browser = Browser(
      query, at: first, isGrid: showsGrid, columns: context.console.columns,
      rows: context.console.output.rows ?? 24, searches: (try? searches.entries()) ?? [],
      forms: context.browserForms(declaration), now: context.environment.now())
    let last = try await context.browse(
      browser, place: place, hasMouse: false, chosen: output.names, showsHeader: output.showsHeader,
      recordsSearches: recordsSearches)
    guard let last else { throw needsTerminal }
    guard !last.isClosed else { return }
    let list = last.list
    let rows = list.list.range
    for line in table(list.inSight.compactMap(\.item), context, withHeader: output.showsHeader) {
      try context.console.print(line)
    }
    let place =
      rows.isEmpty
      ? list.query.emptyText
      : context.format.place(
        after: rows.lowerBound, count: rows.count, of: list.total, moreThan: list.moreThan)
    // The age of rows that the market has not confirmed before the person left.
    let age: LocalizedPhrase? =
      if case .cached = list.freshness { list.freshness.words(context.formatNow) } else { nil }
    context.remark(LocalizedPhrase(verbatim: context.format.facts([place, age])))
    context.note(list.freshness)
  }
}

extension ItemListing {
  /// Writes a line for each currency: what the items of the list have in pieces and cost together.
  func writeTotals(to context: CommandContext) async throws {
    let console = context.console
    // The market tells its operator the cost.
    _ = try await context.isOperator()
    for sum in try await context.market.values(query) {
      if output.fields != nil {
        let members: [(key: String, value: JSON)] =
          [
            ("currency", .string(sum.currency.code)), ("items", .number(String(sum.items))),
            ("pieces", .number(String(sum.pieces))), ("value", .number("\(sum.value)")),
          ] + (sum.cost.map { [("cost", .number("\($0)"))] } ?? [])
        try console.print(JSON.object([("total", .object(members))]).text)
      } else if context.isForPerson {
        try console.print(sum.words(context.format))
      } else {
        try console.print(
          TSV.line(
            ["total", sum.currency.code, String(sum.items), String(sum.pieces), "\(sum.value)"]
              + (sum.cost.map { ["\($0)"] } ?? [])))
      }
    }
  }
}

extension StockValue {
  /// `Total KRW 1,200 · cost KRW 800 · 12 in stock · 3 items`.
  fileprivate func words(_ format: OutputFormat) -> String {
    format.facts([
      "Total \(format.price(Price(value, currency)))",
      cost.map { "cost \(format.price(Price($0, currency)))" },
      "\(format.number(pieces)) in stock", format.items(items),
    ])
  }
}
