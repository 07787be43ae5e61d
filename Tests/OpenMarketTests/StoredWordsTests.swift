import Foundation
import TestSupport
import Testing

@testable import OpenMarket

struct StoredWordsTests {
  private func filled(_ count: Int) async throws -> TemporaryMarket {
    let market = try TemporaryMarket()
    for number in 1...count {
      let draft = ItemDraft(title: "Lamp \(number)", price: Price(1, .usDollar))
      _ = try await market.manager.add(draft, images: [], password: "p")
    }
    return market
  }

  @Test func `titles are newest first, up to the limit`() async throws {
    let market = try await filled(3)
    #expect(
      StoredWords(at: .file(market.path)).items(beginningWith: "", limit: 2) == [
        .init(id: 3, title: "Lamp 3"), .init(id: 2, title: "Lamp 2"),
      ])
  }

  @Test func `an id is found by any prefix of its digits`() async throws {
    let market = try await filled(2)
    let all = [1, 2, 7, 9, 10, 12, 19, 20, 120, 121, 129, 130, 1_200, 12_345, 1 << 53]
    let database = try SQLiteDatabase(path: market.path, .shared)
    for id in all.dropFirst(2) {
      try database.execute(
        """
        INSERT INTO item (id, vendor_id, title, currency, price, stock, registration_date, password_hash, description)
        SELECT \(id), vendor_id, title, currency, price, stock, registration_date, password_hash, description
        FROM item WHERE id = 1
        """)
    }
    for digits in ["", "1", "12", "120", "9", "90", "9007199254740992", "3", "99999999999999999999"] {
      let expected = all.filter { String($0).hasPrefix(digits) }.sorted(by: >)
      #expect(
        StoredWords(at: .file(market.path)).items(beginningWith: digits, limit: 50).map(\.id) == expected,
        "\(digits)")
    }
    for word in ["0", "01", "-1", "+1", "1a", "١", " 1", "1 OR 1"] {
      #expect(StoredWords(at: .file(market.path)).items(beginningWith: word, limit: 50) == [], "\(word)")
    }
  }

  @Test
  func `SKUs and tags of items that are there, and references of the last day, are found by their beginning`()
    async throws
  {
    let market = try await filled(1)
    for (sku, tags) in [
      ("LMP-7", ["Summer", "red"]), ("lmp-8", ["summer sale"]), ("L_P", []), ("램프-1", ["빨강"]),
    ] {
      let draft = ItemDraft(title: "Lamp \(sku)", price: Price(1, .usDollar), stock: 9, sku: sku, tags: tags)
      _ = try await market.manager.add(draft, images: [], password: "p")
    }
    try await market.manager.delete(id: 4, password: "p")
    let words = StoredWords(at: .file(market.path))
    func skus(_ text: String, limit: Int = 9) -> [String] {
      words.skus(beginningWith: text, limit: limit).map(\.sku)
    }
    #expect(skus("") == ["램프-1", "lmp-8", "LMP-7"])
    #expect(skus("", limit: 2) == ["램프-1", "lmp-8"])
    #expect(words.skus(beginningWith: "LMP-7", limit: 9).map(\.title) == ["Lamp LMP-7"])
    #expect(skus("Lmp") == ["lmp-8", "LMP-7"])
    // No wildcards, and a SKU of the trash is not offered.
    #expect(skus("램") == ["램프-1"] && skus("%") == [] && skus("L_") == [])
    #expect(words.tags(beginningWith: "", limit: 9) == ["Summer", "red", "summer sale", "빨강"])
    #expect(words.tags(beginningWith: "s", limit: 9) == ["summer sale"])
    #expect(words.references(beginningWith: "", ofSales: false, limit: 9) == [])
    for (reference, day) in [
      ("o-1", "2026-11-20"), ("o-2", "2026-11-21"), ("p-3", "2026-11-21"), ("o-2", "2026-11-21"),
      ("PO-4", "2026-11-21"),
    ] {
      let database = try SQLiteDatabase(path: market.path, .shared)
      try database.run(
        """
        INSERT INTO movement (item_id, kind, quantity, stock, currency, unit_price, reference, recorded_at, reported_at, day)
        VALUES (2, ?, 1, 1, 'USD', 100, ?, 0, 0, ?)
        """, .text(reference == "PO-4" ? "received" : "sold"), .text(reference),
        .integer(30_000 + (Int(day.suffix(2)) ?? 0)))
    }
    #expect(words.references(beginningWith: "", ofSales: false, limit: 9) == ["PO-4", "o-2", "p-3"])
    #expect(words.references(beginningWith: "", ofSales: true, limit: 9) == ["o-2", "p-3"])
    #expect(words.references(beginningWith: "o", ofSales: false, limit: 9) == ["o-2"])
    #expect(words.references(beginningWith: "", ofSales: true, limit: 1) == ["o-2"])
  }

  @Test func `reading the titles of a missing store creates no file`() throws {
    let folder = try TemporaryFolder()
    #expect(StoredWords(at: .file(folder.path("a/store"))).items(beginningWith: "", limit: 5) == [])
    #expect(try folder.names() == [])
  }

  @Test func `a file that is not a current store has no titles and is left unchanged`() async throws {
    let folder = try TemporaryFolder()
    let market = try await filled(1)
    try SQLiteDatabase(path: market.path, .shared).execute("PRAGMA user_version = 0")
    let old = try Data(contentsOf: URL(filePath: market.path))
    for contents in [Data(), Data("x".utf8), Data("something else, of some length".utf8), old] {
      let path = folder.path("store")
      try contents.write(to: URL(filePath: path))
      #expect(StoredWords(at: .file(path)).items(beginningWith: "", limit: 5) == [])
      #expect(try Data(contentsOf: URL(filePath: path)) == contents)
      #expect(try folder.names() == ["store"])
    }
    #expect(StoredWords(at: .file(folder.path(""))).items(beginningWith: "", limit: 5) == [])
  }

  @Test func `titles of a locked store are empty, without waiting`() async throws {
    let market = try await filled(1)
    let writer = try SQLiteDatabase(path: market.path, .shared)
    try writer.execute("BEGIN EXCLUSIVE")
    #expect(StoredWords(at: .file(market.path)).items(beginningWith: "", limit: 5) == [])
    try writer.execute("COMMIT")
    #expect(
      StoredWords(at: .file(market.path)).items(beginningWith: "", limit: 5) == [
        .init(id: 1, title: "Lamp 1")
      ])
  }
}
