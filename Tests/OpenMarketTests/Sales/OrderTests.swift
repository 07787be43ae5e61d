import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// Requests of several movements: one receipt, one key, and corrections in a store.
struct OrderTests {
  private static let now = Date(timeIntervalSince1970: 1_795_240_680)

  private func store(items: Int = 3) async throws -> Store {
    let store = Store(at: .ofOneTest, .patient())
    for _ in 1...items {
      _ = try await store.add(
        ValidDraft(ItemDraft(title: "t", price: Price(5, .usDollar), stock: 10)), images: [],
        passwordHash: "h", at: Self.now, key: nil)
    }
    return store
  }

  private func record(
    _ requests: [MovementRequest], key: String? = nil, at date: Date = now, to store: Store
  ) async throws -> RecordedMovements {
    let key = key.map { IdempotencyKey($0, recording: requests) }
    let authorized = requests.map { AuthorizedMovement(request: $0, passwordHash: "h") }
    return try #require(try await store.record(authorized, key: key, at: date))
  }

  private func sell(_ item: Int, _ reference: String? = nil) -> MovementRequest {
    MovementRequest(itemID: item, .sell(quantity: 1, price: nil), reference: reference)
  }

  private func stocks(_ store: Store) async throws -> [Int]? {
    try await store.read { try $0.rows("SELECT stock FROM item ORDER BY id", []) { $0.integer(0) } }
  }

  // MARK: Receipts

