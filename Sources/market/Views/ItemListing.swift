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
  let fields: JSONFields?
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
    fields = try JSONFields(arguments, known: Item.rowFields, in: declaration)
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
