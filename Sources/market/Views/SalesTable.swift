import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// A report of sales as a table with bars, and a total for each currency. On a narrow terminal it has fewer columns, not
/// narrower ones; only titles are truncated.
struct SalesTable {
  private static let widestBar = 30

  let rows: [SalesRow]
  let query: SalesQuery
  let format: OutputFormat
  /// The total of each currency.
  let totals: [SalesRow]

  func lines(for console: Console, showsHeader: Bool) -> [String] {
    let layouts = layouts
    let fitting = layouts.first { table($0).leastWidth(enough: 6) <= console.columns }
    let columns = console.isAccessible ? layouts[0] : fitting ?? layouts[layouts.count - 1]
    var bars: [RowColumn<SalesRow>] = []
    if !console.isAccessible, query.grouping != .currency {
      // They have what is left of the line.
      let room = min(Self.widestBar, console.columns - table(columns).leastWidth() - Table.gap)
      let largest = Dictionary(rows.map { ($0.revenue.currency, $0.revenue.amount) }, uniquingKeysWith: max)
      if room >= 5 {
        bars = [
          RowColumn("") { Self.bar($0.revenue.amount, of: largest[$0.revenue.currency] ?? 0, width: room) }
        ]
      }
    }
    return table(columns + bars).lines(for: console, showsHeader: showsHeader) + totalLines(console.columns)
  }

  private func table(_ columns: [RowColumn<SalesRow>]) -> Table { Table(rows, in: columns, format) }

  /// From the widest to the one that fits everywhere.
  private var layouts: [[RowColumn<SalesRow>]] {
    func number(_ header: LocalizedPhrase, _ text: @escaping (SalesRow) -> String) -> RowColumn<SalesRow> {
      RowColumn(header, .right, minimum: .max, text)
    }
    let revenue = number(LocalizedPhrase("REVENUE")) { format.price($0.revenue) }
    let cost = number(LocalizedPhrase("COST")) { row in
      row.cost.map { $0.pieces == 0 ? "" : format.price(Price($0.amount, row.revenue.currency)) } ?? ""
    }
    let margin = number(LocalizedPhrase("MARGIN")) { row in
      row.margin.map { format.price(Price($0, row.revenue.currency)) } ?? ""
    }
    let start: [RowColumn<SalesRow>] =
      switch query.grouping {
      case .day: [RowColumn(LocalizedPhrase("DAY"), minimum: .max) { $0.day?.description ?? "" }]
      case .item:
        [
          number(LocalizedPhrase("ID")) { $0.itemID.map(String.init) ?? "" },
          RowColumn(LocalizedPhrase("TITLE"), flexible: true) { ($0.title ?? "").sanitizedLine },
        ]
      case .tag: [RowColumn(LocalizedPhrase("TAG"), flexible: true, tag)]
      case .currency: [RowColumn(LocalizedPhrase("CURRENCY"), minimum: .max) { $0.revenue.currency.code }]
      }
    let pieces = number(LocalizedPhrase("PIECES")) { format.number($0.pieces) }
    let layouts =
      query.readsCost
      ? [[pieces, revenue, cost, margin], [revenue, margin], [margin]] : [[pieces, revenue], [revenue]]
    return layouts.map { start + $0 }
  }

  private func tag(of row: SalesRow) -> String {
    switch row.tag {
    case nil: format.text(LocalizedPhrase("deleted items"))
    case "": format.text(LocalizedPhrase("no tag"))
    case let tag?: tag.sanitizedLine
    }
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
    var sums: [Currency: SalesRow] = [:]
    for row in rows {
      let sum = SalesRow(pieces: row.pieces, revenue: row.revenue, cost: row.cost)
      sums[row.revenue.currency] = sums[row.revenue.currency].map { $0.adding(sum) } ?? sum
    }
    return sums.values.sorted { $0.revenue.currency.code < $1.revenue.currency.code }
  }
}

extension SalesRow {
  static let fields = [
    "day", "id", "title", "tag", "pieces", "revenue", "currency", "cost", "cost_pieces", "margin",
  ]

  /// The fields of JSON; those that the report has.
  var members: [(key: String, value: JSON)] {
    var members: [(key: String, value: JSON)] = []
    if let day { members.append(("day", .string(day.description))) }
    if let itemID {
      members.append(("id", .number(String(itemID))))
      members.append(("title", title.map { .string($0) } ?? .null))
    }
    if let tag { members.append(("tag", tag.isEmpty ? .null : .string(tag))) }
    members += [
      ("pieces", .number(String(pieces))), ("revenue", .number("\(revenue.amount)")),
      ("currency", .string(revenue.currency.code)),
    ]
    if let cost {
      members.append(("cost", cost.pieces == 0 ? .null : .number("\(cost.amount)")))
      members.append(("cost_pieces", .number(String(cost.pieces))))
      members.append(("margin", margin.map { .number("\($0)") } ?? .null))
    }
    return members
  }

  /// Revenue less cost; nil where the cost of a piece is not known.
  var margin: Decimal? {
    cost.flatMap { $0.pieces == pieces ? revenue.amount - $0.amount : nil }
  }

  /// The fields of a line in a pipe.
  var data: [String] { members.filter { $0.key != "cost_pieces" }.map(\.value.cell) }
}
