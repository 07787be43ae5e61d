/// Reads the rows of a sheet (ISO/IEC 29500-1, 18.3.1) that have contents.
struct SheetCells {
  /// A cell with contents, or with a problem.
  struct Cell {
    /// From 0.
    let position: Int
    let text: String
    let rule: TableProblem.Rule?
    /// As `TableRow.numberFormats`.
    var numberFormat: String?
  }

  struct Row {
    /// From 1.
    let number: Int
    let cells: [Cell]
    let isTooLong: Bool
  }

  private static let columnLimit = 16_384
  private static let rowLimit = 1_048_576

  private var reader: XMLReader
  private let part: String
  private let workbook: Workbook
  private let limits: TableLimits
  private var number = 0
  private var isData = false
  /// Bytes of all cells so far. Cells may share a text, so that a short file has any number of long rows.
  private var bytes = 0

  init(_ reader: consuming XMLReader, part: String, of workbook: Workbook, limits: TableLimits) {
    self.reader = reader
    self.part = part
    self.workbook = workbook
    self.limits = limits
  }

  private var malformed: TableError { .workbook(.xml(part: part)) }

  /// The next row with contents; nil at the end.
  mutating func next() throws(TableError) -> Row? {
    while let token = try reader.next() {
      switch token {
      case .start("sheetData", _): isData = true
      case .end("sheetData"): isData = false
      case .start("row", let attributes) where isData:
        let next = attributes["r"].map { Int($0) } ?? number + 1
        guard let next, next > number, next <= Self.rowLimit else { throw malformed }
        number = next
        reader.beginPiece()
        let row = try row()
        guard bytes <= limits.partBytes else { throw reader.tooLarge }
        if !row.cells.isEmpty || row.isTooLong { return row }
      default: break
      }
    }
    return nil
  }

  private mutating func row() throws(TableError) -> Row {
    var cells: [Cell] = []
    var last = -1
    var bytes = 0
    while let token = try reader.next() {
      switch token {
      case .start("c", let attributes):
        let position = attributes["r"].map { Self.position(of: $0, row: number) } ?? last + 1
        guard let position, position > last, position < Self.columnLimit else { throw malformed }
        last = position
        // Texts of a row that is too long are not read.
        let cell = try cell(at: position, attributes, isKept: bytes <= limits.rowBytes)
        bytes += cell.text.utf8.count
        if bytes <= limits.rowBytes, !cell.text.isEmpty || cell.rule != nil { cells.append(cell) }
      case .end("row"):
        self.bytes += bytes
        return Row(number: number, cells: cells, isTooLong: bytes > limits.rowBytes)
      default: break
      }
    }
    throw malformed
  }

  /// The column of a reference such as `AB12`, from 0; nil where it is none of this row.
  static func position(of reference: String, row: Int) -> Int? {
    var column = 0
    var rest = reference.utf8[...]
    while let letter = rest.first, (0x41...0x5A).contains(letter), column < columnLimit {
      column = column * 26 + Int(letter) - 0x40
      rest.removeFirst()
    }
    return column > 0 && Int(Substring(rest)) == row ? column - 1 : nil
  }

  private mutating func cell(
    at position: Int, _ attributes: [XMLReader.Attribute], isKept: Bool
  ) throws(TableError) -> Cell {
    var value = ""
    var isValue = false
    var isFormula = false
    let type = attributes["t"] ?? "n"
    let style = attributes["s"].flatMap { Int($0) } ?? 0
    var inline = WorkbookText(limit: limits.rowBytes)
    while let token = try reader.next() {
      // Text comes in pieces: the limit holds while it grows.
      guard inline.take(token) else { throw reader.tooLarge }
      switch token {
      case .start("f", _): isFormula = true
      case .start("v", _): isValue = true
      case .end("v"): isValue = false
      case .text(let text) where isValue:
        guard value.append(text, upTo: limits.rowBytes) else { throw reader.tooLarge }
      case .end("c"):
        guard isKept else { return Cell(position: position, text: "", rule: nil) }
        let (text, rule) = contents(value, inline: inline.takeText(), type: type, style: style)
        guard text.utf8.count <= limits.cellBytes else {
          return Cell(
            position: position, text: String(text.prefix(TableProblem.valueLength)),
            rule: .cellTooLong(limit: limits.cellBytes))
        }
        // The result of a formula may be an empty text, which has a type.
        let lacksResult = isFormula && text.isEmpty && type != "str"
        return Cell(
          position: position, text: text,
          rule: lacksResult ? .noResult : rule ?? (text.utf8.contains(0) ? .nul : nil),
          numberFormat: type == "n"
            ? text.isEmpty ? nil : workbook.styles[style].noted(text)
            : TableRow.isWrittenNumber(text) ? TableRow.textFormat : nil)
      default: break
      }
    }
    throw malformed
  }

  /// The contents that a cell shows (18.18.11): text, `true` or `false`, the name of an error, a number, a percentage or a date.
  private func contents(
    _ value: String, inline: String, type: String, style: Int
  ) -> (String, TableProblem.Rule?) {
    switch type {
    case "inlineStr": return (inline, nil)
    case "s":
      guard let text = Int(value).flatMap({ workbook.texts?[$0] }) else { return (value, .badCell) }
      return (text, nil)
    case "b":
      return value == "1" || value == "true" ? ("true", nil) : value.isEmpty ? ("", nil) : ("false", nil)
    case "n" where value.isEmpty: return ("", nil)
    case "n" where workbook.styles[style].isDate:
      guard let date = WorkbookDate.text(value, is1904: workbook.is1904) else { return (value, .badCell) }
      return (date, nil)
    case "n":
      guard let number = WorkbookNumber.text(value) else {
        return (value, Double(value) == nil ? .badCell : .tooManyDigits)
      }
      return (workbook.styles[style].shown(number), nil)
    // The result of a formula, and dates as text.
    case "str": return (WorkbookText.unescaped(value), nil)
    case "d", "e": return (value, nil)
    default: return (value, .badCell)
    }
  }
}
