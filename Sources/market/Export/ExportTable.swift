import Console
import Foundation
import OpenMarket
import SystemSupport
import Tables

/// Items as the rows of a table that an import takes back.
struct ExportTable {
  private static let firstColumns: [ImportColumn] = [
    .id, .version, .sku, .reference, .title, .description, .price, .currency, .discountedPrice, .stock, .tags,
    .images, .registrationDate, .note,
  ]
  /// The columns of an export; columns of earlier versions keep their places.
  static let columns =
    firstColumns + DetailField.allCases.map { .detail($0) }.filter { !firstColumns.contains($0) } + [.cost]

  /// The formats that are written.
  static let formats: [TableFormat] = [.csv, .jsonl, .xlsx]

  private let columns: [ImportColumn]
  private let isRaw: Bool
  // JSON lines where both are nil.
  private var delimited: DelimitedWriter?
  private let workbook: WorkbookWriter?
  private var lines: [UInt8] = []
  var timeZone = TimeZone.gmt
  /// The texts that are longer than a cell of a workbook, and were left out.
  private(set) var leftOut: [(id: Int, column: ImportColumn)] = []

  /// - Parameters:
  ///   - columns: In their order.
  ///   - language: That of the header; nil for the names in JSON.
  ///   - isRaw: Whether texts are not guarded against spreadsheets.
  init(
    _ format: TableFormat, columns: [ImportColumn] = Self.columns, headersIn language: Language?,
    hasByteOrderMark: Bool, isRaw: Bool
  ) throws(WorkbookWriter.Failure) {
    (self.columns, self.isRaw) = (columns, isRaw)
    let names = columns.map { language?.text($0.title) ?? $0.rawValue }
    delimited = format == .csv ? DelimitedWriter(hasByteOrderMark: hasByteOrderMark) : nil
    delimited?.append(names)
    workbook =
      format == .xlsx
      ? try WorkbookWriter(
        sheet: "items", columns: zip(names, columns).map { ($0, $1.width, !$1.isNumber) }) : nil
  }

  mutating func append(_ item: BatchItem) throws(WorkbookWriter.Failure) {
    if let workbook {
      var cells: [WorkbookWriter.Cell] = []
      for column in columns { cells.append(cell(of: item, column)) }
      try workbook.append(cells)
    } else if delimited != nil {
      let cells = columns.map { text(of: item, $0, isTyped: false) }
      delimited?.append(cells)
    } else {
      lines +=
        JSON.object(
          columns.compactMap { column in
            // As everywhere in JSON, a field without a value has no key.
            value(of: item, column).flatMap { $0 == .truth(false) ? nil : $0 }.map {
              (column.rawValue, column.isText ? $0.escaped : $0)
            }
          }
        )
        .text.utf8
      lines.append(UInt8(ascii: "\n"))
    }
  }

  func finish() throws(WorkbookWriter.Failure) { try workbook?.finish() }

  /// Returns the bytes written since the last call.
  mutating func takeBytes() -> [UInt8] {
    defer { lines = [] }
    return workbook?.takeBytes() ?? delimited?.takeBytes() ?? lines
  }

  private mutating func cell(of item: BatchItem, _ column: ImportColumn) -> WorkbookWriter.Cell {
    let text = text(of: item, column, isTyped: true)
    if text.isEmpty { return .empty }
    if column.isNumber, text.utf8.count(where: { (48...57).contains($0) }) <= WorkbookWriter.digits {
      let isMoney = [.price, .discountedPrice, .cost].contains(column)
      return .number(text, format: isMoney ? item.currency.flatMap { Currency($0) }?.numberFormat : nil)
    }
    guard text.utf16.count <= WorkbookWriter.cellLength else {
      leftOut.append((item.id ?? 0, column))
      return .empty
    }
    return .text(text)
  }

  /// The text of a cell.
  ///
  /// - Parameter isTyped: Whether the cell is one of text of a workbook, which programs leave as it is.
  private func text(of item: BatchItem, _ column: ImportColumn, isTyped: Bool) -> String {
    let text: String =
      switch value(of: item, column) {
      case nil, .null?: ""
      case .array(let values)?: values.map(\.plainText).inOneCell
      case let value?: value.plainText
      }
    guard column.isText, !isRaw else { return text }
    let escaped = CellText.escaped(text)
    guard isTyped else { return CellText.guarded(escaped) }
    return column.isKeyText ? CellText.typed(key: escaped) : CellText.typed(escaped)
  }

  private func value(of item: BatchItem, _ column: ImportColumn) -> JSON? {
    switch column {
    case .id: item.id.map { .number(String($0)) }
    case .version: item.version.map { .string($0) }
    case .detail(let field):
      switch item.details[field] ?? (field.kind.isFlag ? field.empty : nil) {
      case .text(let text)?: .string(text)
      case .list(let words)?: .array(words.map { .string($0) })
      case .number(let number)?: number.map { .number(String($0)) }
      case .flag(let isSet)?: .truth(isSet)
      case nil: nil
      }
    case .reference: item.reference.map { .string($0) }
    case .title: item.title.map { .string($0) }
    case .description: item.description.map { .string($0) }
    case .price: item.price.map { .number("\($0)") }
    case .currency: item.currency.map { .string($0) }
    case .discountedPrice: item.discountedPrice.map { .number("\($0)") }
    case .stock: item.stock.map { .number(String($0)) }
    case .images: item.images.map { .array($0.map { .string($0) }) }
    case .registrationDate: item.registrationDate.map { .string(CellDate($0).text(in: timeZone)) }
    case .cost: item.cost.map { .number("\($0)") }
    case .discount, .command: nil
    }
  }
}

extension ImportColumn {
  fileprivate var isNumber: Bool {
    switch self {
    case .id, .price, .discountedPrice, .stock, .cost, .detail(.reorderAt): true
    default: false
    }
  }

  /// The width in a workbook, in characters.
  fileprivate var width: Int {
    switch self {
    case .title, .description: 40
    case .version, .registrationDate, .images, .detail(.note), .detail(.tags): 24
    case .id, .currency, .stock, .detail(.reorderAt), .detail(.offSale): 9
    default: 15
    }
  }
}

extension Currency {
  /// The format code of amounts in a workbook: `[$₩]#,##0` with a sign that no other currency has, else `[$USD] #,##0.00`.
  fileprivate var numberFormat: String {
    let sign = Self.signs.filter { $0.value == [self] && $0.key.isCurrencySymbol }.map(\.key).min()
    let decimals = minorDigits.flatMap { $0 > 0 ? "." + String(repeating: "0", count: $0) : nil } ?? ""
    return (sign.map { "[$\($0)]" } ?? "[$\(code)] ") + "#,##0" + decimals
  }
}

extension JSON {
  /// The value as an import takes it back: a text that would clear has a backslash more.
  fileprivate var escaped: JSON {
    if case .string(let text) = self { .string(CellText.escaped(text)) } else { self }
  }
}
