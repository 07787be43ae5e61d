import Console
import Foundation
import OpenMarket

/// The change of one item to given values.
struct SingleEdit: ItemEdit {
  private let id: Int
  /// All changes but the images, which are not opened yet, and the currency of the prices.
  private var patch: ItemPatch
  private let arguments: Arguments
  /// The currency of `--currency`; nil without it.
  private let chosen: Currency?
  /// As far as they are known without the currency of the item.
  private let prices: PriceArguments
  /// The currency for a sign that several currencies share, where the item's own does not have it.
  private let usualCurrency: Currency
  private let images: [ImageArgument]
  private let readsDescription: Bool
  private var editsDescription: Bool
  private let fields: OutputFields?
  /// The number to add to the present stock, as the only change; nil for other changes.
  private let adjustment: Int?
  /// The stock that the change is for; nil for any.
  private let expectedStock: Int?

  init(ofItem id: Int, _ arguments: Arguments, _ settings: Settings) throws {
    self.id = id
    readsDescription = arguments[.description] == "-"
    editsDescription = try arguments.editsDescription()
    try arguments.checkStandardInput(settings)
    // Only the option: a default is for new items, and would change the currency of this one.
    chosen = settings[.currency].source == .option ? settings.currency : nil
    self.arguments = arguments
    prices = try PriceArguments(arguments, currency: chosen, isProvisional: true)
    usualCurrency = settings.currency
    var patch = ItemPatch(
      title: arguments[.title], description: readsDescription ? nil : arguments[.description],
      amount: prices.price)
    let stock = try arguments[ItemChange.stockChange]
    patch.stock = stock?.count
    adjustment = stock?.adjustment
    patch.discount = prices.discount
    patch.cost = try arguments.needsCurrency(.cost) ? 0 : arguments.amount(.cost, .cost)
    try arguments.refuse(.discountedPrice, with: ItemChange.noDiscount)
    if arguments[ItemChange.noDiscount] { patch.discount = ItemPatch.Discount.none }
    patch.details = try arguments.detailChanges()
    images = try arguments.images()
    if arguments.has(ItemChange.was), !arguments.has(ItemChange.stockChange) {
      throw arguments.error(.missingOptions(["--stock"]))
    }
    expectedStock = try arguments[ItemChange.was]
    let changesMore =
      readsDescription || editsDescription || !images.isEmpty || !patch.isEmpty || prices.namesCurrency
    guard changesMore || adjustment != nil else {
      throw CommandFailure(
        "No changes given for item \(id)", .usage,
        help: "Pass what to change, such as '--price <amount>' or '--stock <count>'")
    }
    if changesMore || expectedStock != nil, let stock, adjustment != nil {
      throw arguments.error(
        .invalidValue(stock.text, option: "--stock", reason: "with a sign it is the only change"))
    }
    self.patch = patch
    fields = try arguments[.dryRun] ? arguments[FieldChange.json] : arguments[.json]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if let adjustment { return try await adjust(by: adjustment, context) }
    if editsDescription { return try await editDescription(context) }
    var patch = try completePatch(context)
    var before = try await context.market.item(id: id)
    patch.currency = try prices.currency(preferring: [before.price.currency, usualCurrency])
    try setAmounts(of: &patch, in: before.price.currency)
    try checkCurrency(of: patch, before)
    try await context.requireFields(patch.details, cost: patch.cost)
    if patch.cost != nil { before.cost = try await context.cost(of: before) }
    let draft = patch.applied(to: before.draft)
    // The market validates again: another command may change the item meanwhile.
    _ = try ValidDraft(draft)
    if context.isDryRun {
      context.noteDryRun(.dryRun, before: "Would change:")
      try write(
        before, from: before, to: draft, images: patch.images?.count, details: patch.details,
        cost: patch.cost, context: context)
      noteCurrency(of: before, context)
      return .done
    }
    let after = try await send(patch, context)
    context.noteRecorded("Changed #\(id)")
    if fields != nil {
      try context.write(after, as: fields)
      noteCurrency(of: before, context)
      return .done
    }
    let images = patch.images == nil ? nil : after.images?.count
    if images != nil || patch.details != patch.details.published || after.draft != before.draft
      || patch.cost != before.cost?.amount
    {
      context.reportDone("Changed #\(id)")
    }
    try write(
      after, from: before, to: after.draft, images: images, details: patch.details, cost: patch.cost,
      context: context)
    noteCurrency(of: before, context)
    return .done
  }

  /// Has the person edit the description, and makes the other changes with it.
  private func editDescription(_ context: CommandContext) async throws -> ExitCode {
    let before = try await context.market.item(id: id)
    return try await context.withEditedDescription(
      named: "item-\(id)", from: before.description ?? "", isKept: context.isDryRun
    ) { text in
      if text == nil, patch.isEmpty, images.isEmpty, !prices.namesCurrency {
        if fields != nil { try context.write(before, as: fields) }
        return .done
      }
      guard try await context.market.item(id: id).description == before.description else {
        throw CommandFailure(
          "The description of item \(id) was changed meanwhile", .refused,
          help: "Compare it with 'market show \(id)', and edit it again")
      }
      var rest = self
      rest.editsDescription = false
      rest.patch.description = text
      return try await rest.run(context)
    }
  }

