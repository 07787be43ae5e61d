import Console
import Foundation
import OpenMarket
import Testing

@testable import market

struct RowReaderTests {
  @Test(arguments: [
    ("1690000", "1690000 KRW?"), ("1,690,000", "1690000 KRW?"), ("₩1,690,000", "1690000 KRW"),
    ("1,690,000원", "1690000 KRW"), ("￦ １，６９０，０００", "1690000 KRW"), ("1\u{A0}690\u{A0}000 KRW", "1690000 KRW"),
    ("\u{3000}1690000 ", "1690000 KRW?"), ("6300.00", "6300 KRW?"), ("6,300.0원", "6300 KRW"),
    ("€12.50", "12.5 EUR"), ("12.50 EUR", "12.5 EUR"), ("usd 12.50", "12.5 USD"), ("US$12.50", "12.5 USD"),
    ("0012", "12 KRW?"), ("0", "0 KRW?"), ("1'690'000 ¥", "3 price ambiguous-currency"),
    ("100000000000000", "100000000000000 KRW?"),
    ("100000000000001", "3 price price-too-large"), ("99999999999999999999", "3 price too-many-digits"),
    ("12.50", "3 price price-decimals"), ("-5", "3 price price-negative"), ("−₩5", "3 price price-negative"),
    ("1.69E+06", "3 price exponent"), ("1e5", "3 price exponent"), ("1,69,000", "3 price grouping"),
    ("16,90,000원", "3 price grouping"), ("1690,000", "3 price grouping"), ("12,50", "3 price decimal-sign"),
    ("1.690,50", "3 price decimal-sign"), ("1.690.000", "3 price decimal-sign"), ("1.2.3", "3 price amount"),
    ("$ 12.50", "3 price ambiguous-currency"), ("abc", "3 price amount"), ("(1,000)", "3 price amount"),
    ("+5", "3 price amount"), ("1.2.3", "3 price amount"), ("5.", "3 price amount"),
    (".5", "3 price price-decimals"), ("$.50", "3 price ambiguous-currency"), ("€.50", "0.5 EUR"),
    ("..5", "3 price amount"), (".", "3 price amount"),
    ("₩", "3 price amount"), ("#N/A", "3 price error-value"), ("5%", "3 price amount"),
    ("1,000 XAU", "3 price not-money"),
    ("₩5원", "3 price amount"), ("1,", "3 price grouping"), (",5", "3 price decimal-sign"),
    ("10²", "3 price amount"),
    ("1 2", "3 price grouping"), ("1,234.5,6", "3 price amount"),
  ])
  func `an amount is read as spreadsheets write it`(cell: String, expected: String) throws {
    let readings = try RowCase().read("title;price", ["Lamp;1", "Lamp;\(cell)"])
    let found =
      switch readings[1] {
      case .row(let row):
        "\(row.fields.price.map { "\($0)" } ?? "-") \(row.fields.currency ?? "-")"
          + (row.assumesCurrency ? "?" : "")
      case .rejected(_, let problems):
        problems.map { "\(readings[1].line) \($0.column ?? "-") \($0.rule)" }.joined(separator: ", ")
      case .skipped: "skipped"
      }
    #expect(found == expected)
  }

  @Test(arguments: [
    ("12,50", "12.5"), ("1.690.000,50", "1690000.5"), ("1 690 000,50", "1690000.5"), ("1.690", "1690"),
    ("12.50", "decimal-sign"), ("€ 12,50", "12.5"), ("1'690,5", "1690.5"), ("1,690.00", "decimal-sign"),
    ("1,690,000", "decimal-sign"), ("1.690.00", "grouping"), (",50", "0.5"), (".50", "decimal-sign"),
  ])
  func `a comma separates decimals where that is said`(cell: String, expected: String) throws {
    let test = RowCase {
      $0.options.decimalSign = .comma
      $0.options.currency = Currency("EUR")
    }
    let reading = try test.read("price", [cell])[0]
    let found: String? =
      switch reading {
      case .row(let row): row.fields.price.map { "\($0)" }
      case .rejected(_, let problems): problems.first?.rule
      case .skipped: nil
      }
    #expect(found == expected)
  }

