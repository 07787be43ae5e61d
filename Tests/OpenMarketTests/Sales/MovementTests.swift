import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// The movements that adding, editing and deleting record in the ledger.
struct MovementTests {
  private func movements(_ location: StoreLocation) throws -> [String] {
    let database = try location.database()
    return try database.rows("SELECT \(Movement.columns) FROM movement ORDER BY id") {
      row throws(StoreError) in
      let movement = try Movement(row)
      let count = movement.counted.map { " \($0)/\(movement.expected ?? -1)" } ?? ""
      return
        "\(movement.itemID) \(movement.kind) \(movement.quantity) \(movement.stock) \(movement.price.amount)\(count)"
    }
  }

  private static let lamp = ItemDraft(
    title: "Lamp", price: Price(20, .usDollar), discountedPrice: 15, stock: 4)

  @Test func `adding opens the ledger of an item, and a stock that is set is a count`() async throws {
    let market = try TemporaryMarket()
    _ = try await market.manager.add(Self.lamp, images: [], password: "p")
    for patch in [
      ItemPatch(stock: 6), ItemPatch(stock: 6), ItemPatch(title: "Lamp 2"),
      ItemPatch(amount: 18, discount: ItemPatch.Discount.none), ItemPatch(stock: 0),
    ] {
      _ = try await market.manager.edit(id: 1, patch, password: "p")
    }
    #expect(
      try movements(market.location) == [
        "1 opening 4 4 15", "1 counted 2 6 15 6/4", "1 counted 0 6 15 6/6", "1 counted -6 0 18 0/6",
      ])
    let database = try market.location.database()
    let changes = try database.rows(
      """
      SELECT movement_id, title_before, title_after, price_before, discounted_price_before, price_after,
        discounted_price_after FROM item_change ORDER BY id
      """
    ) { row in (0..<7).map { row.isNull($0) ? "-" : row.text($0) }.joined(separator: " ") }
    #expect(changes == ["3 Lamp Lamp 2 - - - -", "3 - - 200000 150000 180000 -"])
    #expect(try await market.manager.item(id: 1).stock == 0)
  }

  @Test func `late slips of a count leave the stock as it was counted`() async throws {
    let market = try TemporaryMarket()
    _ = try await market.manager.add(Self.lamp, images: [], password: "p")
    _ = try await market.manager.edit(id: 1, ItemPatch(stock: 6), password: "p")
    func record(_ action: MovementRequest.Action) async throws {
      _ = try await market.manager.record([
        (MovementRequest(itemID: 1, action, time: ReportedTime("2000-01-01"), isAlreadyCounted: true), "p")
      ])
    }
    for action: MovementRequest.Action in [
      .sell(quantity: 8, price: nil), .restock(quantity: 9, cost: nil), .writeOff(quantity: 7, .lost),
      .return(quantity: 8, isResellable: true),
    ] {
      try await record(action)
    }
    // An adjustment is no slip.
    await #expect(throws: ClientError.self) { try await record(.adjust(by: 1)) }
    #expect(
      try movements(market.location) == [
        "1 opening 4 4 15", "1 counted 2 6 15 6/4", "1 correction 8 14 15", "1 sold -8 6 15",
        "1 received 9 15 15", "1 correction -9 6 15", "1 correction 7 13 15", "1 removed -7 6 15",
        "1 returned 8 14 15", "1 correction -8 6 15",
      ])
  }

  @Test func `an item that never sold leaves nothing in the ledger when it is deleted`() async throws {
    let market = try TemporaryMarket()
    for _ in 1...2 { _ = try await market.manager.add(Self.lamp, images: [], password: "p") }
    _ = try await market.manager.edit(id: 1, ItemPatch(title: "Lamp 2"), password: "p")
    try await market.manager.delete(id: 1, password: "p")
    try await market.manager.discard(id: 1, password: "p")
    #expect(try movements(market.location) == ["2 opening 4 4 15"])
    let database = try market.location.database()
    #expect(try database.integer("SELECT count(*) FROM item_change") == 0)
    #expect(try database.integer("SELECT count(*) FROM item WHERE id = 1") == 0)
  }

  @Test func `a store has the time zone that it was made with`() async throws {
    let folder = try TemporaryFolder()
    func calendar(_ zone: String) async throws -> String {
      var options = Store.Options.patient()
      options.timeZone = TimeZone(identifier: zone)
      return try await Store(at: folder.store("a.db"), options).write {
        try MarketSettings(database: $0).calendar().timeZone.identifier
      }
    }
    #expect(try await calendar("Asia/Seoul") == "Asia/Seoul")
    #expect(try await calendar("Europe/Berlin") == "Asia/Seoul")
  }
}
