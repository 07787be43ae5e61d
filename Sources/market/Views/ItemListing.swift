import Console
import OpenMarket

/// A list of items as `list` and `search` show it: a page, or all of it; for a person, for a program, or as JSON.
struct ItemListing {
  static let options = [
    Option(long: "page", value: "number", help: "Show this page, counted from 1.", defaultValue: "1"),
    Option(
      long: "per-page", value: "count", help: "Show this many items on a page, at most 500.",
      defaultValue: Setting.perPage.defaultValue, aliases: [.init("--limit"), .init("-L")]),
    Option(long: "all", help: "Show every item from that page on."),
    Option(
      long: "sort", value: "order", help: "Order the list.",
      choices: PageQuery.Sort.allCases.map(\.rawValue), defaultValue: Setting.sort.defaultValue),
    Option(long: "grid", help: "Show cards with images side by side; on a terminal."), .images,
    .rowJSON, .noHeaders,
    Option(long: "no-pager", help: "Show one page and end, also on a terminal."),
    Option(long: "watch", help: "Show the page anew whenever the market changes; on a terminal."),
  ]

  /// Far beyond any list, and small enough to count the items before it.
  private static let lastPage = 1_000_000_000

  /// The words of the command, and those that lead to the same list once the page is named.
  let command: String
  let sameList: [String]
  /// What to tell a person when the list is empty.
  let nothing: LocalizedPhrase
  let query: PageQuery
  let showsAll: Bool
  let fields: JSONFields?
  let showsHeader: Bool
  let scrolls: Bool
  let watches: Bool
  let needsTerminal: UsageError
  /// The most items to show at once, where the person has said how many make a page.
  let limit: Int?
  let showsGrid: Bool

  /// - Parameter command: The words of the command without options and without what is searched for.
  init(
    _ arguments: Arguments, _ settings: Settings, in declaration: CommandDeclaration, search: String? = nil,
    command: String, nothing: LocalizedPhrase
  ) throws {
    let number = arguments.value("page") ?? "1"
    guard let page = Int(number), (1...Self.lastPage).contains(page) else {
      throw UsageError(
        .invalidValue(
          number, option: "--page", reason: "it must be a whole number from 1 to \(grouped: Self.lastPage)"),
        in: declaration)
    }
    showsAll = arguments.flag("all")
    // Fewer, larger questions when everything is wanted, unless the person has said how large.
    let size = showsAll && settings[.perPage].source == .fallback ? PageQuery.largestSize : settings.perPage
    query = PageQuery(page, size: size, sort: settings.sort, search: search)
    fields = try JSONFields(arguments, known: Item.rowFields, in: declaration)
    showsHeader = !arguments.flag("no-headers")
    scrolls = !arguments.flag("no-pager")
    watches = arguments.flag("watch")
    if watches, let other = ["all", "json", "grid", "no-pager", "curl"].first(where: { arguments.flag($0) }) {
      throw UsageError(.conflictingOptions("--watch", "--\(other)"), in: declaration)
    }
    needsTerminal = UsageError(.needsTerminal(option: "--watch"), in: declaration)
    limit = settings[.perPage].source == .fallback ? nil : settings.perPage
    showsGrid = arguments.flag("grid")
    self.command = command
    sameList =
      (showsGrid ? ["--grid"] : []) + arguments.again(["per-page", "sort", "server", "store"])
      + (search.map { [($0.hasPrefix("-") ? "-- " : "") + $0.shellQuoted] } ?? [])
    self.nothing = nothing
  }

  /// - Parameter keep: Keeps what was searched for, once there is an answer.
  func run(_ context: CommandContext, keep: @escaping (String) throws -> Void) async throws -> ExitCode {
    context.noteMissingStore()
    guard showsAll else { return try await runPage(context, keep: keep) }
    var hasItems = false
    let outage = Outage()
    for try await page in context.market.latestPages(from: query, outage) {
      try await write(page.items, outage.freshness ?? .current, to: context, isFirst: !hasItems)
      hasItems = true
    }
    if let freshness = outage.freshness { context.note(freshness) }
    if !hasItems { note(ItemPage(number: query.number, items: [], total: nil), ListDiff(), context) }
    if let search = query.search { try keep(search) }
    return .done
  }

  /// One page, and as many after it as the person wants to see.
  private func runPage(_ context: CommandContext, keep: @escaping (String) throws -> Void) async throws
    -> ExitCode
  {
    if watches { return try await watch(context, keep: keep) }
    let first =
      if let cached = cachedPage(context) { cached } else { try await context.market.latestPage(query) }
    // Now, since a list is often left by Ctrl-C; what goes wrong with it is not in the way of the list.
    let keeping = Result { if let search = query.search { try keep(search) } }
    if try await !scroll(from: first, context, keep: keep) {
      let (page, changes) = try await show(first, context)
      note(page.value, changes, context)
      context.note(page.freshness)
    }
    try keeping.get()
    return .done
  }
}
