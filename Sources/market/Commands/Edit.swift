import Console
import OpenMarket

/// `market edit ID`: changes what is named and leaves the rest.
struct Edit: Command {
  static let usesStore = true

  static let declaration = CommandDeclaration(
    name: "edit", parent: "market", abstract: "Change an item.",
    discussion: """
      Only what is named changes. Images are replaced, all of them. Piped, each line holds a field that changed, what \
      it was and what it is, with tabs between.
      """,
    examples: [
      .init("market edit 7 --discounted-price 1500000 --stock 2", "A discount, and two are left."),
      .init("market edit 7 --no-discount", "The discount is over."),
    ],
    positionals: [.itemID],
    options: [
      .title, .price, .currency, .discountedPrice,
      Option(long: "no-discount", help: "Take the discount away."),
      .stock, .description, .image, .passwordFile, .dryRun, .json,
    ] + Option.markets + Option.everywhere)

  private let id: Int
  private let patch: ItemPatch
  private let readsDescription: Bool
  private let isDryRun: Bool
  private let fields: JSONFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    id = try arguments.itemIDs(in: Self.declaration)[0]
    readsDescription = arguments.value("description") == "-"
    if readsDescription, settings[.passwordFile].text == "-" {
      throw UsageError(.conflictingOptions("--description -", "--password-file -"), in: Self.declaration)
    }
    var patch = ItemPatch(
      title: arguments.value("title"), description: readsDescription ? nil : arguments.value("description"),
      amount: try arguments.amount(.price, .price),
      // Only the option: a default is for new items, and would change the currency of this one.
      currency: settings[.currency].source == .option ? settings.currency : nil, stock: try arguments.stock())
    if let amount = try arguments.amount(.discountedPrice, .discountedPrice) { patch.discount = .to(amount) }
    if arguments.flag("no-discount") {
      if patch.discount != nil {
        throw UsageError(.conflictingOptions("--discounted-price", "--no-discount"), in: Self.declaration)
      }
      patch.discount = ItemPatch.Discount.none
    }
    let images = try arguments.images()
    if !images.isEmpty { patch.images = images }
    guard readsDescription || !patch.isEmpty else {
      throw NoChange(id: id)
    }
    self.patch = patch
    isDryRun = arguments.flag("dry-run")
    fields = try JSONFields(arguments, known: Item.allFields, in: Self.declaration)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    var patch = patch
    if readsDescription { patch.description = try context.description() }
    func edit() async throws -> Item {
      try await context.withPassword(forItem: id) {
        try await context.market.edit(id: id, patch, password: $0)
      }
    }
    if context.showsCurl { _ = try await edit() }
    let before = try await context.market.item(id: id)
    let draft = patch.applied(to: before.draft)
    try draft.validate()
    if isDryRun {
      context.note("Nothing was changed. This would be:")
      try write(before, from: before, to: draft, images: patch.images?.count, context)
      return .done
    }
    let after = try await edit()
    if fields != nil {
      try context.write(after, as: fields)
    } else {
      let images = patch.images == nil ? nil : after.images?.count
      try write(after, from: before, to: after.draft, images: images, context)
    }
    return .done
  }

  /// - Parameter images: How many new images there are; nil when they stay.
  private func write(
    _ item: Item, from before: Item, to draft: ItemDraft, images: Int?, _ context: CommandContext
  ) throws {
    let console = context.console
    let formerImages = String(before.images?.count ?? 0)
    guard console.output.isTerminal else {
      var changes = FieldChange.all(from: before.draft.data, to: draft.data)
      if let images {
        changes.append(FieldChange(field: .images, before: formerImages, after: String(images)))
      }
      for change in changes { try console.print(change.line) }
      return
    }
    var changes = FieldChange.all(from: before.draft.words(context.format), to: draft.words(context.format))
    if let images {
      changes.append(
        FieldChange(field: .images, before: formerImages, after: context.format.text("\(images) new")))
    }
    try console.print(console.style.bold("#\(item.id) \(item.title.sanitized)"))
    if changes.isEmpty { try console.print(context.format.text("Nothing is different.")) }
    for line in FieldChange.lines(changes, context.format, console.style, columns: console.columns) {
      try console.print(line)
    }
  }
}

/// An edit that names nothing to edit.
struct NoChange: Error, Equatable {
  let id: Int
}
