/// Why one row of a table cannot be taken. The rows behind it can.
package struct TableProblem: Sendable, Equatable {
  package enum Rule: Sendable, Equatable {
    case nul
    case encoding(TextEncoding)
    /// A quoted cell without a closing quote. The row extends to the end of the file.
    case unterminatedQuote
    /// A character between a closing quote and the next delimiter.
    case textAfterQuote
    case tooManyCells(count: Int, columns: Int)
    case cellTooLong(limit: Int)
    /// A row of more bytes. Its cells are not kept.
    case rowTooLong(limit: Int)
    /// Not a value of JSON (RFC 8259). The cells are unknown.
    case json
    /// A value of JSON that is no object. The cells are unknown.
    case notAnObject
    case duplicateKey(String)
    /// A cell that is an object, or an array that holds another array or an object.
    case nested(key: String)
    /// An escaped half of a surrogate pair, which is no character.
    case loneSurrogate
    /// A number of a workbook with more digits than it stores exactly, which are 15.
    case tooManyDigits
    /// A cell of a workbook without a value: a date out of its range, a text that is not there.
    case badCell
    /// A formula of a workbook whose result was not computed.
    case noResult
  }

  package let rule: Rule
  /// The row of the problem, counted as `TableRow.line`; of JSON, the line of the problem.
  package let line: Int
  /// The character of delimited text in the row, and of JSON on the line, from 1; of a workbook, the number of the column.
  package let column: Int
  /// The position of the cell in its row, from 0; nil where it is not known.
  package let cell: Int?
  /// The beginning of the cell's text, or of the row's where the cell is not known. U+FFFD replaces what cannot be read.
  package let value: String

  package init(_ rule: Rule, line: Int, column: Int, cell: Int? = nil, value: String = "") {
    self.rule = rule
    self.line = line
    self.column = column
    self.cell = cell
    self.value = String(value.prefix(Self.valueLength))
  }

  static let valueLength = 200
}
