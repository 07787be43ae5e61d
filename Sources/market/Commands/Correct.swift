import Console
import OpenMarket

/// `market correct ENTRY`: corrects the price of a recorded sale.
struct Correct: Command {
  static let usesStore = true

  static let declaration = CommandDeclaration(
    name: "correct", parent: "market", abstract: "Correct the price of a recorded sale.",
    discussion: """
      An entry is never edited: one is added that takes it back, and one with the new price, both for the day of the \
      sale. Its returns are corrected with it. 'market history' shows the numbers of entries.
      """,
    examples: [.init("market correct 12 --price 4", "Entry 12 was sold for 4.")],
    positionals: [Positional(name: "entry", help: "Number of the entry in the history of an item.")],
    options: [Option.price.required, .note, .passwordFile, .movementJSON] + Option.markets + Option.everywhere
  )

  private let entry: Int
  private let action: MovementRequest.Action
  private let note: String?
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let word = arguments.positional("entry") ?? ""
    guard let ids = Arguments.ids(in: word), ids.count == 1, let entry = ids.first else {
      throw UsageError(
        .invalidValue(word, option: "<entry>", reason: "the number of an entry is a whole number from 1"),
        in: Self.declaration)
    }
    guard let price = try arguments.amount(.price) else {
      throw UsageError(.missingOptions(["--price"]), in: Self.declaration)
    }
    self.entry = entry
    action = .correct(entry: entry, price: price)
    note = arguments.value(Option.note.long)
    try MovementRequest(itemID: 1, action, note: note).validate()
    fields = try OutputFields(arguments, known: Movement.fields, in: Self.declaration)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let id = try await context.withPassword(for: .entry(entry)) {
      try await context.market.item(ofMovement: entry, password: $0)
    }
    return try await context.record([MovementRequest(itemID: id, action, note: note)], as: fields)
  }
}
