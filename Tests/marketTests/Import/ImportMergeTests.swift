import Foundation
import TestSupport
import Testing

@testable import market

/// Exports that are changed and imported again, while the market has changed too.
struct ImportMergeTests {
  /// A market with a lamp and a desk, and the text of its export.
  private static func market(isServed: Bool) async throws -> (ImportMarket, export: String) {
    let market = try ImportMarket(isServed: isServed)
    _ = try await market.importing("sku,title,price,stock,note\nA,Lamp,1000,10,Kim\n,Desk,2000,3,\n")
    return (market, await market.run("export").output)
  }

  /// The columns of an export that most tests change.
  private static func values(_ market: ImportMarket) async -> String {
    await market.run("export --format jsonl").output.matches(
      of: /"title":"(\w+)",.*"price":(\d+),.*"stock":(\d+)/
    ).map { "\($0.1) \($0.2) \($0.3)" }.joined(separator: ", ")
  }

  @Test(arguments: [false, true])
  func `a sale between export and import does not reject a price`(isServed: Bool) async throws {
    let (market, export) = try await Self.market(isServed: isServed)
    _ = await market.run("sell 1")
    _ = await market.run("edit 2 --title Table")
    let changed = export.replacing(",1000,KRW", with: ",900,KRW").replacing(",2000,KRW", with: ",1900,KRW")
    #expect(try await market.importing(changed, "--yes --quiet").output == "2 updated\n")
    #expect(await Self.values(market) == "Lamp 900 9, Table 1900 3")
    #expect(try await market.importing(changed, "--yes --quiet").output == "2 unchanged\n")
  }

