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
    .image, .new, .passwordFile, .dryRun, .json, Self.porcelain, .markets, .everywhere)

  private static let porcelain = Option<Bool>(
    "porcelain", help: "Print only the id of the new item.", section: .output)

  private let draft: ItemDraft
  private let images: [ImageArgument]
  private let readsDescription: Bool
  private let isDryRun: Bool
  private let isPorcelain: Bool
  private let fields: OutputFields?
  /// Which currency the price is in, and why; nil where the command line or a setting names it.
  private let currencyNote: LocalizedPhrase?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let title = try arguments.required(.title)
    let prices = try PriceArguments(
      arguments, currency: settings[.currency].source == .option ? settings.currency : nil)
    let currency = try prices.currency(preferring: [settings.currency])
    guard let amount = prices.price else { throw arguments.error(.missingOptions(["--price"])) }
    let description = arguments[.description] ?? ""
    readsDescription = description == "-"
    try arguments.checkStandardInput(settings)
    var draft = ItemDraft(
      title: title, description: readsDescription ? "" : description,
      price: Price(amount, currency ?? settings.currency), discountedPrice: prices.discountedPrice,
      stock: try arguments[.stock] ?? 1)
    draft.details = arguments.details()
    self.draft = draft
    images = try arguments.images()
    currencyNote = currency == nil || prices.hasSharedSign ? settings.currencyNote : nil
    isDryRun = arguments[.dryRun]
    isPorcelain = arguments[Self.porcelain]
    fields = try arguments[.json]
    try arguments.refuse(Self.porcelain, with: .json)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    var draft = draft
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
    let item = try await context.sendOnce(.item(draft, images), number: { $0.id }) { market in
      try await context.withNewPassword { try await market.add(valid, images: images, password: $0) }
    }
    if isPorcelain {
      try context.console.print(String(item.id))
      return .done
    }
    if fields == nil { context.reportDone("Added #\(item.id)") }
    try context.write(item, as: fields)
    context.noteUnstored(draft.details, in: item)
    if let currencyNote { context.note(currencyNote) }
    return .done
  }
}

extension Settings {
  /// Which currency prices are in where no setting names one, and why; nil where one does.
  var currencyNote: LocalizedPhrase? {
    guard self[.currency].source == .fallback else { return nil }
    let reason: LocalizedPhrase =
      if let locale = chosenLocale(for: .money), locale.currency?.identifier == currency.code {
        "from the locale \(locale.identifier)"
      } else {
        "the default"
      }
    return "The currency is \(currency.code), \(reason). Choose another with '--currency' or MARKET_CURRENCY"
  }
}
