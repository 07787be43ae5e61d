import Foundation
import OpenMarket
import Tables

/// A row of an import as it is understood: what it sets and clears, and of which item.
struct ImportRow: Sendable, Equatable {
  /// The row of the file, with its cells as they are there, for the file of rejects.
  var source: TableRow
  /// Which item it is; nil for a row without a key, which `RowFingerprint` guards.
  var key: RowKey?
  /// The reference that its item has here where the shop gave it a SKU since its last import.
  var former: RowKey?
  /// The item's number and version in the market that exported it.
  var id: Int?
  var exported: ItemVersion?
  var command: RowCommand?
  /// The values that the row sets; nil leaves a value as it is. The currency is there where the row has one, or an amount in one.
  var fields = BatchItem()
  /// Whether neither the row nor `--currency` names the currency, so that it is the default one.
  var assumesCurrency = false
  /// Whether a code or a sign beside an amount names it.
  var signsCurrency = false
  /// The percentage off the price.
  var rate: Decimal?
  var clears: Set<ImportColumn> = []
  /// The images' paths and URLs as they are in the cell; nil where it is empty.
  var images: [String]?
  /// The folder in which the images' paths begin, of a row in a file of rejects; nil for the folder of the file.
  var folder: String?
  /// The headers of a table of another shop, by what they mean here.
  var headers: [ImportColumn: String] = [:]
  var hasStockColumn = false
  var warnings: [RowProblem] = []

  var line: Int { source.line }
}

extension ImportRow {
  /// The currency that a cell of its own names.
  var namedCurrency: Currency? {
    assumesCurrency || signsCurrency ? nil : fields.currency.flatMap { Currency($0) }
  }

  /// Takes values that the row neither has nor clears. An item that has the price 0 only so is off sale: it waits for its price.
  mutating func fill(from defaults: ImportRow) {
    var (values, defaultRate) = (defaults.fields, defaults.rate)
    // An amount is none in another currency.
    if let own = fields.currency, let other = values.currency, !defaults.assumesCurrency, own != other {
      (values.price, values.discountedPrice, values.cost) = (nil, nil, nil)
    }
    // Where a shop has no discount there may be one here.
    for column in clears where column != .discountedPrice || headers.isEmpty {
      switch column {
      case .description: values.description = nil
      case .discountedPrice: (values.discountedPrice, defaultRate) = (nil, nil)
      case .detail(let field): values.details[field] = nil
      default: break
      }
    }
    fields.title = fields.title ?? values.title
    fields.description = fields.description ?? values.description
    fields.registrationDate = fields.registrationDate ?? values.registrationDate
    if fields.currency == nil {
      (fields.currency, assumesCurrency) = (values.currency, defaults.assumesCurrency)
    }
    if fields.price == nil, let price = values.price {
      fields.price = price
      if price == 0, fields.details.offSale == nil, values.details.offSale == nil {
        fields.details.offSale = true
      }
    }
    if fields.discountedPrice == nil {
      let other = rate == nil ? values.discountedPrice : nil
      let discounted = other ?? (rate ?? defaultRate).flatMap { fields.discounted(by: $0) }
      if discounted != fields.price { fields.discountedPrice = discounted }
    }
    fields.stock = fields.stock ?? values.stock
    fields.cost = fields.cost ?? values.cost
    for field in DetailField.allCases {
      fields.details[field] = fields.details[field] ?? values.details[field]
    }
  }
}

extension BatchItem {
  /// The price less a percentage, to the unit of its currency, a half up; nil without a price.
  func discounted(by percent: Decimal) -> Decimal? {
    guard let price, let currency = currency.flatMap({ Currency($0) }) else { return nil }
    return currency.rounded(price * (100 - percent) / 100)
  }
}

/// The key that identifies the item of a row: its column, and its text as in the cell.
struct RowKey: Hashable, Sendable {
  let column: ImportColumn
  let text: String

  static func sku(_ code: String) -> Self { Self(column: .sku, text: code) }
  static func barcode(_ code: String) -> Self { Self(column: .detail(.barcodes), text: code) }
  static func id(_ number: Int) -> Self { Self(column: .id, text: String(number)) }
  static func reference(_ text: String) -> Self { Self(column: .reference, text: text) }
  static func title(_ text: String) -> Self { Self(column: .title, text: text) }

