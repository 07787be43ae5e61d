import Console
import Foundation
import OpenMarket

/// `market add`: adds an item.
struct Add: Command {
  static let declaration = CommandDeclaration(
    name: "add", aliases: ["new"], synonyms: ["create", "등록"], parent: "market", abstract: "Add an item.",
    discussion: """
      An item of your own store has no password, unless one is given. At a server an item is edited and deleted with its \
      password. Without --password-file, MARKET_PASSWORD_FILE or MARKET_PASSWORD, the first add there creates a password \
      in a file that only you can read, and later commands use it.
      """,
    examples: [
      .init(
        "market add --title '맥북 프로' --price 1690000 --currency KRW --image macbook.png",
        "Add an item with an image."),
      .init(
        "market add --title Lamp --price 12.50 --currency USD --discounted-price 9.99 --stock 3",
        "Add three lamps at a discount."),
      .init(
        "market add --title 'Brass lamp' --price 40 --sku LMP-7 --tag lamp --tag brass",
        "With your own code, and words to group items by."),
      .init(
        "market add --title Desk --price 80 --porcelain --description - < desk.txt",
        "For scripts: print only the id."),
    ],
    options: .title.required, .price.required, .currency, .discountedPrice, .stock,
    .cost.described(as: LocalizedPhrase("Cost of one piece of the stock; private.")), .details, .description,
    .editor, .image, .new, .passwordFile, .dryRun, .json, Self.porcelain, .markets, .everywhere,
    asksForAll: true)

  private static let porcelain = Option<Bool>(
    "porcelain", help: "Print only the id of the new item.", section: .output
  ).listed(.rare)

  private static var nothingGiven: UsageError {
    UsageError(.missingOptions([OptionGroup.title.word, OptionGroup.price.word]), in: declaration)
  }

  private enum Action {
    case add(NewItem)
    /// Asks for each field.
    case ask(Settings)
  }

  /// The item of a command line, with what is not read yet.
  private struct NewItem {
    var draft: ItemDraft
    let prices: PriceArguments
    let images: [ImageArgument]
    let readsDescription: Bool
    let editsDescription: Bool

    /// The draft with the price in its currency: the one that it names, or a preferred one.
    func draft(preferring currency: Currency?) throws -> ItemDraft {
      let preferred = currency ?? draft.price.currency
      var draft = draft
      draft.price = Price(draft.price.amount, try prices.currency(preferring: [preferred]) ?? preferred)
      return draft
    }
  }

