import Console
import Tables
import Testing

@testable import market

/// Messages about files without a readable table.
struct UnreadableTableTests {
  private static let reasons: [TableError] = [
    .unreadable(.ENOENT), .unreadable(.EACCES), .empty, .otherContents(.image), .otherContents(.compressed),
    .header(TableProblem(.unterminatedQuote, line: 1, column: 3)),
    .header(TableProblem(.encoding(.cp949), line: 2, column: 1)),
    .header(TableProblem(.nul, line: 1, column: 9)), .tooManyColumns(limit: 2_048), .noByteOrder,
    .json(line: 3, column: 1), .noSheet("재고", sheets: ["Sheet1", "상품"]), .workbook(.encrypted),
    .workbook(.xml(part: "xl/workbook.xml")),
    .undecidedEncoding([]),
    .undecidedEncoding([
      .init(encoding: .cp949, words: "똠방\u{1B}[31m"),
      .init(encoding: .windows1252, words: String(repeating: "Œ", count: 99)),
    ]),
  ]

  @Test func `each has a sentence and a next step`() {
    #expect(
      Self.sentences(.english) == """
        There is no file 'a.csv'
        Check the path
        The file 'a.csv' cannot be opened
        Check the path, and whether you may read the file
        The file 'a.csv' has no header row: it is empty
        The first row names the columns, such as 'sku,title,price,stock'
        The file 'a.csv' is an image, not a table
        Save the table in a spreadsheet program as .csv or as .xlsx without a password
        The file 'a.csv' is compressed
        Unpack the file first
        A quote in the header row of 'a.csv' is not closed (line 1, character 3)
        Correct the first row of the file
        The header row of 'a.csv' is not CP949 (line 2, character 1)
        Correct the first row of the file
        The header row of 'a.csv' cannot be read (line 1, character 9)
        Correct the first row of the file
        The file 'a.csv' has more than 2,048 columns
        Remove the columns that are not needed
        The byte order of 'a.csv' is not certain
        Save the file as UTF-8, or as UTF-16 with a byte order mark
        The file 'a.csv' is not a JSON array of objects (line 3, character 1)
        If there is an object on each line, pass '--format jsonl'
        The workbook 'a.csv' has no sheet '재고'
        Its sheets: 'Sheet1', '상품'
        The workbook 'a.csv' is encrypted
        Save the table in a spreadsheet program as .csv or as .xlsx without a password
        The workbook 'a.csv' is damaged: 'xl/workbook.xml' is not valid XML
        Save the table in a spreadsheet program as .csv or as .xlsx without a password
        The encoding of 'a.csv' is none that is known here
        Save it as UTF-8
        The encoding of 'a.csv' is not certain; the words that differ: cp949 '똠방\\u{1B}[31m', windows-1252 '\(String(repeating: "Œ", count: 39))…'
        Name the one in which they read well, as '--encoding cp949' for '똠방\\u{1B}[31m', or save the file as UTF-8
        """)
  }

  @Test func `each has one in Korean too`() {
    let sentences = Self.sentences(.korean)
    #expect(sentences.hasPrefix("'a.csv' 파일이 없습니다\n경로를 확인하세요\n"))
    #expect(sentences.split(separator: "\n").allSatisfy { $0.contains { ("가"..."힣").contains($0) } })
  }

  @Test(arguments: reasons)
  func `nothing was sent`(reason: TableError) {
    #expect(UnreadableTable(path: "a.csv", reason: reason).exitCode == .usage)
  }

  private static func sentences(_ language: Language) -> String {
    reasons.map { reason in
      let error = UnreadableTable(path: "a.csv", reason: reason)
      return language.text(error.message) + "\n" + language.text(error.help(nil) ?? "")
    }.joined(separator: "\n")
  }

  @Test func `what was detected is said, unless it is what most files have`() throws {
    func notes(_ text: [UInt8], _ change: (inout TableOptions) -> Void = { _ in }) throws -> [String] {
      var options = TableOptions()
      options.headerWords = ["가격"]
      change(&options)
      return try TableFile(reading: TableSource(bytes: text, name: "a.csv"), options: options).detection.notes
        .map(Language.english.text)
    }
    let cp949: [UInt8] = [0xB0, 0xA1, 0xB0, 0xDD] + Array(";b\n1;2\n".utf8)
    #expect(try notes(Array("가격,b\n1,2\n".utf8)) == [])
    #expect(try notes(cp949) == ["Detected encoding: CP949", "Detected delimiter: ';'"])
    #expect(try notes(Array("가격\tb\n1\t2\n".utf8)) == ["Detected delimiter: tab"])
    #expect(
      try notes(cp949) {
        $0.encoding = .cp949
        $0.delimiter = UInt8(ascii: ";")
      } == [])
  }
}
