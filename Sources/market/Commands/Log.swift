import Console
import OpenMarket
import SystemSupport
import Wording

/// `market log`: what `market history` shows of the market, and `history ID --changes` of an item.
struct Log: Command {
  static let declaration = CommandDeclaration(
    name: "log", parent: "market", abstract: "Show what was changed in the market, and when.",
    positionals: [.optionalItemID],
    options: .page, .perPage, .all, RowOutput.options(LogEntry.columns(.ofNames)), .passwordFile, .markets,
    .everywhere)

  private let item: Int?
  private let page: Int
  private let size: Int
  private let showsAll: Bool
  private let output: RowOutput

  init(_ arguments: Arguments, _ settings: Settings) throws {
    item = try arguments.itemIDs().first
    page = try arguments[.page]
    showsAll = arguments[.all]
    size = showsAll && page == 1 ? PageQuery.largestSize : settings.perPage
    output = try RowOutput(arguments, LogEntry.columns(.ofNames))
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    guard !context.noteMissingStore() else { return .done }
    let size = try await context.isOperator() ? size : min(size, LogLimits.served)
    var log = try await log(page, of: size, context)
    if let item, log.total == 0, !context.isRemote {
      // An item without entries may be older than the log; one that never was is a mistake.
      _ = try await context.market.item(id: item)
    }
    var entries = log.entries
    var number = page
    while showsAll, !log.entries.isEmpty, (page - 1) * size + entries.count < log.total {
      number += 1
      log = try await self.log(number, of: size, context)
      // Writes in the meantime have moved entries to the next page.
      let last = entries.last?.id ?? .max
      entries += log.entries.filter { $0.id < last }
    }
    try await write(entries, context)
    guard output.fields == nil, context.isForPerson else {
      return .done
    }
    if entries.isEmpty {
      context.note(page == 1 ? "The log is empty" : .nothingOnPage(context.format.number(page)))
    } else {
      context.note(context.format.place(after: (page - 1) * size, count: entries.count, of: log.total))
    }
    if log.isCut {
      context.note(
        context.isRemote
          ? "Older entries are not listed: this market looks through a limited number"
          : "Older entries are gone: the log keeps a limited number")
    }
    return .done
  }

  /// Below so many columns a table has no room for a change.
  private static let tableColumns = 80

  /// The page: of the store itself, or of an item or a seller at a server.
  private func log(_ page: Int, of size: Int, _ context: CommandContext) async throws -> LogPage {
    guard let id = item else {
      let password = try await context.sellerPassword(for: .log)
      return try await context.market.log(page, size: size, password: password)
    }
    return try await context.withPassword(forItem: id) {
      try await context.market.log(ofItem: id, page, size: size, password: $0)
    }
  }

  private func write(_ entries: [LogEntry], _ context: CommandContext) async throws {
    let (console, format) = (context.console, context.format)
    if output.fields == nil, output.names == nil, !context.isForPerson {
      // A line for each field that was changed.
      for entry in entries {
        let head = [
          String(entry.id), format.timestamp(entry.date), entry.command.rawValue,
          entry.undone.map(String.init) ?? "",
        ]
        for row in entry.changes.flatMap({ $0.rows() }) { try console.print(TSV.line(head + row)) }
      }
      return
    }
    let usual = ["entry", "date", "command"]
    let taken = Table(entries, in: LogEntry.columns(format).named(usual), format).leastWidth() + Table.gap
    let columns = LogEntry.columns(format, width: format.isFlat ? .max : console.columns - taken)
    try await context.write(entries, in: columns, as: output, usual: [usual + ["changes"]]) { table in
      output.names == nil && !format.isFlat && console.columns < Self.tableColumns
        ? entries.flatMap { $0.lines(format, style: console.style, columns: console.columns) } : table
    }
  }
}

extension LogEntry {
  /// - Parameter width: The columns of the changes.
  static func columns(_ format: OutputFormat, width: Int = .max) -> [RowColumn<LogEntry>] {
    [
      RowColumn(LocalizedPhrase("ENTRY"), .right) { String($0.id) }.field("entry") { .number($0.id) },
      RowColumn(LocalizedPhrase("WHEN")) { format.age($0.date) }
        .field("date") { .string(format.timestamp($0.date)) },
      RowColumn(LocalizedPhrase("COMMAND")) { format.text($0.command.words) }
        .field("command") { .string($0.command.rawValue) },
      RowColumn("undoes") { .number($0.undoes) },
      RowColumn("undone") { .number($0.undone) },
      RowColumn("count") { .number($0.count) },
      RowColumn(LocalizedPhrase("CHANGE"), flexible: true) { $0.summary(format, width: width) }
        .field("changes") { .array($0.changes.map(\.members)) },
    ]
  }

  /// The changes on one line, and what has become of them. Of a line that is too long the title is cut first.
  private func summary(_ format: OutputFormat, width: Int) -> String {
    func line(titleWidth: Int) -> String {
      let first = changes.first.map { LocalizedPhrase(verbatim: $0.line(format, titleWidth: titleWidth)) }
      return format.facts([state, first, more])
    }
    let whole = line(titleWidth: .max)
    guard whole.displayWidth > width, let title = changes.first?.title else { return whole }
    return line(titleWidth: max(Self.leastTitle, title.displayWidth - (whole.displayWidth - width)))
  }

  /// The columns that a title keeps beside its change.
  private static let leastTitle = 20

  /// The entry in lines of at most `columns` columns, the first change below what has become of the entry.
  fileprivate func lines(_ format: OutputFormat, style: Style, columns: Int) -> [String] {
    let facts = [
      LocalizedPhrase(verbatim: String(id)), LocalizedPhrase(verbatim: format.age(date)), command.words,
    ]
    let head = style.bold(format.facts(facts + [state]).truncated(toWidth: columns))
    let below =
      (changes.first?.lines(format, style: style, columns: columns - 2) ?? [])
      + (more.map { [format.text($0)] } ?? [])
    return [head] + below.map { "  " + $0 }
  }

  private var state: LocalizedPhrase? {
    undone.map { "taken back by \($0)" } ?? undoes.map { "takes back \($0)" }
  }

  private var more: LocalizedPhrase? { count > 1 ? "and \(grouped: count - 1) more" : nil }
}
