import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// Limits on the movements of a request to the ledger, and on the sums of an item.
struct LedgerBoundTests {
  private static let now = Date(timeIntervalSince1970: 1_795_240_680)

  private func store(stock: Int, price: Decimal = 5, _ code: String = "USD") async throws -> Store {
    let store = Store(at: .ofOneTest, .patient())
    let price = Price(price, try #require(Currency(code)))
    _ = try await store.add(
      ValidDraft(ItemDraft(title: "t", price: price, stock: stock)), images: [], passwordHash: "h",
      at: Self.now, key: nil)
    return store
  }

  @discardableResult
  private func record(_ requests: MovementRequest..., to store: Store) async throws -> [Movement] {
    let authorized = requests.map { AuthorizedMovement(request: $0, passwordHash: "h") }
    return try await store.record(authorized, key: nil, at: Self.now)?.movements.map(\.movement) ?? []
  }

  private func sell(_ count: Int, in store: Store) async throws {
    for start in stride(from: 0, to: count, by: 100) {
      let one = AuthorizedMovement(
        request: MovementRequest(itemID: 1, .sell(quantity: 1, price: nil)), passwordHash: "h")
      let sales = Array(repeating: one, count: min(100, count - start))
      _ = try await store.record(sales, key: nil, at: Self.now)
    }
  }

  // MARK: Movements of a request

  @Test func `a return takes back 1,000 sales at most`() async throws {
    let store = try await store(stock: 1_100)
    try await sell(1_100, in: store)
    await #expect(throws: LedgerRefusal.tooMany(item: 1)) {
      try await record(MovementRequest(itemID: 1, .return(quantity: 1_001, isResellable: true)), to: store)
    }
    await #expect(throws: LedgerRefusal.tooMany(item: 1)) {
      try await record(MovementRequest(itemID: 1, .return(quantity: 1_000, isResellable: false)), to: store)
    }
    // Both are one transaction.
    await #expect(throws: LedgerRefusal.tooMany(item: 1)) {
      let request = MovementRequest(itemID: 1, .return(quantity: 600, isResellable: true))
      try await record(request, request, to: store)
    }
    let all = MovementRequest(itemID: 1, .return(quantity: 1_000, isResellable: true), note: "box")
    let returned = try await record(all, to: store)
    #expect(returned.count == 1_000)
    // The newest sales come back first, and the note is stored once.
    #expect(returned.map(\.sale) == (102...1_101).reversed().map { Optional($0) })
    #expect(returned.compactMap(\.note) == ["box"])
    await #expect(throws: LedgerRefusal.notSold(item: 1, returnable: 100, quantity: 101)) {
      try await record(MovementRequest(itemID: 1, .return(quantity: 101, isResellable: true)), to: store)
    }
  }

  @Test func `a return under a reference takes from its sale alone`() async throws {
    let store = try await store(stock: 10)
    let sell = MovementRequest.Action.sell(quantity: 2, price: nil)
    try await record(MovementRequest(itemID: 1, sell, reference: "a"), to: store)
    try await record(MovementRequest(itemID: 1, sell, reference: "b"), to: store)
    let back = MovementRequest(itemID: 1, .return(quantity: 1, isResellable: true), reference: "a")
    #expect(try await record(back, to: store).map(\.sale) == [2])
    #expect(try await record(back, to: store).map(\.sale) == [2])
    await #expect(throws: LedgerRefusal.allReturned(item: 1, reference: "a")) {
      try await record(back, to: store)
    }
  }

  @Test func `a correction moves 499 returns at most, each without its note`() async throws {
    let store = try await store(stock: 1_000)
    try await record(MovementRequest(itemID: 1, .sell(quantity: 1_000, price: nil), note: "sold"), to: store)
    let back = MovementRequest(itemID: 1, .return(quantity: 1, isResellable: true), note: "back")
    for _ in 0..<499 { try await record(back, to: store) }
    let correct = MovementRequest(itemID: 1, .correct(entry: 2, price: 4))
    let corrected = try await record(correct, to: store)
    #expect(corrected.count == 1_000)
    #expect(corrected.compactMap(\.note) == ["sold"])
    #expect(corrected.last.map { [$0.quantity, $0.reverses ?? 0, $0.sale ?? 0] } == [-1_000, 2, 2])
    // Replaced returns do not count towards the limit, and the correction can be corrected again.
    let again = try #require(corrected.last?.id)
    await #expect(throws: LedgerRefusal.alreadyCorrected(entry: 2, by: again)) {
      try await record(correct, to: store)
    }
    try await record(MovementRequest(itemID: 1, .correct(entry: again, price: 3)), to: store)
    try await record(back, to: store)
    let last = again + 1_000
    await #expect(throws: LedgerRefusal.tooMany(item: 1)) {
      try await record(MovementRequest(itemID: 1, .correct(entry: last, price: 2)), to: store)
    }
    let rows = try await store.sales(SalesQuery()).rows
    #expect(rows.map(\.pieces) == [500])
    #expect(rows.map(\.revenue.amount) == [1_500])
  }

  // MARK: Sums

  @Test func `the sales of an item add up to 10 to the power of 15 minor units at most`() async throws {
    let dollars = try await store(stock: 100, price: 1_000_000_000_000)
    let one = MovementRequest(itemID: 1, .sell(quantity: 1, price: nil))
    for _ in 0..<10 { try await record(one, to: dollars) }
    await #expect(throws: LedgerRefusal.amountTooLarge(item: 1)) { try await record(one, to: dollars) }
    // A return counts as well, and what costs nothing is recorded.
    await #expect(throws: LedgerRefusal.amountTooLarge(item: 1)) {
      try await record(MovementRequest(itemID: 1, .return(quantity: 1, isResellable: true)), to: dollars)
    }
    try await record(MovementRequest(itemID: 1, .sell(quantity: 1, price: 0)), to: dollars)
    try await record(MovementRequest(itemID: 1, .restock(quantity: 5, cost: nil)), to: dollars)
    await #expect(throws: LedgerRefusal.amountTooLarge(item: 1)) {
      try await record(MovementRequest(itemID: 1, .restock(quantity: 1, cost: 1)), to: dollars)
    }
  }

  @Test func `without minor units amounts add up to what a column holds`() async throws {
    let won = try await store(stock: 100, price: 40_000_000_000_000, "KRW")
    let one = MovementRequest(itemID: 1, .sell(quantity: 1, price: nil))
    for _ in 0..<10 { try await record(one, to: won) }
    await #expect(throws: LedgerRefusal.amountTooLarge(item: 1)) { try await record(one, to: won) }
    #expect(MovementLimits.amount(in: try #require(Currency("BHD"))) == 10_000_000_000_000_000)
    #expect(MovementLimits.amount(in: try #require(Currency("UYW"))) == 1_000_000_000_000_000)
  }

  @Test func `an item sells a million million pieces at most`() async throws {
    let store = try await store(stock: 1_000_000_000_000, price: 0)
    try await record(MovementRequest(itemID: 1, .sell(quantity: 1_000_000_000_000, price: nil)), to: store)
    try await record(MovementRequest(itemID: 1, .restock(quantity: 1, cost: nil)), to: store)
    await #expect(throws: LedgerRefusal.amountTooLarge(item: 1)) {
      try await record(MovementRequest(itemID: 1, .sell(quantity: 1, price: nil)), to: store)
    }
  }

  // MARK: Changes

  @Test func `the last 100 changes of an item are kept, and none of a deleted one`() async throws {
    let store = try await store(stock: 1)
    for number in 1...103 {
      _ = try await store.edit(id: 1, passwordHash: "h", at: Self.now) {
        var draft = $0
        draft.title = "t\(number)"
        return try ValidDraft(draft)
      }
    }
    let kept = try await store.read { database in
      try database.rows("SELECT title_after FROM item_change ORDER BY id", []) { $0.text(0) }
    }
    #expect(kept == (4...103).map { "t\($0)" })
    try await sell(1, in: store)
    _ = try await store.delete(id: 1, passwordHash: "h", at: Self.now)
    let left = try await store.read { database in
      try ["item_change", "movement", "item WHERE state = 4"].map {
        try database.integer("SELECT count(*) FROM \($0)")
      }
    }
    #expect(left == [0, 2, 1])
  }

  @Test func `an item with many movements is deleted without them`() async throws {
    let store = try await store(stock: 1)
    for _ in 0..<10 {
      let one = AuthorizedMovement(
        request: MovementRequest(itemID: 1, .restock(quantity: 1, cost: nil)), passwordHash: "h")
      _ = try await store.record(Array(repeating: one, count: 100), key: nil, at: Self.now)
    }
    _ = try await store.delete(id: 1, passwordHash: "h", at: Self.now)
    let titles = try await store.read {
      try $0.rows("SELECT title FROM item WHERE state = 4", []) { $0.text(0) }
    }
    #expect(titles == ["t"])
  }
}
