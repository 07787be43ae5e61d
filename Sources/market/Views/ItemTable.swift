import Console
import OpenMarket

/// Items as a table. A narrow terminal shows fewer columns and not narrower ones: half an amount is a wrong amount.
/// Only titles are cut.
struct ItemTable {
  private enum Part {
    case mark, id, title, price, stock, age

    /// Columns that it takes in any case.
    var least: Int { self == .mark ? 1 : 0 }

    var header: LocalizedPhrase {
      switch self {
      case .mark: ""
      case .id: LocalizedPhrase("ID")
      case .title: LocalizedPhrase("TITLE")
      case .price: LocalizedPhrase("PRICE")
      case .stock: LocalizedPhrase("STOCK")
      case .age: LocalizedPhrase("ADDED")
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
  /// Columns of a title in a table that goes on, where there is room: later ones may be longer than the first.
  private static let roomyTitle = 32

  /// How the columns of a table lie, so that rows that come later line up with the ones before.
  struct Columns: Equatable {
    fileprivate let total: Int
    fileprivate let isMarked: Bool
    fileprivate let layout: Int
    fileprivate let widths: [Int]
  }

  let items: [Item]
  let format: OutputFormat
  let style: Style
  /// What has changed since the items were last seen; nil for a table without a place for that.
  var changes: ListDiff?

  func lines(columns: Int, showsHeader: Bool) -> [String] {
    let layouts = layouts(marked: changes != nil)
    let layout = layouts.first { width(of: $0, for: items, atLeast: $0.parts.map(\.least)) <= columns }
    guard let layout = layout ?? layouts.last else { return [] }
    let table = table(layout, items)
    let widths = table.widths(fitting: columns, atLeast: layout.parts.map(\.least))
    return table.lines(widths: widths, style: style, showsHeader: showsHeader)
  }

  /// The rows as they go on below others: with a header where there are none, or where these do not fit below them.
  ///
  /// - Parameter coming: Items that will follow, for which there should be room.
  func lines(
    columns: Int, below former: inout Columns?, before coming: [Item] = [], showsHeader: Bool
  ) -> [String] {
    let above = former?.total == columns ? former : nil
    let isMarked = changes != nil || above?.isMarked == true
    let layouts = layouts(marked: isMarked)
    func least(_ index: Int) -> [Int] {
      guard let above, above.layout == index, above.isMarked == isMarked else {
        return layouts[index].parts.map { $0 == .title ? Self.roomyTitle : $0.least }
      }
      return above.widths
    }
    let choices = layouts.indices.dropFirst(above?.layout ?? 0)
    guard
      let index = choices.first(where: {
        width(of: layouts[$0], for: items + coming, atLeast: least($0)) <= columns
      }) ?? choices.last
    else { return [] }
    let widths = table(layouts[index], items + coming).widths(fitting: columns, atLeast: least(index))
    former = Columns(total: columns, isMarked: isMarked, layout: index, widths: widths)
    let begins = above?.layout != index || above?.isMarked != isMarked
    return table(layouts[index], items).lines(
      widths: widths, style: style, showsHeader: showsHeader && begins)
  }

  private func layouts(marked: Bool) -> [Layout] {
    Self.layouts.map { marked ? Layout(parts: [.mark] + $0.parts, showsOldPrice: $0.showsOldPrice) : $0 }
  }

  private func table(_ layout: Layout, _ items: [Item]) -> Table {
    Table(
      columns: layout.parts.map { part in
        let isText = part == .title || part == .age
        return Table.Column(
          format.text(part.header), alignment: isText ? .left : .right, minimum: part == .title ? 8 : .max,
          flexible: part == .title)
      },
      rows: items.map { item in layout.parts.map { Cell(runs($0, of: item, layout)) } })
  }

  /// Columns that a layout takes at least.
  ///
  /// - Parameter least: What its columns take above.
  private func width(of layout: Layout, for items: [Item], atLeast least: [Int]) -> Int {
    let widths = layout.parts.enumerated().map { index, part in
      let cells = items.map { runs(part, of: $0, layout).displayWidth }
      let widest = max(
        format.text(part.header).displayWidth, cells.max() ?? 0, least[index])
      return part == .title ? min(widest, Self.enoughTitle) : widest
    }
    return widths.reduce(0, +) + Self.gap * (widths.count - 1)
  }

  private func runs(
    _ part: Part, of item: Item, _ layout: Layout
  ) -> [Cell.Run] {
    switch part {
    case .mark: changes?.marks[item.id].map { [$0.run(style)] } ?? []
    case .id: [(String(item.id), style.dim)]
    case .title: [(item.title.sanitized, nil)]
    case .price: item.priceRuns(format, style, showsOldPrice: layout.showsOldPrice)
    case .stock:
      item.stock == 0 ? [(format.text("sold out"), style.red)] : [(format.number(item.stock), nil)]
    case .age: [(format.age(item.registrationDate), style.dim)]
    }
  }
}
