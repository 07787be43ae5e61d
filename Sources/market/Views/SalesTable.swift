import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// A report of sales as a table with bars, and a total for each currency. On a narrow terminal it has fewer columns, not
/// narrower ones; only titles are truncated.
struct SalesTable {
  private enum Part {
    case day, id, title, tag, currency, pieces, revenue, cost, margin

    var header: LocalizedPhrase {
      switch self {
      case .day: LocalizedPhrase("DAY")
      case .id: LocalizedPhrase("ID")
      case .title: LocalizedPhrase("TITLE")
      case .tag: LocalizedPhrase("TAG")
      case .currency: LocalizedPhrase("CURRENCY")
      case .pieces: LocalizedPhrase("PIECES")
      case .revenue: LocalizedPhrase("REVENUE")
      case .cost: LocalizedPhrase("COST")
      case .margin: LocalizedPhrase("MARGIN")
      }
    }

    /// Whether the text is the seller's own, of any length.
    var isText: Bool { self == .title || self == .tag }

    var alignment: Alignment { [.day, .title, .tag, .currency].contains(self) ? .left : .right }
  }

  private static let widestBar = 30

  let rows: [SalesRow]
  let query: SalesQuery
  let format: OutputFormat
  /// The total of each currency.
  let totals: [SalesRow]

  func lines(for console: Console, showsHeader: Bool) -> [String] {
    let parts = console.isAccessible ? layouts[0] : layout(for: console.columns)
    guard !console.isAccessible, query.grouping != .currency else {
      return table(parts, barWidth: 0).lines(for: console, showsHeader: showsHeader)
        + totalLines(console.columns)
    }
    // The bars have what is left of the line.
    let width = width(of: table(parts, barWidth: 0), showsHeader, in: console.columns)
    let room = min(Self.widestBar, console.columns - width - Table.gap)
    return table(parts, barWidth: room < 5 ? 0 : room).lines(for: console, showsHeader: showsHeader)
      + totalLines(console.columns)
  }

  /// From the widest to the one that fits everywhere.
  private var layouts: [[Part]] {
    let start: [Part] =
      switch query.grouping {
      case .day: [.day]
      case .item: [.id, .title]
      case .tag: [.tag]
      case .currency: [.currency]
      }
    let least = query.readsCost ? [Part.margin] : [.revenue]
    let all: [Part] = query.readsCost ? [.pieces, .revenue, .cost, .margin] : [.pieces, .revenue]
    return [start + all, start + [.revenue] + (query.readsCost ? [.margin] : []), start + least]
  }

  private func layout(for columns: Int) -> [Part] {
    let layouts = layouts
    return layouts.first { width(of: table($0, barWidth: 0), true, in: columns) <= columns }
      ?? layouts[layouts.count - 1]
  }

  private func width(of table: Table, _ showsHeader: Bool, in columns: Int) -> Int {
    table.lines(width: columns, style: .plain, showsHeader: showsHeader).map(\.displayWidth).max() ?? 0
  }

  private func table(_ parts: [Part], barWidth: Int) -> Table {
    var columns = parts.map { part in
      Table.Column(
        format.text(part.header), alignment: part.alignment, minimum: part.isText ? 6 : .max,
        flexible: part.isText)
    }
    if barWidth > 0 { columns.append(Table.Column("")) }
    let largest = Dictionary(rows.map { ($0.revenue.currency, $0.revenue.amount) }, uniquingKeysWith: max)
    return Table(
      columns: columns,
      rows: rows.map { row in
        parts.map { Cell(text($0, of: row)) }
          + (barWidth > 0
            ? [Cell(Self.bar(row.revenue.amount, of: largest[row.revenue.currency] ?? 0, width: barWidth))]
            : [])
      })
  }

  private func text(_ part: Part, of row: SalesRow) -> String {
    switch part {
    case .day: row.day?.description ?? ""
    case .id: row.itemID.map(String.init) ?? ""
    case .title: (row.title ?? "").sanitizedLine
    case .tag:
      switch row.tag {
      case nil: format.text(LocalizedPhrase("deleted items"))
      case "": format.text(LocalizedPhrase("no tag"))
      case let tag?: tag.sanitizedLine
      }
    case .currency: row.revenue.currency.code
    case .pieces: format.number(row.pieces)
    case .revenue: format.price(row.revenue)
    case .cost:
      row.cost.map { $0.pieces == 0 ? "" : format.price(Price($0.amount, row.revenue.currency)) } ?? ""
    case .margin: row.margin.map { format.price(Price($0, row.revenue.currency)) } ?? ""
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
  func data(_ query: SalesQuery) -> [String] {
    let name =
      day.map { [$0.description] } ?? itemID.map { [String($0), title ?? ""] } ?? tag.map { [$0] } ?? []
    var fields = name + [String(pieces), "\(revenue.amount)", revenue.currency.code]
    if let cost {
      fields.append(cost.pieces == 0 ? "" : "\(cost.amount)")
      fields.append(margin.map { "\($0)" } ?? "")
    }
    return fields
  }
}
