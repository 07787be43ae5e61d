import OpenMarket
import Testing

@testable import market

/// Imports of the tables that spreadsheet programs and shops write.
struct SpreadsheetReadingTests {
  @Test func `texts that a spreadsheet would change are guarded, and others are not`() {
    let fragile = [
      "007", "8801234567890", "3E5", "1-2", "2026-11-21", "10:30", "1.2.3", "MAR1", "1-dec", "true", ".5",
      "1,000", "10:30 PM", "5 pm", "오후 3:30", "5. 12.", "2026. 5. 12.", "(5)", "1 000",
      "12:30:45.5", "100 %", "12.5%", "$5.5", "5€", "€ 3,50", "£3.50", "12.50 €", "₩5000", "1,000원", "5. Mai",
      "5. März 2026", "10시 30분", "10시", "１２：３０", "１-２", "￦5,000",
    ]
    for key in fragile { #expect(CellText.guarded(key) == "'" + key, "\(key)") }
    for key in [
      "0", "7", "88012345678", "LAMP-1", "A007", "880-1234-5678", "MARKET1", "1A", "E5", "(5) pack", "오리",
      "1 0000", "$", "$5 off", "€uro", "5. Avenue", "10시간", "５ａ", "오늘", "£",
    ] {
      #expect(CellText.guarded(key) == key, "\(key)")
    }
  }

  @Test func `the currency is in the number format`() {
    func codes(_ format: String) -> [String]? { Currency.named(inNumberFormat: format)?.map(\.code) }
    #expect(codes("\"₩\"#,##0") == ["KRW"])
    #expect(codes("₩#,##0;[Red]-₩#,##0") == ["KRW"])
    #expect(codes("[$€-2] #,##0.00") == ["EUR"])
    #expect(codes("#,##0\"원\"") == ["KRW"])
    #expect(codes("[$USD] #,##0.00") == ["USD"])
    #expect(codes("\"₩\"#,##0;\"€\"0") == [])
    #expect(codes("#,##0.00") == [] && codes("[Red]#,##0.00;[Blue]-0") == [])
    #expect(codes(#"_-* #,##0.00\ "€"_-;\-* #,##0.00\ "€"_-;_-* "-"??\ "€"_-;_-@_-"#) == ["EUR"])
    // A locale decides between the currencies of a sign; a sign that has one does not need it.
    #expect(codes("[$$-409]#,##0.00") == ["USD"] && codes("[$$-C09]#,##0.00") == ["AUD"])
    #expect(codes("[$$-1009]#,##0.00") == ["CAD"] && codes("#,##0.00 [$kr-41D]") == ["SEK"])
    #expect(codes("[$€-409]#,##0.00") == ["EUR"] && codes("#,##0.00 [$лв-402]") == nil)
    #expect(codes("[$SFr.-807] 0.00") == ["CHF"] && codes("[$Rs-420]#,##0.00") == ["PKR"])
    #expect(codes("#,##0.00\" zł\"") == ["PLN"] && codes("\"Rp\"#,##0") == ["IDR"])
    #expect(codes("\"RM\"0.00") == ["MYR"] && codes("0\" kr\"") == ["SEK", "NOK", "DKK", "ISK"])
    // A section without a number, which is shown in its place.
    #expect(codes("#,##0;-#,##0;\"무료\"") == [] && codes("0\" kr\";\"-\"") == ["SEK", "NOK", "DKK", "ISK"])
    // A word that is no currency.
    #expect(codes("[Red]0\"x\"") == nil && codes("0.00\"/kg\"") == nil)
  }

  @Test func `a total is left out with a warning, and tags are divided at commas where there is no bar`()
    async throws
  {
    let market = try ImportMarket()
    let outcome = try await market.importing(
      "title,price,tags\nLamp,5,\"a, b\"\nDesk,6,\"a,b|c\"\nChair,7,\"a,b|\"\n합계,18,\n", "--yes")
    #expect(outcome.error.contains("Row 5: The row looks like a total, and is left out; a SKU"))
    #expect(
      try await market.items(without: ["id", "version", "registration_date", "price", "currency", "stock"])
        == [
          #"{"tags":["a","b"],"title":"Lamp"}"#, #"{"tags":["a,b","c"],"title":"Desk"}"#,
          #"{"tags":["a,b"],"title":"Chair"}"#,
        ])
  }

