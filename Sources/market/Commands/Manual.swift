import Console

/// `market help`: the help of the program, of a command, or about a topic.
struct Manual: Command {
  static let declaration = CommandDeclaration(
    name: "help", parent: "market", abstract: "Explain a command or a topic.",
    examples: [
      .init("market help add", "How to put an item up for sale."),
      .init("market help exit-codes", "What the program tells a script."),
    ],
    positionals: [Positional(name: "topic", help: "A command, exit-codes or environment.", required: false)],
    options: [.color, .help])

  static let needsSettings = false

  /// The program as a whole.
  static let program = CommandDeclaration(
    name: "market", abstract: "An open market's inventory at the command line.",
    discussion: """
      Without --server or MARKET_SERVER the market is embedded: one file, nothing to set up.
      \(Topic.allCases.map { "'market help \($0.rawValue)'" }.joined(separator: " and ")) tell what every command shares.
      """,
    examples: [
      .init(
        "market add --title '맥북 프로' --price 1690000 --currency KRW --image macbook.png",
        "Put an item up for sale."),
      .init("market list --page 2", "See what is for sale."),
      .init("market delete 7", "Take an item off the market."),
    ],
    options: [Option(long: "version", help: "Show the version."), .help],
    subcommands: Market.commands.map { $0.declaration })

  private let topic: String?

  init(_ arguments: Arguments, _ settings: Settings) {
    topic = arguments.positional("topic")
  }

  func run(_ tool: Tool) async throws -> ExitCode {
    guard let topic else { return try show(Self.program, tool) }
    if let command = Market.commands.first(where: { $0.declaration.name == topic }) {
      return try show(command.declaration, tool)
    }
    guard let topic = Topic(rawValue: topic) else {
      let known = Market.commands.map { $0.declaration.name } + Topic.allCases.map(\.rawValue)
      throw UsageError(.unknownCommand(topic, nearest: nearest(to: topic, among: known)), in: Self.program)
    }
    for line in topic.lines(columns: min(80, tool.console.columns), tool.console.style) {
      try tool.console.print(line)
    }
    return .done
  }

  private func show(_ declaration: CommandDeclaration, _ tool: Tool) throws -> ExitCode {
    try tool.console.print(Help(declaration, columns: tool.console.columns, style: tool.console.style).text)
    return .done
  }
}
