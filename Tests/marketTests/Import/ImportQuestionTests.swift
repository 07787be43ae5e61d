import TestSupport
import Testing

@testable import market

/// Questions of an import at a terminal about a sheet.
struct ImportQuestionTests {
  private func imported(_ table: String, _ answers: [String], _ options: String = "") async throws -> (
    outcome: Outcome, market: ImportMarket
  ) {
    let market = try ImportMarket()
    try market.home.write(table, to: "stock.csv")
    let line = "import \(market.home.path)/stock.csv --currency EUR \(options)"
    return (await market.run(line, columns: 200, input: answers), market)
  }

  @Test func `each unknown column is asked for with its first cells, and the answers are an option each`()
    async throws
  {
    let (outcome, market) = try await imported(
      "Goods;In the shop;Shelf;Money\nLamp;3;A1;5,00\nMug;;B2;6\nCup;1;;7\nVase;1;C3;8\n",
      ["", "stok", "재고", "", "price", "y"])
    let text = outcome.text(in: market)
    for part in [
      "'Goods' (Lamp · Mug · Cup): what is it? [title; '-' leaves it out]",
      "'In the shop' (3 · 1 · 1): what is it? [Enter leaves it out]", "'stok' is not a column",
      "'Shelf' (A1 · B2 · C3): what is it? [Enter leaves it out]",
      "'Money' (5,00 · 6 · 7): what is it? [Enter leaves it out]",
      "Without these questions: market import HOME/stock.csv --currency EUR --map 'Goods=title' "
        + "--map 'In the shop=stock' --ignore 'Shelf' --map 'Money=price'", "4 added",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    #expect(try await market.items().count == 4)
    // The line that is shown does the same.
    let again = try await imported(
      "Goods;In the shop;Shelf;Money\nLamp;3;A1;5,00\n", ["y"],
      "--map Goods=title --map 'In the shop=stock' --ignore Shelf --map Money=price")
    #expect(again.outcome.exitCode == .done)
    #expect(!again.outcome.text(in: again.market).contains("what is it?"))
  }

  @Test func `a number with two readings is asked for once`() async throws {
    for (answer, price) in [("comma", "1690"), (".", "1.69")] {
      let (outcome, market) = try await imported("title;price\nLamp;1.690\n", ["x", answer, "y"])
      #expect(outcome.text(in: market).contains("'1.690' in 'price' can be read as"))
      #expect(outcome.exitCode == .done)
      #expect(try await market.items().map { $0.contains("\"price\":\(price),") } == [true], "\(answer)")
    }
  }

  @Test func `without an answer, and in a pipe, it is the error that names the options`() async throws {
    let (ended, market) = try await imported("Goods;price\nLamp;5\n", [])
    #expect(ended.exitCode == .usage)
    #expect(ended.text(in: market).contains("--map 'Goods=title'"))
    let piped = try await market.importing("Goods;price\nLamp;5\n")
    #expect(piped.exitCode == .usage && !piped.error.contains("what is it?"))
    #expect(try await market.items() == [])
  }

  @Test func `a column of counts with a word for the stock is offered as it where no other is`() async throws
  {
    let market = try ImportMarket()
    let header = "Goods,In the shop,Price,Shelf"
    for (table, option) in [
      ("\(header)\nMug,3,5,A1\nCup,,6,2\n", "--map 'In the shop=stock' --ignore 'Shelf'"),
      ("\(header),stock\nMug,3,5,A1,2\n", "--ignore 'In the shop' --ignore 'Shelf'"),
      ("Goods,In the shop,Money\nMug,3,5\n", "--ignore 'In the shop' --ignore 'Money'"),
      ("\(header)\nMug,3 or 4,5,1234567\n", "--ignore 'In the shop' --ignore 'Shelf'"),
    ] {
      let outcome = try await market.importing(table)
      #expect(outcome.exitCode == .usage)
      #expect(outcome.error.contains("--map 'Goods=title' \(option)."), "\(outcome.error)")
    }
  }

  @Test(arguments: [
    (
      "Vendor ID,Goods,Price,In the shop", "123,Tea,3,5",
      "--ignore 'Vendor ID' --map 'Goods=title' --map 'In the shop=stock'"
    ),
    ("Order ID,Goods,Price", "A-1,Tea,3", "--ignore 'Order ID' --map 'Goods=title'"),
    ("회원 번호,물건,가격", "M1,차,3", "--ignore '회원 번호' --map '물건=title'"),
    ("거래처 ID,물건,가격", "김,차,3", "--ignore '거래처 ID' --map '물건=title'"),
    ("vendorId,goods,price", "x,Tea,3", "--ignore 'vendorId' --map 'goods=title'"),
    (
      "Goods,Price,Weight g,Year", "Tea,3,100,2024", "--map 'Goods=title' --ignore 'Weight g' --ignore 'Year'"
    ),
    (
      "Goods,Price,Zip,Warranty months", "Tea,3,10115,24",
      "--map 'Goods=title' --ignore 'Zip' --ignore 'Warranty months'"
    ),
    ("Goods,Price,Amount sold", "Tea,3,7", "--map 'Goods=title' --ignore 'Amount sold'"),
    (
      "업체상품 ID,등록상품명,옵션 ID,판매가격,잔여수량(재고)", "1,차,2,3000,5",
      "--ignore '업체상품 ID' --map '등록상품명=title' --ignore '옵션 ID' --map '잔여수량(재고)=stock'"
    ),
    // The column with the most different texts, wherever it stands.
    ("Rack,Goods,Price", "A,Tea,3\nA,Mug,4", "--ignore 'Rack' --map 'Goods=title'"),
  ])
  func `a column is guessed by its words and cells, and none of an identifier or a measure`(
    header: String, rows: String, options: String
  ) async throws {
    let outcome = try await ImportMarket().importing("\(header)\n\(rows)\n")
    #expect(outcome.exitCode == .usage)
    #expect(outcome.error.contains(" \(options)."), "\(outcome.error)")
  }

  @Test func `an answer is about its file alone`() async throws {
    let market = try ImportMarket()
    try market.home.write("title;price\nA;1.250\n", to: "a.csv")
    try market.home.write("title;price;Shelf\nB;1.500;x\nC;12,50;y\n", to: "b.csv")
    let outcome = await market.run(
      "import \(market.home.path)/a.csv \(market.home.path)/b.csv --currency EUR", columns: 200,
      input: ["point", "", "y"])
    #expect(outcome.exitCode == .done)
    #expect(!outcome.text(in: market).contains("Without these questions"))
    let items = try await market.items()
    for (title, price) in [("A", "1.25"), ("B", "1500"), ("C", "12.5")] {
      #expect(
        items.contains { $0.contains("\"price\":\(price),") && $0.contains("\"\(title)\"") }, "\(items)")
    }
  }
}
