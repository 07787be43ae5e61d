import Foundation
import OpenMarket
import Tables
import TestSupport
import Testing

@testable import market

/// Sheets as shops bring them.
struct ShopSheetTests {
  /// The lines of JSON of the items of an import, with some of their keys.
  private func items(_ table: String, _ options: String = "--yes", keys: Set<String>) async throws -> [String]
  {
    let market = try ImportMarket()
    try market.home.write(table, to: "items.csv")
    _ = await market.run("import \(market.home.path)/items.csv \(options)")
    let items = try await market.run("export --format jsonl").output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    return try items.map { item in
      let data = try JSONSerialization.data(
        withJSONObject: item.filter { keys.contains($0.key) },
        options: [.sortedKeys, .withoutEscapingSlashes])
      return String(decoding: data, as: UTF8.self)
    }
  }

  @Test func `three digits behind a point are a group in a currency without decimals`() async throws {
    let table = """
      title,price,currency
      A,12.50,USD
      B,150.000,VND
      C,"12,000",KRW
      D,₫45.000,
      """
    #expect(
      try await items(table, keys: ["price"]) == [
        #"{"price":12.5}"#, #"{"price":150000}"#, #"{"price":12000}"#, #"{"price":45000}"#,
      ])
    // The user's own word comes first.
    #expect(
      try await items("title,price,currency\nB,150.000,VND\n", "--yes --decimal point", keys: ["price"])
        == [#"{"price":150}"#])
  }

