import Console
import Foundation
import OpenMarket

/// `market dev`: what scripts do at a server for development.
struct DevCommand: CommandFamily {
  static let subcommands: [any Command.Type] = [ResetWorld.self]

  static let declaration = CommandDeclaration(
    name: "dev", parent: "market", abstract: "Reset the server that 'market serve --dev' started.",
    examples: subcommands.flatMap { $0.declaration.examples },
    options: .everywhere, subcommands: subcommands.map { $0.declaration })
}

/// `market dev reset`: restores the seed or a snapshot.
private struct ResetWorld: Command {
  static let declaration = CommandDeclaration(
    name: "reset", parent: "market dev", abstract: "Restore the items with which the server began.",
    discussion: """
      Restores the server at http://127.0.0.1:8080, or the one that --server names. What was added, changed and deleted \
      since is gone; snapshots and faults stay.
      """,
    examples: [
      .init("market dev reset", "Before each run of an app's tests."),
      .init("market dev reset --world cart --snapshot full", "A world, as it was under that name."),
    ],
    options: Self.world, Self.snapshot, .server, .timeout, .maxTime, .cacert, .dryRun, .curl,
    .everywhere)

  private static let world = Option<String?>("world", "name", help: "The world to restore, of /w/NAME.")
  private static let snapshot = Option<String?>(
    "snapshot", "name", help: "Restore what PUT /dev/snapshots/NAME has kept.")
  /// The address at which `market serve --dev` listens.
  private static let standard = "http://127.0.0.1:8080"

  private let world: String
  private let name: String?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    (world, name) = (arguments[Self.world] ?? "", arguments[Self.snapshot])
    for (value, option) in [(arguments[Self.world], Self.world), (name, Self.snapshot)] {
      guard let value, !WorldTarget.isName(value) else { continue }
      throw arguments.error(
        .invalidValue(
          value, option: option.word, reason: "a name has 1 to 64 letters, digits, '.', '_' and '-'"))
    }
  }

  static let usesStore = false

  func run(_ context: CommandContext) async throws -> ExitCode {
    var market = context.market
    if market.isEmbedded, let url = URL(string: Self.standard) {
      market = NetworkManager(
        session: context.environment.web(context.settings), server: url, images: .web)
    }
    if context.isDryRun {
      let address = context.market.isEmbedded ? Self.standard : context.settings.address.absoluteString
      context.noteDryRun(.dryRun, before: "Would restore:")
      try context.print(LocalizedPhrase(verbatim: address), orLine: "would restore", address, world)
      return .done
    }
    try await market.resetWorld(world, to: name)
    context.reportDone("Restored the items")
    return .done
  }
}
