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
      "UPDATE item SET seller_id = 7 WHERE id = 2")
    // Its code is that of the seller before.
    #expect(
      try await StoreCheck(at: location).findings()?.findings == [.seller(item: 2), .codes(item: 2)])
  }

  @Test func `finds wrong numbers of images`() async throws {
    let folder = try TemporaryFolder()
    let location = try await Self.store(in: folder, skus: [nil, nil])
    try SQLiteDatabase(path: folder.path("store"), .shared).execute(
      "UPDATE item SET images = 3 WHERE id = 2")
    #expect(try await StoreCheck(at: location).findings()?.findings == [.images(item: 2)])
  }
}
