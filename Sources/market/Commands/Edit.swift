import Console
import OpenMarket

/// `market edit`: changes the given fields of items.
struct Edit: Command {
  static let declaration = CommandDeclaration(
    name: "edit", synonyms: ["update", "change", "stocktake", "수정", "실사"], parent: "market",
    abstract: "Change items.",
    discussion: """
      Only the given fields change. --image replaces all images, and --tag all tags. A new currency needs the new price with it. Piped, \
      each line is a changed field: its name, the old value and the new value, separated by tabs, with the id before them where several \
      items are changed. A stock with a sign, +3 or -1, changes the present one; without it, it is a count. A price with a sign changes \
      the present one and the discounted one by an amount or in per cent.

      Several items are named by ids and ranges such as 4-9, on standard input with '-', or without ids by filters: --tag and --currency \
      then choose items, and nothing else of them is set. The changes are shown and confirmed before they are made, in a store on this \
      machine all or none.
      """,
    examples: [
      .init("market edit 7 --discounted-price 1500000 --stock 2", "Set a discount, and the stock to two."),
      .init("market edit 7 --stock 5 --was 8", "Five were counted, if the stock is still eight."),
      .init("market edit 7 --stock +3", "Three more than there are."),
      .init("market edit 4-9 12 --price +5% --round 100", "Raise the prices of seven items."),
      .init("market edit --tag summer --discount 20%", "Discount all items with a tag."),
      .init(
        "market list --sold-out --all | market edit - --add-tag reorder --yes", "Tag the items of a list."),
    ],
    positionals: [
      Positional(
        name: "id",
        help:
          "Ids, SKUs and barcodes of the items, and ranges such as 4-9; '-' reads them from standard input.",
        repeats: true, required: false, candidates: .items)
    ],
    options: .title, .price, .newCurrency, .discountedPrice, ItemChange.noDiscount, ItemChange.stockChange,
    ItemChange.was.listed(.rare),
    .cost.described(as: LocalizedPhrase("Cost of one piece of the stock; private.")),
    ItemChange.options, .detailChanges, .description, .editor.listed(.rare), .image,
    ChosenItems.filters.listed(.rare), .new, .yes, PasswordEdit.option.listed(.rare), .passwordFile, .dryRun,
    .json, .markets, .everywhere)

  private enum Work {
    case one(SingleEdit)
    case many(BulkEdit)
    case password(PasswordEdit)
  }

  private let work: Work

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let chosen = try ChosenItems(arguments)
    if let file = arguments[PasswordEdit.option] {
      guard case .ids(let ids, _) = chosen else { throw arguments.error(.missingArgument("id")) }
      work = .password(try PasswordEdit(ids, file: file, arguments))
    } else if let id = chosen.onlyID, !BulkEdit.isNeeded(for: arguments) {
      work = .one(try SingleEdit(ofItem: id, arguments, settings))
    } else {
      work = .many(try BulkEdit(chosen, arguments, settings))
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    switch work {
    case .one(let edit): try await edit.run(context)
    case .many(let edit): try await edit.run(context)
    case .password(let edit): try await edit.run(context)
    }
  }

  func request(_ context: CommandContext) async throws {
    switch work {
    case .one(let edit): try await edit.request(context)
    case .many(let edit): try await edit.request(context)
    case .password(let edit): _ = try await edit.run(context)
    }
  }
}
