import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// Purges by the operator.
struct PurgeTests {
  private static let start = Date(timeIntervalSince1970: 1_795_240_680)

  private let folder: TemporaryFolder
  private let location: StoreLocation
  private let store: Store
  private var marketplace: Marketplace {
    Marketplace(store, passwordCost: 1, isOperated: true, now: { Self.start })
  }

  init() throws {
    folder = try TemporaryFolder()
    location = folder.store("a.db")
    var options = Store.Options.patient()
    options.timeZone = TimeZone(identifier: "UTC")
    store = Store(at: location, options)
  }

  @discardableResult
  private func add(_ title: String, vendor: Int = 1, stock: Int = 10_000) async throws -> Int {
    let draft = try ValidDraft(ItemDraft(title: title, price: Price(5, .usDollar), stock: stock))
    let key = IdempotencyKey(title, adding: draft.draft, vendor: vendor, passwordHash: "h")
    return try #require(
      try await store.add(
        draft, images: [], vendor: vendor, passwordHash: "h", at: Self.start, key: key)
    ).id
  }

  private func record(
    _ id: Int, _ actions: [MovementRequest.Action], at date: Date = start, key: String? = nil
  ) async throws {
    let requests = actions.map { MovementRequest(itemID: id, $0) }
    for part in stride(from: 0, to: requests.count, by: 100) {
      let some = Array(requests[part..<min(part + 100, requests.count)])
      _ = try await store.record(
        some.map { AuthorizedMovement(request: $0, passwordHash: "h") },
        key: key.map { IdempotencyKey("\($0)\(part)", recording: some) },
        at: date)
    }
  }

  private func sell(_ id: Int, _ count: Int, at date: Date = start, key: String? = nil) async throws {
    try await record(id, Array(repeating: .sell(quantity: 2, price: nil), count: count), at: date, key: key)
  }

  private func count(_ table: String, _ condition: String = "TRUE") async throws -> Int {
    try await store.read { try $0.integer("SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0 } ?? 0
  }

  private func purge(_ request: PurgeRequest) async throws -> PurgeCounts {
    let plan = try await marketplace.purgePlan(request)
    var (counts, state) = (PurgeCounts(), PurgeState())
    while !state.isDone {
      let part = try await marketplace.purge(request, from: state)
      (counts, state) = (counts + part.0, part.1)
    }
    #expect(plan.counts == counts)
    #expect(try await StoreCheck(at: location).findings()?.findings == [])
    return counts
  }

  /// The tables that have rows of an item, and how many.
  private func rows(ofItem id: Int) async throws -> [String: Int] {
    var rows: [String: Int] = [:]
    for table in [
      "movement", "item_change", "sale", "sale_total", "removed_review",
    ] {
      rows[table] = try await count(table, "item_id = \(id)")
    }
    rows["item"] = try await count("item", "id = \(id)")
    rows["added under a key"] = try await count("request_record", "kind = 'item' AND first_id = \(id)")
    rows["recorded under a key"] = try await count("request_record", "kind = 'movements'")
    return rows.filter { $0.value > 0 }
  }

  @Test func `a deleted item is forgotten with all that is stored of it`() async throws {
    let id = try await add("Lamp")
    try await sell(id, 600, key: "k")
    try await record(id, [.restock(quantity: 5, cost: 2), .return(quantity: 3, isResellable: true)])
    let other = try await add("Chair")
    try await sell(other, 3)
    var before = try await rows(ofItem: other)
    // The requests that recorded the other item's sales.
    before["recorded under a key"] = nil
    _ = try await store.delete(id: id, passwordHash: "h", at: Self.start)
    let counts = try await purge(PurgeRequest(deletedBefore: GivenDay("2026-11-23")))
    #expect((counts.items, counts.movements, counts.sales, counts.changes) == (1, 604, 600, 0))
    #expect(try await rows(ofItem: id) == [:])
    #expect(try await rows(ofItem: other) == before)
    let sales = try await store.sales(SalesQuery(by: .currency)).rows
    #expect(sales.map(\.pieces) == [6])
    #expect(sales.map(\.revenue.amount) == [30])
  }

  @Test func `what was added to the stock of another item stays recorded`() async throws {
    // Its opening is movement 1, and the other item has the number 1.
    let other = try await add("Chair")
    let id = try await add("Lamp")
    try await sell(id, 3)
    let key = IdempotencyKey("line 1", adding: 5, toItem: other)
    try await store.write { try IdempotencyRecords(database: $0).insert(key, 1...3, at: Self.start) }
    _ = try await store.delete(id: id, passwordHash: "h", at: Self.start)
    _ = try await purge(PurgeRequest(deletedBefore: GivenDay("2026-11-23")))
    let ids = try await store.read { try IdempotencyRecords(database: $0).ids(for: key, at: Self.start) }
    #expect(ids == 1...3)
  }

  @Test func `a plan has the day and the seller that its words stood for`() async throws {
    try await add("Lamp")
    let kim = try await marketplace.addVendor(name: "Kim").vendor.id
    let plan = try await marketplace.purgePlan(
      PurgeRequest(deletedBefore: GivenDay("yesterday"), seller: PurgeRequest.Seller("Kim")))
    // The store's days are those of UTC.
    let day = SalesCalendar(timeZone: .gmt).day(of: Self.start) - 1
    #expect(plan.request == PurgeRequest(deletedBefore: GivenDay(day), seller: .vendor(kim)))
  }

  @Test func `only the items are forgotten that all options are about`() async throws {
    let kim = try await marketplace.addVendor(name: "Kim").vendor.id
    for (index, vendor) in [1, kim, kim, 1].enumerated() {
      let id = try await add("Item \(index)", vendor: vendor)
      try await sell(id, 1)
      _ = try await store.delete(id: id, passwordHash: "h", at: Self.start + Double(index) * 86_400)
    }
    try await store.write { try $0.execute("UPDATE item SET seller_id = 7 WHERE id = 4") }
    func items(_ request: PurgeRequest) async throws -> Int {
      try await marketplace.purgePlan(request).counts.items
    }
    let day = GivenDay("2026-11-23")
    #expect(try await items(PurgeRequest(deletedBefore: day)) == 2)
    #expect(try await items(PurgeRequest(seller: .vendor(kim))) == 2)
    #expect(try await items(PurgeRequest(seller: .anonymous(7))) == 1)
    #expect(try await items(PurgeRequest(deletedBefore: day, seller: .vendor(kim))) == 1)
    #expect(try await items(PurgeRequest(seller: .vendor(kim), item: 1)) == 0)
    #expect(try await items(PurgeRequest()) == 0)
    #expect(
      try await marketplace.purgePlan(PurgeRequest(deletedBefore: GivenDay("2027-01-01"))).sellers == [
        .init(seller: .vendor(kim), name: "Kim", items: 2),
        .init(seller: .vendor(1), name: "market", items: 1),
        .init(seller: .anonymous(7), name: nil, items: 1),
      ])
    #expect(try await purge(PurgeRequest(deletedBefore: day, seller: .vendor(kim))).items == 1)
    #expect(try await purge(PurgeRequest(seller: .vendor(kim))).items == 1)
    #expect(try await count("item", "deleted IS NOT NULL") == 2)
  }

  @Test(arguments: [1, 63, 64, 256, 257, 600])
  func `an item that stays keeps its stock, and begins again`(sales: Int) async throws {
    let id = try await add("Lamp")
    try await sell(id, sales)
    try await record(id, [.return(quantity: 2, isResellable: true), .restock(quantity: 9, cost: 1)])
    let stock = 10_000 - 2 * sales + 2 + 9
    let counts = try await purge(PurgeRequest(item: id))
    #expect(counts.sales == sales)
    let history = try await store.history(ofItem: id, 1, size: 20)
    #expect(history.total == 1)
    guard case .movement(let opening, _)? = history.entries.first else {
      Issue.record("no movement")
      return
    }
    #expect((opening.kind, opening.quantity, opening.stock) == (.opening, stock, stock))
    #expect(try await store.item(id: id)?.draft.stock == stock)
    #expect(try await store.sales(SalesQuery()).rows == [])
    #expect(try await count("sale_total") == 0)
    // It goes on as any other item.
    try await sell(id, 2)
    #expect(try await StoreCheck(at: location).findings()?.findings == [])
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a purge that is interrupted leaves a store that adds up`(seed: UInt64) async throws {
    var chance = SeededChance(seed: seed)
    let (kept, deleted) = (try await add("Lamp"), try await add("Chair"))
    for step in 0..<120 {
      let id = Bool.random(using: &chance) ? kept : deleted
      let time = Self.start + Double(step) * 40_000
      let quantity = Int.random(in: 1...3, using: &chance)
      let action: MovementRequest.Action =
        switch Int.random(in: 0..<8, using: &chance) {
        case 0: .return(quantity: quantity, isResellable: Bool.random(using: &chance))
        case 1: .restock(quantity: quantity, cost: 2)
        case 2: .correct(entry: Int.random(in: 1...(4 * step + 1), using: &chance), price: 3)
        default: .sell(quantity: quantity, price: Decimal(quantity))
        }
      do { try await record(id, Array(repeating: action, count: 8), at: time) } catch is LedgerRefusal {}
    }
    _ = try await store.delete(id: deleted, passwordHash: "h", at: Self.start)
    for query in [PurgeRequest(item: kept), PurgeRequest(item: deleted)] {
      var state = PurgeState()
      while !state.isDone {
        let before = state
        state = try await store.write(.deleting) { database in
          var state = before
          _ = try PurgeRows(database: database).step(query, &state)
          return state
        }
        #expect(try await StoreCheck(at: location).findings()?.findings == [])
        // Another purge begins, as after a kill.
        if Bool.random(using: &chance) { (state.last, state.after) = (nil, 0) }
        if Bool.random(using: &chance), query.item == kept { try await sell(kept, 1) }
      }
    }
    #expect(try await rows(ofItem: deleted) == [:])
  }

  @Test func `sums that no number holds are named, and forgotten`() async throws {
    let (id, other) = (try await add("Lamp"), try await add("Chair"))
    try await sell(id, 500)
    try await sell(other, 1)
    try await store.write {
      try $0.execute(
        """
        UPDATE movement SET unit_price = 10000000000000000 WHERE item_id = \(id) AND kind = 'sold';
        UPDATE item SET moved_amount = 4000000000000000000 WHERE id = \(id);
        UPDATE sale_total SET revenue = 9000000000000000000 WHERE item_id = \(id);
        """)
    }
    #expect(try await StoreCheck(at: location).findings()?.findings == [.uncountable(item: id)])
    _ = try await store.sales(SalesQuery())
    _ = try await purge(PurgeRequest(item: id))
    #expect(try await store.sales(SalesQuery()).rows.map(\.revenue.amount) == [10])
  }

  @Test(.ofFiles) func `check finds what is derived from movements and wrong`() async throws {
    let id = try await add("Lamp")
    try await sell(id, 70)
    for (change, finding) in [
      ("item SET movements = 70", StoreCheck.Finding.ledger(item: 1)),
      ("item SET moved_amount = moved_amount - 1", .ledger(item: 1)),
      ("sale SET standing = 1 WHERE id = 5", .sale(5)), ("sale SET id = 500 WHERE id = 71", .sale(71)),
      ("sale_total SET revenue = revenue + 1", .total(item: 1, day: CalendarDay(20_778), currency: "USD")),
    ] {
      let copy = folder.path("b.db")
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: folder.path("a.db"), toPath: copy)
      try SQLiteDatabase(path: copy, .shared).execute("UPDATE \(change)")
      let findings = try await StoreCheck(at: .file(copy)).findings()?.findings ?? []
      #expect(findings.first == finding, "\(change): \(findings)")
    }
  }
}
