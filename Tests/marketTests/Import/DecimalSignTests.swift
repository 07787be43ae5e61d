import Foundation
import OpenMarket
import TestSupport
import Testing

@testable import market

/// The decimal sign of a table, which all its cells of numbers decide.
struct DecimalSignTests {
  private func importing(_ table: String, _ options: String, to market: ImportMarket) async throws -> Outcome
  {
    _ = try market.home.write(table, to: "items.csv")
    return await market.run("import \(market.home.path)/items.csv \(options) --yes")
  }

  /// A field of all items, in the order of the table.
  private func values(_ field: String, _ market: ImportMarket) async -> [String] {
    await market.run("list --all --sort oldest --json=\(field)").output.split(separator: "\n").map {
      String($0).replacing("{\"\(field)\":", with: "").replacing("}", with: "")
    }
  }

  @Test(arguments: [
    ("A;12,50\nB;1.690\nC;1.234,50", "EUR", ["12.5", "1690", "1234.5"]),
    ("A;1.690\nB;12.50\nC;1,234.50", "EUR", ["1.69", "12.5", "1234.5"]),
    ("A;1,690\nB;12.50", "USD", ["1690", "12.5"]), ("A;150.000", "VND", ["150000"]),
    ("A;1.234.567\nB;1.234", "EUR", ["1234567", "1234"]), ("A;1.690,-", "EUR", ["1690"]),
    ("A;1.690,–\nB;12.50\nC;7.50", "EUR", ["1690", "12.5", "7.5"]),
    ("A;12,- €\nB;1.690", "EUR", ["12", "1690"]),
    ("A;€ 1.690\nB;€ 0,99", "EUR", ["1690", "0.99"]), ("A;1 690,50\nB;2.500", "EUR", ["1690.5", "2500"]),
  ])
  func `a table is read with the sign that its cells have`(rows: String, currency: String, expected: [String])
    async throws
  {
    let market = try ImportMarket()
    let outcome = try await importing("title;price\n\(rows)\n", "--currency \(currency)", to: market)
    #expect(outcome.exitCode == .done, "\(outcome.text)")
    #expect(await values("price", market) == expected)
  }

  @Test func `texts of JSON are read as those of a text file, and its numbers have a point`() async throws {
    let market = try ImportMarket()
    let path = try market.home.write(
      #"[{"title":"A","price":"1.690"},{"title":"B","price":"12,50"},{"title":"C","price":1.69}]"#,
      to: "items.json")
    #expect(await market.run("import \(path) --currency EUR --yes").exitCode == .done)
    #expect(await values("price", market) == ["1690", "12.5", "1.69"])
    let single = try market.home.write(#"[{"title":"D","price":"1.690"}]"#, to: "single.json")
    #expect(
      await market.run("import \(single) --currency EUR --yes").error.contains(
        "'1.690' in 'price' can be read as 1690 or 1.69"))
    #expect(await market.run("import \(single) --currency EUR --yes --decimal comma").exitCode == .done)
    #expect(await values("price", market).last == "1690")
  }

  @Test func `where cells contradict each other the rows of the rarer sign are rejected`() async throws {
    let market = try ImportMarket()
    let outcome = try await importing("title;price\nA;1.50\nB;2.50\nC;3,50\n", "--currency EUR", to: market)
    #expect(
      outcome.exitCode == .partial && outcome.error.contains("'3,50' in 'price' has the other decimal sign"))
    #expect(await values("price", market) == ["1.5", "2.5"])
  }

  @Test(arguments: [
    ("12,50", "3.000", "3000"), ("12.50", "3.000", "3"), ("12.50", "3,000", "3000"), ("12,50", "2,0", "2"),
  ])
  func `whole numbers are read with the sign of the prices`(price: String, stock: String, expected: String)
    async throws
  {
    let market = try ImportMarket()
    _ = try await importing("title;price;stock\nA;\(price);\(stock)\n", "--currency EUR", to: market)
    #expect(await values("stock", market) == [expected])
  }

  @Test(arguments: [
    ("title;price\nA;1.690\n", "'1.690' in 'price' can be read as 1690 or 1.69"),
    ("title,price\nA,\"1,690\"\n", "'1,690' in 'price' can be read as 1690 or 1.69"),
    ("title;price;stock\nA;5;3.000\n", "'3.000' in 'stock' can be read as 3000 or 3"),
  ])
  func `what no cell decides is asked`(table: String, sentence: String) async throws {
    let market = try ImportMarket()
    let outcome = try await importing(table, "--currency EUR", to: market)
    #expect(outcome.exitCode == .usage)
    #expect(
      outcome.error == """
        Error: \(sentence)
        Help:  Say which sign separates decimals: '--decimal comma' or '--decimal point'

        """)
    #expect(await values("price", market).isEmpty)
    #expect(try await importing(table, "--currency EUR --decimal comma", to: market).exitCode != .usage)
    let korean = try await importing(table, "--currency EUR --locale ko_KR", to: market).error
    #expect(korean.contains("소수점 기호를 정하세요"))
  }

  @Test func `an export of this program has points, also before three decimals alone`() async throws {
    let market = try ImportMarket()
    #expect(await market.run("add --title Lamp --price 1.234 --currency KWD").exitCode == .done)
    let path = try market.home.write(await market.run("export").output, to: "items.csv")
    let outcome = await market.run("import \(path) --yes")
    #expect(outcome.exitCode == .done, "\(outcome.text)")
    #expect(await values("price", market) == ["1.234"])
  }

  /// Tables in the manner of a region against the numbers that they were made of.
  @Test func `random tables are read as they were written`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    for (decimal, group) in [(".", ","), (",", "."), (",", " "), (".", "'"), (".", ""), (",", "")] {
      var (rows, expected) = (["A;7\(decimal)25"], [Decimal(725) / 100])
      for _ in 1...40 {
        let digits = Int(chance.next() % 3)
        let units = Int(chance.next() % 9_000_000) + 1
        var whole = String(units)
        if !group.isEmpty {
          var groups: [String] = []
          while whole.count > 3 {
            groups.insert(String(whole.suffix(3)), at: 0)
            whole.removeLast(3)
          }
          whole = ([whole] + groups).joined(separator: group)
        }
        let cents = Int(chance.next() % 100)
        let decimals = digits == 0 ? "" : decimal + String(String(format: "%02d", cents).prefix(digits))
        rows.append("A;\(whole)\(decimals)")
        let part = digits == 0 ? 0 : digits == 1 ? Decimal(cents / 10) / 10 : Decimal(cents) / 100
        expected.append(Decimal(units) + part)
      }
      // The row that decides may be anywhere.
      let place = Int(chance.next() % UInt64(rows.count))
      rows.swapAt(0, place)
      expected.swapAt(0, place)
      let market = try ImportMarket()
      let outcome = try await importing(
        "title;price\n\(rows.joined(separator: "\n"))\n", "--currency EUR", to: market)
      #expect(outcome.exitCode == .done, "seed \(seed), \(decimal)\(group): \(outcome.text)")
      #expect(
        await values("price", market) == expected.map { "\($0)" }, "seed \(seed), \(decimal)\(group)")
    }
  }
}
