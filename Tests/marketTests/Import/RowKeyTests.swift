import Foundation
import OpenMarket
import Tables
import Testing

@testable import market

struct RowKeyTests {
  private func rows(_ header: String, _ rows: [String], _ change: (inout RowCase) -> Void = { _ in }) throws
    -> [ImportRow]
  {
    try RowCase(change).read(header, rows).compactMap {
      if case .row(let row) = $0 { row } else { nil }
    }
  }

  @Test func `rows with the same meaning have the same fingerprint`() throws {
    let one = try rows("title;price;tags", ["Lamp;₩1,690,000;a|b"])
    let other = try rows("가격;태그;상품명;메모", ["1690000.00원;a | b;Lamp;"])
    #expect(one.map(RowFingerprint.init) == other.map(RowFingerprint.init))
  }

  @Test func `a fingerprint is the same in every version of the program`() throws {
    let row = try #require(
      try rows(
        "title;description;price;discounted_price;stock;tags;note;images;등록일",
        ["Lamp;brass;5;4;3;a|b;n;p.jpg;2026-11-21T00:00:00Z"]
      ).first)
    #expect(RowFingerprint(row).number == 0x500b_1620_0b45_ce80)
  }

  @Test(arguments: [
    ("title", "Lamp", "title", "Lamp "), ("title;note", "a;b", "title;note", "ab;"),
    ("title;note", "a;b", "title;description", "a;b"),
    ("tags", "a|b", "tags", "b|a"), ("tags", "a|b", "tags", "a b"), ("images", "a.jpg", "tags", "a.jpg"),
    ("price", "5", "discounted_price", "5"), ("price", "5", "price", "$5 USD"),
    ("note", "\\empty", "note", "x"),
    ("title;note", "a;\\empty", "title;note", "a;"), ("price;currency", "5;KRW", "price;currency", "5;JPY"),
  ])
  func `rows with another meaning have another fingerprint`(
    header: String, row: String, otherHeader: String, otherRow: String
  ) throws {
    let (one, other) = (try rows(header, [row]), try rows(otherHeader, [otherRow]))
    #expect(one.map(RowFingerprint.init) != other.map(RowFingerprint.init))
  }

  @Test func `a row of a shop is the same where it clears a discount`() throws {
    var row = try #require(try rows("title;price", ["Lamp;5"]).first)
    let before = RowFingerprint(row)
    row.clears = [.discountedPrice]
    #expect(RowFingerprint(row) != before)
    row.headers = [.title: "Name"]
    #expect(RowFingerprint(row) == before)
  }

  @Test func `equal rows are counted, alike in each run`() throws {
    let read = try rows("title;price", ["Lamp;5", "Desk;5", "Lamp;₩5", "Lamp;5"])
    func keys() -> [String] {
      var equal = EqualRows()
      return read.map { equal.key(of: $0) }
    }
    #expect(keys() == keys())
    #expect(keys().map { $0.split(separator: "-").dropFirst().first } == [nil, nil, "2", "3"])
    #expect(Set(keys()).count == 4)
  }

  @Test func `the second row with a key tells where the first one is`() throws {
    let read = try rows("sku;title", ["A-1;Lamp", "A-2;Desk", ";Chair", "A-1;Lamp", ";Chair", "A-1;x"])
    var keys = RepeatedKeys()
    let firsts = read.map { keys.first($0.key, at: RowPlace(file: 0, line: $0.line))?.line }
    #expect(firsts == [nil, nil, nil, 2, nil, 2])
    let (problem, elsewhere) = (
      RowProblem(column: "sku", value: "A-1", defect: .keyRepeated(line: 2, file: nil)),
      RowProblem(column: "sku", value: "A-1", defect: .keyRepeated(line: 2, file: "a.csv"))
    )
    #expect(problem.summary(in: .english) == "sku repeated-key: 'A-1' in 'sku' is in row 2 too")
    #expect(problem.summary(in: .korean) == "sku repeated-key: 'A-1'('sku' 열): 2행에도 있습니다")
    #expect(
      elsewhere.summary(in: .english) == "sku repeated-key: 'A-1' in 'sku' is in row 2 of 'a.csv' too")
    #expect(elsewhere.summary(in: .korean) == "sku repeated-key: 'A-1'('sku' 열): 'a.csv' 파일 2행에도 있습니다")
  }

  @Test func `an id, a sku and a reference with one text are three keys`() {
    var keys = RepeatedKeys()
    let place = RowPlace(file: 0, line: 2)
    for key in [RowKey.id(5), .sku("5"), .reference("5")] { #expect(keys.first(key, at: place) == nil) }
  }

  @Test(arguments: [
    "-5", "=1+1", "+5", "@a", "\t", "\r", "'", "''", "'=", "'abc", "abc", "", "'-5", "'''", "\\empty",
    "\\\\empty", "'\\empty", "3E5", "'3E5", "''3E5", "00123", "1-2", "10:30", "2-Jan", "'2-Jan",
    "\\x", "e\u{301}", "'\u{301}a", "=\u{301}", "\n=1", "\na", " =1", "' =1", "\u{FEFF}+1", "\u{200B}@a",
    "\u{2060}\u{A0}-1", "＝1", "＋1", "－1", "\u{3000}＠a", "'＝1", " '=1", " a", "\u{202E}=1", "\u{1}=1",
  ])
  func `a text comes back from its cell as it was`(text: String) {
    let cell = CellText.guarded(CellText.escaped(text))
    let back = CellText.unescaped(CellText.unguarded(cell))
    #expect(Array(back.utf8) == Array(text.utf8))
    #expect(cell != CellText.clear)
    let shown = cell.unicodeScalars.drop {
      $0.properties.isWhitespace || "\u{FEFF}\u{200B}\u{2060}\u{202E}\u{1}".unicodeScalars.contains($0)
    }
    #expect(shown.first.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } != true)
    #expect(cell.unicodeScalars.first.map { "\t\r\n".unicodeScalars.contains($0) } != true)
  }

  @Test func `every short text of the signs comes back from its cell`() {
    let signs = ["'", "-", "\\", "\\empty", "=", "a", "\r", " ", "\u{200B}"]
    var texts = [""]
    for _ in 1...4 { texts += texts.flatMap { text in signs.map { text + $0 } } }
    for text in Set(texts) {
      let cell = CellText.guarded(CellText.escaped(text))
      #expect(CellText.unescaped(CellText.unguarded(cell)) == text)
    }
  }
}
