import Foundation
import TestSupport
import Testing

@testable import market

/// Refusals by the market because of a SKU, a reference or a password, which a plan has to find before anything is written.
struct ImportKeyTests {
  @Test func `a password that owns nothing adds no second seller of the same SKUs unasked`() async throws {
    let market = try ImportMarket(isServed: true)
    let url = try #require(market.url)
    let table = "sku,title,price\nA,Lamp,1\nB,Desk,2\n"
    #expect(try await market.importing(table).output == "2 added\n")
    let path = market.home.path + "/items.csv"
    let other = try Home()
    for environment in [[:], ["MARKET_PASSWORD": "guess"]] {
      var pipe = other.pipe
      pipe.environment = environment.merging(["MARKET_SERVER": url]) { $1 }
      await pipe.run("import \(path) --currency KRW --yes").prints(
        """
        ! Error: SKU 'A' is that of item 1, of another seller, and this password has no items here
        ! Help:  Pass the password of that seller, or add the items as a new one with '--new-seller'
        exit 2
        """)
      #expect(other.files(in: ".local/share/market").isEmpty)
    }
    var pipe = other.pipe
    pipe.environment = ["MARKET_PASSWORD": "other", "MARKET_SERVER": url]
    #expect(await pipe.run("import \(path) --currency KRW --yes --new-seller").output == "2 added\n")
    // It owns something now.
    #expect(await pipe.run("import \(path) --currency KRW --yes").output == "2 unchanged\n")
  }

  /// The rejected rows of an outcome's results, without the file.
  private static func rejects(in market: ImportMarket) throws -> [String] {
    try market.text(of: "results.csv").split(separator: "\r\n")
      .map { String($0.replacing(/HOME\/[a-z]*\.csv,/, with: "")) }.filter { $0.contains("rejected") }
  }

  /// Plans a table, expects the counts, and that no row is refused when it is applied.
  private static func expect(
    _ counts: (plan: String, outcome: String), of table: String, _ options: String = "",
    in market: ImportMarket, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try await market.items()
    let planned = try await market.importing(table, "--dry-run \(options)")
    #expect(planned.output.split(separator: "\n").first ?? "" == counts.plan, sourceLocation: sourceLocation)
    // No rejected row is permitted: nothing is written.
    let strict = try await market.importing(table, "--yes --max-errors 0 \(options)")
    #expect(strict.exitCode == .refused, sourceLocation: sourceLocation)
    #expect(try await market.items() == before, sourceLocation: sourceLocation)
    try? FileManager.default.removeItem(atPath: market.home.path + "/results.csv")
    let outcome = try await market.importing(
      table, "--yes \(options) --results \(market.home.path)/results.csv")
    #expect(outcome.output == counts.outcome + "\n", sourceLocation: sourceLocation)
  }

