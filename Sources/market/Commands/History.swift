import Console
import Foundation
import OpenMarket

/// `market history ID`: shows what happened to an item.
struct History: Command {
  static let declaration = CommandDeclaration(
    name: "history", parent: "market", abstract: "Show what happened to an item and its stock.",
    discussion: """
      The newest entries come first: every change of the stock, with the stock after it, and changes of the title and the \
      price. It needs the password of the item. In a pipe each line is an entry: its number, kind, change, stock, unit \
      price, currency, note, reference, the times of recording and reporting, and the counted and the expected stock, or \
      the value before and after, separated by tabs.
      """,
    examples: [
      .init("market history 7", "The last entries of item 7."),
      .init("market history 7 --json=kind,quantity,stock", "Movements, for a program."),
    ],
    positionals: [.itemID],
    options: .page, .perPage.described(as: LocalizedPhrase("Show this many entries on a page, at most 500.")),
    .all.described(as: LocalizedPhrase("Show all entries from that page on.")), .noHeaders, .passwordFile,
    .movementJSON, .markets, .everywhere)

  private let id: Int
  private let page: Int
  private let size: Int
  private let showsAll: Bool
  private let showsHeader: Bool
  private let fields: OutputFields?
  /// The options that select the market and the password.
  private let place: [String]

  init(_ arguments: Arguments, _ settings: Settings) throws {
    id = try arguments.itemID()
    page = try arguments[.page]
    size = settings.perPage
    showsAll = arguments[.all]
    showsHeader = !arguments[.noHeaders]
    fields = try arguments[.movementJSON]
    place = arguments.again(.perPage, .server, .store, .passwordFile)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    // One table has columns of one width for all entries; a pipe gets each page as it comes.
    let isTable = fields == nil && (context.console.output.isTerminal || context.format.isFlat)
    var number = page
    var entries: [HistoryEntry] = []
    var pages = HistoryPages(isHeld: isTable)
    while true {
      let found = try await context.withPassword(forItem: id) { [number] in
        try await context.market.history(ofItem: id, page: number, size: size, password: $0)
      }
      if showsAll, let defect = pages.defect(with: found) { throw context.market.unexpected(defect) }
      if isTable { entries += found.entries } else { try write(found.entries, context) }
      let isLast = found.entries.isEmpty || (number - 1) * size + found.entries.count >= found.total
      guard showsAll, !isLast else {
        if isTable { try show(entries, of: found.total, isLast: isLast, context) }
        return .done
      }
      number += 1
    }
  }

  private func write(_ entries: [HistoryEntry], _ context: CommandContext) throws {
    let (console, format) = (context.console, context.format)
    for entry in entries {
      try console.print(fields?.line(entry.members(format)) ?? TSV.line(entry.data(format)))
    }
  }

  /// Shows a table, and which part of the whole history it is.
  private func show(
    _ entries: [HistoryEntry], of total: Int, isLast: Bool, _ context: CommandContext
  ) throws {
    let table = HistoryTable(entries: entries, format: context.format)
    for line in table.lines(for: context.console, showsHeader: showsHeader) {
      try context.console.print(line)
    }
    guard !entries.isEmpty else {
      return context.note("Nothing on page \(context.format.number(page))")
    }
    let command = ["market", "history", String(id), "--page", String(page + 1)] + place
    let next: LocalizedPhrase? = isLast ? nil : "next: \(command.joined(separator: " "))"
    let range = context.format.place(after: (page - 1) * size, count: entries.count, of: total)
    context.remark(LocalizedPhrase(verbatim: context.format.facts([range, next])), isWhole: true)
  }
}
