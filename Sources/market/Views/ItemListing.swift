import Console
import OpenMarket

/// A list of items as `list` and `search` show it: a page, or all of it; for a person, for a program, or as JSON.
struct ItemListing {
  static let options = [
    Option(long: "page", value: "number", help: "Show this page, counted from 1."),
    Option(long: "per-page", value: "count", help: "Show this many items on a page (20, at most 500)."),
    Option(long: "all", help: "Show every item from that page on."),
    Option(
      long: "sort", value: "order", help: "Order the list (oldest).",
      choices: PageQuery.Sort.allCases.map(\.rawValue)),
    Option(long: "grid", help: "Show cards with pictures side by side; on a terminal."), .images,
    .rowJSON, .noHeaders,
    Option(long: "no-pager", help: "Show one page and end, also on a terminal."),
    Option(long: "watch", help: "Show the page anew whenever the market changes; on a terminal."),
  ]

  /// Far beyond any list, and small enough to count the items before it.
  private static let lastPage = 1_000_000_000

  /// The words of the command, and those that lead to the same list once the page is named.
  private let command: String
  private let sameList: [String]
  /// What to tell a person when the list is empty.
  private let nothing: Phrase
  private let query: PageQuery
  private let showsAll: Bool
  private let fields: JSONFields?
  private let showsHeader: Bool
  private let scrolls: Bool
  private let watches: Bool
  private let needsTerminal: UsageError
  /// The most items to show at once, where the person has said how many make a page.
  private let limit: Int?
  private let showsGrid: Bool