  @Test(arguments: [
    ("1500.000,KRW\nB,150.000,KRW", [#"{"price":1500}"#, #"{"price":150}"#]),
    ("1500.00,JPY\nB,150.000,JPY\nC,12.50,USD", [#"{"price":1500}"#, #"{"price":150}"#, #"{"price":12.5}"#]),
    ("\"1.500.000\",KRW\nB,150.000,KRW", [#"{"price":1500000}"#, #"{"price":150000}"#]),
  ])
  func `a column that writes decimals of won has them in each row`(rows: String, found: [String]) async throws
  {
    #expect(try await items("title,price,currency\nA,\(rows)\n", keys: ["price"]) == found)
  }

  @Test(arguments: [
    // A formula's result is as it is shown; what a person can have written is not changed.
    ("10.989", "0.00", "USD", "amount=10.99"), ("19.99", "0.00", "USD", "amount=19.99"),
    ("1690.5", "#,##0", "KRW", "amount=1691"), ("19.99", "#,##0", "USD", "shown-otherwise"),
    ("12.345", "0.00", "KWD", "shown-otherwise"), ("1500", "#,##0,", "USD", "shown-otherwise"),
    ("99", "[h]:mm", "USD", "shown-otherwise"), ("1234.56", "[<1000]0;#,##0.00", "USD", "amount=1234.56"),
    ("-2.5", "0;-0.0", "USD", "negative"),
  ])
  func `a number of a workbook is the one that is shown, or an error`(
    number: String, format: String, currency: String, found: String
  ) throws {
    var options = RowOptions()
    options.format = .xlsx
    let columns = RowCase.columns("title;price;hours")
    let map = try ColumnMap(columns, options: ColumnOptions(ignoresUnknown: true))
    options.currency = Currency(currency)
    // A format of a column that is not read costs nothing.
    let row = TableRow(
      line: 2, cells: [.text("A"), .text(number), .text("1.5")], numberFormats: [1: format, 2: "[h]:mm"])
    switch RowReading(row, map, options) {
    case .row(let read): #expect("amount=\(try #require(read.fields.price))" == found)
    case .rejected(_, let problems): #expect(problems.contains { $0.rule.contains(found) }, "\(problems)")
    case .skipped: Issue.record("skipped")
    }
  }

  @Test(arguments: [
    ("#,##0.00\" Foo\"", "12.5 Foo", "amount"), ("[$Rs-999]#,##0.00", "12.5 Rs-999", "amount"),
    ("#,##0.00\" kr\"", "12.5 kr", "ambiguous-currency"), ("\"USD\" 0", "USD 12.5", ""),
    ("0.0", "12.5", ""), ("[$$-C09]0.0;-[$$-C09]0.0", "AUD 12.5", ""),
  ])
  func `an amount of a workbook is rejected as it is shown, and stays an error`(
    format: String, shown: String, rule: String
  ) throws {
    let map = try ColumnMap(RowCase.columns("title;price;stock"), options: ColumnOptions())
    let row = TableRow(
      line: 2, cells: [.text("A"), .text("12.5"), .text("3")], numberFormats: [1: format, 2: "0\" pcs\""])
    #expect(row.texts(showingAmountsOf: map) == ["A", shown, "3"])
    #expect(row.texts(showingAmountsOf: nil) == ["A", "12.5", "3"])
    let reading = try RowCase { $0.options.defaultCurrency = Currency("USD") }.read(
      "title;price", ["A;\(shown)"])[0]
    var found = ""
    if case .rejected(_, let problems) = reading { found = problems[0].rule }
    #expect(found == rule)
  }

  @Test(arguments: [
    ("A,\"1,23,456.50\",INR", [#"{"price":123456.5}"#]), ("A,\"12,34,567\",INR", [#"{"price":1234567}"#]),
    ("A,\"1,23,456\",USD", []), ("A,\"0,250\",KRW", []), ("A,\"1,2,345\",INR", []),
  ])
  func `groups of two digits are those of India`(row: String, found: [String]) async throws {
    #expect(try await items("title,price,currency\n\(row)\n", keys: ["price"]) == found)
  }

  @Test func `a number of JSON may have an exponent, and one of a sheet may not`() async throws {
    let market = try ImportMarket()
    let outcome = try await market.importing(
      #"[{"title":"A","price":1e2,"stock":1E1},{"title":"B","price":12.5e1}]"#, as: "items.json")
    #expect(outcome.output == "2 added\n")
    #expect(
      try await market.items(without: ["id", "version", "registration_date", "currency", "title"]) == [
        #"{"price":100,"stock":10}"#, #"{"price":125,"stock":0}"#,
      ])
    #expect(try await market.importing("title,price\nC,1e2\n").output == "1 rejected\n")
  }

  @Test func `a reorder level is read as a stock is, and yes and no in several languages`() async throws {
    let table = """
      title,price,stock,reorder_at,off_sale
      A,"12,50","3.000","1.000",네
      B,"12,50",2,"2,00",nein
      """
    #expect(
      try await items(table, "--yes --currency EUR", keys: ["stock", "reorder_at", "off_sale"]) == [
        #"{"off_sale":true,"reorder_at":1000,"stock":3000}"#, #"{"reorder_at":2,"stock":2}"#,
      ])
  }

  @Test func `a table of a shop has general names for what its own do not say`() async throws {
    #expect(
      try await items(
        "상품코드,자체 상품코드,진열상태,판매상태,상품명,가격,재고수량\nP1,A1,Y,Y,머그,12000,5\n", keys: ["price", "sku", "stock"])
        == [#"{"price":12000,"sku":"A1","stock":5}"#])
    #expect(
      try await items(
        "Type,SKU,Name,Regular price,Sale price,Stock,Categories\nsimple,V,Vase,20,,,\"Home > Kitchen, Gifts\"\n",
        keys: ["tags", "stock"]) == [#"{"stock":0,"tags":["Kitchen","Gifts"]}"#])
    #expect(
      try await items(
        "상품번호(스마트스토어),판매자 상품코드,상품명,판매상태,재고수량,판매가,즉시할인값(PC),즉시할인단위(PC)\n1,A,머그,판매중,5,12000,10,%\n",
        keys: ["price", "discounted_price"]) == [#"{"discounted_price":10800,"price":12000}"#])
  }

  @Test(arguments: [
    (
      "Handle,Title,Variant SKU,Variant Price,Variant Compare At Price,Status", "a,Mug,A,10,12,active",
      "a,Mug,A,12,,active"
    ),
    ("Type,SKU,Name,Regular price,Sale price", "simple,A,Mug,12,10", "simple,A,Mug,12,"),
    (
      "sku,attribute_set_code,product_type,name,price,special_price", "A,D,simple,Mug,12,10",
      "A,D,simple,Mug,12,0"
    ),
    (
      "Product ID,Active (0/1),Name *,Price tax included,Discount percent,Reference #", "1,1,Mug,12,20,A",
      "1,1,Mug,12,0,A"
    ),
    (
      "handleId,fieldType,name,sku,price,discountMode,discountValue", "a,Product,Mug,A,12,PERCENT,15",
      "a,Product,Mug,A,12,PERCENT,0"
    ),
    (
      "판매자 상품코드,카테고리코드,상품명,판매가,재고수량,즉시할인 값,즉시할인 단위", "A,1,머그,12,7,5,원", "A,1,머그,12,7,0,원"
    ),
    (
      "Token,Item Name,Variation Name,SKU,Price,Online Sale Price", "1,Mug,Regular,A,12,4",
      "1,Mug,Regular,A,12,"
    ),
    ("상품명,자체 상품코드,소비자가,판매가", "머그,A,59,12", "머그,A,0,12"),
    ("sku,title,price,discounted_price", "A,Mug,12,10", "A,Mug,12,12"),
    ("sku,title,price,discount", "A,Mug,12000,10%", "A,Mug,12,0.03%"),
  ])
  func `a sale that has ended in the sheet ends here`(header: String, before: String, after: String)
    async throws
  {
    for options in ["--yes", "--yes --on-existing overwrite"] {
      let market = try ImportMarket()
      #expect(try await market.importing("\(header)\n\(before)\n").output == "1 added\n")
      let sold = await market.run("show 1 --json=discounted_price").output
      #expect(!sold.contains("null"))
      #expect(try await market.importing("\(header)\n\(after)\n", options).output == "1 updated\n")
      #expect(
        await market.run("show 1 --json=price,discounted_price").output
          == "{\"price\":12,\"discounted_price\":null}\n")
      #expect(try await market.importing("\(header)\n\(after)\n", options).output == "1 unchanged\n")
    }
  }

  @Test(arguments: [
    (
      "Token,Item Name,Variation Name,SKU,Price", ["TK1,Tee,Red,TEE-R,15", "TK2,Tee,Blue,,15"],
      ["TK1,Tee,Red,TEE-R,15", "TK2,Tee,Blue,TEE-B,15"], "1 updated, 1 unchanged\n"
    ),
    (
      "Handle,Title,Option1 Value,Variant SKU,Variant Price", ["tee,Tee,Red,,15", "tee,,Blue,,15"],
      ["tee,Tee,Red,TEE-R,15", "tee,,Blue,TEE-B,15"], "2 updated\n"
    ),
  ])
  func `an item that gets a SKU in its shop is the one that it was`(
    header: String, before: [String], after: [String], outcome: String
  ) async throws {
    let market = try ImportMarket()
    func table(_ rows: [String]) -> String { ([header] + rows).joined(separator: "\n") + "\n" }
    #expect(try await market.importing(table(before)).output == "2 added\n")
    #expect(try await market.importing(table(after)).output == outcome)
    #expect(
      await market.run("list --sort oldest --json=sku").output == "{\"sku\":\"TEE-R\"}\n{\"sku\":\"TEE-B\"}\n"
    )
    #expect(try await market.importing(table(after)).output == "2 unchanged\n")
    // One item is not that of two rows.
    let twice = table(
      after + [after[1].replacing("TEE-B", with: "TEE-C").replacing("tee,,", with: "tee,Tee,")])
    #expect(try await market.importing(twice).output == "1 added, 2 unchanged\n")
  }

  @Test(arguments: ["Product ID,Active (0/1),Name,Price tax excluded\n1,1,Mug,5", "Nom,Prix HT\nMug,5"])
  func `prices without the tax are said`(table: String) async throws {
    let outcome = try await ImportMarket().importing(table + "\n")
    #expect(outcome.output == "1 added\n")
    #expect(outcome.error.contains("' are without the tax\n"), "\(outcome.error)")
  }

  @Test func `one currency is said once`() async throws {
    let market = try ImportMarket()
    try market.home.write("title,price\nA,USD 5\nB,6\n", to: "items.csv")
    let plan = await market.run("import \(market.home.path)/items.csv --dry-run")
    #expect(plan.output.components(separatedBy: "The currency is USD").count == 2, "\(plan.output)")
  }

  @Test func `rows with new keys and the titles of items are said`() async throws {
    let market = try ImportMarket()
    _ = try await market.importing("title,price\nLamp,5\nDesk,6\n")
    let plan = try await market.importing("sku,title,price\nA,Lamp,5\nB,Desk,6\nC,Rug,7\n", "--dry-run")
    #expect(
      plan.output.contains("2 rows have the title of an item: --key title changes those items"),
      "\(plan.output)")
  }

  @Test func `a default discount is that of new items without a sale in their shop`() async throws {
    #expect(
      try await items(
        "Type,SKU,Name,Regular price,Sale price\nsimple,A,Mug,20,\nsimple,B,Cup,20,15\n",
        "--yes --default discount=10%", keys: ["discounted_price"])
        == [#"{"discounted_price":18}"#, #"{"discounted_price":15}"#])
  }

  @Test func `rows that the shop does not sell are counted and named in the results`() async throws {
    let market = try ImportMarket()
    let outcome = try await market.importing(
      "Type,SKU,Name,Regular price,Sale price,Published\nsimple,A,Mug,20,,0\nsimple,B,Cup,20,,1\n"
        + "simple,C,Pot,20,,-1\nsimple,D,Jar,20,,0\ngrouped,E,Set,,,1\n",
      "--yes --results \(market.home.path)/r.csv")
    #expect(
      outcome.error.contains(
        "rows that the shop of the file does not sell, or not by themselves: 4, skipped: Published 0 (2), Published -1 (1), Type grouped (1)\n"
      ))
    let results = try market.text(of: "r.csv")
    #expect(results.contains(",Published,0,not-for-sale,The shop of the file does not sell it"))
    #expect(results.contains(",Type,grouped,variants,The shop sells the product as its variants or parts"))
  }

  @Test(arguments: [
    (
      "sku,store_view_code,attribute_set_code,product_type,name,price\nA,,Default,simple,Mug,5\nA,de,,,Becher,\nA,fr,,,Tasse,\n",
      "2, skipped: part of another row (2)", "The row is part of row 2"
    ),
    (
      "Handle,Title,Variant Price,Image Src,Status\nmug,Mug,5,,active\nmug,,,,\nold,Old,5,,draft\n",
      "2, skipped: Status draft (1), part of another row (1)", "The row is part of row 2"
    ),
  ])
  func `each row that is skipped has its reason`(table: String, words: String, sentence: String) async throws
  {
    let market = try ImportMarket()
    let outcome = try await market.importing(table, "--yes --results \(market.home.path)/r.csv")
    #expect(outcome.error.contains("not by themselves: \(words)\n"), "\(outcome.error)")
    #expect(try market.text(of: "r.csv").contains(sentence))
  }

  @Test func `an item without a price is off sale until it has one`() async throws {
    let market = try ImportMarket()
    _ = try await market.importing("title,sku\nA,A\nB,B\n", as: "items.csv", "--yes --default price=0")
    #expect(await market.run("list --off-sale --json=id").output.split(separator: "\n").count == 2)
    let plan = try await market.importing("title,sku\nC,C\n", as: "new.csv", "--dry-run --default price=0")
    #expect(plan.output.contains("C · KRW 0 · 1 in stock · off sale\n"), "\(plan.output)")
    _ = await market.run("edit 1 --price 9")
    _ = try await market.importing("sku,price\nB,7\n", as: "prices.csv")
    #expect(await market.run("list --off-sale --json=id").output.isEmpty)
    #expect(await market.run("list --json=id").output.split(separator: "\n").count == 2)
  }

  @Test func `an item in the trash is named, and not added twice`() async throws {
    let market = try ImportMarket()
    let table = "title,sku,price\nVase,V1,5\n"
    _ = try await market.importing(table)
    _ = await market.run("delete 1 --yes")
    let outcome = try await market.importing(table)
    #expect(outcome.output == "1 rejected\n")
    #expect(outcome.error.contains("'V1' is in the trash: market trash restore 1"))
    _ = await market.run("trash restore 1")
    #expect(try await market.importing(table).output == "1 unchanged\n")
  }

  @Test func `an item without a key in the trash is named, and not added twice`() async throws {
    let market = try ImportMarket()
    let table = "title,price,stock\nNokey,5,3\nOther,6,1\n"
    _ = try await market.importing(table)
    _ = await market.run("delete 1 --yes")
    let outcome = try await market.importing(table)
    #expect(outcome.output == "1 unchanged, 1 rejected\n")
    #expect(outcome.error.contains("'Nokey' is in the trash: market trash restore 1"))
    #expect(
      try await market.importing("title,price,command\nNokey,9,new\n", as: "new.csv").output == "1 added\n")
    // An item that is there has the title: the row may be another one.
    #expect(try await market.importing("title,price\nNokey,7\n", as: "other.csv").output == "1 added\n")
  }

  @Test func `an item in the trash is named by its title where that is the key`() async throws {
    let market = try ImportMarket()
    _ = try await market.importing("title,sku,price\nVase,V1,5\nCup,,6\n")
    _ = await market.run("delete 1 2 --yes")
    let outcome = try await market.importing("title,price\nVase,5\nCup,6\n", "--yes --key title")
    #expect(outcome.output == "2 rejected\n")
    for (title, id) in [("Vase", 1), ("Cup", 2)] {
      #expect(outcome.error.contains("'\(title)' is in the trash: market trash restore \(id)"))
    }
  }

  @Test func `images are found in the given folder in any case and form of their names`() async throws {
    let market = try ImportMarket()
    for name in ["pictures/MUG.PNG", "pictures/\u{110F}\u{1165}\u{11B8}.png"] {
      try market.home.write(Pixel.png, to: name)
    }
    let outcome = try await market.importing(
      "title,sku,price,photo\nMug,A,5,mug.png\nCup,B,5,컵.png\n",
      "--yes --image-folder \(market.home.path)/pictures")
    #expect(outcome.error.contains("images: 2 found, 0 missing"))
  }

  @Test func `images of paths of another machine are found by their names in the given folder`() async throws
  {
    let market = try ImportMarket()
    try market.home.write(Pixel.png, to: "pictures/mug-1.png")
    let rows = ["photos/mug-1.png", #"C:\pics\Mug-1.png"#, "/nowhere/mug-1.png"].map { "Mug,5,\($0)\n" }
    let outcome = try await market.importing(
      "title,price,photo\n" + rows.joined(), "--yes --image-folder \(market.home.path)/pictures")
    #expect(outcome.error.contains("images: 3 found, 0 missing"))
  }

  @Test func `an image of a private network is left out of its row, whatever its scheme`() async throws {
    let market = try ImportMarket()
    let outcome = try await market.importing(
      "title,price,photo\nA,5,http://192.168.1.1/z.png\nB,5,https://10.0.0.1/z.png\n")
    #expect(outcome.output == "2 added\n")
    #expect(
      outcome.error.contains("are left out; --allow-outside reads them (2):\n  'http://192.168.1.1/z.png'\n"))
  }

  @Test func `a path beside the sheet is not another file of the same name in the folder`() async throws {
    let market = try ImportMarket()
    try market.home.write(Pixel.png, to: "red/main.png")
    try market.home.write(Data("not an image".utf8), to: "pictures/main.png")
    let outcome = try await market.importing(
      "title,price,photo\nRed,5,red/main.png\n", "--yes --image-folder \(market.home.path)/pictures")
    #expect(outcome.error.contains("images: 1 found, 0 missing"))
  }

  @Test func `a column of images none of which is there does not cost the rows`() async throws {
    let market = try ImportMarket()
    for count in 1...3 {
      let rows = (1...count).map { "\(count)-\($0),5,media/\($0).jpg" }.joined(separator: "\n")
      let outcome = try await market.importing("title,price,photo\n\(rows)\n")
      #expect(outcome.output == "\(count) added\n")
      #expect(outcome.error.contains("None of the images is there (\(count))"))
    }
    // Where one is there, the others are missing.
    try market.home.write(Pixel.png, to: "media/A.jpg")
    let others = ["A", "B"].map { "New \($0),5,media/\($0).jpg" }.joined(separator: "\n")
    #expect(
      try await market.importing("title,price,photo\n\(others)\n", as: "again.csv").output
        == "1 added, 1 rejected\n")
  }

  @Test func `totals with a remark are left out, and an item with a description is none`() async throws {
    let table = """
      title,price,stock,note,description
      A,5,1,,
      Subtotal Kitchen,11,3,checked,
      합계,18,6,see above,
      Total,5,1,,A perfume
      """
    #expect(
      try await items(table, keys: ["title"]) == [#"{"title":"A"}"#, #"{"title":"Total"}"#])
  }

  @Test func `an item with the name of a total has a text that is not read`() async throws {
    #expect(
      try await items("title,price,stock,brand\nTotal,3.50,4,Fage\n", keys: ["title"]) == [
        #"{"title":"Total"}"#
      ])
  }

  @Test func `words of a hash may have spaces`() async throws {
    #expect(
      try await items("title,price,tags\nA,5,#gift box #handmade\nB,5,＃선물 ＃수제\n", keys: ["tags"])
        == [#"{"tags":["gift box","handmade"]}"#, #"{"tags":["선물","수제"]}"#])
  }

  private static let formats: [(format: String, codes: [String]?)] = [
    ("[$$-2C0A] #,##0.00", ["ARS"]), ("[$$-0C09]0.00", ["AUD"]), ("[$$-en-AU]0.00", ["AUD"]),
    ("[$$-fr-CA]0", ["CAD"]),
    ("[$kr-sv-SE]0.00", ["SEK"]), ("[$¢-409]#,##0", nil), ("[$Foo-409]0.00", nil), ("[$$-F999]0.00", nil),
    ("\\\\#,##0", ["KRW", "JPY"]), ("\"\\\"#,##0", ["KRW", "JPY"]), ("[$€-409]0.00", ["EUR"]),
    // ISO 4217 has withdrawn BGN: no other currency takes its place.
    ("#,##0.00 [$лв.-402]", nil), ("0.00\" лв.\"", nil), ("[$BGN] 0.00", nil), ("[$р.-419]0.00", ["RUB"]),
    ("[$C$-4C0A]0.00", ["NIO"]), ("[$C$]0.00", ["CAD"]), ("[$د.إ.\u{200F}-3801]0.00", ["AED"]),
    ("[$Q-100A]0.00", ["GTQ"]), ("[$Q]0.00", nil), ("[$KM-141A]0.00", ["BAM"]), ("[$Ksh-441]0.00", ["KES"]),
    ("[$$-1000409]0.00", ["USD"]), ("[$$-9]0.00", nil), ("[$kr-407]0.00", nil), ("[$ден.-42F]0", ["MKD"]),
    ("[$￥-411]#,##0", ["JPY"]), ("[$¥-804]#,##0", ["CNY"]), ("[$RD$-1C0A]0.00", ["DOP"]),
  ]

  @Test(arguments: formats)
  func `a locale names the currency of a sign`(format: String, codes: [String]?) {
    #expect(Currency.named(inNumberFormat: format)?.map(\.code) == codes)
  }
}
