import Console
import OpenMarket

/// `market restock ID`: records pieces that came in.
struct Restock: Command {
  static let usesStore = true

  static let declaration = CommandDeclaration(
    name: "restock", parent: "market", abstract: "Record pieces that came in.",
    discussion: """
      The cost of a piece is private: a market never sends it. 'market sales --margin' shows it, at the store itself. It \
      is in the currency of the item, and that of the pieces sold from then on.
      """,
    examples: [.init("market restock 7 --quantity 10 --cost 8.00", "Ten pieces for 8.00 each.")],
    positionals: [.itemID],
    options: [
      .quantity, Option(long: "cost", value: "amount", help: "Cost of one piece; private."), .time, .note,
      Option(
        long: Option.reference.long, value: "text", help: "Your name for the delivery, such as its number."),
      .passwordFile, .movementJSON,
    ] + Option.markets + Option.everywhere)

  private let request: MovementRequest
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    request = try MovementArguments(arguments).request(
      item: arguments.itemID(in: Self.declaration),
      .restock(quantity: arguments.quantity(), cost: arguments.amount(.cost)))
    fields = try OutputFields(arguments, known: Movement.fields, in: Self.declaration)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try await context.record([request], as: fields)
  }

  func request(_ context: CommandContext) async throws { try await context.printRequest(of: [request]) }
}
