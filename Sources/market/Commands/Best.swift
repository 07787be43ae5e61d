import Console
import OpenMarket

/// `market best`: shows which items were sold most on a day, in a week or in a month.
struct Best: Command {
  static let declaration = CommandDeclaration(
    name: "best", synonyms: ["bestsellers", "베스트셀러"], parent: "market",
    abstract: "Show the best sellers of a day, week or month.",
    discussion: """
      Items are ranked by the pieces sold, less those returned. The change of a rank is that since the day, week or month \
      before; 'new' was never ranked before, and 're-entry' was, but not in the period before. Without a date it is the last \
      whole period: yesterday, or last week or month. Days are those of the market's time zone.
      On a terminal ← and → go to the day before and after, d opens a calendar, Enter shows the item, v shows images, q \
      quits.
      """,
    examples: [
      .init("market best", "Yesterday's best sellers."),
      .init("market best --week 2026-W47 --limit 20", "The first twenty of a week."),
      .init("market best --month --by revenue --currency KRW", "Last month, by revenue in won."),
    ],
    options: .date, .week, .month, Self.by, Self.salesCurrency, Self.limit, Self.all, .grid,
    .images, RowOutput.options(Self.columns),
    .noPager.described(as: LocalizedPhrase("Show one ranking and exit, also on a terminal.")), .looking,
    .everywhere)

  private static let by = Option<BestQuery.Measure>(
    "by", "measure", help: "What items are ranked by.", default: .pieces)
  private static let salesCurrency = Option<String?>(
    "currency", "code",
    help: "Count only sales in this currency; revenue is ranked in one, by default the most used.",
    candidates: .lookup(CompletionReference.currency.rawValue))
  private static let limit = Option<Int>(
    "limit", "count", help: "Show this many items, at most 500.",
    default: BestQuery.defaultLimit, in: 1...BestQuery.largestLimit)
  private static let all = Option<Bool>.all.described(as: "Show up to 500 items.").listed(.rare)
  private static var columns: [RowColumn<BestSeller>] { BestSeller.columns(nil, .ofNames, .plain) }

  /// The id first: commands read it from standard input.
  static let piped = [
    "id", "rank", "previous_rank", "change", "status", "title", "pieces", "pieces_to_date", "revenue",
  ]

  private let query: BestQuery
  private let output: RowOutput
  private let scrolls: Bool
  private let showsGrid: Bool
  /// The options apart from the date, as words of a shell's command line.
  private let others: [String]
  /// The options that name the market, as arguments.
  private let place: [String]

  init(_ arguments: Arguments, _ settings: Settings) throws {
    var query = BestQuery(try arguments.period() ?? .last(.day))
    query.measure = try arguments[Self.by]
    // The settings have checked it.
    query.currency = arguments[Self.salesCurrency].flatMap { Currency($0) }
    try arguments.refuse(Self.all, with: Self.limit)
    query.limit = arguments[Self.all] ? BestQuery.largestLimit : try arguments[Self.limit]
    self.query = query
    output = try RowOutput(arguments, Self.columns)
    try arguments.refuse(.columns, with: .grid)
    scrolls = !arguments[.noPager]
    showsGrid = arguments[.grid]
    others = arguments.again(Self.by, Self.salesCurrency, Self.limit, Self.all, .profile, .server, .store)
    place = arguments.arguments(of: .place)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let best = try await context.market.bestSellers(query)
    if try await !browse(best, context) {
      try await write(best, context)
      note(best, context)
    }
    return .done
  }

  /// Lets the person go from day to day. False, and nothing is shown, where the output does not allow it. The ranking that was
  /// seen last stays on the terminal.
  private func browse(_ best: BestSellers, _ context: CommandContext) async throws -> Bool {
    guard scrolls, output.fields == nil, output.names == nil, !context.format.isFlat,
      context.interaction.scrolls,
      context.console.hasKeyboard
    else { return false }
    let browser = Browser(
      BestBrowser(query, best), isGrid: showsGrid, columns: context.console.columns,
      rows: context.console.output.rows ?? 24,
      forms: context.browserForms(Browse.declaration), now: context.environment.now())
    guard let last = try await context.browse(browser, place: place, hasMouse: true) else { return false }
    if let best = last.best?.best ?? last.leftRanking, !last.isClosed {
      try await write(best, context)
      note(best, context)
    }
    return true
  }

  private func write(_ best: BestSellers, _ context: CommandContext) async throws {
    let (console, format) = (context.console, context.format)
    if console.output.isTerminal, !format.isFlat, output.fields == nil, !best.items.isEmpty {
      if output.showsHeader {
        try console.print(console.style.bold(best.caption(format, columns: console.columns)))
      }
      guard !showsGrid else {
        return try await context.writeGrid(best.items.map(\.item), of: best, .current, isFirst: true)
      }
    }
    let columns = BestSeller.columns(best, format, console.style)
    try await context.write(best.items, in: columns, as: output, usual: best.layouts, piped: Self.piped) {
      table in
      format.isFlat
        ? table
        : BestTable(best: best, format: format, style: console.style, chosen: output.names)
          .lines(columns: console.columns, showsHeader: output.showsHeader)
    }
  }

  /// Notes which part of the ranking is shown, that the period is not over, where no caption says so, and that it has no
  /// sales.
  private func note(_ best: BestSellers, _ context: CommandContext) {
    guard best.items.isEmpty else {
      let isText = output.fields == nil && context.isForPerson
      if isText, best.items.count < best.total {
        context.remark(context.format.place(after: 0, count: best.items.count, of: best.total))
      }
      if context.format.isFlat, output.fields == nil {
        return context.remark(LocalizedPhrase(verbatim: best.caption(context.format, columns: .max)))
      }
      let hasCaption = context.console.output.isTerminal && output.fields == nil && output.showsHeader
      if !hasCaption, best.isSoFar {
        context.remark(best.periodText(context.format))
      }
      return
    }
    context.noteMissingStore()
    let text = best.emptyText(context.format)
    guard let nearest = best.nearest else { return context.note(text) }
    context.note(
      LocalizedPhrase(verbatim: context.format.facts([text, "nearest: \(command(nearest))"])), isWhole: true)
  }

  /// The command line of another period.
  private func command(_ period: SalesPeriod) -> String {
    let option =
      switch period.scale {
      case .day: "--date"
      case .week: "--week"
      case .month: "--month"
      }
    return (["market best \(option) \(period)"] + others).joined(separator: " ")
  }
}
