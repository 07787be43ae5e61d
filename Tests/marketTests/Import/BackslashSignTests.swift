import Foundation
import OpenMarket
import Tables
import Testing

@testable import market

/// The byte 5C, which is the won sign in code page 949 and the yen sign in code page 932.
struct BackslashSignTests {
  @Test(arguments: [
    (TextEncoding?.some(.cp949), #"\1,690,000;"#, "2: price=1690000 currency=KRW"),
    (.cp949, #" \ 1,690,000 ;KRW"#, "2: price=1690000 currency=KRW"),
    (
      .cp949, #"\1,690,000;USD"#,
      #"2 price currency-contradiction: '\1,690,000' in 'price' is not in USD, the currency of the row"#
    ),
    (.cp949, #"-\5;"#, "2 price price-negative: Price '-5' is negative"),
    (.cp949, #"5\;"#, #"2 price amount: '5\' in 'price' is not a number"#),
    (.cp949, #"\\5;"#, #"2 price amount: '\\5' in 'price' is not a number"#),
    (.cp949, #"\empty;"#, "2 price cannot-be-cleared: 'price' cannot be cleared"),
    (.shiftJIS, #"\1,980;JPY"#, "2: price=1980 currency=JPY"),
    (
      .shiftJIS, #"\1,980;KRW"#,
      #"2 price currency-contradiction: '\1,980' in 'price' is not in KRW, the currency of the row"#
    ),
    (.windows1252, #"\5;"#, #"2 price amount: '\5' in 'price' is not a number"#),
    (.utf8, #"\5;"#, #"2 price amount: '\5' in 'price' is not a number"#),
    (nil, #"\5;"#, #"2 price amount: '\5' in 'price' is not a number"#),
  ])
  func `it is the sign of a currency before an amount`(encoding: TextEncoding?, row: String, expected: String)
    throws
  {
    let test = RowCase {
      $0.options.encoding = encoding
      $0.options.defaultCurrency = nil
    }
    let found = try test.summary("price;currency", row)
    #expect((found.hasPrefix("2 ") ? "" : "2: ") + found == expected)
  }

  @Test func `it is none in JSON, and none in columns of other numbers`() throws {
    let json = RowCase {
      $0.options.encoding = .cp949
      $0.options.format = .jsonl
    }
    #expect(try json.summary("price", #"\5"#) == #"2 price amount: '\5' in 'price' is not a number"#)
    let text = RowCase { $0.options.encoding = .cp949 }
    #expect(
      try text.summary("title;stock", #"\5;\5"#) == #"2 stock amount: '\5' in 'stock' is not a number"#)
    #expect(try text.summary("title;stock", #"\5;5"#) == #"title=\5 stock=5"#)
  }

  @Test func `it is one in tables of other shops`() throws {
    let found = try RowCase { $0.options.encoding = .cp949 }
      .readShop("상품명;소비자가;판매가", [#"후드티;\50,000;\40,000"#])
    #expect(found == ["2: title=후드티 price=50000 discounted=40000 currency=KRW"])
  }

  @Test func `it is one in a file, whose encoding is recognized`() async throws {
    let market = try ImportMarket()
    // 상품명,가격,재고,통화 / 한글,"\1,690,000",1,KRW
    let cp949: [UInt8] =
      [0xBB, 0xF3, 0xC7, 0xB0, 0xB8, 0xED, 0x2C, 0xB0, 0xA1, 0xB0, 0xDD, 0x2C, 0xC0, 0xE7, 0xB0, 0xED, 0x2C]
      + [0xC5, 0xEB, 0xC8, 0xAD, 0x0A, 0xC7, 0xD1, 0xB1, 0xDB] + Array(#","\1,690,000",1,KRW"#.utf8)
    let path = try market.home.write(Data(cp949), to: "items.csv")
    #expect(
      await market.run("import \(path) --yes").output == "1 added\n")
    #expect(
      try await market.items() == [#"{"currency":"KRW","price":1690000,"stock":1,"title":"한글"}"#])
  }
}
