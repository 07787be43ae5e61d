import Foundation
import OpenMarket
import Tables

/// Reads the rows of a table, of this program's own columns or of another shop's.
struct ImportReader: Sendable {
  /// The format of another shop; nil for a table of own columns.
  let format: ForeignFormat?
  // Exactly one of these is not nil. Neither is copied while it changes: a reader of another shop keeps rows.
  /// The columns of a table of own columns; nil for one of another shop.
  private(set) var columns: ColumnMap?
  private var foreign: ForeignReader?
  private let options: RowOptions
  let numberColumns: [NumberColumn]
  private let keyPositions: [Int]
  /// The columns of notes, which may have a text in a row of totals.
  private let remarkPositions: Set<Int>

  /// A column whose cells are numbers, and the currencies that the header of one of amounts may name; nil for one of whole numbers.
  typealias NumberColumn = (position: Int, currencies: [Currency]?)

  /// - Parameters:
  ///   - columns: The columns of the header; for JSON, the keys of the first object.
  ///   - format: That of `--from`. Without the option it is recognized by the columns.
  /// - Throws: The problems of the header, in a table of own columns, or in one that is not of the named shop.
  init(
    _ columns: [TableColumn], _ columnOptions: ColumnOptions, options: RowOptions,
    from format: ForeignFormat? = nil
  ) throws(ColumnError) {
    self.format = format ?? (columnOptions.recognizesShops ? ForeignFormat.recognized(columns) : nil)
    if let format, let missing = format.missingField(in: columns) {
      let header = format.headers(of: missing).first ?? "Price"
      throw ColumnError([.notOfShop(format, missing: header, recognized: ForeignFormat.recognized(columns))])
    }
    self.options = options
    if let format = self.format {
      try columnOptions.checkNames(in: columns)
      let ignored = Set(columnOptions.ignored.map { HeaderKey($0) })
      let columns = columns.map { column in
        ignored.contains(HeaderKey(column.name))
          ? TableColumn(name: "", line: column.line, position: column.position) : column
      }
      let fields = ForeignColumns(columns, of: format, mapping: columnOptions.mapping)
      keyPositions = fields.position(of: .sku).map { [$0] } ?? []
      remarkPositions = []
      let currencies = [format.defaultCurrency].compactMap(\.self)
      // Surcharges beside lists of options may be lists, too.
      let surcharges = fields.has(.optionList) ? [] : fields.positions(of: .surcharge)
      numberColumns =
        ([ForeignField.regularPrice, .sellingPrice, .cost, .discountAmount].flatMap(fields.positions(of:))
        + surcharges).map { ($0, currencies) }
        + fields.prices.map { ($0.position, [$0.currency]) }
      foreign = ForeignReader(
        columns, fields, format: format, options: options, keyColumn: columnOptions.keyColumn)
    } else {
      let map = try ColumnMap(columns, options: columnOptions, isComplete: !options.isJSON)
      self.columns = map
      keyPositions = map.entries.filter { $0.column == .sku }.map(\.position)
      remarkPositions = Set(map.entries.filter { $0.column == .note }.map(\.position))
      numberColumns = map.entries.compactMap { entry in
        switch entry.column {
        case .price, .discountedPrice, .cost: (entry.position, entry.currencies)
        case .stock, .detail(.reorderAt): (entry.position, nil)
        default: nil
        }
      }
    }
  }

  var unread: [TableColumn] { foreign?.fields.unread ?? columns?.unread ?? [] }

  var currencyPosition: Int? {
    foreign?.fields.position(of: .currency) ?? columns?.entry(of: .currency)?.position
  }

  var priceHeader: String? {
    foreign?.fields.header(of: .regularPrice)
      ?? columns.flatMap { $0.has(.price) ? $0.header(of: .price) : nil }
  }

