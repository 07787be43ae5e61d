import Console
import OpenMarket
import SystemSupport

/// `market trash restore ID…`: takes deleted items out of the trash.
struct Restore: Command {
  static let declaration = CommandDeclaration(
    name: "restore", formerly: ["restore"], parent: "market trash",
    abstract: "Bring deleted items back from the trash.",
    discussion: """
      An item comes back as it was: with its id, images, details, reviews and history. Its SKU is unique among the items of \
      a seller: where another item has it now, --sku gives the restored one another.
      """,
    examples: [
      .init("market trash restore 7", "Bring item 7 back."),
      .init("market trash restore 7 --sku LAMP-2", "Bring it back with another SKU."),
    ],
    positionals: [.trashedIDs],
    options: Self.sku, .dryRun, .passwordFile, .markets, .everywhere)

  private static let sku = Option<String?>(
    "sku", "text", help: "The item's SKU in place of its former one.")

  private let ids: [Int]
  private let sku: String?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    ids = try arguments.itemIDs()
    sku = arguments[Self.sku]
    if let sku {
      guard ids.count == 1 else { throw arguments.error(.incomplete("'--sku' is for one item")) }
      try ValidDraft.check(.text(sku), of: .sku)
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    guard !context.isDryRun else { return try await showPlan(context) }
    let market = ids.count == 1 ? context.market : context.market.asOneWrite
    return try await context.attempts(ids) { id in
      let item = try await restored(id, in: market, context)
      context.noteRecorded("Restored \("#\(id)")")
      try context.print(
        "Restored \("#\(id) \(item.title.sanitizedLine)")", orLine: "restored", String(id), item.title)
    }
  }

  private func showPlan(_ context: CommandContext) async throws -> ExitCode {
    let titles = Dictionary(try await context.trashedItems().map { ($0.id, $0.title) }) { $1 }
    context.noteDryRun(.dryRun, before: "Would restore:")
    return try await context.attempts(ids) { id in
      guard let title = titles[id] else { throw ClientError.notInTrash(String(id)) }
      let name = LocalizedPhrase(verbatim: "#\(id) \(title.sanitizedLine)")
      try context.print(name, orLine: "would restore", String(id), title)
    }
  }

  func request(_ context: CommandContext) async throws {
    _ = try await context.attempts(ids) { _ = try await restored($0, in: context.market, context) }
  }

  private func restored(
    _ id: Int, in market: NetworkManager, _ context: CommandContext
  ) async throws -> Item {
    try await context.withPassword(forItem: id) {
      try await market.restore(id: id, sku: sku, password: $0)
    }
  }
}
