import Foundation
import OpenMarket
import TestSupport
import Testing

@testable import market

/// An export that is imported again: nothing changes in the same market, and an empty one becomes equal.
struct RoundTripTests {
  private static let pieces = [
    "=1+1", "+", "-5", "@x", "'", "''", "'=", "\"", "\"\"", ",", ";", "\n", "\r\n", "\r", "\t", "\\empty",
    "\\\\empty", "empty", "\\", "e\u{301}", "\u{1100}\u{1161}", "한글", "😀", "\u{FEFF}", " ", "0", "1e5",
    "#N/A", "https://x", "\u{A0}", "\u{3000}", "null", "ﬁ", "\u{2028}", "\u{200B}", "\u{2060}", "＝", "＋", "－",
    "＠",
  ]

  private static func text(_ pieceCounts: ClosedRange<Int>, _ chance: inout SeededChance) -> String {
    (0..<Int.random(in: pieceCounts, using: &chance)).map { _ in pieces.randomElement(using: &chance) ?? "" }
      .joined()
  }

  /// A random new item that a market takes.
  static func item(_ number: Int, _ chance: inout SeededChance) -> BatchItem {
    while true {
      var item = BatchItem(.add, key: "\(number)")
      item.title = text(1...4, &chance)
      item.description = Bool.random(using: &chance) ? text(0...6, &chance) : nil
      let currency = ["KRW", "USD", "KWD"].randomElement(using: &chance) ?? "KRW"
      item.currency = currency
      let scale = currency == "KRW" ? 0 : currency == "USD" ? 2 : 3
      let units = Int.random(in: 0...99_999_999, using: &chance)
      item.price = Decimal(sign: .plus, exponent: -scale, significand: Decimal(units))
      if Bool.random(using: &chance) {
        item.discountedPrice = Decimal(
          sign: .plus, exponent: -scale, significand: Decimal(Int.random(in: 0...units, using: &chance)))
      }
      item.stock = Int.random(in: 0...2_000, using: &chance)
      if Bool.random(using: &chance) { item.sku = "\(text(1...2, &chance))x\(number)" }
      if Bool.random(using: &chance) { item.reference = "r\(number)-\(text(0...1, &chance))" }
      if Bool.random(using: &chance) { item.note = text(1...4, &chance) }
      if Bool.random(using: &chance) {
        item.tags = (0..<3).map { "\(text(0...2, &chance))\($0)" }
      }
      if Bool.random(using: &chance) { item.details[.barcodes] = .list([Self.barcode(number)]) }
      item.registrationDate = Date(
        timeIntervalSince1970: 1_700_000_000
          + Double(Int.random(in: 0...9_999_999_999, using: &chance)) / 1_000_000)
      let keys: Void? = try? ItemKeys(reference: item.reference).validate()
      if keys != nil, (try? item.draft()) != nil { return item }
    }
  }

  /// A barcode that no other number has; every third one begins with zeros.
  private static func barcode(_ number: Int) -> String {
    let digits = String(format: number.isMultiple(of: 3) ? "00%09d" : "880%09d", number)
    return (0...9).map { "\(digits)\($0)" }.first { Barcode($0) != nil } ?? ""
  }

  /// Exact to the byte: to Swift, texts are equal whose letters are.
  private static func lines(_ text: String) -> [[UInt8]] {
    text.replacing(/(?m)^\{"id":\d+,"version":"v[A-Z2-7]{65}",/, with: "{")
      .split(separator: "\n").map { Array($0.utf8) }
  }

  @Test(
    arguments: [
      "--format csv", "--format csv --bom --headers ko", "--format xlsx --headers en", "--format jsonl",
    ], [1, 2, 3] as [UInt64])
  func `random items are the same after an export and an import`(options: String, seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    let source = try ImportMarket()
    let home = source.home
    let password = try home.write("secret\n", to: "password", mode: 0o600)
    let environment = ["MARKET_PASSWORD_FILE": password]
    try home.write("", to: ".local/share/market/.keep")
    let items = (0..<150).map { (item: Self.item($0, &chance), images: [ItemImage]?.none) }
    let added = try await NetworkManager(
      session: home.market(at: .file(home.path + "/.local/share/market/market.db"))
    ).apply(items, password: "secret")
    try #require(added.allSatisfy { $0.outcome == .added }, "seed \(seed): \(added)")
    let name = options.contains("jsonl") ? "all.jsonl" : options.contains("xlsx") ? "all.xlsx" : "all.csv"
    #expect(
      await source.run("export \(options) -o \(home.path)/\(name)", environment: environment).exitCode
        == .done)
    let before = await source.run("export --format jsonl", environment: environment).output

    let command = "import \(home.path)/\(name) --yes --force --results \(home.path)/results.csv"
    let same = await source.run(command, environment: environment)
    // The items that were changed, for a failure to show.
    let results = try home.text(of: "results.csv").split(separator: "\r\n").dropFirst()
    let changed = zip(results, before.split(separator: "\n")).filter { !$0.0.contains(",unchanged,") }.map(
      \.1)
    #expect(changed == [], "seed \(seed)")
    #expect(same.output == "150 unchanged\n", "seed \(seed): \(same.error)")
    #expect(
      Array((await source.run("export --format jsonl", environment: environment)).output.utf8)
        == Array(before.utf8), "seed \(seed)")