  @Test(arguments: [false, true])
  func `a row is refused for what has changed in both, which it says`(isServed: Bool) async throws {
    let (market, export) = try await Self.market(isServed: isServed)
    _ = await market.run("sell 1")
    let changed = export.replacing("KRW,,10,", with: "KRW,,12,").replacing(",Desk,", with: ",Table,")
    let outcome = try await market.importing(changed, "--dry-run")
    #expect(outcome.exitCode == .partial)
    #expect(outcome.output.hasPrefix("1 to change, 1 rejected\n"))
    #expect(
      outcome.output.hasSuffix(
        "#1 stock 10 → 9 since the export\n  changed, row 2 (A Lamp)\n"))
    #expect(try await market.importing(changed, "--yes --quiet").output == "1 updated, 1 rejected\n")
    #expect(await Self.values(market) == "Lamp 1000 9, Table 2000 3")
    // The value that the file had is what the item has now.
    let same = export.replacing("KRW,,10,", with: "KRW,,9,")
    #expect(try await market.importing(same, "--yes --quiet").output == "2 unchanged\n")
  }

  @Test(arguments: [false, true])
  func `a private note that changes in the market and in the file is told apart`(isServed: Bool) async throws
  {
    let (market, export) = try await Self.market(isServed: isServed)
    _ = await market.run("edit 1 --note Lee")
    let price = export.replacing(",1000,KRW", with: ",900,KRW")
    #expect(try await market.importing(price, "--yes --quiet").output == "1 updated, 1 unchanged\n")
    let note = export.replacing(",Kim,", with: ",Park,")
    let outcome = try await market.importing(note, "--yes")
    #expect(outcome.output == "1 unchanged, 1 rejected\n")
    #expect(outcome.error.contains("#1 note 'Kim' → 'Lee' since the export\n"))
    #expect(await market.run("export").output.contains(",Lee,"))
  }

  @Test(arguments: [false, true])
  func `each field that has changed in both is said with what it was and is`(isServed: Bool) async throws {
    let (market, _) = try await Self.market(isServed: isServed)
    _ = await market.run("edit 1 --tag red --discounted-price 900 --description First --reorder-at 2")
    let export = await market.run("export").output
    _ = await market.run("edit 1 --title Lampe --price 1100 --discounted-price 950")
    _ = await market.run("edit 1 --tag blue --description Second --sku A1 --reorder-at 4")
    // Once more: the log has several changes of it.
    _ = await market.run("edit 1 --title Licht")
    var rows = export.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    for (header, value) in [
      ("title", "Lantern"), ("price", "1200"), ("discounted_price", "980"), ("tags", "green"),
      ("description", "Third"), ("sku", "A2"), ("reorder_at", "5"),
    ] {
      let position = try #require(rows[0].firstIndex { $0.hasSuffix(header) })
      rows[1][position] = Substring(value)
    }
    let outcome = try await market.importing(
      rows.map { $0.joined(separator: ",") }.joined(separator: "\n"), "--dry-run")
    for sentence in [
      "title 'Lamp' → 'Licht'", "price KRW 1,000 → KRW 1,100", "discounted_price KRW 900 → KRW 950",
      "tags 'red' → 'blue'", "description 'First' → 'Second'", "sku 'A' → 'A1'", "reorder_at '2' → '4'",
    ] {
      #expect(outcome.output.contains("#1 \(sentence) since the export\n"), "\(outcome.output)")
    }
  }

  @Test(arguments: [false, true])
  func `what changes between a plan and its application is said with both values`(isServed: Bool) async throws
  {
    let (market, _) = try await Self.market(isServed: isServed)
    let path = market.home.path
    _ = try await market.importing("sku,price,stock\nA,900,12\n", "--plan \(path)/plan")
    _ = await market.run("sell 1")
    let outcome = await market.run("import --apply \(path)/plan --yes --results \(path)/results.csv")
    #expect(outcome.output == "1 rejected\n")
    #expect(
      try market.text(of: "results.csv").hasSuffix(
        "HOME/items.csv,2,rejected,1,stock,,changed,#1 stock 10 → 9 since the plan\r\n"))
  }

  @Test(arguments: [false, true])
  func `a delivery is added to the stock that is there`(isServed: Bool) async throws {
    let (market, _) = try await Self.market(isServed: isServed)
    let path = market.home.path
    _ = try await market.importing("sku,stock\nA,5\n", "--stock-mode add --plan \(path)/plan")
    _ = await market.run("sell 1")
    #expect(await market.run("import --apply \(path)/plan --yes").output == "1 updated\n")
    #expect(await Self.values(market) == "Lamp 1000 14, Desk 2000 3")
    // An import of the same file is another delivery; one of the same plan is not.
    #expect(await market.run("import --apply \(path)/plan --yes").output == "1 updated\n")
    #expect(try await market.importing("sku,stock\nA,5\n", "--stock-mode add --yes").output == "1 updated\n")
    #expect(await Self.values(market) == "Lamp 1000 19, Desk 2000 3")
  }

  @Test(arguments: [false, true])
  func `a delivery is added once, also when the market has forgotten its key`(isServed: Bool) async throws {
    let (market, _) = try await Self.market(isServed: isServed)
    let plan = "import --apply \(market.home.path)/plan --yes"
    _ = try await market.importing("sku,stock\nA,5\n", "--stock-mode add --plan \(market.home.path)/plan")
    market.home.wait(days: 2)
    #expect(await market.run(plan).output == "1 updated\n")
    #expect(await market.run(plan).output == "1 unchanged\n")
    #expect(await Self.values(market) == "Lamp 1000 15, Desk 2000 3")
    _ = await market.run("sell 1")
    #expect(await market.run(plan + " --results \(market.home.path)/results.csv").output == "1 rejected\n")
    #expect(try market.text(of: "results.csv").hasSuffix("#1 stock 10 → 14 since the plan\r\n"))
    #expect(await Self.values(market) == "Lamp 1000 14, Desk 2000 3")
  }

  @Test func `a damaged version is said to be one`() async throws {
    let (market, export) = try await Self.market(isServed: false)
    let version = try #require(export.firstMatch(of: /v[0A-Z2-7]{65}/)).0
    let outcome = try await market.importing(export.replacing(version, with: "1.23457E+15"), "--yes")
    #expect(outcome.output == "1 unchanged, 1 rejected\n")
    #expect(outcome.error.contains("'1.23457E+15' in 'version' is damaged, or no version of an export; "))
    #expect(
      try await market.importing(export.replacing(version, with: "1.23457E+15"), "--yes --ignore version")
        .exitCode == .usage)
  }

  // MARK: Ids

  @Test(arguments: [false, true])
  func `a row of an export is its item, whatever becomes of its SKU`(isServed: Bool) async throws {
    let (market, export) = try await Self.market(isServed: isServed)
    let changed = export.replacing(",A,,Lamp", with: ",B,,Lamp").replacing(",,,Desk", with: ",C,,Desk")
    #expect(try await market.importing(changed).output == "2 updated\n")
    #expect(
      await market.run("list --json=id,sku").output == "{\"id\":1,\"sku\":\"B\"}\n{\"id\":2,\"sku\":\"C\"}\n")
    // Without versions the SKUs are those of the items with these ids.
    let bare = changed.replacing(/v[0A-Z2-7]{65}/, with: "")
    #expect(try await market.importing(bare).output == "2 unchanged\n")
  }

  @Test(arguments: [false, true])
  func `ids without versions stop the plan with the choice`(isServed: Bool) async throws {
    let (market, _) = try await Self.market(isServed: isServed)
    let table = "id,title,price\n1,Lantern,\n2,Table,\n7,Shelf,5\n"
    await (try market.importing(table)).prints(
      """
      ! Error: 2 rows have the id of an item
      ! Help:  Update those items with '--key id', or add new ones with '--ignore id'
      exit 2
      """, in: market)
    #expect(await Self.values(market) == "Lamp 1000 10, Desk 2000 3")
    #expect(try await market.importing("id,title\n2,Table\n", "--yes --key id").output == "1 updated\n")
    #expect(
      try await market.importing("id,title,price\n2,Shelf,5\n", "--yes --ignore id").output == "1 added\n")
    #expect(await Self.values(market) == "Lamp 1000 10, Table 2000 3, Shelf 5 1")
  }

  @Test(arguments: [false, true])
  func `an id and a SKU of two items reject the row with both`(isServed: Bool) async throws {
    let (market, export) = try await Self.market(isServed: isServed)
    let outcome = try await market.importing("id,sku,price\n2,A,900\n", "--dry-run")
    #expect(
      outcome.output.contains(
        "'A' is #1 Lamp, and the id is that of #2 Desk; choose one with '--key id' or '--ignore id'\n  two-items"
      ))
    let moved = export.split(separator: "\r\n").filter { !$0.contains("Lamp") }.joined(separator: "\r\n")
      .replacing(",,,Desk", with: ",A,,Desk")
    #expect(
      try await market.importing(moved, "--dry-run").output.contains(
        "'A' in 'sku' is that of #1 Lamp, and the row is of #2 Desk\n  taken"))
    #expect(try await market.importing("id,sku,price\n1,A,900\n", "--yes --key id").output == "1 updated\n")
  }

  @Test(arguments: [false, true])
  func `an item that was deleted since its export is not added again unasked`(isServed: Bool) async throws {
    let (market, export) = try await Self.market(isServed: isServed)
    _ = await market.run("delete 2 --yes")
    let outcome = try await market.importing(export)
    #expect(outcome.output == "1 unchanged, 1 rejected\n")
    #expect(outcome.error.contains("#2 was deleted since the export; '--ignore id' adds it again\n"))
    #expect(try await market.importing(export, "--yes --ignore id").output == "1 added, 1 unchanged\n")
  }

  @Test(arguments: [false, true])
  func `the ids of another market are ignored, which is said`(isServed: Bool) async throws {
    let (_, export) = try await Self.market(isServed: isServed)
    let other = try ImportMarket(isServed: isServed)
    _ = try await other.importing("sku,title,price\nA,Lamp,1000\nX,Shelf,7\n")
    let outcome = try await other.importing(export, "--dry-run")
    #expect(
      outcome.output.hasPrefix(
        "The currency is KRW, from the column 'currency'\n1 to add, 1 to change\n"))
    #expect(
      outcome.output.contains(
        "  2 rows are of another market's export; their ids and versions are ignored\n"))
  }

  @Test func `an export of several sellers changes the items of one, and adds none`() async throws {
    let market = try ImportMarket(isServed: true)
    func run(_ line: String, _ password: String) async -> Outcome {
      await market.run(line, environment: ["MARKET_PASSWORD": password])
    }
    let path = market.home.path
    for (name, password) in [("Lamp", "mine"), ("Desk", "theirs"), ("Shelf", "theirs")] {
      try market.home.write("sku,title,price,stock\nA-\(name),\(name),5,10\nB,x,1,1\n", to: "t.csv")
      _ = await run("import \(path)/t.csv --currency KRW --yes --new-seller", password)
    }
    let export = await run("export", "mine").output
    _ = await run("sell 3", "theirs")
    try market.home.write(export.replacing(",5,KRW,,10", with: ",6,KRW,,10"), to: "all.csv")
    let mine = export.split(separator: "\r\n").map {
      $0.contains("Lamp") ? String($0).replacing(",5,KRW", with: ",6,KRW") : String($0)
    }
    try market.home.write(mine.joined(separator: "\r\n"), to: "all.csv")
    let outcome = await run("import \(path)/all.csv --dry-run", "mine")
    #expect(outcome.output.hasPrefix("1 to change, 4 unchanged\n"))
    #expect(outcome.output.contains("  1 row is of another seller's item, and is left out\n"))
    let applied = await run("import \(path)/all.csv --yes --quiet", "mine")
    #expect(applied.output == "1 updated, 4 unchanged\n")
    #expect(await run("list", "mine").output.split(separator: "\n").count == 5)
  }
}
