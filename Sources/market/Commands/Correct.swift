import Console
import OpenMarket

/// `market correct ENTRY`: corrects a recorded sale, or the cost of a delivery.
struct Correct: Command {
  static let declaration = CommandDeclaration(
    name: "correct", parent: "market", abstract: "Correct a recorded sale, or the cost of a delivery.",
    discussion: """
      An entry is never edited: one is added that takes it back, and one with the new terms, both for the day of the \
      sale. Its returns are corrected with it. '--quantity 0' voids a sale. A stock that was counted after the sale stays as \
      it was counted. A new cost of a delivery is that of the pieces sold from then on. 'market history' shows the numbers \
      of entries.
      """,
    examples: [
      .init("market correct 12 --price 4", "Entry 12 was sold for 4."),
      .init("market correct 12 --quantity 0", "Entry 12 was no sale."),
      .init("market correct 9 --cost 8.50", "The pieces of delivery 9 cost 8.50 each."),
    ],
    positionals: [Positional(name: "entry", help: "Number of the entry in the history of an item.")],
    options: .price, Self.pieces, .cost, .note, .new, .passwordFile, .movementJSON, .markets, .everywhere)

  /// `--quantity` of an entry that has one already.
  private static let pieces = Option<Int?>(
    "quantity", "count", help: "Number of pieces that were sold; 0 voids the sale."
  ) { try Int($0.text, .quantity) }

  private let entry: Int
  private let action: MovementRequest.Action
  private let note: String?
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    entry = try arguments.id(otherwise: "the number of an entry is a whole number from 1")
    guard arguments.has(.price) || arguments.has(Self.pieces) || arguments.has(.cost) else {
      throw NoCorrection(entry: entry)
    }
    action = .correct(
      entry: entry, quantity: try arguments[Self.pieces], price: try arguments.amount(.price, .price),
      cost: try arguments.amount(.cost, .cost))
    note = arguments[.note]
    try MovementRequest(itemID: 1, action, note: note).validate()
    fields = try arguments[.movementJSON]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let id = try await context.withPassword(for: .entry(entry)) {
      try await context.market.item(ofMovement: entry, password: $0)
    }
    return try await context.record(
      [MovementRequest(itemID: id, action, note: note)], as: fields, layout: .correction(action))
  }
}

/// A correction without a change.
struct NoCorrection: ReportableError, Equatable {
  let entry: Int

  var message: LocalizedPhrase { "No changes given for entry \(entry)" }
  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    "Pass '--price <amount>', '--quantity <count>' or '--cost <amount>'"
  }
}
