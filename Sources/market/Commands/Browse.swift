import Console
import OpenMarket
import Wording

/// `market browse`: shows the whole market on one screen.
struct Browse: Command {
  static let declaration = CommandDeclaration(
    name: "browse", parent: "market", abstract: "Browse and change the market on one screen.",
    discussion: """
      Arrows or hjkl move, Enter shows an item, q goes one step back; / searches, f filters, s orders, t shows best sellers, v \
      shows images; a adds, e edits, x sells, d deletes and u undoes; ? shows all keys. Each does what the command of its name \
      does, with the same rules and passwords. With --accessible it is a prompt for these commands.
      """,
    examples: [
      .init("market browse", "All items."),
      .init("market browse lamp --in-stock", "What a search finds, in stock."),
      .init("market browse --sort newest --grid", "The newest first, as cards with images."),
    ],
    positionals: [
      Positional(
        name: "word", help: "A part of the title, the description, the SKU or a tag.", repeats: true,
        required: false, isFreeText: true)
    ],
    options: ListFilter.options, ItemListing.sort, Self.row, .grid, .images, Self.noMouse, .looking,
    .everywhere)

  private static let row = Option<Int>(
    "row", "number", help: "Begin at this row of the list.", default: 1, in: 1...Int(Int32.max))
  private static let noMouse = Option<Bool>("no-mouse", help: "Leave the mouse to the terminal.")

  private let query: PageQuery
  /// From 0.
  private let row: Int
  private let isGrid: Bool
  private let hasMouse: Bool
  private let place: [String]
  private let needsTerminal: UsageError

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let words = arguments.positionals.joined(separator: " ").split(separator: " ").joined(separator: " ")
    query = PageQuery(
      sort: settings.sort, search: words.isEmpty ? nil : words, filter: try arguments.filter())
    isGrid = arguments[.grid]
    hasMouse = !arguments[Self.noMouse]
    place = arguments.arguments(of: .place)
    row = try arguments[Self.row] - 1
    needsTerminal = arguments.error(.needsScreen(command: "market browse", instead: "market list"))
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if context.format.isFlat, context.interaction.canPrompt {
      let commands: [any Command.Type] = [
        List.self, Show.self, Add.self, Edit.self, Sell.self, Restock.self, ReturnCommand.self, WriteOff.self,
        Correct.self, Orders.self, History.self, Delete.self, Trash.self, Undo.self, Best.self,
      ]
      return try await BrowsePrompt(context: context, place: place, commands: commands.map { $0.declaration })
        .run()
    }
    // A log of requests would be written over the screen.
    guard context.console.hasKeyboard, context.interaction.canPrompt, !context.settings.isVerbose else {
      throw needsTerminal
    }
    context.noteMissingStore()
    let searches = SearchHistory(path: context.settings.directories.searches)
    let browser = Browser(
      query, row: row, isGrid: isGrid, columns: context.console.columns,
      rows: context.console.output.rows ?? 24, searches: (try? searches.entries()) ?? [],
      forms: context.browserForms(Self.declaration), now: context.environment.now())
    guard try await context.browse(browser, place: place, hasMouse: hasMouse) != nil else {
      throw needsTerminal
    }
    return .done
  }

  func request(_ context: CommandContext) async throws { _ = try await context.market.page(query) }
}
