import CSQLite
import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// A store of the version before, as SQL that its program has made.
///
/// `schema-16.sql` is what `sqlite3 FILE .dump` has printed of it, with the values of `application_id` and `user_version`;
/// `postgresql-10.sql` what `pg_dump --inserts --no-owner` has printed of a copy that `market copy` made.
enum FrozenStore {
  private static func script(_ name: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Schemas/\(name).sql")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// Makes the store. The shell's script writes tables that a connection of the program cannot write.
  static func make(at location: StoreLocation) throws {
    switch location {
    case .file(let path):
      var handle: OpaquePointer?
      // An empty file is an empty database.
      try Data().write(to: URL(filePath: path))
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
      try #require(sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK)
      defer { sqlite3_close_v2(handle) }
      try #require(sqlite3_exec(handle, try script("schema-16"), nil, nil, nil) == SQLITE_OK)
    case .postgreSQL(let address):
      try PostgresDatabase(PostgresServer(address, StoreOptions())).execute(script("postgresql-10"))
    case .memory: throw StoreError.inaccessible
    }
  }
}

/// The migration keeps all that a store has.
struct FrozenStoreTests {
  private static let password = "a password of the tests"
  /// A PNG of one pixel, which the request with the key had.
  private static let pixel =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgBAAAAwACS/Xd6gAAAABJRU5ErkJggg==")
    ?? Data()

  /// The tables whose rows stay as they are.
  private static let kept: Set = [
    "store", "market_setting", "vendor", "item_tag", "image", "image_digest", "deletion_token", "movement",
    "item_change", "sale", "review", "removed_review", "log_change", "request_record",
  ]

  private func market() throws -> TemporaryMarket {
    let folder = try TemporaryFolder()
    try FrozenStore.make(at: folder.store())
    return try TemporaryMarket(in: folder)
  }

  /// The columns that the migration adds to tables whose rows stay as they are.
  private static let added: Set = ["costed", "stock_cost"]

  /// The rows of a table as texts, without the columns that the migration adds.
  private func rows(of table: StoreTable, in database: any Database) throws -> [String] {
    let columns = table.columns.filter { $0.kind != .blob && !Self.added.contains($0.name) }
    let text = columns.map { "coalesce(CAST(\($0.name) AS TEXT), '')" }.joined(separator: " || '|' || ")
    return try database.rows("SELECT \(text) FROM \(table.name)") { $0.text(0) }.sorted()
  }

  @Test func `rows that the migration does not change stay as they are`() async throws {
    let market = try market()
    let tables = StoreTable.all.filter {
      Self.kept.contains($0.name) && ($0.name != "item_tag" || !TestDatabase.isServer)
    }
    let before = try PlainDatabase.open(market.location)
    let former = try tables.map { try rows(of: $0, in: before) }
    _ = try await market.manager.page(PageQuery())
    let after = try PlainDatabase.open(market.location)
    for (table, rows) in zip(tables, former) {
      #expect(!rows.isEmpty, "\(table.name)")
      #expect(try self.rows(of: table, in: after) == rows, "\(table.name)")
    }
  }

  @Test func `stocks have the average cost of their movements`() async throws {
    let market = try market()
    _ = try await market.manager.page(PageQuery())
    let costs = try StockValueRows(database: PlainDatabase.open(market.location)).costs(
      of: SQLCondition("TRUE"))
    // 3 at 900,000 and 2 at 950,000 less one at each and one that broke, and 1 at 960,000: 2,785,000 for 3.
    #expect(costs[1]?.average?.amount == 928_333 && costs[1]?.value?.amount == 2_785_000)
    // 9 pieces, after a delivery of one whose cost was corrected from 40 to 42.
    #expect(costs[2]?.average?.amount == 42 && costs[2]?.pieces == 1)
    // In euros since the price is.
    #expect(costs[6]?.average?.amount == 8.5 && costs[6]?.currency.code == "EUR")
    #expect(costs.count == 3)
  }

