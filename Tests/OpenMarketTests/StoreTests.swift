import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import OpenMarket

/// Locations and identities of stores, files that are replaced, reported causes, and numbers of statements.
struct StoreTests {
  private static let lamp = ItemDraft(title: "Lamp", price: Price(5, .usDollar))

  private func add(to session: any Session, _ draft: ItemDraft = lamp) async throws -> Item {
    try await NetworkManager(session: session).add(draft, images: [], password: "p")
  }

  private func identity(_ session: any Session, _ target: String = "/items/1") async throws -> String? {
    try await session.response(to: HTTPRequest(.get, target: target)).headers["Market-Identity"]
  }

  // MARK: Locations

  @Test(arguments: [
    (":memory:", StoreLocation.memory), ("market.db", .file("market.db")), ("/a/b.db", .file("/a/b.db")),
    ("", .file("")), ("C:/a.db", .file("C:/a.db")), ("HTTP://h", nil),
    ("file:///a.db", nil),
  ])
  func `a location is a path or memory, never another URL`(text: String, location: StoreLocation?) {
    #expect(StoreLocation(text) == location)
    if let location { #expect(location.description == text) }
  }

  @Test func `the address of a database is a location`() throws {
    let address = try #require(try PostgresAddress("postgres://shop@db.example/market"))
    #expect(StoreLocation("postgres://shop@db.example/market") == .postgreSQL(address))
    #expect(StoreLocation.postgreSQL(address).description == "postgres://shop@db.example/market")
  }

  @Test func `a store in memory is shared by its markets and by no others`() async throws {
    let store = Store(at: .memory, .patient())
    let one = LocalMarket(store, .forTests)
    let other = LocalMarket(store, .forTests)
    #expect(try await NetworkManager(session: other).page(PageQuery()).items == [])
    let item = try await add(to: one)
    #expect(try await NetworkManager(session: other).item(id: 1) == item)
    // Twice, so that the second page may come from the cache.
    for count in 1...3 {
      #expect(try await NetworkManager(session: other).page(PageQuery()).total == count)
      #expect(try await NetworkManager(session: other).page(PageQuery()).total == count)
      _ = try await add(to: one)
    }
    let another = LocalMarket(at: .memory, .forTests)
    #expect(try await NetworkManager(session: another).page(PageQuery()).total == 0)
    #expect(!FileManager.default.fileExists(atPath: ":memory:"))
  }

  // MARK: Identity

  @Test func `responses have the store's identity, which stays when the file is moved`() async throws {
    let folder = try TemporaryFolder()
    let first = LocalMarket(at: .file(folder.path("a.db")), .forTests)
    // There is no store yet, and so no identity.
    #expect(try await identity(first) == nil)
    _ = try await add(to: first)
    let known = try #require(try await identity(first))
    #expect(known.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    for target in [
      "/items/1", "/items/1", "/item/1", "/item/2", "/images/0.png", "/nowhere", "/api/products",
    ] {
      #expect(try await identity(first, target) == known, "\(target)")
    }
    try FileManager.default.moveItem(atPath: folder.path("a.db"), toPath: folder.path("b.db"))
    #expect(try await identity(LocalMarket(at: .file(folder.path("b.db")))) == known)
    _ = try await add(to: LocalMarket(at: .file(folder.path("c.db")), .forTests))
    #expect(try await identity(LocalMarket(at: .file(folder.path("c.db")))) != known)
  }

  // MARK: Replaced files

