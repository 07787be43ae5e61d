import Console
import Foundation
import OpenMarket
import Wording

/// `market sales`: adds up what was sold.
struct Sales: Command {
  static let subcommands: [any Command.Type] = [ForgetSales.self]

  static let declaration = CommandDeclaration(
    name: "sales", synonyms: ["report", "revenue", "매출", "profit", "earnings", "turnover", "보고서"],
    parent: "market",
    abstract: "Add up sales by day, item, tag or currency.",
    discussion: """
      Pieces and revenue are net of returns, which count on their own day. Days are those of the market's time zone. On a \
      terminal bars show the revenue, and the last lines a total for each currency. Without dates a server answers for the \
      last 366 days, and a store for all. By tag, an item with several tags counts under each of them.
      """,
    examples: [
      .init("market sales", "Each day with sales."),
      .init("market sales --month 2026-11 --by item", "November by item."),
      .init("market sales --week --by tag", "This week so far, by tag."),
      .init("market sales --by currency --margin", "All revenue, less what was paid for the pieces."),
    ],
    options: .date, .weekSoFar, .monthSoFar, Self.from, Self.to, Self.by, Self.margin,
    .acceptedAll, RowOutput.options(SalesRow.columns(.ofNames)), .markets, .everywhere, runsAlone: true,
    subcommands: subcommands.map { $0.declaration })

  private static let from = Option<GivenDay?>(day: "from", help: "The first day: \(GivenDay.examples).")
  private static let to = Option<GivenDay?>(day: "to", help: "The last day, likewise.")
  private static let by = Option<SalesQuery.Grouping>("by", "what", help: "What is added up.", default: .day)
  private static let margin = Option<Bool>(
    "margin", help: "Show the cost and the margin too; for the operator.")

  private let query: SalesQuery
  private let output: RowOutput

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let (first, last) = (try arguments[Self.from], try arguments[Self.to])
    if let first = first?.fixed, let last = last?.fixed, last < first {
      throw arguments.error(
        .invalidValue(last.description, option: "--to", reason: "it is before \(first.description)"))
    }
    let period = try arguments.period(week: .weekSoFar, month: .monthSoFar)
    for option in [Option.date, .weekSoFar, .monthSoFar] {
      try arguments.refuse(option, with: Self.from, Self.to)
    }
    let showsMargin = arguments[Self.margin]
    var query = SalesQuery(by: try arguments[Self.by], readsCost: showsMargin)
    (query.from, query.to, query.period) = (first, last, period)
    self.query = query
    output = try RowOutput(arguments, SalesRow.columns(.ofNames).named(query.columns))
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    if query.readsCost { try await context.requireOperator() }
    let report = try await context.market.sales(query)
    let rows = report.rows
    let (console, format) = (context.console, context.format)
    // A server answers a report without dates for a year. In a pipe stdout is data alone.
    let isTable = output.fields == nil && context.isForPerson
    if query.period != nil, isTable, output.showsHeader, let days = report.days {
      try console.print(console.style.bold(format.text(heading(days, format))))
    } else if query.period == nil, query.from == nil, query.to == nil, let days = report.days {
      let line: LocalizedPhrase =
        "Sales from \(days.lowerBound.description) to \(days.upperBound.description); others with '--from' and '--to'"
      if isTable {
        try console.print(console.style.dim(format.text(line)))
      } else {
        context.note(line)
      }
    }
    let columns = SalesRow.columns(format)
    try await context.write(rows, in: columns, as: output, usual: query.layouts, piped: query.piped) { _ in
      SalesTable(rows: rows, query: query, format: format, totals: try await totals(of: report, context))
        .lines(
          in: output.layouts(columns, usual: query.layouts), for: console, showsHeader: output.showsHeader)
    }
    if rows.isEmpty, isTable { context.note("No sales") }
    return .done
  }

  /// The period whose sales are shown.
  private func heading(_ days: ClosedRange<CalendarDay>, _ format: OutputFormat) -> LocalizedPhrase {
    let period = SalesPeriod(query.period?.scale ?? .day, containing: days.lowerBound)
    return "Sales, \(format.period(period))"
  }

  /// The total of each currency. Rows by tag have an item several times, so their totals are a report of their own.
  private func totals(of report: SalesReport, _ context: CommandContext) async throws -> [SalesRow] {
    guard query.grouping == .tag else { return report.totals }
    var query = query
    query.grouping = .currency
    return try await context.market.sales(query).rows
  }
}

/// `market sales forget ID`: forgets the sales of an item.
private struct ForgetSales: Command {
  static let declaration = CommandDeclaration(
    name: "forget", parent: "market sales", abstract: "Forget the sales of an item.",
    discussion: """
      The sales leave all totals, and their receipts become invalid: they cannot be restored. An item that is for sale \
      keeps its stock, and its history begins again with it. The plan is shown before anything changes.
      """,
    examples: [.init("market sales forget 7 --dry-run", "Show what would be forgotten of item 7.")],
    positionals: [.itemID], options: .yes, .dryRun, .markets, .everywhere)

  private let purge: Purge

  init(_ arguments: Arguments, _ settings: Settings) throws {
    purge = try Purge(arguments, settings)
  }

  func run(_ context: CommandContext) async throws -> ExitCode { try await purge.run(context) }
}
