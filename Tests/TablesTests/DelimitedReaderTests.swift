import Testing

@testable import Tables

/// Delimited text as rows.
struct DelimitedReaderTests {
  @Test
  func `quoted delimiters, line breaks and doubled quotes are text`() throws {
    let table = try TableFile(reading: "a,b\r\n\"1,\"\"2\"\"\",\"x\r\ny\"\r\n\r\n3\r\n")
    #expect(table.columns.map(\.name) == ["a", "b"])
    #expect(
      try table.allRows() == [
        TableRow(line: 2, cells: [.text("1,\"2\""), .text("x\r\ny")]),
        TableRow(line: 5, cells: [.text("3"), nil], missing: 1),
      ])
  }
}
