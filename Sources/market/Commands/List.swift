import Console
import OpenMarket

/// `market list`: shows a page of the items for sale, or all of them.
struct List: Command {
  static let declaration = CommandDeclaration(
    name: "list", aliases: ["ls"], synonyms: ["inventory", "재고", "목록"], parent: "market",
    abstract: "List the items for sale.",
    discussion: """
      On a terminal the list is a table that continues when you press the space bar; / searches, g shows images, b goes on in 'market browse', q \
      quits. In a pipe each line contains id, title, currency, price, discounted price, stock and date, separated by tabs; --columns chooses others.
      """,
    examples: [
      .init("market list", "The first page, and more on request."),
      .init("market list --page 2 --per-page 50 --sort -price", "Items 51–100, most expensive first."),
      .init("market list --below 3 --tag summer", "What is nearly sold out, of one tag."),
      .init("market list --watch --sort newest", "New items as they arrive."),
      .init("market list --columns id,title,sku,tags", "Your own columns."),
      .init("market list --grid", "Cards with images."),
      .init("market list --all --json=id,title,price", "All items as JSON, one a line."),
    ],
    options: ItemListing.options, .looking, .everywhere)

  private let listing: ItemListing
  private let history: SearchHistory

  init(_ arguments: Arguments, _ settings: Settings) throws {
    history = SearchHistory(path: settings.directories.searches)
    listing = try ItemListing(
      arguments, settings, command: "market list",
      emptyText: "No items for sale yet · add one: market add --title <title> --price <amount>")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try await listing.run(context, record: history.add)
  }
}
