import Console
import OpenMarket

/// `market show ID…`: everything about an item.
struct Show: Command {
  static let declaration = CommandDeclaration(
    name: "show", parent: "market", abstract: "Show everything about an item.",
    discussion: """
      A terminal that draws pictures shows them below: kitty, Ghostty, iTerm2, WezTerm and others by themselves; with \
      chafa installed also those that draw sixels or just colours. 'market images' saves them.
      """,
    examples: [
      .init("market show 7", "The card of item 7."),
      .init("market show 7 --json | jq .descriptions", "One field of it, for a program."),
    ],
    positionals: [.itemIDs],
    options: [.json, .images] + Option.markets + Option.everywhere)

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
          let item = try await tool.market.item(id: id)
          try tool.write(item, as: fields, isFirst: !outcomes.contains(.done))
          if fields == nil { try await tool.writePictures(of: item) }
        })
    }
    return tool.exitCode(of: outcomes)
  }
}
