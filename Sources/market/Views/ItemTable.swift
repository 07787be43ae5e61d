import Console
import OpenMarket

/// Items as a table. A narrow terminal shows fewer columns and not narrower ones: half an amount is a wrong amount.
/// Only titles are cut.
struct ItemTable {
  private enum Part {
    case mark, id, title, price, stock, age

    var header: Phrase {
      switch self {
      case .mark: ""
      case .id: Phrase("ID")
      case .title: Phrase("TITLE")
      case .price: Phrase("PRICE")
      case .stock: Phrase("STOCK")
      case .age: Phrase("ADDED")
      }
    }
  }

  private struct Layout {
    var parts: [Part] = [.id, .title, .price, .stock, .age]
    var showsOldPrice = false
  }

  /// From the roomiest to the one that everything has room for.
  private static let layouts = [
    Layout(showsOldPrice: true), Layout(), Layout(parts: [.id, .title, .price, .stock]),
    Layout(parts: [.id, .title, .price]),
  ]
  private static let gap = 2
  /// Columns of a title below which something else gives way.
  private static let enoughTitle = 12

  let items: [Item]
  let presenter: Presenter
  let style: Style
  /// What has changed since the items were last seen.
  var changes = ItemChanges()

  func lines(columns: Int, showsHeader: Bool) -> [String] {
    let layouts = Self.layouts.map { layout in
      changes.marks.isEmpty
        ? layout : Layout(parts: [.mark] + layout.parts, showsOldPrice: layout.showsOldPrice)
    }
    guard let layout = layouts.first(where: { width(of: $0) <= columns }) ?? layouts.last else { return [] }
    let table = Table(
      columns: layout.parts.map { part in
        let isText = part == .title || part == .age
        return Table.Column(
          presenter.text(part.header), alignment: isText ? .left : .right, minimum: part == .title ? 8 : .max,
          flexible: part == .title)
      },
      rows: items.map { item in layout.parts.map { Cell(runs($0, of: item, layout)) } })
    return table.lines(width: columns, style: style, showsHeader: showsHeader)
  }

  /// Columns that a layout takes at least.
  private func width(of layout: Layout) -> Int {
    let widths = layout.parts.map { part in
      let cells = items.map { runs(part, of: $0, layout).reduce(0) { $0 + $1.text.displayWidth } }
      let widest = max(presenter.text(part.header).displayWidth, cells.max() ?? 0)
      return part == .title ? min(widest, Self.enoughTitle) : widest
    }
    return widths.reduce(0, +) + Self.gap * (widths.count - 1)
  }

  private func runs(
    _ part: Part, of item: Item, _ layout: Layout
  ) -> [(text: String, paint: Cell.Paint?)] {
    switch part {
    case .mark:
      switch changes.marks[item.id] {
      case let mark?: [(mark.rawValue, mark == .new ? style.bold : style.magenta)]
      case nil: []
      }
    case .id: [(String(item.id), style.dim)]
    case .title: [(item.title.sanitized, nil)]
    case .price: item.priceRuns(presenter, style, showsOldPrice: layout.showsOldPrice)
    case .stock:
      item.stock == 0 ? [(presenter.text("sold out"), style.red)] : [(presenter.number(item.stock), nil)]
    case .age: [(presenter.age(item.registrationDate), style.dim)]
    }
  }
}
