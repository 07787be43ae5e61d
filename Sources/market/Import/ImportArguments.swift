import Console
import Foundation
import OpenMarket
import Tables
import Wording

/// How files are read and their rows understood, as the command line says.
struct ImportArguments {
  /// The options that say how tables are read.
  static let options = OptionGroup(
    of: format, sheet, map, from, ignoreUnknown, key, onExisting, stockMode, .currency, imageFolder, rare)
  private static let rare = OptionGroup(
    of: encoding, delimiter, headerRow, decimal, mapping, variants, ignore, defaults, keyColumn, empty,
    skipImages, allowOutside, newSeller, maxErrors
  ).listed(.rare)
  /// The folder that an import finds images in, and an export saves them in. `--images` is how images are shown.
  static let imageFolder = Option<String?>(
    "image-folder", "folder", help: "The folder of images: SKU.jpg, SKU-2.jpg, SKU/….",
    candidates: .files, aliases: [.init("--images")])
  private static let format = Option<TableFormat?>(
    "format", "format", help: "The format of the files; by default it is detected.",
    choices: TableFormat.allCases)
  private static let encoding = Option<TextEncoding?>(
    "encoding", "encoding",
    help:
      "The encoding of text, such as utf-8, utf-16, cp949, shift-jis or windows-1252; by default it is detected.",
    candidates: .terms(TextEncoding.allCases.map { Definition($0.rawValue) })
  ) { given in
    if let encoding = TextEncoding(name: given.text) { return encoding }
    throw given.unknown(given.text, among: TextEncoding.names)
  }
  private static let delimiter = Option<UInt8?>(
    "delimiter", "character", help: "The separator of cells; by default it is detected."
  ) { given in
    let text = given.text
    guard let byte = text == "\\t" ? 9 : text.utf8.first, text == "\\t" || text.utf8.count == 1,
      byte < 0x80, !"\"\r\n".utf8.contains(byte)
    else { throw given.invalid(text, "it must be one ASCII character") }
    return byte
  }
  private static let sheet = Option<String?>(
    "sheet", "name",
    help: "The sheet of a workbook, by name or number; by default the first with a known column."
  )
  private static let headerRow = Option<Int?>(
    "header-row", "number", help: "The row that names the columns; by default it is found in the first ten."
  ) { try $0.wholeNumber(in: 1...1_048_576, otherwise: "it must be a whole number from 1") }
  static let decimal = Option<CellNumber.DecimalSign?>(
    "decimal", "sign", help: "The decimal sign of numbers in text; by default it is detected.",
    choices: CellNumber.DecimalSign.allCases)
  private static let map = Option<[String]>(
    "map", "header=column", help: "Read a header as a column, such as '가격=price'.",
    candidates: .assigned(ImportColumn.allCases.map { Definition($0.rawValue) }))
  private static let mapping = Option<String?>(
    "mapping", "file", help: "A file with a line 'column = header' for each column.", candidates: .files)
  private static let from = Option<ForeignFormat?>(
    "from", "shop", help: "The shop that wrote the files, or 'none'; by default it is detected.",
    choices: ForeignFormat.words + ["none"]
  ) { ForeignFormat(rawValue: $0.text) }
  private static let variants = Option<RowOptions.Variants>(
    "variants", "action",
    help: "What to do with products of another shop that have variants.", default: .items)
  private static let ignoreUnknown = Option<Bool>("ignore-unknown", help: "Leave out unknown columns.")
  private static let ignore = Option<[String]>(
    "ignore", "header", help: "Leave out this column or header; with 'id' the versions too.",
    candidates: .terms(ImportColumn.allCases.map { Definition($0.rawValue) }))
  private static let defaults = Option<[String]>(
    "default", "field=value",
    help: "The value of new items whose cell is empty or absent, such as 'stock=1'.",
    candidates: .assigned(ImportColumn.defaultable.map { Definition($0.rawValue) }))
  private static let key = Option<String?>(
    "key", "column", help: "The column that identifies an item.", choices: ["sku", "id", "title"],
    defaultValue: "sku")
  private static let keyColumn = Option<String?>(
    "key-column", "header", help: "Another column that identifies an item; it is kept as its reference.")
  private static let onExisting = Option<PlanOptions.OnExisting>(
    "on-existing", "action",
    help:
      "What to do with rows whose items exist: 'update' sets the cells that have changed since the row's last import, 'overwrite' all.",
    default: .update)
  private static let stockMode = Option<PlanOptions.Stock>(
    "stock-mode", "action", help: "How the stock of a row changes an existing item.",
    default: .set, aliases: [.init("--stock")])
  private static let empty = Option<String?>(
    "empty", "action", help: "What an empty cell does to the value of an item.",
    choices: ["leave", "clear"], defaultValue: "leave")
  private static let skipImages = Option<Bool>("skip-images", help: "Leave images as they are.")
  private static let allowOutside = Option<Bool>(
    "allow-outside", help: "Read images outside the folders of the import, and of private networks.")
  private static let newSeller = Option<Bool>(
    "new-seller", help: "At a server, add items as a new seller, though others have their SKUs.")
  private static let maxErrors = Option<Int?>(
    "max-errors", "count", help: "With more rejected rows than this, change nothing."
  ) { try $0.wholeNumber(in: 0...Int.max, otherwise: "it must be a whole number from 0") }

