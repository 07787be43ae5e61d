import Console
import Foundation
import OpenMarket

/// `market history`: shows what happened to an item, to a sale, or in the market.
struct History: Command {
  static let declaration = CommandDeclaration(
    name: "history", synonyms: ["audit"], parent: "market",
    abstract: "Show what happened to an item and its stock, or in the market.",
    discussion: """
      The newest entries come first: every change of the stock, with the stock after it, and changes of the title and the \
      price. At a server it needs the password of the item. '--reference' and '--receipt' find a sale again, with its \
      returns and corrections: at the store without an id and a password, at a server among the sales of the item.
      Without an id the entries are those of the market: every write, with its command, and the values before and after it, \
      as '--changes' shows them of an item. 'market undo' takes one back. The last 200,000 changes and 256 MiB are kept. A \
      server has those of the password's seller.
      """,
    examples: [
      .init("market history 7", "The last entries of item 7."),
      .init("market history", "The last changes of the market."),
      .init("market history 7 --json=kind,quantity,stock", "Movements, for a program."),
      .init("market history --reference order-81", "What was sold under a reference."),
    ],
    positionals: [.optionalItemID],
    options: .reference.described(as: LocalizedPhrase("Show what was recorded under this reference.")),
    Self.receipt, Self.changes, .page,
    .perPage.described(as: LocalizedPhrase("Show this many entries on a page, at most 500.")),
    .all.described(as: LocalizedPhrase("Show all entries from that page on.")),
    .columns(of: names.map(\.key) + LogEntry.columns(.ofNames).map(\.key)), .noHeaders, .passwordFile,
    .json(of: names.fields() + LogEntry.columns(.ofNames).fields()), .markets, .everywhere)

  private static var names: [RowColumn<HistoryEntry>] { HistoryEntry.columns(.ofNames) }

  private static let receipt = Option<ReceiptCode?>.receipt(
    help: "Show the sale with this code on its receipt.")

  private static let changes = Option<Bool>(
    "changes", help: "Show the changes of an item with the numbers that 'market undo' takes.")

  /// The changes to show in place of a history.
  private let log: Log?
  /// 0 where a sale of any item is looked for.
  private let id: Int
  /// The sales to show in place of a history.
  private let sales: SalesLookup?
  private let page: Int
  private let size: Int
  private let showsAll: Bool
  private let output: RowOutput
  /// The options that select the market and the password.
  private let place: [String]

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let (receipt, reference) = (try arguments[Self.receipt], arguments[.reference])
    try arguments.allowOne(of: Self.receipt, .reference)
    let isSearch = receipt != nil || reference != nil
    let isLog = arguments[Self.changes] || !isSearch && arguments.positionals.isEmpty
    try arguments.refuse(Self.changes, with: Self.receipt, .reference)
    log = isLog ? try Log(arguments, settings) : nil
    let id = isSearch || isLog ? try arguments.itemIDs().first : try arguments.itemID()
    self.id = id ?? 0
    sales = isSearch ? SalesLookup(receipt: receipt, reference: reference, item: id) : nil
    page = try arguments[.page]
    size = settings.perPage
    showsAll = arguments[.all]
    output =
      try isLog ? RowOutput(fields: nil, names: nil, showsHeader: true) : RowOutput(arguments, Self.names)
    // All that was recorded for one sale is one page.
    try arguments.refuse(Self.receipt, with: .page)
    try arguments.refuse(.reference, with: .page)
    place = arguments.again(.perPage, .profile, .server, .store, .passwordFile)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if let log { return try await log.run(context) }
    try context.settings.requireNamedStore()
    if let sales {
      if sales.item == nil, try await !context.isOperator() {
        throw CommandFailure(
          "A server finds a sale by its item only", .usage,
          help: "Name the item: 'market history <id> --reference <text>'")
      }
      return try await show(sales, context)
    }
    // One table has columns of one width for all entries; a pipe gets each page as it comes.
    let isTable = output.fields == nil && context.isForPerson
    var number = page
    var entries: [HistoryEntry] = []
    var pages = HistoryPages(isHeld: isTable)
    while true {
      let found = try await context.withPassword(forItem: id) { [number] in
        try await context.market.history(ofItem: id, page: number, size: size, password: $0)
      }
      if showsAll, let defect = pages.defect(with: found) { throw context.market.unexpected(defect) }
      if isTable { entries += found.entries } else { try await write(found.entries, context) }
      let isLast = found.entries.isEmpty || (number - 1) * size + found.entries.count >= found.total
      guard showsAll, !isLast else {
        if isTable { try await show(entries, of: found.total, isLast: isLast, context: context) }
        return .done
      }
      number += 1
    }
  }

  /// Shows the movements of sales.
  private func show(_ sales: SalesLookup, _ context: CommandContext) async throws -> ExitCode {
    let found =
      context.isRemote
      ? try await context.withPassword(forItem: id) {
        try await context.market.movements(of: sales, password: $0)
      } : try await context.market.movements(of: sales, password: nil)
    guard !found.isEmpty else { throw CommandFailure.noSuchSale(sales) }
    try await write(
      found.map(\.entry), titles: Dictionary(found.map { ($0.movement.itemID, $0.title) }) { $1 },
      usual: HistoryEntry.ofSales, piped: HistoryEntry.pipedOfSales, context)
    return .done
  }

  private func write(
    _ entries: [HistoryEntry], titles: [Int: String] = [:], usual: [String] = HistoryEntry.ofItem,
    piped: [String] = HistoryEntry.piped, _ context: CommandContext
  ) async throws {
    let (names, format) = (output.names, context.format)
    let columns = HistoryEntry.columns(
      format, titles: titles, ofItem: sales == nil ? id : nil, besides: names ?? usual)
    try await context.write(entries, in: columns, as: output, usual: [], piped: piped) { _ in
      HistoryTable(entries: entries, columns: names ?? usual, format: format, titles: titles)
        .lines(for: context.console, showsHeader: output.showsHeader)
    }
  }

  /// Shows a table, and which part of the whole history it is.
  private func show(
    _ entries: [HistoryEntry], of total: Int, isLast: Bool, context: CommandContext
  ) async throws {
    try await write(entries, context)
    guard !entries.isEmpty else {
      return context.note(.nothingOnPage(context.format.number(page)))
    }
    let command = ["market", "history", String(id), "--page", String(page + 1)] + place
    let next: LocalizedPhrase? = isLast ? nil : "next: \(command.joined(separator: " "))"
    let range = context.format.place(after: (page - 1) * size, count: entries.count, of: total)
    context.remark(LocalizedPhrase(verbatim: context.format.facts([range, next])), isWhole: true)
  }
}
