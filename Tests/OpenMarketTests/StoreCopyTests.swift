import Foundation
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Copies from a file to another store: with MARKET_TEST_DATABASE to a PostgreSQL database, else to a file.
struct StoreCopyTests {
  private let folder: TemporaryFolder
  private let source: StoreLocation
  private let target: StoreLocation

  init() throws {
    folder = try TemporaryFolder()
    source = .file(folder.path("source"))
    target = folder.store("target")
  }

  private static let date = Date(timeIntervalSince1970: 1_795_240_680)

  /// Two items of three that were added: the last one is deleted. One is sold, edited and reviewed, and has an image.
  private func fill() async throws {
    let store = Store(at: source, .patient(timeout: .seconds(60)))
    for title in ["등잔", "Lamp", "gone"] {
      let draft = ItemDraft(title: title, price: Price(2, .usDollar), stock: 9, sku: title, tags: ["a", "b"])
      _ = try await store.add(
        ValidDraft(draft), images: [], vendor: 1, passwordHash: "h", at: Self.date, key: nil)
    }
    _ = try await store.record(
      [
        AuthorizedMovement(
          request: MovementRequest(itemID: 1, .sell(quantity: 2, price: nil)), passwordHash: "h")
      ],
      key: nil, at: Self.date)
    _ = try await store.edit(id: 1, passwordHash: "h", at: Self.date) { present in
      var draft = present
      draft.title = "등잔 \"하나\" \\ {}"
      return try ValidDraft(draft)
    }
    try await store.write { database in
      _ = try ReviewRows(database: database).insert(
        ReviewDraft(stars: 4), item: 1, sale: nil, passwordHash: "p", at: Self.date)
      // Longer than a piece that is read at a time.
      let image = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
      // More bytes than a transaction of a copy has.
      for position in 0..<3 {
        let id = try database.insert(
          "INSERT INTO image (item_id, position, format, width, height, bytes) VALUES (?, ?, ?, ?, ?, ?)",
          .integer(2), .integer(position), .text("png"), .integer(1), .integer(1), .blob(image))
        try database.run(
          "INSERT INTO image_digest (image_id, sha256) VALUES (?, ?)", .integer(id), .text("d"))
      }
      try ImageRows(database: database).recount(ofItem: 2)
      for table in ["item_tag", "item_code"] { try database.run("DELETE FROM \(table) WHERE item_id = 3") }
      try SearchRows(database: database).delete(ofItem: 3, bytes: 0)
      try database.run("DELETE FROM movement WHERE item_id = 3")
      try database.run("DELETE FROM item WHERE id = 3")
    }
    #expect(try await StoreCheck(at: source).findings()?.findings == [])
  }

  private func copied(
    _ source: StoreLocation, _ target: StoreLocation, _ purpose: StoreCopy.Purpose = .copy
  ) async throws -> (made: StoreCopy.Made, steps: [StoreCopy.Step]) {
    let steps = Mutex<[StoreCopy.Step]>([])
    let made = try await StoreCopy(from: source, to: target).run(purpose) { step in
      switch step {
      case .checking, .copying, .comparing: break
      case .resumed, .restarted: steps.withLock { $0.append(step) }
      }
    }
    return (made, steps.withLock(\.self))
  }

  /// Copies until a table has rows at the target, and stops as a signal would.
  private func copyInPart() throws {
    let flag = CancellationFlag()
    let from = try #require(source.copyDriver())
    let to = try #require(target.copyDriver())
    let run = CopyRun(from: from, to: to, purpose: .copy, flag: flag) { step in
      if case .copying(let part) = step, part > 0.0001 { flag.cancel() }
    }
    #expect(throws: CancellationError.self) { try run.run() }
  }

  private func change(_ script: String) throws {
    let database = try SQLiteDatabase(path: folder.path("source"), .shared)
    try database.execute("PRAGMA ignore_check_constraints = ON; \(script)")
  }