  @Test(arguments: [false, true])
  func `a reference that is twice in a file is rejected with both places`(isServed: Bool) async throws {
    let market = try ImportMarket(isServed: isServed)
    try await Self.expect(
      ("2 to add, 3 rejected", "2 added, 3 rejected"),
      of: "sku,원본번호,title,price\nA,R1,a,1\n,R1,dup,2\nB,R2,x,3\nC,R2,y,4\n,R2,z,5\n",
      "--map 원본번호=reference", in: market)
    #expect(
      try Self.rejects(in: market) == [
        "3,rejected,,원본번호,R1,repeated-key,'R1' in '원본번호' is in row 2 too",
        "5,rejected,,원본번호,R2,repeated-key,'R2' in '원본번호' is in row 4 too",
        "6,rejected,,원본번호,R2,repeated-key,'R2' in '원본번호' is in row 4 too",
      ])
  }

  @Test(arguments: [false, true])
  func `a SKU of rows with two keys is rejected with both places, across files too`(isServed: Bool)
    async throws
  {
    let market = try ImportMarket(isServed: isServed)
    let path = market.home.path
    try market.home.write("code,sku,title,price\nR1,A,a,1\nR2,A,b,2\n", to: "one.csv")
    try market.home.write("code,sku,title,price\nR3,A,c,3\nR1,B,d,4\nR4,C,e,5\n", to: "two.csv")
    let command = "import \(path)/one.csv \(path)/two.csv --key-column code --currency KRW --yes"
    #expect(await market.run("\(command) --max-errors 2").exitCode == .refused)
    #expect(try await market.items() == [])
    #expect(
      await market.run("\(command) --results \(path)/results.csv").output
        == "2 added, 3 rejected\n")
    #expect(
      try Self.rejects(in: market) == [
        "3,rejected,,sku,A,repeated-key,'A' in 'sku' is in row 2 too",
        "2,rejected,,sku,A,repeated-key,'A' in 'sku' is in row 2 of 'one.csv' too",
        "3,rejected,,code,R1,repeated-key,'R1' in 'code' is in row 2 of 'one.csv' too",
      ])
  }

  @Test(arguments: [false, true])
  func `a SKU or a reference that another item has is rejected`(isServed: Bool) async throws {
    let market = try ImportMarket(isServed: isServed)
    _ = try await market.importing("sku,reference,title,price\nA,R1,a,1\nB,R2,b,2\nC,,c,3\n")
    try await Self.expect(
      ("1 to change, 1 rejected", "1 updated, 1 rejected"),
      of: "id,sku,title\n2,A,x\n3,C,y\n", "--key id", in: market)
    #expect(
      try Self.rejects(in: market) == [
        "2,rejected,,sku,A,taken,\"'A' in 'sku' is that of #1 a, and the row is of #2 b\""
      ])
    // A new item, and one that has its own reference.
    try await Self.expect(
      ("1 to add, 1 to change, 2 rejected", "1 added, 1 updated, 2 rejected"),
      of: "sku,reference,title,price\nA,R1,a2,1\nD,R2,d,4\nE,R5,e,5\nC,R2,c,3\n", in: market)
    #expect(
      try Self.rejects(in: market) == [
        "3,rejected,,reference,R2,taken,'R2' in 'reference' is that of #2 b",
        "5,rejected,,reference,R2,repeated-key,'R2' in 'reference' is in row 3 too",
      ])
    #expect(
      try await market.items(without: ["id", "version", "registration_date", "currency", "stock", "price"])
        == [
          #"{"reference":"R1","sku":"A","title":"a2"}"#, #"{"reference":"R2","sku":"B","title":"b"}"#,
          #"{"sku":"C","title":"y"}"#, #"{"reference":"R5","sku":"E","title":"e"}"#,
        ])
  }

  @Test func `an item with another password is rejected without being shown`() async throws {
    let market = try ImportMarket(isServed: true)
    let path = market.home.path
    try market.home.write("sku,title,price\nA,lamp,5\nB,desk,6\nC,chair,7\n", to: "one.csv")
    try market.home.write(
      "id,title,price,command\n1,other,7,\n2,,,delete\n3,chair,7,\n,own,7,\n", to: "two.csv")
    let first = await market.run(
      "import \(path)/one.csv --currency KRW --yes", environment: ["MARKET_PASSWORD": "p1"])
    #expect(first.exitCode == .done)
    let before = try await market.items()
    func run(_ options: String) async -> Outcome {
      await market.run(
        "import \(path)/two.csv --key id --currency KRW \(options)", environment: ["MARKET_PASSWORD": "p2"])
    }
    let planned = await run("--dry-run")
    planned.prints(
      """
      1 to add, 1 unchanged, 2 rejected
        4 rows read

      Row 5  new  own · KRW 7 · 1 in stock

      The item has another password
        wrong-password, rows 2 (other), 3
      exit 7
      """, in: market)
    #expect(await run("--yes --max-errors 1").exitCode == .refused)
    #expect(try await market.items() == before)
    let outcome = await run("--yes --results \(path)/results.csv --rejects \(path)/other.csv")
    #expect(outcome.output == "1 added, 1 unchanged, 2 rejected\n")
    #expect(
      try Self.rejects(in: market) == [
        "2,rejected,,,,wrong-password,The item has another password",
        "3,rejected,,,,wrong-password,The item has another password",
      ])
  }

  @Test(arguments: [false, true])
  func `a SKU is free for the rows behind the one that takes it from its item`(isServed: Bool) async throws {
    let market = try ImportMarket(isServed: isServed)
    _ = try await market.importing("sku,title,price\nA,a,1\nB,b,2\nC,c,3\n")
    try await Self.expect(
      ("2 rejected", "2 rejected"),
      of: "id,sku\n1,B\n2,A\n", "--key id", in: market)
    try await Self.expect(
      ("1 to change, 1 rejected", "1 updated, 1 rejected"),
      of: "id,sku\n1,B\n2,X\n", "--key id", in: market)
    let table = "id,sku,command,title,price\n1,Y,,,\n2,A,,,\n3,,delete,,\n,C,,new,4\n"
    #expect(
      try await market.importing(table, "--dry-run --key id").output.hasPrefix(
        "1 to add, 2 to change, 1 to delete\n"))
    #expect(
      try await market.importing(table, "--yes --key id").output
        == "1 added, 2 updated, 1 deleted\n")
    #expect(
      try await market.items(without: ["version", "registration_date", "currency", "stock", "price"]) == [
        #"{"id":1,"sku":"Y","title":"a"}"#, #"{"id":2,"sku":"A","title":"b"}"#,
        #"{"id":4,"sku":"C","title":"new"}"#,
      ])
  }
}
