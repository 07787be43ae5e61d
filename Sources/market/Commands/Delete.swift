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
    var items: [Int: Item] = [:]
    var outcomes: [ExitCode] = []
    let isAsking = !isSure && !isDryRun && !tool.showsCurl && tool.hasTerminal
    if isAsking || isDryRun, !tool.showsCurl {
      for id in ids {
        let outcome = try await tool.attempt { items[id] = try await tool.market.item(id: id) }
        if outcome != .done { outcomes.append(outcome) }
      }
    }
    let found = ids.filter { items[$0] != nil || !(isAsking || isDryRun) || tool.showsCurl }
    if isDryRun, !tool.showsCurl {
      tool.note("Nothing was deleted. These would be:")
      for item in found.compactMap({ items[$0] }) { try tool.console.print(line(item, tool)) }
      return tool.exitCode(of: outcomes + found.map { _ in .done })
    }
    if isAsking, !found.isEmpty {
      guard tool.canAsk else { throw UsageError(.cannotAsk(option: "--yes"), in: Self.declaration) }
      for item in found.compactMap({ items[$0] }) { tool.console.note(line(item, tool)) }
      let question = found.count == 1 ? "Delete it for good?" : "Delete these \(found.count) for good?"
      guard try tool.console.ask(question) else {
        tool.note("Nothing was deleted")
        return .declined
      }
    }
    for id in found {
      outcomes.append(try await tool.attempt { try await delete(id, known: items[id], tool) })
    }
    return tool.exitCode(of: outcomes)
  }

  private func delete(_ id: Int, known: Item?, _ tool: Tool) async throws {
    if tool.showsCurl { try await tool.market.delete(id: id, password: "********") }
    let deleted = try await tool.withPassword(forItem: id) { password in
      try await tool.market.delete(id: id, password: password)
    }
    let title = (deleted ?? known)?.title
    if tool.console.output.isTerminal {
      try tool.console.print("Deleted #\(id)" + (title.map { " " + $0.sanitized } ?? ""))
    } else {
      try tool.console.print(TSV.line(["deleted", String(id), title ?? ""]))
    }
  }

  private func line(_ item: Item, _ tool: Tool) -> String {
    guard tool.console.output.isTerminal || tool.hasTerminal else {
      return TSV.line(["would delete", String(item.id), item.title])
    }
    return "#\(item.id) \(item.title.sanitized) · " + item.priceText(tool.presenter, tool.console.errorStyle)
  }
}
