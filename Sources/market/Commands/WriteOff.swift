import Console
import OpenMarket

/// `market write-off ID`: records pieces that are gone without a sale.
struct WriteOff: Command {
  static let usesStore = true

  static let declaration = CommandDeclaration(
    name: "write-off", parent: "market", abstract: "Record pieces that are gone without a sale.",
    examples: [.init("market write-off 7 --reason broken", "One broken piece.")],
    positionals: [.itemID],
    options: [
      Option(
        long: "reason", value: "reason", help: "Why they are gone.",
        choices: RemovalReason.given.map(\.rawValue)
      ).required,
      .quantity, .time, .note, .passwordFile, .movementJSON,
    ] + Option.markets + Option.everywhere)

  private let request: MovementRequest
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    guard let reason = arguments.value("reason").flatMap(RemovalReason.init) else {
      throw UsageError(.missingOptions(["--reason"]), in: Self.declaration)
    }
    request = try MovementArguments(arguments).request(
      item: arguments.itemID(in: Self.declaration), .writeOff(quantity: arguments.quantity(), reason))
    fields = try OutputFields(arguments, known: Movement.fields, in: Self.declaration)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try await context.record([request], as: fields)
  }

  func request(_ context: CommandContext) async throws { try await context.printRequest(of: [request]) }
}
