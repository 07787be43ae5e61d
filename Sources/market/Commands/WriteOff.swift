import Console
import OpenMarket

/// `market write-off ID`: records pieces that are gone without a sale.
struct WriteOff: MovementCommand {
  static let declaration = CommandDeclaration(
    name: "write-off", parent: "market", abstract: "Record pieces that are gone without a sale.",
    examples: [.init("market write-off 7 --reason broken", "One broken piece.")],
    positionals: [.itemID],
    options: Self.reason.required, .quantity, .time, .note, .new, .passwordFile, .movementJSON, .markets,
    .everywhere)

  private static let reason = Option<RemovalReason?>(
    "reason", "reason", help: "Why they are gone.", choices: RemovalReason.given)

  let requests: [MovementRequest]
  let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    requests = [
      try MovementArguments(arguments).request(
        item: arguments.itemID(), .writeOff(quantity: arguments.quantity(), arguments.required(Self.reason)))
    ]
    fields = try arguments[.movementJSON]
  }
}
