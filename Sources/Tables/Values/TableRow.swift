package enum TableCell: Sendable, Equatable {
  /// Text as it is written: also a number of JSON with its digits, `true` and `false`, and a date of a workbook in
  /// ISO 8601. JSON's `null` is an empty text.
  case text(String)
  /// A JSON array of texts, numbers and booleans.
  case list([String])

  /// The cell as text; the texts of a list with bars between them.
  package var plainText: String {
    switch self {
    case .text(let text): text
    case .list(let texts): texts.inOneCell
    }
  }
}

extension [String] {
  /// The texts of a list in one cell, with bars between them. A bar behind a single one says that its commas separate nothing.
  package var inOneCell: String {
    let text = joined(separator: "|")
    return count == 1 && text.utf8.contains(UInt8(ascii: ",")) ? text + "|" : text
  }
}

/// A column of a table, as its header names it.
package struct TableColumn: Sendable, Equatable {
  package let name: String
  /// The row of the name, counted as `TableRow.line`.
  package let line: Int
  package let position: Int

  package init(name: String, line: Int, position: Int) {
    self.name = name
    self.line = line
    self.position = position
  }
}

/// A row of a table behind the header.
package struct TableRow: Sendable, Equatable {
  /// The number of the row as a spreadsheet program counts it, from 1: a blank line is a row, and a cell with line breaks is
  /// in one. Of JSON, the line on which the row begins.
  package let line: Int
  /// By column, nil where absent: a key that a JSON object lacks, or a cell behind the end of a short row. There are more
  /// cells than columns only in a row with the problem `tooManyCells`, and fewer only in one whose cells are unknown.
  package let cells: [TableCell?]
  /// How many cells the row lacks at its end. Only delimited text has such rows.
  package let missing: Int
  /// The number formats of cells with numbers, by position: the format codes of a workbook (ISO/IEC 29500-1, 18.8.31), such as
  /// `"₩"#,##0`, where they may have more than digits and signs of numbers, or show the number otherwise; `@` of a
  /// text with a point or a comma that looks like a number, also in JSON.
  package let numberFormats: [Int: String]
  /// Why the row cannot be taken as it is; the first problem, where there are several.
  package let problem: TableProblem?

  package init(
    line: Int, cells: [TableCell?], missing: Int = 0, numberFormats: [Int: String] = [:],
    problem: TableProblem? = nil
  ) {
    self.line = line
    self.cells = cells
    self.missing = missing
    self.numberFormats = numberFormats
    self.problem = problem
  }

  /// The format of a text (18.8.31).
  static let textFormat = "@"

  /// Whether a text looks like a number with decimals or groups: `1.690`, `€ 12,50`.
  static func isWrittenNumber(_ text: String) -> Bool {
    let bytes = text.utf8
    let isDigit = { (byte: UInt8?) in byte.map { (48...57).contains($0) } ?? false }
    return (3...32).contains(bytes.count) && (isDigit(bytes.first) || isDigit(bytes.last { $0 != 32 }))
      && bytes.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
  }

  /// Whether the cell is a text of a workbook or of JSON that looks like a number.
  package func isWrittenNumber(at position: Int) -> Bool { numberFormats[position] == Self.textFormat }
}
