import Console

/// `market help`: the help of the program, of a command, or about a topic.
struct Manual: Command {
  static let declaration = CommandDeclaration(
    name: "help", aliases: ["-h", "--help"], parent: "market", abstract: "Explain a command or a topic.",
    examples: [
      .init("market help add", "How to put an item up for sale."),
      .init("market help exit-codes", "What the program tells a script."),
      .init("market help --man add > market-add.1", "A manual page, for 'man'."),
    ],
    positionals: [
      Positional(
        name: "topic",
        help: "A command, or one of the topics: \(Topic.allCases.map(\.rawValue).joined(separator: ", ")).",
        required: false, candidates: .lookup(Complete.Reference.topic.rawValue))
    ],
    options: [
      Option(long: "man", help: "Print the manual page (roff) of the program or of that command."), .color,
      .locale,
      .help,
    ])

  static let needsSettings = false

  /// The program as a whole.
  static let program = CommandDeclaration(
    name: "market", abstract: "An open market's inventory at the command line.",
    discussion: "Without --server or MARKET_SERVER the market is embedded: one file, nothing to set up.",
    examples: [
      .init(
        "market add --title '맥북 프로' --price 1690000 --currency KRW --image macbook.png",
        "Put an item up for sale."),
      .init("market list --page 2", "See what is for sale."),
      .init("market delete 7", "Take an item off the market."),
    ],
    options: [Option(long: "version", help: "Show the version.", endsParsing: true), .help],
    subcommands: Market.commands.map { $0.declaration },
    topics: Topic.terms)

  private let topic: String?
  private let isManualPage: Bool

  init(_ arguments: Arguments, _ settings: Settings) {
    topic = arguments.positional("topic")
    isManualPage = arguments.flag("man")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    guard let name = topic else { return try show(Self.program, context) }
    if let command = Market.commands.first(where: { $0.declaration.isNamed(name) }) {
      return try show(command.declaration, context)
    }
    let commands = Market.commands.map { $0.declaration.name }
    guard !isManualPage else {
      throw UsageError(.unknownCommand(name, nearest: nearest(to: name, among: commands)), in: Self.program)
    }
    let known = commands + Topic.allCases.map(\.rawValue) + ["topics"]
    guard let terms = name == "topics" ? Topic.terms : Topic(rawValue: name)?.terms else {
      throw UsageError(.unknownCommand(name, nearest: nearest(to: name, among: known)), in: Self.program)
    }
    for line in Definition.lines(
      terms, in: context.console.language, columns: min(80, context.console.columns), context.console.style)
    {
      try context.console.print(line)
    }
    return .done
  }

  private func show(_ declaration: CommandDeclaration, _ context: CommandContext) throws -> ExitCode {
    let console = context.console
    let text =
      isManualPage
      ? page(of: declaration, in: console.language).text
      : Help(declaration, in: console.language, columns: console.columns, style: console.style).text
    try console.print(text)
    return .done
  }

  /// The program's own page has the topics as well.
  private func page(of declaration: CommandDeclaration, in language: Language) -> ManualPage {
    ManualPage(
      declaration, in: language, source: "\(Self.program.name) \(Market.version)",
      sections: declaration.parent == nil ? Topic.allCases.map { ($0.heading, $0.terms) } : [])
  }
}
