import OpenMarket
import Tables
import Testing

@testable import market

/// Rows as the readers of files make them.
struct TableRowTests {
  private func read(_ row: TableRow, _ header: String, _ change: (inout RowCase) -> Void = { _ in }) throws
    -> String
  {
    let test = RowCase(change)
    let map = try ColumnMap(RowCase.columns(header), options: test.columnOptions)
    return RowReading(row, map, test.options).summary(in: .english)
  }

  @Test(arguments: [
    (TableProblem.Rule.nul, "'La' has a NUL character (line 3, character 2)", "nul"),
    (.encoding(.cp949), "'La' has bytes that are not CP949 (line 3, character 2)", "encoding"),
    (.unterminatedQuote, "The quote is not closed (line 3, character 2)", "open-quote"),
    (.textAfterQuote, "'La' follows a closing quote (line 3, character 2)", "text-after-quote"),
    (.tooManyCells(count: 3, columns: 2), "More cells (3) than columns (2)", "too-many-cells"),
    (.cellTooLong(limit: 1_048_576), "The cell is longer than 1,048,576 bytes", "too-long"),
    (.rowTooLong(limit: 4_194_304), "The row is longer than 4,194,304 bytes", "row-too-long"),
    (.json, "The row is not JSON (line 3, character 2)", "json"),
    (.notAnObject, "The row is not a JSON object", "json"),
    (.duplicateKey("a"), "'La' has a key twice: 'a'", "duplicate-key"),
    (.nested(key: "a"), "'a' holds an object or a list of lists", "nested"),
    (.loneSurrogate, "'La' has half of a surrogate pair (line 3, character 2)", "surrogate"),
    (.tooManyDigits, "'La' has more digits than a workbook stores exactly", "too-many-digits"),
    (.badCell, "The cell cannot be read", "cell"),
  ])
  func `a row that cannot be read is rejected with its place`(
    rule: TableProblem.Rule, sentence: String, word: String
  )
    throws
  {
    let row = TableRow(
      line: 2, cells: [], problem: TableProblem(rule, line: 3, column: 2, cell: 1, value: "La"))
    #expect(try read(row, "title;price") == "2 price \(word): \(sentence)")
  }

  @Test func `a row that is too short has empty cells, with a warning`() throws {
    let row = TableRow(line: 2, cells: [.text("Lamp"), nil, nil], missing: 2)
    #expect(
      try read(row, "title;price;note")
        == "title=Lamp\n2 - too-few-cells: Fewer cells (1) than columns (3); the others are empty")
  }

  @Test func `a value that JSON lacks leaves the value, and so does null`() throws {
    let json: (inout RowCase) -> Void = {
      $0.options.format = .jsonl
      $0.options.emptyClears = false
    }
    let row = TableRow(line: 2, cells: [.text("Lamp"), nil, .text(""), .list([])])
    #expect(try read(row, "title;price;note;tags", json) == "title=Lamp")
  }

  @Test func `an absent value is left even where empty cells clear`() throws {
    let row = TableRow(line: 2, cells: [.text("A-1"), nil, .text("")])
    let summary = try read(row, "sku;note;description") { $0.options.emptyClears = true }
    #expect(summary == "key=sku(\"A-1\") sku=A-1 clears=description")
  }

  @Test func `JSON has lists, and no guard of spreadsheets`() throws {
    let row = TableRow(line: 2, cells: [.text("'-5"), .list(["a", " b "]), .list(["p.jpg", "q|r.png"])])
    #expect(
      try read(row, "title;tags;images") { $0.options.format = .json }
        == "title='-5 tags=a|b images=p.jpg|q|r.png")
    let wrong = TableRow(
      line: 2, cells: [.list(["Lamp"]), .list(["a|b"]), .list(["1", "2", "3", "4", "5", "6"])])
    #expect(
      try read(wrong, "title;tags;images") { $0.options.format = .json } == """
        2 title list: 'title' takes one value, not a list
        2 tags tags-characters: Tag 'a|b' contains a '|'
        2 images too-many-images: Too many images: an item can have at most 5
        """)
  }

  @Test func `numbers of workbooks and of JSON have a point`() throws {
    for format in [TableFormat.xlsx, .jsonl] {
      let summary = try read(TableRow(line: 2, cells: [.text("1234.5")]), "price") {
        $0.options.format = format
        $0.options.decimalSign = .comma
        $0.options.currency = Currency("USD")
      }
      #expect(summary == "price=1234.5 currency=USD")
    }
  }

  @Test func `columns that come with the rows are read`() throws {
    var map = try ColumnMap(RowCase.columns("title"), isComplete: false)
    try map.extend(to: RowCase.columns("title;stock"))
    let row = TableRow(line: 2, cells: [.text("Lamp"), .text("5")])
    #expect(RowReading(row, map, RowCase().options).summary(in: .english) == "title=Lamp stock=5")
  }
}
