import Console
import OpenMarket

/// `market search WORDS`: the items that hold all of the words.
struct Search: Command {
  static let usesStore = true

  static let declaration = CommandDeclaration(
    name: "search", parent: "market", abstract: "Find items by words in title or description.",
    discussion: """
      An item is found when it holds every word somewhere, as a whole word or as a part of one. Searches are kept, the \
      last hundred of them, in a file that only you can read; --private keeps none.
      """,
    examples: [
      .init("market search 맥북 14", "Items with both words."),
      .init("market search lamp --sort price", "The cheapest lamp first."),
      .init("market search --history", "What was searched for, the last search first."),
      .init("market search --again 2", "The last search but one, once more."),
    ],
    positionals: [
      Positional(
        name: "word", help: "A part of title or description.", repeats: true, required: false,
        isFreeText: true)
    ],
    options: [
      Option(long: "history", help: "Show what was searched for."),
      Option(
        long: "again", value: "number", help: "Search for that entry of the history.",
        candidates: .lookup(Complete.Reference.search.rawValue)),
      Option(long: "clear", help: "Forget what was searched for."),
      Option(long: "private", help: "Do not keep this search."),
    ] + ItemListing.options + Option.looking + Option.everywhere)

  private enum Action {
    case search(ItemListing, keeps: Bool)
    case history
    case clear
  }

  private let action: Action
  private let history: SearchHistory

  init(_ arguments: Arguments, _ settings: Settings) throws {
    history = SearchHistory(path: settings.directories.searches)
    let words = arguments.positionals.joined(separator: " ")
    let asks = ["history", "again", "clear"].filter { arguments.flag($0) }
    if asks.count > 1 {
      throw UsageError(.conflictingOptions("--\(asks[0])", "--\(asks[1])"), in: Self.declaration)
    }
    if let ask = ["history", "clear"].first(where: { arguments.flag($0) }), arguments.flag("private") {
      throw UsageError(.conflictingOptions("--\(ask)", "--private"), in: Self.declaration)
    }
    if let ask = asks.first, let word = arguments.positionals.first {
      throw UsageError(
        .invalidValue(word, option: "--\(ask)", reason: "it takes no words"), in: Self.declaration)
    }
    switch asks.first {
    case "history": action = .history
    case "clear": action = .clear
    case "again":
      action = .search(
        try Self.listing(try Self.entry(arguments.value("again") ?? "", of: history), arguments, settings),
        keeps: false)
    default:
      guard words.contains(where: { !$0.isWhitespace }) else {
        throw UsageError(.missingArgument("word"), in: Self.declaration)
      }
      action = .search(try Self.listing(words, arguments, settings), keeps: !arguments.flag("private"))
    }
  }

  private static func entry(_ number: String, of history: SearchHistory) throws -> String {
    let entries = try history.entries()
    guard let index = Int(number), entries.indices.contains(index - 1) else {
      let reason: LocalizedPhrase =
        entries.isEmpty ? "nothing has been searched for" : "there are entries 1 to \(entries.count)"
      throw UsageError(.invalidValue(number, option: "--again", reason: reason), in: declaration)
    }
    return entries[index - 1]
  }

  private static func listing(_ words: String, _ arguments: Arguments, _ settings: Settings) throws
    -> ItemListing
  {
    try ItemListing(
      arguments, settings, in: declaration, search: words, command: "market search",
      nothing: ItemListing.nothing(for: words))
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    switch action {
    case .search(let listing, let keeps):
      return try await listing.run(context) { if keeps { try history.add($0) } }
    case .history:
      let entries = try history.entries()
      if entries.isEmpty { context.note("Nothing has been searched for") }
      let console = context.console
      // One line of the terminal for each, beside the number.
      let room = console.columns - String(entries.count).count - 2
      let terms = entries.enumerated().map {
        Definition(String($0 + 1), LocalizedPhrase(verbatim: $1.sanitized.truncated(toWidth: room)))
      }
      let lines =
        console.output.isTerminal
        ? Definition.lines(terms, in: console.language, columns: console.columns, console.style)
        : zip(terms, entries).map { TSV.line([$0.word, $1]) }
      for line in lines { try console.print(line) }
      return .done
    case .clear:
      try history.clear()
      context.note("The searches are forgotten")
      return .done
    }
  }
}
