import Console
import Tables

/// A file of which no table can be read, with the path as the user wrote it.
struct UnreadableTable: ReportableError, Equatable {
  let path: String
  let reason: TableError

  private static let lineWidth = 40

  var message: LocalizedPhrase {
    let path = path.shortened
    return switch reason {
    case .unreadable(.ENOENT): "There is no file '\(path)'"
    case .unreadable: "The file '\(path)' cannot be opened"
    case .noWriter(let time):
      "No program writes to the pipe '\(path)': waited \(time.components.seconds) seconds"
    case .streamTooLong(let limit):
      "'\(path)' yields more than \(grouped: limit) bytes; a pipe or a device may yield no more"
    case .empty: "The file '\(path)' has no header row: it is empty"
    case .otherContents(let contents): contents.message(of: path)
    case .noHeaderRow(let row): "Row \(row) of '\(path)' is empty, and '--header-row' names it"
    case .header(let problem): message(of: path, header: problem)
    case .tooManyColumns(let limit): "The file '\(path)' has more than \(grouped: limit) columns"
    case .undecidedEncoding([]): "The encoding of '\(path)' is none that is known here"
    case .undecidedEncoding(let decodings):
      "The encoding of '\(path)' is not certain; the words that differ: \(Self.list(decodings))"
    case .noByteOrder: "The byte order of '\(path)' is not certain"
    case .json(let line, let column):
      "The file '\(path)' is not a JSON array of objects (line \(line), character \(column))"
    case .noSheet(let name, _): "The workbook '\(path)' has no sheet '\(name.shortened)'"
    case .workbook(let defect): defect.message(of: path)
    }
  }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch reason {
    case .unreadable(.ENOENT), .unreadable(.EISDIR): "Check the path"
    case .unreadable: "Check the path, and whether you may read the file"
    case .noWriter: "Start the program that writes to it first"
    case .streamTooLong: "Save the table as a file, and import the file"
    case .empty: "The first row names the columns, such as 'sku,title,price,stock'"
    case .otherContents(.compressed): "Unpack the file first"
    case .otherContents, .workbook:
      "Save the table in a spreadsheet program as .csv or as .xlsx without a password"
    case .noHeaderRow: "Name the row with the names of the columns"
    case .header: "Correct the first row of the file"
    case .tooManyColumns: "Remove the columns that are not needed"
    case .undecidedEncoding(let decodings):
      decodings.first.map {
        "Name the one in which they read well, as '--encoding \($0.encoding.rawValue)' for \(Self.words($0)), or save the file as UTF-8"
      } ?? "Save it as UTF-8"
    case .noByteOrder: "Save the file as UTF-8, or as UTF-16 with a byte order mark"
    case .json: "If there is an object on each line, pass '--format jsonl'"
    case .noSheet(_, let sheets): "Its sheets: \(sheets.map { "'\($0.shortened)'" }.joined(separator: ", "))"
    }
  }

  private func message(of path: String, header problem: TableProblem) -> LocalizedPhrase {
    let (line, column) = (problem.line, problem.column)
    return switch problem.rule {
    case .unterminatedQuote:
      "A quote in the header row of '\(path)' is not closed (line \(line), character \(column))"
    case .encoding(let encoding):
      "The header row of '\(path)' is not \(encoding.rawValue.uppercased()) (line \(line), character \(column))"
    default: "The header row of '\(path)' cannot be read (line \(line), character \(column))"
    }
  }

  /// `cp949 '이름', shift-jis '…'`.
  private static func list(_ decodings: [TableError.Decoding]) -> String {
    decodings.map { "\($0.encoding.rawValue) \(words($0))" }.joined(separator: ", ")
  }

  private static func words(_ decoding: TableError.Decoding) -> String {
    "'\(decoding.words.sanitizedLine.truncated(toWidth: lineWidth))'"
  }
}

extension TableError.OtherContents {
  fileprivate func message(of path: String) -> LocalizedPhrase {
    switch self {
    case .image: "The file '\(path)' is an image, not a table"
    case .pdf: "The file '\(path)' is a PDF document, not a table"
    case .compressed: "The file '\(path)' is compressed"
    case .html: "The file '\(path)' is a web page, not a table"
    case .xml: "The file '\(path)' is XML, not a table"
    case .oldWorkbook: "The file '\(path)' is a workbook of Excel 97 to 2003, or has a password"
    case .zip: "The file '\(path)' is a ZIP file without an .xlsx workbook"
    case .binary: "The file '\(path)' has no header row: it is not text"
    }
  }
}

extension TableError.WorkbookDefect {
  fileprivate func message(of path: String) -> LocalizedPhrase {
    switch self {
    case .zip: "The workbook '\(path)' is damaged"
    case .encrypted: "The workbook '\(path)' is encrypted"
    case .zipFeature: "The workbook '\(path)' is compressed in a way that is not supported"
    case .tooLarge(let part): "The workbook '\(path)' is too large: '\(part.shortened)'"
    case .missing(let part): "The workbook '\(path)' lacks a part: '\(part.shortened)'"
    case .xml(let part): "The workbook '\(path)' is damaged: '\(part.shortened)' is not valid XML"
    case .tooManyTexts: "The workbook '\(path)' has too much text"
    }
  }
}
