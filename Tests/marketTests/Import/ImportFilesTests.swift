import Foundation
import TestSupport
import Testing

@testable import market

/// The files that an import writes: none of those that exist is lost.
struct ImportFilesTests {
  private static let table = "sku,title,price\nA,Lamp,1\nB,,2\n"
  private static let report = ",row,column,value,rule,sentence\r\n"
  private static let rejects = "sku,title,price\(report)B,,2,3,title,,title-missing,Title is missing\r\n"

  private func files(_ market: ImportMarket) -> [String] {
    market.home.files(in: "").filter { !$0.hasPrefix(".") }
  }

  @Test(arguments: [("--dry-run", "added"), ("--plan HOME/plan", "added"), ("--yes", "added")])
  func `results have every row, also of what is only planned`(option: String, outcome: String) async throws {
    let market = try ImportMarket()
    let options = option.replacing("HOME", with: market.home.path)
    let found = try await market.importing(
      Self.table, "\(options) --results \(market.home.path)/results.csv --rejects \(market.home.path)/bad.csv"
    )
    #expect(found.exitCode == .partial)
    #expect(
      found.error.contains(
        "Correct \(market.home.path)/bad.csv, then: market import \(market.home.path)/bad.csv"))
    let id = option == "--yes" ? "1" : ""
    #expect(
      try market.text(of: "results.csv")
        == "file,row,result,id,column,value,rule,sentence\r\nHOME/items.csv,2,\(outcome),\(id),,,,\r\n"
        + "HOME/items.csv,3,rejected,,title,,title-missing,Title is missing\r\n")
    #expect(try market.home.text(of: "bad.csv") == Self.rejects)
    #expect(try await market.items().count == (option == "--yes" ? 1 : 0))
  }

  @Test func `a spreadsheet runs no value of a report as a formula`() async throws {
    let market = try ImportMarket()
    let home = market.home.path
    _ = try await market.importing(
      "sku,title,price\nA,Lamp,=1+1\n", "--dry-run --rejects \(home)/bad.csv --results \(home)/results.csv")
    let problem = "price,'=1+1,amount,'=1+1' in 'price' is not a number\r\n"
    #expect(
      try market.home.text(of: "bad.csv") == "sku,title,price\(Self.report)A,Lamp,=1+1,2,"
        + problem)
    #expect(try market.home.text(of: "results.csv").hasSuffix(",2,rejected,," + problem))
  }

  @Test func `a dry run without them writes no file`() async throws {
    let market = try ImportMarket()
    _ = try await market.importing(Self.table, "--dry-run")
    #expect(files(market) == ["items.csv"])
  }

  @Test func `rejects that were edited are kept, and equal ones are not written twice`() async throws {
    let market = try ImportMarket()
    for _ in 1...2 { _ = try await market.importing(Self.table) }
    #expect(files(market) == ["items.csv", "items.csv.rejects.csv"])
    #expect(try market.home.text(of: "items.csv.rejects.csv") == Self.rejects)
    let edited = Self.rejects.replacing("B,,2", with: "B,Desk,2")
    try market.home.write(edited, to: "items.csv.rejects.csv")
    let again = try await market.importing(Self.table)
    #expect(
      again.error.contains(
        "Correct \(market.home.path)/items.csv.rejects.2.csv, then: market import \(market.home.path)/items.csv.rejects.2.csv"
      ))
    #expect(try market.home.text(of: "items.csv.rejects.csv") == edited)
    #expect(try market.home.text(of: "items.csv.rejects.2.csv") == Self.rejects)
    _ = try await market.importing(Self.table, "--yes --force")
    #expect(files(market) == ["items.csv", "items.csv.rejects.2.csv", "items.csv.rejects.csv"])
    #expect(try market.home.text(of: "items.csv.rejects.csv") == Self.rejects)
  }

  @Test func `rejects that are imported with their file are kept`() async throws {
    let market = try ImportMarket()
    let rejects = try market.home.write(Self.rejects, to: "items.csv.rejects.csv")
    _ = try await market.importing(Self.table.replacing("B,", with: "C,"), "--yes '\(rejects)'")
    #expect(try market.home.text(of: "items.csv.rejects.csv") == Self.rejects)
    #expect(
      files(market) == [
        "items.csv", "items.csv.rejects.2.csv", "items.csv.rejects.csv", "items.csv.rejects.csv.rejects.csv",
      ])
  }

  @Test(arguments: ["--dry-run --results", "--yes --results", "--yes --rejects", "--plan"])
  func `a named file that exists is replaced with --force alone`(option: String) async throws {
    let market = try ImportMarket()
    let path = try market.home.write("mine\n", to: "mine.csv")
    let outcome = try await market.importing(Self.table, "\(option) \(path)")
    #expect(
      outcome.text(in: market) == """
        ! Error: The file 'HOME/mine.csv' already exists
        ! Help:  Choose another path, or replace the file with '--force'
        exit 6
        """)
    #expect(try market.home.text(of: "mine.csv") == "mine\n")
    #expect(try await market.items() == [])
    #expect(try await market.importing(Self.table, "\(option) \(path) --force").exitCode == .partial)
    #expect(try market.home.text(of: "mine.csv") != "mine\n")
    #expect(
      files(market)
        == (option == "--yes --results"
          ? ["items.csv", "items.csv.rejects.csv", "mine.csv"] : ["items.csv", "mine.csv"]))
  }

  @Test(arguments: [
    ("--yes --rejects HOME/items.csv", "'--rejects' names a file of the import: 'HOME/items.csv'"),
    ("--yes --results HOME/./items.csv", "'--results' names a file of the import: 'HOME/./items.csv'"),
    ("--plan HOME/link.csv", "'--plan' names a file of the import: 'HOME/link.csv'"),
    (
      "--yes --results HOME/r.csv --rejects HOME/./r.csv",
      "'--rejects' and '--results' name the same file 'HOME/r.csv'"
    ),
  ])
  func `a file of the import is never written, and two options need two files`(
    options: String, message: String
  )
    async throws
  {
    let market = try ImportMarket()
    let home = market.home.path
    try FileManager.default.createSymbolicLink(
      atPath: home + "/link.csv", withDestinationPath: home + "/items.csv")
    let outcome = try await market.importing(Self.table, options.replacing("HOME", with: home) + " --force")
    #expect(
      outcome.text(in: market) == "! Error: \(message)\n! Help:  Choose another path\nexit 2")
    #expect(try market.home.text(of: "items.csv") == Self.table)
    #expect(files(market) == ["items.csv", "link.csv"])
  }

  @Test func `a folder is no file to write, and a device is written as it is`() async throws {
    let market = try ImportMarket()
    let folder = market.home.path + "/folder"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for option in ["--dry-run --results", "--plan", "--yes --rejects"] {
      let outcome = try await market.importing(Self.table, "\(option) \(folder) --force")
      #expect(outcome.error == "Error: The file '\(folder)' cannot be written\n")
      #expect(outcome.exitCode == .failed)
    }
    let missing = try await market.importing(Self.table, "--yes --results \(folder)/none/r.csv")
    #expect(missing.exitCode == .failed)
    #expect(try await market.items() == [])
    #expect(
      try await market.importing(Self.table, "--yes --results /dev/null --rejects /dev/null").exitCode
        == .partial)
    #expect(files(market) == ["folder", "items.csv"])
  }

  @Test(arguments: [
    "- < items.csv", "<(cat items.csv)", "/dev/stdin < items.csv", "/dev/stdin < <(cat items.csv)",
  ])
  func `a stream is as if it were a file in the current folder`(input: String) async throws {
    let home = try Home()
    try home.write("sku,title,price,images\nA,Lamp,1,p.png\nB,,2,p.png\n", to: "items.csv")
    try home.write(Pixel.png, to: "p.png")
    let result = try await Program(home: home).run(
      "market import \(input) --currency KRW --yes", shell: "bash")
    #expect(result.output == "1 added, 1 rejected\n", "\(result.error)")
    #expect(result.status == 7)
    #expect(
      try home.text(of: "stdin.rejects.csv")
        == "sku,title,price,images\(Self.report)B,,2,p.png,3,title,,title-missing,Title is missing\r\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
  func `rejects are in the current folder where that of the file cannot be written`() async throws {
    let home = try Home()
    try home.write(Self.table, to: "items.csv")
    let result = try await Program(home: home).run(
      "market import /proc/self/fd/3 --currency KRW --yes 3< items.csv")
    #expect(result.status == 7, "\(result.error)")
    #expect(
      try home.text(of: "3.rejects.csv").hasSuffix(
        "3,title,,title-missing,Title is missing,/proc/self/fd/3\r\n"))
  }

  @Test func `a dry run leaves a stopped import as it is`() async throws {
    let market = try ImportMarket(isServed: true)
    let home = market.home.path
    _ = try await market.importing(Self.table, "--plan \(home)/plan")
    // As a stopped import leaves it.
    let folder = ImportJournal.folder(
      in: home + "/.local/state/market", files: [home + "/items.csv"],
      origin: try #require(PlanReader(path: home + "/plan").header.market as String?))
    _ = try ImportJournal.begin(in: folder, planAt: home + "/plan")
    _ = try await market.importing(Self.table, "--dry-run")
    _ = try await market.importing(Self.table, "")
    #expect(
      await market.run("import \(home)/items.csv --resume").output
        == "1 added, 1 rejected\n")
  }
}
