import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// Imports that are all or nothing.
struct ImportAtomicTests {
  private static func table(_ count: Int) -> String {
    "sku,title,price\n" + (1...count).map { "S\($0),Item \($0),\($0)\n" }.joined()
  }

  @Test func `all or nothing: one refused row undoes the others, and is named by its line`() async throws {
    let market = try ImportMarket()
    let path = market.home.path
    _ = await market.run("add --title Desk --price 5 --currency KRW --sku Z")
    var rows = (1...501).map { "S\($0),Item \($0),\($0)" }
    rows.insert("Z,Mine,1", at: 500)
    let table = "sku,title,price\n" + rows.joined(separator: "\n")
    #expect(try await market.importing(table, "--atomic --plan \(path)/plan").exitCode == .done)
    _ = await market.run("delete 1 --yes")
    let outcome = await market.run("import --apply \(path)/plan --yes --atomic")
    #expect(outcome.exitCode == .refused)
    #expect(
      outcome.error.hasSuffix(
        "Error: Row 502 was refused, so nothing was changed: The item was deleted since the plan was made\n"))
    #expect(try await market.items().isEmpty)
    let whole = try await market.importing(table.replacing("Z,Mine,1\n", with: ""), "--yes --atomic")
    #expect(whole.output == "501 added\n")
    #expect(whole.error.contains("Others that use the store wait until all rows are written\n"))
    #expect(try await market.items().count == 501)
  }

  @Test func `rejected rows prevent all of it, and a dry run shows them`() async throws {
    let market = try ImportMarket()
    let table = "sku,title,price\nA,Lamp,1\nB,,2\n"
    #expect(try await market.importing(table, "--dry-run --atomic").exitCode == .partial)
    for options in ["--yes --atomic", "--atomic --plan \(market.home.path)/plan"] {
      let outcome = try await market.importing(table, options)
      #expect(outcome.exitCode == .refused)
      #expect(
        outcome.error.hasSuffix(
          """
          Error: Rejected rows: 1; with '--atomic' nothing was changed
          Help:  See the rows with '--dry-run', and correct them

          """))
    }
    #expect(try await market.items() == [])
    #expect(market.home.files(in: "").filter { !$0.hasPrefix(".") } == ["items.csv"])
  }

  @Test func `one transaction has any number of rows and images, all of them or none`() async throws {
    let market = try ImportMarket()
    try market.home.write(Pixel.png, to: "p.png")
    var rows = (1...1_100).map { "S\($0),Item \($0),\($0),p.png" }
    let plan = market.home.path + "/plan"
    _ = await market.run("add --title Desk --price 5 --currency KRW --sku Z")
    rows.insert("Z,Mine,1,", at: 1_050)
    let table = "sku,title,price,images\n" + rows.joined(separator: "\n")
    #expect(try await market.importing(table, "--atomic --plan \(plan)").exitCode == .done)
    _ = await market.run("delete 1 --yes")
    let outcome = await market.run("import --apply \(plan) --yes --atomic")
    #expect(outcome.exitCode == .refused)
    #expect(!outcome.error.contains("--resume"))
    #expect(try await market.items().isEmpty)
    #expect(
      try await market.importing(table.replacing("Z,Mine,1,\n", with: ""), "--yes --atomic").output
        == "1100 added\n".replacing("1100", with: "1,100"))
    #expect(await market.run("show 1101 --json=images").output.components(separatedBy: "://").count == 2)
  }

  @Test func `a server does up to 100 changes as one, and more are refused before the first`() async throws {
    let market = try ImportMarket(isServed: true)
    for options in ["--yes --atomic", "--dry-run --atomic", "--atomic --plan \(market.home.path)/plan"] {
      let outcome = try await market.importing(Self.table(101), options)
      #expect(outcome.exitCode == .usage)
      #expect(
        outcome.error.hasSuffix(
          """
          Error: '--atomic' changes at most 100 items at a server, and the plan has 101
          Help:  Run it on the server's machine with '--store <file>', or without '--atomic'

          """))
      #expect(!outcome.error.contains("--resume"))
    }
    #expect(try await market.items() == [])
    #expect(market.home.files(in: ".local/state/market/imports") == [])
    #expect(market.home.files(in: "").contains("plan") == false)
    #expect(
      try await market.importing(Self.table(100), "--yes --atomic").output
        == "100 added\n")
    // Rows that are there already are no changes.
    #expect(
      try await market.importing(Self.table(101), "--yes --atomic").output
        == "1 added, 100 unchanged\n")
  }

  @Test func `more images than one request can have are refused before the first change`() async throws {
    let market = try ImportMarket(isServed: true)
    try market.home.write(Pixel.png, to: "p.png")
    let images = Array(repeating: "p.png", count: 5).joined(separator: "|")
    // A plan counts the size of the file; its contents are read when the plan is applied.
    let file = try FileHandle(forUpdating: URL(filePath: market.home.path + "/p.png"))
    try file.truncate(atOffset: 40_000)
    let rows = (1...99).map { "S\($0),Item,1,\(images)\n" }.joined()
    let outcome = try await market.importing("sku,title,price,images\n" + rows, "--yes --atomic")
    #expect(outcome.exitCode == .usage)
    #expect(
      outcome.error.contains(
        "Error: '--atomic' at a server is one request, and the images are too much for one\n"))
    #expect(try await market.items() == [])
  }
}
