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
        try await tool.attempt {
          try tool.write(await tool.market.item(id: id), as: fields, isFirst: !outcomes.contains(.done))
        })
    }
    return tool.exitCode(of: outcomes)
  }
}
