import Console
import Foundation
import OpenMarket

/// `market sales`: adds up what was sold.
struct Sales: Command {
  static let usesStore = true

  static let declaration = CommandDeclaration(
    name: "sales", parent: "market", abstract: "Add up sales by day, item or currency.",
    discussion: """
      Pieces and revenue are net of returns, which count on their own day. Days are those of the market's time zone. On a \
      terminal bars show the revenue, and the last lines a total for each currency. In a pipe each line is a day or the \
      id and title of an item, the pieces, the revenue and the currency, separated by tabs. Without dates a server answers \
      for the last 366 days, and a store for all.
      """,
    examples: [
      .init("market sales", "Each day with sales."),
      .init("market sales --from 2026-11-01 --to 2026-11-30 --by item", "November by item."),
      .init("market sales --by currency --margin", "All revenue, less what was paid for the pieces."),
    ],
    options: [
      Option(long: "from", value: "date", help: "The first day, such as 2026-11-20."),
      Option(long: "to", value: "date", help: "The last day."),
      Option(
        long: "by", value: "what", help: "What is added up.",
        choices: SalesQuery.Grouping.allCases.map(\.rawValue), defaultValue: SalesQuery.Grouping.day.rawValue),
      Option(long: "margin", help: "Show the cost and the margin too; at the store itself."),
      .noHeaders, .salesJSON,
    ] + Option.markets + Option.everywhere)

  private let query: SalesQuery
  private let showsHeader: Bool
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    func day(_ option: String) throws -> CalendarDay? {
      try arguments.value(option).map { text in
        guard let day = CalendarDay(text) else {
          throw UsageError(
            .invalidValue(text, option: "--\(option)", reason: "write a day like 2026-11-20"),
            in: Self.declaration)
        }
        return day
      }
    }
    let (first, last) = (try day("from"), try day("to"))
    if let first, let last, last < first {
      throw UsageError(
        .invalidValue(last.description, option: "--to", reason: "it is before \(first.description)"),
        in: Self.declaration)
    }
    let showsMargin = arguments.flag("margin")
    if showsMargin, case .server = settings.place { throw CostsArePrivate() }
    query = SalesQuery(
      from: first, to: last, by: arguments.value("by").flatMap(SalesQuery.Grouping.init) ?? .day,
      readsCost: showsMargin)
    showsHeader = !arguments.flag("no-headers")
    fields = try OutputFields(arguments, known: SalesRow.fields, in: Self.declaration)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let report = try await context.market.sales(query)
    let rows = report.rows
    let (console, format) = (context.console, context.format)
    // A server answers a report without dates for a year. In a pipe stdout is data alone.
    if query.first == nil, query.last == nil, let days = report.days {
      let line: LocalizedPhrase =
        "Sales from \(days.lowerBound.description) to \(days.upperBound.description); others with '--from' and '--to'"
      if fields == nil, console.output.isTerminal || context.isFlat {
        try console.print(console.style.dim(format.text(line)))
      } else {
        context.note(line)
      }
    }
    if let fields {
      for row in rows { try console.print(fields.line(row.members)) }
    } else if console.output.isTerminal || context.isFlat {
      guard !rows.isEmpty else {
        context.note("No sales")
        return .done
      }
      let table = SalesTable(rows: rows, query: query, format: format)
      for line in table.lines(for: console, showsHeader: showsHeader) { try console.print(line) }
    } else {
      for row in rows { try console.print(TSV.line(row.data(query))) }
    }
    return .done
  }
}

/// Costs are shown at the store only.
struct CostsArePrivate: ReportableError, Equatable {
  var message: LocalizedPhrase { "Costs are private: a server does not send them" }
  var exitCode: ExitCode { .refused }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    "Run the command at the store itself, with '--store <file>'"
  }
}
