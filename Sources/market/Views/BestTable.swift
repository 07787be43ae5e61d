import Console
import Foundation
import OpenMarket
import Wording

/// Best sellers as a table. On a narrow terminal it has fewer columns and signs for changes; only titles are truncated.
struct BestTable {
  /// The width of a title below which another column is left out.
  private static let enoughTitle = 24

  let best: BestSellers
  let format: OutputFormat
  let style: Style
  /// The columns that were chosen; nil for those that the terminal has room for.
  var chosen: [String]?
  /// The items to show, such as those that the screen has room for; nil for all.
  var range: Range<Int>?
  /// The index of the item that is marked; nil for a table without marks.
  var selection: Int?

  /// The rows as a table, at most `columns` wide if a layout fits.
  func lines(columns: Int, showsHeader: Bool) -> [String] {
    guard !best.items.isEmpty else { return [] }
    // Measured on all items, so that it does not change while the person scrolls.
    let layout = Table.fitting(
      layouts, for: best.items, format, columns: columns, enough: Self.enoughTitle)
    return Table(Array(best.items[range ?? best.items.indices]), in: layout, format)
      .lines(width: columns, style: style, showsHeader: showsHeader)
  }

  /// From the widest to the one that fits everywhere, the first one with old prices and the last one with signs for words.
  private var layouts: [[RowColumn<BestSeller>]] {
    let names = chosen?.prefixes ?? best.layouts
    let marked = selection.map { best.items[$0].id }
    let mark = RowColumn<BestSeller>("", runs: { [($0.id == marked ? ">" : "", style.bold)] })
    var layouts = names.map { BestSeller.columns(best, format, style).named($0) }
    if chosen == nil, let first = names.first {
      layouts.insert(BestSeller.columns(best, format, style, showsOldPrice: true).named(first), at: 0)
      let last = ["rank", "change", "id", "title", best.measure.rawValue]
      layouts.append(BestSeller.columns(best, format, style, isNarrow: true).named(last))
    }
    return layouts.map { (marked == nil ? [] : [mark]) + $0 }
  }
}

extension BestSeller {
  /// The price that is paid; nil for an item that is no longer for sale.
  private var price: Price? { isOnSale ? item.discountedPrice ?? item.price : nil }

  /// The columns of a ranking, with signs for words on a narrow terminal; a share needs the ranking.
  static func columns(
    _ best: BestSellers?, _ format: OutputFormat, _ style: Style, showsOldPrice: Bool = false,
    isNarrow: Bool = false
  ) -> [RowColumn<BestSeller>] {
    func number(
      _ header: LocalizedPhrase, _ paint: Cell.Paint? = nil, key: String = "",
      _ text: @escaping (BestSeller) -> String
    ) -> RowColumn<BestSeller> {
      RowColumn(header, .right, key: key, runs: { [(text($0), paint)] })
    }
    return [
      number(isNarrow ? LocalizedPhrase(verbatim: "#") : LocalizedPhrase("RANK"), style.bold) {
        format.number($0.rank)
      }.field("rank") { .number($0.rank) },
      RowColumn("previous_rank") { .number($0.previousRank) },
      RowColumn(
        isNarrow ? LocalizedPhrase(verbatim: "±") : LocalizedPhrase("CHANGE"),
        runs: { [$0.changeRun(format, style, isSign: style.isColored || isNarrow)] }
      ).field("change") { .number($0.change) },
      RowColumn("status") { .string($0.status.rawValue) },
      number(LocalizedPhrase("ID"), style.dim) { String($0.id) }.field("id") { .number($0.id) },
      RowColumn(
        LocalizedPhrase("TITLE"), flexible: true,
        runs: { format.isFlat ? [($0.title, nil)] : $0.titleRuns(format, style) }
      )
      .field("title") { .string($0.title) },
      RowColumn(
        LocalizedPhrase("PRICE"), .right, key: "price",
        runs: { seller in
          let item = seller.item
          if !format.isFlat {
            return seller.isOnSale ? item.priceRuns(format, style, showsOldPrice: showsOldPrice) : []
          }
          let words = seller.isOnSale ? item.priceWords(format) : LocalizedPhrase("no longer for sale")
          return [(format.text(words), nil)]
        }
      ).field(
        "price", { $0.price.map { .object([($0.currency.code, .number("\($0.amount)"))]) } ?? .null },
        data: { $0.price.map { "\($0.currency.code) \($0.amount)" } ?? "" }),
      number(LocalizedPhrase("SOLD")) { format.number($0.pieces) }.field("pieces") { .number($0.pieces) },
      number(LocalizedPhrase("SHARE"), style.dim) { best?.shareText(of: $0, format) ?? "" }
        .field("share") { seller in
          let percent = best.flatMap { Decimal(exactly: String($0.shareText(of: seller, format).dropLast())) }
          return percent.map { .number("\($0 / 100)") } ?? .null
        },
      number("SOLD IN ALL", style.dim) { format.number($0.piecesToDate) }
        .field("pieces_to_date") { .number($0.piecesToDate) },
      number(LocalizedPhrase("REVENUE")) { ($0.revenue ?? []).map(format.price).joined(separator: ", ") }
        .field(
          "revenue",
          { seller in
            seller.revenue.map { .object($0.map { ($0.currency.code, .number("\($0.amount)")) }) } ?? .null
          },
          data: { ($0.revenue ?? []).map { "\($0.currency.code) \($0.amount)" }.joined(separator: ", ") }),
      RowColumn("sku", DetailField.sku.header, flexible: true) { .text($0.item.sku) },
    ]
  }
}

