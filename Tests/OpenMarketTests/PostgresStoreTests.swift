import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// A store on a server: its round trips, and other processes that count with this one.
@Suite(.enabled(if: TestDatabase.isServer, "not about a server"))
struct PostgresStoreTests {
  private static let now = TemporaryMarket.now

  private static func server(_ location: StoreLocation) throws -> PostgresServer {
    guard case .postgreSQL(let address) = location else { throw StoreError.foreign }
    var options = Store.Options.patient()
    options.now = { now }
    // One that reads, one that writes, one that searches: what a connection does when it is new is done once.
    options.connections = StoreConnections(3)
    return PostgresServer(address, options)
  }

  private static func draft(_ number: Int, _ currency: OpenMarket.Currency = .usDollar) throws -> ValidDraft {
    try ValidDraft(ItemDraft(title: "Lamp \(number)", price: Price(Decimal(number), currency)))
  }

  // MARK: Round trips

  @Test func `a page takes two round trips, an item one, and adding one with five images three`() async throws
  {
    let location = StoreLocation.ofOneTest
    let server = try Self.server(location)
    let store = Store(at: location, driver: server, options: .patient())
    let code = OpenMarket.Currency("KRW")
    let won = try #require(code)
    let images = try (0..<5).map { _ in try ItemImage(path: MockData.path("macbook.png")).stripped() }
    @Sendable func add(_ number: Int) async throws {
      _ = try await store.add(
        Self.draft(number, number.isMultiple(of: 7) ? won : .usDollar), images: images, passwordHash: "h",
        at: Self.now, key: nil)
    }
    func roundTrips(_ work: () async throws -> Void) async throws -> Int {
      let before = (server.connections?.roundTrips ?? 0)
      try await work()
      return (server.connections?.roundTrips ?? 0) - before
    }
    for number in 1...160 { try await add(number) }
    for search in [nil, "lamp"] { _ = try await store.page(PageQuery(search: search)) }
    // A statement that is new to a connection takes no round trip more: there are several connections.
    for number in 161...164 {
      let count = try await roundTrips { try await add(number) }
      #expect(count == 3)
    }
    let item = try await roundTrips {
      let images = try await store.item(id: 7)?.images
      #expect(images?.count == 5)
    }
    #expect(item == 1)
    for sort in PageQuery.Sort.allCases {
      for search in [nil, "lamp"] {
        for currencies: Set<OpenMarket.Currency>? in [nil, [.usDollar], [.usDollar, won]] {
          var query = PageQuery(2, size: 40, sort: sort, search: search)
          query.currencies = currencies
          let count = try await roundTrips { [query] in
            let page = try await store.page(query)
            #expect(page.items.count == 40)
          }
          #expect(count == 2, "\(sort), \(search ?? "all"), \(currencies?.count ?? 0)")
        }
      }
    }
  }

