import Console
import Foundation
import OpenMarket

/// `market sell ID[:COUNT]…`: records sales.
struct Sell: MovementCommand {
  static let declaration = CommandDeclaration(
    name: "sell", parent: "market", abstract: "Record sales; prints the code of a receipt for each.",
    discussion: """
      Several items are one transaction: all are recorded or none. A sale is refused where fewer pieces are in stock. \
      With --reference the same sale is recorded once, and prints the same receipt again. The price is that of the item, \
      after its discount, unless --price gives another. In a pipe each line is the receipt of a sale.
      """,
    examples: [
      .init("market sell 7", "One piece of item 7, now."),
      .init("market sell 7:2 9 12:1 --reference order-81", "Three items of one order, all or none."),
      .init("market sell 7 --quantity 2 --price 11.90 --at 2026-11-20T18:30", "A sale of the past."),
    ],
    positionals: [.itemCounts],
    options: .quantity, .price, .time, .note, .reference, Self.alreadyCounted, .new, .passwordFile,
    .movementJSON,
    .markets, .everywhere)

  private static let alreadyCounted = Option<Bool>(
    "already-counted",
    help: "The stock was counted since, without these pieces: add a correction that offsets the sale.")

  static let writesReceipts = true

  let requests: [MovementRequest]
  let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let shared = try MovementArguments(arguments)
    let price = try arguments.amount(.price, .price)
    var lines: [(id: Int, quantity: Int)] = []
    for word in arguments.positionals {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count <= 2, let ids = Arguments.ids(in: parts[0]), ids.count == 1, let id = ids.first else {
        throw arguments.error(
          .invalidValue(
            word, option: "<item>", reason: "write an id, or an id and a number of pieces such as 7:2"))
      }
      guard !lines.contains(where: { $0.id == id }) else {
        throw arguments.error(.invalidValue(word, option: "<item>", reason: "item \(id) is given twice"))
      }
      let quantity = parts.count == 2 ? try ItemField.quantity.wholeNumber(parts[1]) : nil
      if quantity != nil, arguments.has(.quantity) {
        throw arguments.error(.conflictingOptions(word, "--quantity"))
      }
      lines.append((id, try quantity ?? arguments.quantity()))
    }
    if lines.count > 1, let option = arguments.given(.quantity, .price).first {
      let values = [OptionGroup.quantity.declaration, OptionGroup.price.declaration].flatMap(arguments.texts)
      throw arguments.error(.invalidValue(values[0], option: option, reason: "it is for a sale of one item"))
    }
    guard lines.count <= MovementLimits.requests else {
      throw arguments.error(
        .invalidValue(
          arguments.positionals[MovementLimits.requests], option: "<item>",
          reason: "at most \(MovementLimits.requests) items are sold at once"))
    }
    requests = try lines.map {
      try shared.request(
        item: $0.id, .sell(quantity: $0.quantity, price: price),
        isAlreadyCounted: arguments[Self.alreadyCounted])
    }
    fields = try arguments[.movementJSON]
  }
}
