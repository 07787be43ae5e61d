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
      a seller: where another item has it now, --sku gives the restored one another. Where one of several is not in the trash, \
      none is restored.
      """,
    examples: [
      .init("market trash restore 7", "Bring item 7 back."),
      .init("market trash restore 7 --sku LAMP-2", "Bring it back with another SKU."),
      .init("market trash restore --tag summer --yes", "Bring back what has a tag."),
    ],
    positionals: [.trashedIDs],
    options: Self.sku, .yes.listed(.rare), .dryRun, ListFilter.options.listed(.rare), .passwordFile, .markets,
    .everywhere)

  private static let sku = Option<String?>(
    "sku", "text", help: "The item's SKU in place of its former one.")

  private let ids: [Int]
  private let sku: String?
  /// For several items that a range, a filter or standard input names; nil where each is named.
  private let confirmation: Confirmation?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    ids = try arguments.chosenIDs()
    confirmation =
      arguments.isChoice && ids.count > 1 ? arguments.confirmation(of: "restore \(ids.count) items") : nil
    sku = arguments[Self.sku]
    if let sku {
      guard ids.count == 1 else { throw arguments.error(.incomplete("'--sku' is for one item")) }
      try ValidDraft.check(.text(sku), of: .sku)
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let asks = try !context.isDryRun && confirmation?.asks(in: context) ?? false
    let items = try await context.isDryRun || ids.count > 1 ? plan(context) : []
    if context.isDryRun {
      context.noteDryRun(.dryRun, before: "Would restore:")
      for item in items {
        try context.print(item.name, orLine: "would restore", String(item.id), item.title)
      }
      return .done
    }
    if asks, let confirmation {
      for item in items { context.console.note(item.name) }
      let question: LocalizedPhrase = "Restore these \(ids.count) items?"
      guard try confirmation.isGranted(question, declined: .nothingChanged, in: context) else {
        return .declined
      }
    }
    let market = ids.count == 1 ? context.market : context.market.asOneWrite
    return try await context.attempts(ids) { id in
      let item = try await restored(id, in: market, context)
      context.noteRecorded("Restored \("#\(id)")")
      try context.print(
        "Restored \("#\(id) \(item.title.sanitizedLine)")", orLine: "restored", String(id), item.title)
    }
  }

  /// The items that would be restored. Throws where one is not in the trash.
  private func plan(_ context: CommandContext) async throws -> [TrashedItem] {
    let items = try await context.trashedItems()
    return try await context.all(ids) { id in
      guard let item = items.first(where: { $0.id == id }) else { throw ClientError.notInTrash(String(id)) }
      return item
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