  /// As the store compares keys: SKUs, barcodes and titles by their codes, references byte by byte, since to Swift one letter in two
  /// forms of Unicode is equal.
  static func == (one: Self, other: Self) -> Bool {
    (one.isCode ? other.isCode : one.column == other.column)
      && one.compared.utf8.elementsEqual(other.compared.utf8)
  }

  var isCode: Bool { column == .sku || column == .detail(.barcodes) }

  /// The text by which the store finds the item.
  private var compared: String {
    isCode ? ItemCode.code(of: text) : column == .title ? ItemCode.titleCode(of: text) : text
  }

  func hash(into hasher: inout Hasher) {
    var text = compared
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// The command of a row: the action on its item.
enum RowCommand: String, CaseIterable, Sendable {
  /// Adds an item; an error where it exists.
  case new
  case merge
  /// Updates an item; an error where there is none.
  case update
  case delete
  /// The row is skipped without being validated.
  case ignore

  private static let words: [String: Self] = [
    "add": .new, "신규": .new, "추가": .new, "등록": .new, "병합": .merge, "수정": .update, "변경": .update,
    "업데이트": .update, "삭제": .delete, "skip": .ignore, "무시": .ignore, "제외": .ignore, "건너뛰기": .ignore,
  ]

  init?(named name: String) {
    let word = name.plainCell.lowercased()
    guard let command = Self(rawValue: word) ?? Self.words[word] else { return nil }
    self = command
  }
}

/// The reading of a row of a table, or why it is not read.
enum RowReading: Sendable, Equatable {
  case row(ImportRow)
  /// All problems of the row, the first one by position first.
  case rejected(TableRow, [RowProblem])
  case skipped(TableRow, SkipReason)

  enum SkipReason: Sendable, Equatable {
    /// Its command is to ignore it, it has no text, or it adds up the rows above it.
    case command, blank, total
    /// It is part of the item of another line.
    case part(ofLine: Int)
    /// It is a draft, archived, or hidden in the shop that it comes from, as a cell says, or sold as its variants or parts.
    case notForSale(ForeignCell, hasParts: Bool = false)
  }
}

extension RowReading {
  /// Reads a row of a table: what it sets and clears, or all its problems.
  init(_ row: TableRow, _ columns: ColumnMap, _ options: RowOptions) {
    if let problem = row.problem {
      let header = problem.cell.flatMap { $0 < columns.headers.count ? columns.headers[$0].name : nil }
      self = .rejected(row, [RowProblem(column: header, value: problem.value, defect: .unreadable(problem))])
      return
    }
    var cells = CellReader(row, columns, options: options)
    if let command = columns.entry(of: .command) { cells.read(command) }
    if cells.row.command == .ignore {
      self = .skipped(row, .command)
      return
    }
    let isDeletion = cells.row.command == .delete
    for entry in columns.entries where entry.column != .command && !options.ignored.contains(entry.column) {
      let isKey = [.sku, .id, .reference, .version].contains(entry.column)
      if !isDeletion || isKey || entry.column == .title && options.key == .title { cells.read(entry) }
    }
    if let position = columns.keyPosition { cells.readKey(position) }
    if let position = columns.filePosition { cells.readFile(position) }
    guard cells.hasText else {
      self = .skipped(row, .blank)
      return
    }
    cells.finish()
    self = cells.problems.isEmpty ? .row(cells.row) : .rejected(row, cells.problems)
  }
}

extension ImportRow {
  /// Whether the contents of the row identify its item, where its key does not: without a key, and with the id that the
  /// item has in the market of an export.
  var isKnownByContents: Bool { key?.column == .id ? exported == nil : key == nil }

  /// The id of a row that another column identifies: its item may be another one.
  var otherID: Int? { key?.column == .id ? nil : id }
}

extension TableRow {
  /// The cell in a column; nil where it is absent, as behind the end of a row that cannot be read.
  func cell(at position: Int) -> TableCell? { position < cells.count ? cells[position] : nil }

  var texts: [String] { cells.map { $0?.plainText ?? "" } }
}
