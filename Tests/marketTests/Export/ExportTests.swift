import Foundation
import OpenMarket
import TestSupport
import Testing

@testable import market

/// `market export`: the table, its guards, and where it goes.
struct ExportTests {
  private static func market(isServed: Bool = false) async throws -> ImportMarket {
    let market = try ImportMarket(isServed: isServed)
    try market.home.write("secret\n", to: "password", mode: 0o600)
    _ = try await market.importing(
      "sku,reference,title,price,currency,stock,tags,note,registration_date,description\n"
        + "=A,r-1,'=1+1,12.50,USD,5,'-x|y,'@Kim,2026-11-20T18:30:00.123456Z,\"one\ntwo\"\n"
        + ",,Brass lamp,1000,KRW,0,,,2026-11-20T00:00:00Z,\\\\empty\n",
      "--yes --password-file \(market.home.path)/password")
    return market
  }

  private static let header =
    "id,version,sku,reference,title,description,price,currency,discounted_price,stock,tags,images,registration_date,note,reorder_at,off_sale,barcodes\r\n"

  /// Versions are keyed digits that a test cannot know.
  private static func plain(_ text: String) -> String {
    text.replacing(/v[A-Z2-7]{65}/, with: "⟨version⟩")
  }

  @Test(arguments: [false, true])
  func `a table has every field, and guards texts that a spreadsheet would run`(isServed: Bool) async throws {
    let market = try await Self.market(isServed: isServed)
    let password = " --password-file \(market.home.path)/password"
    // A server never sends costs.
    let end = isServed ? "\r\n" : ",\r\n"
    let header = isServed ? Self.header : Self.header.replacing("\r\n", with: ",cost\r\n")
    let rows =
      "1,⟨version⟩,'=A,r-1,'=1+1,\"one\ntwo\",12.5,USD,,5,'-x|y,,2026-11-21T03:30:00.123456+09:00,'@Kim,,false,\(end)"
      + "2,⟨version⟩,,,Brass lamp,\\\\empty,1000,KRW,,0,,,2026-11-20T09:00:00+09:00,,,false,\(end)"
    let export = await market.run("export" + password)
    #expect(Self.plain(export.output) == header + rows)
    #expect(export.error == "Exported 2 items\n")
    #expect(await market.run("export --bom" + password).output == "\u{FEFF}" + export.output)
    #expect(
      Self.plain(await market.run("export --raw" + password).output)
        == header
        + rows.replacing("'=", with: "=").replacing("'-", with: "-").replacing("'@", with: "@")
        .replacing("\\\\empty", with: "\\empty"))
    #expect(
      Self.plain(await market.run("export --search lamp" + password).output)
        == header + rows.split(separator: "\r\n").dropFirst().joined() + "\r\n")
    #expect(
      Self.plain(await market.run("export --format jsonl" + password).output)
        == #"{"id":1,"version":"⟨version⟩","sku":"=A","reference":"r-1","title":"=1+1","description":"one\ntwo","price":12.5,"currency":"USD","stock":5,"tags":["-x","y"],"registration_date":"2026-11-21T03:30:00.123456+09:00","note":"@Kim"}"#
        + "\n"
        + #"{"id":2,"version":"⟨version⟩","title":"Brass lamp","description":"\\\\empty","price":1000,"currency":"KRW","stock":0,"registration_date":"2026-11-20T09:00:00+09:00"}"#
        + "\n")
  }

  @Test func `a note of a server is exported with its password alone`() async throws {
    let market = try await Self.market(isServed: true)
    let other = try market.home.write("another\n", to: "other", mode: 0o600)
    #expect(await market.run("export").output.contains("Kim") == false)
    let wrong = await market.run("export --password-file \(other)")
    #expect(!wrong.output.contains("Kim") && wrong.output.contains("Brass lamp"))
  }

  @Test func `the name of the file says the format`() async throws {
    let market = try await Self.market()
    let path = market.home.path
    let lines = await market.run("export --format jsonl").output
    await market.run("export -o \(path)/items.JSONL").prints("! Exported 2 items")
    #expect(try market.text(of: "items.JSONL") == lines)
    await market.run("export -o \(path)/items.xlsx").prints("! Exported 2 items")
    #expect(try Data(contentsOf: URL(filePath: path + "/items.xlsx")).starts(with: Data("PK".utf8)))
    await market.run("export -o \(path)/items.ods").prints(
      """
      ! Error: 'HOME/items.ods' is no kind of file that an export writes
      ! Help:  Choose a name such as 'items.xlsx' or 'items.csv'; spreadsheet programs open both
      exit 2
      """, in: market)
    await market.run("export --format xlsx").prints(
      """
      ! Error: A workbook is written to a file only
      ! Help:  Name it: '-o items.xlsx'
      exit 2
      """, in: market)
    #expect(!FileManager.default.fileExists(atPath: path + "/items.ods"))
  }

  @Test func `columns and headers are those that are named`() async throws {
    let market = try await Self.market()
    #expect(
      await market.run("export --columns price,title,price --quiet").output
        == "price,title\r\n12.5,'=1+1\r\n1000,Brass lamp\r\n")
    #expect(
      await market.run("export --columns sku,title --headers ko --quiet").output
        == "상품 코드,상품명\r\n'=A,'=1+1\r\n,Brass lamp\r\n")
    #expect(await market.run("export --columns size").exitCode == .usage)
  }

  @Test func `an empty market is a header`() async throws {
    let market = try ImportMarket(isServed: true)
    let output = await market.run("export").output
    #expect(output == Self.header)
    await market.run("export --format jsonl --quiet").prints("")
  }

  @Test func `of a market that cannot be read nothing is written`() async throws {
    let home = try Home()
    try home.write("no store", to: "other.db")
    var pipe = home.pipe
    pipe.environment["MARKET_PASSWORD"] = "secret"
    let outcome = await pipe.run("export --store \(home.path)/other.db")
    #expect((outcome.output, outcome.exitCode) == ("", .failed))
  }

  @Test func `a file is not replaced without --force, and is complete or not there`() async throws {
    let market = try await Self.market()
    let path = try market.home.write("mine", to: "all.csv")
    #expect(
      await market.run("export -o \(path)").text(in: market) == """
        ! Error: The file 'HOME/all.csv' already exists
        ! Help:  Choose another path, or replace the file with '--force'
        exit 6
        """)
    #expect(try market.home.text(of: "all.csv") == "mine")
    await market.run("export -o \(path) --force --quiet").prints("")
    #expect(try market.home.text(of: "all.csv") == (await market.run("export").output))
    #expect(
      await market.run("export -o \(market.home.path)/none/all.csv").text(in: market) == """
        ! Error: The file 'HOME/none/all.csv' cannot be written
        exit 1
        """)
    #expect(!market.home.files(in: "").contains("all.csv.part"))
  }

  @Test(arguments: [
    "--bom --format jsonl", "--raw --format jsonl", "--headers ko --format jsonl",
    "--bom --format xlsx -o a.xlsx", "--format xml", "1 --search lamp", "1 --tag brass",
  ])
  func `options that mean nothing together are a usage error`(options: String) async throws {
    #expect(await (try ImportMarket()).run("export \(options)").exitCode == .usage)
  }

  @Test func `at a terminal texts are escaped as in a list, and data in a pipe`() async throws {
    let market = try ImportMarket()
    let title = "x\u{1B}[31m\u{202E}y"
    let row = #"{"title":"x\u001b[31m\u202ey","price":1}"#
    _ = try await market.importing(row, as: "items.jsonl")
    #expect(await market.run("export").output.contains(title))
    let shown = await market.run("export", columns: 80).output
    #expect(shown.contains(#"x\u{1B}[31m\u{202E}y"#))
    #expect(HostileTextTests.dangers(in: shown) == [])
  }
}
