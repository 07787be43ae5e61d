import OpenMarket
import Tables

/// Finds the decimal sign of a table of text in all its cells of numbers: beside `12,50` and `1.234,50` `1.690` is 1690.
struct DecimalSignSearch {
  /// So many cells that only one sign explains are enough.
  private static let enough = 50

  /// So many rows of a workbook or of JSON are looked at, whose numbers are hardly texts.
  static let mostTypedRows = 2_000

  private let columns: [ImportReader.NumberColumn]
  private let currencyPosition: Int?
  private let options: RowOptions
  private var votes: [CellNumber.DecimalSign: Int] = [:]
  /// By amounts of currencies without decimals, which count where nothing else decides: their rows are read as groups in any case.
  private var groupVotes: [CellNumber.DecimalSign: Int] = [:]
  /// Whether an amount in a currency without decimals has some: then three digits behind the sign are decimals there, too.
  private var hasWholeDecimals = false
  private var ambiguous: (position: Int, text: String)?

  private init(_ reader: ImportReader, _ options: RowOptions) {
    columns = reader.numberColumns
    currencyPosition = reader.currencyPosition
    self.options = options
  }

  /// The sign that most cells have. Throws an `ImportError` where none decides, and one can be read in both ways.
  static func sign(of table: TableFile, _ reader: ImportReader, _ options: RowOptions, file: String?) throws
    -> (CellNumber.DecimalSign, hasWholeDecimals: Bool)
  {
    var search = DecimalSignSearch(reader, options)
    // An export of this program, which has versions, has points.
    guard !search.columns.isEmpty, reader.columns?.has(.version) != true else { return (.point, true) }
    var cursor = try table.cursor(
      overRowsWith: [UInt8(ascii: "."), UInt8(ascii: ",")], at: search.columns.map(\.position))
    var rest = options.format.isDelimited ? Int.max : mostTypedRows
    while rest > 0, search.votes.values.reduce(0, +) + search.groupVotes.values.reduce(0, +) < enough,
      let row = try cursor.next()
    {
      search.take(row)
      rest -= 1
    }
    let votes = search.votes.isEmpty ? search.groupVotes : search.votes
    let (points, commas) = (votes[.point] ?? 0, votes[.comma] ?? 0)
    if points == 0, commas == 0, let (position, text) = search.ambiguous {
      let readings = [CellNumber.DecimalSign.point, .comma].compactMap {
        try? CellAmount(text, decimalSign: $0).number.amount
      }.sorted()
      throw ImportError.ambiguousNumber(text, column: table.columns[position].name, readings, file: file)
    }
    return (commas > points ? .comma : .point, search.hasWholeDecimals)
  }

  private mutating func take(_ row: TableRow) {
    for column in columns {
      guard options.format.isDelimited || row.isWrittenNumber(at: column.position),
        case .text(let text)? = row.cell(at: column.position),
        text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
      else { continue }
      let plain = text.plainCell
      switch CellNumber.evidence(in: plain) {
      case .sign(let sign):
        votes[sign, default: 0] += 1
        let byte = sign == .point ? UInt8(ascii: ".") : UInt8(ascii: ",")
        if plain.utf8.contains(byte), let currencies = column.currencies,
          hasNoDecimals(plain, currencies, row)
        {
          hasWholeDecimals = true
        }
      case .separator(let separator):
        // Three digits of a currency without decimals are a group.
        if let currencies = column.currencies, hasNoDecimals(plain, currencies, row) {
          groupVotes[separator == .point ? .comma : .point, default: 0] += 1
        } else if ambiguous == nil {
          ambiguous = (column.position, plain)
        }
      case .none: break
      }
    }
  }

  private func hasNoDecimals(_ text: String, _ header: [Currency], _ row: TableRow) -> Bool {
    let named = currencyPosition.flatMap { row.cell(at: $0)?.plainText.plainCell }
      .flatMap { Currency($0) ?? Currency.named($0)?.first }
    let own = (try? CellAmount(text, decimalSign: .point))?.currencies.first
    return (named ?? options.currency ?? own ?? header.first ?? options.defaultCurrency)?.minorDigits == 0
  }
}
