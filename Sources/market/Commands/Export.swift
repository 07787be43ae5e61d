import Console
import Foundation
import OpenMarket

/// `market export`: writes the items of a market as a table.
struct Export: Command {
  static let declaration = CommandDeclaration(
    name: "export", parent: "market", abstract: "Write all items as a table.",
    discussion: """
      Writes CSV (RFC 4180) that 'market import' reads back exactly, or JSON lines. Before a text that a spreadsheet would \
      run as a formula stands an apostrophe, which an import removes. Private notes of a store on this machine are always \
      written, those of a server only with their password.
      """,
    examples: [
      .init("market export -o items.csv", "All items, to a file."),
      .init("market export --search lamp --format jsonl", "The lamps, as JSON lines."),
      .init("market export --image-folder photos -o items.csv", "With the images of the items, in a folder."),
    ],
    options: Self.format, Self.output, .force, Self.search,
    ImportArguments.imageFolder.described(as: LocalizedPhrase("Save the images in this folder.")),
    Self.byteOrderMark, Self.raw, .passwordFile, .markets, .everywhere)

  private static let format = Option<ExportFormat?>(
    "format", "format", help: "The format of the table.", choices: ExportFormat.allCases,
    defaultValue: ExportFormat.csv.rawValue)
  private static let output = Option<String?>(
    "output", short: "o", "file", help: "Write to this file.", candidates: .files)
  private static let search = Option<String?>(
    "search", "words", help: "Only items that contain all these words.")
  private static let byteOrderMark = Option<Bool>(
    "bom", help: "Begin with a byte order mark, by which Excel recognizes UTF-8.")
  private static let raw = Option<Bool>("raw", help: "Write texts without apostrophes before formulas.")

  private let format: ExportFormat
  private let output: String?
  private let replaces: Bool
  private let search: String?
  private let images: String?
  private let hasByteOrderMark: Bool
  private let isRaw: Bool

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let path = arguments[Self.output]
    format =
      try arguments[Self.format] ?? path.flatMap { ExportFormat(ofPath: $0) } ?? .csv
    output = path
    replaces = arguments[.force]
    search = arguments[Self.search]
    images = arguments[ImportArguments.imageFolder]
    hasByteOrderMark = arguments[Self.byteOrderMark]
    isRaw = arguments[Self.raw]
    if format == .jsonl, let option = arguments.given(Self.byteOrderMark, Self.raw).first {
      throw arguments.error(.conflictingOptions(option, "--format jsonl"))
    }
  }

  func request(_ context: CommandContext) async throws {
    // Without the table's header, and without a file.
    let source = ExportSource(context.market, search: search, password: try await context.knownPassword())
    try await source.forEach { _ in }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if let output, output.isNamedAsWorkbook { throw ExportError.workbook(output) }
    if let output, !replaces, FileManager.default.fileExists(atPath: output) {
      throw ExportError.exists(output)
    }
    let market = context.market.waitingForRateLimit
    let source = ExportSource(market, search: search, password: try await context.knownPassword())
    let exportedImages = try images.map {
      try ExportedImages(folder: $0, beside: output, replaces: replaces, from: market)
    }
    let destination = try ExportFile(path: output, context.console)
    var table = ExportTable(format, hasByteOrderMark: hasByteOrderMark, isRaw: isRaw)
    var (count, failures) = (0, [ExitCode]())
    try destination.write(table.header())
    let format = context.format
    let progress = CountedProgress()
    try await context.console.waiting {
      $0.line(format.text("\(grouped: progress.count) items exported"))
    } for: {
      try await source.forEach { items in
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
          table.append(item)
          count += 1
          progress.count(1)
        }
        try destination.write(table.takeBytes())
      }
    }
    try destination.finish()
    if output != nil { context.reportDone("Exported \(grouped: count) items") }
    if count == 0 { context.noteMissingStore() }
    return failures.isEmpty ? .done : .partial
  }
}

extension String {
  /// Whether a spreadsheet program would take the file for a workbook, by its extension.
  fileprivate var isNamedAsWorkbook: Bool {
    ["xlsx", "xlsm", "xls", "ods", "numbers"].contains((self as NSString).pathExtension.lowercased())
  }
}
