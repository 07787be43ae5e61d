import Console
import Foundation
import OpenMarket
import Wording

/// `market list`: shows a page of the items for sale, or all of them; with words those that contain them.
struct List: Command {
  static let declaration = CommandDeclaration(
    name: "list", aliases: ["ls"], synonyms: ["inventory", "find", "재고", "목록", "검색", "stock"],
    parent: "market",
    abstract: "List the items for sale, or those with some words.",
    discussion: """
      A list that is longer than the terminal opens on a screen of its own: space shows the next rows, Enter an item, g images; \
      / searches, b goes on to work as in 'market browse', q quits.
      With words the list has the items that contain each of them, whole or as a part of another; in titles, SKUs and tags \
      also across spaces and marks. The best fit comes first: titles before SKUs and tags, and these before descriptions; \
      whole words before parts; then the newest. The last hundred searches are kept in a file that only you can read; \
      --private keeps this one out of it.
      """,
    examples: [
      .init("market list", "The first page, and more on request."),
      .init("market list --page 2 --per-page 50 --sort -price", "Items 51–100, most expensive first."),
      .init("market list 맥북 14", "Items with both words."),
      .init("market list --below 3 --tag summer", "What is nearly sold out, of one tag."),
      .init("market list --watch --sort newest", "New items as they arrive."),
      .init("market list --columns id,title,sku,tags", "Your own columns."),
      .init("market list --grid", "Cards with images."),
      .init("market list --all --json=id,title,price", "All items as JSON, one a line."),
    ],
    positionals: [word],
    options: ItemListing.history, ItemListing.again, ItemListing.clear, Self.private, ItemListing.options,
    .looking,
    .everywhere)

  fileprivate static let word = Positional(
    name: "word", help: "A part of the title, the description, the SKU or a tag.", repeats: true,
    required: false)
  private static let `private` = Option<Bool>("private", help: "Leave this search out of the history.")

  private enum Action {
    case list(ItemListing)
    case history
    case clear
  }

  private let action: Action
  private let history: SearchHistory
  /// A search word that was probably meant as the value of `--json`; nil if there is none.
  private let detachedFields: String?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let history = SearchHistory(path: settings.directories.searches)
    self.history = history
    let words = TypedLine.unquoted(arguments.positionals.joined(separator: " "))
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
    } else {
      let number = try arguments[ItemListing.again]
      let search = try number.map { try Self.entry($0, of: history, arguments: arguments) } ?? words
      action = .list(
        try ItemListing(
          arguments, settings, search: search, isRecorded: number == nil && !arguments[Self.private]))
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

  func run(_ context: CommandContext) async throws -> ExitCode {
    switch action {
    case .list(let listing):
      if let detachedFields {
        context.note(
          "Searching for '\(detachedFields)' too; to choose fields, use '--json=\(detachedFields)'")
      }
      return try await listing.run(context)
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

/// `market search WORDS`: what `market list WORDS` was.
struct Search: Command {
  static let declaration = List.declaration.formerly(
    "search",
    taking: Positional(
      name: List.word.name, help: List.word.help, repeats: true, required: false, isFreeText: true))

  private let list: List

  init(_ arguments: Arguments, _ settings: Settings) throws {
    list = try List(arguments, settings)
    let isOther = !arguments.given(ItemListing.history, ItemListing.again, ItemListing.clear).isEmpty
    guard isOther || arguments.positionals.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw arguments.error(.incomplete("Missing <word>"))
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode { try await list.run(context) }
}
