import Console
import Foundation
import OpenMarket

/// `market correct ENTRY`, `market correct --reference TEXT ITEM`: corrects a recorded sale, or the cost of a delivery.
struct Correct: Command {
  static let declaration = CommandDeclaration(
    name: "correct", parent: "market", abstract: "Correct a recorded sale, or the cost of a delivery.",
    discussion: """
      An entry is never edited: one is added that takes it back, and one with the new terms, both for the day of the \
      sale. Its returns are corrected with it. '--quantity 0' voids a sale. A stock that was counted after the sale stays as \
      it was counted. The cost of a delivery or of the opening stock can be corrected, too; recorded sales keep theirs. \
      'market history' shows the numbers of entries; with --reference the entry is found by its item. On a terminal the correction is shown and asked for.
      """,
    examples: [
      .init("market correct 12 --price 4", "Entry 12 was sold for 4."),
      .init("market correct 12 --quantity 0", "Entry 12 was no sale."),
      .init("market correct --reference order-81 LMP-7 --quantity 1", "One LMP-7 was sold in order-81."),
      .init("market correct 9 --cost 8.50", "The pieces of delivery 9 cost 8.50 each."),
    ],
    positionals: [
      Positional(
        name: "entry", help: "Number of the entry in the history of an item; its item with --reference.",
        candidates: .lookup(CompletionReference.entry.rawValue))
    ],
    options: .price, Self.pieces, .cost, .note,
    .reference.described(as: LocalizedPhrase("The reference of the entry.")), .new, .yes, .dryRun,
    .passwordFile, .movementJSON, .markets, .everywhere)

  /// `--quantity` of an entry that has one already.
  private static let pieces = Option<Int?>(
    "quantity", "count", help: "Number of pieces that were sold; 0 voids the sale."
  ) { try Int($0, .quantity) }

  private enum Target {
    case entry(Int)
    case reference(String, item: String)
  }

  private let target: Target
  private let quantity: Int?
  private let price: Decimal?
  private let cost: Decimal?
  private let note: String?
  private let confirmation: Confirmation
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    if let reference = arguments[.reference] {
      target = .reference(reference, item: arguments.positionals.first ?? "")
    } else {
      target = .entry(try arguments.id(otherwise: "the number of an entry is a whole number from 1"))
    }
    (quantity, price, cost) = (
      try arguments[Self.pieces], try arguments.amount(.price, .price), try arguments.amount(.cost, .cost)
    )
    guard quantity != nil || price != nil || cost != nil else {
      let entry = (arguments.positionals.first ?? "").sanitizedLine.shortened
      throw CommandFailure(
        "No changes given for entry \(entry)", .usage,
        help: "Pass '--price <amount>', '--quantity <count>' or '--cost <amount>'")
    }
    if quantity == 0, let other = arguments.given(.price, .cost).first {
      throw arguments.error(.conflictingOptions("--quantity 0", other))
    }
    note = arguments[.note]
    confirmation = arguments.confirmation(of: nil)
    fields = try arguments[.movementJSON]
    try request(of: 1, item: 1).validate()
  }

  private func request(of entry: Int, item: Int) -> MovementRequest {
    MovementRequest(
      itemID: item, .correct(entry: entry, quantity: quantity, price: price, cost: cost), note: note)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let request = try await request(context)
    return try await context.record(
      [request], as: fields, layout: .correction(request.action), "Correct this?", by: confirmation)
  }

  private func request(_ context: CommandContext) async throws -> MovementRequest {
    switch target {
    case .entry(let entry):
      let id = try await context.withPassword(for: .entry(entry)) {
        try await context.market.item(ofMovement: entry, password: $0)
      }
      return request(of: entry, item: id)
    case .reference(let reference, let word):
      let id = try await context.itemID(named: word)
      let sales = SalesLookup(reference: reference, item: id)
      let found = try await context.withPassword(forItem: id) {
        try await context.market.movements(of: sales, password: $0)
      }.map(\.movement)
      let replaced = Set(found.filter { $0.kind != .returned }.compactMap(\.reverses))
      let kinds: [MovementKind] = quantity == nil && price == nil ? [.sold, .received] : [.sold]
      let entries = found.filter { kinds.contains($0.kind) && !replaced.contains($0.id) }.map(\.id)
      guard let entry = entries.first else { throw CommandFailure.noSuchSale(sales) }
      guard entries.count == 1 else {
        let list = entries.map(String.init).joined(separator: ", ")
        throw CommandFailure(
          "Several entries have the reference '\(reference.sanitizedLine)': \(list)", .usage,
          help: "Name one: market correct \(entry)")
      }
      return request(of: entry, item: id)
    }
  }
}
