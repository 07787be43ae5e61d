import Foundation
import TestSupport
import Testing

@testable import market

/// Updates of existing items by rows.
struct ImportUpdateTests {
  private static func market(isServed: Bool) async throws -> ImportMarket {
    let market = try ImportMarket(isServed: isServed)
    _ = try await market.importing(
      "sku,title,price,discounted_price,stock,description,tags,note\nA,Lamp,1000,900,8,Old,x|y,Kim\nB,Desk,2000,,2,,,\n"
    )
    return market
  }

  private static let before = [
    #"{"currency":"KRW","description":"Old","discounted_price":900,"note":"Kim","price":1000,"sku":"A","stock":8,"tags":["x","y"],"title":"Lamp"}"#,
    #"{"currency":"KRW","price":2000,"sku":"B","stock":2,"title":"Desk"}"#,
  ]

  @Test(arguments: [false, true])
  func `an empty cell leaves a value, and a missing column is not touched`(isServed: Bool) async throws {
    let market = try await Self.market(isServed: isServed)
    #expect(try await market.items() == Self.before)
    #expect(
      try await market.importing("sku,title,price,tags\nA,,\"₩1,100\",\nB,Table,,\n").output
        == "2 updated\n")
    #expect(
      try await market.items() == [
        Self.before[0].replacing("\"price\":1000", with: "\"price\":1100"),
        Self.before[1].replacing("Desk", with: "Table"),
      ])
  }

  @Test(arguments: [false, true])
  func `a word or an option clears values, and the plan counts them`(isServed: Bool) async throws {
    let market = try await Self.market(isServed: isServed)
    let table = "sku,discounted_price,description,tags,note\nA,\\empty,\\empty,\\empty,\\empty\nB,,,,\n"
    #expect(
      try await market.importing(table, "--dry-run").output.hasPrefix(
        "1 to change, 1 unchanged\n  2 rows read\n  4 fields cleared\n"))
    #expect(try await market.importing(table).output == "1 updated, 1 unchanged\n")
    let cleared = [#"{"currency":"KRW","price":1000,"sku":"A","stock":8,"title":"Lamp"}"#, Self.before[1]]
    #expect(try await market.items() == cleared)

    let other = try await Self.market(isServed: isServed)
    #expect(
      try await other.importing(
        "sku,discounted_price,description,tags,note\nA,,,,\n", "--yes --empty clear"
      ).output == "1 updated\n")
    #expect(try await other.items() == cleared)
    #expect(try await other.importing("sku,title\nA,\\empty\n").exitCode == .partial)
  }

  @Test(
    arguments: [
      ("--stock-mode set", ["{\"kind\":\"counted\",\"quantity\":-3,\"stock\":5}"], 5),
      ("--stock add", ["{\"kind\":\"correction\",\"quantity\":5,\"stock\":13}"], 13),
      ("--stock-mode skip", [], 8),
      ("--stock-mode add", ["{\"kind\":\"correction\",\"quantity\":5,\"stock\":13}"], 13),
    ], [false, true])
  func `the stock of a row is a count, is added, or is left`(
    expected: (option: String, movements: [String], stock: Int), isServed: Bool
  ) async throws {
    let market = try await Self.market(isServed: isServed)
    let outcome = try await market.importing("sku,stock\nA,5\n", "--yes \(expected.option)")
    #expect(outcome.output == (expected.movements.isEmpty ? "1 unchanged\n" : "1 updated\n"))
    #expect(
      await market.history(1) == expected.movements + [
        "{\"kind\":\"opening\",\"quantity\":8,\"stock\":8}"
      ])
    #expect(await market.run("show 1 --json=stock").output == "{\"stock\":\(expected.stock)}\n")
  }

  @Test(arguments: [false, true])
  func `items that exist are updated, skipped, or end the import`(isServed: Bool) async throws {
    let market = try await Self.market(isServed: isServed)
    let table = "sku,title,price\nA,New lamp,\nC,Chair,3000\n"
    #expect(
      try await market.importing(table, "--yes --on-existing fail").text(in: market).hasSuffix(
        """
        ! Error: Rows whose items exist: 1, the first in row 2; nothing was changed
        ! Help:  Choose '--on-existing update' or '--on-existing skip'
        exit 6
        """))
    #expect(try await market.items() == Self.before)
    #expect(
      try await market.importing(table, "--yes --on-existing skip").output
        == "1 added, 1 skipped\n")
    #expect(
      try await market.importing(table, "--yes --on-existing update").output
        == "1 updated, 1 unchanged\n")
    #expect(
      try await market.items() == [
        Self.before[0].replacing("\"Lamp\"", with: "\"New lamp\""), Self.before[1],
        #"{"currency":"KRW","price":3000,"sku":"C","stock":1,"title":"Chair"}"#,
      ])
  }

  @Test(arguments: [false, true])
  func `a command decides a row by itself`(isServed: Bool) async throws {
    let market = try await Self.market(isServed: isServed)
    _ = try await market.importing("sku,title,price\nX,Extra,7\n")
    let table = """
      command,sku,title,price
      new,C,Chair,3000
      new,X,Taken,1
      merge,D,Shelf,4000
      update,B,Table,
      update,E,None,5
      delete,A,,
      delete,F,,
      ignore,G,No price,
      """
    let outcome = try await market.importing(
      table, "--yes --on-existing skip --results \(market.home.path)/results.csv")
    #expect(outcome.output == "2 added, 1 updated, 1 deleted, 1 skipped, 3 rejected\n")
    #expect(outcome.exitCode == .partial)
    #expect(
      try market.text(of: "results.csv").split(separator: "\r\n").map {
        $0.replacing("HOME/items.csv,", with: "")
      }
        == [
          "file,row,result,id,column,value,rule,sentence", "2,added,4,,,,",
          "3,rejected,,,X,item-exists,There is an item with the key 'X' already", "4,added,5,,,,",
          "5,updated,2,,,,", "6,rejected,,,E,no-such-item,There is no item with the key 'E'",
          "7,deleted,1,,,,",
          "8,rejected,,,F,no-such-item,There is no item with the key 'F'", "9,skipped,,,,,",
        ])
    #expect(
      try await market.items() == [
        Self.before[1].replacing("Desk", with: "Table"),
        #"{"currency":"KRW","price":7,"sku":"X","stock":1,"title":"Extra"}"#,
        #"{"currency":"KRW","price":3000,"sku":"C","stock":1,"title":"Chair"}"#,
        #"{"currency":"KRW","price":4000,"sku":"D","stock":1,"title":"Shelf"}"#,
      ])
  }

  @Test(arguments: [false, true])
  func `an export is imported into a market that has changed since: such rows are rejected`(isServed: Bool)
    async throws
  {
    let market = try await Self.market(isServed: isServed)
    let path = market.home.path
    _ = await market.run("export -o \(path)/all.csv")
    _ = await market.run("edit 1 --title Lampe")
    let table = try market.home.text(of: "all.csv").replacing("Lamp", with: "Lantern")
      .replacing("Desk", with: "Table")
    let outcome = try await market.importing(table, as: "all.csv")
    #expect(outcome.output == "1 updated, 1 rejected\n")
    #expect(
      outcome.error.contains(
        "#1 title 'Lamp' → 'Lampe' since the export\n  changed, row 2 (A Lantern)\n"))
    #expect(
      try await market.items() == [
        Self.before[0].replacing("Lamp", with: "Lampe"),
        Self.before[1].replacing("Desk", with: "Table"),
      ])
    // The row that was imported is as the item is now, though its version is the one before.
    #expect(
      try await market.importing(table, as: "all.csv").output
        == "1 unchanged, 1 rejected\n")
  }

  /// The ids of an export are those of another market: rows without another key are known by what they mean.
  @Test(arguments: [false, true])
  func `an export is imported into another market, and again without changes`(isServed: Bool) async throws {
    let source = try ImportMarket()
    _ = try await source.importing("title,price\nGone,1\nLamp,1000\nLamp,1000\nDesk,2000\n")
    _ = await source.run("delete 1 --yes")
    let table = await source.run("export").output
    let target = try ImportMarket(isServed: isServed)
    #expect(try await target.importing(table).output == "3 added\n")
    let items = try await target.items()
    #expect(items == (try await source.items()))
    #expect(try await target.importing(table).output == "3 unchanged\n")
    #expect(try await target.items() == items)
  }
}