  /// Reads a row; calls `body` with its reading and those of rows before it: the rows of one product of another shop
  /// come together. Each row comes once.
  mutating func read(_ row: TableRow, _ columns: [TableColumn], _ body: (RowReading) throws -> Void) throws {
    if isTotal(row) {
      try foreign?.finish(body)
      return try body(.skipped(row, .total))
    }
    try foreign?.read(row, body)
    if let known = self.columns?.headers.count, columns.count > known {
      try self.columns?.extend(to: columns)
    }
    if let columns = self.columns { try body(RowReading(row, columns, options)) }
  }

  /// Whether a row begins with the word of a total, and has nothing but amounts beside it, and no SKU.
  private func isTotal(_ row: TableRow) -> Bool {
    guard !options.isJSON, let first = row.cells.firstIndex(where: { $0 != .text("") && $0 != nil }),
      case .text(let text)? = row.cells[first], text.utf8.count <= 40,
      // In most rows the first text beside it ends the search.
      row.cells.indices[(first + 1)...].allSatisfy({ position in
        row.cells[position].map { $0.plainText.isEmpty || $0.plainText.isMostlyDigits } ?? true
          || remarkPositions.contains(position)
      }),
      Self.isTotal(text)
    else { return false }
    return !keyPositions.contains { position in
      if position != first, case .text(let key)? = row.cell(at: position) { !key.isEmpty } else { false }
    }
  }

  /// Whether it is the word of a total; that of a part may have the name of the part behind it: `Subtotal Kitchen`.
  private static func isTotal(_ text: String) -> Bool {
    let word = { (text: Substring) in
      HeaderKey(String(text)).text.trimmingCharacters(in: .punctuationCharacters)
    }
    return totals.contains(word(text[...])) || partTotals.contains(word(text.prefix { !$0.isWhitespace }))
  }

  private static let totals: Set<String> = [
    "합계", "총계", "소계", "총합계", "total", "grandtotal", "subtotal", "totals", "合計", "小計", "総計", "summe", "gesamt",
    "gesamtsumme", "zwischensumme", "totalgénéral", "soustotal", "suma", "totalgeneral",
  ]
  private static let partTotals: Set<String> = ["subtotal", "소계", "합계", "小計", "合計", "zwischensumme"]

  /// Reads what is left after the last row, and throws if the table lacks a column that an option names.
  mutating func finish(_ body: (RowReading) throws -> Void) throws {
    try foreign?.finish(body)
    // Rows of JSON that are all unreadable have no columns, and problems of their own.
    if let columns, !options.isJSON || !columns.headers.isEmpty { try columns.checkComplete() }
  }
}

extension String {
  /// Whether it has as many digits as letters, at least: `12개`, `KRW 1,000`.
  fileprivate var isMostlyDigits: Bool {
    var (digits, letters) = (0, 0)
    for scalar in unicodeScalars {
      // Looking up the properties of each character of a table takes a tenth of a plan.
      let properties = scalar.isASCII ? nil : scalar.properties
      if ("0"..."9").contains(scalar) || properties?.numericType == .decimal { digits += 1 }
      if (0x41...0x5A).contains(scalar.value & ~0x20) || properties?.isAlphabetic == true { letters += 1 }
    }
    return digits > 0 && digits >= letters
  }
}

extension ImportRow {
  /// The problems of the row as a new item: a missing title or price.
  func problemsOfNewItem(_ columns: ColumnMap?) -> [RowProblem] {
    func problem(_ column: ImportColumn, _ defect: RowDefect) -> RowProblem {
      RowProblem(column: columns?.header(of: column) ?? column.rawValue, defect: defect)
    }
    var problems: [RowProblem] = []
    if fields.title == nil {
      let hasColumn = columns?.has(.title) != false
      problems.append(
        problem(.title, hasColumn ? .invalid(ValidationError(.title, .missing)) : .noTitleColumn))
    }
    if fields.price == nil { problems.append(problem(.price, .invalid(ValidationError(.price, .missing)))) }
    return problems
  }
}
