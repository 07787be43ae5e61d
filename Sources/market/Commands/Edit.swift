import Console
import OpenMarket

/// `market edit`: changes the given fields of items.
struct Edit: Command {
  static let declaration = CommandDeclaration(
    name: "edit", synonyms: ["update", "change", "stocktake", "수정", "실사", "count", "재고조사"], parent: "market",
    abstract: "Change items.",
    discussion: """
      Only the given fields change. --image replaces all images, and --tag all tags. A new currency needs the new price with it. Piped, \
      each line is a changed field: its name, the old value and the new value, separated by tabs, with the id before them where several \
      items are changed. A stock with a sign, +3 or -1, changes the present one; without it, it is a count. A price with a sign changes \
      the present one and the discounted one by an amount or in per cent.

      Several items are named by ids and ranges such as 4-9, on standard input with '-', or without ids by filters: --tag and --currency \
      then choose items, and nothing else of them is set. The changes are shown and confirmed before they are made. Where \
      one of several items is not found or cannot be changed, none is; at a server those are that the password is for.
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
    positionals: [.chosenItems],
    options: .title, .price, .newCurrency, .discountedPrice, ItemChange.noDiscount, ItemChange.stockChange,
    ItemChange.was.listed(.rare),
    .cost.described(as: LocalizedPhrase("Cost of one piece of the stock; private.")),
    ItemChange.options, .detailChanges, .description, .editor.listed(.rare), .image,
    filters.listed(.rare), .new, .yes, PasswordEdit.option.listed(.rare), .passwordFile, .dryRun,
    .json(of: Item.allFields + ["changes"]), .markets, .everywhere)

  /// The conditions but those with the names of options that set values.
  private static let filters = OptionGroup(
    ItemCondition.allCases.filter { ![.tag, .currency, .offSale].contains($0) }.map(\.option))

  private let work: any ItemEdit

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let ids = try arguments.chosenIDs()
    if let file = arguments[PasswordEdit.option] {
      work = try PasswordEdit(ids, file: file, arguments)
    } else if ids.count == 1, !arguments.isChoice, !BulkEdit.isNeeded(for: arguments) {
      work = try SingleEdit(ofItem: ids[0], arguments, settings)
    } else {
      work = try BulkEdit(ids, arguments, settings)
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode { try await work.run(context) }

  func request(_ context: CommandContext) async throws { try await work.request(context) }
}
