import Console
import Foundation
import OpenMarket
import Tables

/// `market export`: writes the items of a market as a table.
struct Export: Command {
  static let declaration = CommandDeclaration(
    name: "export", synonyms: ["내보내기"], parent: "market", abstract: "Write all items as a table.",
    discussion: """
      Writes CSV (RFC 4180), an Excel workbook or JSON lines, which 'market import' reads back exactly. In CSV an apostrophe \
      stands before a text that a spreadsheet would run as a formula, and before a key that it would change, such as 007; \
      an import removes it. Private notes and costs are written for the operator of the market, notes for their \
      password too.
      """,
    examples: [
      .init("market export -o items.csv", "All items, to a file."),
      .init("market export -o items.xlsx", "The same as an Excel workbook."),
      .init("market export --search lamp --format jsonl", "The lamps, as JSON lines."),
      .init("market export --sold-out --columns id,title,stock", "What has to be ordered."),
      .init("market export --image-folder photos -o items.csv", "With the images of the items, in a folder."),
    ],
    positionals: [
      Positional(
        name: "id", help: "Ids, SKUs or barcodes of the items; without one, all.", repeats: true,
        required: false, candidates: .items)
    ],
    options: Self.format, Self.output, .force, Self.search, ListFilter.options.listed(.rare),
    Self.columnNames,
    Self.headers,
    ImportArguments.imageFolder.described(as: LocalizedPhrase("Save the images in this folder.")),
    Self.byteOrderMark, Self.raw, .dryRun, .passwordFile, .markets, .everywhere)

  private static let format = Option<TableFormat?>(
    "format", "format", help: "The format of the table.", choices: ExportTable.formats,
    defaultValue: TableFormat.csv.rawValue)
  private static let output = Option<String?>(
    "output", short: "o", "file", help: "Write to this file; - for standard output.", candidates: .files)
  private static let search = Option<String?>(
    "search", "words", help: "Only items that contain all these words.")
  private static let columnNames = Option<[ImportColumn]?>(
    "columns", "columns", help: "Only these columns, such as id,title,price; an export has all.",
    candidates: .terms(ExportTable.columns.map { Definition($0.rawValue) })
  ) { given in
    try given.text.split(separator: ",").map { name in
      guard let column = ImportColumn(named: String(name)), ExportTable.columns.contains(column) else {
        throw given.unknown(String(name), among: ExportTable.columns.map(\.rawValue))
      }
      return column
    }
  }
  private static let headers = Option<ExportHeaders?>(
    "headers", "names",
    help: "The names of the columns; a workbook has those of the language, and CSV keys.",
    choices: ExportHeaders.allCases)
  private static let byteOrderMark = Option<Bool>(
    "bom", help: "Begin with a byte order mark, by which Excel recognizes UTF-8.")
  private static let raw = Option<Bool>(
    "raw", help: "Write texts without apostrophes before formulas and keys.")

  private let format: TableFormat
  private let output: String?
  private let replaces: Bool
  /// None for all that meet the conditions.
  private let ids: [Int]
  private let query: ExportQuery
  /// Nil for all that the reader may see.
  private let columns: [ImportColumn]?
  private let headers: ExportHeaders?
  private let images: String?
  private let hasByteOrderMark: Bool
  private let isRaw: Bool

  init(_ arguments: Arguments, _ settings: Settings) throws {
    // Standard output, as in other programs.
    let path = arguments[Self.output].flatMap { $0 == "-" ? nil : $0 }
    format =
      try arguments[Self.format]
      ?? ExportTable.formats.first { $0 == path.flatMap(TableFormat.init(fileName:)) } ?? .csv
    output = path
    replaces = arguments[.force]
    ids = try arguments.itemIDs().sorted()
    query = ExportQuery(search: arguments[Self.search], filter: try arguments.filter())
    try arguments.refuseIDs(with: arguments.given(Self.search) + arguments.conditions)
    var seen: Set<ImportColumn> = []
    columns = try arguments[Self.columnNames]?.filter { seen.insert($0).inserted }
    headers = try arguments[Self.headers]
    images = arguments[ImportArguments.imageFolder]
    hasByteOrderMark = arguments[Self.byteOrderMark]
    isRaw = arguments[Self.raw]
    if format == .jsonl, let option = arguments.given(Self.byteOrderMark, Self.raw, Self.headers).first {
      throw arguments.error(.conflictingOptions(option, "--format jsonl"))
    }
    if format == .xlsx, let option = arguments.given(Self.byteOrderMark).first {
      throw arguments.error(.conflictingOptions(option, "--format xlsx"))
    }
  }