  var table = TableOptions()
  var columns = ColumnOptions()
  var rows = RowOptions()
  var plan = PlanOptions()
  /// The shop that the files come from; nil where it is recognized.
  let from: ForeignFormat?
  var images: String?
  private let defaults: [(column: ImportColumn, text: String)]

  /// The files that the arguments name, and the folder of images: of `--image-folder`, or an argument that is a folder. Throws for
  /// different ones.
  static func files(_ arguments: Arguments) throws(CommandFailure) -> (files: [String], folder: String?) {
    let folders = arguments.positionals.filter { $0.fileType == S_IFDIR }
    var folder = arguments[Self.imageFolder]
    for other in folders {
      if let folder, !folder.isSameFile(as: other) {
        throw CommandFailure(
          "Two folders of images: '\(folder.sanitized)' and '\(other.sanitized)'", .usage,
          help: "Name one folder; the images of all files are found there")
      }
      folder = folder ?? other
    }
    return (arguments.positionals.filter { !folders.contains($0) }, folder)
  }

  init(_ arguments: Arguments, _ settings: Settings) throws {
    table.format = try arguments[Self.format]
    table.encoding = try arguments[Self.encoding]
    table.sheet = arguments[Self.sheet]
    table.headerRow = try arguments[Self.headerRow]
    table.delimiter = try arguments[Self.delimiter]
    columns.mapping = try arguments[Self.map].map { try ColumnOptions.Mapping(argument: $0) }
    if let path = arguments[Self.mapping] {
      columns.mapping = try MappingFile(path: path).mapping + columns.mapping
    }
    from = try arguments[Self.from]
    columns.recognizesShops = !arguments.has(Self.from)
    table.headerWords = Set(
      ImportColumn.knownHeaderWords + ForeignFormat.knownHeaderWords + columns.mapping.map(\.header))
    rows.variants = try arguments[Self.variants]
    rows.ignored = Set(arguments[Self.ignore].compactMap { ImportColumn(named: $0) })
    columns.ignored = arguments[Self.ignore].filter { ImportColumn(named: $0) == nil }
    if rows.ignored.contains(.id) { rows.ignored.insert(.version) }
    columns.keyColumn = arguments[Self.keyColumn]
    columns.ignoresUnknown = arguments[Self.ignoreUnknown]
    rows.key =
      columns.keyColumn != nil ? .column : arguments[Self.key].flatMap(RowOptions.Key.init) ?? .sku
    plan.key = rows.key
    if let sign = try arguments[Self.decimal] { (rows.decimalSign, rows.hasGivenSign) = (sign, true) }
    rows.emptyClears = arguments[Self.empty] == "clear"
    if settings[.currency].source == .option { rows.currency = settings.currency }
    plan.onExisting = try arguments[Self.onExisting]
    plan.stock = try arguments[Self.stockMode]
    plan.skipsImages = arguments[Self.skipImages]
    plan.allowsOutside = arguments[Self.allowOutside]
    plan.makesSeller = arguments[Self.newSeller]
    images = arguments[Self.imageFolder]
    defaults = try arguments[Self.defaults].map { try Self.defaultValue(argument: $0) }
    plan.maxErrors = try arguments[Self.maxErrors]
  }

  /// The values of `--default`, read as cells are. Throws `ImportError.badDefault` for one that no cell can have.
  func defaultRow(_ format: OutputFormat) throws -> ImportRow? {
    guard !defaults.isEmpty else { return nil }
    var options = rows
    options.isDefault = true
    let columns = defaults.map(\.column)
    let map = ColumnMap(columns, headers: columns.map(\.rawValue), keyColumn: nil)
    let row = TableRow(line: 1, cells: defaults.map { .text($0.text) })
    switch RowReading(row, map, options) {
    case .row(let row): return row
    case .rejected(_, let problems):
      throw ImportError.badDefault(problems.map { PlanProblem($0, format).sentence }.joined(separator: "; "))
    case .skipped: throw ImportError.badDefault(format.text(LocalizedPhrase("The value is empty")))
    }
  }

  /// Parses `field=value`. Throws a `ColumnError` for a field that has no default.
  private static func defaultValue(argument: String) throws(ColumnError) -> (ImportColumn, String) {
    guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else {
      throw ColumnError([.notADefault(argument)])
    }
    let name = argument[..<sign].trimmingCharacters(in: .whitespaces)
    guard let column = ImportColumn(named: name), ImportColumn.defaultable.contains(column) else {
      let isKey = ImportColumn(named: name).map { $0.isKeyText || $0 == .id } == true
      throw ColumnError([isKey ? .keyAsDefault(argument) : .notADefault(argument)])
    }
    return (column, argument[argument.index(after: sign)...].trimmingCharacters(in: .whitespaces))
  }
}

extension ImportColumn {
  /// The columns for which `--default` has a value: none that tells items apart.
  static let defaultable: [ImportColumn] =
    [.title, .description, .price, .currency, .discountedPrice, .discount, .stock, .cost]
    + [DetailField.tags, .note, .reorderAt, .offSale].map { .detail($0) } + [.images, .registrationDate]
}
