import Console
import OpenMarket
import SystemSupport
import Wording

/// `market trash`: lists deleted items that can be restored.
struct Trash: Command {
  static let subcommands: [any Command.Type] = [
    Restore.self, EmptyTrash.self, KeepTrash.self, Purge.self,
  ]

  static let declaration = CommandDeclaration(
    name: "trash", synonyms: ["휴지통"], parent: "market",
    abstract: "List deleted items, and restore or purge them.",
    discussion: """
      A deleted item stays in the trash for 30 days, or as long as 'market trash keep' says; then it is deleted for good. \
      It counts as stored for the network that deleted it: where a write does not fit, the oldest items in the trash go \
      first. At a server the items of the password's seller are listed. In a pipe each line is an item: its id, title, \
      seller, when it was deleted and until when it can be restored, separated by tabs.
      """,
    examples: [.init("market trash", "What was deleted, the last first.")]
      + subcommands.flatMap { $0.declaration.examples },
    options: .page, .perPage, .all, RowOutput.options(TrashedItem.columns(.ofNames)),
    ListFilter.options.listed(.rare), .passwordFile, .markets, .everywhere,
    runsAlone: true, subcommands: subcommands.map { $0.declaration })

  private let page: Int
  private let size: Int
  private let showsAll: Bool
  private let filter: ListFilter
  private let output: RowOutput

  init(_ arguments: Arguments, _ settings: Settings) throws {
    page = try arguments[.page]
    size = settings.perPage
    showsAll = arguments[.all]
    filter = try arguments.filter()
    output = try RowOutput(arguments, TrashedItem.columns(.ofNames))
  }

  private static let layouts = [
    ["id", "title", "vendor_name", "deleted_at", "expires_at"], ["id", "title", "deleted_at", "expires_at"],
    ["id", "title", "expires_at"], ["id", "title"],
  ]

  func run(_ context: CommandContext) async throws -> ExitCode {
    context.noteMissingStore()
    var items: [TrashedItem] = []
    var total: Int?
    try await context.trash(filter, from: page, size: size, all: showsAll) { found in
      items += found.items
      total = found.total
    }
    let layouts = Self.layouts
    let withSKUs = items.contains { $0.sku != nil } ? layouts.map { ["id", "sku"] + $0.dropFirst() } : []
    try await context.write(
      items, in: TrashedItem.columns(context.format), as: output,
      usual: withSKUs.dropLast(2) + layouts, piped: layouts[0])
    let isTable = output.fields == nil && context.isForPerson
    if isTable, items.isEmpty {
      if filter.isEmpty {
        try await context.noteEmptyTrash()
      } else {
        context.note(ItemNameError.noneMeets.message)
      }
    } else if isTable, let total {
      context.note(context.format.place(after: (page - 1) * size, count: items.count, of: total))
    }
    return .done
  }
}

extension TrashedItem {
  /// The item in a plan and a report.
  var name: LocalizedPhrase { LocalizedPhrase(verbatim: "#\(id) \(title.sanitizedLine)") }

  fileprivate static func columns(_ format: OutputFormat) -> [RowColumn<TrashedItem>] {
    [
      RowColumn(LocalizedPhrase("ID"), .right) { String($0.id) }.field("id") { .number(String($0.id)) },
      RowColumn(LocalizedPhrase("TITLE"), flexible: true) { $0.title }.field("title") { .string($0.title) },
      RowColumn(LocalizedPhrase("SELLER")) { $0.vendorName }.field("vendor_name") { .string($0.vendorName) },
      RowColumn(LocalizedPhrase("DELETED")) { format.age($0.date) }
        .field("deleted_at") { .string(format.timestamp($0.date)) },
      RowColumn(LocalizedPhrase("UNTIL")) { format.dayAndTime($0.expiry) }
        .field("expires_at") { .string(format.timestamp($0.expiry)) },
      RowColumn("sku", DetailField.sku.header, flexible: true) { .text($0.sku) },
    ]
  }
}

