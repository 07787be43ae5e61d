import Console
import Foundation
import OpenMarket

/// `market delete ID…`: moves items into the trash.
struct Delete: Command {
  static let declaration = CommandDeclaration(
    name: "delete", aliases: ["rm", "remove"], synonyms: ["삭제"], parent: "market",
    abstract: "Delete items; 'market trash restore' brings them back.",
    discussion: """
      A deleted item goes into the trash, where 'market trash' lists it, and is deleted for good after 30 days; a server \
      without a trash deletes it for good at once. On a terminal, asks for confirmation. Where no prompt can be shown (in a pipe, with --no-input or CI), a single \
      item is deleted at once and printed; several items require --yes. Where one of several is not found, none is deleted.
      """,
    examples: [
      .init("market delete 7", "Delete item 7 after confirming."),
      .init("market delete 7 8 9 --yes", "Delete three items without confirming."),
      .init("market delete --tag summer --sold-out --dry-run", "What would be deleted of a tag."),
      .init("market list lamp --all | market delete - --yes", "Delete what a search finds."),
    ],
    positionals: [.chosenItems],
    options: .yes, .passwordFile, .dryRun, ListFilter.options.listed(.rare), .markets, .everywhere)

  private let ids: [Int]
  private let confirmation: Confirmation

  init(_ arguments: Arguments, _ settings: Settings) throws {
    ids = try arguments.chosenIDs()
    confirmation = arguments.confirmation(of: ids.count == 1 ? nil : "delete \(ids.count) items")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let asks = try !context.isDryRun && confirmation.asks(in: context)
    let items = try await context.all(ids) { try await context.market.item(id: $0) }
    if context.isDryRun {
      context.noteDryRun("Dry run, nothing deleted.", before: "Would delete:")
      for item in items {
        let line = LocalizedPhrase(verbatim: line(item, context, style: context.console.style))
        try context.print(line, orLine: "would delete", String(item.id), item.title)
      }
      return .done
    }
    if asks, try await !isGranted(items, context) { return .declined }
    var trashed: [(id: Int, expiry: Date)] = []
    let market = items.count == 1 ? context.market : context.market.asOneWrite
    let code = try await context.attempts(items) { item in
      if let expiry = try await delete(item, in: market, context) { trashed.append((item.id, expiry)) }
    }
    note(trashed, context)
    return code
  }

  func request(_ context: CommandContext) async throws {
    _ = try await context.attempts(ids) { _ = try await request(deletionOf: $0, in: context.market, context) }
  }

  /// Asks about items, with what is lost where there is no trash.
  private func isGranted(_ items: [Item], _ context: CommandContext) async throws -> Bool {
    for item in items {
      context.console.note(LocalizedPhrase(verbatim: line(item, context, style: context.console.errorStyle)))
    }
    let hasTrash = try await hasTrash(context)
    let reviews = items.reduce(0) { $0 + ($1.rating?.count ?? 0) }
    switch reviews {
    case _ where hasTrash: break
    case 0: context.console.note("The history goes too; sales stay in the totals.")
    case 1: context.console.note("The history and 1 review go too; sales stay in the totals.")
    default:
      context.console.note(
        "The history and \(context.format.number(reviews)) reviews go too; sales stay in the totals.")
    }
    let prompt: LocalizedPhrase =
      switch (hasTrash, items.count) {
      case (true, 1): "Delete this item? It can be restored."
      case (true, let count): "Delete these \(count) items? They can be restored."
      case (false, 1): "Delete this item for good?"
      case (false, let count): "Delete these \(count) items for good?"
      }
    return try confirmation.isGranted(prompt, declined: .nothingDeleted, in: context)
  }

  /// Whether what is deleted can be restored.
  private func hasTrash(_ context: CommandContext) async throws -> Bool {
    guard case .embedded = context.settings.place else {
      return try await context.market.hasTrash()
    }
    return try await context.market.settings().trashDays != 0
  }

  /// Returns until when the item can be restored; nil where it cannot.
  private func delete(
    _ before: Item, in market: NetworkManager, _ context: CommandContext
  ) async throws -> Date? {
    let id = before.id
    let (deleted, expiry, isFinal) = try await request(deletionOf: id, in: market, context)
    context.noteRecorded("Deleted \("#\(id)")")
    // The response is the latest state of the item, where it has all of it.
    let item = deleted.flatMap { $0.description == nil ? nil : $0 } ?? before
    try context.print(
      "Deleted \("#\(id) \(item.title.sanitizedLine)")", orLine: "deleted", String(id), item.title)
    if printsItems(context) { try context.console.print(OutputFields.ofDeleted.line(item, context.format)) }
    if isFinal {
      context.note("Item \(id) was deleted for good: the trash is turned off, or has no room")
    }
    return expiry
  }

  /// Tells a person how to bring items back.
  private func note(_ trashed: [(id: Int, expiry: Date)], _ context: CommandContext) {
    guard context.console.error.isTerminal, let expiry = trashed.map(\.expiry).min() else { return }
    let ids = trashed.map { String($0.id) }.joined(separator: " ")
    context.note(
      "Until \(context.format.dayAndTime(expiry)) it can be brought back: market trash restore \(ids)",
      isWhole: true)
  }

  private func request(
    deletionOf id: Int, in market: NetworkManager, _ context: CommandContext
  ) async throws -> (item: Item?, expiry: Date?, isFinal: Bool) {
    try await context.withPassword(forItem: id) { try await market.deletion(id: id, password: $0) }
  }

  /// Whether what is deleted is printed as JSON: always in a pipe, and on a terminal after no
  /// confirmation of any kind.
  private func printsItems(_ context: CommandContext) -> Bool {
    !context.console.output.isTerminal || !confirmation.isGiven && !context.interaction.canPrompt
  }

  private func line(_ item: Item, _ context: CommandContext, style: Style) -> String {
    context.format.facts([
      LocalizedPhrase(verbatim: "#\(item.id) \(item.title.sanitizedLine)"),
      LocalizedPhrase(verbatim: item.priceText(context.format, style)),
    ])
  }
}
