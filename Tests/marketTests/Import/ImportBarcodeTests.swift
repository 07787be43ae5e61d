import Foundation
import TestSupport
import Testing

@testable import market

/// Barcodes in tables, and SKUs that are written in another case.
struct ImportBarcodeTests {
  @Test(arguments: [false, true])
  func `a barcode identifies the item of a row without a SKU`(isServed: Bool) async throws {
    let market = try ImportMarket(isServed: isServed)
    let table = "바코드,title,price\n012345678905,a,1000\n8801234567893|96385074,b,2000\n"
    #expect(try await market.importing(table).output == "2 added\n")
    #expect(try await market.importing(table).output == "2 unchanged\n")
    #expect(
      try await market.importing("EAN,price\n012345678905,1500\n8801234567893|96385074,2000\n").output
        == "1 updated, 1 unchanged\n")
    #expect(
      try await market.items(without: ["id", "version", "registration_date", "currency", "stock"]) == [
        #"{"barcodes":["012345678905"],"price":1500,"title":"a"}"#,
        #"{"barcodes":["8801234567893","96385074"],"price":2000,"title":"b"}"#,
      ])
  }

  @Test(arguments: [
    ("Handle,Title,Variant SKU,Variant Barcode,Variant Price", "lamp,Lamp,L,%,1000"),
    (#"Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Regular price,Sale price"#, "simple,L,%,Lamp,1000,"),
    ("Product ID,Active (0/1),Name *,Price tax excluded,Reference #,EAN13,UPC", "7,1,Lamp,1000,L,,%"),
  ])
  func `a table of another shop has barcodes, and a number of its own is left out`(
    header: String, row: String
  ) async throws {
    let market = try ImportMarket()
    let table = [header, row.replacing("%", with: "'012345678905")].joined(separator: "\n") + "\n"
    #expect(try await market.importing(table).output == "1 added\n")
    #expect(try await market.items()[0].contains(#""barcodes":["012345678905"]"#))
    let own = [header, row.replacing("%", with: "OUR-7")].joined(separator: "\n") + "\n"
    #expect(try await market.importing(own).output == "1 unchanged\n")
    #expect(try await market.importing(own, "--dry-run").output.contains("OUR-7"))
  }

  @Test func `a number in two columns of another shop is one barcode`() async throws {
    let market = try ImportMarket()
    let header = "Product ID,Active (0/1),Name *,Price tax excluded,Reference #,EAN13,UPC"
    let table = header + "\n7,1,Lamp,1000,L,'0012345678905,'012345678905\n"
    #expect(try await market.importing(table).output == "1 added\n")
    #expect(try await market.items()[0].contains(/"barcodes":\["0?012345678905"\]/))
  }

  @Test(arguments: [false, true])
  func `a SKU in another case is that of the item, and stays`(isServed: Bool) async throws {
    let market = try ImportMarket(isServed: isServed)
    #expect(try await market.importing("sku,title,price\nLmp-7,a,1000\n").output == "1 added\n")
    #expect(try await market.importing("sku,title,price\nLMP-7,a,1500\n").output == "1 updated\n")
    #expect(
      try await market.items(without: ["id", "version", "registration_date", "currency", "stock"]) == [
        #"{"price":1500,"sku":"Lmp-7","title":"a"}"#
      ])
    // In one file it is there twice.
    let twice = try await market.importing("sku,title,price\nx,b,1\nX,c,2\n", "--dry-run")
    #expect(twice.output.split(separator: "\n").first == "1 to add, 1 rejected")
  }

  @Test func `barcodes that another item has, and those that are none, are rejected with the reason`()
    async throws
  {
    let market = try ImportMarket()
    _ = try await market.importing("sku,barcode,title,price\nA,012345678905,a,1000\n")
    let outcome = try await market.importing(
      "sku,barcode,title,price\nB,0012345678905,b,1\nC,88012345678,c,2\nD,8.80E+12,d,3\nE,96385074,e,4\n",
      "--yes --results \(market.home.path)/results.csv")
    #expect(outcome.output == "1 added, 3 rejected\n")
    let rejects = try market.text(of: "results.csv").split(separator: "\r\n").filter {
      $0.contains("rejected")
    }
    #expect(
      rejects.map { $0.split(separator: ",", maxSplits: 6)[3...5].joined(separator: " ") } == [
        "barcode 0012345678905 taken", "barcode 88012345678 barcodes", "barcode 8.80E+12 damaged-key",
      ])
    #expect(rejects[0].contains("'0012345678905' in 'barcode' is that of #1 a"))
  }

  @Test(arguments: ["csv", "xlsx", "jsonl"])
  func `an export keeps the zeros before a barcode`(format: String) async throws {
    let market = try ImportMarket()
    _ = try await market.importing("sku,barcode,title,price\nA,012345678905,a,1000\nB,,b,1\n")
    let file = "\(market.home.path)/all.\(format)"
    #expect(await market.run("export -o \(file)").exitCode == .done)
    let items = try await market.items()
    #expect(items[0].contains(#""barcodes":["012345678905"]"#))
    #expect(await market.run("import \(file) --yes").output == "2 unchanged\n")
    let other = try ImportMarket()
    #expect(await other.run("import \(file) --yes").output == "2 added\n")
    #expect(try await other.items() == items)
    // A spreadsheet that opens a text would take it for a number.
    if format == "csv" { #expect(try market.home.text(of: "all.csv").contains(",'012345678905,")) }
  }

  @Test func `a cell clears the barcodes`() async throws {
    let market = try ImportMarket()
    _ = try await market.importing("sku,barcode,title,price\nA,012345678905,a,1000\n")
    #expect(try await market.importing("sku,barcode\nA,\n").output == "1 unchanged\n")
    #expect(try await market.importing("sku,barcode\nA,\\empty\n").output == "1 updated\n")
    #expect(try await market.items().filter { $0.contains("barcodes") } == [])
    #expect(try await market.importing("sku,barcode,title,price\nB,012345678905,b,1\n").output == "1 added\n")
  }
}
