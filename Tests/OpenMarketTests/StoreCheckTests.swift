import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// The findings of `StoreCheck` in a store that another program has changed.
struct StoreCheckTests {
  private static func store(in folder: TemporaryFolder, skus: [String?]) async throws -> StoreLocation {
    let location = StoreLocation.file(folder.path("store"))
    let store = Store(at: location, .patient(timeout: .seconds(60)))
    for sku in skus {
      _ = try await store.add(
        ValidDraft(ItemDraft(title: "Lamp", price: Price(1, .usDollar), sku: sku)), images: [], vendor: 1,
        passwordHash: "h", at: .distantPast, key: nil)
    }
    #expect(try await StoreCheck(at: location).findings()?.findings == [])
    return location
  }

  @Test func `finds the details of another seller`() async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.store(in: folder, skus: ["A", "B", nil])
    try SQLiteDatabase(path: folder.path("store"), .shared).execute(
      "UPDATE item_detail SET vendor_id = 7 WHERE item_id = 2")
    #expect(try await StoreCheck(at: location).findings()?.findings == [.seller(item: 2)])
  }
  /// Items 1 to 70 are in two blocks of the lowest level, 0 to 63 and 64 to 127, of one block on the others.
  @Test(arguments: [
    (change: "item_count SET count = 8 WHERE (level, block) = (1, 1)", items: [64...70, 0...70]),
    ("item_count SET count = 71 WHERE level = 5", [0...70]),
    ("item_count SET count = 0 WHERE level = 3", [0...70, 0...70]),
    ("item_count SET block = 9 WHERE level = 4", [0...70, 9 << 24...9 << 24]),
  ])
  func `finds a wrong number of items`(change: String, items: [ClosedRange<Int>]) async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.store(in: folder, skus: Array(repeating: nil, count: 70))
    try SQLiteDatabase(path: folder.path("store"), .shared).execute("UPDATE \(change)")
    #expect(try await StoreCheck(at: location).findings()?.findings == items.map { .count(items: $0) })
  }

  @Test func `finds a wrong number of items with ratings`() async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.store(in: folder, skus: [nil])
    try SQLiteDatabase(path: folder.path("store"), .shared).execute(
      "INSERT INTO rating_count VALUES (2, 0, 1)")
    #expect(
      try await StoreCheck(at: location).findings()?.findings == [
        .ratedCount(items: 0...1), .ratedCount(items: 0...1),
      ])
  }
}
