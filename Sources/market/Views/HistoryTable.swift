import Console
import OpenMarket

/// The entries of a history as a table. On a narrow terminal it has fewer columns, not narrower ones; only details are
/// truncated.
struct HistoryTable {
  private enum Part: Int, CaseIterable {
    case entry, recorded, kind, change, stock, price, details

    var header: LocalizedPhrase {
      switch self {
      case .entry: LocalizedPhrase("ENTRY")
      case .recorded: LocalizedPhrase("RECORDED")
      case .kind: LocalizedPhrase("KIND")
      case .change: LocalizedPhrase("CHANGE")
      case .stock: LocalizedPhrase("STOCK")
      case .price: LocalizedPhrase("PRICE")
      case .details: LocalizedPhrase("DETAILS")
      }
    }

    var alignment: Alignment { [.recorded, .kind, .details].contains(self) ? .left : .right }
  }

  /// From the widest to the one that fits everywhere.
  private static let layouts: [[Part]] = [
    Part.allCases, [.entry, .recorded, .kind, .change, .stock, .details],
    [.entry, .kind, .change, .stock, .details], [.entry, .kind, .change, .stock],
  ]
  /// The width of the details below which another column is left out.
  private static let enoughDetails = 12

  let entries: [HistoryEntry]
  let format: OutputFormat

  func lines(for console: Console, showsHeader: Bool) -> [String] {
    let rows = entries.map { $0.cells(format).map { Cell($0) } }
    let fitting = Self.layouts.first { width(of: $0, rows) <= console.columns }
    let layout = console.isAccessible ? Part.allCases : fitting ?? Self.layouts.last ?? []
    return Table(
      columns: layout.map { part in
        Table.Column(
          format.text(part.header), alignment: part.alignment, minimum: part == .details ? 8 : .max,
          flexible: part == .details)
      }, rows: rows.map { cells in layout.map { cells[$0.rawValue] } }
    ).lines(for: console, showsHeader: showsHeader)
  }

  /// The least width of a table in a layout.
  private func width(of layout: [Part], _ rows: [[Cell]]) -> Int {
    let widths = layout.map { part in
      let widest = max(
        format.text(part.header).displayWidth, rows.map { $0[part.rawValue].width }.max() ?? 0)
      return part == .details ? min(widest, Self.enoughDetails) : widest
    }
    return widths.reduce(0, +) + Table.gap * (widths.count - 1)
  }
}
