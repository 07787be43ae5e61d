import Console
import OpenMarket

/// `market sell ID[:COUNT]…`: records sales.
struct Sell: MovementCommand {
  static let declaration = CommandDeclaration(
    name: "sell", parent: "market", abstract: "Record sales; prints their receipt.",
    discussion: """
      Several items are one order: all are recorded or none, with one sum and one receipt, whose code serves the review of \
      each item. An item that is named twice has the sum of its pieces. A sale is refused where fewer pieces are in stock. \
      With --reference the same sale is recorded once, and prints the same receipt again. The price is that of the item, \
      after its discount, unless --price gives another. In a pipe the output is the code of the receipt.
      """,
    examples: [
      .init("market sell 7", "One piece of item 7, now."),
      .init("market sell 7:2 9 12:1 --reference order-81", "Three items of one order, all or none."),
      .init("market sell 7 --quantity 2 --price 11.90 --at 2026-11-20T18:30", "A sale of the past."),
    ],
    positionals: [.itemCounts],
    options: .quantity, .price, .time, .note, .reference, .alreadyCounted, .new, .dryRun, .passwordFile,
    .movementJSON, .markets, .everywhere)

  static let layout = MovementLayout.receipt

  let requests: [MovementRequest]
  let isDryRun: Bool
  let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let price = try arguments.amount(.price, .price)
    requests = try MovementArguments(arguments, forOne: .price).requests {
      .sell(quantity: $0, price: price)
    }
    isDryRun = arguments[.dryRun]
    fields = try arguments[.movementJSON]
  }
}