  /// Without the item's own currency, which only the market knows: a sign that several currencies share is an error.
  func request(_ context: CommandContext) async throws {
    if let adjustment { return try await context.printRequest(of: [request(adjustment)]) }
    var patch = try completePatch(context)
    patch.currency = try prices.currency(preferring: [])
    try setAmounts(of: &patch, in: nil)
    _ = try await send(patch, context)
  }

  /// Sets the amounts, of which a currency says what a point before three digits is.
  ///
  /// - Parameter currency: That of the item; nil where it is not known.
  private func setAmounts(of patch: inout ItemPatch, in currency: Currency?) throws {
    let prices = try PriceArguments(arguments, currency: chosen, of: currency)
    patch.amount = prices.price
    if let discount = prices.discount { patch.discount = discount }
    patch.cost = try arguments.amount(.cost, .cost, of: patch.currency ?? currency)
  }

  /// Reports that a sign such as `$` was read as the item's currency, where it usually is that of another one.
  private func noteCurrency(of item: Item, _ context: CommandContext) {
    let currency = item.price.currency
    guard prices.hasSharedSign, currency != usualCurrency,
      (try? prices.currency(preferring: [currency])) == currency
    else { return }
    context.note(
      "The currency is \(currency.code), that of item \(item.id). Choose another with '--currency'")
  }

  /// The patch with the description and the images that are read from files and standard input.
  private func completePatch(_ context: CommandContext) throws -> ItemPatch {
    var patch = patch
    if readsDescription { patch.description = try context.description() }
    if !images.isEmpty {
      patch.images = try images.images(from: context.console.input, areSent: context.isRemote)
    }
    return patch
  }

  private func send(_ patch: ItemPatch, _ context: CommandContext) async throws -> Item {
    try await context.withPassword(forItem: id) { password in
      guard let expectedStock else {
        return try await context.market.edit(id: id, patch, password: password)
      }
      return try await context.market.edit(id: id, patch, expectedStock: expectedStock, password: password)
    }
  }

  private func request(_ adjustment: Int) -> MovementRequest {
    MovementRequest(itemID: id, .adjust(by: adjustment))
  }

  /// Adds to the present stock, or takes from it.
  private func adjust(by change: Int, _ context: CommandContext) async throws -> ExitCode {
    let before = try await context.market.item(id: id)
    var draft = before.draft
    if context.isDryRun {
      draft.stock += change
      guard draft.stock >= 0 else {
        throw LedgerRefusal.notEnough(item: id, stock: before.stock, quantity: -change)
      }
      context.noteDryRun(.dryRun, before: "Would change:")
    } else {
      let recorded = try await context.send([request(change)])
      if fields != nil {
        try context.write(try await context.market.item(id: id), as: fields)
        return .done
      }
      draft.stock = recorded.last?.movement.stock ?? before.stock + change
      context.reportDone("Changed #\(id)")
    }
    try write(before, from: before, to: draft, images: nil, context: context)
    return .done
  }

  /// Throws where another currency would change the meaning of an amount that is not given again: KRW 1,690,000 would
  /// become USD 1,690,000.
  private func checkCurrency(of patch: ItemPatch, _ item: Item) throws {
    guard let currency = patch.currency, currency != item.price.currency else { return }
    let missing: (amount: LocalizedPhrase, help: LocalizedPhrase)? =
      patch.amount == nil
      ? ("the price", "Give the new price too: '--price <amount>'")
      : patch.discount == nil && item.discountedPrice != nil
        ? ("the discounted price", "Give the new one too: '--discounted-price <amount>', or '--no-discount'")
        : nil
    guard let (amount, help) = missing else { return }
    let (old, new) = (item.price.currency.code, currency.code)
    throw CommandFailure(
      "Changing the currency of item \(item.id) from \(old) to \(new) changes what \(amount) means", .usage,
      help: help)
  }

  /// - Parameters:
  ///   - images: The number of new images; nil if they stay.
  ///   - details: The new details. The present ones that are private are in no response, so they are not shown.
  ///   - cost: The new cost; nil where it stays.
  private func write(
    _ item: Item, from before: Item, to draft: ItemDraft, images: Int?,
    details: ItemDetails = ItemDetails(), cost: Decimal? = nil, context: CommandContext
  ) throws {
    let fields = context.isDryRun ? fields : nil
    let (isTerminal, format) = (context.console.output.isTerminal && fields == nil, context.format)
    var draft = draft
    draft.details = draft.details.published
    draft.cost = nil
    var changes = FieldChange.all(from: before.draft, to: draft, isTerminal ? format : nil)
    if let images {
      changes.append(
        FieldChange(
          field: .images, before: String(before.images?.count ?? 0),
          after: isTerminal ? format.text("\(images) new") : String(images)))
    }
    let hidden = DetailField.allCases.filter(\.isPrivate).compactMap { field in
      details[field].map { (field: ItemField.detail(field), text: $0.texts.joined(separator: ", ")) }
    }
    changes += hidden.map { FieldChange(field: $0.field, before: nil, after: $0.text) }
    if let cost = cost.map({ Price($0, draft.price.currency) }), cost != before.cost {
      func text(_ cost: Price) -> String { isTerminal ? format.price(cost) : "\(cost.amount)" }
      let former = before.cost.map(text) ?? (context.market.isOperated ? "" : nil)
      changes.append(FieldChange(field: .cost, before: former, after: text(cost)))
    }
    try context.write(changes, of: item.id, item.title, as: fields)
  }
}
