import Console
import OpenMarket
import Wording

/// Items as a table. On a narrow terminal it has fewer columns, not narrower ones: a truncated amount is a wrong amount.
/// Only titles are truncated.
struct ItemTable {
  private struct Layout {
    /// The names of the columns.
    var parts = ["id", "title", "price", "stock", "registration_date"]
    var showsOldPrice = false
  }

  /// From the widest to the one that fits everywhere.
  private static let layouts = [
    Layout(parts: ["id", "title", "price", "stock", "rating", "registration_date"], showsOldPrice: true),
    Layout(showsOldPrice: true), Layout(),
    Layout(parts: ["id", "title", "price", "stock"], showsOldPrice: true),
    Layout(parts: ["id", "title", "price", "stock"]), Layout(parts: ["id", "title", "price"]),
  ]
  /// From this width on the first of them has the ratings, for items that have some, and all have the SKUs. On a narrower terminal
  /// titles are whole before the SKUs are shown, which give way to the stock, and on each before the time of registration is.
  private static let wide = 110
  /// The width of a title below which another column is left out.
  private static let enoughTitle = 12
  /// The width of titles in a table that continues, if there is room: later titles may be longer than the first ones.
  private static let roomyTitle = 32

  /// The layout and the widths of a table's columns, so that later rows line up with the ones before.
  struct Columns: Equatable {
    fileprivate let total: Int
    fileprivate let hasSKUs: Bool
    fileprivate let layout: Int
    fileprivate let widths: [Int]
  }

  let items: [Item]
  let format: OutputFormat
  let style: Style
  /// The changes of the items; nil for a table without a column for marks.
  var changes: ListDiff?
  /// The columns that were chosen; nil for those that the terminal has room for.
  var chosen: [String]?
  /// The order of the list: its column is always shown.
  var sort = PageQuery.Sort.best
  /// Words that are marked in titles.
  var emphasized: [String] = []

  /// The rows as a complete table, at most `columns` wide if a layout fits.
  func lines(columns: Int, showsHeader: Bool) -> [String] {
    let layouts = layouts(withSKUs: hasSKUs, columns: columns)
    // That of the marks.
    let least = changes == nil ? [] : [1]
    let layout = layouts.dropFirst(widestLayout(columns)).first { layout in
      table(layout).leastWidth(enough: enoughTitle(layout, columns), atLeast: least) <= columns
    }
    guard let layout = layout ?? layouts.last else { return [] }
    let shown = table(layout)
    let widths = shown.widths(fitting: columns, atLeast: least)
    return shown.lines(widths: widths, style: style, showsHeader: showsHeader)
  }

  /// The header and the rows of one screen, in the columns of the screen before as far as they have room.
  ///
  /// - Returns: Also the column at which the titles end.
  func screen(
    columns: Int, like former: inout Columns?
  ) -> (header: String, rows: [String], titleEnd: Int) {
    let above = former?.total == columns ? former : nil
    let hasSKUs = above?.hasSKUs == true || self.hasSKUs
    let layouts = layouts(withSKUs: hasSKUs, columns: columns)
    func least(_ index: Int) -> [Int] {
      guard let above, above.layout == index, above.hasSKUs == hasSKUs else {
        return layouts[index].parts.map { $0 == "title" ? Self.roomyTitle : 0 }
      }
      return above.widths
    }
    let widestLayout = widestLayout(columns)
    // Only the first rated item makes a table wider.
    let widest = above.map { $0.layout == 1 && chosen == nil ? widestLayout : $0.layout } ?? widestLayout
    let choices = layouts.indices.dropFirst(widest)
    let fitting = choices.first { index in
      var needed = least(index)
      // Titles that are whole need no more room.
      if columns < Self.wide, let title = layouts[index].parts.firstIndex(of: "title") { needed[title] = 0 }
      return table(layouts[index]).leastWidth(
        enough: enoughTitle(layouts[index], columns), atLeast: needed) <= columns
    }
    guard let index = fitting ?? choices.last else { return ("", [], 0) }
    let shown = table(layouts[index])
    let widths = shown.widths(fitting: columns, atLeast: least(index))
    former = Columns(total: columns, hasSKUs: hasSKUs, layout: index, widths: widths)
    let lines = shown.lines(widths: widths, style: style, showsHeader: true)
    let title = layouts[index].parts.firstIndex(of: "title") ?? 0
    let end = widths.prefix(title + 1).reduce(0, +) + Table.gap * title
    return (lines.first ?? "", Array(lines.dropFirst()), end)
  }

