import Console
import OpenMarket

/// `market list`: a page of what is for sale, or all of it.
struct List: Command {
  static let usesStore = true

  static let declaration = CommandDeclaration(
    name: "list", aliases: ["ls"], parent: "market", abstract: "List what is for sale.",
    discussion: """
      On a terminal the list is a table that goes on when you press the space bar; / searches, g shows images, q \
      leaves. Piped, each line holds id, title, currency, price, discounted price, stock and date, with tabs between.
      """,
    examples: [
      .init("market list", "The first page, and more as you like."),
      .init("market list --page 2 --per-page 50 --sort -price", "The dearest 51st to 100th."),
      .init("market list --watch --sort newest", "The newest, as they come."),
      .init("market list --grid", "Cards with images."),
      .init("market list --all --json=id,title,price", "Everything, as JSON, one item a line."),
    ],
    options: ItemListing.options + Option.looking + Option.everywhere)

  private let listing: ItemListing
  private let history: SearchHistory

  init(_ arguments: Arguments, _ settings: Settings) throws {
    history = SearchHistory(path: settings.directories.searches)
    listing = try ItemListing(
      arguments, settings, in: Self.declaration, command: "market list",
      nothing: "Nothing is for sale yet · the first: market add --title <title> --price <amount>")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try await listing.run(context, keep: history.add)
  }
}
