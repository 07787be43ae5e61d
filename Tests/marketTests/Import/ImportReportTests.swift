import Foundation
import TestSupport
import Testing

@testable import market

/// Rejected rows, results, and the edges of a batch.
struct ImportReportTests {
  @Test(arguments: [false, true])
  func `rejected rows keep their cells byte for byte, and can be imported after correction`(isServed: Bool)
    async throws
  {
    let market = try ImportMarket(isServed: isServed)
    let table =
      "sku,title,price,stock,Farbe,note\r\n"
      + "A,\"Lamp, \"\"big\"\"\",\"1,69,000\",1,red,\"two\r\nlines\"\r\n"
      + "B,Desk,2000,1,blue,\r\n" + "C,'=1+1, 3000,1.5,\\empty,한글\r\n" + "D,Shelf,10,1,x,y,z\r\n"
    let outcome = try await market.importing(table, "--yes --ignore-unknown")
    #expect(outcome.output == "1 added, 3 rejected\n")
    #expect(outcome.exitCode == .partial)
    let rejects = try market.text(of: "items.csv.rejects.csv")
    #expect(
      rejects
        == "sku,title,price,stock,Farbe,note,row,column,value,rule,sentence\r\n"
        + "A,\"Lamp, \"\"big\"\"\",\"1,69,000\",1,red,\"two\r\nlines\",2,price,\"1,69,000\",grouping,\"'1,69,000' in 'price' has groups of digits that are not of three\"\r\n"
        + "C,'=1+1, 3000,1.5,\\empty,한글,4,stock,1.5,stock-not-whole,Stock '1.5' is not a whole number\r\n"
        + "D,Shelf,10,1,x,y,5,,z,too-many-cells,More cells (7) than columns (6),z\r\n"
    )
    // Nothing is lost when it is imported as it is.
    let again = try await market.importing(
      rejects, as: "again.csv", "--yes --ignore-unknown --rejects \(market.home.path)/again.rejects.csv")
    #expect(again.output == "3 rejected\n")
    #expect(
      try market.home.text(of: "again.rejects.csv").replacing(/,\d,/, with: ",")
        == rejects.replacing("(7) than columns (6)", with: "(12) than columns (11)")
        .replacing(/,\d,/, with: ","))
    let corrected = rejects.replacing("\"1,69,000\",1", with: "\"1,690,000\",1")
      .replacing("1.5,\\empty", with: "5,\\empty").replacing(",z\r\n", with: "\r\n")
    #expect(
      try await market.importing(corrected, as: "items.csv.rejects.csv", "--yes --ignore-unknown").output
        == "3 added\n")
    #expect(
      try await market.items() == [
        #"{"currency":"KRW","price":2000,"sku":"B","stock":1,"title":"Desk"}"#,
        #"{"currency":"KRW","note":"two\r\nlines","price":1690000,"sku":"A","stock":1,"title":"Lamp, \"big\""}"#,
        #"{"currency":"KRW","note":"한글","price":3000,"sku":"C","stock":5,"title":"=1+1"}"#,
        #"{"currency":"KRW","note":"y","price":10,"sku":"D","stock":1,"title":"Shelf"}"#,
      ])
  }

  @Test func `rejects of rejects have the columns once, and a file can be named for them`() async throws {
    let market = try ImportMarket()
    let path = "\(market.home.path)/wrong.csv"
    let outcome = try await market.importing("sku,title,price\nA,,1\n", "--yes --rejects \(path)")
    #expect(outcome.error.hasSuffix("Correct \(path), then: market import \(path) --currency KRW\n"))
    let first = try market.home.text(of: "wrong.csv")
    _ = await market.run("import \(path) --currency KRW --yes --rejects \(market.home.path)/again.csv")
    #expect(try market.home.text(of: "again.csv") == first)
    // A dry run writes it where it is named.
    _ = try await market.importing(
      "sku,title,price\nB,,1\n", "--dry-run --rejects \(market.home.path)/dry.csv")
    #expect(try market.home.text(of: "dry.csv") == first.replacing("A,,1", with: "B,,1"))
    #expect(market.home.files(in: "").contains("items.csv.rejects.csv") == false)
  }

  @Test func `the rejects of files with other columns go to files of their own`() async throws {
    let market = try ImportMarket()
    let path = market.home.path
    let other = try market.home.write("title,sku,note,price\n,B,x,2\n,D,y,2\n", to: "other.csv")
    let same = try market.home.write("sku,title,price\nC,,3\n", to: "same.csv")
    let table = "sku,title,price\nA,,1\n"
    let options = "--yes '\(other)' '\(same)'"
    let report = ",title,,title-missing,Title is missing\r\n"
    let columns = ",row,column,value,rule,sentence\r\n"
    #expect(try await market.importing(table, options).exitCode == .partial)
    #expect(
      try ["items", "other", "same"].map { try market.home.text(of: "\($0).csv.rejects.csv") } == [
        "sku,title,price\(columns)A,,1,2\(report)",
        "title,sku,note,price\(columns),B,x,2,2\(report),D,y,2,3\(report)",
        "sku,title,price\(columns)C,,3,2\(report)",
      ])
    let named = try await market.importing(table, options + " --rejects \(path)/r.csv")
    #expect(
      named.text(in: market).hasSuffix(
        """
        ! Correct HOME/r.csv, then: market import HOME/r.csv --currency KRW
        ! Correct HOME/r.2.csv, then: market import HOME/r.2.csv --currency KRW
        exit 7
        """))
    // The rows name their files.
    let texts = try ["r.csv", "r.2.csv"].map { try market.text(of: $0) }
    #expect(
      texts == [
        ["sku,title,price\(columns)", "A,,1,2\(report)", "C,,3,2\(report)"].naming(["items.csv", "same.csv"]),
        ["title,sku,note,price\(columns)", ",B,x,2,2\(report)", ",D,y,2,3\(report)"].naming([
          "other.csv", "other.csv",
        ]),
      ])
    // Rejects of rejects keep the names.
    _ = await market.run("import \(path)/r.csv --currency KRW --yes")
    #expect(try market.text(of: "r.csv.rejects.csv") == texts[0].replacing("C,,3,2", with: "C,,3,3"))
    try market.home.write(
      market.home.text(of: "r.csv").replacing("A,,", with: "A,Lamp,").replacing("C,,", with: "C,Desk,"),
      to: "r.csv")
    let corrected = await market.run("import \(path)/r.csv --currency KRW --yes")
    #expect(corrected.output == "2 added\n")
    #expect(!corrected.error.contains("not read"))
  }

  @Test func `paths of images in rejected rows begin at the folder of their file`() async throws {
    let market = try ImportMarket()
    let path = market.home.path
    try market.home.write(Pixel.png, to: "shop/photos/A.png")
    let outcome = try await market.importing(
      "sku,title,price,images\nA,,1,photos/A.png\n", as: "shop/items.csv", "--yes --rejects \(path)/r.csv")
    #expect(outcome.exitCode == .partial)
    let rejects = try market.home.text(of: "r.csv")
    #expect(rejects.hasSuffix(",title-missing,Title is missing,\(path)/shop/items.csv\r\n"))
    #expect(
      try await market.importing(rejects.replacing("A,,", with: "A,Lamp,"), as: "r.csv").output
        == "1 added\n")
    #expect(await market.run("show 1 --json=images").output.contains("://"))
  }

  @Test func `rejects of JSON have the keys that came with later rows`() async throws {
    let market = try ImportMarket()
    let options = "--yes --rejects \(market.home.path)/r.csv"
    let outcome = try await market.importing(
      #"{"sku":"A","title":"Lamp","price":1}"# + "\n"
        + #"{"sku":"B","price":2,"note":"late","tags":["x","y"]}"# + "\n",
      as: "items.jsonl", options)
    #expect(outcome.output == "1 added, 1 rejected\n")
    let rejects = try market.home.text(of: "r.csv")
    #expect(
      rejects == "sku,title,price,note,tags,row,column,value,rule,sentence\r\n"
        + "B,,2,late,x|y,2,title,,title-missing,Title is missing\r\n")
    #expect(
      try await market.importing(rejects.replacing("B,,", with: "B,Desk,"), as: "r.csv").output
        == "1 added\n")
    #expect(
      try await market.items().last
        == #"{"currency":"KRW","note":"late","price":2,"sku":"B","stock":1,"tags":["x","y"],"title":"Desk"}"#)
  }

  @Test func `texts of JSON in rejects mean the same when they are imported`() async throws {
    let market = try ImportMarket()
    let path = "\(market.home.path)/r.csv"
    _ = try await market.importing(
      #"{"sku":"2-Jan","title":"=x","note":"'=y","tags":["-a","b"],"price":"-1"}"# + "\n", as: "items.jsonl",
      "--yes --rejects \(path)")
    let rejects = try market.home.text(of: "r.csv")
    #expect(rejects.contains("\r\n'2-Jan,'=x,''=y,'-a|b,-1,1,price,'-1,price-negative,"))
    #expect(
      try await market.importing(rejects.replacing(",-1,1,", with: ",1,1,"), as: "r.csv").output
        == "1 added\n")
    #expect(
      try await market.items() == [
        #"{"currency":"KRW","note":"'=y","price":1,"sku":"2-Jan","stock":1,"tags":["-a","b"],"title":"=x"}"#
      ])
  }

  @Test func `what is wrong with the columns of one of several files names it`() async throws {
    let market = try ImportMarket()
    let other = try market.home.write("sku,title,Wheels\n", to: "other.csv")
    let outcome = try await market.importing("sku,title,price\nA,,1\n", "--yes '\(other)'")
    #expect(
      outcome.text(in: market).hasPrefix("! Error: 'HOME/other.csv': Unknown column 'Wheels' in column 3\n"))
  }

  /// Every fifth row is rejected, every seventh skipped, and of the others every third exists as it is.
  @Test(arguments: [1, 499, 500, 501, 1_000, 1_001], [false, true])
  func `each row has one result, and the counts are right at the edges of a batch`(count: Int, isServed: Bool)
    async throws
  {
    let market = try ImportMarket(isServed: isServed)
    var expected: [Int: String] = [:]
    var lines = ["command,sku,title,price"]
    var before = ["sku,title,price"]
    for number in 1...count {
      let outcome =
        number.isMultiple(of: 7)
        ? "skipped"
        : number.isMultiple(of: 5) ? "rejected" : number.isMultiple(of: 3) ? "unchanged" : "added"
      expected[number + 1] = outcome
      if outcome == "unchanged" { before.append("S\(number),Item \(number),\(number)") }
      lines.append(
        "\(outcome == "skipped" ? "ignore" : ""),S\(number),\(outcome == "rejected" ? "" : "Item \(number)"),\(number)"
      )
    }
    if before.count > 1 {
      #expect(try await market.importing(before.joined(separator: "\n")).exitCode == .done)
    }
    let counts = Dictionary(grouping: expected.values) { $0 }.mapValues(\.count)
    func number(_ outcome: String) -> String {
      (counts[outcome] ?? 0).formatted(.number.locale(Locale(identifier: "en_US")))
    }
    let outcome = try await market.importing(
      lines.joined(separator: "\n"), "--yes --results \(market.home.path)/results.csv")
    let words = ["added", "unchanged", "skipped", "rejected"].filter { counts[$0] != nil }
    #expect(outcome.output == words.map { "\(number($0)) \($0)" }.joined(separator: ", ") + "\n")
    let results = try market.text(of: "results.csv").split(separator: "\r\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(results.map { Int($0[1]) } == Array(2..<(count + 2)))
    #expect(results.allSatisfy { expected[Int($0[1]) ?? 0] == String($0[2]) })
    #expect(
      try await market.items().count == (counts["added"] ?? 0) + (counts["unchanged"] ?? 0))
  }

  @Test func `equal warnings are one, those that are not shown are counted, and results have them all`()
    async throws
  {
    let market = try ImportMarket()
    let long = String(repeating: "x", count: 51)
    let rows = (1...8).map { "S\($0),Item \($0),5,\(long)\($0 < 3 ? 0 : $0)\n" }.joined()
    let outcome = try await market.importing(
      "sku,title,price,category\n" + rows + "합계,,40,\n", "--yes --results \(market.home.path)/r.csv")
    #expect(outcome.output == "8 added, 1 skipped\n")
    #expect(
      outcome.error.contains(
        "'\(long)0' in 'category' cannot be a tag, and is left out\n  not-a-tag, rows 2, 3\nRow 4: "))
    #expect(outcome.error.contains("\n… and 3 more warnings\n"))
    let results = try market.text(of: "r.csv").split(separator: "\r\n").map(String.init)
    #expect(results[1].hasPrefix("HOME/items.csv,2,added,1,category,\(long)0,not-a-tag,"))
    #expect(results[9].hasPrefix("HOME/items.csv,10,skipped,,,,total,"))
  }
}

extension [String] {
  /// The lines of a file of rejects, each with the name of its file, and the header with a column for them.
  fileprivate func naming(_ files: [String]) -> String {
    zip(self, ["file"] + files.map { "HOME/\($0)" }).map { line, file in
      line.replacing("\r\n", with: ",\(file)\r\n")
    }.joined()
  }
}