  /// - Parameter command: The words of the command without options and without what is searched for.
  init(
    _ arguments: Arguments, _ settings: Settings, in declaration: CommandDeclaration, search: String? = nil,
    command: String, nothing: Phrase
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
    if watches, let other = ["all", "json", "grid", "no-pager"].first(where: { arguments.flag($0) }) {
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
  func run(_ tool: Tool, keep: @escaping (String) throws -> Void) async throws -> ExitCode {
    guard showsAll, !tool.showsCurl else { return try await runPage(tool, keep: keep) }
    var hasItems = false
    let outage = Outage()
    for try await page in tool.market.latestPages(from: query, outage) {
      try await write(page.items, outage.standing ?? .current, to: tool, isFirst: !hasItems)
      hasItems = true
    }
    if let standing = outage.standing { tool.note(standing) }
    if !hasItems { note(ItemPage(number: query.number, items: [], total: nil), ItemChanges(), tool) }
    if let search = query.search { try keep(search) }
    return .done
  }

  /// One page, and as many after it as the person wants to see.
  private func runPage(_ tool: Tool, keep: @escaping (String) throws -> Void) async throws -> ExitCode {
    if watches, !tool.showsCurl { return try await watch(tool, keep: keep) }
    let first = if let kept = keptPage(tool) { kept } else { try await tool.market.latestPage(query) }
    // Now, since a list is often left by Ctrl-C; what goes wrong with it is not in the way of the list.
    let keeping = Result { if let search = query.search { try keep(search) } }
    if try await !scroll(from: first, tool, keep: keep) {
      let (page, changes) = try await show(first, tool)
      note(page.value, changes, tool)
      tool.note(page.standing)
    }
    try keeping.get()
    return .done
  }

  /// The page as it was last seen, where what has changed since can be shown once it is known: a table is drawn over,
  /// cards come below others.
  private func keptPage(_ tool: Tool) -> Answer<ItemPage>? {
    guard fields == nil, tool.console.canRedraw, let page = tool.market.keptPage(query),
      !showsGrid || scrollView(of: page.value, tool) != nil
    else { return nil }
    return page
  }

  /// The page as it changes, until the person leaves.
  private func watch(_ tool: Tool, keep: (String) throws -> Void) async throws -> ExitCode {
    let watching = Watching(tool: tool, query: query, showsHeader: showsHeader)
    guard let (place, standing) = try await watching.run() else { throw needsTerminal }
    if let search = query.search { try keep(search) }
    tool.remark(place)
    tool.note(standing)
    return .done
  }

  /// Lets the person scroll through the list. False, and nothing shown, where nothing scrolls or nothing needs to.
  private func scroll(
    from first: Answer<ItemPage>, _ tool: Tool, keep: @escaping (String) throws -> Void
  ) async throws -> Bool {
    guard let view = scrollView(of: first.value, tool) else { return false }
    var scrolling = Scrolling(tool, view: view, keep: keep)
    let scroller = Scroller(query, room: view.room(for: first.value.items), isGrid: showsGrid) { search in
      tool.presenter.text(search == query.search ? nothing : Self.nothing(for: search))
    }
    guard let scroller = try await scrolling.run(scroller, first: first) else { return false }
    // How old they were is told to who has left before it was known whether they still are so.
    let age: Phrase? =
      if case .kept = scroller.standing { scroller.standing.words(tool.presenterNow) } else { nil }
    if let place = scroller.place(tool.presenter) {
      tool.remark(Phrase(verbatim: tool.presenter.facts([place, age])))
    }
    tool.note(scroller.standing)
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

  /// What is said of a list without items.
  static func nothing(for search: String?) -> Phrase {
    search.map { "Nothing for sale holds '\($0.sanitized)'" } ?? Phrase("Nothing is for sale")
  }

  /// Whether the page is the list, and the screen has room for it.
  private func isAll(_ page: ItemPage, on screenful: Int) -> Bool {
    let end = (query.number - 1) * query.size + page.items.count
    return page.items.count <= screenful && (page.items.isEmpty || page.total.map { $0 <= end } ?? false)
  }

  /// Shows one page: at once as it was last seen, where it was, and then as it is.
  private func show(
    _ first: Answer<ItemPage>, _ tool: Tool
  ) async throws -> (page: Answer<ItemPage>, changes: ItemChanges) {
    guard case .kept(let since) = first.standing else {
      try await write(first.value.items, first.standing, to: tool, isFirst: true)
      return (first, ItemChanges())
    }
    let page = try await tool.refreshing(first) {
      try await tool.market.latestPage(query)
    } lines: { page, before in
      let changes = before.map { ItemChanges(from: $0.items, to: page.items, since: since) }
      return table(page.items, tool, changes?.marks.isEmpty == true ? nil : changes, withHeader: showsHeader)
    } remainder: { page, before in
      let changes = ItemChanges(from: before.items, to: page.items, since: since)
      return table(changes.others(of: page.items), tool, changes, withHeader: false)
    }
    return (page, ItemChanges(from: first.value.items, to: page.value.items, since: since))
  }

  private func table(
    _ items: [Item], _ tool: Tool, _ changes: ItemChanges? = nil, withHeader: Bool
  ) -> [String] {
    guard !items.isEmpty else { return [] }
    return ItemTable(
      items: items, presenter: tool.presenter, style: tool.console.style, changes: changes
    )
    .lines(columns: tool.console.columns, showsHeader: withHeader)
  }

  private func write(_ items: [Item], _ standing: Standing, to tool: Tool, isFirst: Bool) async throws {
    let console = tool.console
    if let fields {
      for item in items { try console.print(fields.line(item, tool.presenter)) }
    } else if tool.isFlat {
      for item in items {
        for line in item.flatLines(tool.presenter) + [""] { try console.print(line) }
      }
    } else if console.output.isTerminal, showsGrid {
      try await tool.writeGrid(items, standing, isFirst: isFirst)
    } else if console.output.isTerminal {
      for line in table(items, tool, withHeader: showsHeader && isFirst) { try console.print(line) }
    } else {
      for item in items { try console.print(TSV.line(item.fields(tool.presenter))) }
    }
  }

  /// Where the page lies in the list, for a person who sees the page.
  private func note(_ page: ItemPage, _ changes: ItemChanges, _ tool: Tool) {
    guard tool.console.output.isTerminal || tool.isFlat, fields == nil else { return }
    let number = tool.presenter.number
    let next = (["\(command) --page \(query.number + 1)"] + sameList).joined(separator: " ")
    func say(_ place: Phrase, _ next: Phrase?) {
      tool.remark(Phrase(verbatim: tool.presenter.facts([place, changes.words(tool.presenter), next])))
    }
    let before = (query.number - 1) * query.size
    switch (page.items.count, page.total) {
    case (0, let total) where total == 0 || query.number == 1:
      tool.note(nothing)
    case (0, let total):
      let page: Phrase = "Nothing on page \(number(query.number))"
      tool.note(total.map { "\(page) · \(number($0)) in all" } ?? page)
    case (let count, let total):
      let isLast = total.map { before + count >= $0 } ?? false
      say(tool.presenter.place(after: before, count: count, of: total), isLast ? nil : "next: \(next)")
    }
  }
}
