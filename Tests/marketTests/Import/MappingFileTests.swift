import Console
import Testing

@testable import market

struct MappingFileTests {
  private func read(_ text: String, _ language: Language = .english) -> String {
    do {
      return try MappingFile(text: text, path: "m.conf").mapping.map { "\($0.column.rawValue)=\($0.header)" }
        .joined(separator: ", ")
    } catch {
      return language.text(error.message) + (error.help(nil).map { " / " + language.text($0) } ?? "")
    }
  }

  @Test(arguments: [
    (
      "# ours\n\nprice = Preis\ntitle=Name = Titel\r\n재고 = Menge",
      "price=Preis, title=Name = Titel, stock=Menge"
    ),
    ("\u{FEFF}price = Preis", "price=Preis"), ("", ""),
    (
      "stock = Lager # x\nprice = Preis\t#1 # 2\nsku = SKU#\ntitle = Art#ikel",
      "stock=Lager, price=Preis, sku=SKU#, title=Art#ikel"
    ),
    (
      "sku = \"Reference #\"\nprice = \"Price # net\" # ours\ntitle = \"Name\"s\" # x\nnote = \"a",
      "sku=Reference #, price=Price # net, title=\"Name\"s\", note=\"a"
    ),
    (
      "price = # Preis",
      "Line 1 of 'm.conf' is not 'column = header' / Write one column per line, such as 'price = 가격'"
    ),
    (
      "price", "Line 1 of 'm.conf' is not 'column = header' / Write one column per line, such as 'price = 가격'"
    ),
    (
      "\nprice =",
      "Line 2 of 'm.conf' is not 'column = header' / Write one column per line, such as 'price = 가격'"
    ),
    (
      "prise = Preis\nfoo = x",
      """
      Line 1 of 'm.conf': 'prise' is not a column; Line 2 of 'm.conf': 'foo' is not a column / Did you mean 'price'? \
      Choose from \(ImportColumn.englishList)
      """
    ),
    ("price = a\n가격 = b", "price=a, price=b"),
  ])
  func `a mapping is read line by line`(text: String, expected: String) {
    #expect(read(text) == expected)
  }

  @Test func `its errors are in Korean too`() {
    #expect(read("price", .korean) == "'m.conf' 파일의 1행: '열 = 머리글' 형식이 아닙니다 / 한 줄에 열 하나씩 'price = 가격'처럼 쓰세요")
  }

  @Test func `a file is read, and one that is not there is an error`() throws {
    let home = try Home()
    let path = try home.write("price = Preis\n", to: "m.conf")
    #expect(try MappingFile(path: path).mapping == [.init(header: "Preis", column: .price)])
    let missing = path + "x"
    let failure = CommandFailure(
      "The mapping file '\(missing)' cannot be read", .usage, help: "Check its name and its permissions")
    #expect(throws: failure) { try MappingFile(path: missing) }
  }
}
