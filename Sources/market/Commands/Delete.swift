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
      item is deleted at once and printed; several items require --yes.
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
    if context.isDryRun { return try await preview(context) }
    return try await confirmation.asks(in: context)
      ? deleteAfterConfirmation(context) : delete(ids.map { ($0, nil) }, context: context)
  }

  func request(_ context: CommandContext) async throws {
    _ = try await context.attempts(ids) { _ = try await request(deletionOf: $0, in: context.market, context) }
  }

  /// - Parameters:
  ///   - items: Items as they were looked up; nil where they have not been.
  ///   - outcomes: Those of the lookups that failed.
  private func delete(
    _ items: [(id: Int, before: Item?)], after outcomes: [ExitCode] = [], context: CommandContext
  ) async throws -> ExitCode {
    var trashed = Trashed()
    let market = items.count == 1 ? context.market : context.market.asOneWrite
    let code = try await context.attempts(items, after: outcomes) { id, before in
      // A market may answer a deletion with less than the item, and afterwards it is too late to look.
      let before =
        if before == nil, printsItems(context) { try await context.market.item(id: id) } else { before }
      trashed.note(id, try await delete(id, before: before, in: market, context: context))
    }
    note(trashed, context)
    return code
  }

  private func deleteAfterConfirmation(_ context: CommandContext) async throws -> ExitCode {
    let (found, outcomes) = try await look(context)
    guard !found.isEmpty else { return context.exitCode(of: outcomes) }
    for item in found {
      context.console.note(LocalizedPhrase(verbatim: line(item, context, style: context.console.errorStyle)))
    }
    let hasTrash = try await hasTrash(context)
    let reviews = found.reduce(0) { $0 + ($1.rating?.count ?? 0) }
    switch reviews {
    case _ where hasTrash: break
    case 0: context.console.note("The history goes too; sales stay in the totals.")
    case 1: context.console.note("The history and 1 review go too; sales stay in the totals.")
    default:
      context.console.note(
        "The history and \(context.format.number(reviews)) reviews go too; sales stay in the totals.")
    }
    let prompt: LocalizedPhrase =
      switch (hasTrash, found.count) {
      case (true, 1): "Delete this item? It can be restored."
      case (true, let count): "Delete these \(count) items? They can be restored."
      case (false, 1): "Delete this item for good?"
      case (false, let count): "Delete these \(count) items for good?"
      }
    guard try confirmation.isGranted(prompt, declined: .nothingDeleted, in: context) else {
      return .declined
    }
    return try await delete(found.map { ($0.id, $0) }, after: outcomes, context: context)
  }

  /// Whether what is deleted can be restored.
  private func hasTrash(_ context: CommandContext) async throws -> Bool {
    guard case .embedded = context.settings.place else {
      return try await context.market.hasTrash()
    }
    return try await context.market.settings().trashDays != 0
  }

  private func preview(_ context: CommandContext) async throws -> ExitCode {
    let (found, outcomes) = try await look(context)
    if !found.isEmpty { context.noteDryRun("Dry run, nothing deleted.", before: "Would delete:") }
    for item in found {
      let line = LocalizedPhrase(verbatim: line(item, context, style: context.console.style))
      try context.print(line, orLine: "would delete", String(item.id), item.title)
    }
    return context.exitCode(of: outcomes + found.map { _ in .done })
  }

  /// The items that exist, and the exit codes of the lookups that failed.
  private func look(_ context: CommandContext) async throws -> (found: [Item], failures: [ExitCode]) {
    var found: [Item] = []
    var failures: [ExitCode] = []
    for id in ids {
      let outcome = try await context.attempt { found.append(try await context.market.item(id: id)) }
      if outcome != .done { failures.append(outcome) }
    }
    return (found, failures)
  }

  /// - Parameter before: The item as it was looked up; nil where it has not been.
  /// Returns until when the item can be restored; nil where it cannot.
  private func delete(
    _ id: Int, before: Item?, in market: NetworkManager, context: CommandContext
  ) async throws -> Date? {
    let (deleted, expiry, isFinal) = try await request(deletionOf: id, in: market, context)
    context.noteRecorded("Deleted \("#\(id)")")
    // The response is the latest state of the item, where it has all of it.
    let item = deleted?.description == nil ? before ?? deleted : deleted
    let name = "#\(id)" + (item.map { " " + $0.title.sanitizedLine } ?? "")
    try context.print("Deleted \(name)", orLine: "deleted", String(id), item?.title ?? "")
    if printsItems(context), let item {
      try context.console.print(OutputFields.ofDeleted.line(item, context.format))
    }
    if isFinal {
      context.note("Item \(id) was deleted for good: the trash is turned off, or has no room")
    }
    return expiry
  }

  /// The items that can be restored.
  private struct Trashed {
    var ids: [Int] = []
    var expiry: Date?

    mutating func note(_ id: Int, _ expiry: Date?) {
      guard let expiry else { return }
      ids.append(id)
      self.expiry = min(expiry, self.expiry ?? expiry)
    }
  }

  /// Tells a person how to bring items back.
  private func note(_ trashed: Trashed, _ context: CommandContext) {
    guard context.console.error.isTerminal, let expiry = trashed.expiry else { return }
    let ids = trashed.ids.map(String.init).joined(separator: " ")
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
