import Console
import OpenMarket

/// `market search WORDS`: shows the items that contain all of the words.
struct Search: Command {
  static let declaration = CommandDeclaration(
    name: "search", parent: "market", abstract: "Find items by words in their texts, SKUs and tags.",
    discussion: """
      An item matches if it contains every word, whole or as a part of another; in titles, SKUs and tags also across \
      spaces and marks. The best fit comes first: titles before SKUs and tags, and these before descriptions; whole words \
      before parts; then the newest. --sort gives another order. The last hundred searches are kept in a file that only \
      you can read; --private keeps this one out of it.
      """,
    examples: [
      .init("market search 맥북 14", "Items with both words."),
      .init("market search lamp --sort price", "Lamps, cheapest first."),
      .init("market search --history", "The search history, newest first."),
      .init("market search --again 2", "Repeat the second-last search."),
    ],
    positionals: [
      Positional(
        name: "word", help: "A part of the title, the description, the SKU or a tag.", repeats: true,
        required: false,
        isFreeText: true)
    ],
    options: ItemListing.history, ItemListing.again, ItemListing.clear, Self.private, ItemListing.options,
    .looking, .everywhere)

  static let `private` = Option<Bool>("private", help: "Leave this search out of the history.")

  private enum Action {
    case search(ItemListing, isRecorded: Bool)
    case history
    case clear
  }

  private let action: Action
  private let history: SearchHistory
  /// A search word that was probably meant as the value of `--json`; nil if there is none.
  private let detachedFields: String?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    history = SearchHistory(path: settings.directories.searches)
    let words = arguments.positionals.joined(separator: " ")
    let takesAllFields = arguments.again(.rowJSON) == ["--json"]
    detachedFields = arguments.positionals.first { word in
      takesAllFields && word.contains(",")
        && word.split(separator: ",").allSatisfy { Item.rowFields.contains(String($0)) }
    }
    try arguments.allowOne(of: ItemListing.history, ItemListing.again, ItemListing.clear)
    try arguments.allowOne(of: ItemListing.history, Self.private)
    try arguments.allowOne(of: ItemListing.clear, Self.private)
    if let action = arguments.given(ItemListing.history, ItemListing.again, ItemListing.clear).first,
      let word = arguments.positionals.first
    {
      throw arguments.error(
        .invalidValue(word, option: action, reason: "it cannot be combined with search words"))
    }
    if arguments[ItemListing.history] {
      action = .history
    } else if arguments[ItemListing.clear] {
      action = .clear
    } else if let number = try arguments[ItemListing.again] {
      let entry = try Self.entry(number, of: history, arguments: arguments)
      action = .search(try Self.listing(entry, arguments, settings: settings), isRecorded: false)
    } else {
      guard words.contains(where: { !$0.isWhitespace }) else {
        throw arguments.error(.incomplete("Missing <word>"))
      }
      action = .search(
        try Self.listing(words, arguments, settings: settings), isRecorded: !arguments[Self.private])
    }
  }

  private static func entry(_ number: Int, of history: SearchHistory, arguments: Arguments) throws
    -> String
  {
    let entries = try history.entries()
    guard number <= entries.count else {
      let reason: LocalizedPhrase =
        entries.isEmpty ? "the search history is empty" : "there are entries 1 to \(entries.count)"
      throw arguments.error(
        .invalidValue(String(number), option: ItemListing.again.word, reason: reason))
    }
    return entries[number - 1]
  }

  private static func listing(_ words: String, _ arguments: Arguments, settings: Settings) throws
    -> ItemListing
  {
    try ItemListing(
      arguments, settings, search: words, command: "market search",
      emptyText: ItemListing.emptyText(for: words))
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    switch action {
    case .search(let listing, let isRecorded):
      if let detachedFields {
        context.note(
          "Searching for '\(detachedFields)' too; to choose fields, use '--json=\(detachedFields)'")
      }
      return try await listing.run(context) { if isRecorded { try await history.add($0) } }
    case .history:
      let entries = try history.entries()
      if entries.isEmpty { context.note("The search history is empty") }
      let console = context.console
      // An entry takes one line of the terminal, with its number.
      let room = console.columns - String(entries.count).count - 2
      let terms = entries.enumerated().map {
        Definition(String($0 + 1), LocalizedPhrase(verbatim: $1.sanitizedLine.truncated(toWidth: room)))
      }
      let lines =
        console.output.isTerminal
        ? Definition.lines(terms, in: console.language, columns: console.columns, style: console.style)
        : zip(terms, entries).map { TSV.line([$0.word, $1]) }
      for line in lines { try console.print(line) }
      return .done
    case .clear:
      try history.clear()
      context.note("Search history cleared")
      return .done
    }
  }
}
