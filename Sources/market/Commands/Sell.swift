import Console
import OpenMarket

/// `market sell ID[:COUNT]…`: records sales.
struct Sell: MovementCommand {
  static let declaration = CommandDeclaration(
    name: "sell", synonyms: ["판매"], parent: "market", abstract: "Record sales; prints their receipt.",
    discussion: """
      Several items are one order with one receipt: all are recorded, or none. More than is in stock is not sold. With \
      --reference a sale is recorded once, however often the command runs. In a pipe the output is the code of the receipt.
      """,
    examples: [
      .init("market sell 7", "One piece of item 7, now."),
      .init("market sell 7:2 9 12:1 --reference order-81", "Three items of one order, all or none."),
      .init("market sell 7 --quantity 2 --price 11.90 --at 2026-11-20T18:30", "A sale of the past."),
    ],
    positionals: [.itemCounts],
    options: .quantity, .price, .time, .note, .reference, .alreadyCounted, .movement)

  static let layout = MovementLayout.receipt

  let plan: MovementPlan

  init(_ arguments: Arguments, _ settings: Settings) throws {
    plan = try MovementPlan(arguments, .price, .price) { .sell(quantity: $0, price: $1) }
  }
}