  @Test func `a copy there and back has all rows, ids and digests, and gives no id again`() async throws {
    try await fill()
    let there = try await copied(source, target).made
    #expect(try await StoreCheck(at: target).findings()?.findings == [])
    let back = StoreLocation.file(folder.path("back"))
    let made = try await copied(target, back).made
    #expect(made.tables == there.tables)
    // A draft is the same, and its source is read once.
    #expect(try await copied(source, .file(folder.path("draft")), .draft).made == there)
    #expect((made.counts.items, made.counts.movements) == (2, 3))
    #expect(made.tables.first { $0.name == "image" }.map { $0.bytes >= 9_000_000 && $0.rows == 3 } == true)
    for location in [target, back] {
      let store = Store(at: location, .patient(timeout: .seconds(60)))
      let next = try await store.add(
        ValidDraft(ItemDraft(title: "next", price: Price(1, .usDollar))), images: [], vendor: 1,
        passwordHash: "h", at: Self.date, key: nil)
      #expect(next?.id == 4)
      #expect(try await store.page(PageQuery(search: "하나")).items.map(\.id) == [1])
      // A blob that is not there stays so: the digests of an import, of items that came otherwise.
      let cells = try await store.read { try $0.integer("SELECT count(cells) FROM item") }
      #expect(cells == 0)
    }
  }

  @Test func `a rehearsal reads what a copy would write, and writes nothing`() async throws {
    try await fill()
    let rehearsed = try await copied(source, target, .rehearsal).made
    #expect(try folder.names().filter { $0.hasPrefix("target") } == [])
    #expect(try target.copyDriver()?.targetState() == .empty)
    #expect(try await copied(source, target).made == rehearsed)
  }

  @Test func `an unfinished copy is no store, and goes on`() async throws {
    try await fill()
    try copyInPart()
    #expect(try target.copyDriver()?.targetState() == .unfinished)
    await #expect(throws: StoreError.unfinished) { try await Store(at: target, .forCommand).read { _ in } }
    await #expect(throws: StoreError.unfinished) { try await Store(at: target, .forCommand).write { _ in } }
    let (made, steps) = try await copied(source, target)
    #expect(made.resumed > 0 && steps == [.resumed(rows: made.resumed)])
    #expect(try await StoreCheck(at: target).findings()?.findings == [])
    // Rows that were not copied may change.
    await #expect(throws: StoreCopy.Failure.isStore) { try await copied(source, target) }
  }

  @Test func `an unfinished copy begins again where its rows have changed`() async throws {
    try await fill()
    try copyInPart()
    try change("UPDATE market_setting SET value = 'Asia/Tokyo' WHERE name = 'time_zone'")
    let steps = try await copied(source, target).steps
    #expect(steps == [.restarted(.sourceChanged(table: "market_setting"))])
    #expect(try await StoreCheck(at: target).findings()?.findings == [])
  }

  @Test func `an unfinished copy of one store is not continued with another`() async throws {
    try await fill()
    try copyInPart()
    try change("UPDATE store SET identity = '0123456789abcdef0123456789abcdef'")
    await #expect(throws: StoreCopy.Failure.ofOther) { try await copied(source, target) }
  }