  @Test func `an item that is named like a total, and has more than amounts, is an item`() async throws {
    let market = try ImportMarket()
    let table = "title,price,stock,description\nTotal,5,2,A board game\nTotal,7,3,\n합계 컵,12개,5,\n"
    let outcome = try await market.importing(table)
    #expect(outcome.output == "1 added, 2 skipped\n")
    #expect(
      outcome.error.contains("\nThe row looks like a total")
        && outcome.error.contains("\n  total, rows 3, 4\n"))
    #expect(try await market.items().first?.contains("A board game") == true)
    let korean = try await market.importing(table, "--dry-run --locale ko_KR").text
    #expect(korean.contains("\n합계 행으로 보여 제외합니다. 상품이라면 상품 코드나 설명을 입력하세요"))
  }

  @Test func `an error value in a key is named as one`() async throws {
    let market = try ImportMarket()
    let table = "sku,title,price\n#N/A,Lamp,5\n"
    #expect(
      try await market.importing(table, "--dry-run").output.contains(
        "'#N/A' in 'sku' is an error value of a spreadsheet; correct the formula, and save the file again\n"))
    #expect(
      try await market.importing(table, "--dry-run --locale ko_KR").output.contains(
        "'#N/A'('sku' 열): 스프레드시트의 오류 값입니다. 수식을 고치고 파일을 다시 저장하세요\n"))
  }

  @Test func `a unit in a header is the currency of its column`() async throws {
    let market = try ImportMarket()
    try market.home.write("상품명,판매가(원)\n램프,1000\n", to: "a.csv")
    _ = await market.run("import \(market.home.path)/a.csv --yes")
    #expect(try await market.items().first?.contains(#""currency":"KRW""#) == true)
  }

  @Test func `rows of one product with an option each are its variants`() async throws {
    let market = try ImportMarket()
    _ = try await market.importing(
      "상품번호,상품명,판매가,재고수량,옵션명,옵션값,옵션가\n11,티셔츠,10000,3,색상,빨강,\n,,,2,색상,파랑,500\n12,램프,9000,1,,,\n", "--yes")
    #expect(
      try await market.items(without: ["id", "version", "registration_date", "currency"]) == [
        #"{"price":10000,"reference":"11/빨강","stock":3,"title":"티셔츠 – 빨강"}"#,
        #"{"price":10500,"reference":"11/파랑","stock":2,"title":"티셔츠 – 파랑"}"#,
        #"{"price":9000,"reference":"12","stock":1,"title":"램프"}"#,
      ])
  }

  @Test(arguments: ["100,200,300", "0,1000,2000", "0"])
  func `a list of surcharges beside a list of options is no amount of the item`(surcharges: String)
    async throws
  {
    let market = try ImportMarket()
    let outcome = try await market.importing(
      "상품번호,상품명,판매가,재고수량,옵션명,옵션값,옵션가\n11,티셔츠,20000,3,색상,\"빨강,파랑,초록\",\"\(surcharges)\"\n", "--yes")
    #expect(outcome.error.contains("one item stands for all"))
    #expect(
      try await market.items(without: ["id", "version", "registration_date", "currency"]) == [
        #"{"price":20000,"reference":"11","stock":3,"title":"티셔츠"}"#
      ])
  }

  @Test func `of a table of Cafe24 the seller's own code is the key`() async throws {
    let market = try ImportMarket()
    _ = try await market.importing("상품코드,자체 상품코드,상품명,판매가\nP0001,LAMP-1,램프,9000\n", "--yes")
    #expect(
      try await market.items(without: ["id", "version", "registration_date", "currency"]) == [
        #"{"price":9000,"sku":"LAMP-1","stock":1,"title":"램프"}"#
      ])
  }

  @Test func `JSON whose rows are all unreadable says what is wrong with them`() async throws {
    let market = try ImportMarket()
    let outcome = try await market.importing("[1, \"two\"]", as: "a.json", "--dry-run")
    #expect(outcome.output.contains("The row is not a JSON object"))
    #expect(outcome.exitCode == .partial)
  }

  @Test func `all unknown keys of JSON are named at once`() async throws {
    let market = try ImportMarket()
    let outcome = try await market.importing(
      #"[{"title":"A","price":5},{"wheels":1,"price":5},{"title":"B","doors":[2]}]"#, as: "a.json")
    #expect(outcome.exitCode == .usage)
    #expect(outcome.error.contains("'wheels' in column 3") && outcome.error.contains("'doors' in column 4"))
  }

  @Test func `rejects have headers of the language, and are read back`() async throws {
    let market = try ImportMarket()
    let path = market.home.path + "/a.csv"
    try market.home.write("sku,title,price\nA,Lamp,1e\n", to: "a.csv")
    _ = await market.run("import \(path) --yes --currency KRW --locale ko_KR")
    let rejects = try market.home.text(of: "a.csv.rejects.csv")
    #expect(rejects.hasPrefix("sku,title,price,행,열,값,규칙,이유\r\nA,Lamp,1e,2,price,1e,"))
    try market.home.write(rejects.replacing("Lamp,1e", with: "Lamp,1"), to: "b.csv")
    #expect(await market.run("import \(market.home.path)/b.csv --yes --currency KRW").exitCode == .done)
  }
}