extension CommandContext {
  /// Passes the pages of the trash to `body`: of all sellers at the store itself, of one at a server.
  func trash(
    _ filter: ListFilter = ListFilter(), from page: Int, size: Int, all: Bool, _ body: (TrashPage) -> Void
  ) async throws {
    let password = isRemote ? try await sellerPassword(for: .trash) : nil
    var number = page
    while true {
      let found = try await market.trash(number, size: size, filter, password: password)
      body(found)
      let isLast = found.total.map { number > ($0 - 1) / size } ?? true
      guard all, !isLast, !found.items.isEmpty else { return }
      number += 1
    }
  }

  /// Says whose trash is empty: a password is that of one seller, who may have no items.
  func noteEmptyTrash() async throws {
    note(
      try await isOperator()
        ? "The trash is empty" : "The trash has no items of the seller with this password")
  }

  /// All items in the trash that meet conditions.
  func trashedItems(_ filter: ListFilter = ListFilter()) async throws -> [TrashedItem] {
    var items: [TrashedItem] = []
    try await trash(filter, from: 1, size: PageQuery.largestSize, all: true) { items += $0.items }
    return items
  }
}

/// `market trash empty`: deletes what is in the trash for good.
private struct EmptyTrash: Command {
  static let declaration = CommandDeclaration(
    name: "empty", formerly: ["empty"], parent: "market trash",
    abstract: "Delete the items in the trash for good.",
    examples: [.init("market trash empty", "Delete them for good, after confirming.")],
    options: .yes, .dryRun, .passwordFile, .markets, .everywhere)

  private let confirmation: Confirmation

  init(_ arguments: Arguments, _ settings: Settings) {
    confirmation = arguments.confirmation(of: "empty the trash")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if !context.isDryRun { _ = try confirmation.asks(in: context) }
    let items = try await context.trashedItems()
    guard !items.isEmpty else {
      try await context.noteEmptyTrash()
      return .done
    }
    if context.isDryRun {
      context.noteDryRun("Dry run, nothing deleted.", before: "Would delete:")
      for item in items { try print(item, "would delete", context) }
      return .done
    }
    let question: LocalizedPhrase =
      items.count == 1
      ? "Delete this item for good?" : "Delete these \(items.count) items for good?"
    if try confirmation.asks(in: context) {
      for item in items.prefix(10) { context.console.note(item.name) }
    }
    guard try confirmation.isGranted(question, declined: .nothingDeleted, in: context) else {
      return .declined
    }
    return try await context.attempts(items) { item in
      try await context.withPassword(forItem: item.id) {
        try await context.market.discard(id: item.id, password: $0)
      }
      context.noteRecorded("Deleted \("#\(item.id)")")
      try print(item, "deleted", context)
    }
  }

  private func print(_ item: TrashedItem, _ verb: String, _ context: CommandContext) throws {
    try context.print(
      context.isDryRun ? item.name : "Deleted \(item.name)", orLine: verb, String(item.id), item.title)
  }
}

/// `market trash keep`: shows or sets how long deleted items are kept.
private struct KeepTrash: Command {
  static let declaration = CommandDeclaration(
    name: "keep", parent: "market trash", abstract: "Show or set for how many days deleted items are kept.",
    discussion:
      "A new number holds for items that are deleted from then on; with 0 they are deleted for good.",
    examples: [
      .init("market trash keep", "The present number of days."),
      .init("market trash keep 90", "Keep deleted items for 90 days."),
    ],
    positionals: [Positional(name: "days", help: "A number of days, 0 to 3650.", required: false)],
    options: .dryRun, .markets, .everywhere)

  private let days: Int?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    days = try arguments.positionals.first.map { word in
      guard let days = Int(word), TrashTime.range.contains(days) else {
        throw arguments.error(
          .invalidValue(word, option: "<days>", reason: "it is a whole number from 0 to 3650"))
      }
      return days
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    try await context.requireOperator()
    guard let days else {
      guard !context.noteMissingStore() else { return .done }
      try context.console.print(String(try await context.market.settings().trashDays))
      return .done
    }
    let words: LocalizedPhrase = "Deleted items are kept for \(context.format.number(days)) days now"
    guard try !context.isPlanned(words, orLine: [String(days)]) else { return .done }
    _ = try await context.market.change(SettingsChange(trashDays: days))
    context.noteRecorded(words)
    try context.print(words, orLine: "changed", String(days))
    return .done
  }
}
