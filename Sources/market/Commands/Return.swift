import Console
import OpenMarket

/// `market return ID[:COUNT]…`: records pieces that were sold and came back.
struct ReturnCommand: MovementCommand {
  static let declaration = CommandDeclaration(
    name: "return", synonyms: ["refund", "환불", "반품"], parent: "market",
    abstract: "Record sold pieces that came back.",
    discussion: """
      A return is taken against the sale of --reference, or against the sales of the item recorded last, and says which: at most \
      what was sold and has not come back. Its price is that of the sale. Rankings and sales count it on the day of the \
      return. Several items are recorded together or not at all.
      """,
    examples: [
      .init("market return 7", "One piece of the sale recorded last."),
      .init(
        "market return 7 --quantity 2 --reference order-81 --not-resellable",
        "Two pieces of an order, broken."),
    ],
    positionals: [.itemCounts],
    options: .quantity, .reference.completed(by: .lookup(CompletionReference.sale.rawValue)),
    Self.notResellable, .time, .alreadyCounted, .note, .movement)

  private static let notResellable = Option<Bool>(
    "not-resellable", help: "The pieces cannot be sold again: they do not add to the stock.")

  let plan: MovementPlan

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let isResellable = !arguments[Self.notResellable]
    plan = try MovementPlan(
      MovementArguments(arguments).requests { .return(quantity: $0, isResellable: isResellable) }, arguments)
  }
}
