import Console
import OpenMarket

/// `market restock ID[:COUNT]…`: records pieces that came in.
struct Restock: MovementCommand {
  static let declaration = CommandDeclaration(
    name: "restock", synonyms: ["receive", "입고", "delivery", "purchase"], parent: "market",
    abstract: "Record pieces that came in.",
    discussion: """
      Several items are recorded together or not at all. The cost of a piece is private: a market sends it to its \
      operator alone, as 'market sales --margin' shows it. It is in the currency of the item, and goes into the \
      average cost of what is there; 'market correct' changes it. With --reference the same delivery is recorded once.
      """,
    examples: [
      .init("market restock 7 --quantity 10 --cost 8.00", "Ten pieces for 8.00 each."),
      .init("market restock 7:3 9:12", "Two items of one delivery, all or none."),
      .init("market restock 7-9:3 --cost 8.00", "Three pieces of each, for 8.00 a piece."),
    ],
    positionals: [.itemCounts],
    options: .quantity, .cost, .time, .alreadyCounted, .note,
    .reference.described(as: LocalizedPhrase("Your name for the delivery, such as its number.")),
    .movement)

  let plan: MovementPlan

  init(_ arguments: Arguments, _ settings: Settings) throws {
    plan = try MovementPlan(arguments, .cost, .cost) { .restock(quantity: $0, cost: $1) }
  }
}
