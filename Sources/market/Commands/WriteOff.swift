import Console
import OpenMarket

/// `market write-off ID[:COUNT]…`: records pieces that are gone without a sale.
struct WriteOff: MovementCommand {
  static let declaration = CommandDeclaration(
    name: "write-off", synonyms: ["damage", "loss", "lost", "theft", "폐기", "손실"], parent: "market",
    abstract: "Record pieces that are gone without a sale.",
    discussion: """
      Several items are recorded together or not at all. With --reference the same write-off is recorded once.
      """,
    examples: [
      .init("market write-off 7 --reason broken", "One broken piece."),
      .init("market write-off 7:2 9 --reason lost", "Pieces of two items, for one reason."),
      .init("market write-off --tag summer --reason own-use --yes", "A piece of each item with a tag."),
    ],
    positionals: [.itemCounts],
    options: Self.reason.required, .quantity, .time, .alreadyCounted, .note,
    .reference.described(as: LocalizedPhrase("Your name for the write-off.")),
    .movement)

  private static let reason = Option<RemovalReason?>(
    "reason", "reason", help: "Why they are gone.", choices: RemovalReason.given)

  let plan: MovementPlan

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let reason = try arguments.required(Self.reason)
    plan = try MovementPlan(
      MovementArguments(arguments).requests { .writeOff(quantity: $0, reason) }, arguments)
  }
}
