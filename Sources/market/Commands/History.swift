import Console
import Foundation
import OpenMarket

/// `market history ID`: shows what happened to an item.
struct History: Command {
  static let usesStore = true

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
    options: [
      Option(long: "page", value: "number", help: "Show this page, counted from 1.", defaultValue: "1"),
      Option(
        long: "per-page", value: "count", help: "Show this many entries on a page, at most 500.",
        defaultValue: Setting.perPage.defaultValue, aliases: [.init("--limit"), .init("-L")]),
      Option(long: "all", help: "Show all entries from that page on."), .noHeaders, .passwordFile,
      .movementJSON,
    ] + Option.markets + Option.everywhere)

  private let id: Int
  private let page: Int
  private let size: Int
  private let showsAll: Bool
  private let showsHeader: Bool
  private let fields: JSONFields?
  /// The options that select the market and the password.
  private let place: [String]

  init(_ arguments: Arguments, _ settings: Settings) throws {
    id = try arguments.itemID(in: Self.declaration)
    let number = arguments.value("page") ?? "1"
    guard let page = Int(number), (1...1_000_000_000).contains(page) else {
      throw UsageError(
        .invalidValue(
          number, option: "--page", reason: "it must be a whole number from 1 to \(grouped: 1_000_000_000)"),
        in: Self.declaration)
    }
    self.page = page
    size = settings.perPage
    showsAll = arguments.flag("all")
    showsHeader = !arguments.flag("no-headers")
    fields = try JSONFields(arguments, known: Movement.fields, in: Self.declaration)
    place = arguments.again(["per-page", "server", "store", "password-file"])
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    var number = page
    var isFirst = true
    while true {
      let found = try await context.withPassword(forItem: id) { [number] in
        try await context.market.history(ofItem: id, page: number, size: size, password: $0)
      }
      try write(found.entries, isFirst: isFirst, context)
      let isLast = found.entries.isEmpty || (number - 1) * size + found.entries.count >= found.total
      guard showsAll, !isLast else {
        note(found, isLast: isLast, context)
        return .done
      }
      number += 1
      isFirst = false
    }
  }

  private func write(_ entries: [HistoryEntry], isFirst: Bool, _ context: CommandContext) throws {
    let (console, format) = (context.console, context.format)
    if let fields {
      for entry in entries { try console.print(fields.line(entry.members(format))) }
    } else if console.output.isTerminal || context.isFlat {
      let table = HistoryTable(entries: entries, format: format)
      for line in table.lines(for: console, showsHeader: showsHeader && isFirst) {
        try console.print(line)
      }
    } else {
      for entry in entries { try console.print(TSV.line(entry.data(format))) }
    }
  }

  private func note(_ found: HistoryPage, isLast: Bool, _ context: CommandContext) {
    guard context.console.output.isTerminal || context.isFlat, fields == nil else { return }
    let before = (found.number - 1) * size
    guard !found.entries.isEmpty else {
      return context.note("Nothing on page \(context.format.number(found.number))")
    }
    let command = ["market", "history", String(id), "--page", String(found.number + 1)] + place
    let next: LocalizedPhrase? = isLast ? nil : "next: \(command.joined(separator: " "))"
    let range = context.format.place(after: before, count: found.entries.count, of: found.total)
    context.remark(LocalizedPhrase(verbatim: context.format.facts([range, next])), isWhole: true)
  }
}
