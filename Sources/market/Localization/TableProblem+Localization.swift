import Console
import Tables

extension TableProblem {
  /// A stable word for the rule.
  var word: String {
    switch rule {
    case .nul: "nul"
    case .encoding: "encoding"
    case .unterminatedQuote: "open-quote"
    case .textAfterQuote: "text-after-quote"
    case .tooManyCells: "too-many-cells"
    case .cellTooLong: "too-long"
    case .rowTooLong: "row-too-long"
    case .json, .notAnObject: "json"
    case .duplicateKey: "duplicate-key"
    case .nested: "nested"
    case .loneSurrogate: "surrogate"
    case .tooManyDigits: "too-many-digits"
    case .badCell: "cell"
    case .noResult: "formula"
    }
  }

  /// The sentence for a person, with the character where a line alone is not enough.
  var sentence: LocalizedPhrase {
    switch rule {
    case .nul, .encoding, .textAfterQuote, .json, .loneSurrogate, .unterminatedQuote:
      "\(clause) (line \(line), character \(column))"
    default: clause
    }
  }

  private var clause: LocalizedPhrase {
    let value = value.shortened
    return switch rule {
    case .nul: "'\(value)' has a NUL character"
    case .encoding(let encoding): "'\(value)' has bytes that are not \(encoding.rawValue.uppercased())"
    case .unterminatedQuote: "The quote is not closed"
    case .textAfterQuote: "'\(value)' follows a closing quote"
    case .tooManyCells(let count, let columns): "More cells (\(count)) than columns (\(columns))"
    case .cellTooLong(let limit): "The cell is longer than \(grouped: limit) bytes"
    case .rowTooLong(let limit): "The row is longer than \(grouped: limit) bytes"
    case .json: "The row is not JSON"
    case .notAnObject: "The row is not a JSON object"
    case .duplicateKey(let key): "'\(value)' has a key twice: '\(key.shortened)'"
    case .nested(let key): "'\(key.shortened)' holds an object or a list of lists"
    case .loneSurrogate: "'\(value)' has half of a surrogate pair"
    case .tooManyDigits: "'\(value)' has more digits than a workbook stores exactly"
    case .badCell: "The cell cannot be read"
    case .noResult: "The formula has no result; open the file in a spreadsheet program and save it again"
    }
  }
}
