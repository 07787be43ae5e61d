import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// `StoreCheck` and the details of items.
struct DetailCheckTests {
  @Test func `the check of a store finds details of another seller`() async throws {
    let folder = try TemporaryFolder()
    let location = StoreLocation.file(folder.path("store"))
    let store = Store(at: location, .patient(timeout: .seconds(60)))
    for sku in ["A", "B", nil] {
      _ = try await store.add(
        ValidDraft(ItemDraft(title: "Lamp", price: Price(1, .usDollar), sku: sku)), images: [], vendor: 1,
        passwordHash: "h", at: .distantPast, key: nil)
    }
    #expect(try await StoreCheck(at: location).findings()?.findings == [])
    try SQLiteDatabase(path: folder.path("store"), .shared).execute(
      "UPDATE item_detail SET vendor_id = 7 WHERE item_id = 2")
    #expect(try await StoreCheck(at: location).findings()?.findings == [.seller(item: 2)])
  }
}
