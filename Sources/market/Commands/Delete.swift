import Console
import OpenMarket

/// `market delete ID…`: takes items off the market for good.
struct Delete: Command {
  static let declaration = CommandDeclaration(
    name: "delete", aliases: ["rm", "remove"], parent: "market", abstract: "Delete items for good.",
    discussion: """
      On a terminal it asks once before it deletes; where there is no terminal it goes ahead, since the ids were named.
      """,
    examples: [
      .init("market delete 7", "Item 7, after a question."),
      .init("market delete 7 8 9 --yes", "Three of them, without one."),
    ],
    positionals: [.itemIDs],
    options: [.yes, .passwordFile, .dryRun] + Option.markets + Option.everywhere)

  private let ids: [Int]
  private let isSure: Bool
  private let isDryRun: Bool

  init(_ arguments: Arguments, _ settings: Settings) throws {
    ids = try arguments.itemIDs(in: Self.declaration)
    isSure = arguments.flag("yes")
    isDryRun = arguments.flag("dry-run")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if context.showsCurl { return try await delete(ids, context) }
    if isDryRun { return try await preview(context) }
    guard !isSure, context.hasTerminal else { return try await delete(ids, context) }
    guard context.canAsk else { throw UsageError(.cannotAsk(option: "--yes"), in: Self.declaration) }
    let (found, outcomes) = try await look(context)
    guard !found.isEmpty else { return context.exitCode(of: outcomes) }
    for item in found {
      context.console.note(LocalizedPhrase(verbatim: line(item, context, context.console.errorStyle)))
    }
    let prompt: LocalizedPhrase =
      found.count == 1 ? "Delete it for good?" : "Delete these \(found.count) for good?"
    guard try context.console.ask(prompt) else {
      context.note("Nothing was deleted.")
      return .declined
    }
    return try await delete(found.map(\.id), after: outcomes, context)
  }

  /// The items that are there, and how looking for the others ended.
  private func look(_ context: CommandContext) async throws -> (found: [Item], outcomes: [ExitCode]) {
    var found: [Item] = []
    var outcomes: [ExitCode] = []
    for id in ids {
      let outcome = try await context.attempt { found.append(try await context.market.item(id: id)) }
      if outcome != .done { outcomes.append(outcome) }
    }
    return (found, outcomes)
  }

  private func preview(_ context: CommandContext) async throws -> ExitCode {
    let (found, outcomes) = try await look(context)
    if !found.isEmpty { context.note("Nothing was deleted. This would be:") }
    for item in found {
      try context.console.print(
        context.console.output.isTerminal
          ? line(item, context, context.console.style)
          : TSV.line(["would delete", String(item.id), item.title]))
    }
    return context.exitCode(of: outcomes + found.map { _ in .done })
  }

  private func delete(_ ids: [Int], after outcomes: [ExitCode] = [], _ context: CommandContext) async throws
    -> ExitCode
  {
    var outcomes = outcomes
    for id in ids { outcomes.append(try await context.attempt { try await delete(id, context) }) }
    return context.exitCode(of: outcomes)
  }

  private func delete(_ id: Int, _ context: CommandContext) async throws {
    let deleted = try await context.withPassword(forItem: id) { password in
      try await context.market.delete(id: id, password: password)
    }
    if context.console.output.isTerminal {
      let name = "#\(id)" + (deleted.map { " " + $0.title.sanitized } ?? "")
      try context.console.print(context.format.text("Deleted \(name)"))
    } else {
      try context.console.print(TSV.line(["deleted", String(id), deleted?.title ?? ""]))
    }
  }

  private func line(_ item: Item, _ context: CommandContext, _ style: Style) -> String {
    context.format.facts([
      LocalizedPhrase(verbatim: "#\(item.id) \(item.title.sanitized)"),
      LocalizedPhrase(verbatim: item.priceText(context.format, style)),
    ])
  }
}
