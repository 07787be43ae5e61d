import Foundation
import TestSupport
import Testing

@testable import OpenMarket

struct StoredTitlesTests {
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
      StoredTitles(at: .file(market.path)).beginning(with: "", limit: 2) == [
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
        StoredTitles(at: .file(market.path)).beginning(with: digits, limit: 50).map(\.id) == expected,
        "\(digits)")
    }
    for word in ["0", "01", "-1", "+1", "1a", "١", " 1", "1 OR 1"] {
      #expect(StoredTitles(at: .file(market.path)).beginning(with: word, limit: 50) == [], "\(word)")
    }
  }

  @Test func `reading the titles of a missing store creates no file`() throws {
    let folder = try TemporaryFolder()
    #expect(StoredTitles(at: .file(folder.path("a/store"))).beginning(with: "", limit: 5) == [])
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
      #expect(StoredTitles(at: .file(path)).beginning(with: "", limit: 5) == [])
      #expect(try Data(contentsOf: URL(filePath: path)) == contents)
      #expect(try folder.names() == ["store"])
    }
    #expect(StoredTitles(at: .file(folder.path(""))).beginning(with: "", limit: 5) == [])
  }

  @Test func `titles of a locked store are empty, without waiting`() async throws {
    let market = try await filled(1)
    let writer = try SQLiteDatabase(path: market.path, .shared)
    try writer.execute("BEGIN EXCLUSIVE")
    #expect(StoredTitles(at: .file(market.path)).beginning(with: "", limit: 5) == [])
    try writer.execute("COMMIT")
    #expect(
      StoredTitles(at: .file(market.path)).beginning(with: "", limit: 5) == [.init(id: 1, title: "Lamp 1")])
  }
}
