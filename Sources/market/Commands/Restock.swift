import Console
import OpenMarket

/// `market restock ID`: records pieces that came in.
struct Restock: MovementCommand {
  static let declaration = CommandDeclaration(
    name: "restock", parent: "market", abstract: "Record pieces that came in.",
    discussion: """
      The cost of a piece is private: a market never sends it. 'market sales --margin' shows it, at the store itself. It \
      is in the currency of the item, and that of the pieces sold from then on.
      """,
    examples: [.init("market restock 7 --quantity 10 --cost 8.00", "Ten pieces for 8.00 each.")],
    positionals: [.itemID],
    options: .quantity, Self.cost, .time, .note,
    .reference.described(as: LocalizedPhrase("Your name for the delivery, such as its number.")),
    .new, .passwordFile, .movementJSON, .markets, .everywhere)

  private static let cost = Option<AmountText?>(amount: "cost", help: "Cost of one piece; private.")

  let requests: [MovementRequest]
  let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    requests = [
      try MovementArguments(arguments).request(
        item: arguments.itemID(),
        .restock(quantity: arguments.quantity(), cost: arguments.amount(Self.cost, .cost)))
    ]
    fields = try arguments[.movementJSON]
  }
}
