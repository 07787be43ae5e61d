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
  /// The items to show, such as those that the screen has room for; nil for all.
  var range: Range<Int>?
  /// The index of the item that is marked; nil for a table without marks.
  var selection: Int?

  /// The rows as a table, at most `columns` wide if a layout fits.
  func lines(columns: Int, showsHeader: Bool) -> [String] {
    let layouts = layouts
    // Measured on all items, so that it does not change while the person scrolls.
    let layout = layouts.first {
      Table(best.items, in: $0, format).leastWidth(enough: Self.enoughTitle) <= columns
    }
    guard !best.items.isEmpty, let layout = layout ?? layouts.last else { return [] }
    return Table(Array(best.items[range ?? best.items.indices]), in: layout, format)
      .lines(width: columns, style: style, showsHeader: showsHeader)
  }

  /// From the widest to the one that fits everywhere, which keeps the id and what the items are ranked by.
  private var layouts: [[RowColumn<BestSeller>]] {
    func number(
      _ header: LocalizedPhrase, _ paint: Cell.Paint? = nil, _ text: @escaping (BestSeller) -> String
    ) -> RowColumn<BestSeller> {
      RowColumn(header, .right, minimum: .max, runs: { [(text($0), paint)] })
    }
    func priced(showsOldPrice: Bool) -> RowColumn<BestSeller> {
      RowColumn(
        LocalizedPhrase("PRICE"), .right, minimum: .max,
        runs: { $0.priceRuns(format, style, showsOldPrice: showsOldPrice) })
    }
    let price = priced(showsOldPrice: false)
    let pieces = number(LocalizedPhrase("SOLD")) { format.number($0.pieces) }
    let share = number(LocalizedPhrase("SHARE"), style.dim) { best.shareText(of: $0, format) }
    let toDate = number("SOLD IN ALL", style.dim) { format.number($0.piecesToDate) }
    let revenue = number(LocalizedPhrase("REVENUE")) { $0.revenueText(format) }
    let marked = selection.map { best.items[$0].id }
    /// With signs for words on a narrow terminal.
    func start(isNarrow: Bool) -> [RowColumn<BestSeller>] {
      let isSign = style.isColored || isNarrow
      let mark = RowColumn<BestSeller>(
        "", minimum: .max, runs: { [($0.id == marked ? ">" : "", style.bold)] })
      return (marked == nil ? [] : [mark]) + [
        number(isNarrow ? LocalizedPhrase(verbatim: "#") : LocalizedPhrase("RANK"), style.bold) {
          format.number($0.rank)
        },
        RowColumn(
          isNarrow ? LocalizedPhrase(verbatim: "±") : LocalizedPhrase("CHANGE"), minimum: .max,
          runs: { [$0.changeRun(format, style, isSign: isSign)] }),
        number(LocalizedPhrase("ID"), style.dim) { String($0.id) },
        RowColumn(LocalizedPhrase("TITLE"), flexible: true, runs: { $0.titleRuns(format, style) }),
      ]
    }
    // Where a market keeps it private, no item has it.
    let known = best.items.contains { $0.revenue != nil } ? [revenue] : []
    let others = [pieces, share, toDate] + known
    let (measure, narrow) =
      switch best.measure {
      case .pieces:
        (pieces, [[price, pieces, share, toDate], [price, pieces, share], [price, pieces], [pieces]])
      case .revenue:
        (revenue, [[price, pieces, revenue, share], [price, revenue, share], [revenue, share]])
      }
    let wide = [[priced(showsOldPrice: true)] + others, [price] + others, [price, pieces, share] + known]
    return (wide + narrow).map { start(isNarrow: false) + $0 } + [start(isNarrow: true) + [measure]]
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
