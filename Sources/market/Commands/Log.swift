import Console
import OpenMarket
import SystemSupport
import Wording

/// `market log`: what `market history` shows of the market, and `history ID --changes` of an item.
struct Log: Command {
  static let declaration = CommandDeclaration(
    name: "log", parent: "market", abstract: "Show what was changed in the market, and when.",
    positionals: [.optionalItemID],
    options: .page, .perPage, .wholeJSON, .noHeaders, .passwordFile, .markets, .everywhere)

  private let item: Int?
  private let page: Int
  private let size: Int
  private let writesJSON: Bool
  private let showsHeader: Bool

  init(_ arguments: Arguments, _ settings: Settings) throws {
    item = try arguments.itemIDs().first
    page = try arguments[.page]
    size = settings.perPage
    writesJSON = arguments[.wholeJSON]
    showsHeader = !arguments[.noHeaders]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    guard !context.noteMissingStore() else { return .done }
    let size = try await context.isOperator() ? size : min(size, LogLimits.served)
    let log = try await log(of: size, context)
    if let item, log.total == 0, !context.isRemote {
      // An item without entries may be older than the log; one that never was is a mistake.
      _ = try await context.market.item(id: item)
    }
    try write(log.entries, context)
    guard !writesJSON, context.console.output.isTerminal || context.format.isFlat else { return .done }
    if log.entries.isEmpty {
      context.note("The log is empty")
    } else {
      context.note(context.format.place(after: (page - 1) * size, count: log.entries.count, of: log.total))
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
  /// The columns of a title in the table.
  private static let titleWidth = 20

  /// The page: of the store itself, or of an item or a seller at a server.
  private func log(of size: Int, _ context: CommandContext) async throws -> LogPage {
    guard let id = item else {
      let password = try await context.sellerPassword(for: .log)
      return try await context.market.log(page, size: size, password: password)
    }
    return try await context.withPassword(forItem: id) {
      try await context.market.log(ofItem: id, page, size: size, password: $0)
    }
  }

  private func write(_ entries: [LogEntry], _ context: CommandContext) throws {
    let (console, format) = (context.console, context.format)
    if writesJSON {
      for entry in entries { try console.print(entry.json(format).text) }
    } else if console.output.isTerminal || format.isFlat {
      guard !entries.isEmpty else { return }
      if !format.isFlat, console.columns < Self.tableColumns {
        for line in entries.flatMap({ $0.lines(format, style: console.style, columns: console.columns) }) {
          try console.print(line)
        }
        return
      }
      let titleWidth = format.isFlat ? .max : Self.titleWidth
      let columns: [RowColumn<LogEntry>] = [
        RowColumn(LocalizedPhrase("ENTRY"), .right, minimum: 2) { String($0.id) },
        RowColumn(LocalizedPhrase("WHEN")) { format.age($0.date) },
        RowColumn(LocalizedPhrase("COMMAND")) { $0.command.rawValue },
        RowColumn(LocalizedPhrase("CHANGE"), flexible: true) { $0.summary(format, titleWidth: titleWidth) },
      ]
      let table = Table(entries, in: columns, format)
      for line in table.lines(for: console, showsHeader: showsHeader) { try console.print(line) }
    } else {
      for entry in entries {
        let head = [
          String(entry.id), format.timestamp(entry.date), entry.command.rawValue,
          entry.undone.map(String.init) ?? "",
        ]
        for row in entry.changes.flatMap({ $0.rows() }) { try console.print(TSV.line(head + row)) }
      }
    }
  }
}

extension LogEntry {
  /// The changes on one line, and what has become of them.
  fileprivate func summary(_ format: OutputFormat, titleWidth: Int) -> String {
    let first = changes.first.map { LocalizedPhrase(verbatim: $0.line(format, titleWidth: titleWidth)) }
    return format.facts([state, first, more])
  }

  /// The entry in lines of at most `columns` columns, the first change below what has become of the entry.
  fileprivate func lines(_ format: OutputFormat, style: Style, columns: Int) -> [String] {
    let facts = [String(id), format.age(date), command.rawValue].map { LocalizedPhrase(verbatim: $0) }
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

  fileprivate func json(_ format: OutputFormat) -> JSON {
    .object([
      ("entry", .number(String(id))), ("date", .string(format.timestamp(date))),
      ("command", .string(command.rawValue)), ("undoes", .number(undoes)), ("undone", .number(undone)),
      ("count", .number(count)), ("changes", .array(changes.map(\.members))),
    ])
  }
}
