import Testing

@testable import Tables

/// The header below a title, the numbers of rows, broken bytes, and what a workbook says beside its values.
struct HeaderSearchTests {
  private func table(_ bytes: [UInt8], name: String = "a.csv", headerRow: Int? = nil) throws -> [String] {
    var options = TableOptions()
    options.headerWords = ["sku", "title", "price", "상품명", "가격"]
    options.headerRow = headerRow
    let table = try TableFile(reading: TableSource(bytes: bytes, name: name), options: options)
    var lines = [table.columns.map(\.name).joined(separator: "/")]
    try table.rows { row, _ in
      let cells = row.cells.map { cell in if case .text(let text)? = cell { text } else { "-" } }
      let problem = row.problem.map { " \($0.rule) \($0.line):\($0.column)" } ?? ""
      lines.append("\(row.line) " + cells.joined(separator: "/") + problem)
    }
    return lines
  }

  @Test func `a header is found below a title, and rows are counted as a spreadsheet counts them`() throws {
    let text = "Stock list,,\n\n2026-11,,\nsku,title,price\nA,\"one\ntwo\",1\n\nB,three,2\n"
    #expect(try table(Array(text.utf8)) == ["sku/title/price", "5 A/one\ntwo/1", "7 B/three/2"])
  }

  @Test func `a title without delimiters, before a header with semicolons`() throws {
    let text = "재고, 2026년\n상품명;가격(원)\n램프;1\n"
    #expect(try table(Array(text.utf8)) == ["상품명/가격(원)", "3 램프/1"])
  }

  @Test func `one known name does not make a header of a later row, and an option does`() throws {
    let text = "a,b\ntitle,x\n1,2\n"
    #expect(try table(Array(text.utf8)) == ["a/b", "2 title/x", "3 1/2"])
    #expect(try table(Array(text.utf8), headerRow: 2) == ["title/x", "3 1/2"])
    #expect(throws: TableError.noHeaderRow(9)) { try table(Array(text.utf8), headerRow: 9) }
  }

  @Test func `a line that names the delimiter is not counted`() throws {
    #expect(try table(Array("sep=;\r\nsku;title\r\nA;b\r\n".utf8)) == ["sku/title", "2 A/b"])
  }

  @Test func `UTF-8 with a broken byte is UTF-8, and that row alone has a problem`() throws {
    var bytes = Array("상품명,가격\n램프,1\n".utf8)
    bytes += [0xEB, 0x9E] + Array(",2\n책상,3\n".utf8)
    #expect(
      try table(bytes) == [
        "상품명/가격", "2 램프/1", "3 \u{FFFD}/2 encoding(Tables.TextEncoding.utf8) 3:1", "4 책상/3",
      ])
  }

  @Test func `a workbook says number formats, zeros that are shown, and formulas without a result`() throws {
    let file = WorkbookFile(
      rows: """
        <row r="2"><c r="A2" t="inlineStr"><is><t>Title</t></is></c></row>\
        <row r="4"><c r="A4" t="inlineStr"><is><t>sku</t></is></c><c r="B4" t="inlineStr"><is><t>price</t></is></c></row>\
        <row r="5"><c r="A5" s="1"><v>7</v></c><c r="B5" s="2"><v>1000</v></c></row>\
        <row r="6"><c r="A6" t="str"><f>""</f><v></v></c><c r="B6"><f>SUM(B5)</f><v/></c></row>
        """,
      styles: """
        <numFmts><numFmt numFmtId="164" formatCode="0000"/><numFmt numFmtId="165" formatCode="&quot;₩&quot;#,##0"/>\
        </numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>
        """)
    #expect(
      try table(file.bytes, name: "a.xlsx") == ["sku/price", "5 0007/1000", "6 / noResult 6:2"])
    var formats: [[Int: String]] = []
    try TableFile(reading: TableSource(bytes: file.bytes, name: "a.xlsx"), options: Self.options).rows {
      row, _ in formats.append(row.numberFormats)
    }
    #expect(formats == [[1: "\"₩\"#,##0"], [:]])
  }

  private static var options: TableOptions {
    var options = TableOptions()
    options.headerWords = ["sku", "price"]
    return options
  }
}
