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
  private static let columns =
    firstColumns + DetailField.allCases.map { .detail($0) }.filter { !firstColumns.contains($0) }

  private let format: ExportFormat
  private let isRaw: Bool
  private var writer: DelimitedWriter
  private var lines: [UInt8] = []

  /// - Parameter isRaw: Whether texts are not guarded against spreadsheets.
  init(_ format: ExportFormat, hasByteOrderMark: Bool, isRaw: Bool) {
    self.format = format
    self.isRaw = isRaw
    writer = DelimitedWriter(hasByteOrderMark: hasByteOrderMark)
  }

  /// The beginning of the table.
  mutating func header() -> [UInt8] {
    guard format == .csv else { return [] }
    writer.append(Self.columns.map(\.rawValue))
    return writer.takeBytes()
  }

  mutating func append(_ item: BatchItem) {
    switch format {
    case .csv: writer.append(Self.columns.map { cell(of: item, $0) })
    case .jsonl:
      lines +=
        JSON.object(
          Self.columns.compactMap { column in
            value(of: item, column).map { (column.rawValue, column.isText ? $0.escaped : $0) }
          }
        )
        .text.utf8
      lines.append(UInt8(ascii: "\n"))
    }
  }

  /// Returns the bytes written since the last call.
  mutating func takeBytes() -> [UInt8] {
    guard format == .jsonl else { return writer.takeBytes() }
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }

  private func cell(of item: BatchItem, _ column: ImportColumn) -> String {
    let text: String =
      switch value(of: item, column) {
      case nil, .null?: ""
      case .array(let values)?: values.map(\.plainText).joined(separator: "|")
      case let value?: value.plainText
      }
    guard column.isText, !isRaw else { return text }
    let escaped = CellText.escaped(text)
    return column.isKeyText ? CellText.guarded(key: escaped) : CellText.guarded(escaped)
  }

  /// Nil where the item has none.
  private func value(of item: BatchItem, _ column: ImportColumn) -> JSON? {
    switch column {
    case .id: item.id.map { .number(String($0)) }
    case .version: item.version.map { .string($0) }
    case .detail(let field):
      switch item.details[field] {
      case .text(let text)?: .string(text)
      case .list(let words)?: .array(words.map { .string($0) })
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
    case .registrationDate: item.registrationDate.map { .string($0.exactText) }
    case .command: nil
    }
  }
}

extension JSON {
  /// The value as an import takes it back: a text that would clear has a backslash more.
  fileprivate var escaped: JSON {
    if case .string(let text) = self { .string(CellText.escaped(text)) } else { self }
  }
}

extension Date {
  /// ISO 8601 in UTC, to the microsecond.
  fileprivate var exactText: String {
    let microseconds = Int((timeIntervalSince1970 * 1_000_000).rounded())
    let (seconds, rest) = microseconds.flooredDivision(by: 1_000_000)
    let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    guard rest > 0 else { return whole }
    let digits = String(rest)
    return whole.dropLast() + "." + String(repeating: "0", count: 6 - digits.count) + digits + "Z"
  }
}

extension Int {
  fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
