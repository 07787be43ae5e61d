import TestSupport
import Testing

@testable import Tables

/// Delimited text as rows.
struct DelimitedReaderTests {
  /// A text, its cells with the header, and what is wrong with its first defective row.
  struct Dialect: CustomTestStringConvertible {
    let name: String
    let text: String
    let rows: [[String?]]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ rows: [[String?]]) {
      self.name = name
      self.text = text
      self.rows = rows
    }
  }

  private static let dialects = [
    Dialect("plain", "a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
    Dialect("no line break at the end", "a,b\n1,2", [["a", "b"], ["1", "2"]]),
    Dialect("CR LF", "a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
    Dialect("CR", "a,b\r1,2\r", [["a", "b"], ["1", "2"]]),
    Dialect(
      "mixed line breaks", "a,b\r\n1,2\r3,4\n\r5,6", [["a", "b"], ["1", "2"], ["3", "4"], ["5", "6"]]),
    Dialect("byte order mark", "\u{FEFF}a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
    Dialect("quoted header with a mark", "\u{FEFF}\"a\",\"b\"\n1,2\n", [["a", "b"], ["1", "2"]]),
    Dialect("blank lines", "\n\r\na,b\n\n\n1,2\n\n", [["a", "b"], ["1", "2"]]),
    Dialect("empty cells", "a,b,c\n,,\n1,,3\n", [["a", "b", "c"], ["", "", ""], ["1", "", "3"]]),
    Dialect("empty quoted cells", "a,b\n\"\",\"\"\n", [["a", "b"], ["", ""]]),
    Dialect("an empty quoted cell alone", "a\n\"\"\n", [["a"], [""]]),
    Dialect("delimiter in quotes", "a,b\n\"1,2\",3\n", [["a", "b"], ["1,2", "3"]]),
    Dialect("line breaks in quotes", "a,b\n\"1\r\n2\",\"3\n4\"\n", [["a", "b"], ["1\r\n2", "3\n4"]]),
    Dialect("CR in quotes", "a,b\r\"1\r2\",3\r", [["a", "b"], ["1\r2", "3"]]),
    Dialect("doubled quotes", "a,b\n\"say \"\"hi\"\"\",\"\"\"\"\n", [["a", "b"], ["say \"hi\"", "\""]]),
    Dialect("quotes inside a cell", "a,b\n5\" pipe,x\"y\"\n", [["a", "b"], ["5\" pipe", "x\"y\""]]),
    Dialect(
      "JSON in a cell", "a,b\n1,\"{\"\"k\"\": \"\"v, w\"\"}\"\n", [["a", "b"], ["1", "{\"k\": \"v, w\"}"]]),
    Dialect("spaces are kept", "a, b\n 1 , 2\n", [["a", " b"], [" 1 ", " 2"]]),
    Dialect("a space before a quote", "a,b\n1, \"2\"\n", [["a", "b"], ["1", " \"2\""]]),
    Dialect("semicolons", "a;b\n1,5;2\n", [["a", "b"], ["1,5", "2"]]),
    Dialect("tabs", "a\tb\n1, 2\t3\n", [["a", "b"], ["1, 2", "3"]]),
    Dialect("bars", "a|b\n1|2;3\n", [["a", "b"], ["1", "2;3"]]),
    Dialect("a named delimiter", "sep=;\r\na;b,c\r\n1;2\r\n", [["a", "b,c"], ["1", "2"]]),
    Dialect("delimiters in a quoted header", "\"a;b;c\",d\n1,2\n", [["a;b;c", "d"], ["1", "2"]]),
    Dialect(
      "a comma in some cells", "a;b,c;d\n1;2;3\n4;5;6\n",
      [["a", "b,c", "d"], ["1", "2", "3"], ["4", "5", "6"]]),
    Dialect("one column", "a\n1\n2\n", [["a"], ["1"], ["2"]]),
    Dialect("a header alone", "a,b\n", [["a", "b"]]),
    Dialect("short rows", "a,b,c\n1\n1,2\n", [["a", "b", "c"], ["1", nil, nil], ["1", "2", nil]]),
    Dialect(
      "Hangul, emoji and combining marks", "이름,값\n\"가, 나\",👩‍👩‍👧e\u{301}\n",
      [["이름", "값"], ["가, 나", "👩‍👩‍👧e\u{301}"]]),
  ]

  @Test(arguments: dialects)
  func `a dialect in use is read`(dialect: Dialect) throws {
    let table = try TableFile(reading: dialect.text)
    let rows = try table.allRows()
    #expect(rows.compactMap(\.problem) == [])
    #expect([table.columns.map(\.name)] + rows.map(\.texts) == dialect.rows)
    #expect(rows.map(\.missing) == dialect.rows.dropFirst().map { $0.count { $0 == nil } })
  }

  @Test(arguments: dialects)
  func `pieces of any size give the same rows`(dialect: Dialect) throws {
    let bytes = Array(dialect.text.utf8)
    let delimiter = DelimiterDetection(header: HeaderSearch(TableOptions())).delimiter(
      of: dialect.text.hasPrefix("\u{FEFF}") ? Array(bytes[3...]) : bytes, isWhole: true)
    func rows(pieceSize: Int) throws -> [TableRow] {
      let source = TableSource(bytes: bytes, name: "a")
      let layout = TextLayout(byteOrderMarkOf: bytes) ?? TextLayout(.utf8)
      var reader = DelimitedReader(
        TextStream(source, layout, pieceSize: pieceSize), delimiter: delimiter, limits: TableLimits())
      var rows = [
        TableRow(line: 0, cells: try reader.readHeader(HeaderSearch(TableOptions())).map { .text($0.name) })
      ]
      while let row = try reader.next() { rows.append(row) }
      return rows
    }
    let whole = try rows(pieceSize: 1 << 16)
    // A line that names the delimiter is looked for in the first piece.
    for size in (dialect.name == "a named delimiter" ? 6 : 1)...12 {
      #expect(try rows(pieceSize: size) == whole, "pieces of \(size)")
    }
  }

  /// A text of the columns a and b, and the problems of its rows.
  private static let defects: [(String, [TableProblem?])] = [
    (
      "a,b\n1,2\n\"3,4\n5,6\n",
      [nil, .init(.unterminatedQuote, line: 3, column: 1, cell: 0, value: "3,4\n5,6\n")]
    ),
    ("a,b\n1,\"2\n", [.init(.unterminatedQuote, line: 2, column: 3, cell: 1, value: "2\n")]),
    ("a,b\n\"1\"x,2\n3,4\n", [.init(.textAfterQuote, line: 2, column: 4, cell: 0, value: "1"), nil]),
    ("a,b\n\"1\" ,2\n", [.init(.textAfterQuote, line: 2, column: 4, cell: 0, value: "1")]),
    (
      "a,b\n1,2,3\n4,5\n",
      [.init(.tooManyCells(count: 3, columns: 2), line: 2, column: 5, cell: 2, value: "3"), nil]
    ),
    ("a,b\n1,2,\n", [.init(.tooManyCells(count: 3, columns: 2), line: 2, column: 5, cell: 2, value: "")]),
    ("a,b\n1,\"가\n나\0다\"\n", [.init(.nul, line: 2, column: 7, cell: 1, value: "가\n나\0다")]),
    ("a,b\n1\0,2\n3,4\n", [.init(.nul, line: 2, column: 2, cell: 0, value: "1\0"), nil]),
  ]

  @Test(arguments: defects)
  func `a defective row has its problem with its place`(text: String, problems: [TableProblem?]) throws {
    #expect(try TableFile(reading: text).allRows().map(\.problem) == problems)
  }

  @Test
  func `bytes that are not UTF-8 are a problem of their row`() throws {
    let table = try TableFile(
      reading: Array("이름,b\n가".utf8) + [0xEA, 0xB0] + Array("나,2\n3,4\n".utf8),
      options: TableOptions(encoding: .utf8))
    #expect(
      try table.allRows() == [
        TableRow(
          line: 2, cells: [.text("가\u{FFFD}나"), .text("2")],
          problem: TableProblem(.encoding(.utf8), line: 2, column: 2, cell: 0, value: "가\u{FFFD}나")),
        TableRow(line: 3, cells: [.text("3"), .text("4")]),
      ])
  }

  @Test
  func `the cells of a row with too many are all kept`() throws {
    #expect(try TableFile(reading: "a,b\n1,2,3,4\n").allRows().map(\.texts) == [["1", "2", "3", "4"]])
  }

  @Test
  func `lines are counted through quoted line breaks and blank lines`() throws {
    let table = try TableFile(reading: "a,b\r\n\"1\r\n\r\n2\",3\r\n\r\n4,5\r\n\"6\n7\",8\r\n9,0")
    #expect(try table.allRows().map(\.line) == [2, 4, 5, 6])
  }

  @Test
  func `long cells and rows are problems, and the rows behind them are read`() throws {
    var options = TableOptions()
    options.limits.cellBytes = 8
    options.limits.rowBytes = 16
    let long = String(repeating: "x", count: 9)
    let text = "a,b\n\(long),1\n\(long)\(long),2\n\"\(long)\n\(long)\",3\n12345678,4\n"
    let table = try TableFile(reading: text, options: options)
    #expect(
      try table.allRows().map { $0.problem?.rule } == [
        .cellTooLong(limit: 8), .rowTooLong(limit: 16), .rowTooLong(limit: 16), nil,
      ])
    #expect(try table.allRows().map(\.line) == [2, 3, 4, 5])
  }

  @Test
  func `a quote that never ends takes no memory`() throws {
    var options = TableOptions()
    options.limits.rowBytes = 1 << 16
    let rest = Array(repeating: UInt8(ascii: "x"), count: 8 << 20)
    let table = try TableFile(reading: Array("a,b\n1,2\n\"".utf8) + rest, options: options)
    let problems = try table.allRows().map(\.problem)
    #expect(problems.map { $0?.rule } == [nil, .unterminatedQuote])
    #expect(problems.last??.line == 3)
    #expect(problems.last??.value.utf8.count ?? 0 <= 4 * TableProblem.valueLength)
  }

  @Test
  func `rows can be read again`() throws {
    let table = try TableFile(reading: "a\n1\n2\n")
    #expect(try table.allRows() == table.allRows())
  }

  @Test
  func `a row that throws ends the reading`() throws {
    struct Stop: Error {}
    var count = 0
    #expect(throws: Stop.self) {
      try TableFile(reading: "a\n1\n2\n").rows { _, _ in
        count += 1
        throw Stop()
      }
    }
    #expect(count == 1)
  }

  @Test(arguments: 0..<40)
  func `what is written is read back`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    let alphabet = [
      "a", "가", "\"", ",", ";", "\t", "|", "\n", "\r", "\r\n", " ", "'", "=", "👩‍👩‍👧", "\u{FEFF}", "sep=;", "",
    ]
    let width = Int.random(in: 1...5, using: &chance)
    let rows = (0..<Int.random(in: 1...30, using: &chance)).map { _ in
      (0..<width).map { _ in
        (0..<Int.random(in: 0...5, using: &chance)).map { _ in alphabet.randomElement(using: &chance) ?? "" }
          .joined()
      }
    }
    var options = TableOptions()
    options.delimiter = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].randomElement(
      using: &chance)
    options.format = .csv
    var writer = DelimitedWriter(
      delimiter: options.delimiter ?? 0, hasByteOrderMark: Bool.random(using: &chance))
    for row in rows { writer.append(row) }
    let table = try TableFile(reading: writer.takeBytes(), options: options)
    #expect([table.columns.map(\.name)] + (try table.allRows().map(\.texts)) == rows, "seed \(seed)")
  }

  @Test
  func `only what needs quotes is quoted`() {
    var writer = DelimitedWriter(hasByteOrderMark: true)
    writer.append(["a", "b,c", "d\"e", "f\ng", "h;i", ""])
    #expect(writer.takeBytes() == [0xEF, 0xBB, 0xBF] + Array("a,\"b,c\",\"d\"\"e\",\"f\ng\",h;i,\r\n".utf8))
    writer.append([""])
    #expect(writer.takeBytes() == Array("\"\"\r\n".utf8))
  }
}