  @Test func `an order has one receipt, which is that of a sale of each item`() async throws {
    let store = try await store()
    let sold = try await record([sell(1), sell(2)], to: store).movements
    let code = try #require(sold[0].receipt)
    #expect(sold.map(\.receipt) == [code, code])
    let sales = try await store.read { database in
      try [1, 2, 3].map { try SaleRows(database: database).sale(ofReceipt: code, item: $0)?.sale }
    }
    #expect(sales == [sold[0].movement.id, sold[1].movement.id, nil])
    for id in [1, 2] {
      let review = try await store.write(
        ReviewDraft(stars: 5, receipt: code.text), item: id, passwordHash: "r", verified: nil, at: Self.now)
      #expect(review?.review.isVerified == true)
    }
    await #expect(throws: MarketplaceError.unknownReceipt(code.text)) {
      _ = try await store.write(
        ReviewDraft(stars: 5, receipt: code.text), item: 3, passwordHash: "r", verified: nil, at: Self.now)
    }
  }

  @Test func `a receipt names one sale of an item`() async throws {
    let store = try await store()
    let codes = try await record([sell(1), sell(1), sell(2)], to: store).movements.map(\.receipt?.text)
    #expect(codes[0] != codes[1])
    #expect(codes[0] == codes[2])
    #expect(try await record([sell(1)], to: store).movements.map(\.receipt?.text) != [codes[0]])
  }

  @Test func `a request under a key is answered again with the sales that were there before it`() async throws
  {
    let store = try await store()
    _ = try await record([sell(2, "o1")], to: store)
    let order = [sell(1, "o1"), sell(2, "o1"), sell(3, "o1")]
    let first = try await record(order, key: "k", to: store)
    let again = try await record(order, key: "k", to: store)
    #expect(again.isRepeated)
    #expect(again.movements.map(\.movement) == first.movements.map(\.movement))
    #expect(again.movements.map(\.movement.itemID) == [1, 2, 3])
    #expect(again.movements.map(\.isRepeated) == [false, true, false])
    #expect(try await stocks(store) == [9, 9, 9])
  }

  @Test func `what is added to a recorded order has its receipt`() async throws {
    let store = try await store()
    let first = try await record([sell(2, "o1")], to: store)
    let all = try await record([sell(1, "o1"), sell(2, "o1")], to: store)
    #expect(all.movements.map(\.receipt) == [first.movements[0].receipt, first.movements[0].receipt])
    #expect(all.movements.map(\.isRepeated) == [false, true])
    #expect(!all.isRepeated)
    // Item 2 has a sale with this receipt already.
    let other = try await record([sell(1, "o1"), sell(2, "o2")], to: store)
    #expect(other.movements[0].receipt == first.movements[0].receipt)
    #expect(other.movements[1].receipt != first.movements[0].receipt)
    #expect(try await stocks(store) == [9, 8, 10])
  }

  // MARK: Keys

  @Test func `the same movements in another order are one request under their key`() async throws {
    let store = try await store()
    let restock = MovementRequest(itemID: 1, .restock(quantity: 2, cost: nil))
    let first = try await record([sell(2), restock, sell(1)], key: "k", to: store)
    #expect(!first.isRepeated)
    let orders = [[sell(2), restock, sell(1)], [sell(1), sell(2), restock], [restock, sell(1), sell(2)]]
    for requests in orders {
      let again = try await record(requests, key: "k", to: store)
      #expect(again.isRepeated)
      #expect(again.movements.map(\.movement) == first.movements.map(\.movement))
    }
    #expect(try await stocks(store) == [11, 9, 10])
    await #expect(throws: MarketplaceError.idempotencyKeyReused) {
      _ = try await record([sell(1), sell(2)], key: "k", to: store)
    }
  }

  // MARK: Corrections

  @Test func `a sale is corrected to other pieces, and voided`() async throws {
    let store = try await store(items: 1)
    let sold = try await record([sell(1, "o1")], to: store).movements[0]
    func correct(_ entry: Int, quantity: Int) async throws -> [RecordedMovement] {
      try await record([MovementRequest(itemID: 1, .correct(entry: entry, quantity: quantity))], to: store)
        .movements
    }
    let corrected = try await correct(sold.movement.id, quantity: 4)
    #expect(corrected.last?.receipt == sold.receipt)
    #expect(try await stocks(store) == [6])
    let entry = try #require(corrected.last?.movement.id)
    #expect(try await correct(entry, quantity: 0).map(\.movement.quantity) == [4])
    #expect(try await stocks(store) == [10])
    #expect(try await store.sales(SalesQuery()).rows == [])
    await #expect(throws: LedgerRefusal.alreadyCorrected(entry: entry)) {
      try await correct(entry, quantity: 1)
    }
    await #expect(throws: LedgerRefusal.notSold(item: 1, returnable: 0, quantity: 1)) {
      try await record([MovementRequest(itemID: 1, .return(quantity: 1, isResellable: true))], to: store)
    }
    // The reference is free again.
    #expect(try await record([sell(1, "o1")], to: store).movements.map(\.isRepeated) == [false])
    #expect(try await record([sell(1, "o1")], to: store).movements.map(\.isRepeated) == [true])
    #expect(try await stocks(store) == [9])
  }

  // MARK: References

  /// The actions that are recorded once under a reference, each with what it does to a stock of 10.
  private static let once: [(MovementRequest.Action, Int)] = [
    (.sell(quantity: 2, price: nil), 8), (.restock(quantity: 2, cost: 3), 12),
    (.writeOff(quantity: 2, .lost), 8),
  ]

  @Test(arguments: once.indices)
  func `a reference means once, until what it names is taken back`(index: Int) async throws {
    let (action, stock) = Self.once[index]
    let store = try await store(items: 2)
    let request = MovementRequest(itemID: 1, action, reference: "r")
    let first = try await record([request], to: store).movements
    #expect(try await record([request], to: store).movements.map(\.movement) == first.map(\.movement))
    #expect(try await stocks(store) == [stock, 10])
    // Another item, and another kind, are not named by it.
    for other in Self.once where other.0 != action {
      _ = try await record([MovementRequest(itemID: 2, other.0, reference: "r")], to: store)
    }
    let entry = first[0].movement.id
    func undo(_ ids: [Int]) async throws -> [Int] {
      try await store.write { database in
        try SaleLedger(database, at: Self.now).takeBack(ids, ofItem: 1).map(\.id)
      }
    }
    let undone = try await undo([entry])
    #expect(try await stocks(store)?.first == 10)
    let again = try await record([request], to: store).movements
    #expect(again.map(\.isRepeated) == [false])
    #expect(try await stocks(store)?.first == stock)
    // The standing entry keeps the reference: the first one does not come back beside it.
    await #expect(
      throws: LedgerRefusal.referenceTaken(item: 1, entry: again[0].movement.id, reference: "r")
    ) { try await undo(undone) }
    _ = try await undo([again[0].movement.id])
    let redone = try await undo(undone)
    #expect(try await stocks(store)?.first == stock)
    #expect(try await record([request], to: store).movements.map(\.movement.id) == redone)
    #expect(try await store.read { try StoreCheck.findings(in: $0) } == [])
  }

  @Test func `references that were stored twice are found`() async throws {
    let store = try await store(items: 1)
    for reference in ["PO1", "PO2"] {
      _ = try await record(
        [MovementRequest(itemID: 1, .restock(quantity: 5, cost: nil), reference: reference)], to: store)
    }
    let remarks = { try await store.read { try MovementRows.repeatedReferences(in: $0, limit: 9) } }
    #expect(try await remarks() == [])
    try await store.write { try $0.run("UPDATE movement SET reference = 'PO1' WHERE kind = 'received'") }
    #expect(
      try await remarks() == [RepeatedReference(item: 1, kind: .received, reference: "PO1", count: 2)])
  }

  @Test func `a return knows when its pieces were sold, and its reference a sale`() async throws {
    let store = try await store(items: 1)
    _ = try await record([sell(1, "o1")], to: store)
    let back = MovementRequest(itemID: 1, .return(quantity: 1, isResellable: false), reference: "o1")
    let returned = try await record([back], at: Self.now + 60, to: store).movements
    #expect(returned.map(\.soldAt) == [Self.now, nil])
    await #expect(throws: LedgerRefusal.allReturned(item: 1, reference: "o1")) {
      try await record([back], to: store)
    }
    var unknown = back
    unknown.reference = "o2"
    await #expect(throws: LedgerRefusal.noSuchSale(item: 1, reference: "o2")) {
      try await record([unknown], to: store)
    }
  }

  @Test func `a corrected delivery changes the average of what is sold later`() async throws {
    let store = try await store(items: 1)
    func restock(cost: Decimal, at date: Date) async throws -> Int {
      let request = MovementRequest(itemID: 1, .restock(quantity: 1, cost: cost))
      return try await record([request], at: date, to: store).movements[0].movement.id
    }
    func cost(_ step: Double) async throws -> Decimal? {
      let sold = try await record([sell(1)], at: Self.now + step, to: store).movements[0].movement.id
      return try await store.read { try Movement.row(sold, in: $0)?.cost } ?? nil
    }
    let first = try await restock(cost: 2, at: Self.now + 1)
    let second = try await restock(cost: 3, at: Self.now + 2)
    // Ten pieces of unknown cost stay out of the average, and are sold first: 1 at 7 and 1 at 3, then 1 at 7 and 1 at 4.
    for (entry, new, expected) in [(first, 7, 5), (second, 4, 5.5)] as [(Int, Decimal, Decimal)] {
      let request = MovementRequest(itemID: 1, .correct(entry: entry, cost: new))
      let corrected = try await record([request], at: Self.now + 3, to: store).movements
      #expect(corrected.map(\.movement.quantity) == [1, -1])
      #expect(try await cost(4) == expected)
      let by = corrected.first?.movement.id
      await #expect(throws: LedgerRefusal.alreadyCorrected(entry: entry, by: by)) {
        try await record([request], to: store)
      }
    }
    #expect(try await stocks(store) == [10])
  }
}
