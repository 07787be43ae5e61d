import CSQLite
import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// Repairs of what a store computes from other rows: each table is damaged, found, rebuilt, and found sound.
struct StoreRepairTests {
  private static let start = Date(timeIntervalSince1970: 1_795_240_680)

  private let folder: TemporaryFolder
  private let location: StoreLocation
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    location = folder.store("a.db")
    var options = Store.Options.patient()
    options.timeZone = TimeZone(identifier: "UTC")
    store = Store(at: location, options)
  }

  /// Items 1 to 70, in two blocks of the lowest level. Item 1 was sold 70 times, item 2 twice, once in another currency; item 1 and
  /// item 70 have reviews, one of them of a sale.
  private func fill() async throws {
    for number in 1...70 {
      let draft = try ValidDraft(
        ItemDraft(title: "Lamp \(number)", description: "Brass", price: Price(5, .usDollar), stock: 1_000)
          .with(tags: number < 4 ? ["brass", "lamp"] : nil, sku: number < 4 ? "L-\(number)" : nil))
      let images = number == 7 ? [try StrippedImage(WholePNG().data)] : []
      _ = try await store.add(
        draft, images: images, vendor: 1, passwordHash: "h", at: Self.start, key: nil)
    }
    func sell(_ item: Int, _ times: Int) async throws -> [RecordedMovement] {
      let requests = Array(
        repeating: MovementRequest(itemID: item, .sell(quantity: 2, price: nil)), count: times)
      return try #require(
        try await store.record(
          requests.map { AuthorizedMovement(request: $0, passwordHash: "h") }, key: nil, at: Self.start)
      ).movements
    }
    let sold = try await sell(1, 70)
    _ = try await sell(2, 1)
    try damage("UPDATE item SET currency = 'KRW', price = 70000000 WHERE id = 2")
    _ = try await sell(2, 1)
    for (item, stars, receipt) in [(1, 5, sold[0].receipt?.text), (1, 2, nil), (70, 4, nil)] {
      let written = try await store.write(
        ReviewDraft(stars: stars, receipt: receipt), item: item, passwordHash: "r", verified: nil,
        at: Self.start)
      #expect(written?.review.isVerified == (receipt != nil))
    }
    #expect(try await findings() == [])
  }

  private func findings() async throws -> [StoreCheck.Finding] {
    try #require(try await StoreCheck(at: location).findings(limit: StoreRepair.most)).findings
  }

  /// All rows of the derived tables, as they are computed.
  private func derived() async throws -> [String] {
    let tables =
      [
        ("sale_total", "item_id, day, currency, pieces, revenue"),
        ("item", "id, title_key, \(StoreTable.derivedOfItem.joined(separator: ", "))"),
        ("review", "id, verified"),
        ("item_tag", "tag, item_id"),
        ("item_code", "vendor_id, code, seller_id, item_id"),
      ]
    return try await store.read { database in
      try tables.flatMap { table, columns in
        let names = columns.split(separator: ", ")
        let texts = names.map { "coalesce(CAST(\($0) AS TEXT), '')" }.joined(
          separator: " || ' ' || ")
        return try database.rows("SELECT \(texts) FROM \(table) ORDER BY \(columns)") {
          "\(table) " + $0.text(0)
        }
      }
    } ?? []
  }

  private func damage(_ statements: String) throws {
    // Another process, whose connection ends.
    try location.database().execute(statements)
  }

  @Test(
    arguments: [
      ("DELETE FROM sale_total WHERE item_id = 2", [StoreRepair.Kind.totals]),
      ("UPDATE sale_total SET pieces = pieces + 1", [.totals]),
      (
        "INSERT INTO sale_total (item_id, day, currency, pieces, revenue) VALUES (3, 1, 'KRW', 1, 1)",
        [.totals]
      ),
      ("UPDATE sale_total SET pieces = -9007199254740993 WHERE item_id = 1", [.values]),
      ("DELETE FROM sale_total", [.totals]),
      ("UPDATE item SET movements = 0 WHERE id < 3", [.ledgers]),
      ("UPDATE item SET moved_pieces = 1 WHERE id = 1", [.ledgers]),
      ("UPDATE item SET movements = -1 WHERE id = 1", [.values]),
      ("UPDATE item SET five_stars = 0, four_stars = 0, rating = NULL WHERE id = 1", [.ratings]),
      ("UPDATE item SET five_stars = 7, rating = 0 WHERE id = 70", [.ratings]),
      ("UPDATE item SET one_star = 1, rating = 0 WHERE id = 5", [.ratings]),
      ("UPDATE item SET rating = 6000000000 WHERE id = 1", [.values]),
      ("UPDATE review SET verified = 0 WHERE id = 1", [.marks, .ratings]),
      ("UPDATE review SET verified = 1 WHERE id = 3", [.marks, .ratings]),
      ("UPDATE item SET images = 3 WHERE id < 9", [.filters]),
      ("UPDATE item SET title_key = 'lamp 6' WHERE id = 6", [.filters]),
      ("UPDATE item SET images = -1 WHERE id = 3", [.values]),
      ("DELETE FROM item_tag", [.filters]),
      ("DELETE FROM item_code WHERE item_id = 2", [.filters]),
      ("INSERT INTO item_code VALUES (1, 'l-9', 0, 3)", [.filters]),
      ("INSERT INTO item_code VALUES (1, 'l-3', 0, 9)", [.filters]),
      ("UPDATE item_code SET code = 'l-4' WHERE item_id = 3", [.filters]),
      ("UPDATE item_code SET seller_id = 7 WHERE item_id = 3", [.filters]),
      ("UPDATE item_code SET item_id = -1 WHERE item_id = 3", [.values]),
    ] as [(String, [StoreRepair.Kind])])
  func `each derived table is rebuilt as it was`(statements: String, kinds: [StoreRepair.Kind]) async throws {
    try await fill()
    let before = try await derived()
    try damage(statements)
    var plan = StoreRepair.Plan(try await findings())
    // A mark changes what its rating should be.
    #expect(Set(plan.counts.map(\.kind)).isSubset(of: kinds) && !plan.isEmpty, "\(plan)")
    #expect(plan.left == [])
    for _ in 0..<2 where !plan.isEmpty {
      try await StoreRepair(at: location).rebuild(plan)
      plan = StoreRepair.Plan(try await findings())
    }
    #expect(try await findings() == [])
    #expect(try await derived() == before)
  }

  @Test(
    .enabled(if: !TestDatabase.isServer),
    arguments: [
      "DELETE FROM item_tag WHERE item_id = 2", "INSERT INTO item_tag VALUES ('lamp', 5)",
      "UPDATE item_tag SET tag = 'bras' WHERE item_id = 1 AND tag = 'brass'",
      "UPDATE item_tag SET item_id = 9223372036854775807 WHERE item_id = 1 AND tag = 'brass'",
    ])
  func `tags are found again by their items`(statement: String) async throws {
    try await fill()
    let before = try await derived()
    try damage(statement)
    var plan = StoreRepair.Plan(try await findings())
    #expect(plan.counts.last?.kind == .filters)
    for _ in 0..<2 where !plan.isEmpty {
      try await StoreRepair(at: location).rebuild(plan)
      plan = StoreRepair.Plan(try await findings())
    }
    #expect(try await findings() == [])
    #expect(try await derived() == before)
  }

  @Test func `texts of the search index are put right`() async throws {
    try await fill()
    let texts =
      TestDatabase.isServer
      ? [
        "DELETE FROM item_search WHERE id = 3",
        "INSERT INTO item_search (id, text) VALUES (99, 'lamp')",
      ]
      : [
        "DELETE FROM item_search WHERE rowid = 3",
        "INSERT INTO item_search (rowid, title) VALUES (99, 'lamp')",
      ]
    for statement in texts { try damage(statement) }
    let plan = StoreRepair.Plan(try await findings())
    #expect(plan.counts.map(\.kind) == [.searchTexts] && plan.counts.map(\.count) == [texts.count])
    try await StoreRepair(at: location).rebuild(plan)
    #expect(try await findings() == [])
    let found = try await store.page(PageQuery(size: 500, search: "lamp brass"))
    #expect(found.items.count == 70)
  }

  @Test(
    .enabled(if: !TestDatabase.isServer, "the index of a file"),
    arguments: [
      "UPDATE item_search_content SET c0 = 'other' WHERE id = 3",
      "DELETE FROM item_search_content WHERE id = 3",
      "DELETE FROM item_search_data WHERE id > 10",
    ])
  func `a damaged search index of a file is rebuilt`(statement: String) async throws {
    try await fill()
    // The program's own connections do not write these tables.
    var handle: OpaquePointer?
    try #require(sqlite3_open_v2(folder.path("a.db"), &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    try #require(sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK)
    sqlite3_close_v2(handle)
    let found = try await findings()
    let plan = StoreRepair.Plan(found)
    #expect(plan.left == [] && plan.counts.map(\.kind).contains(.searchIndex), "\(found)")
    try await StoreRepair(at: location).rebuild(plan)
    #expect(try await findings() == [])
    let page = try await store.page(PageQuery(size: 500, search: "lamp brass"))
    #expect(page.items.count == 70)
  }

  @Test func `what nothing else has is left`() async throws {
    try await fill()
    try damage("UPDATE item SET stock = 3 WHERE id = 5; DELETE FROM sale_total WHERE item_id = 2")
    let plan = StoreRepair.Plan(try await findings())
    #expect(plan.left == [.stock(item: 5, stock: 3, movements: 1_000)])
    #expect(plan.counts.map(\.kind) == [.totals])
    try await StoreRepair(at: location).rebuild(plan)
    #expect(try await findings() == plan.left)
  }

  @Test func `writers go on beside a repair, and nothing of theirs is lost`() async throws {
    try await fill()
    try damage(
      "DELETE FROM sale_total; UPDATE item SET rating = NULL")
    let plan = StoreRepair.Plan(try await findings())
    let store = store
    async let sold: Void = {
      for number in 3...40 {
        _ = try await store.record(
          [
            AuthorizedMovement(
              request: MovementRequest(itemID: number, .sell(quantity: 1, price: nil)), passwordHash: "h")
          ],
          key: nil, at: Self.start)
      }
    }()
    try await StoreRepair(at: location).rebuild(plan)
    try await sold
    // The next check finds rows that were written while the totals were missing.
    var rest = StoreRepair.Plan(try await findings())
    for _ in 0..<3 where !rest.isEmpty {
      try await StoreRepair(at: location).rebuild(rest)
      rest = StoreRepair.Plan(try await findings())
    }
    #expect(try await findings() == [])
  }
}

extension ItemDraft {
  fileprivate func with(tags: [String]?, sku: String?) -> ItemDraft {
    var draft = self
    (draft.details.tags, draft.details.sku) = (tags, sku)
    return draft
  }
}
