import Console
import OpenMarket
import SystemSupport
import Wording

extension ItemListing {
  /// Writes a line for each currency: what the items of the list have in pieces and cost together.
  func writeTotals(to context: CommandContext) async throws {
    let console = context.console
    for sum in try await context.market.values(query) {
      if fields != nil {
        var writer = JSONWriter()
        writer.object { writer in
          writer.key("total")
          writer.object { writer in
            writer.member("currency", sum.currency.code)
            writer.member("items", sum.items)
            writer.member("pieces", sum.pieces)
            writer.member("value", sum.value)
          }
        }
        try console.print(String(decoding: writer.takeBytes(), as: UTF8.self))
      } else if console.output.isTerminal || context.format.isFlat {
        try console.print(sum.words(context.format))
      } else {
        try console.print(
          TSV.line(["total", sum.currency.code, String(sum.items), String(sum.pieces), "\(sum.value)"]))
      }
    }
  }
}

extension StockValue {
  /// `Total KRW 1,200 · 12 in stock · 3 items`.
  fileprivate func words(_ format: OutputFormat) -> String {
    let items: LocalizedPhrase = items == 1 ? "1 item" : "\(format.number(items)) items"
    return format.facts([
      "Total \(format.price(Price(value, currency)))", "\(format.number(pieces)) in stock", items,
    ])
  }
}
