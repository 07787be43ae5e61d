import Console

/// `market help`: shows the help of the program, of a command or on a topic.
struct HelpCommand: Command {
  static let declaration = CommandDeclaration(
    name: "help", aliases: ["-h", "--help"], parent: "market",
    abstract: "Show help for a command or a topic.",
    discussion: "Another word finds the commands, options and topics whose names and texts have it.",
    examples: [
      .init("market help add", "Show how to add an item."),
      .init("market help barcode", "Find what has to do with barcodes."),
      .init("market help exit-codes", "List the exit codes."),
      .init("market help --all", "Describe all commands."),
      .init("market help --man add > market-add.1", "Write a manual page for 'man'."),
    ],
    positionals: [
      Positional(
        name: "topic",
        help:
          "A command, a word to find, or a topic: \(Topic.allCases.map(\.rawValue).joined(separator: ", ")).",
        repeats: true, required: false, candidates: .lookup(CompletionReference.topic.rawValue))
    ],
    options: Self.all, Self.man, .color, .locale, .help)

  private static let all = Option<Bool>.all.described(as: "Leave nothing out for brevity.")
  private static let man = Option<Bool>(
    "man", help: "Print the manual page (roff) of the program or the command.")
  private static let version = Option<Bool>("version", help: "Show the version.", endsParsing: true)

  static let strictness = Settings.Strictness.forgiving

  /// The program itself: its help, and what completion starts from.
  static let program = CommandDeclaration(
    name: "market", abstract: "Manage an open market's inventory on the command line.",
    discussion: "Without --server or MARKET_SERVER, the embedded market is used: one file, no setup.",
    examples: [
      .init("market add --title '맥북 프로' --price 1690000 --currency KRW --image macbook.png", "Add an item."),
      .init("market list --page 2", "Show the second page of the items for sale."),
      .init("market delete 7", "Delete item 7."),
    ],
    options: Self.version, .help,
    groups: Market.groups.map { CommandGroup($0.heading, $0.commands.map { $0.declaration }) },
    topics: Topic.terms)

  /// Gathered once: a look at a thousand words of all commands takes longer than a command line.
  static let spellings = program.spellings

  private let topic: [String]
  private let isManualPage: Bool
  private let isWhole: Bool

  init(_ arguments: Arguments, _ settings: Settings) {
    topic = TypedLine(arguments.positionals, names: Self.spellings).readings[0]
    isManualPage = arguments[Self.man]
    isWhole = arguments[Self.all]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    guard let name = topic.first else { return try show(Self.program, context) }
    if var command = Market.command(named: name) ?? Market.command(formerly: name) {
      for word in topic.dropFirst() {
        guard let subcommand = command.subcommand(named: word) else {
          throw command.subcommands.isEmpty
            ? UsageError(.unexpectedArgument(word), in: Self.declaration)
            : command.declaration.unknownSubcommand(word)
        }
        command = subcommand
      }
      if topic.count == 1, !isManualPage, let line = Market.rename(of: name) {
        try context.console.print(context.format.text(line) + "\n")
      }
      return try show(command.declaration, context)
    }
    let terms = isManualPage ? [] : terms(in: context.console.language)
    guard !terms.isEmpty else {
      let known = Market.commands.map { $0.declaration.name } + (isManualPage ? [] : Self.topics)
      let words = topic.joined(separator: " ")
      let nearest = nearest(to: name, among: known)
      throw UsageError(
        topic.count == 1 && nearest != nil || isManualPage
          ? .unknownCommand(name, nearest: nearest) : .unknownWords(words), in: Self.program)
    }
    for line in Definition.lines(
      terms, in: context.console.language, columns: min(80, context.console.columns),
      style: context.console.style)
    {
      try context.console.print(line)
    }
    return .done
  }

  private static let topics = Topic.allCases.map(\.rawValue) + ["topics"]

  /// Terms that a topic explains, or else finds of the words.
  private func terms(in language: Language) -> [Definition] {
    if topic == ["topics"] { return Topic.terms }
    if topic.count == 1, let named = Topic(rawValue: topic[0]) { return named.terms }
    let topics = zip(Topic.terms, Topic.allCases).map { (topic: $0, terms: $1 == .options ? [] : $1.terms) }
    return HelpSearch(Self.program, topics: topics, in: language).finds(topic)
  }

  private func show(_ declaration: CommandDeclaration, _ context: CommandContext) throws -> ExitCode {
    let console = context.console
    let text =
      isManualPage
      ? page(of: declaration, in: console.language).text
      : Help(
        declaration, in: console.language, columns: console.columns, style: console.style, isWhole: isWhole
      ).text
    try console.print(text)
    return .done
  }

  /// The program's own page includes the topics.
  private func page(of declaration: CommandDeclaration, in language: Language) -> ManualPage {
    ManualPage(
      declaration, in: language, source: "\(Self.program.name) \(ProgramVersion.version)",
      sections: declaration.parent == nil ? Topic.allCases.map { ($0.heading, $0.terms) } : [])
  }
}
