import Foundation
import TestSupport
import Testing

@testable import Tables

/// Workbooks as tables.
struct WorkbookTests {
  private static let header =
    "<row r=\"1\"><c t=\"inlineStr\"><is><t>a</t></is></c><c t=\"inlineStr\"><is><t>b</t></is></c></row>"

  private func table(_ workbook: WorkbookFile, sheet: String? = nil) throws -> TableFile {
    var options = TableOptions()
    options.sheet = sheet
    return try TableFile(reading: workbook.bytes, named: "a.xlsx", options: options)
  }

  @Test
  func `shared, rich, inline and computed texts are read, and cells may be sparse`() throws {
    let workbook = WorkbookFile(
      rows: """
        <row r="2" spans="1:3"><c r="B2" t="s"><v>0</v></c><c r="D2" t="s"><v>1</v></c></row>
        <row r="3"/>
        <row r="5"><c r="B5" t="str"><f>"x"&amp;"y"</f><v>x &lt;y&gt;</v></c><c r="C5" t="e"><v>#N/A</v></c>\
        <c r="D5" t="b"><v>1</v></c></row>
        <row r="6"><c r="B6" s="0"/><c r="C6" t="b"><v>0</v></c></row>
        <row><c t="inlineStr"><is><t xml:space="preserve"> 가&#xAC01;&#10;나 </t></is></c></row>
        """,
      sharedTexts: """
        <si><t>name_x000D_</t></si><si><r><rPr><b/></rPr><t>pr</t></r><r><t xml:space="preserve">ice </t></r>\
        <rPh sb="0" eb="1"><t>reading</t></rPh></si>
        """)
    let table = try table(workbook)
    #expect(table.columns.map(\.name) == ["", "name\r", "", "price "])
    #expect(table.columns.map(\.line) == [2, 2, 2, 2])
    #expect(table.detection.sheet == "Sheet1")
    #expect(
      try table.allRows() == [
        TableRow(line: 5, cells: [.text(""), .text("x <y>"), .text("#N/A"), .text("true")]),
        TableRow(line: 6, cells: [.text(""), .text(""), .text("false"), .text("")]),
        TableRow(line: 7, cells: [.text(" 가각\n나 "), .text(""), .text(""), .text("")]),
      ])
  }

  @Test(arguments: [
    ("74418.399999999994", "74418.4"), ("1690000", "1690000"), ("1.69E+06", "1690000"), ("0", "0"),
    ("-0", "0"),
    ("0.1", "0.1"), ("12.50", "12.5"), ("-3.25", "-3.25"), ("1E-3", "0.001"),
    ("123456789012345", "123456789012345"),
    ("0.30000000000000004", "0.3"), ("3.3000000000000003", "3.3"), ("1E+20", "100000000000000000000"),
    ("8801234567890", "8801234567890"), ("1234567890123456", nil), ("9007199254740993", nil),
    ("0.33333333333333331", nil),
    ("1e400", nil), ("0x10", nil), ("nan", nil), ("1 2", nil),
  ])
  func `a number is the shortest decimal of 15 digits`(written: String, text: String?) {
    #expect(WorkbookNumber.text(written) == text)
  }

  /// A number, whether days count from 1904, and the date.
  private static let dates: [(String, Bool, String?)] = [
    ("45413", false, "2024-05-01"), ("45413.39583333333", false, "2024-05-01T09:30:00"),
    ("1", false, "1900-01-01"),
    ("59", false, "1900-02-28"), ("60", false, nil), ("61", false, "1900-03-01"), ("0.5", false, "12:00:00"),
    ("36526", false, "2000-01-01"), ("36585", false, "2000-02-29"), ("2958465", false, "9999-12-31"),
    ("2958466", false, nil),
    ("-1", false, nil), ("45412.999999999", false, "2024-05-01"), ("0", true, "1904-01-01"),
    ("43951", true, "2024-05-01"),
    ("0.25", true, "06:00:00"),
  ]

  @Test(arguments: dates)
  func `a date is ISO 8601`(written: String, is1904: Bool, text: String?) {
    #expect(WorkbookDate.text(written, is1904: is1904) == text)
  }

  @Test(arguments: [
    ("yyyy-mm-dd", true), ("m/d/yy h:mm", true), ("yyyy\"년\" m\"월\" d\"일\"", true),
    ("[$-412]yyyy.mm.dd", true), ("hh:mm:ss", true),
    ("General", false), ("0.00", false), ("#,##0\"days\"", false), ("[$₩-412]#,##0", false),
    ("[Red]0", false), ("[h]:mm", false),
    ("0\\d", false), ("_-* #,##0_-;-* #,##0_-", false), ("@", false), ("0.00E+00", false),
  ])
  func `a format with a part of a date shows dates`(format: String, isDate: Bool) {
    #expect(WorkbookStyles.isDate(format: format) == isDate)
  }

  @Test
  func `numbers in a format of dates are dates, in both systems`() throws {
    let styles = """
      <numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;년&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>\
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="3"/></cellXfs>
      """
    let row = """
      <row r="2"><c r="A2"><v>43951</v></c><c r="B2" s="1"><v>43951</v></c></row>
      <row r="3"><c r="A3" s="2"><v>43951</v></c><c r="B3" s="3"><v>43951</v></c></row>
      """
    for (properties, date) in [("", "2020-04-30"), ("<workbookPr date1904=\"1\"/>", "2024-05-01")] {
      let rows = try table(WorkbookFile(rows: Self.header + row, styles: styles, properties: properties))
        .allRows()
      #expect(rows.map(\.texts) == [["43951", date], [date, "43951"]])
    }
  }

  /// The cells of row 2 with the formats of numbers.
  @Test(arguments: [
    ("0%", "0.9", "90%"), ("0.00%", "0.125", "12.5%"), ("0\\%", "90", "90"), ("#,##0", "1234", "1234"),
    ("0000-000", "1234567", "1234-567"), ("0000-000", "12345678", "12345-678"), ("0000-000", "7", "0000-007"),
    ("&quot;A-&quot;0000", "7", "A-0007"), ("000\\-00", "12345", "123-45"), ("&quot;₩&quot;0", "7", "7"),
    ("0&quot; pcs&quot;", "7", "7"), ("000", "7.5", "7.5"),
  ])
  func `a number is what its format shows`(format: String, value: String, shown: String) throws {
    let styles = """
      <numFmts><numFmt numFmtId="164" formatCode="\(format)"/></numFmts>\
      <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs>
      """
    let row = "<row r=\"2\"><c r=\"A2\" s=\"1\"><v>\(value)</v></c><c r=\"B2\" s=\"2\"><v>0.07</v></c></row>"
    let rows = try table(WorkbookFile(rows: Self.header + row, styles: styles)).allRows()
    #expect(rows.map(\.texts) == [[shown, "7%"]])
  }

  @Test(arguments: [1, 3, 5, 37, 41, 164])
  func `a format without decimals is told of a number that has some`(id: Int) throws {
    let styles = """
      <numFmts><numFmt numFmtId="164" formatCode="000"/></numFmts>\
      <cellXfs><xf numFmtId="0"/><xf numFmtId="\(id)"/></cellXfs>
      """
    let row = "<row r=\"2\"><c r=\"A2\" s=\"1\"><v>12.49</v></c><c r=\"B2\" s=\"1\"><v>12</v></c></row>"
    let rows = try table(WorkbookFile(rows: Self.header + row, styles: styles)).allRows()
    #expect(rows.map(\.numberFormats) == [[0: id == 164 ? "000" : "0"]])
  }

  /// A cell of row 2, and its problem.
  private static let defects: [(String, TableProblem.Rule, Int, String)] = [
    ("<c r=\"B2\"><v>12345678901234567</v></c>", .tooManyDigits, 2, "12345678901234567"),
    ("<c r=\"A2\" t=\"s\"><v>4</v></c>", .badCell, 1, "4"),
    ("<c r=\"A2\" t=\"x\"><v>4</v></c>", .badCell, 1, "4"),
    ("<c r=\"A2\"><v>abc</v></c>", .badCell, 1, "abc"), ("<c r=\"A2\"><f>1+1</f></c>", .noResult, 1, ""),
    ("<c r=\"C2\"><v>4</v></c>", .tooManyCells(count: 3, columns: 2), 3, "4"),
    ("<c r=\"B2\" t=\"str\"><v>x_x0000_</v></c>", .nul, 2, "x\0"),
  ]

  @Test(arguments: defects)
  func `a defective cell is a problem of its row`(
    cell: String, rule: TableProblem.Rule, column: Int, value: String
  ) throws {
    let rows = "<row r=\"2\">\(cell)</row><row r=\"3\"><c><v>1</v></c></row>"
    let problems = try table(WorkbookFile(rows: Self.header + rows)).allRows().map(\.problem)
    #expect(problems == [TableProblem(rule, line: 2, column: column, cell: column - 1, value: value), nil])
  }

  @Test
  func `a sheet is chosen by name or number`() throws {
    let cell = { (text: String) in "<row><c t=\"inlineStr\"><is><t>\(text)</t></is></c></row>" }
    let workbook = WorkbookFile(sheets: [("상품 &amp; 재고", cell("x")), ("2", cell("y")), ("Old", cell("z"))])
    let chosen = try [nil, "상품 & 재고", "2", "1", "3", "old"].map {
      try table(workbook, sheet: $0).columns[0].name
    }
    #expect(chosen == ["x", "x", "y", "x", "z", "z"])
    #expect(throws: TableError.noSheet("4", sheets: ["상품 & 재고", "2", "Old"])) {
      try table(workbook, sheet: "4")
    }
  }

  @Test
  func `the first sheet with a known column is read, behind a summary of them`() throws {
    func row(_ texts: String...) -> String {
      "<row>" + texts.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined() + "</row>"
    }
    let summary = ("Export Summary", row("Numbers Sheet Name", "Excel Worksheet Name"))
    let table = ("Sheet 1", row("Table 1") + row("title", "price") + row("Lamp", "5"))
    func chosen(_ sheets: [(name: String, rows: String)], _ sheet: String? = nil) throws -> String? {
      var options = TableOptions(encoding: nil, words: ["title", "price"])
      options.sheet = sheet
      return try TableFile(reading: WorkbookFile(sheets: sheets).bytes, named: "a.xlsx", options: options)
        .detection.sheet
    }
    #expect(try chosen([summary, table]) == "Sheet 1")
    #expect(try chosen([("Empty", ""), table, ("Other", table.1)]) == "Sheet 1")
    #expect(try chosen([("Goods", row("Goods", "price")), table]) == "Goods")
    #expect(try chosen([summary, ("Other", row("x"))]) == "Export Summary")
    #expect(try chosen([summary, table], "1") == "Export Summary")
  }

  @Test
  func `hidden sheets are read by name only`() throws {
    let cell = { (text: String) in "<row><c t=\"inlineStr\"><is><t>\(text)</t></is></c></row>" }
    let workbook = WorkbookFile(
      sheets: [
        ("Lists\" state=\"veryHidden", cell("x")), ("Goods", cell("y")), ("Old\" state=\"hidden", cell("z")),
      ])
    let chosen = try [nil, "1", "Old", "lists"].map { try table(workbook, sheet: $0).columns[0].name }
    #expect(chosen == ["y", "y", "z", "x"])
    #expect(try table(workbook).detection.sheetCount == 1)
    #expect(throws: TableError.noSheet("2", sheets: ["Lists", "Goods", "Old"])) {
      try table(workbook, sheet: "2")
    }
  }

  @Test
  func `descriptors, stored entries and a comment are read`() throws {
    var entries = WorkbookFile(rows: Self.header + "<row><c><v>1</v></c></row>").entries
    for index in entries.indices where index.isMultiple(of: 2) { entries[index].method = 0 }
    let bytes = ZipWriter.archive(entries, hasDescriptors: true, comment: "a comment")
    #expect(try TableFile(reading: bytes, named: "a.xlsx").allRows().map(\.texts) == [["1", ""]])
  }

  @Test
  func `a sheet of many pieces is read`() throws {
    let rows = (2...20_000).map {
      "<row r=\"\($0)\"><c r=\"A\($0)\"><v>\($0)</v></c><c r=\"B\($0)\" t=\"str\"><v>가 \($0)</v></c></row>"
    }
    let table = try table(WorkbookFile(rows: Self.header + rows.joined()))
    #expect(try table.allRows().map(\.texts) == (2...20_000).map { ["\($0)", "가 \($0)"] })
  }

  @Test
  func `an empty sheet is an empty table`() {
    #expect(throws: TableError.empty) { try table(WorkbookFile(rows: "<row><c/></row>")) }
  }

  @Test
  func `a ZIP file without a workbook is something else`() {
    let bytes = ZipWriter.archive([.init("mimetype", "application/vnd.oasis.opendocument.spreadsheet")])
    #expect(throws: TableError.otherContents(.zip)) { try TableFile(reading: bytes, named: "a.ods") }
  }
}