  /// The first layout that is tried.
  private func widestLayout(_ columns: Int) -> Int {
    let showsRatings = columns >= Self.wide && items.contains { $0.rating?.mean != nil }
    return chosen != nil || showsRatings ? 0 : 1
  }

  private var hasSKUs: Bool { items.contains { $0.details[.sku] != nil } }

  private func enoughTitle(_ layout: Layout, _ columns: Int) -> Int {
    let hasLess =
      sort != .newest && layout.parts.last == "registration_date"
      || columns < Self.wide && layout.parts.contains("sku")
    return chosen == nil && hasLess ? .max : Self.enoughTitle
  }

  private func layouts(withSKUs: Bool, columns: Int) -> [Layout] {
    if let chosen { return chosen.prefixes.map { Layout(parts: $0) } }
    let layouts = Self.layouts.map(withSortedColumn)
    guard withSKUs else { return layouts }
    let isWide = columns >= Self.wide
    return layouts.filter { isWide || $0.parts.contains("stock") }.map {
      Layout(parts: [$0.parts[0], "sku"] + $0.parts.dropFirst(), showsOldPrice: $0.showsOldPrice)
    } + (isWide ? [] : layouts.dropFirst())
  }

  /// The layout with the column that the list is sorted by, in place of the last one where it has none. The title gives way
  /// to none.
  private func withSortedColumn(_ layout: Layout) -> Layout {
    let part: String? =
      switch sort {
      case .best, .oldest: nil
      case .newest: "registration_date"
      case .price, .priceDescending: "price"
      case .title, .titleDescending: "title"
      case .stock, .stockDescending: "stock"
      case .rating, .ratingAscending: "rating"
      }
    guard let part, !layout.parts.contains(part), let last = layout.parts.last,
      last != "title"
    else { return layout }
    return Layout(parts: layout.parts.dropLast() + [part], showsOldPrice: layout.showsOldPrice)
  }

  private func table(_ layout: Layout) -> Table {
    let marks = changes.map { changes in
      [RowColumn<Item>("", .right, runs: { changes.marks[$0.id].map { [$0.run(style)] } ?? [] })]
    }
    let columns = Item.columns(format).named(layout.parts).map { column in
      switch column.key {
      case "title":
        column.painted { item, _ in
          (layout.parts.contains("stock") || chosen != nil ? [] : soldOut(item))
            + Cell.runs(of: item.title, marking: emphasized, with: style.underlined)
        }
      case "price" where chosen == nil:
        column.painted { item, _ in item.priceRuns(format, style, showsOldPrice: layout.showsOldPrice) }
      case "rating" where chosen == nil:
        column.painted { item, runs in
          item.rating != nil && item.rating?.mean == nil ? [(format.text("no ratings"), style.dim)] : runs
        }
      case "stock": column.painted { $0.stock == 0 ? [($1[0].text, style.red)] : $1 }
      case "id", "registration_date": column.painted { [($1[0].text, style.dim)] }
      default: column
      }
    }
    return Table(items, in: (marks ?? []) + columns, format)
  }

  /// The words before the title of an item that is sold out, in a layout without the stock.
  private func soldOut(_ item: Item) -> [Cell.Run] {
    item.stock == 0 ? [(format.text("sold out"), style.red), (" · ", style.dim)] : []
  }
}