  private let action: Action
  private let isPorcelain: Bool
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    isPorcelain = arguments[Self.porcelain]
    fields = try arguments[.json]
    try arguments.refuse(Self.porcelain, with: .json)
    action =
      arguments.firstGiven(apartFrom: .place, .everywhere) == nil
      ? .ask(settings) : .add(try Self.item(arguments, settings))
  }

  private static func item(_ arguments: Arguments, _ settings: Settings) throws -> NewItem {
    let title = try arguments.required(.title)
    let prices = try PriceArguments(
      arguments, currency: settings[.currency].source == .option ? settings.currency : nil)
    guard let amount = prices.price else { throw arguments.error(.missingOptions(["--price"])) }
    let description = arguments[.description] ?? ""
    let readsDescription = description == "-"
    try arguments.checkStandardInput(settings)
    var draft = ItemDraft(
      title: title, description: readsDescription ? "" : description,
      price: Price(amount, settings.currency), stock: try arguments[.stock] ?? 1)
    draft = ItemPatch(discount: prices.discount).applied(to: draft)
    draft.cost = try arguments.amount(.cost, .cost)
    draft.details = try arguments.details()
    return NewItem(
      draft: draft, prices: prices, images: try arguments.images(), readsDescription: readsDescription,
      editsDescription: try arguments.editsDescription())
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    switch action {
    case .add(var item):
      let assumed = try await assumedCurrency(of: item, context)
      guard item.editsDescription else { return try await add(item, assumed, context: context) }
      // Before the editor is opened: a long text is not written for a wrong price.
      _ = try ValidDraft(item.draft(preferring: assumed?.currency))
      return try await context.withEditedDescription(named: "new-item", from: "", isKept: context.isDryRun) {
        text in
        item.draft.description = text ?? ""
        return try await add(item, assumed, context: context)
      }
    case .ask(let settings):
      guard context.interaction.canPrompt else { throw Self.nothingGiven }
      let assumed = try await context.assumedCurrency()
      guard let item = try Self.askedItem(settings, assumed, in: context) else { return .declined }
      return try await add(
        item, item.prices.namesCurrency && !item.prices.hasSharedSign ? nil : assumed, context: context)
    }
  }

  /// The currency of a price that names none, or several; nil where it is not needed.
  private func assumedCurrency(
    of item: NewItem, _ context: CommandContext
  ) async throws -> AssumedCurrency? {
    if item.prices.namesCurrency, !item.prices.hasSharedSign { return nil }
    return try await context.assumedCurrency()
  }

  func validate() throws {
    guard case .add(let item) = action else { return }
    _ = try ValidDraft(item.draft(preferring: nil))
    for image in item.images where image.value != "-" { _ = try image.image(from: EmptyInput()) }
  }

  func request(_ context: CommandContext) async throws {
    guard case .add(let item) = action else { throw Self.nothingGiven }
    _ = try await add(item, AssumedCurrency(context.settings), context: context)
  }

  /// The fields that are asked for, with an empty value of one that can be left out, and a value of one that comes later
  /// with which the others can be checked.
  private static let questions: [(question: LocalizedPhrase, option: String, isOptional: Bool)] = [
    ("Title: ", OptionGroup.title.word, false), ("Price: ", OptionGroup.price.word, false),
    ("Pieces in stock (1): ", OptionGroup.stock.word, true), ("SKU (none): ", "--sku", true),
    ("Description (none): ", OptionGroup.description.word, true),
    ("Image file (none): ", OptionGroup.image.word, true),
  ]

  /// Asks for each field until its value is valid; nil at the end of input.
  ///
  /// - Parameter assumed: The currency of a price that names none.
  private static func askedItem(
    _ settings: Settings, _ assumed: AssumedCurrency, in context: CommandContext
  ) throws -> NewItem? {
    var words: [String] = []
    for (question, option, isOptional) in questions {
      while true {
        guard let answer = try context.console.askLine(question) else { return nil }
        let text = answer.trimmingCharacters(in: .whitespaces)
        if text.isEmpty, isOptional { break }
        let next = words + ["\(option)=\(text)"]
        do {
          let price = option == OptionGroup.title.word ? ["\(OptionGroup.price.word)=0"] : []
          let item = try item(Arguments(next + price, for: declaration), settings)
          _ = try ValidDraft(item.draft(preferring: assumed.currency))
          for image in item.images { _ = try image.image(from: context.console.input) }
          words = next
          break
        } catch let error as any ReportableError {
          _ = context.report(error)
        }
      }
    }
    return try item(Arguments(words, for: declaration), settings)
  }

  /// - Parameter assumed: That of `assumedCurrency(of:_:)`.
  private func add(
    _ item: NewItem, _ assumed: AssumedCurrency?, context: CommandContext
  ) async throws -> ExitCode {
    var draft = try item.draft(preferring: assumed?.currency)
    if item.readsDescription { draft.description = try context.description() }
    let valid = try ValidDraft(draft)
    let images = try item.images.images(from: context.console.input, areSent: context.isRemote)
    if context.isDryRun {
      context.noteDryRun("Dry run, nothing added.", before: "Would add:")
      let console = context.console
      let lines =
        console.output.isTerminal
        ? draft.preview(images: images, context.format, style: console.style, columns: console.columns)
        : draft.previewLines(images: images)
      for line in lines { try console.print(line) }
      return .done
    }
    try await context.requireFields(draft.details, cost: draft.cost)
    let added = try await context.sendOnce(.item(draft, images), number: { $0.id }) { market in
      try await context.withNewPassword { try await market.add(valid, images: images, password: $0) }
    }
    context.noteRecorded("Added #\(added.id)")
    if isPorcelain {
      try context.console.print(String(added.id))
      return .done
    }
    if fields == nil { context.reportDone("Added #\(added.id)") }
    try context.write(added, as: fields)
    // A shared sign may name one currency only that is not the assumed one. The form of 'browse' shows the currency.
    if let assumed, assumed.currency == draft.price.currency, context.runner != nil {
      context.note(assumed.message)
    }
    return .done
  }
}
