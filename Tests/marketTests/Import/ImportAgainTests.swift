import OpenMarket
import TestSupport
import Testing

@testable import market

/// A sheet that is imported again: a cell that is as it was at its row's last import changes nothing.
struct ImportAgainTests {
  private static let table = "sku,title,price,stock,tags\nA,Lamp,5000,10,brass\nB,Desk,9000,3,oak\n"

  private func values(_ market: ImportMarket) async -> [String] {
    await market.run("list --sort oldest --json=id,price,stock,tags").output
      .split(separator: "\n").map(String.init)
  }

  private static func line(_ id: Int, _ price: Int, _ stock: Int, _ tag: String) -> String {
    #"{"id":\#(id),"price":\#(price),"stock":\#(stock),"tags":["\#(tag)"]}"#
  }

  @Test(arguments: [false, true])
  func `what was sold and edited since stays`(isServed: Bool) async throws {
    let market = try ImportMarket(isServed: isServed)
    #expect(try await market.importing(Self.table).output == "2 added\n")
    #expect(await market.run("sell 1:2").exitCode == .done)
    #expect(await market.run("edit 2 --price 9500").exitCode == .done)
    let plan = try await market.importing(Self.table, "--dry-run")
    #expect(
      plan.output.contains(
        "\n  2 rows have cells that are as at their last import: their items keep what has changed since; --on-existing overwrite sets them\n"
      ), "\(plan.output)")
    #expect(try await market.importing(Self.table).output == "2 unchanged\n")
    // Only the cell that is new is set.
    let priced = Self.table.replacing("5000", with: "6000")
    #expect(
      try await market.importing(priced, "--dry-run").output.contains("\n  2 rows have cells that are as at"))
    #expect(try await market.importing(priced).output == "1 updated, 1 unchanged\n")
    #expect(await values(market) == [Self.line(1, 6000, 8, "brass"), Self.line(2, 9500, 3, "oak")])
    #expect(try await market.importing(priced).output == "2 unchanged\n")
    // A cell that goes back to what it was before is another one than at the last import.
    #expect(try await market.importing(Self.table).output == "1 updated, 1 unchanged\n")
    #expect(try await market.importing(Self.table, "--yes --on-existing overwrite").output == "2 updated\n")
    #expect(await values(market) == [Self.line(1, 5000, 10, "brass"), Self.line(2, 9000, 3, "oak")])
  }

  @Test func `the first import of an item that is as its row says is remembered`() async throws {
    let market = try ImportMarket()
    #expect(
      await market.run("add --title Lamp --price 5000 --currency KRW --stock 10 --sku A").exitCode == .done)
    let table = "sku,price,stock\nA,5000,10\n"
    #expect(try await market.importing(table).output == "1 unchanged\n")
    // Nothing was changed that could be taken back.
    #expect(await market.run("log --json").output.split(separator: "\n").count == 1)
    #expect(await market.run("sell 1:2").exitCode == .done)
    #expect(try await market.importing(table).output == "1 unchanged\n")
    #expect(await market.run("show 1 --json=stock").output == "{\"stock\":8}\n")
  }

  @Test func `a column that is new is set, and that of another sheet stays known`() async throws {
    let market = try ImportMarket()
    #expect(try await market.importing("sku,title,price\nA,Lamp,5000\n").output == "1 added\n")
    #expect(await market.run("edit 1 --price 5500 --stock 4").exitCode == .done)
    // A count of 0 was in no sheet before, though the item began with 0.
    #expect(try await market.importing("sku,stock\nA,0\n").output == "1 updated\n")
    #expect(try await market.importing("sku,title,price\nA,Lamp,5000\n").output == "1 unchanged\n")
    #expect(await market.run("show 1 --json=price,stock").output == "{\"price\":5500,\"stock\":0}\n")
  }

  @Test func `an import that was taken back is done again, beside what was sold`() async throws {
    let market = try ImportMarket()
    _ = try await market.importing(Self.table)
    #expect(await market.run("sell 1:2").exitCode == .done)
    let priced = Self.table.replacing("5000", with: "6000")
    #expect(try await market.importing(priced).output == "1 updated, 1 unchanged\n")
    #expect(await market.run("undo --yes").exitCode == .done)
    #expect(await values(market)[0] == Self.line(1, 5000, 8, "brass"))
    #expect(try await market.importing(priced).output == "1 updated, 1 unchanged\n")
    #expect(await values(market)[0] == Self.line(1, 6000, 8, "brass"))
  }

  @Test func `cells that clear, costs and added stocks`() async throws {
    let market = try ImportMarket()
    let table = "sku,title,price,note,cost\nA,Lamp,5000,\\empty,3000\n"
    _ = try await market.importing("sku,title,price,note\nA,Lamp,5000,old\n")
    #expect(await market.run("restock 1:5 --cost 2000").exitCode == .done)
    #expect(try await market.importing(table, "--yes").output == "1 updated\n")
    #expect(await market.run("edit 1 --note new --cost 2500").exitCode == .done)
    #expect(try await market.importing(table, "--yes").output == "1 unchanged\n")
    let shown = await market.run("show 1").output
    #expect(shown.contains("\ncost\t2500\n"), "\(shown)")
    #expect(await market.run("export --format jsonl").output.contains(#""note":"new""#))
    // Pieces that are added are added each time: the item began with one.
    for stock in [8, 10] {
      #expect(try await market.importing("sku,stock\nA,2\n", "--yes --stock add").output == "1 updated\n")
      #expect(await market.run("show 1 --json=stock").output == "{\"stock\":\(stock)}\n")
    }
  }

  @Test func `a percentage is taken off the price that the item has or gets`() async throws {
    let market = try ImportMarket()
    func table(_ price: String, _ rate: String) -> String {
      "sku,title,price,discount\nA,Lamp,\(price),\(rate)\n"
    }
    func discounted() async -> String { await market.run("show 1 --json=price,discounted_price").output }
    _ = try await market.importing(table("5000", "20%"))
    #expect(await market.run("edit 1 --price 8000").exitCode == .done)
    // The cell of the price is as it was, and that of the discount is not.
    #expect(try await market.importing(table("5000", "25%")).output == "1 updated\n")
    #expect(await discounted() == "{\"price\":8000,\"discounted_price\":6000}\n")
    #expect(try await market.importing(table("6000", "25%")).output == "1 updated\n")
    #expect(await discounted() == "{\"price\":6000,\"discounted_price\":4500}\n")
    #expect(try await market.importing("sku,discount\nA,10%\n").output == "1 updated\n")
    #expect(await discounted() == "{\"price\":6000,\"discounted_price\":5400}\n")
    // Both cells are as they were.
    #expect(await market.run("edit 1 --price 7000").exitCode == .done)
    #expect(try await market.importing("sku,discount\nA,10%\n").output == "1 unchanged\n")
    #expect(
      try await market.importing("sku,discount\nA,10%\n", "--yes --on-existing overwrite").output
        == "1 updated\n")
    #expect(await discounted() == "{\"price\":7000,\"discounted_price\":6300}\n")
  }

  @Test func `a default discount is taken off the price of each row`() async throws {
    let market = try ImportMarket()
    _ = try await market.importing(
      "sku,title,price,discount\nA,Lamp,,\nB,Desk,100,\nC,Rug,,20%\n",
      "--yes --default price=50 --default discount=10%")
    #expect(
      await market.run("list --sort oldest --json=price,discounted_price").output.split(separator: "\n") == [
        #"{"price":50,"discounted_price":45}"#, #"{"price":100,"discounted_price":90}"#,
        #"{"price":50,"discounted_price":40}"#,
      ])
    // Without a price anywhere that is what is missing.
    #expect(try await market.importing("sku,title,discount\nD,Cup,20%\n").output == "1 rejected\n")
    #expect(try market.text(of: "items.csv.rejects.csv").contains(",price-missing,"))
  }

  @Test func `a row of an export that was imported may be imported again`() async throws {
    let market = try ImportMarket()
    _ = try await market.importing(Self.table)
    let export = await market.run("export --format csv").output.replacing(",10,", with: ",20,")
    #expect(try await market.importing(export, as: "export.csv").output == "1 updated, 1 unchanged\n")
    #expect(await market.run("sell 1:2").exitCode == .done)
    #expect(try await market.importing(export, as: "export.csv").output == "2 unchanged\n")
    #expect(await values(market)[0] == Self.line(1, 5000, 18, "brass"))
  }

  @Test func `a date that a spreadsheet has cut is the same, and another one is shown`() async throws {
    let market = try ImportMarket()
    _ = try await market.importing(
      "sku,title,price,registration_date\nA,Lamp,5000,2026-11-21T14:58:07.250+09:00\n")
    for date in ["2026-11-21T14:58:07.250+09:00", "2026-11-21T14:58:07+09:00", "2026-11-21T14:58:00+09:00"] {
      #expect(try await market.importing("sku,registration_date\nA,\(date)\n").output == "1 unchanged\n")
    }
    for date in ["2026-11-21T14:58:06+09:00", "2026-11-21T14:57:00+09:00", "2026-11-22"] {
      let plan = try await market.importing("sku,registration_date\nA,\(date)\n", "--dry-run")
      #expect(plan.output.contains("\n  Registration date  2026-11-21 14:58 → 2026-11-2"), "\(plan.output)")
    }
  }
}
