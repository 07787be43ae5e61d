import Console
import Foundation
import OpenMarket

/// `market add`: adds an item.
struct Add: Command {
  static let declaration = CommandDeclaration(
    name: "add", aliases: ["new"], parent: "market", abstract: "Add an item.",
    discussion: """
      Editing and deleting an item requires its password. Without --password-file, MARKET_PASSWORD_FILE or \
      MARKET_PASSWORD, the first add to a market creates a password in a file that only you can read, and later \
      commands use it.
      """,
    examples: [
      .init(
        "market add --title '맥북 프로' --price 1690000 --currency KRW --image macbook.png",
        "Add an item with an image."),
      .init(
        "market add --title Lamp --price 12.50 --discounted-price 9.99 --stock 3",
        "Add three lamps at a discount."),
      .init(
        "market add --title 'Brass lamp' --price 40 --sku LMP-7 --tag lamp --tag brass",
        "With your own code, and words to group items by."),
      .init(
        "market add --title Desk --price 80 --porcelain --description - < desk.txt",
        "For scripts: print only the id."),
    ],
    options: .title.required, .price.required, .currency, .discountedPrice, .stock, .details, .description,
    .image, .passwordFile, .dryRun, .json, Self.porcelain, .markets, .everywhere)

  private static let porcelain = Option<Bool>(
    "porcelain", help: "Print only the id of the new item.", section: .output)

  private let draft: ItemDraft
  private let prices: PriceArguments
  private let images: [ImageArgument]
  private let readsDescription: Bool
  private let isDryRun: Bool
  private let isPorcelain: Bool
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let title = try arguments.required(.title)
    prices = try PriceArguments(
      arguments, currency: settings[.currency].source == .option ? settings.currency : nil)
    guard let amount = prices.price else { throw arguments.error(.missingOptions(["--price"])) }
    let description = arguments[.description] ?? ""
    readsDescription = description == "-"
    try arguments.checkStandardInput(settings)
    var draft = ItemDraft(
      title: title, description: readsDescription ? "" : description,
      price: Price(amount, settings.currency), discountedPrice: prices.discountedPrice,
      stock: try arguments[.stock] ?? 1)
    draft.details = arguments.details()
    self.draft = draft
    images = try arguments.images()
    isDryRun = arguments[.dryRun]
    isPorcelain = arguments[Self.porcelain]
    fields = try arguments[.json]
    try arguments.refuse(Self.porcelain, with: .json)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let isNamed = prices.namesCurrency && !prices.hasSharedSign
    return try await add(isNamed ? nil : try await context.assumedCurrency(), context)
  }

  func request(_ context: CommandContext) async throws {
    _ = try await add(AssumedCurrency(context.settings), context)
  }

  /// - Parameter assumed: The currency of a price that names none, or several; nil where it is not needed.
  private func add(_ assumed: AssumedCurrency?, _ context: CommandContext) async throws -> ExitCode {
    var draft = draft
    let preferred = assumed?.currency ?? draft.price.currency
    draft.price = Price(
      draft.price.amount, try prices.currency(preferring: [preferred]) ?? preferred)
    if readsDescription { draft.description = try context.description() }
    let valid = try ValidDraft(draft)
    let images = try images.images(from: context.console.input, areSent: context.isRemote)
    if isDryRun {
      context.noteDryRun("Dry run, nothing added.", before: "Would add:")
      let console = context.console
      let lines =
        console.output.isTerminal
        ? draft.preview(images: images, context.format, console.style, columns: console.columns)
        : draft.previewLines(images: images)
      for line in lines { try console.print(line) }
      return .done
    }
    let item = try await context.withNewPassword { password in
      try await context.market.add(valid, images: images, password: password)
    }
    if isPorcelain {
      try context.console.print(String(item.id))
      return .done
    }
    if fields == nil { context.reportDone("Added #\(item.id)") }
    try context.write(item, as: fields)
    context.noteUnstored(draft.details, in: item)
    // A shared sign may name one currency only that is not the assumed one.
    if let assumed, assumed.currency == draft.price.currency { context.note(assumed.message) }
    return .done
  }
}
