import Foundation
import TestSupport
import Testing

@testable import Tables

/// Recognizes tables, their formats, and files that are no tables.
struct TableFileTests {
  private static let formats: [(String, String, TableFormat, UInt8?)] = [
    ("a.csv", "a;b\n1;2\n", TableFormat.csv, UInt8(ascii: ";")),
    ("a.TSV", "a,b\tc\n", .tsv, UInt8(ascii: "\t")),
    ("-", "a,b\n", .csv, UInt8(ascii: ",")), ("a.txt", "a|b\n", .csv, UInt8(ascii: "|")),
    ("a.csv", "[a],b\n", .csv, UInt8(ascii: ",")), ("-", " {\"a\":1}", .jsonl, nil),
    ("-", "\u{FEFF}[{\"a\":1}]", .json, nil),
    ("a.json", "{\"a\":1}\n{\"a\":2}", .jsonl, nil), ("x.d/a", "a,b\n", .csv, UInt8(ascii: ",")),
  ]

  @Test func `a cursor passes over rows that lack certain bytes in certain cells`() throws {
    let text = "a,b\n1,x.y\n\"2.5\",z\n\n3,\"q, r\"\n4.5\n"
    let table = try TableFile(reading: Array(text.utf8), named: "a.csv", options: TableOptions())
    func lines(at positions: [Int]) throws -> [Int] {
      var cursor = try table.cursor(overRowsWith: [UInt8(ascii: "."), UInt8(ascii: ",")], at: positions)
      var lines: [Int] = []
      while let row = try cursor.next() { lines.append(row.line) }
      return lines
    }
    #expect(try lines(at: [0]) == [3, 6] && lines(at: [1]) == [2, 5])
    #expect(try lines(at: [0, 1]) == [2, 3, 5, 6] && lines(at: [7]) == [])
  }

  @Test(arguments: formats)
  func `the format is found by the name and the first bytes`(
    name: String, text: String, format: TableFormat, delimiter: UInt8?
  ) throws {
    let taken = try TableFile(reading: text, named: name).detection
    #expect(taken.format == format)
    #expect(taken.delimiter == delimiter)
  }

  @Test
  func `one object over several lines is no array`() {
    #expect(throws: TableError.json(line: 1, column: 1)) {
      try TableFile(reading: "{\n  \"rows\": []\n}\n", named: "a.json")
    }
  }

  private static let others: [([UInt8], TableError)] = [
    ([], .empty), (Array("\n\r\n".utf8), .empty), (Array("\u{FEFF}".utf8), .empty),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .otherContents(.image)),
    ([0xFF, 0xD8, 0xFF, 0xE0, 0], .otherContents(.image)), (Array("GIF89a".utf8), .otherContents(.image)),
    (Array("RIFF1234WEBPVP8 ".utf8), .otherContents(.image)),
    ([0, 0, 0, 24] + Array("ftypheic".utf8), .otherContents(.image)),
    (Array("%PDF-1.7".utf8), .otherContents(.pdf)), ([0x1F, 0x8B, 8], .otherContents(.compressed)),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], .otherContents(.oldWorkbook)),
    (Array("  <!DOCTYPE html><table>".utf8), .otherContents(.html)),
    (Array("<?xml version=\"1.0\"?>".utf8), .otherContents(.xml)),
    (Array("a\0b\n".utf8), .otherContents(.binary)), ([1, 2, 3, 4, 5], .otherContents(.binary)),
    ([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1], .otherContents(.binary)),
    ([0x50, 0x4B, 3, 4, 1, 2], .workbook(.zip)),
    (
      Array("a,\"b\n".utf8),
      .header(TableProblem(.unterminatedQuote, line: 1, column: 3, cell: 1, value: "b\n"))
    ),
  ]

  @Test(arguments: others)
  func `what is no table is an error, also under the name of one`(bytes: [UInt8], error: TableError) {
    for name in ["a.csv", "-"] {
      #expect(throws: error) { try TableFile(reading: bytes, named: name) }
    }
  }

  @Test
  func `a table may begin with the letters of a bitmap`() throws {
    #expect(try TableFile(reading: "BMW,price\nx,1\n").columns.map(\.name) == ["BMW", "price"])
  }

  @Test
  func `a header of too many columns is an error`() {
    let text = String(repeating: "a,", count: 3_000) + "\n"
    #expect(throws: TableError.tooManyColumns(limit: 2_048)) { try TableFile(reading: text) }
  }

  @Test
  func `known words decide between delimiters`() throws {
    var options = TableOptions()
    options.headerWords = ["Book name", "PRICE"]
    let table = try TableFile(reading: "book name;\"Price\";a,b,c,d\n1;2;3,4,5,6\n", options: options)
    #expect(table.detection.delimiter == UInt8(ascii: ";"))
  }

  @Test
  func `a delimiter that is given is taken`() throws {
    var options = TableOptions()
    options.delimiter = UInt8(ascii: ":")
    let table = try TableFile(reading: "a:b\n1,2:3\n", options: options)
    #expect(try table.allRows().map(\.texts) == [["1,2", "3"]])
    #expect(!table.detection.isDelimiterDetected)
  }

  @Test
  func `a file is read to its end, also after another one has its name`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.csv")
    let text = "a\n" + (1...50_000).map { "\($0)\n" }.joined()
    try Data(text.utf8).write(to: URL(filePath: path))
    let table = try TableFile(reading: TableSource(path: path))
    try Data("b\n".utf8).write(to: URL(filePath: path), options: .atomic)
    #expect(try table.allRows().map(\.texts) == (1...50_000).map { ["\($0)"] })
  }

  @Test
  func `a pipe is read as often as a file`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("a,b\n1,2\n".utf8))
    try pipe.fileHandleForWriting.close()
    let source = try TableSource(spooling: pipe.fileHandleForReading.fileDescriptor, name: "-")
    let table = try TableFile(reading: source)
    #expect(try table.allRows() == table.allRows())
    #expect(try table.allRows().map(\.texts) == [["1", "2"]])
  }

  @Test
  func `a file that cannot be opened is the system's error`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: TableError.unreadable(.ENOENT)) { try TableSource(path: folder.path("missing.csv")) }
    #expect(throws: TableError.unreadable(.EISDIR)) { try TableSource(path: folder.path("")) }
  }
}
