import Foundation
import OpenMarket
import Tables
import TestSupport
import Testing

@testable import market

/// An export in which random cells are changed, imported again while the market changes too: exactly those fields change.
struct ChangedCellTests {
  private static let columns = [
    "title", "description", "price", "discounted_price", "stock", "sku", "tags", "note",
  ]

  /// The items by id, as an export has them.
  private static func items(_ market: ImportMarket) async throws -> [Int: NSMutableDictionary] {
    var items: [Int: NSMutableDictionary] = [:]
    for line in await market.run("export --format jsonl").output.split(separator: "\n") {
      let item = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8), options: .mutableContainers)
          as? NSMutableDictionary)
      item.removeObject(forKey: "version")
      items[try #require(item["id"] as? Int)] = item
    }
    return items
  }

  /// A new value of a column that is valid whatever the others are, as its cell and as JSON.
  private static func value(of column: String, number: Int) -> (cell: String, json: Any) {
    switch column {
    case "price": ("\(200_000_000 + number)", 200_000_000 + number)
    case "discounted_price": ("\(number % 5)", number % 5)
    case "stock": ("\(5_000 + number)", 5_000 + number)
    case "tags": ("new \(number)|b", ["new \(number)", "b"])
    default: ("New, \"\(column)\"\n\(number)x".replacing("\n", with: column == "sku" ? " " : "\n"), "")
    }
  }

  @Test(arguments: (0..<3).map { _ in UInt64.random(in: .min ... .max) })
  func `exactly the changed cells change, whatever is sold meanwhile`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    let market = try ImportMarket()
    let (home, path) = (market.home, market.home.path)
    let password = try home.write("secret\n", to: "password", mode: 0o600)
    let environment = ["MARKET_PASSWORD_FILE": password]
    try home.write("", to: ".local/share/market/.keep")
    let lines = (0..<40).map { (item: RoundTripTests.item($0, &chance), images: [ItemImage]?.none) }
    let added = try await NetworkManager(
      session: home.market(at: .file(path + "/.local/share/market/market.db"))
    ).apply(lines, password: "secret")
    try #require(added.allSatisfy { $0.outcome == .added }, "seed \(seed)")

    let export = await market.run("export").output
    let table = try TableFile(
      reading: TableSource(bytes: Array(export.utf8), name: "all.csv"), options: TableOptions())
    let header = table.columns.map(\.name)
    var rows: [[String]] = []
    try table.rows { row, _ in rows.append(row.texts) }
    let expected = try await Self.items(market)

    // The market sells, and gets other prices and notes.
    var taken: Set<String> = []
    for number in 0..<25 {
      let id = Int.random(in: 1...40, using: &chance)
      let (column, option, json): (String, String, Any) =
        switch number % 3 {
        case 0: ("stock", "--stock \(3_000 + number)", 3_000 + number)
        case 1: ("note", "--note sold\(number)", "sold\(number)")
        default: ("title", "--title Sold\(number)", "Sold\(number)")
        }
      let outcome = await market.run("edit \(id) \(option)", environment: environment)
      try #require(outcome.exitCode == .done, "seed \(seed): \(outcome.error)")
      expected[id]?[column] = json
      taken.insert("\(id) \(column)")
    }
    // A person changes other cells of the export.
    for number in 0..<60 {
      let (row, column) = (
        Int.random(in: 0..<40, using: &chance), Self.columns.randomElement(using: &chance) ?? "title"
      )
      let id = try #require(Int(rows[row][0]))
      guard taken.insert("\(id) \(column)").inserted else { continue }
      let (cell, json) = Self.value(of: column, number: number)
      rows[row][try #require(header.firstIndex(of: column))] = cell
      expected[id]?[column] = (json as? String)?.isEmpty == true ? cell : json
    }
    var writer = DelimitedWriter()
    for cells in [header] + rows { writer.append(cells) }
    try home.write(Data(writer.takeBytes()), to: "changed.csv")

    let outcome = await market.run(
      "import \(path)/changed.csv --yes --max-errors 0", environment: environment)
    #expect(outcome.exitCode == .done, "seed \(seed): \(outcome.output)\(outcome.error)")
    let after = try await Self.items(market)
    for (id, item) in expected {
      #expect(after[id] == item, "seed \(seed)")
    }
    #expect(after.count == expected.count, "seed \(seed)")
    let again = await market.run("import \(path)/changed.csv --yes --quiet", environment: environment)
    #expect(again.output == "40 unchanged\n", "seed \(seed)")
  }
}
