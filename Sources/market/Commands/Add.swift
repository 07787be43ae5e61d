import Console
import Foundation
import OpenMarket

/// `market add`: puts an item up for sale.
struct Add: Command {
  static let declaration = CommandDeclaration(
    name: "add", aliases: ["new"], parent: "market", abstract: "Put an item up for sale.",
    discussion: """
      The item can be edited and deleted by who has its password. Without --password-file, MARKET_PASSWORD_FILE or \
      MARKET_PASSWORD one is made on the first add to a market, kept in a file that only you can read, and used from \
      then on.
      """,
    examples: [
      .init(
        "market add --title '맥북 프로' --price 1690000 --currency KRW --image macbook.png", "With an image."),
      .init(
        "market add --title Lamp --price 12.50 --discounted-price 9.99 --stock 3", "Three, at a discount."),
      .init(
        "market add --title Desk --price 80 --porcelain --description - < desk.txt",
        "For a script: prints the id."),
    ],
    options: [
      .title.required, .price.required, .currency, .discountedPrice, .stock, .description, .image,
      .passwordFile, .dryRun,
      .json,
      Option(long: "porcelain", help: "Print the id of the new item and nothing else.", section: .output),
    ] + Option.markets + Option.everywhere)

  private let draft: ItemDraft
  private let images: [ItemImage]
  private let readsDescription: Bool
  private let isDryRun: Bool
  private let isPorcelain: Bool
  private let fields: JSONFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    guard let title = arguments.value("title") else {
      throw UsageError(.missingOptions(["--title"]), in: Self.declaration)
    }
    guard let amount = try arguments.amount(.price, .price) else {
      throw UsageError(.missingOptions(["--price"]), in: Self.declaration)
    }
    let description = arguments.value("description") ?? ""
    readsDescription = description == "-"
    if readsDescription, settings[.passwordFile].text == "-" {
      throw UsageError(.conflictingOptions("--description -", "--password-file -"), in: Self.declaration)
    }
    draft = ItemDraft(
      title: title, description: readsDescription ? "" : description, price: Price(amount, settings.currency),
      discountedPrice: try arguments.amount(.discountedPrice, .discountedPrice),
      stock: try arguments.stock() ?? 1)
    try draft.validate()
    images = try arguments.images()
    isDryRun = arguments.flag("dry-run")
    isPorcelain = arguments.flag("porcelain")
    fields = try JSONFields(arguments, known: Item.allFields, in: Self.declaration)
    if isPorcelain, fields != nil {
      throw UsageError(.conflictingOptions("--porcelain", "--json"), in: Self.declaration)
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    var draft = draft
    if readsDescription {
      draft.description = try context.description()
      try draft.validate()
    }
    if isDryRun {
      context.note("Nothing was added. This would be:")
      let console = context.console
      let lines =
        console.output.isTerminal
        ? draft.preview(images: images, context.format, console.style, columns: console.columns)
        : draft.previewLines(images: images)
      for line in lines { try console.print(line) }
      return .done
    }
    let item = try await context.market.add(draft, images: images, password: context.passwords.forAdding())
    if isPorcelain { try context.console.print(String(item.id)) } else { try context.write(item, as: fields) }
    return .done
  }
}