  @Test(arguments: [true, false])
  func `a file that is replaced or deleted while it is open gets 503 until it is back`(isReplaced: Bool)
    async throws
  {
    let folder = try TemporaryFolder()
    let reported = Locked<[String]>([])
    var options = LocalMarket.Options.forTests
    options.onError = { request, error in reported.withLock { $0.append("\(request.target): \(error)") } }
    let market = LocalMarket(at: .file(folder.path("a.db")), options)
    _ = try await add(to: market)
    // The page is cached.
    #expect(try await market.response(to: HTTPRequest(.get, target: "/items/1")).status == 200)

    try FileManager.default.moveItem(atPath: folder.path("a.db"), toPath: folder.path("b.db"))
    if isReplaced {
      try FileManager.default.copyItem(atPath: folder.path("b.db"), toPath: folder.path("a.db"))
    }
    // The place of the file is looked at every 100 ms for cached pages.
    try await Task.sleep(for: .milliseconds(150))
    let reason = "The store file was replaced or deleted"
    for target in ["/items/1", "/item/1"] {
      #expect(
        try await market.response(to: HTTPRequest(.get, target: target)).shown
          == #"503 {"code":"store_replaced","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
    }
    let post = try Endpoint.add(Self.lamp, images: [], password: "p").request(boundary: "cut")
    #expect(try await market.response(to: post).status == 503)
    #expect(reported.value.count == 3)
    #expect(reported.value.allSatisfy { $0.contains("replaced") })

    // A file that is back in its place is served again.
    if isReplaced { try FileManager.default.removeItem(atPath: folder.path("a.db")) }
    try FileManager.default.moveItem(atPath: folder.path("b.db"), toPath: folder.path("a.db"))
    #expect(try await market.response(to: HTTPRequest(.get, target: "/items/1")).status == 200)
  }

  @Test func `the cause of a store failure is reported to the server, not to the client`() async throws {
    let folder = try TemporaryFolder()
    let reported = Locked<[String]>([])
    var options = LocalMarket.Options.forTests
    options.onError = { request, error in
      let cause = (error as? StoreError)?.databaseError?.description ?? "none"
      reported.withLock { $0.append("\(request.method.rawValue) \(request.target): \(cause)") }
    }
    let market = LocalMarket(at: .file(folder.path("a.db")), options)
    _ = try await add(to: market)
    // Opens the connection of a reader, before the schema is no longer that of a store.
    #expect(try await market.response(to: HTTPRequest(.get, target: "/item/1")).status == 200)
    try SQLiteDatabase(path: folder.path("a.db"), .shared).execute(
      "CREATE TRIGGER stop BEFORE INSERT ON item BEGIN SELECT RAISE(ABORT, 'no more'); END")
    let post = try Endpoint.add(Self.lamp, images: [], password: "p").request(boundary: "cut")
    #expect(
      try await market.response(to: post).shown
        == #"500 {"code":"store_failed","error":true,"message":"The store failed","reason":"The store failed"}"#
    )
    // SQLITE_CONSTRAINT_TRIGGER (https://www.sqlite.org/rescode.html).
    #expect(reported.value.count == 1)
    #expect(reported.value.first?.hasPrefix("POST /item: SQLite 1811: no more (INSERT INTO item") == true)
    // A client's error is not reported.
    #expect(try await market.response(to: HTTPRequest(.get, target: "/item/9")).status == 404)
    #expect(reported.value.count == 1)
  }

  // MARK: Statements

  @Test func `the number of statements of a page does not depend on its size`() async throws {
    let driver = CountingDriver()
    let store = Store(at: .memory, driver: driver, options: .patient())
    let image = try ItemImage(path: MockData.path("macbook.png")).stripped()
    for number in 1...130 {
      _ = try await store.add(
        ValidDraft(
          ItemDraft(
            title: "Lamp \(number)", price: Price(Decimal(number), .usDollar),
            sku: number.isMultiple(of: 2) ? "L-\(number)" : nil,
            tags: number.isMultiple(of: 5) ? ["brass", "old"] : [])),
        images: number.isMultiple(of: 3) ? [image, image] : [], passwordHash: "", at: .now, key: nil)
    }
    for sort in PageQuery.Sort.allCases {
      for search in [nil, "lamp"] {
        var counts: Set<Int> = []
        for size in [3, 64, 120] {
          driver.count.withLock { $0 = 0 }
          let page = try await store.page(PageQuery(2, size: size, sort: sort, search: search))
          #expect(page.items.count == min(size, 130 - size))
          for item in page.items { #expect(item.images.count == (item.id.isMultiple(of: 3) ? 2 : 0)) }
          #expect(
            page.items.map(\.draft.sku) == page.items.map { $0.id.isMultiple(of: 2) ? "L-\($0.id)" : nil })
          #expect(
            page.items.map(\.draft.tags)
              == page.items.map { $0.id.isMultiple(of: 5) ? ["brass", "old"] : [] })
          counts.insert(driver.count.withLock(\.self))
        }
        // A search by best fit reads one match after another, up to a number.
        let isFit = sort == .best && search != nil
        #expect(counts.count == 1 || isFit, "\(sort), \(search ?? "all"): \(counts)")
        #expect(counts.allSatisfy { $0 <= (isFit ? 24 : 8) }, "\(sort), \(search ?? "all"): \(counts)")
      }
    }
  }
}

