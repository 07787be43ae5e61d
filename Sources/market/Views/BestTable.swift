import Console
import OpenMarket

/// Best sellers as a table. On a narrow terminal it has fewer columns, not narrower ones; only titles are truncated.
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
      case .toDate: LocalizedPhrase("TO DATE")
      case .revenue: LocalizedPhrase("REVENUE")
      }
    }
  }

  private struct Layout {
    let parts: [Part]
    var showsOldPrice = false
  }

  /// The width of a title below which another column is left out.
  private static let enoughTitle = 12

  let best: BestSellers
  let format: OutputFormat
  let style: Style
  /// The items to show: all, or those that the screen has room for.
  let range: Range<Int>
  /// The index of the item that is marked; nil for a table without marks.
  let selection: Int?

  /// - Parameter range: Nil for all items.
  init(
    _ best: BestSellers, _ format: OutputFormat, _ style: Style, range: Range<Int>? = nil,
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

  /// From the widest to the one that fits everywhere, which keeps what the items are ranked by.
  private var layouts: [Layout] {
    let start: [Part] = selection == nil ? [.rank, .change] : [.mark, .rank, .change]
    let narrow: [[Part]] =
      switch best.measure {
      case .pieces:
        [
          [.title, .price, .pieces, .share, .toDate], [.title, .price, .pieces, .share],
          [.title, .price, .pieces], [.title, .pieces],
        ]
      case .revenue:
        [[.title, .price, .pieces, .revenue], [.title, .price, .revenue], [.title, .revenue]]
      }
    // Where a market keeps it private, no item has it.
    let hasRevenue = best.items.contains { $0.revenue != nil }
    let all: [Part] = [.title, .price, .pieces, .share, .toDate] + (hasRevenue ? [.revenue] : [])
    return [
      Layout(parts: start + [.id] + all, showsOldPrice: true), Layout(parts: start + [.id] + all),
      Layout(parts: start + all),
      Layout(parts: start + [.title, .price, .pieces, .share] + (hasRevenue ? [.revenue] : [])),
    ] + narrow.map { Layout(parts: start + $0) }
  }

  private func table(_ layout: Layout) -> Table {
    Table(
      columns: layout.parts.map { part in
        let isText = [.mark, .change, .title].contains(part)
        return Table.Column(
          format.text(part.header), alignment: isText ? .left : .right, minimum: part == .title ? 6 : .max,
          flexible: part == .title)
      },
      rows: range.map { index in layout.parts.map { Cell(runs($0, index, layout)) } })
  }

  /// The least width of a table in a layout, of all items, so that it does not change while the person scrolls.
  private func width(of layout: Layout) -> Int {
    let widths = layout.parts.map { part in
      let cells = best.items.indices.map { Cell(runs(part, $0, layout)).width }
      let widest = max(format.text(part.header).displayWidth, cells.max() ?? 0)
      return part == .title ? min(widest, Self.enoughTitle) : widest
    }
    return widths.reduce(0, +) + Table.gap * (widths.count - 1)
  }

  private func runs(_ part: Part, _ index: Int, _ layout: Layout) -> [Cell.Run] {
    let place = best.items[index]
    switch part {
    case .mark: return [(index == selection ? ">" : "", style.bold)]
    case .rank: return [(format.number(place.rank), style.bold)]
    case .change: return [place.changeRun(format, style)]
    case .id: return [(String(place.id), style.dim)]
    case .title: return [(place.title, nil)]
    case .price: return place.priceRuns(format, style, showsOldPrice: layout.showsOldPrice)
    case .pieces: return [(format.number(place.pieces), nil)]
    case .share: return [(format.share(place.pieces, of: best.pieces), style.dim)]
    case .toDate: return [(format.number(place.piecesToDate), style.dim)]
    case .revenue: return [(place.revenueText(format), nil)]
    }
  }
}

extension BestSellers {
  /// The line above a ranking, as much of it as fits: its period, whether that is over, and what was sold.
  func caption(_ format: OutputFormat, columns: Int) -> String {
    let period = format.period(period)
    let soFar: LocalizedPhrase? = isSoFar ? LocalizedPhrase("so far") : nil
    let measure: LocalizedPhrase? =
      switch (measure, currency) {
      case (.revenue, let currency?): "by revenue in \(currency.code)"
      case (.pieces, let currency?): "sales in \(currency.code)"
      case (_, nil): nil
      }
    let pieces: LocalizedPhrase? = pieces > 0 ? "\(format.number(pieces)) sold" : nil
    let choices: [[LocalizedPhrase?]] = [
      ["Best sellers", period, soFar, pieces, measure], [period, soFar, pieces, measure],
      [period, soFar, measure], [period, soFar],
    ]
    let lines = choices.map(format.facts)
    return lines.first { $0.displayWidth <= columns } ?? lines.last ?? ""
  }

  /// The text that is shown in place of a ranking without items.
  func emptyText(_ format: OutputFormat) -> LocalizedPhrase {
    switch period.scale {
    case .day: "No sales on \(period.description)"
    case .week, .month, .allTime: "No sales in \(period.description)"
    }
  }
}