  @Test func `texts that another database cannot hold are named before anything is written`() async throws {
    try await fill()
    try change(
      """
      UPDATE item SET title = 'a' || char(0) || 'b' WHERE id = 2;
      UPDATE movement SET note = CAST(x'61FF' AS TEXT) WHERE id = 1
      """)
    func finding(_ table: String, _ column: String, _ row: String, _ defect: CopyFinding.Defect)
      -> CopyFinding
    {
      CopyFinding(place: StoredPlace(table: table, row: row, column: column), defect: defect)
    }
    await #expect(
      throws: StoreCopy.Failure.unfit([
        finding("item", "title", "id 2", .nul),
        finding("movement", "note", "id 1", .invalidText),
      ])
    ) { try await copied(source, target) }
    #expect(try target.copyDriver()?.targetState() == .empty)
  }

  @Test func `a store that is not sound is not copied`() async throws {
    try await fill()
    try change("UPDATE item SET stock = 8 WHERE id = 2")
    await #expect(throws: StoreCopy.Failure.unsound([.stock(item: 2, stock: 8, movements: 9)])) {
      try await copied(source, target)
    }
    #expect(try target.copyDriver()?.targetState() == .empty)
    // The check of a draft itself finds it, and a draft is not a store before.
    let draft = StoreLocation.file(folder.path("draft"))
    await #expect(throws: StoreCopy.Failure.damaged([.stock(item: 2, stock: 8, movements: 9)])) {
      try await copied(source, draft, .draft)
    }
    #expect(try draft.copyDriver()?.targetState() == .unfinished)
  }

  @Test func `stores, other files and the source itself are no targets`() async throws {
    try await fill()
    await #expect(throws: StoreCopy.Failure.same) { try await copied(source, source) }
    await #expect(throws: StoreCopy.Failure.noSource) { try await copied(.file(folder.path("none")), target) }
    await #expect(throws: StoreCopy.Failure.memory) { try await copied(source, .memory) }
    let other = folder.path("other")
    try Data("precious, and longer than one byte".utf8).write(to: URL(filePath: other))
    await #expect(throws: StoreCopy.Failure.isForeign) { try await copied(source, .file(other)) }
    #expect(try String(contentsOfFile: other, encoding: .utf8).hasPrefix("precious"))
  }

  @Test func `a change of the target during a copy is found`() async throws {
    try await fill()
    try copyInPart()
    let driver = try #require(target.copyDriver())
    try driver.openTables().execute("UPDATE market_setting SET value = 'UTC' WHERE name = 'time_zone'")
    await #expect(throws: StoreCopy.Failure.differs(table: "market_setting")) {
      try await copied(source, target)
    }
    #expect(try driver.targetState() == .unfinished)
  }

  @Test func `another schema of the target is found`() async throws {
    try await fill()
    try copyInPart()
    let driver = try #require(target.copyDriver())
    try driver.openTables().execute("DROP INDEX item_by_paid")
    await #expect(throws: StoreCopy.Failure.otherSchema) { try await copied(source, target) }
  }

  // MARK: The declaration of tables

  @Test(arguments: [false, true])
  func `each table of a schema is copied, derived, or the database's own`(isServer: Bool) async throws {
    let location = isServer ? target : source
    let store = Store(at: location, .patient(timeout: .seconds(60)))
    try await store.write { _ in }
    let driver = try #require(location.copyDriver())
    let database = try driver.openTables()
    #expect(try CopiedTables.undeclared(driver.catalog, in: database) == [])
    for table in try CopiedTables.tables(driver.catalog, in: database) {
      #expect(!table.columns.isEmpty && !table.key.isEmpty, "\(table.name)")
      #expect(table.blobs.isEmpty || table.hasID, "\(table.name)")
      #expect(
        table.columns.allSatisfy { if case .other = $0.kind { false } else { true } }, "\(table.name)")
      let bounded = Set(StoredColumns.kinds[table.name]?.keys.map { String($0) } ?? [])
      #expect(bounded.isSubset(of: table.columns.map(\.name) + table.blobs), "\(table.name)")
    }
    // A table and a column that a later version adds.
    try database.execute("CREATE TABLE wish (id BIGINT PRIMARY KEY); ALTER TABLE item ADD COLUMN color TEXT")
    #expect(try CopiedTables.undeclared(driver.catalog, in: database) == ["wish"])
    #expect(try StoredTable("item", driver.catalog, in: database).columns.contains { $0.name == "color" })
  }

  @Test func `both databases have the same columns in the tables that are copied`() async throws {
    for location in [source, target] {
      try await Store(at: location, .patient(timeout: .seconds(60))).write { _ in }
    }
    let (one, other) = (try #require(source.copyDriver()), try #require(target.copyDriver()))
    #expect(
      try CopiedTables.tables(one.catalog, in: one.openTables())
        == CopiedTables.tables(other.catalog, in: other.openTables()))
  }

  @Test func `a digest has each value's type, length and bytes, however long a blob is`() {
    func digest(_ rows: [[DatabaseValue]]) -> TableDigest {
      var digest = TableDigest()
      for row in rows { digest.add(row) }
      return digest
    }
    for count in [0, 4, 70_000, 200_000] {
      let blob = Data(repeating: 7, count: count)
      let found = digest([[.integer(1), .blob(blob)]])
      var written = Data([1, 0, 0, 0, 0, 0, 0, 0, 1, 3])
      withUnsafeBytes(of: count.bigEndian) { written.append(contentsOf: $0) }
      #expect(found.text == SHA256.hexadecimal(written + blob))
      #expect(found.rows == 1 && found.bytes == 8 + count)
    }
    let different = [
      [[DatabaseValue.text("ab"), .text("c")]], [[.text("a"), .text("bc")]], [[.text("ab"), .null]],
      [[.text("ab"), .text("")]], [[.integer(1), .null]], [[.text("1"), .null]],
    ]
    #expect(Set(different.map { digest($0).text }).count == different.count)
  }
}
