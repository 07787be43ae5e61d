import Console
import TestSupport
import Testing

struct TableTests {
  private let style = Style(isColored: true)

  private func table(paint: Cell.Paint? = nil) -> Table {
    Table(
      columns: [
        Table.Column("ID", alignment: .right), Table.Column("TITLE", flexible: true), Table.Column("PRICE"),
        Table.Column("STOCK", alignment: .right),
      ],
      rows: [
        ["7", "맥북 프로 16인치", Cell([("KRW 50,000", paint), (" → KRW 45,000", nil)]), "3"],
        ["1234", "A bicycle with a very long story behind it", "USD 12.50", "12"],
        ["8", "two\nlines", "EUR 1.00 ", ""],
      ])
  }

  @Test func `columns are two spaces apart and no line ends in a space`() {
    #expect(
      table().lines(width: 100, style: .plain) == [
        "  ID  TITLE                                       PRICE                    STOCK",
        "   7  맥북 프로 16인치                            KRW 50,000 → KRW 45,000      3",
        "1234  A bicycle with a very long story behind it  USD 12.50                   12",
        "   8  two\\nlines                                  EUR 1.00",
      ])
  }

  @Test func `on a narrow terminal the flexible column is narrowed first, then the widest`() {
    #expect(
      table().lines(width: 50, style: .plain, showsHeader: false) == [
        "   7  맥북 프로 1…  KRW 50,000 → KRW 45,000      3",
        "1234  A bicycle w…  USD 12.50                   12",
        "   8  two\\nlines    EUR 1.00",
      ])
    #expect(
      table().lines(width: 40, style: .plain, showsHeader: false) == [
        "   7  맥북 …  KRW 50,000 → KRW 4…      3",
        "1234  A bic…  USD 12.50               12",
        "   8  two\\n…  EUR 1.00",
      ])
  }

  @Test func `a cell that would be truncated extends into free space beside it`() {
    let table = Table(
      columns: [
        Table.Column("ID", alignment: .right), Table.Column("TITLE", minimum: 8, flexible: true),
        Table.Column("PRICE", alignment: .right, minimum: .max), Table.Column("STOCK", alignment: .right),
      ],
      rows: [
        ["1", "Brass lamp", "KRW 1,690,000", "3"], ["2", "A bicycle with a story", "KRW 1", "12"],
        ["3", "맥북 프로 16인치", "KRW 90,000", "1"], ["4", "A very long story", "", "1"],
      ])
    #expect(
      table.lines(width: 34, style: .plain) == [
        "ID  TITLE             PRICE  STOCK",
        " 1  Brass l…  KRW 1,690,000      3",
        " 2  A bicycle with …  KRW 1     12",
        " 3  맥북 프로 …  KRW 90,000      1",
        " 4  A very long story            1",
      ])
  }

  @Test func `styles have no width and survive truncation`() {
    let narrow = Table(columns: [Table.Column("P", minimum: 1)], rows: [[Cell("12345", style.red)]])
    #expect(narrow.lines(width: 3, style: style) == ["\u{1B}[1mP\u{1B}[22m", "\u{1B}[31m12…\u{1B}[39m"])
    #expect(
      table(paint: style.strikethrough).lines(width: 100, style: style)[1]
        == "   7  맥북 프로 16인치                            \u{1B}[9mKRW 50,000\u{1B}[29m → KRW 45,000      3")
  }

  @Test(arguments: 40...200)
  func `no line is wider than the terminal`(width: Int) {
    let widths = table().lines(width: width, style: .plain).map(\.displayWidth)
    #expect(widths.allSatisfy { $0 <= width }, "\(widths)")
  }

  @Test func `tab-separated fields are untruncated, and cannot forge another field`() {
    #expect(TSV.line(["1", "a\tb\nc", "", "맥북"]) == "1\ta\\tb\\nc\t\t맥북")
  }

  @Test func `an accessible table names the column of each cell, row by row`() {
    let console = Console(
      output: MemoryStream(isTerminal: true, columns: 20), error: MemoryStream(isTerminal: true),
      input: MemoryInput(), style: Style(isColored: true))
    let table = Table(
      columns: [.init("ID", alignment: .right), .init("NAME"), .init("DAY")],
      rows: [
        [Cell("1"), Cell("a very long name, and more"), Cell("Mon")],
        [Cell("2"), Cell("b\n", console.accessible().style.bold), Cell("Tue")],
      ])
    #expect(
      table.lines(for: console.accessible()) == [
        "ID: 1", "Name: a very long name, and more", "Day: Mon", "", "ID: 2", #"Name: b\n"#, "Day: Tue", "",
      ])
    #expect(table.lines(for: console) == table.lines(width: 20, style: Style(isColored: true)))
  }

  @Test func `a cell of millions of characters is cut before it is measured`() {
    #expect(Cell(String(repeating: "한", count: 3_000_000)).width == 8_001)
    #expect(
      Cell("a" + String(repeating: "\u{301}", count: 3_000_000)).truncated(toWidth: 9).rendered.count < 12)
  }
}
