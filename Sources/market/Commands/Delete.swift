import Console
import OpenMarket

/// `market delete ID…`: takes items off the market for good.
struct Delete: Command {
  static let declaration = CommandDeclaration(
    name: "delete", parent: "market", abstract: "Delete items for good.",
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

  func run(_ tool: Tool) async throws -> ExitCode {
    if tool.showsCurl { return try await delete(ids, tool) }
    if isDryRun { return try await preview(tool) }
    guard !isSure, tool.hasTerminal else { return try await delete(ids, tool) }
    guard tool.canAsk else { throw UsageError(.cannotAsk(option: "--yes"), in: Self.declaration) }
    let (found, outcomes) = try await look(tool)
    guard !found.isEmpty else { return tool.exitCode(of: outcomes) }
    for item in found { tool.console.note(Phrase(verbatim: line(item, tool, tool.console.errorStyle))) }
    let question: Phrase = found.count == 1 ? "Delete it for good?" : "Delete these \(found.count) for good?"
    guard try tool.console.ask(question) else {
      tool.note("Nothing was deleted.")
      return .declined
    }
    return try await delete(found.map(\.id), after: outcomes, tool)
  }

  /// The items that are there, and how looking for the others ended.
  private func look(_ tool: Tool) async throws -> (found: [Item], outcomes: [ExitCode]) {
    var found: [Item] = []
    var outcomes: [ExitCode] = []
    for id in ids {
      let outcome = try await tool.attempt { found.append(try await tool.market.item(id: id)) }
      if outcome != .done { outcomes.append(outcome) }
    }
    return (found, outcomes)
  }

  private func preview(_ tool: Tool) async throws -> ExitCode {
    let (found, outcomes) = try await look(tool)
    if !found.isEmpty { tool.note("Nothing was deleted. This would be:") }
    for item in found {
      try tool.console.print(
        tool.console.output.isTerminal
          ? line(item, tool, tool.console.style) : TSV.line(["would delete", String(item.id), item.title]))
    }
    return tool.exitCode(of: outcomes + found.map { _ in .done })
  }

  private func delete(_ ids: [Int], after outcomes: [ExitCode] = [], _ tool: Tool) async throws -> ExitCode {
    var outcomes = outcomes
    for id in ids { outcomes.append(try await tool.attempt { try await delete(id, tool) }) }
    return tool.exitCode(of: outcomes)
  }

  private func delete(_ id: Int, _ tool: Tool) async throws {
    let deleted = try await tool.withPassword(forItem: id) { password in
      try await tool.market.delete(id: id, password: password)
    }
    if tool.console.output.isTerminal {
      let name = "#\(id)" + (deleted.map { " " + $0.title.sanitized } ?? "")
      try tool.console.print(tool.presenter.text("Deleted \(name)"))
    } else {
      try tool.console.print(TSV.line(["deleted", String(id), deleted?.title ?? ""]))
    }
  }

  private func line(_ item: Item, _ tool: Tool, _ style: Style) -> String {
    tool.presenter.facts([
      Phrase(verbatim: "#\(item.id) \(item.title.sanitized)"),
      Phrase(verbatim: item.priceText(tool.presenter, style)),
    ])
  }
}