extension StoreTests {
  @Test func `items in other currencies are counted`() async throws {
    let store = Store(at: .ofOneTest, .patient())
    for (number, code) in ["USD", "KRW", "EUR", "KRW"].enumerated() {
      let currency = Currency(code)
      let draft = ItemDraft(title: "Lamp \(number)", price: Price(1, try #require(currency)))
      _ = try await store.add(ValidDraft(draft), images: [], passwordHash: "", at: .now, key: nil)
    }
    var query = PageQuery()
    query.currencies = [.usDollar]
    let totals = try await store.read { [query] database in
      try TotalsCache().totals(for: query, in: database, version: nil) { nil }
    }
    #expect(totals == ItemTotals(items: 4, unlisted: 3))
    #expect(try await store.page(query).total == 1)
  }

  @Test func `totals of a moment before are no reason to miss an item`() async throws {
    let store = Store(at: .ofOneTest, .patient())
    let cache = TotalsCache(many: 1, age: .seconds(3_600))
    func page(_ number: Int) async throws -> (total: Int?, ids: [Int], hasNext: Bool)? {
      try await store.read { database in
        let query = PageQuery(number, size: 2)
        let totals = try cache.totals(for: query, in: database, version: nil) { nil }
        let page = try ItemRows(database: database).page(query, now: .now, totals: totals)
        var ids: [Int] = []
        try page.forEach { ids.append($0.id) }
        return (page.total, ids, page.hasNext)
      }
    }
    func add() async throws {
      let draft = ItemDraft(title: "Lamp", price: Price(1, .usDollar))
      _ = try await store.add(ValidDraft(draft), images: [], passwordHash: "", at: .now, key: nil)
    }
    for _ in 1...2 { try await add() }
    let first = try #require(try await page(1))
    #expect(first == (2, [1, 2], false))
    try await add()
    // The total is one of before.
    #expect(try #require(try await page(1)) == (3, [1, 2], true))
    #expect(try #require(try await page(2)) == (3, [3], false))
    #expect(try #require(try await page(3)) == (2, [], false))
  }
}

/// A database in memory that counts its statements.
private final class CountingDriver: DatabaseDriver {
  let count = Mutex(0)
  private let memory = SQLiteMemory()

  var exists: Bool { true }
  var writers: Int? { nil }
  var version: UInt64? { nil }
  func open() throws -> any Database { CountingDatabase(try memory.open(), self) }
  func openForReading() throws -> any Database { try open() }
  func checkIsInPlace() {}
  func noteCommit() {}
}

private final class CountingDatabase: Database {
  private let database: any Database
  private let driver: CountingDriver

  init(_ database: any Database, _ driver: CountingDriver) {
    self.database = database
    self.driver = driver
  }

  var dialect: Dialect { database.dialect }
  var notes: DatabaseNotes { database.notes }

  func execute(_ script: String) throws(StoreError) { try database.execute(script) }
  func usedBytes() throws(StoreError) -> Int { try database.usedBytes() }

  func copy(to path: String, _ progress: (Double) -> Bool) throws { try database.copy(to: path, progress) }

  func run(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) {
    driver.count.withLock { $0 += 1 }
    try database.run(sql, values)
  }

  @discardableResult
  func run(
    _ sql: String, _ values: [DatabaseValue], visit: (any DatabaseRow) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    driver.count.withLock { $0 += 1 }
    return try database.run(sql, values, visit: visit)
  }

  func insert(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) -> Int {
    driver.count.withLock { $0 += 1 }
    return try database.insert(sql, values)
  }

  func bytes(in column: DatabaseColumn, ofRow id: Int, range: Range<Int>) throws(StoreError) -> Data? {
    try database.bytes(in: column, ofRow: id, range: range)
  }

  func transaction<Result>(
    for purpose: TransactionPurpose, within limit: WorkLimit?, _ work: () throws -> Result
  ) throws -> Result {
    try database.transaction(for: purpose, within: limit, work)
  }
}