extension BestSellers {
  /// The columns of a table, from the widest to the one that fits everywhere, which keeps the id and what the items are
  /// ranked by.
  var layouts: [[String]] {
    // Where a market keeps it private, no item has it.
    let known = items.contains { $0.revenue != nil } ? ["revenue"] : []
    let narrow =
      switch measure {
      case .pieces:
        [
          ["price", "pieces", "share", "pieces_to_date"], ["price", "pieces", "share"], ["price", "pieces"],
          ["pieces"],
        ]
      case .revenue:
        [["price", "pieces", "revenue", "share"], ["price", "revenue", "share"], ["revenue", "share"]]
      }
    let wide = [
      ["price", "pieces", "share", "pieces_to_date"] + known, ["price", "pieces", "share"] + known,
    ]
    let withSKUs =
      items.contains { $0.item.sku != nil } ? wide.map { ["rank", "change", "id", "sku", "title"] + $0 } : []
    return withSKUs + (wide + narrow).map { ["rank", "change", "id", "title"] + $0 }
  }

  /// The line above a ranking, as much of it as fits: its period, whether that is over, and what was sold.
  func caption(_ format: OutputFormat, columns: Int) -> String {
    let period = periodText(format)
    let measure: LocalizedPhrase? =
      switch (measure, currency) {
      case (.revenue, let currency?): "by revenue in \(currency.code)"
      case (.pieces, let currency?): "sales in \(currency.code)"
      case (_, nil): nil
      }
    let pieces: LocalizedPhrase? = pieces > 0 ? "\(format.number(pieces)) sold" : nil
    let choices: [[LocalizedPhrase?]] = [
      [heading(format), pieces, measure], [period, pieces, measure], [period, measure], [period],
    ]
    let lines = choices.map { format.facts($0) }
    return lines.first { $0.displayWidth <= columns } ?? lines.last ?? ""
  }

  /// `Best sellers, November 2026, so far`.
  private func heading(_ format: OutputFormat) -> LocalizedPhrase {
    let period = format.period(period)
    return isSoFar
      ? self.period.scale == .day
        ? "Best sellers, \(period), so far today" : "Best sellers, \(period), so far"
      : "Best sellers, \(period)"
  }

  /// The period, and that it is not over.
  func periodText(_ format: OutputFormat) -> LocalizedPhrase {
    let period = format.period(period)
    guard isSoFar else { return period }
    return self.period.scale == .day ? "\(period), so far today" : "\(period), so far"
  }

  /// The share of an item in what the items are ranked by.
  func shareText(of item: BestSeller, _ format: OutputFormat) -> String {
    guard measure == .revenue else { return format.share(Decimal(item.pieces), of: Decimal(pieces)) }
    guard let revenue, let part = item.revenue?.first(where: { $0.currency == currency }) else { return "" }
    return format.share(part.amount, of: revenue)
  }

  /// The text that is shown in place of a ranking without items.
  func emptyText(_ format: OutputFormat) -> LocalizedPhrase {
    switch period.scale {
    case .day: "No sales on \(format.period(period))"
    case .week, .month: "No sales in \(format.period(period))"
    }
  }
}
