import Console
import Foundation
import OpenMarket
import Wording

/// The receipt of an order: a line with its amount for each sale, the sum, the code, and how many pieces are left of each
/// item.
struct SaleReceipt {
  let sales: [RecordedMovement]
  let format: OutputFormat
  /// Whether a line ends in the number of its entry.
  let showsEntries: Bool

  init(_ recorded: [RecordedMovement], _ format: OutputFormat, showsEntries: Bool) {
    sales = recorded.filter { $0.movement.kind == .sold }
    self.format = format
    self.showsEntries = showsEntries
  }

  /// The codes, each once: a sale that was recorded before may have another one than the rest.
  var codes: [String] {
    var codes: [String] = []
    for code in sales.compactMap(\.receipt?.text) where !codes.contains(code) { codes.append(code) }
    return codes
  }

  /// - Parameter isPlan: Whether the order has no receipt yet.
  func lines(for console: Console, isPlan: Bool = false) -> [String] {
    table(for: console) + (isPlan ? [] : codes.map { format.text("Receipt \($0)") })
  }

  /// A table, and where it has no room lines of facts.
  private func table(for console: Console) -> [String] {
    let rows =
      sales.map(cells)
      + sales.sums.enumerated().map { index, sum in
        [index == 0 ? format.text(LocalizedPhrase("Total")) : "", "", format.price(sum)]
      }
    // Amounts are never cut.
    let columns = (0..<(showsEntries ? 5 : 4)).map { index in
      let isTitle = index == 0
      let alignment: Alignment = isTitle || index > 3 ? .left : .right
      return Table.Column("", alignment: alignment, minimum: isTitle ? 12 : .max, flexible: isTitle)
    }
    let table = Table(columns: columns, rows: rows.map { $0.map { Cell($0) } })
    guard format.isFlat || table.leastWidth(enough: 12) > console.columns else {
      return table.lines(for: console, showsHeader: false)
    }
    let lines = sales.flatMap { sale in
      console.flowing(cells(of: sale).map { LocalizedPhrase(verbatim: $0) }, format)
    }
    return lines + sales.sums.flatMap { console.flowing(["Total: \(format.price($0))"], format) }
  }

  /// The item, the pieces with their price, the amount, how many are left, and the entry.
  private func cells(of sale: RecordedMovement) -> [String] {
    let movement = sale.movement
    return [
      "#\(movement.itemID) \(sale.title.sanitizedLine)",
      format.text(movement.terms(format)),
      [sale].sums.map(format.price).joined(),
      // After a sale that was recorded before, others may have changed the stock.
      sale.isRepeated ? "" : format.text("\(format.number(movement.stock)) left"),
      showsEntries ? format.text("entry \(movement.id)") : "",
    ]
  }
}

extension [RecordedMovement] {
  /// The sum of each currency, in the order of the sales.
  var sums: [Price] {
    map { $0.movement.price.times(-$0.movement.quantity) }.sums
  }
}

extension [Price] {
  /// The sum of each currency, in the order of the first amounts.
  var sums: [Price] {
    reduce(into: []) { sums, price in
      let index = sums.firstIndex { $0.currency == price.currency } ?? sums.count
      if index == sums.count { sums.append(Price(0, price.currency)) }
      sums[index] = Price(sums[index].amount + price.amount, price.currency)
    }
  }
}
