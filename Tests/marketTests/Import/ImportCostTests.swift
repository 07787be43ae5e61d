import Foundation
import OpenMarket
import Testing

@testable import market

/// The cost of a piece: in a column of an import, and where its owner sees it.
struct ImportCostTests {
  private static let table = "sku,상품명,판매가,재고,원가\nA,Lamp,5000,3,3000\n,Desk,9000,1,\"₩4,000\"\n"

  @Test(arguments: [false, true])
  func `the cost of a new item is that of its opening stock`(isServed: Bool) async throws {
    let market = try ImportMarket(isServed: isServed)
    let plan = try await market.importing(Self.table, "--dry-run")
    #expect(
      plan.output.hasSuffix(
        """

        Row 2  new  Lamp · KRW 5,000 · 3 in stock · cost KRW 3,000
        Row 3  new  Desk · KRW 9,000 · 1 in stock · cost KRW 4,000

        """), "\(plan.output)")
    #expect(try await market.importing(Self.table).output == "2 added\n")
    // A server never tells the cost.
    #expect(
      await market.run("history 2 --columns kind,cost").output
        == "opening\t\(isServed ? "" : "4000")\n")
    #expect(await market.run("show 1").output.contains("\ncost\t3000\n") == !isServed)
    // The cost of an item that exists is set; that of a row without a key is no second item.
    let again = try await market.importing(
      Self.table.replacing("3000", with: "3500").replacing("4,000", with: "4,500"))
    #expect(again.output == "1 updated, 1 unchanged\n")
    #expect(try await market.items().count == 2)
    #expect(await market.run("show 1").output.contains("\ncost\t3500\n") == !isServed)
    let same = try await market.importing(Self.table.replacing("3000", with: "3500"))
    #expect(same.output == "2 unchanged\n")
  }

  @Test func `a plan warns where most costs are above the price`() async throws {
    let market = try ImportMarket()
    let table = "title,price,cost\nLamp,5000,15000\nDesk,9000,27000\nPen,100,50\n"
    let plan = try await market.importing(table, "--dry-run")
    #expect(
      plan.output.contains("\n  the cost is above the price in 2 of 3 rows: it is that of one piece\n"),
      "\(plan.output)")
    #expect(!(try await market.importing(Self.table, "--dry-run").output.contains("above the price")))
  }

  @Test func `a cost that no item can have is an error of its cell`() async throws {
    let market = try ImportMarket()
    let table = "title,price,cost per item\nLamp,5000,1.5\nDesk,5000,$4\nChair,5000,four\n"
    let outcome = try await market.importing(table)
    #expect(outcome.output == "3 rejected\n")
    let rejects = try market.text(of: "items.csv.rejects.csv").split(separator: "\r\n").dropFirst()
    #expect(
      rejects.map { $0.split(separator: ",").dropFirst(3).prefix(4).joined(separator: ",") } == [
        "2,cost per item,1.5,cost-decimals", "3,cost per item,$4,currency-contradiction",
        "4,cost per item,four,amount",
      ])
    let korean = try await market.importing(table, as: "other.csv", "--yes --locale ko_KR")
    #expect(korean.error.contains("원가 '1.5': KRW 통화에는 소수 자리가 없습니다"), "\(korean.error)")
  }

  @Test func `Shopify's cost per item is the cost`() async throws {
    let market = try ImportMarket()
    let table = """
      Handle,Title,Variant SKU,Variant Inventory Qty,Variant Price,Cost per item
      lamp,Lamp,L-1,5,4000,1500

      """
    let outcome = try await market.importing(table)
    #expect(outcome.output == "1 added\n", "\(outcome.error)")
    #expect(await market.run("history 1 --columns cost").output == "1500\n")
  }

  @Test func `the owner sees the average cost in the card and before adding`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5000 --cost 3000 --stock 2 --currency KRW")
    #expect(await home.terminal().run("show 1").output.contains("\ncost KRW 3,000\n"))
    _ = await home.pipe.run("restock 1 --quantity 2 --cost 3500")
    #expect(await home.terminal().run("show 1 --locale ko_KR").output.contains("\n원가 3,250원\n"))
    #expect(await home.terminal().run("show 1 --accessible").output.contains("\nCost: KRW 3,250\n"))
    #expect(await home.pipe.run("show 1").output.hasSuffix("\ncost\t3250\n"))
    #expect(await home.pipe.run("show 1 --json").output.hasSuffix(#","cost":3250}"# + "\n"))
    await home.pipe.run("show 1 --json=cost,id").prints(#"{"cost":3250,"id":1}"#)
    // Another person at a server does not.
    for command in ["show 1", "show 1 --json"] {
      #expect(!(await home.served().run(command).output.contains("cost")))
    }
    #expect(
      await home.pipe.run("add --title x --price 5 --cost 2 --currency KRW --dry-run").output
        .contains("\ncost\t2\n"))
    #expect(
      await home.terminal().run("add --title x --price 5 --cost 2 --currency KRW --dry-run").output
        .contains("KRW 2\n"))
  }
}
