import Foundation
import OpenMarket
import Tables

/// Finds the decimal sign of a table of text in all its cells of numbers: beside `12,50` and `1.234,50` `1.690` is 1690.
struct DecimalSignSearch {
  /// So many cells that only one sign explains are enough.
  private static let enough = 50

  private let columns: [ImportReader.NumberColumn]
  private let currencyPosition: Int?
  private let options: RowOptions
  private var votes: [CellNumber.DecimalSign: Int] = [:]
  private var ambiguous: (position: Int, text: String)?

  private init(_ reader: ImportReader, _ options: RowOptions) {
    columns = reader.numberColumns
    currencyPosition = reader.columns?.entries.first { $0.column == .currency }?.position
    self.options = options
  }

  /// The sign that most cells have. Throws an `ImportError` where none decides, and one can be read in both ways.
  static func sign(of table: TableFile, _ reader: ImportReader, _ options: RowOptions, file: String?) throws
    -> CellNumber.DecimalSign
  {
    var search = DecimalSignSearch(reader, options)
    // An export of this program, which has versions, has points.
    guard !search.columns.isEmpty, reader.columns?.has(.version) != true else { return .point }
    var cursor = try table.cursor(
      overRowsWith: [UInt8(ascii: "."), UInt8(ascii: ",")], at: search.columns.map(\.position))
    while search.votes.values.reduce(0, +) < enough, let row = try cursor.next() { search.take(row) }
    let (points, commas) = (search.votes[.point] ?? 0, search.votes[.comma] ?? 0)
    if points == 0, commas == 0, let (position, text) = search.ambiguous {
      let readings = [CellNumber.DecimalSign.point, .comma].compactMap {
        try? CellAmount(text, decimalSign: $0).number.amount
      }.sorted()
      throw ImportError.ambiguousNumber(text, column: table.columns[position].name, readings, file: file)
    }
    return commas > points ? .comma : .point
  }

  private mutating func take(_ row: TableRow) {
    for column in columns where column.position < row.cells.count {
      guard case .text(let text)? = row.cells[column.position],
        text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
      else { continue }
      let plain = text.plainCell
      switch Self.evidence(plain) {
      case .sign(let sign): votes[sign, default: 0] += 1
      case .separator(let separator):
        // Three digits of a currency without decimals are a group.
        if let currencies = column.currencies, hasNoDecimals(plain, currencies, row) {
          votes[separator == .point ? .comma : .point, default: 0] += 1
        } else if ambiguous == nil {
          ambiguous = (column.position, plain)
        }
      case .none: break
      }
    }
  }

  private enum Evidence {
    case sign(CellNumber.DecimalSign)
    /// One sign before three digits: of decimals, or of a group.
    case separator(CellNumber.DecimalSign)
    case none
  }

  private static func evidence(_ text: String) -> Evidence {
    let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: isDigit), let last = bytes.lastIndex(where: isDigit) else {
      return .none
    }
    let number = bytes[first...last]
    let (points, commas) = (
      number.count { $0 == UInt8(ascii: ".") }, number.count { $0 == UInt8(ascii: ",") }
    )
    guard points + commas > 0,
      let end = number.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
    else { return .none }
    let sign: CellNumber.DecimalSign = number[end] == UInt8(ascii: ".") ? .point : .comma
    let other: CellNumber.DecimalSign = sign == .point ? .comma : .point
    let count = sign == .point ? points : commas
    // Several are between groups, and one behind groups is before decimals.
    if count > 1 { return points == 0 || commas == 0 ? .sign(other) : .none }
    if points + commas > 1 { return .sign(sign) }
    let (before, after) = (end - first, last - end)
    return after == 3 && before <= 3 && number[first] != UInt8(ascii: "0") ? .separator(sign) : .sign(sign)
  }

  private func hasNoDecimals(_ text: String, _ header: [Currency], _ row: TableRow) -> Bool {
    let named = currencyPosition.flatMap { row.cells.indices.contains($0) ? row.cells[$0]?.plainText : nil }
      .flatMap { Currency($0.plainCell) ?? Currency.named($0.plainCell)?.first }
    let own = (try? CellAmount(text, decimalSign: .point))?.currencies.first
    return (named ?? options.currency ?? own ?? header.first ?? options.defaultCurrency)?.minorDigits == 0
  }
}
