import Foundation
import TestSupport
import Testing

@testable import market

/// Random sheets against what a reader by hand would say. The seed of a failure is in its message.
struct RandomSheetTests {
  /// The fields of an item by the columns of the sheet.
  private struct Item: Equatable {
    var title: String
    var price: Int
    var stock: Int
    var tag: String
    var note: String

    init(_ number: Int, _ chance: inout SeededChance) {
      title = "Item \(number)"
      (price, stock) = (Int.random(in: 1...90, using: &chance) * 100, Int.random(in: 1...9, using: &chance))
      (tag, note) = ("tag \(Int.random(in: 1...3, using: &chance))", "note \(number)")
    }

    var line: String { "\(title),\(price),\(stock),\(tag),\(note)" }

    /// Changes one field as a person at the market or in the sheet does.
    mutating func change(_ field: Int, by amount: Int) {
      switch field {
      case 0: title += " x\(amount)"
      case 1: price += amount * 100
      case 2: stock += amount
      case 3: tag = "tag \(amount + 10)"
      default: note += " y\(amount)"
      }
    }

    /// Takes over the fields of a row that differ from those of its last import.
    mutating func take(_ row: Item, since last: Item) {
      if row.title != last.title { title = row.title }
      if row.price != last.price { price = row.price }
      if row.stock != last.stock { stock = row.stock }
      if row.tag != last.tag { tag = row.tag }
      if row.note != last.note { note = row.note }
    }
  }

  private static func sheet(_ items: [Item]) -> String {
    "sku,title,price,stock,tags,note\n"
      + items.enumerated().map { "S\($0.offset),\($0.element.line)\n" }.joined()
  }

  /// A line of an export.
  private struct Stored: Decodable {
    let title: String
    let price: Decimal
    let discountedPrice: Int?
    let stock: Int
    let tags: [String]?
    let note: String?

    var line: String { "\(title),\(price),\(stock),\(tags?.joined() ?? ""),\(note ?? "")" }
  }

  /// All items, in the order of their numbers.
  private static func stored(_ market: ImportMarket) async throws -> [Stored] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try await market.run("export --format jsonl").output.split(separator: "\n").map {
      try decoder.decode(Stored.self, from: Data($0.utf8))
    }
  }

  @Test(arguments: (0..<2).map { _ in UInt64.random(in: .min ... .max) })
  func `a cell that changes in the sheet is set, and all else is as the market has it`(seed: UInt64)
    async throws
  {
    var chance = SeededChance(seed: seed)
    let market = try ImportMarket()
    var rows = (0..<8).map { Item($0, &chance) }
    var items = rows
    #expect(try await market.importing(Self.sheet(rows)).output == "8 added\n", "seed \(seed)")
    for round in 1...5 {
      for _ in 1...3 {
        let index = Int.random(in: 0..<8, using: &chance)
        let pieces = Int.random(in: 1...3, using: &chance)
        switch Int.random(in: 0...4, using: &chance) {
        case 0 where items[index].stock >= pieces:
          #expect(await market.run("sell id:\(index + 1):\(pieces)").exitCode == .done, "seed \(seed)")
          items[index].stock -= pieces
        case 1:
          #expect(await market.run("restock id:\(index + 1):\(pieces)").exitCode == .done, "seed \(seed)")
          items[index].stock += pieces
        case let field:
          items[index].change(field == 0 ? 1 : field, by: pieces)
          let item = items[index]
          let words = [
            "edit", "id:\(index + 1)", "--title", item.title, "--price", "\(item.price)", "--stock",
            "\(item.stock)", "--tag", item.tag, "--note", item.note,
          ]
          #expect(await market.run(words: words).exitCode == .done, "seed \(seed)")
        }
      }
      let last = rows
      for _ in 0..<Int.random(in: 0...3, using: &chance) {
        rows[Int.random(in: 0..<8, using: &chance)].change(
          Int.random(in: 0...4, using: &chance), by: Int.random(in: 1...9, using: &chance))
      }
      for index in items.indices { items[index].take(rows[index], since: last[index]) }
      let outcome = try await market.importing(Self.sheet(rows))
      #expect(outcome.exitCode == .done, "seed \(seed), round \(round): \(outcome.text)")
      #expect(try await Self.stored(market).map(\.line) == items.map(\.line), "seed \(seed), round \(round)")
      #expect(try await market.importing(Self.sheet(rows)).output == "8 unchanged\n", "seed \(seed)")
    }
  }

  @Test func `a sale price counts from its first day to its last`() async throws {
    let seed = UInt64.random(in: .min ... .max)
    var chance = SeededChance(seed: seed)
    let market = try ImportMarket()
    // 2026-11-21 in the time zone of the market: three days before and after it, or no limit.
    func day(_ offset: Int) -> String { abs(offset) > 3 ? "" : "2026-11-\(21 + offset)" }
    var (rows, expected) = ([String](), [Int?]())
    for number in 0..<40 {
      let start = Int.random(in: -4...4, using: &chance)
      let end = Int.random(in: -4...4, using: &chance)
      rows.append("simple,W\(number),Lamp \(number),1000,800,\(day(start)),\(day(end))")
      let holds = (abs(start) > 3 || start <= 0) && (abs(end) > 3 || end >= 0)
      expected.append(holds ? 800 : nil)
    }
    let header = "Type,SKU,Name,Regular price,Sale price,Date sale price starts,Date sale price ends"
    let outcome = try await market.importing(([header] + rows).joined(separator: "\n") + "\n")
    #expect(outcome.exitCode == .done, "seed \(seed): \(outcome.text)")
    #expect(try await Self.stored(market).map(\.discountedPrice) == expected, "seed \(seed)")
  }

  @Test func `whole numbers are read with the grouping of their sheet`() async throws {
    let seed = UInt64.random(in: .min ... .max)
    var chance = SeededChance(seed: seed)
    for (decimal, group) in [(",", "."), (".", ","), (",", "\u{202F}"), (".", "’"), (".", "")] {
      let market = try ImportMarket()
      let counts = (0..<30).map { _ in Int.random(in: 0...999_999, using: &chance) }
      let rows = counts.enumerated().map { number, count in
        let grouped =
          count < 1_000 ? "\(count)" : "\(count / 1_000)\(group)" + String(format: "%03d", count % 1_000)
        return "G\(number);Lamp;1\(decimal)25;\(grouped)"
      }
      let table = "sku;title;price;stock\n" + rows.joined(separator: "\n") + "\n"
      try market.home.write(table, to: "items.csv")
      let outcome = await market.run("import \(market.home.path)/items.csv --currency EUR --yes")
      #expect(outcome.exitCode == .done, "seed \(seed), \(decimal)\(group): \(outcome.text)")
      #expect(try await Self.stored(market).map(\.stock) == counts, "seed \(seed), \(decimal)\(group)")
    }
  }
}
