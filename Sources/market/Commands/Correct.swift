import Console
import OpenMarket

/// `market correct ENTRY`: corrects the price of a recorded sale.
struct Correct: Command {
  static let declaration = CommandDeclaration(
    name: "correct", parent: "market", abstract: "Correct the price of a recorded sale.",
    discussion: """
      An entry is never edited: one is added that takes it back, and one with the new price, both for the day of the \
      sale. Its returns are corrected with it. 'market history' shows the numbers of entries.
      """,
    examples: [.init("market correct 12 --price 4", "Entry 12 was sold for 4.")],
    positionals: [Positional(name: "entry", help: "Number of the entry in the history of an item.")],
    options: .price.required, .note, .new, .passwordFile, .movementJSON, .markets, .everywhere)

  private let entry: Int
  private let action: MovementRequest.Action
  private let note: String?
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    entry = try arguments.id(otherwise: "the number of an entry is a whole number from 1")
    action = .correct(entry: entry, price: try arguments.required(.price).amount(of: .price))
    note = arguments[.note]
    try MovementRequest(itemID: 1, action, note: note).validate()
    fields = try arguments[.movementJSON]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let id = try await context.withPassword(for: .entry(entry)) {
      try await context.market.item(ofMovement: entry, password: $0)
    }
    return try await context.record([MovementRequest(itemID: id, action, note: note)], as: fields)
  }
}
