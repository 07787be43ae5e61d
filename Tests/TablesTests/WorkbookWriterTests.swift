import Testing

@testable import Tables

/// A workbook that is written, and read back by the reader of workbooks.
struct WorkbookWriterTests {
  /// The rows of a file: the texts of the cells, and their number formats.
  private func rows(_ bytes: [UInt8]) throws -> [[String]] {
    let table = try TableFile(reading: TableSource(bytes: bytes, name: "a.xlsx"))
    var rows = [table.columns.map(\.name)]
    try table.rows { row, _ in
      rows.append(
        row.cells.enumerated().map { position, cell in
          guard case .text(let text)? = cell else { return "-" }
          return text + (row.numberFormats[position].map { " " + $0 } ?? "")
        })
    }
    return rows
  }

  @Test func `texts and numbers are read back as they were, with the formats of amounts`() throws {
    let writer = try WorkbookWriter(
      sheet: "a", columns: [("key", 9, true), ("<a> & \"b\"", 40, true), ("price", 9, false)])
    try writer.append([.text("007"), .text("=1+1"), .number("12.5", format: "[$USD] #,##0.00")])
    try writer.append([.text("_x000D_ a_b"), .text("one\r\ntwo\tthree\u{B}\u{FFFE}"), .empty])
    try writer.append([.empty, .text(" <b> 한글😀 "), .number("1690000", format: nil)])
    try writer.finish()
    #expect(
      try rows(writer.takeBytes()) == [
        ["key", "<a> & \"b\"", "price"], ["007", "=1+1", "12.5 [$USD] #,##0.00"],
        ["_x000D_ a_b", "one\r\ntwo\tthree\u{B}\u{FFFE}", ""], ["", " <b> 한글😀 ", "1690000"],
      ])
  }

  @Test func `a file that is taken piece by piece is the whole file`() throws {
    func bytes(piecewise: Bool) throws -> [UInt8] {
      let writer = try WorkbookWriter(sheet: "a", columns: [("n", 9, false), ("text", 9, true)])
      var bytes: [UInt8] = []
      for number in 1...3_000 {
        try writer.append([.number(String(number), format: nil), .text("text \(number * 7_919 % 3_001)")])
        if piecewise, number % 100 == 0 { bytes += writer.takeBytes() }
      }
      try writer.finish()
      return bytes + writer.takeBytes()
    }
    let file = try bytes(piecewise: true)
    #expect(try file == bytes(piecewise: false))
    let rows = try rows(file)
    #expect(rows.count == 3_001 && rows[3_000] == ["3000", "text \(3_000 * 7_919 % 3_001)"])
  }

  @Test func `a column behind Z has two letters`() throws {
    let writer = try WorkbookWriter(
      sheet: "a", columns: (0..<28).map { (name: "c\($0)", width: 9, isText: true) })
    try writer.append(Array(repeating: .empty, count: 27) + [.text("AB")])
    try writer.finish()
    #expect(try rows(writer.takeBytes())[1] == Array(repeating: "", count: 27) + ["AB"])
  }
}