  @Test func `items keep all that they have`() async throws {
    let market = try market()
    let page = try await market.manager.page(PageQuery())
    #expect(page.items.map(\.id) == [1, 2, 4, 5, 6, 11, 12, 13])
    #expect(
      page.items.map(\.title) == [
        "맥북 프로", "Brass lamp", "Table", "Vase", "Teapot", "Imported one", "Imported two", "Of another",
      ])
    #expect(page.items.map(\.price.amount) == [1_690_000, 80.5, 250, 30, 25, 3.5, 450, 11])
    #expect(
      page.items.map(\.price.currency.code) == ["KRW", "USD", "USD", "USD", "EUR", "USD", "JPY", "USD"])
    #expect(page.items.map(\.discountedPrice?.amount) == [1_500_000, nil, nil, nil, nil, nil, nil, nil])
    #expect(page.items.map(\.stock) == [3, 9, 1, 2, 7, 4, 6, 2])
    #expect(page.items.map(\.sku) == ["MB-16", nil, nil, nil, "TEA-1", "IMP-1", nil, "TEA-1"])
    #expect(
      page.items.map(\.tags) == [["laptop"], [], [], [], ["kitchen", "brass"], ["a", "b"], ["a"], []])
    #expect(page.items.map(\.rating?.count) == [0, 2, 0, 0, 1, 0, 0, 0])
    var items: [Item] = []
    for id in [1, 2, 4, 5, 6, 7] { items.append(try await market.manager.item(id: id)) }
    #expect(items.map(\.description) == ["16인치, 32 GB", "", "Oak", "", "Of copper", ""])
    #expect(items.map { $0.images?.count } == [2, 1, 1, 1, 1, 0])
    let address = try #require(items[2].images?.first)
    #expect(try await market.manager.image(at: address).bytes == Self.pixel)
    let exported = try await market.manager.export(ExportQuery(), password: Self.password)
    #expect(exported.first { $0.id == 6 }?.note == "shelf 3")
    #expect(exported.first { $0.id == 12 }?.key != nil)
    #expect(exported.first { $0.id == 13 }?.key == nil)
    #expect(try await StoreCheck(at: market.location).findings()?.findings == [])
  }

  @Test(
    arguments: [
      (.offSale, [7]), (.low, [6]), (.withoutImage, [11, 12, 13]), (.soldOut, []),
    ] as [(ItemCondition, [Int])])
  func `conditions find the items that they found`(condition: ItemCondition, ids: [Int]) async throws {
    let market = try market()
    var filter = ListFilter()
    filter[condition] = .flag
    #expect(try await market.manager.page(PageQuery(filter: filter)).items.map(\.id) == ids)
  }

  @Test(
    arguments: [
      // A part of a word, a word of two syllables, a text, a tag, a SKU, and an item in the trash.
      ("ras", [2, 6]), ("맥북", [1]), ("oak", [4]), ("kitchen", [6]), ("tea-1", [13, 6]), ("gone", []),
    ] as [(String, [Int])])
  func `searches find what they found`(words: String, ids: [Int]) async throws {
    let market = try market()
    #expect(try await market.manager.page(PageQuery(search: words)).items.map(\.id) == ids)
  }

  @Test func `SKUs find their items in any case, and those that became one stay`() async throws {
    let market = try market()
    try PlainDatabase.open(market.location).run("UPDATE item_detail SET sku = 'mb-16' WHERE sku = 'IMP-1'")
    for (word, ids) in [("tea-1", [6]), ("MB-16", [1]), ("mb-16", [11]), ("Mb-16", [1, 11]), ("gone-1", [])] {
      let found = try await market.manager.export(ExportQuery(.skus([word])), password: Self.password)
      #expect(found.map(\.id) == ids, "\(word)")
    }
    let check = StoreCheck(at: market.location)
    #expect(try await check.mergedCodes() == [MergedCode(first: 1, last: 11, code: "mb-16")])
    #expect(try await check.findings()?.findings == [])
  }

  @Test func `items are written by the passwords that they were added with`() async throws {
    let market = try market()
    let edited = try await market.manager.edit(id: 2, ItemPatch(stock: 7), password: Self.password)
    #expect(edited.stock == 7)
    await #expect(throws: ClientError.wrongPassword(id: 13)) {
      _ = try await market.manager.edit(id: 13, ItemPatch(stock: 7), password: Self.password)
    }
    #expect(
      try await market.manager.edit(id: 13, ItemPatch(title: "Mine"), password: "another password")
        .title == "Mine")
    await #expect(throws: ClientError.skuTaken("TEA-1")) {
      _ = try await market.manager.edit(id: 2, ItemPatch(sku: "TEA-1"), password: Self.password)
    }
    #expect(
      try await market.manager.add(
        ItemDraft(title: "New", price: Price(1, .usDollar)), images: [], password: Self.password
      ).id == 15)
    #expect(try await StoreCheck(at: market.location).findings()?.findings == [])
  }

  @Test func `deleted items are restored, and edits are taken back`() async throws {
    let market = try market()
    let trash = try await market.manager.trash(1, size: 20, password: Self.password)
    #expect(trash.items.map(\.id) == [14, 10, 8])
    let lamp = try await market.manager.restore(id: 8, sku: nil, password: Self.password)
    #expect(lamp.title == "Gone lamp")
    #expect((lamp.sku, lamp.tags, lamp.stock) == ("GONE-1", ["brass"], 3))
    #expect(lamp.description == "In the trash")
    #expect(lamp.images?.count == 1)
    #expect(lamp.rating == RatingSummary(mean: 2, count: 1))
    #expect(try await market.manager.page(PageQuery(search: "gone")).items.map(\.id) == [8])
    // The image that an edit took away.
    _ = try await market.manager.undo(23, isForced: false, isPlan: false, password: Self.password)
    #expect(try await market.manager.item(id: 6).images?.count == 2)
    #expect(try await StoreCheck(at: market.location).findings()?.findings == [])
  }

  /// Within a day of the request; to the clock of the tests it is in the future.
  @Test func `an item that was added under a key is not added again`() async throws {
    let market = try market()
    let euro = try #require(Currency("EUR"))
    var draft = ItemDraft(title: "Hidden chair", price: Price(40, euro), stock: 1)
    draft.details[.offSale] = .flag(true)
    var request = try Endpoint.add(draft, images: [], password: Self.password).request(boundary: "frozen")
    request.headers[.idempotencyKey] = "B4E31D97-0495-4B1F-9D27-7AB91CBEE1CE"
    let response = try await market.response(to: request)
    #expect(response.status == 201)
    #expect(try JSON.decode(Item.self, from: response.body).id == 7)
    #expect(try await market.manager.page(PageQuery()).total == 8)
  }

  @Test func `a receipt that was printed is one after the migration`() async throws {
    let market = try market()
    let code = "53OXJQUTOYCRRTPC"
    let review = try await market.manager.review(
      item: 1, ReviewDraft(stars: 5, receipt: code), password: "p")
    #expect(review.isVerified)
    await #expect(throws: ClientError.self) {
      _ = try await market.manager.review(item: 2, ReviewDraft(stars: 5, receipt: code), password: "p")
    }
    let reviews = try await market.manager.reviews(ReviewQuery(item: 2))
    #expect(reviews.reviews.map(\.text).contains("밝고 예뻐요"))
    #expect(reviews.reviews.compactMap(\.answer?.text) == ["Thank you"])
  }

  @Test(.ofFiles) func `a file has the schema of a new store`() async throws {
    let market = try market()
    let database = try SQLiteDatabase(path: market.path, .shared)
    let former = try SQLiteObject.all(in: database)
    #expect(SQLiteSchema.isKnown(former, version: SQLiteSchema.former))
    #expect(!SQLiteSchema.isKnown(former, version: SQLiteSchema.version))
    _ = try await market.manager.page(PageQuery())
    let new = try SQLiteDatabase(path: ":memory:", .memory)
    try SQLiteSchema.make(new, timeZone: nil)
    #expect(try SQLiteObject.all(in: SQLiteDatabase(path: market.path, .shared)) == SQLiteObject.all(in: new))
  }

  @Test(.enabled(if: TestDatabase.isServer)) func `a database has the schema of a new store`() async throws {
    let market = try market()
    _ = try await market.manager.page(PageQuery())
    let other = StoreLocation.ofOneTest
    _ = try await Store(at: other, .patient()).write { _ in }
    func lines(_ location: StoreLocation) throws -> [String] {
      let database = try location.database()
      let name = try database.rows("SELECT CAST(current_schema() AS TEXT)") { $0.text(0) }.first ?? ""
      return try database.rows(PostgresSchema.description) { $0.text(0).replacing("\(name).", with: "") }
    }
    let (migrated, new) = (try lines(market.location), try lines(other))
    #expect(migrated.filter { !new.contains($0) } == [])
    #expect(new.filter { !migrated.contains($0) } == [])
  }

  /// Pages go to the file before the commit, as those of a large migration do.
  @Test(.ofFiles) func `a migration that is cut off is undone, and done again`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store")
    try FrozenStore.make(at: .file(path))
    let indexes = try SQLiteObject.all(in: SQLiteDatabase(path: path, .shared))
      .filter { ["index", "trigger"].contains($0.type) && !$0.sql.isEmpty }
      .map { "DROP \($0.type) \($0.name)" }
    let statements = indexes + SchemaScript.statements(in: SQLiteSchema.migration)
    let places = Set((0..<6).map { statements.count * $0 / 5 } + [1])
    for count in places.sorted() where count > 0 {
      let database = try SQLiteDatabase(path: path, .shared)
      try database.execute("PRAGMA foreign_keys = ON; PRAGMA cache_size = 1; BEGIN IMMEDIATE")
      for statement in statements.prefix(count) { try database.execute(statement) }
      // The files as they are when the process is killed.
      let cut = folder.path("cut-\(count)")
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: cut + suffix)
      }
      // Longer than its header: there is something to undo.
      #expect(try Data(contentsOf: URL(filePath: cut + "-journal")).count > 512)
      try database.execute("ROLLBACK")
      let store = Store(at: .file(cut), .patient(timeout: .seconds(60)))
      #expect(try await store.page(PageQuery()).total == 8)
      #expect(try await StoreCheck(at: .file(cut)).findings()?.findings == [])
    }
  }
}

/// A connection to a store as it is: nothing is migrated.
private enum PlainDatabase {
  static func open(_ location: StoreLocation) throws -> any Database {
    switch location {
    case .postgreSQL(let address): PostgresDatabase(PostgresServer(address, StoreOptions()))
    default: try SQLiteDatabase(path: location.description, .shared)
    }
  }
}
