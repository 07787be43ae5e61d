import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// A report of sales as a table with bars, and a total for each currency. On a narrow terminal it has fewer columns, not
/// narrower ones; only titles are truncated.
struct SalesTable {
  private static let widestBar = 30
  /// The width of a text below which another column is left out.
  private static let enoughText = 6

  let rows: [SalesRow]
  let query: SalesQuery
  let format: OutputFormat
  /// The total of each currency.
  let totals: [SalesRow]

  func lines(in layouts: [[RowColumn<SalesRow>]], for console: Console, showsHeader: Bool) -> [String] {
    let columns = Table.fitting(
      layouts, for: rows, format, columns: console.columns, enough: Self.enoughText)
    var bars: [RowColumn<SalesRow>] = []
    if !console.isAccessible, query.grouping != .currency {
      // They have what is left of the line.
      let width = Table(rows, in: columns, format).leastWidth()
      let room = min(Self.widestBar, console.columns - width - Table.gap)
      let largest = Dictionary(rows.map { ($0.revenue.currency, $0.revenue.amount) }, uniquingKeysWith: max)
      if room >= 5 {
        bars = [
          RowColumn("") { Self.bar($0.revenue.amount, of: largest[$0.revenue.currency] ?? 0, width: room) }
        ]
      }
    }
    return Table(rows, in: columns + bars, format).lines(for: console, showsHeader: showsHeader)
      + totalLines(console.columns)
  }

  /// Blocks of eighths of a column; nothing for an amount of 0 or below.
  private static func bar(_ amount: Decimal, of largest: Decimal, width: Int) -> String {
    guard amount > 0, largest > 0 else { return "" }
    let eighths = max(1, NSDecimalNumber(decimal: amount * Decimal(width * 8) / largest).intValue)
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + rest
  }

  /// A total for each currency, in their order, with what is known of its cost.
  private func totalLines(_ width: Int) -> [String] {
    let note: LocalizedPhrase = "An item with several tags counts under each of them"
    let notes = query.grouping == .tag ? format.text(note).wrapped(toWidth: width) : []
    guard query.grouping != .currency || query.readsCost else { return [] }
    return totals.flatMap { total in
      let amount = format.price(total.revenue)
      let pieces = format.number(total.pieces)
      let sum: LocalizedPhrase? =
        query.grouping == .currency
        ? nil : total.pieces == 1 ? "Total: 1 piece, \(amount)" : "Total: \(pieces) pieces, \(amount)"
      let cost = total.cost.map { known -> LocalizedPhrase in
        let cost = format.price(Price(known.amount, total.revenue.currency))
        return known.pieces == 0
          ? "cost not known" : "cost of \(format.number(known.pieces)) of \(pieces) pieces known: \(cost)"
      }
      let margin = total.margin.map { format.price(Price($0, total.revenue.currency)) }
      return format.facts([sum, cost, margin.map { "margin \($0)" }], width: width)
    } + notes
  }
}

extension SalesReport {
  /// The sums of the rows by currency, in the order of their codes.
  var totals: [SalesRow] {
    Dictionary(
      rows.map { ($0.revenue.currency, SalesRow(pieces: $0.pieces, revenue: $0.revenue, cost: $0.cost)) },
      uniquingKeysWith: { $0.adding($1) }
    ).values.sorted { $0.revenue.currency.code < $1.revenue.currency.code }
  }
}

extension SalesRow {
  /// A row has a value of the columns that its report has.
  static func columns(_ format: OutputFormat) -> [RowColumn<SalesRow>] {
    func number(
      _ header: LocalizedPhrase, _ text: @escaping (SalesRow) -> String
    ) -> RowColumn<SalesRow> { RowColumn(header, .right, text) }
    return [
      RowColumn("day", LocalizedPhrase("DAY")) { $0.day.map { .string($0.description) } },
      number(LocalizedPhrase("ID")) { $0.itemID.map(String.init) ?? "" }
        .field("id") { $0.itemID.map { .number(String($0)) } },
      RowColumn("title", LocalizedPhrase("TITLE"), flexible: true) { row in
        row.itemID.map { _ in .text(row.title) }
      },
      RowColumn(LocalizedPhrase("TAG"), flexible: true) { row in
        row.tag.map { $0.isEmpty ? format.text(LocalizedPhrase("no tag")) : $0.sanitizedLine } ?? ""
      }
      .field("tag") { $0.tag.map { $0.isEmpty ? .null : .string($0) } },
      number(LocalizedPhrase("PIECES")) { format.number($0.pieces) }
        .field("pieces") { .number(String($0.pieces)) },
      number(LocalizedPhrase("REVENUE")) { format.price($0.revenue) }
        .field("revenue") { .number("\($0.revenue.amount)") },
      RowColumn("currency", LocalizedPhrase("CURRENCY")) { .string($0.revenue.currency.code) },
      number(LocalizedPhrase("COST")) { row in
        row.cost.map { $0.pieces == 0 ? "" : format.price(Price($0.amount, row.revenue.currency)) } ?? ""
      }.field("cost") { $0.cost.map { $0.pieces == 0 ? .null : .number("\($0.amount)") } },
      RowColumn("cost_pieces") { $0.cost.map { .number(String($0.pieces)) } },
      number(LocalizedPhrase("MARGIN")) { row in
        row.margin.map { format.price(Price($0, row.revenue.currency)) } ?? ""
      }.field("margin") { row in row.cost.map { _ in row.margin.map { .number("\($0)") } ?? .null } },
    ]
  }

  /// Revenue less cost; nil where the cost of a piece is not known.
  var margin: Decimal? {
    cost.flatMap { $0.pieces == pieces ? revenue.amount - $0.amount : nil }
  }
}

extension SalesQuery {
  /// The names of the columns that tell what is added up.
  private var start: [String] {
    switch grouping {
    case .day: ["day"]
    case .item: ["id", "title"]
    case .tag: ["tag"]
    case .currency: ["currency"]
    }
  }

  /// The columns of a table, from the widest to the one that fits everywhere.
  var layouts: [[String]] {
    (readsCost
      ? [["pieces", "revenue", "cost", "margin"], ["revenue", "margin"], ["margin"]]
      : [["pieces", "revenue"], ["revenue"]]).map { start + $0 }
  }

  /// The columns that a report has.
  var columns: [String] {
    (grouping == .currency ? [] : start) + ["pieces", "revenue", "currency"]
      + (readsCost ? ["cost", "cost_pieces", "margin"] : [])
  }

  /// The columns of a line in a pipe.
  var piped: [String] { columns.filter { $0 != "cost_pieces" } }
}