    let target = try ImportMarket()
    let other = await target.run(command, environment: environment)
    #expect(other.output == "150 added\n", "seed \(seed): \(other.error)")
    let after = await target.run("export --format jsonl", environment: environment).output
    #expect(Self.lines(after) == Self.lines(before), "seed \(seed)")
    let again = await target.run(command, environment: environment)
    #expect(again.output == "150 unchanged\n", "seed \(seed): \(again.error)")
    #expect(await target.run("export --format jsonl", environment: environment).output == after)
  }

  @Test(arguments: ["csv", "jsonl", "xlsx"])
  func `a discount of all of a price comes back, and an empty cell removes one`(format: String) async throws {
    let source = try ImportMarket()
    var item = BatchItem(.add, key: "k")
    (item.title, item.price, item.discountedPrice, item.currency) = ("Pen", 5, 0, "KRW")
    try source.home.write("", to: ".local/share/market/.keep")
    let environment = ["MARKET_PASSWORD_FILE": try source.home.write("secret\n", to: "password", mode: 0o600)]
    _ = try await NetworkManager(
      session: source.home.market(at: .file(source.home.path + "/.local/share/market/market.db"))
    ).apply([(item: item, images: nil)], password: "secret")
    let all = source.home.path + "/all.\(format)"
    _ = await source.run("export --format \(format) -o \(all)")
    #expect(await source.run("import \(all) --yes").output == "1 unchanged\n")
    let other = try ImportMarket()
    #expect(await other.run("import \(all) --yes").output == "1 added\n")
    let price = "show 1 --json=discounted_price"
    #expect(await other.run(price).output == "{\"discounted_price\":0}\n")
    guard format == "csv" else { return }
    let cells = try source.home.text(of: "all.csv")
    _ = try source.home.write(cells.replacing(",5,KRW,0,", with: ",5,KRW,,"), to: "all.csv")
    #expect(await source.run("import \(all) --yes", environment: environment).output == "1 updated\n")
    #expect(await source.run(price).output == "{\"discounted_price\":null}\n")
  }

  @Test(arguments: ["csv", "jsonl", "xlsx"])
  func `keys that look as if a spreadsheet had changed them come back`(format: String) async throws {
    let source = try ImportMarket()
    let keys = [
      "8.80E+12", "2-Jan", "#N/A", "1월 2일", "2026-01-02", "'2-Jan", "''2-Jan", "'#N/A", "1E5", "007", "-5",
      "=1+1",
      "'=1", "\\empty", "TRUE", "8801234567890", "3E5", "1-2", "2026/11/21", "10:30", "1.50", "MAR1", "1-Dec",
      "'007",
      "''007", "880-1234-5678",
    ]
    for key in keys {
      #expect(
        await source.run(words: [
          "add", "--title", "Lamp", "--price", "5", "--currency", "KRW", "--sku=\(key)",
        ])
        .exitCode == .done, "\(key)")
    }
    let path = source.home.path + "/all.\(format)"
    _ = await source.run("export --format \(format) -o \(path)")
    #expect(
      await source.run("import \(path) --yes").output
        == "\(keys.count) unchanged\n")
    let other = try ImportMarket()
    #expect(
      await other.run("import \(path) --yes").output
        == "\(keys.count) added\n")
    #expect(try await other.items() == source.items())
  }
}
