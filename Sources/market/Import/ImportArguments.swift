import Console
import Foundation
import OpenMarket
import Tables

/// How files are read and their rows understood, as the command line says.
struct ImportArguments {
  var table = TableOptions()
  var columns = ColumnOptions()
  var rows = RowOptions()
  var plan = PlanOptions()
  /// The shop that the files come from; nil where it is recognized.
  let from: ForeignFormat?
  /// The folder of images.
  var images: String?

  static let options: [Option] = [
    Option(
      long: "format", value: "format",
      help: "The format of the files; by default it is detected.",
      choices: TableFormat.allCases.map(\.rawValue)),
    Option(
      long: "encoding", value: "encoding",
      help:
        "The encoding of text, such as utf-8, utf-16, cp949, shift-jis or windows-1252; by default it is detected.",
      candidates: .terms(TextEncoding.allCases.map { Definition($0.rawValue) })),
    Option(long: "delimiter", value: "character", help: "The separator of cells; by default it is detected."),
    Option(
      long: "sheet", value: "name", help: "The sheet of a workbook, by name or number; by default the first."),
    Option(
      long: "decimal", value: "sign", help: "The decimal sign of amounts in text.",
      choices: ["point", "comma"],
      defaultValue: "point"),
    Option(
      long: "map", value: "header=column",
      help: "Read a header as a column, such as '가격=price'.",
      repeats: true),
    Option(
      long: "mapping", value: "file", help: "A file with a line 'column = header' for each column.",
      candidates: .files),
    Option(
      long: "from", value: "shop", help: "The shop that wrote the files; by default it is detected.",
      choices: ForeignFormat.allCases.map(\.rawValue)),
    Option(
      long: "variants", value: "action",
      help: "What to do with products of another shop that have variants.",
      choices: RowOptions.Variants.allCases.map(\.rawValue), defaultValue: "items"),
    Option(long: "ignore-unknown", help: "Leave out unknown columns."),
    Option(
      long: "key", value: "column", help: "The column that identifies an item.", choices: ["sku", "id"],
      defaultValue: "sku"),
    Option(
      long: "key-column", value: "header",
      help: "Another column that identifies an item; it is kept as its reference."),
    Option(
      long: "on-existing", value: "action", help: "What to do with rows whose items exist.",
      choices: PlanOptions.OnExisting.allCases.map(\.rawValue), defaultValue: "update"),
    Option(
      long: "stock", value: "action", help: "How the stock of a row changes an existing item.",
      choices: PlanOptions.Stock.allCases.map(\.rawValue), defaultValue: "set"),
    Option(
      long: "empty", value: "action", help: "What an empty cell does to the value of an item.",
      choices: ["leave", "clear"],
      defaultValue: "leave"),
    .currency,
    Option(
      long: "images", value: "folder", help: "The folder of images: SKU.jpg, SKU-2.jpg, SKU/….",
      candidates: .files),
    Option(long: "skip-images", help: "Leave images as they are."),
    Option(long: "max-errors", value: "count", help: "With more rejected rows than this, change nothing."),
  ]

  /// The files that the arguments name, and the folder of images: of `--images`, or an argument that is a folder. Throws
  /// `ImportError.twoFolders` for different ones.
  static func files(_ arguments: Arguments) throws(ImportError) -> (files: [String], folder: String?) {
    let folders = arguments.positionals.filter { $0.fileType == S_IFDIR }
    var folder = arguments.value("images")
    for other in folders {
      if let folder, !folder.isSameFile(as: other) { throw .twoFolders(folder, other) }
      folder = folder ?? other
    }
    return (arguments.positionals.filter { !folders.contains($0) }, folder)
  }

  init(_ arguments: Arguments, _ settings: Settings, in declaration: CommandDeclaration) throws {
    table.format = arguments.value("format").flatMap { TableFormat(rawValue: $0) }
    if let name = arguments.value("encoding") {
      guard let encoding = TextEncoding(name: name) else {
        throw UsageError(
          .notAChoice(name, option: "--encoding", choices: TextEncoding.names), in: declaration)
      }
      table.encoding = encoding
    }
    table.sheet = arguments.value("sheet")
    // Tables of other shops have some of these names too, where their headers are not ASCII.
    table.headerWords = Set(ImportColumn.knownHeaderWords)
    if let text = arguments.value("delimiter") {
      guard let byte = text == "\\t" ? 9 : text.utf8.first, text == "\\t" || text.utf8.count == 1,
        byte < 0x80,
        !"\"\r\n".utf8.contains(byte)
      else {
        throw UsageError(
          .invalidValue(text, option: "--delimiter", reason: "it must be one ASCII character"),
          in: declaration)
      }
      table.delimiter = byte
    }
    columns.mapping = try arguments.values("map").map { try ColumnOptions.Mapping(argument: $0) }
    if let path = arguments.value("mapping") {
      columns.mapping = try MappingFile(path: path).mapping + columns.mapping
    }
    from = arguments.value("from").flatMap { ForeignFormat(rawValue: $0) }
    rows.variants = arguments.value("variants").flatMap { RowOptions.Variants(rawValue: $0) } ?? .items
    columns.keyColumn = arguments.value("key-column")
    columns.ignoresUnknown = arguments.flag("ignore-unknown")
    rows.key = columns.keyColumn != nil ? .column : arguments.value("key") == "id" ? .id : .sku
    rows.decimalSign = arguments.value("decimal") == "comma" ? .comma : .point
    rows.emptyClears = arguments.value("empty") == "clear"
    if settings[.currency].source == .option { rows.currency = settings.currency }
    rows.defaultCurrency = settings.currency
    plan.onExisting = arguments.value("on-existing").flatMap(PlanOptions.OnExisting.init) ?? .update
    plan.stock = arguments.value("stock").flatMap(PlanOptions.Stock.init) ?? .set
    plan.skipsImages = arguments.flag("skip-images")
    images = arguments.value("images")
    if let text = arguments.value("max-errors") {
      guard let limit = Int(text), limit >= 0 else {
        throw UsageError(
          .invalidValue(text, option: "--max-errors", reason: "it must be a whole number from 0"),
          in: declaration)
      }
      plan.maxErrors = limit
    }
  }
}
