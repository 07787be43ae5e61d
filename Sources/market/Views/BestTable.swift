import Console
import Foundation
import OpenMarket
import Wording

/// Best sellers as a table. On a narrow terminal it has fewer columns and signs for changes; only titles are truncated.
struct BestTable {
  private enum Part {
    case mark, rank, change, id, title, price, pieces, share, toDate, revenue

    var header: LocalizedPhrase {
      switch self {
      case .mark: ""
      case .rank: LocalizedPhrase("RANK")
      case .change: LocalizedPhrase("CHANGE")
      case .id: LocalizedPhrase("ID")
      case .title: LocalizedPhrase("TITLE")
      case .price: LocalizedPhrase("PRICE")
      case .pieces: LocalizedPhrase("SOLD")
      case .share: LocalizedPhrase("SHARE")
      case .toDate: LocalizedPhrase("SOLD IN ALL")
      case .revenue: LocalizedPhrase("REVENUE")
      }
    }
  }

  private struct Layout {
    let parts: [Part]
    var showsOldPrice = false
    /// Whether headers and changes are signs.
    var isNarrow = false

    func header(of part: Part) -> LocalizedPhrase {
      switch part {
      case .rank where isNarrow: LocalizedPhrase(verbatim: "#")
      case .change where isNarrow: LocalizedPhrase(verbatim: "±")
      default: part.header
      }
    }
  }

  /// The width of a title below which another column is left out.
  private static let enoughTitle = 24

  let best: BestSellers
  let format: OutputFormat
  let style: Style
  /// The items to show: all, or those that the screen has room for.
  let range: Range<Int>
  /// The index of the item that is marked; nil for a table without marks.
  let selection: Int?

  /// - Parameter range: Nil for all items.
  init(
    _ best: BestSellers, _ format: OutputFormat, style: Style, range: Range<Int>? = nil,
    selection: Int? = nil
  ) {
    (self.best, self.format, self.style, self.selection) = (best, format, style, selection)
    self.range = range ?? best.items.indices
  }

  /// The rows as a table, at most `columns` wide if a layout fits.
  func lines(columns: Int, showsHeader: Bool) -> [String] {
    guard !best.items.isEmpty else { return [] }
    let layouts = layouts
    let layout = layouts.first { width(of: $0) <= columns } ?? layouts.last
    guard let layout else { return [] }
    return table(layout).lines(width: columns, style: style, showsHeader: showsHeader)
  }

  /// From the widest to the one that fits everywhere, which keeps the id and what the items are ranked by.
  private var layouts: [Layout] {
    let start: [Part] = (selection == nil ? [] : [.mark]) + [.rank, .change, .id, .title]
    // Where a market keeps it private, no item has it.
    let revenue: [Part] = best.items.contains { $0.revenue != nil } ? [.revenue] : []
    let (measure, narrow): ([Part], [[Part]]) =
      switch best.measure {
      case .pieces:
        (
          [.pieces],
          [[.price, .pieces, .share, .toDate], [.price, .pieces, .share], [.price, .pieces], [.pieces]]
        )
      case .revenue:
        (
          [.revenue],
          [[.price, .pieces, .revenue, .share], [.price, .revenue, .share], [.revenue, .share]]
        )
      }
    let all = [.price, .pieces, .share, .toDate] + revenue
    return [Layout(parts: start + all, showsOldPrice: true), Layout(parts: start + all)]
      + ([[.price, .pieces, .share] + revenue] + narrow).map { Layout(parts: start + $0) }
      + [Layout(parts: start + measure, isNarrow: true)]
  }

  private func table(_ layout: Layout) -> Table {
    Table(
      columns: layout.parts.map { part in
        let isText = [.mark, .change, .title].contains(part)
        return Table.Column(
          format.text(layout.header(of: part)), alignment: isText ? .left : .right,
          minimum: part == .title ? 6 : .max,
          flexible: part == .title)
      },
      rows: range.map { index in layout.parts.map { Cell(runs($0, index, layout: layout)) } })
  }

  /// The least width of a table in a layout, of all items, so that it does not change while the person scrolls.
  private func width(of layout: Layout) -> Int {
    let widths = layout.parts.map { part in
      let cells = best.items.indices.map { Cell(runs(part, $0, layout: layout)).width }
      let widest = max(format.text(layout.header(of: part)).displayWidth, cells.max() ?? 0)
      return part == .title ? min(widest, Self.enoughTitle) : widest
    }
    return widths.reduce(0, +) + Table.gap * (widths.count - 1)
  }

  private func runs(_ part: Part, _ index: Int, layout: Layout) -> [Cell.Run] {
    let place = best.items[index]
    switch part {
    case .mark: return [(index == selection ? ">" : "", style.bold)]
    case .rank: return [(format.number(place.rank), style.bold)]
    case .change: return [place.changeRun(format, style, isSign: style.isColored || layout.isNarrow)]
    case .id: return [(String(place.id), style.dim)]
    case .title: return place.titleRuns(format, style)
    case .price: return place.priceRuns(format, style, showsOldPrice: layout.showsOldPrice)
    case .pieces: return [(format.number(place.pieces), nil)]
    case .share: return [(best.shareText(of: place, format), style.dim)]
    case .toDate: return [(format.number(place.piecesToDate), style.dim)]
    case .revenue: return [(place.revenueText(format), nil)]
    }
  }
}

extension BestSellers {
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
    case .week, .month, .allTime: "No sales in \(format.period(period))"
    }
  }
}
