import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// Values that their columns cannot have: reading them is an error that names their place, and never ends the process.
struct DamagedStoreTests {
  private static let hostile = [Int.min, -1 << 62, -1, 0, 1 << 53 + 1, 1 << 62, Int.max]

  /// A store with rows in the tables of a market that is in use.
  private static func store(in folder: TemporaryFolder) async throws -> Store {
    let store = Store(at: folder.store("store"), .patient(timeout: .seconds(60)))
    let date = Date(timeIntervalSince1970: 1_795_240_680)
    let draft = ItemDraft(
      title: "Lamp", price: Price(2, .usDollar), discountedPrice: 1, stock: 9, sku: "A", tags: ["a"],
      note: "n")
    _ = try await store.add(ValidDraft(draft), images: [], vendor: 1, passwordHash: "h", at: date, key: nil)
    for action in [
      MovementRequest.Action.sell(quantity: 2, price: nil), .restock(quantity: 3, cost: 1),
      .return(quantity: 1, isResellable: true),
    ] {
      _ = try await store.record(
        [AuthorizedMovement(request: MovementRequest(itemID: 1, action), passwordHash: "h")], key: nil,
        at: date)
    }
    _ = try await store.edit(id: 1, passwordHash: "h", at: date) { present in
      var draft = present
      draft.title = "Brass lamp"
      draft.price = Price(3, .usDollar)
      return try ValidDraft(draft)
    }
    try await store.write { database in
      _ = try ReviewRows(database: database).insert(
        ReviewDraft(stars: 4), item: 1, sale: nil, passwordHash: "p", at: date)
    }
    return store
  }

  /// Each column of whole numbers with its bounds.
  private static let columns: [(table: String, column: String, bounds: ClosedRange<Int>)] =
    StoredColumns.kinds.flatMap { table, kinds in
      kinds.compactMap { column, kind in
        if case .integer(let bounds) = kind { (table, column, bounds) } else { nil }
      }
    }.sorted { ($0.table, $0.column) < ($1.table, $1.column) }

  /// Sets a column of all rows, or of as many as a key allows. Returns whether there is such a row.
  private static func set(_ table: String, _ column: String, _ value: Int, in path: String) throws -> Bool {
    let database = try SQLiteDatabase(path: path, .shared)
    try database.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
    guard try (database.integer("SELECT count(*) FROM \(table)") ?? 0) > 0 else { return false }
    try database.run("UPDATE OR IGNORE \(table) SET \(column) = ?", .integer(value))
    return try (database.integer("SELECT count(*) FROM \(table) WHERE \(column) = ?", .integer(value)) ?? 0)
      > 0
  }

  @Test func `every damaged number is found with its table, row and column, and no reader ends the process`()
    async throws
  {
    let folder = try TemporaryFolder()
    let original = folder.path("original")
    _ = try await Self.store(in: folder)
    try FileManager.default.moveItem(atPath: folder.path("store"), toPath: original)
    var seen: Set<String> = []
    for (table, column, bounds) in Self.columns {
      for value in Self.hostile {
        let path = folder.path("\(table)-\(column)-\(value)")
        try FileManager.default.copyItem(atPath: original, toPath: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard try Self.set(table, column, value, in: path) else { continue }
        seen.insert(table)
        let place = "\(table).\(column) = \(value)"
        let findings = try await StoreCheck(at: .file(path)).findings()?.findings ?? []
        let named = findings.contains { finding in
          if case .value(let found) = finding {
            found.table == table && found.column == column
          } else {
            false
          }
        }
        #expect(named == !bounds.contains(value), "\(place): \(findings)")
        await Self.read(Store(at: .file(path), .patient(timeout: .seconds(60))))
      }
    }
    #expect(
      seen.isSuperset(of: [
        "item", "movement", "sale_total", "review", "item_change",
      ])
    )
  }

  /// Reads and changes all there is; errors are fine.
  private static func read(_ store: Store) async {
    let date = Date(timeIntervalSince1970: 1_795_300_000)
    for sort in PageQuery.Sort.allCases {
      _ = try? await store.page(PageQuery(sort: sort), at: .distantFuture) { page in try page.forEach { _ in }
      }
    }
    _ = try? await store.item(id: 1)
    _ = try? await store.history(ofItem: 1, 1, size: 50)
    _ = try? await store.sales(SalesQuery(readsCost: true))
    _ = try? await store.sales(SalesQuery(by: .item))
    for scale in SalesPeriod.Scale.allCases {
      let period = SalesPeriod(scale, containing: CalendarDay(20_778))
      for measure in [BestQuery.Measure.pieces, .revenue] {
        var query = BestQuery(.period(period))
        query.measure = measure
        _ = try? await store.bestSellers(query, at: date)
      }
    }
    for action in [
      MovementRequest.Action.sell(quantity: 1, price: nil), .return(quantity: 1, isResellable: true),
    ] {
      _ = try? await store.record(
        [AuthorizedMovement(request: MovementRequest(itemID: 1, action), passwordHash: "h")], key: nil,
        at: date)
    }
    _ = try? await store.reviews(ReviewQuery(item: 1))
    _ = try? await store.delete(id: 1, passwordHash: "h", at: date)
  }

  @Test func `damage that is read names its place`() async throws {
    let folder = try TemporaryFolder()
    let store = try await Self.store(in: folder)
    _ = try Self.set("item", "stock", -5, in: folder.path("store"))
    do {
      _ = try await store.item(id: 1)
      Issue.record("a stock below 0 was read")
    } catch let error as StoreError {
      #expect(error.place == StoredPlace(table: "item", row: "id 1", column: "stock"))
    }
  }

  @Test func `a sum beyond 64 bits is damage`() async throws {
    let database = try SQLiteDatabase(path: ":memory:", .memory)
    #expect(throws: StoreError.damaged) { try database.integer("SELECT 9223372036854775807 * 2") }
    #expect(throws: StoreError.damaged) {
      try database.integer(
        "SELECT sum(n) FROM (SELECT 9223372036854775807 AS n UNION ALL SELECT 1) AS numbers")
    }
    #expect(try database.integer("SELECT 1 << 62") == 1 << 62)
  }

  @Test func `a date that no column holds is clamped`() {
    #expect(Int(clamping: .nan) == 0)
    #expect(Int(clamping: 1e300) == .max)
    #expect(Int(clamping: -1e300) == .min)
    #expect(Int(clamping: 12.9) == 12)
  }
}
