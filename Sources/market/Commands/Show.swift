import Console
import OpenMarket

/// `market show ID…`: everything about an item.
struct Show: Command {
  static let declaration = CommandDeclaration(
    name: "show", parent: "market", abstract: "Show everything about an item.",
    examples: [
      .init("market show 7", "The card of item 7."),
      .init("market show 7 --json | jq .descriptions", "One field of it, for a program."),
    ],
    positionals: [.itemIDs],
    options: [.json] + Option.looking + Option.everywhere)

  private let ids: [Int]
  private let fields: JSONFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    ids = try arguments.itemIDs(in: Self.declaration)
    fields = try JSONFields(arguments, known: Item.allFields, in: Self.declaration)
  }

  func run(_ tool: Tool) async throws -> ExitCode {
    var outcomes: [ExitCode] = []
    for id in ids {
      outcomes.append(
        try await tool.attempt { try await show(id, isFirst: !outcomes.contains(.done), tool) })
    }
    return tool.exitCode(of: outcomes)
  }

  /// Shows an item: at once as it was last seen, where it was and can be drawn over, and then as it is.
  private func show(_ id: Int, isFirst: Bool, _ tool: Tool) async throws {
    let console = tool.console
    guard fields == nil, console.canRedraw, let kept = tool.market.keptItem(id: id) else {
      let item = try await tool.market.latestItem(id: id)
      try tool.write(item.value, as: fields, isFirst: isFirst)
      return tool.note(item.standing)
    }
    if !isFirst { try console.print("") }
    func changes(_ item: Item, _ before: Item) -> [Change] {
      Change.all(from: before.draft.words(tool.presenter), to: item.draft.words(tool.presenter))
    }
    let item = try await tool.refreshing(kept) {
      try await tool.market.latestItem(id: id)
    } lines: { item, _ in
      item.card(tool.presenter, console.style, columns: console.columns)
    } remainder: { item, before in
      Change.lines(changes(item, before), tool.presenter, console.style, columns: console.columns)
    }
    let fields = changes(item.value, kept.value).map { tool.presenter.text($0.field.name).lowercased() }
    if !fields.isEmpty {
      let words = tool.presenter.text("Changed since it was last seen: \(fields.joined(separator: ", "))")
      tool.note(Phrase(verbatim: console.errorStyle.dim(words)))
    }
    tool.note(item.standing)
  }
}