  @Test(arguments: [
    ("title;price;currency", "Lamp;12.50;usd", "title=Lamp price=12.5 currency=USD"),
    ("title;price;통화", "Lamp;$12.50;USD", "title=Lamp price=12.5 currency=USD"),
    ("title;price;통화", "Lamp;5;원", "title=Lamp price=5 currency=KRW"),
    (
      "title;price;currency", "Lamp;€12.50;USD",
      "2 price currency-contradiction: '€12.50' in 'price' is not in USD, the currency of the row"
    ),
    (
      "title;price;currency", "Lamp;12.50;WON",
      "2 currency unknown-currency: Currency 'WON' is not a currency that ISO 4217 lists"
    ),
    (
      "title;price;currency", "Lamp;12.50;XAU",
      "2 currency not-money: 'XAU': ISO 4217 lists it as a precious metal, not as a currency"
    ),
    ("price;할인가", "$5;AUD 4", "price=5 discounted=4 currency=AUD"),
    (
      "price;할인가", "$5;£4",
      "2 할인가 ambiguous-currency: '£4' in '할인가' has a sign that several currencies share; name one with '--currency' or a column"
    ),
    (
      "price;할인가", "€5;£4",
      "2 할인가 currency-contradiction: '£4' in '할인가' is not in EUR, the currency of the row"
    ),
    (
      "price;discounted_price", "5;6",
      "2 discounted_price discounted-price-above-price: Discounted price '6' is above the price '5'"
    ),
    (
      "price;cost", "5;$3",
      "2 cost ambiguous-currency: '$3' in 'cost' has a sign that several currencies share; name one with '--currency' or a column"
    ),
    ("discounted_price", "6", "discounted=6 currency=KRW?"),
    ("price;discounted_price", "5;0", "price=5 currency=KRW? clears=discounted_price"),
    ("title;currency", "Lamp;USD", "title=Lamp currency=USD"),
  ])
  func `a currency is that of the column, the option, the amount or the default`(
    header: String, row: String, expected: String
  ) throws {
    #expect(try RowCase().summary(header, row) == expected)
  }

