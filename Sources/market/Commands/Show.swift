import Console
import OpenMarket

/// `market show ID…`: shows an item with its description and images.
struct Show: Command {
  static let declaration = CommandDeclaration(
    name: "show", synonyms: ["get", "보기"], parent: "market", abstract: "Show an item with all its details.",
    discussion: """
      The images appear below on terminals that draw them, such as kitty, Ghostty and Konsole; with chafa installed, \
      others show them in blocks of colour. 'market images' saves them. The ratings by star and the newest reviews are \
      last; 'market reviews' shows all.
      """,
    examples: [
      .init("market show 7", "Item 7 as a card."),
      .init("market show 7 --json | jq .descriptions", "One field, for a program."),
    ],
    positionals: [.chosenItems],
    options: Self.json, .images, Self.full, ListFilter.options.listed(.rare), .looking, .everywhere)

  private static let json = Option<OutputFields?>.json(of: Item.allFields + [ItemField.cost.key])
  private static let full = Option<Bool>("full", help: "Show the whole description, also a long one.")

  private let ids: [Int]
  private let fields: OutputFields?
  private let isFull: Bool
  /// The options that select the market.
  private let place: [String]

  init(_ arguments: Arguments, _ settings: Settings) throws {
    ids = try arguments.chosenIDs()
    fields = try arguments[Self.json]
    isFull = arguments[Self.full]
    place = arguments.again(.profile, .server, .store)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    var isFirst = true
    return try await context.attempts(ids) { id in
      try await show(id, isFirst: isFirst, context: context)
      isFirst = false
    }
  }

  /// Shows an item: at once from the cache if that can be drawn over, and then as it is.
  private func show(_ id: Int, isFirst: Bool, context: CommandContext) async throws {
    let console = context.console
    guard fields == nil, console.canRedraw, let cached = context.market.cachedItem(id: id) else {
      let item = try await latestItem(id, context)
      let reviews = fields == nil ? try await context.newestReviews(of: item.value, all: allReviews(id)) : nil
      if !isFirst, fields == nil { try console.print("") }
      try context.write(
        item.value, as: fields,
        fold: fields == nil ? fold(item.value, reviews, context: context) : nil,
        verified: reviews?.rating.verifiedCount)
      if fields == nil { try await context.writeImages(of: item, all: command("market images \(id)")) }
      for line in reviews?.lines ?? [] { try console.print(line) }
      return context.note(item.freshness)
    }
    if !isFirst { try console.print("") }
    func changes(_ item: Item, _ before: Item) -> [FieldChange] {
      FieldChange.all(from: before.draft, to: item.draft, context.format)
    }
    let item = try await context.refreshing(cached) {
      try await latestItem(id, context)
    } lines: { item, _ in
      context.card(item, try fold(item, nil, context: context))
    } remainder: { item, before in
      FieldChange.lines(changes(item, before), context.format, style: console.style, columns: console.columns)
    }
    try await context.writeImages(of: item, all: command("market images \(id)"))
    let reviews = try await context.newestReviews(of: item.value, all: allReviews(id))
    for line in reviews?.lines ?? [] { try console.print(line) }
    let fields = changes(item.value, cached.value).map { context.format.text($0.field.name).lowercased() }
    if !fields.isEmpty {
      context.remark("Changed since last time: \(fields.joined(separator: ", "))")
    }
    context.note(item.freshness)
  }

  /// Fetches an item, for the operator with its cost.
  private func latestItem(_ id: Int, _ context: CommandContext) async throws -> Fetched<Item> {
    var item = try await context.market.latestItem(id: id)
    // Away from the market it is not asked whose command this is.
    if item.freshness.isCurrent { item.value.cost = try await context.cost(of: item.value) }
    return item
  }

  /// How much of a description the screen has room for, with the images and reviews below; nil to show all of it.
  private func fold(
    _ item: Item, _ reviews: NewestReviews?, context: CommandContext
  ) throws -> ItemCard.Fold? {
    guard !isFull, let screen = context.console.output.rows else { return nil }
    let rows = screen - (reviews?.lines.count ?? 0)
    let images = min(item.images?.count ?? 0, ImageRowLayout.most)
    let drawn = ImageRowLayout.rows(on: screen)
    // One line is for the shell's prompt. The terminal is asked about images only if the room depends on it.
    guard context.card(item, nil).count > rows - 1 - (images > 0 ? drawn : 0) else { return nil }
    // Images that are not drawn take a line of text each, below an empty one.
    let captions = images + 1
    let below = images == 0 ? 0 : try context.images().protocol == .none ? captions : drawn
    return ItemCard.Fold(
      rows: rows - below, command: command("market show \(item.id) --full"))
  }

  private func allReviews(_ id: Int) -> String { command("market reviews \(id)") }

  /// A command that goes to the same market.
  private func command(_ words: String) -> String { ([words] + place).joined(separator: " ") }
}
