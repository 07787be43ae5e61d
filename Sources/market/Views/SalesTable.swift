import Console
import Foundation
import OpenMarket

/// A report of sales as a table with bars, and a total for each currency.
struct SalesTable {
  private static let widestBar = 30

  let rows: [SalesRow]
  let query: SalesQuery
  let format: OutputFormat

  func lines(for console: Console, showsHeader: Bool) -> [String] {
    let table = table(rows, barWidth: 0)
    guard !console.isAccessible, query.grouping != .currency else {
      return table.lines(for: console, showsHeader: showsHeader)
        + totalLines
    }
    // The bars have what is left of the line.
    let width =
      table.lines(width: console.columns, style: .plain, showsHeader: showsHeader)
      .map(\.displayWidth).max() ?? 0
    let room = min(Self.widestBar, console.columns - width - 2)
    let barred = room < 5 ? table : self.table(rows, barWidth: room)
    return barred.lines(for: console, showsHeader: showsHeader) + totalLines
  }

  private func table(_ rows: [SalesRow], barWidth: Int) -> Table {
    func header(_ text: LocalizedPhrase, _ alignment: Alignment = .right) -> Table.Column {
      Table.Column(format.text(text), alignment: alignment, minimum: 4)
    }
    var columns: [Table.Column] = []
    switch query.grouping {
    case .day: columns.append(header(LocalizedPhrase("DAY"), .left))
    case .item:
      columns.append(header(LocalizedPhrase("ID")))
      columns.append(Table.Column(format.text(LocalizedPhrase("TITLE")), flexible: true))
    case .currency: columns.append(header(LocalizedPhrase("CURRENCY"), .left))
    }
    columns += [header(LocalizedPhrase("PIECES")), header(LocalizedPhrase("REVENUE"))]
    if query.readsCost { columns += [header(LocalizedPhrase("COST")), header(LocalizedPhrase("MARGIN"))] }
    if barWidth > 0 { columns.append(Table.Column("")) }
    let largest = Dictionary(rows.map { ($0.revenue.currency, $0.revenue.amount) }, uniquingKeysWith: max)
    return Table(
      columns: columns,
      rows: rows.map { row in
        cells(row).map { Cell($0) }
          + (barWidth > 0
            ? [Cell(Self.bar(row.revenue.amount, of: largest[row.revenue.currency] ?? 0, barWidth))] : [])
      })
  }

  private func cells(_ row: SalesRow) -> [String] {
    var cells: [String] =
      switch query.grouping {
      case .day: [row.day?.description ?? ""]
      case .item: [row.itemID.map(String.init) ?? "", (row.title ?? "").sanitizedLine]
      case .currency: [row.revenue.currency.code]
      }
    cells += [format.number(row.pieces), format.price(row.revenue)]
    if let cost = row.cost {
      let isWhole = cost.pieces == row.pieces
      cells += [
        cost.pieces == 0 ? "" : format.price(Price(cost.amount, row.revenue.currency)),
        isWhole ? format.price(Price(row.revenue.amount - cost.amount, row.revenue.currency)) : "",
      ]
    }
    return cells
  }

  /// Blocks of eighths of a column; nothing for an amount of 0 or below.
  private static func bar(_ amount: Decimal, of largest: Decimal, _ width: Int) -> String {
    guard amount > 0, largest > 0 else { return "" }
    let eighths = max(1, NSDecimalNumber(decimal: amount * Decimal(width * 8) / largest).intValue)
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + rest
  }

  /// A total for each currency, in their order.
  private var totalLines: [String] {
    guard query.grouping != .currency else { return [] }
    let currencies = Set(rows.map(\.revenue.currency)).sorted { $0.code < $1.code }
    return currencies.map { currency in
      let own = rows.filter { $0.revenue.currency == currency }
      let pieces = own.reduce(0) { $0 + $1.pieces }
      let revenue = own.reduce(Decimal()) { $0 + $1.revenue.amount }
      return format.text(
        "Total: \(format.number(pieces)) pieces, \(format.price(Price(revenue, currency)))")
    }
  }
}

extension SalesRow {
  static let fields = ["day", "id", "title", "pieces", "revenue", "currency", "cost", "margin"]

  /// The fields of JSON; those that the report has.
  var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    if let day { members.append(("day", .string(day.description))) }
    if let itemID {
      members.append(("id", .number(String(itemID))))
      members.append(("title", title.map { .string($0) } ?? .null))
    }
    members += [
      ("pieces", .number(String(pieces))), ("revenue", .number("\(revenue.amount)")),
      ("currency", .string(revenue.currency.code)),
    ]
    if let cost {
      members.append(("cost", cost.pieces == 0 ? .null : .number("\(cost.amount)")))
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
    let name = day.map { [$0.description] } ?? itemID.map { [String($0), title ?? ""] } ?? []
    let costs =
      cost.map { [$0.pieces == 0 ? "" : "\($0.amount)", margin.map { "\($0)" } ?? ""] } ?? []
    return name + [String(pieces), "\(revenue.amount)", revenue.currency.code] + costs
  }
}