  func request(_ context: CommandContext) async throws {
    // Without the table's header, and without a file.
    let source = ExportSource(
      context.market, query, ids, password: try await context.knownPassword(), needsAll: true)
    try await source.forEach { _, _ in }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if let output, output.isNamedAsOtherWorkbook(than: format) {
      throw CommandFailure(
        "'\(output.sanitized)' is no kind of file that an export writes", .usage,
        help: "Choose a name such as 'items.xlsx' or 'items.csv'; spreadsheet programs open both")
    }
    if format == .xlsx, output == nil {
      throw CommandFailure("A workbook is written to a file only", .usage, help: "Name it: '-o items.xlsx'")
    }
    if let output, !replaces, FileManager.default.fileExists(atPath: output) {
      throw ImportError.exists(output)
    }
    if columns?.contains(.cost) == true { try await context.requireOperator() }
    let market = context.market.waitingForRateLimit
    if format == .xlsx,
      let count = try await market.page(PageQuery(size: 1, search: query.search, filter: query.filter)).total,
      count >= WorkbookWriter.rowLimit
    {
      throw CommandFailure(.tooManyRows, path: output ?? "")
    }
    let source = ExportSource(market, query, ids, password: try await context.knownPassword(), needsAll: true)
    if context.isDryRun {
      var count = 0
      try await source.forEach { items, _ in count += items.count }
      context.noteDryRun("Dry run, nothing written.", before: "Would export:")
      for path in [output ?? "-", images].compactMap(\.self) {
        let words: LocalizedPhrase = "\(context.format.items(count)) to '\(path.sanitized)'"
        try context.print(words, orLine: "would write", path, String(count))
      }
      return .done
    }
    let exportedImages = try images.map {
      try ExportedImages(folder: $0, beside: output, replaces: replaces, from: market)
    }
    let destination = try ExportFile(path: output, context.console)
    var (count, failures) = (0, [ExitCode]())
    do {
      count = try await write(source, exportedImages, to: destination, failures: &failures, context: context)
    } catch let error as WorkbookWriter.Failure {
      throw CommandFailure(error, path: output ?? "")
    } catch ClientError.unsupported(.batches) {
      throw CommandFailure(
        "This server does not export items", .refused, help: "List them: 'market list --all --json'")
    }
    try destination.finish()
    let done: LocalizedPhrase = count == 1 ? "Exported 1 item" : "Exported \(grouped: count) items"
    if output != nil, context.console.error.isTerminal {
      context.reportDone(done)
    } else if output != nil || !context.console.output.isTerminal {
      context.note(done)
    }
    if count == 0 { context.noteMissingStore() }
    return failures.isEmpty ? .done : .partial
  }

  /// Writes the table, and returns how many items it has.
  private func write(
    _ source: ExportSource, _ exportedImages: ExportedImages?, to destination: ExportFile,
    failures: inout [ExitCode], context: CommandContext
  ) async throws -> Int {
    let language = headers.map(\.language) ?? (format == .xlsx ? context.format.language : nil)
    let isOperator = try await context.isOperator()
    var table = try ExportTable(
      format, columns: columns ?? ExportTable.columns.filter { $0 != .cost || isOperator },
      headersIn: language, hasByteOrderMark: hasByteOrderMark, isRaw: isRaw)
    let texts = context.format
    let progress = CountedProgress()
    try await context.console.waiting {
      $0.line(texts.text("\(grouped: progress.count) items exported"))
    } for: {
      try await source.forEach { items, timeZone in
        table.timeZone = timeZone
        for var item in items {
          if let exportedImages {
            do {
              item.images = try await exportedImages.save(item)
            } catch let error as ImageFailure {
              failures.append(context.report(error))
            }
          } else {
            item.images = nil
          }
          try table.append(item)
          progress.count(1)
        }
        // The header goes with the first items: of a market that cannot be read nothing is written.
        try destination.write(table.takeBytes())
      }
    }
    try table.finish()
    try destination.write(table.takeBytes())
    for (id, column) in table.leftOut {
      context.note(
        "Item \(id): '\(column.rawValue)' is longer than a cell (\(grouped: WorkbookWriter.cellLength) characters), and is left out"
      )
      failures.append(.partial)
    }
    return progress.count
  }
}

extension String {
  /// Whether a spreadsheet program would take the file for a workbook of another kind, by its extension.
  fileprivate func isNamedAsOtherWorkbook(than format: TableFormat) -> Bool {
    let ending = (self as NSString).pathExtension.lowercased()
    return ["xlsx", "xlsm", "xls", "ods", "numbers"].contains(ending) && (format != .xlsx || ending != "xlsx")
  }
}