  @Test func `an option comes before a default, and contradicts signs`() throws {
    let test = RowCase { $0.options.currency = Currency("EUR") }
    #expect(try test.summary("price", "12.50") == "price=12.5 currency=EUR")
    #expect(
      try test.summary("price", "₩12")
        == "2 price currency-contradiction: '₩12' in 'price' is not in EUR, the currency of the row")
    let none = RowCase { $0.options.defaultCurrency = nil }
    #expect(
      try none.summary("price", "12")
        == "2 price currency-missing: '12' in 'price' has no currency; name it with '--currency' or a column")
  }

  @Test(arguments: [
    ("5", "stock=5"), ("1,200", "stock=1200"), ("5.0", "stock=5"), ("５", "stock=5"), (" 7 ", "stock=7"),
    ("0", "stock=0"),
    ("5.5", "2 stock stock-not-whole: Stock '5.5' is not a whole number"),
    ("-1", "2 stock stock-negative: Stock '-1' is negative"),
    ("1000000000001", "2 stock stock-too-large: Stock '1000000000001' is above 1000000000000"),
    ("many", "2 stock amount: 'many' in 'stock' is not a number"),
    ("5 EA", "2 stock amount: '5 EA' in 'stock' is not a number"), ("", "skipped: blank"),
  ])
  func `a stock is a whole number`(cell: String, expected: String) throws {
    #expect(try RowCase().summary("stock", cell) == expected)
  }

  @Test(arguments: [
    ("2026-11-21", 1_795_186_800_000_000), ("2026-11-21T00:00:00Z", 1_795_219_200_000_000),
    ("2026-11-21T09:00:00+09:00", 1_795_219_200_000_000), ("2026-11-21 09:00", 1_795_219_200_000_000),
    ("2026-11-21T00:00:00.123456Z", 1_795_219_200_123_456), ("2026-11-21T00:00:00.5Z", 1_795_219_200_500_000),
    ("2026/11/21", 1_795_186_800_000_000), ("2026. 11. 21.", 1_795_186_800_000_000),
    ("2026.1.2", 1_767_279_600_000_000), ("1969-12-31T23:59:59.999999Z", -1),
    ("2024-02-29T00:00:00Z", 1_709_164_800_000_000),
  ])
  func `a date is read exactly`(cell: String, microseconds: Int) throws {
    #expect(try RowCase().summary("등록일", cell) == "date=\(microseconds)")
  }

  @Test(arguments: [
    "2026-02-29", "2026-13-01", "11/21/2026", "21.11.2026", "2026-11-21T25:00",
    "2026-11-21T09:00:00.1234567Z", "yesterday",
    "2026-11-21T", "2026-1-2", "46347", "0001-01-01", "2026-11-21T09:00+15:00", "2026-11-21x",
  ])
  func `a text that is no date is an error`(cell: String) throws {
    #expect(
      try RowCase().summary("등록일", cell)
        == "2 등록일 date: '\(cell)' in '등록일' is not a date; write it like 2026-11-20 or 2026-11-20T18:30")
  }

  @Test(arguments: [
    (
      "title;tags;images", "Lamp; a |b||a; p.jpg | https://x.test/q.png ",
      "title=Lamp tags=a|b images=p.jpg|https://x.test/q.png"
    ),
    ("title;note", "Lamp;", "title=Lamp"), ("title;note", "Lamp;\\empty", "title=Lamp clears=note"),
    (
      "note;tags;images;할인가;설명", "\\empty;\\empty;\\empty;\\empty;\\empty",
      "clears=description,discounted_price,images,note,tags"
    ),
    (
      "title;price", "\\empty;\\empty",
      "2 title cannot-be-cleared: 'title' cannot be cleared\n2 price cannot-be-cleared: 'price' cannot be cleared"
    ),
    (
      "sku;stock", "\\empty;\\empty",
      "2 sku cannot-be-cleared: 'sku' cannot be cleared\n2 stock cannot-be-cleared: 'stock' cannot be cleared"
    ),
    ("title", "\\\\empty", "title=\\empty"), ("title", "\\emptyish", "title=\\emptyish"),
    ("title;stock;note", "'-5;'5;'abc", "2 stock amount: ''5' in 'stock' is not a number"),
    ("title;note;tags", "'-5;''quoted';'@a|b", "title=-5 tags=@a|b note='quoted'"),
    ("title;note", "'abc;'", "title='abc note='"), ("title", "  Lamp  ", "title=  Lamp  "),
    ("title", "   ", "2 title title-empty: Title '   ' is empty"),
    ("title;price;stock", "Lamp;1;2;3", "2 - too-many-cells: More cells (4) than columns (3)"),
    (
      "title;price;stock", "Lamp;1",
      "title=Lamp price=1 currency=KRW?\n2 - too-few-cells: Fewer cells (2) than columns (3); the others are empty"
    ),
    ("title;price", ";", "skipped: blank"),
    (
      "title;price;stock;등록일", " ;x;-1;never",
      """
      2 title title-empty: Title ' ' is empty
      2 price amount: 'x' in 'price' is not a number
      2 stock stock-negative: Stock '-1' is negative
      2 등록일 date: 'never' in '등록일' is not a date; write it like 2026-11-20 or 2026-11-20T18:30
      """
    ),
  ])
  func `cells set, leave and clear values`(header: String, row: String, expected: String) throws {
    #expect(try RowCase().summary(header, row) == expected)
  }

  @Test func `empty cells clear where that is asked for`() throws {
    let test = RowCase { $0.options.emptyClears = true }
    #expect(
      try test.summary("sku;note;tags;stock", "A-1;;;5")
        == "key=sku(\"A-1\") sku=A-1 stock=5 clears=note,tags")
    #expect(try test.summary("sku;title", "A-1;") == "2 title cannot-be-cleared: 'title' cannot be cleared")
    #expect(
      try test.summary("sku;title;id;version;currency;등록일", "A-1;Lamp;;;;")
        == "key=sku(\"A-1\") sku=A-1 title=Lamp")
  }

  @Test(arguments: [
    ("command;sku;title", "new;A-1;Lamp", "command=new key=sku(\"A-1\") sku=A-1 title=Lamp"),
    ("command;sku;price", "Delete;A-1;never read", "command=delete key=sku(\"A-1\") sku=A-1"),
    ("명령;sku;price", "무시;A-1;never read", "skipped: command"),
    (
      "command;sku", "upsert;A-1",
      "2 command command: 'upsert' in 'command' is none of new, merge, update, delete, ignore"
    ),
    ("command;sku;title", "update;;Lamp", "2 sku key-missing: The row has no key in 'sku'"),
    ("sku;title;command", "A-1;Lamp;", "key=sku(\"A-1\") sku=A-1 title=Lamp"),
  ])
  func `a command decides a row`(header: String, row: String, expected: String) throws {
    #expect(try RowCase().summary(header, row) == expected)
  }

  @Test(arguments: [
    ("sku;id;reference", " A-1 ;7;r", "key=sku(\"A-1\") id=7 sku=A-1 reference=r"),
    ("sku;id;reference", ";7;r", "key=reference(\"r\") id=7 reference=r"),
    (
      "sku;id;version", ";7;0123456789abcdef",
      "2 version version: '0123456789abcdef' in 'version' is damaged, or no version of an export; copy it from the export again, or pass '--ignore version'"
    ),
    ("sku;id", ";7", "id=7"),
    ("id", "0", "2 id id: '0' in 'id' is not a whole number from 1"),
    ("id", "7.0", "key= id=7"),
    ("sku", "A\u{1}", "2 sku sku-characters: SKU 'A\\u{1}' contains a control character"),
  ])
  func `a key is the sku, else the reference, else the id of an export`(
    header: String, row: String, expected: String
  ) throws {
    let expected = expected.replacing("key= ", with: "")
    #expect(try RowCase().summary(header, row) == expected)
  }

  @Test func `another key is read where that is said`() throws {
    var test = RowCase { $0.options.key = .id }
    #expect(try test.summary("sku;id", "A-1;7") == "key=id(7) id=7 sku=A-1")
    test.options.key = .column
    test.columnOptions.keyColumn = "Handle"
    #expect(
      try test.summary("Handle;title", "lamp;Lamp") == "key=reference(\"lamp\") title=Lamp reference=lamp")
    #expect(
      try test.summary("Handle;title", "2-Jan;Lamp")
        == """
        2 Handle damaged-key: '2-Jan' in 'Handle' was probably changed by a spreadsheet (1-2 → 2-Jan). Format the column as text and enter it again
        """)
  }

  @Test(arguments: ["8.80E+12", "1E+05", "2.5E-05"])
  func `a key that a spreadsheet has shortened is an error`(key: String) throws {
    #expect(
      try RowCase().summary("sku", key)
        == "2 sku damaged-key: '\(key)' in 'sku' was probably shortened by a spreadsheet (8801234567890 → 8.80E+12). Format the column as text and enter it again"
    )
  }

  @Test(arguments: [
    "2-Jan", "Jan-26", "2-Jan-26", "12-Dec-2026", "1월 2일", "01월 02일",
    "2026년 1월 2일", "01월-26",
  ])
  func `a key that a spreadsheet has damaged is an error`(key: String) throws {
    #expect(
      try RowCase().summary("sku", key)
        == "2 sku damaged-key: '\(key)' in 'sku' was probably changed by a spreadsheet (1-2 → 2-Jan). Format the column as text and enter it again"
    )
  }

  @Test(arguments: ["#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!"])
  func `a key that is an error value of a spreadsheet is an error`(key: String) throws {
    #expect(
      try RowCase().summary("sku", key)
        == "2 sku error-value: '\(key)' in 'sku' is an error value of a spreadsheet; correct the formula, and save the file again"
    )
  }

  @Test(arguments: [
    ("zł", "PLN"), ("Kč", "CZK"), ("RM", "MYR"), ("Rp", "IDR"), ("₽", "RUB"), ("₫", "VND"), ("TL", "TRY"),
  ])
  func `a sign of one currency names it, before or behind the amount`(sign: String, code: String) throws {
    for cell in ["5 \(sign)", "\(sign)5", "\(sign) 5"] {
      let amount = try CellAmount(cell, decimalSign: .point)
      #expect(amount.number.amount == 5 && amount.currencies.map(\.code) == [code], "\(cell)")
    }
  }

  @Test(arguments: [
    ("12.-", "12"), ("1'690.–", "1690"), ("CHF 12.—", "12"), ("12:-", "12"), ("1 290:- kr", "1290"),
    ("12,-", "12"),
    ("-12.-", "-12"),
  ])
  func `a dash in the place of hundredths is none`(cell: String, amount: String) throws {
    for sign in CellNumber.DecimalSign.allCases {
      #expect("\(try CellAmount(cell, decimalSign: sign).number.amount)" == amount)
    }
  }

  @Test func `the point of an abbreviated currency is no decimal sign`() throws {
    for cell in ["kr. 100", "kr.100", "100 kr.", "100kr."] {
      let amount = try CellAmount(cell, decimalSign: .point)
      #expect(amount.number.amount == 100 && amount.currencies.first?.code == "DKK", "\(cell)")
    }
    #expect(
      try CellAmount("kr .5", decimalSign: .point).number.amount
        == Decimal(sign: .plus, exponent: -1, significand: 5))
  }

  @Test func `krona of the market's currency are meant by kr`() throws {
    let test = RowCase { $0.options.defaultCurrency = Currency("NOK") }
    #expect(try test.summary("title;price", "Lamp;129 kr") == "title=Lamp price=129 currency=NOK")
    #expect(try RowCase().summary("title;price", "Lamp;129 kr").contains("ambiguous-currency"))
  }

  @Test(arguments: ["title", "description", "stock", "cost", "tags", "note", "images", "registration_date"])
  func `an error value of a spreadsheet rejects the row in every column`(column: String) throws {
    for cell in ["#REF!", "#DIV/0!", "#BEZUG!", "Err:502"] {
      #expect(try RowCase().summary("price;\(column)", "5;\(cell)").hasPrefix("2 \(column) error-value: "))
    }
    // A text that is like one, and one in an export of this program.
    #expect(try RowCase().summary("price;note", "5;#REF") == "price=5 currency=KRW? note=#REF")
  }

  @Test(arguments: [
    ("price;discount;discounted_price", "1000;10%;", "price=1000 discounted=900 currency=KRW?"),
    ("price;discount;discounted_price", "1000;10%;700", "price=1000 discounted=700 currency=KRW?"),
    // A discount that the discounted price makes needless is no reason to reject the row.
    ("discounted_price;discount;price", "700;300;1000", "price=1000 discounted=700 currency=KRW?"),
    ("할인가;할인율;price", "0;20%;1000", "price=1000 currency=KRW? clears=discounted_price"),
  ])
  func `a percentage beside a discounted price is that of rows without one`(
    header: String, row: String, expected: String
  ) throws {
    #expect(try RowCase().summary(header, row) == expected)
  }

  @Test(arguments: [
    ("sale price;sale start;sale end", "8;2020-01-01;2020-02-01", nil, "sale-left-out"),
    ("sale price;sale start;sale end", "8;;31.12.2020", nil, "sale-left-out"),
    ("sale price;sale start;sale end", "8;2100-01-01;", nil, "sale-left-out"),
    ("sale price;sale start;sale end", "8;2020-01-01;2100-02-01", "8", "sale-ends"),
    ("sale price;sale start;sale end", "8;2020-01-01;", "8", nil),
    ("sale price;sale end", ";2020-01-01", nil, nil),
    ("할인가;할인시작일;할인종료일", "8;2020. 1. 1.;soon", nil, "sale-unclear"),
    ("할인율;할인종료일", "20%;2020-01-01", nil, "sale-left-out"),
  ])
  func `a discount has its time`(header: String, cells: String, discounted: String?, rule: String?) throws {
    let found = try RowCase().summary("price;\(header)", "10;\(cells)")
    #expect(found.hasPrefix("price=10 "), "\(found)")
    #expect(found.contains("discounted=8 ") == (discounted != nil), "\(found)")
    #expect(found.contains(" \(rule ?? "sale-"): ") == (rule != nil), "\(found)")
  }

  @Test(arguments: [
    ("discount", "10%", "900"), ("discount", " 12.5 %", "875"), ("할인율", "10", "900"),
    ("할인율(%)", "１０％", "900"),
    ("discount", "0", nil), ("discount", "0%", nil), ("discount", "", nil), ("할인율", "0.03%", nil),
  ])
  func `a discount is a percentage off the price`(header: String, cell: String, expected: String?) throws {
    let found = try RowCase().summary("title;price;\(header)", "Lamp;1000;\(cell)")
    #expect(found.contains("discounted=") == (expected != nil), "\(found)")
    if let expected { #expect(found.contains("discounted=\(expected)"), "\(found)") }
  }

  @Test(arguments: [
    ("title;price;discount", "Lamp;1000;10", "unclear-discount"),
    ("title;price;할인율", "Lamp;1000;0.1", "unclear-discount"),
    ("title;price;discount", "Lamp;1000;101%", "percentage"),
    ("title;price;discount", "Lamp;1000;-5%", "percentage"),
    ("title;price;discount", "Lamp;1000;100%", "discounted-price"),
    ("title;price;discount", "Lamp;1000;x%", "amount"), ("title;price", "Lamp;90%", "amount"),
    ("title;price;discounted_price", "Lamp;1000;90%", "amount"),
  ])
  func `a discount that is none, and a percentage that is no amount, reject the row`(
    header: String, row: String, rule: String
  ) throws {
    let found = try RowCase().read(header, [row])[0]
    guard case .rejected(_, let problems) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(problems.map(\.rule) == [rule])
  }

  @Test(arguments: [
    ("category", "Gear\nBags", "Gear|Bags"),
    ("categories", "Default Category/Gear/Bags,Default Category/Gear", "Bags|Gear"),
    ("카테고리", "의류 > 상의 > 후드", "후드"), ("Category", "A|A", "A"), ("category", "x|y,z", "x|y|z"),
    ("tags", "Men/Tops", "Men/Tops"),
  ])
  func `of a path of categories the last part is a tag`(header: String, cell: String, tags: String) throws {
    #expect(try RowCase().summary("title;\(header)", "Lamp;\(cell)") == "title=Lamp tags=\(tags)")
  }

  @Test func `a tag of a sheet that is none is left out with a warning, and lines part tags`() throws {
    let long = String(repeating: "x", count: 51)
    #expect(
      try RowCase().summary("title;tags", "Lamp;Gear\nBags, \(long),Hats/Caps")
        == "title=Lamp tags=Gear|Bags|Hats/Caps\n2 tags not-a-tag: '\(long)' in 'tags' cannot be a tag, and is left out"
    )
    #expect(
      try RowCase { $0.options.format = .json }.summary("title;tags", "Lamp;\(long)").contains(
        "tags-too-long"))
  }

  @Test func `a category that cannot be a tag is left out with a warning`() throws {
    let long = String(repeating: "x", count: 51)
    #expect(
      try RowCase().summary("title;category", "Lamp;Gear,\(long)")
        == """
        title=Lamp tags=Gear
        2 category not-a-tag: '\(long)' in 'category' cannot be a tag, and is left out
        """)
  }

  @Test func `a text that is written as a formula is the text`() throws {
    #expect(
      try RowCase().summary("sku;title;price", #"="0123";="A ""B""";="5""#).contains(
        #"sku=0123 title=A "B" price=5"#))
    // Another formula is no number, and as a title the text that it is.
    #expect(try RowCase().summary("title;price", #"="A"&"B";5"#).contains(#"title=="A"&"B""#))
  }

  @Test(arguments: [("#선물 #수제", "선물|수제"), ("#a", "#a"), ("#a, #b", "#a|#b"), ("a #b", "a #b")])
  func `words of a hash each are tags`(cell: String, tags: String) throws {
    #expect(try RowCase().summary("title;tags", "Lamp;\(cell)") == "title=Lamp tags=\(tags)")
  }

  @Test func `a column of discounts is read beside one of prices`() throws {
    let columns = RowCase.columns("title;price;discount;discounted_price")
    #expect(try ColumnMap(columns).entries.map(\.column) == [.title, .price, .discount, .discountedPrice])
  }

  @Test(arguments: ["8.80E+12", "2-Jan", "#N/A", "1월 2일", "2026-01-02"])
  func `a key behind an apostrophe is as it is, and so is one in JSON`(key: String) throws {
    #expect(try RowCase().summary("sku", "'" + key) == "key=sku(\"\(key)\") sku=\(key)")
    #expect(
      try RowCase().summary("reference", "'" + key) == "key=reference(\"\(key)\") reference=\(key)")
    #expect(
      try RowCase { $0.options.format = .xlsx }.summary("sku", "'" + key) == "key=sku(\"\(key)\") sku=\(key)")
    let json = RowCase { $0.options.format = .jsonl }
    #expect(try json.summary("sku", key) == "key=sku(\"\(key)\") sku=\(key)")
    #expect(try json.summary("sku", "'" + key) == "key=sku(\"\\'\(key)\") sku='\(key)")
  }

  @Test(arguments: [
    "8801234567890", "A-1", "1E5", "2-JAN", "Mar-a-lago", "2-Janus", "#1", "1월", "E+12", "12.5E+12",
    "2026-01-02", "May-2026", "a-b-c",
  ])
  func `a key that only looks similar is none`(key: String) throws {
    #expect(try RowCase().summary("sku", key) == "key=sku(\"\(key)\") sku=\(key)")
  }

  @Test func `a date of a workbook in a key is damage`() throws {
    let test = RowCase { $0.options.format = .xlsx }
    #expect(try test.summary("sku", "2026-01-02").contains("damaged-key"))
  }

  @Test(arguments: [
    ("price", "1.69E+06", "2 price exponent: '1.69E+06'('price' 열): 스프레드시트가 줄여 쓴 값입니다. 셀 서식을 지수 없는 숫자로 바꾸세요"),
    ("price", "12.50", "2 price price-decimals: 가격 '12.5': KRW 통화에는 소수 자리가 없습니다"),
    ("가격", "천원", "2 가격 amount: '천원'('가격' 열): 숫자가 아닙니다"),
    ("가격;통화", "€5;KRW", "2 가격 currency-contradiction: '€5'('가격' 열): 이 행의 통화인 KRW 금액이 아닙니다"),
    (
      "sku", "1월 2일",
      "2 sku damaged-key: '1월 2일'('sku' 열): 스프레드시트가 바꾼 값으로 보입니다(1-2 → 2-Jan). 열 서식을 텍스트로 바꾸고 다시 입력하세요"
    ),
    ("상품명;가격", "램프;1;2", "2 - too-many-cells: 칸(3개)이 열(2개)보다 많습니다"),
    ("상품명", "\\empty", "2 상품명 cannot-be-cleared: '상품명' 열은 비울 수 없습니다"),
    ("등록일", "어제", "2 등록일 date: '어제'('등록일' 열): 날짜가 아닙니다. 2026-11-20이나 2026-11-20T18:30처럼 입력하세요"),
    ("명령", "갱신", "2 명령 command: '갱신'('명령' 열): 사용할 수 있는 값은 new, merge, update, delete, ignore입니다"),
  ])
  func `problems are in Korean too`(header: String, row: String, expected: String) throws {
    #expect(try RowCase().summary(header, row, language: .korean) == expected)
  }

  @Test func `the values of two columns of one list come together, and an empty cell takes none away`() throws
  {
    let test = RowCase { $0.options.emptyClears = true }
    let header = "sku;UPC;EAN;image;image url"
    #expect(
      try test.summary(header, "A;042100005264;5901234123457;a.jpg;b.jpg")
        == "key=sku(\"A\") sku=A barcodes=042100005264|5901234123457 images=a.jpg|b.jpg")
    #expect(
      try test.summary(header, "A;;5901234123457;a.jpg;")
        == "key=sku(\"A\") sku=A barcodes=5901234123457 images=a.jpg")
    #expect(try test.summary(header, "A;;;;") == "key=sku(\"A\") sku=A clears=barcodes,images")
  }
}