  @Test func `a page by rank is that of a brute force`() async throws {
    let location = StoreLocation.ofOneTest
    let store = Store(at: location, driver: try Self.server(location), options: .patient())
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededChance(seed: seed)
    var ids: [Int] = []
    for number in 1...300 {
      let item = try await store.add(
        Self.draft(number), images: [], passwordHash: "h", at: Self.now, key: nil)
      ids.append(try #require(item).id)
    }
    for id in ids.shuffled(using: &random).prefix(120) {
      _ = try await store.delete(id: id, passwordHash: "h", at: Self.now)
      ids.removeAll { $0 == id }
    }
    for number in 1...18 {
      let page = try await store.page(PageQuery(number, size: 10))
      #expect(page.items.map(\.id) == Array(ids[(number - 1) * 10..<number * 10]), "seed \(seed)")
      let unrated = try await store.page(PageQuery(number, size: 10, sort: .rating))
      #expect(unrated.items.map(\.id) == page.items.map(\.id), "seed \(seed)")
    }
    #expect(try await store.page(PageQuery(19, size: 10)).items.isEmpty)
  }

  // MARK: Pages that are kept

  private static func hits(_ market: LocalMarket) async throws -> Int {
    var request = HTTPRequest(.get, target: "/metrics")
    request.peer = "127.0.0.1"
    let text = String(decoding: try await market.response(to: request).body, as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("market_page_cache_hits") }
    return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
  }

  /// Transactions of other databases of the server end what is kept, too: another test may be in the way of a hit.
  @Test func `a page is kept until this server or another writes`() async throws {
    let location = StoreLocation.ofOneTest
    let markets = (0..<2).map { _ in LocalMarket(at: location, .forTests) }
    let managers = markets.map { NetworkManager(session: $0) }
    for number in 1...6 {
      _ = try await managers[number % 2].add(
        ItemDraft(title: "Lamp \(number)", price: Price(1, .usDollar)), images: [], password: "p")
      for (market, manager) in zip(markets, managers) {
        let before = try await Self.hits(market)
        try await eventually("a page that was kept") {
          let titles = try await manager.page(PageQuery()).items.map(\.title)
          #expect(titles == (1...number).map { "Lamp \($0)" })
          return try await Self.hits(market) > before
        }
      }
    }
  }

  @Test func `a store that is let go closes the connection that looks for changes`() async throws {
    let location = StoreLocation.ofOneTest
    guard case .postgreSQL(let address) = location else { throw StoreError.foreign }
    let server = PostgresServer(address, .patient())
    do {
      let store = Store(at: location, driver: server, options: .patient())
      #expect(await store.presentVersion() != nil)
      #expect(server.connections?.open == 1)
    }
    try await eventually("all connections are closed") { server.connections?.open == 0 }
  }

  @Test func `no read begins after a write and does not have it`() async throws {
    let location = StoreLocation.ofOneTest
    let managers = (0..<2).map { _ in NetworkManager(session: LocalMarket(at: location, .forTests)) }
    _ = try await managers[0].page(PageQuery())
    let written = Locked(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for manager in managers {
        group.addTask {
          for number in 1...40 {
            _ = try await manager.add(
              ItemDraft(title: "Lamp \(number)", price: Price(1, .usDollar)), images: [], password: "p")
            written.withLock { $0 += 1 }
          }
        }
        for _ in 0..<4 {
          group.addTask {
            while written.value < 80 {
              let least = written.value
              let found = try await manager.page(PageQuery(size: 100)).items.count
              #expect(found >= least)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: Large values

  @Test(arguments: [1, 262_144, 262_145, 3_000_000])
  func `an image is stored as it is, whether it is sent in pieces or not`(size: Int) async throws {
    let location = StoreLocation.ofOneTest
    let store = Store(at: location, driver: try Self.server(location), options: .patient())
    let bytes = [size, size + 1].map { count in
      Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
    }
    try await store.write { database in
      let rows = try database.insert(
        """
        INSERT INTO item (vendor_id, title, currency, price, stock, registration_date, password_hash, description)
        VALUES (1, 'Lamp', 'USD', 1, 0, 0, 'h', '')
        """)
      for (position, data) in bytes.enumerated() {
        try database.run(
          "INSERT INTO image (item_id, position, format, width, height, bytes) VALUES (?, ?, 'png', 1, 1, ?)",
          .integer(rows), .integer(position), .blob(data))
      }
    }
    let images = try #require(try await store.item(id: 1)).images
    #expect(images.count == 2)
    for (image, data) in zip(images, bytes) { #expect(try await store.bytes(of: image) == data) }
  }

  @Test func `what a deletion frees is given back to its client`() async throws {
    let location = StoreLocation.ofOneTest
    guard case .postgreSQL(let address) = location else { throw StoreError.foreign }
    var options = Store.Options.patient()
    options.now = { Self.now }
    options.clientBytes = 2 << 20
    let store = Store(at: location, driver: PostgresServer(address, options), options: options)
    // A megabyte at once, of which each has more than a half.
    for _ in 1...5 {
      let id = try await WorkClient.$current.withValue("192.0.2.1") {
        try await store.write { database in
          let id = try database.insert(
            """
            INSERT INTO item (vendor_id, title, currency, price, stock, registration_date, password_hash, description)
            VALUES (1, 'Lamp', 'USD', 1, 0, 0, 'h', ?)
            """, .text(String(repeating: "a", count: 60_000)))
          try database.run(
            "INSERT INTO image (item_id, position, format, width, height, bytes) VALUES (?, 0, 'png', 1, 1, ?)",
            .integer(id), .blob(Data(count: 600_000)))
          return id
        }
      }
      try await WorkClient.$current.withValue("192.0.2.1") {
        _ = try await store.writeExisting(.deleting) { database in
          try ImageRows(database: database).delete(ofItem: id)
          try database.run("DELETE FROM item WHERE id = ?", .integer(id))
        }
      }
    }
  }

  // MARK: Limits that servers share

  /// Two servers of one store.
  private static func markets(reviews: ReviewRates = ReviewRates()) throws -> [Marketplace] {
    let location = StoreLocation.ofOneTest
    return try (0..<2).map { _ in
      Marketplace(
        Store(at: location, driver: try server(location), options: .patient()), passwordCost: 1,
        reviews: reviews,
        now: { now })
    }
  }

  @Test func `wrong passwords at one server are counted at the other`() async throws {
    let markets = try Self.markets()
    let (item, _, _) = try await markets[0].add(
      Self.draft(1), images: [], credentials: .password("right"), key: nil, client: "192.0.2.1")
    var outcomes: [String] = []
    for number in 0..<8 {
      do {
        _ = try await markets[number % 2].authorize(
          item.id, .password("wrong \(number)"), client: "192.0.2.9")
      } catch MarketplaceError.wrongPassword {
        outcomes.append("wrong")
      } catch MarketplaceError.tooManyAttempts(let wait) {
        outcomes.append("wait \(wait)")
      }
    }
    #expect(outcomes == Array(repeating: "wrong", count: 5) + Array(repeating: "wait 30", count: 3))
    // The right one is refused too, at both, and not from elsewhere.
    for market in markets {
      await #expect(throws: MarketplaceError.tooManyAttempts(retryAfter: 30)) {
        try await market.authorize(item.id, .password("right"), client: "192.0.2.9")
      }
      _ = try await market.authorize(item.id, .password("right"), client: "192.0.2.1")
    }
  }

  @Test func `guesses at the same time at two servers are five, and nothing is learnt from the others`()
    async throws
  {
    let markets = try Self.markets()
    let (item, _, _) = try await markets[0].add(
      Self.draft(1), images: [], credentials: .password("right"), key: nil, client: nil)
    let outcomes = await withTaskGroup(of: String.self) { group in
      for number in 0..<60 {
        group.addTask {
          do {
            _ = try await markets[number % 2].authorize(item.id, .password("\(number)"), client: "192.0.2.9")
            return "right"
          } catch MarketplaceError.wrongPassword {
            return "wrong"
          } catch {
            return "refused"
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(outcomes["wrong"] == 5)
    #expect(outcomes["refused"] == 55)
  }

  @Test func `passwords of many items are counted in three round trips`() async throws {
    let location = StoreLocation.ofOneTest
    let (server, other) = (try Self.server(location), try Self.server(location))
    let limits = try [server, other].map {
      try #require(SharedLimits(Store(at: location, driver: $0, options: .patient())))
    }
    let attempts = (0..<500).map { ("item \($0)", !$0.isMultiple(of: 2)) }
    _ = try await limits[0].recordAttempts([("other", false)], at: Self.now)
    let before = server.connections?.roundTrips ?? 0
    for round in 1...5 {
      let refused = try await limits[round % 2].recordAttempts(attempts, at: Self.now)
      #expect(refused.isEmpty, "round \(round)")
    }
    // Two rounds at this server: what is left, what is counted, and the commit.
    #expect((server.connections?.roundTrips ?? 0) - before == 6)
    let refused = try await limits[1].recordAttempts(attempts, at: Self.now)
    #expect(refused == Dictionary(uniqueKeysWithValues: (0..<250).map { ("item \(2 * $0)", 30) }))
    // A right password for an item with too many wrong ones.
    #expect(
      try await limits[0].recordAttempts([("item 0", true), ("item 1", true)], at: Self.now) == ["item 0": 30]
    )
    #expect(try await limits[0].recordAttempts([("item 0", true)], at: Self.now + 30).isEmpty)
  }

  @Test func `reviews at one server are counted at the other, and those that fail are given back`()
    async throws
  {
    var rates = ReviewRates()
    rates.ofItem = 2
    let markets = try Self.markets(reviews: rates)
    let (item, _, _) = try await markets[0].add(
      Self.draft(1), images: [], credentials: .password("right"), key: nil, client: nil)
    func review(_ market: Marketplace, item: Int) async throws {
      _ = try await market.write(
        ReviewDraft(stars: 5, text: "good"), item: item, password: "p", key: nil, client: "192.0.2.9")
    }
    for number in 0..<3 {
      await #expect(throws: MarketplaceError.noSuchItem(id: 99)) {
        try await review(markets[number % 2], item: 99)
      }
    }
    for market in markets { try await review(market, item: item.id) }
    for market in markets {
      await #expect(throws: MarketplaceError.tooManyReviews(retryAfter: 3_600)) {
        try await review(market, item: item.id)
      }
    }
  }

  // MARK: Locks and long statements

  private static func server(_ location: StoreLocation, _ query: String) throws -> PostgresServer {
    guard let location = StoreLocation(location.name + query) else { throw StoreError.foreign }
    return try server(location)
  }

  @Test(arguments: ["", "&prepare=off"])
  func `a transaction waits for no lock without end, nor lets others wait for an idle process`(
    query: String
  ) throws {
    let location = StoreLocation.ofOneTest
    let database = try Self.server(location, query).open()
    func settings() throws -> [String] {
      try ["lock_timeout", "idle_in_transaction_session_timeout"].map { name in
        try database.rows("SELECT current_setting('\(name)')") { $0.text(0) }[0]
      }
    }
    let outside = try settings()
    for purpose in [TransactionPurpose.reading, .writing, .deleting, .counting] {
      #expect(try database.transaction(for: purpose) { try settings() } == ["4s", "10s"])
      // The session may be another client's next.
      #expect(try settings() == outside)
    }
  }

  @Test func `what waits for a lock of another program is no outage for others`() throws {
    let location = StoreLocation.ofOneTest
    let server = try Self.server(location, "&prepare=off")
    let database = try server.open()
    let other = try Self.server(location).open()
    try other.execute("BEGIN; LOCK TABLE review IN ACCESS EXCLUSIVE MODE")
    #expect(throws: StoreError.busy) {
      try database.transaction(for: .writing) { try database.integer("SELECT count(*) FROM review") }
    }
    let another = PostgresDatabase(server)
    #expect(try another.transaction(for: .writing) { try another.integer("SELECT count(*) FROM item") } == 0)
    try other.execute("ROLLBACK")
  }

  @Test func `a statement that takes too long is ended, and is no outage while the server answers`() throws {
    let server = try Self.server(StoreLocation.ofOneTest)
    let database = try server.open()
    #expect(throws: StoreError.busy) {
      try database.transaction(for: .reading) {
        try database.rows("SELECT CAST(pg_sleep(60) AS TEXT)") { $0.text(0) }
      }
    }
    #expect(try PostgresDatabase(server).integer("SELECT count(*) FROM item") == 0)
  }

  // MARK: What a server or a role does not allow

  /// The code of an error of a command that opens a store, as `kind code`.
  private static func refusal(
    _ location: StoreLocation, _ query: String, isConcurrent: Bool = false,
    _ work: (any Database) throws -> Void = { _ in }
  ) throws -> String {
    guard case .postgreSQL(let address)? = StoreLocation(location.name + query) else {
      throw StoreError.foreign
    }
    var options = Store.Options.forCommand
    options.isConcurrent = isConcurrent
    do {
      try work(PostgresServer(address, options).open())
      return "none"
    } catch let error as StoreError {
      return "\(error.kind) \(error.databaseError?.code ?? "-")"
    }
  }

  @Test func `each right that a role lacks has its code`() throws {
    let location = StoreLocation.ofOneTest
    let admin = PostgresDatabase(try Self.server(location))
    let role = "role_" + UUID().uuidString.lowercased().replacing("-", with: "")
    let schema = try #require(try admin.rows("SELECT CAST(current_schema() AS TEXT)") { $0.text(0) }.first)
    try admin.execute("CREATE ROLE \(role) LOGIN")
    defer { try? admin.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
    let account = "&user=\(role)"
    #expect(try Self.refusal(location, account) == "inaccessible 42501")
    // Not a store that is still to be made.
    #expect(StoreLocation(location.name + account)?.exists == true)
    try admin.execute("GRANT USAGE ON SCHEMA \(schema) TO \(role)")
    #expect(try Self.refusal(location, account) == "inaccessible 42501")
    _ = try Self.server(location).open()
    #expect(try Self.refusal(location, account) == "inaccessible 42501")
    try admin.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(role)")
    #expect(try Self.refusal(location, account) == "none")
    try admin.execute("ALTER ROLE \(role) CONNECTION LIMIT 0")
    #expect(try Self.refusal(location, account) == "unreachable 53300")
    try admin.execute("ALTER ROLE \(role) NOLOGIN")
    #expect(try Self.refusal(location, account) == "inaccessible 28000")
  }

  @Test func `a server that takes no writes, and a time that a role has for a statement, have their codes`()
    throws
  {
    let location = StoreLocation.ofOneTest
    _ = try Self.server(location).open()
    let readOnly = "%20-cdefault_transaction_read_only%3Don"
    #expect(try Self.refusal(location, readOnly) == "readOnly 25006")
    // Requests are told to come again only by a server that had a connection: a standby may be promoted.
    #expect(try Self.refusal(location, readOnly, isConcurrent: true) == "readOnly 25006")
    let code = try Self.refusal(location, "%20-cstatement_timeout%3D100") { database in
      _ = try database.transaction(for: .reading) {
        try database.rows("SELECT CAST(pg_sleep(60) AS TEXT)") { $0.text(0) }
      }
    }
    #expect(code == "unexpected 57014")
    #expect(try Self.refusal(location, "&dbname=none_such") == "inaccessible 3D000")
  }

  @Test func `a prepared statement that the session does not have is one of a pooler`() throws {
    let location = StoreLocation.ofOneTest
    let code = try Self.refusal(location, "") { database in
      for _ in 1...2 {
        _ = try database.integer("SELECT count(*) FROM vendor")
        try database.execute("DEALLOCATE ALL")
      }
    }
    #expect(code == "inaccessible 26000")
  }

  // MARK: Versions of the schema

  @Test func `a program works on newer tables that say so, and on no others`() async throws {
    let location = StoreLocation.ofOneTest
    let database = try Self.server(location).open()
    let newer = PostgresSchema.version + 1
    try database.run(
      "INSERT INTO market_schema (version, name, oldest) VALUES (?, 'newer', ?)", .integer(newer),
      .integer(newer - 1))
    _ = try Self.server(location).open()
    try database.run(
      "UPDATE market_schema SET oldest = ? WHERE version = ?", .integer(newer), .integer(newer))
    #expect(throws: StoreError.newer) { try Self.server(location).open() }
  }

  @Test func `a program of the version before cannot write once texts are in another form`() async throws {
    let location = StoreLocation.ofOneTest
    let database = try Self.server(location).open()
    try database.execute(
      """
      ALTER TABLE writer_turn RENAME TO write_turn; ALTER TABLE item DROP COLUMN cells;
      \(Self.totals)
      UPDATE market_schema SET version = \(PostgresSchema.otherForm), oldest = \(PostgresSchema.otherForm);
      """)
    _ = try Self.server(location).open()
    #expect(try database.integer("SELECT max(version) FROM market_schema") == PostgresSchema.version)
    #expect(throws: StoreError.self) { try database.execute("LOCK TABLE write_turn IN ROW EXCLUSIVE MODE") }
  }

  /// Makes the totals those of the version before.
  private static let totals = """
    DROP INDEX sale_total_by_day;
    ALTER TABLE sale_total DROP CONSTRAINT sale_total_pkey;
    ALTER TABLE sale_total RENAME COLUMN day TO period;
    ALTER TABLE sale_total ADD COLUMN scale BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE sale_total ADD PRIMARY KEY (scale, item_id, period, currency);
    CREATE INDEX sale_total_by_pieces ON sale_total (scale, period, pieces DESC, currency, revenue DESC, item_id);
    CREATE TABLE mixed_total (scale BIGINT); CREATE TABLE vendor_total (day BIGINT); CREATE TABLE movement_mark (item_id BIGINT);
    CREATE FUNCTION mix_totals() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER sale_total_inserted AFTER INSERT ON sale_total FOR EACH ROW EXECUTE FUNCTION mix_totals();
    """

  @Test func `totals of weeks and months go, and programs that write them end`() async throws {
    let location = StoreLocation.ofOneTest
    let database = try Self.server(location).open()
    let before = PostgresSchema.withoutCells
    try database.execute(
      """
      \(Self.totals)
      INSERT INTO sale_total (scale, period, item_id, currency, pieces, revenue) VALUES
        (0, 20000, 1, 'USD', 2, 5), (1, 19996, 1, 'USD', 2, 5), (3, 0, 1, 'USD', 2, 5);
      ALTER TABLE item DROP COLUMN cells;
      UPDATE market_schema SET version = \(before), oldest = \(before);
      """)
    let plan = try await StoreMigration(at: location).plan()
    #expect(plan.steps.map(\.name) == ["cells of imports", "sales by day", "fewer indexes and shorter keys"])
    #expect(!plan.keepsOldPrograms)
    _ = try Self.server(location).open()
    #expect(try database.integer("SELECT max(version) FROM market_schema") == PostgresSchema.version)
    #expect(try database.integer("SELECT max(oldest) FROM market_schema") == PostgresSchema.version)
    #expect(try database.integer("SELECT count(cells) FROM item") == 0)
    #expect(
      try database.rows("SELECT item_id, day, currency, pieces FROM sale_total") { row in
        (0..<4).map(row.text)
      } == [["1", "20000", "USD", "2"]])
    #expect(throws: StoreError.self) {
      try database.execute(
        "INSERT INTO sale_total (scale, period, item_id, currency, pieces, revenue) VALUES (0, 1, 1, 'USD', 1, 1)"
      )
    }
  }
}
