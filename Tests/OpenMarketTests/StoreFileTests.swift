import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// The embedded market's file, and files of other programs at its path.
@Suite struct StoreFileTests {
  private static let draft = ItemDraft(title: "t", price: Price(1, .usDollar))

  private func add(to market: TemporaryMarket) async throws -> Item {
    try await market.manager.add(Self.draft, images: [], password: "p")
  }

  /// Expects that every operation throws `error` and leaves the folder unchanged.
  private func expectError(_ error: StoreError, by market: TemporaryMarket) async throws {
    let path = URL(filePath: market.path)
    let (before, names) = (try? Data(contentsOf: path), try market.folder.names())
    let manager = market.manager
    await #expect(throws: ClientError.store(error)) { try await manager.page(PageQuery()) }
    await #expect(throws: ClientError.store(error)) { try await manager.item(id: 1) }
    await #expect(throws: ClientError.store(error)) { try await add(to: market) }
    await #expect(throws: ClientError.store(error)) {
      try await manager.edit(id: 1, ItemPatch(), password: "p")
    }
    await #expect(throws: ClientError.store(error)) { try await manager.delete(id: 1, password: "p") }
    #expect((try? Data(contentsOf: path)) == before)
    #expect(try market.folder.names() == names)
  }

  private func sqlite(_ market: TemporaryMarket, _ sql: String) throws {
    if !FileManager.default.fileExists(atPath: market.path) {
      try Data().write(to: URL(filePath: market.path))
    }
    try SQLiteDatabase(path: market.path, .shared).execute(sql)
  }

  @Test func `reads, edits and deletes on a missing store create no file`() async throws {
    let market = try TemporaryMarket()
    let manager = market.manager
    #expect(try await manager.page(PageQuery()) == ItemPage(number: 1, items: [], total: 0))
    await #expect(throws: ClientError.noSuchItem(id: 1)) { try await manager.item(id: 1) }
    await #expect(throws: ClientError.noSuchItem(id: 1)) { try await manager.delete(id: 1, password: "p") }
    await #expect(throws: ClientError.noSuchItem(id: 1)) {
      try await manager.edit(id: 1, ItemPatch(), password: "p")
    }
    #expect(try market.folder.names() == [])
  }

  @Test func `the first item creates folder and file with owner-only permissions`() async throws {
    let folder = try TemporaryFolder()
    let market = LocalMarket(at: .file(folder.path("a/b/store")))
    _ = try await NetworkManager(session: market).add(Self.draft, images: [], password: "p")
    func permissions(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
    }
    #expect(try permissions("a") == 0o700)
    #expect(try permissions("a/b") == 0o700)
    #expect(try permissions("a/b/store") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("a/b")) == ["store"])
  }

  @Test func `the file has the application id and the schema version`() async throws {
    let market = try TemporaryMarket()
    _ = try await add(to: market)
    let database = try SQLiteDatabase(path: market.path, .shared)
    #expect(try database.integer("PRAGMA application_id") == 0x4D72_6B74)
    #expect(try database.integer("PRAGMA user_version") == SQLiteSchema.version)
  }

  @Test func `an empty file is an empty store`() async throws {
    let market = try TemporaryMarket()
    try Data().write(to: URL(filePath: market.path))
    #expect(try await market.manager.page(PageQuery()).items == [])
    #expect(try await add(to: market).id == 1)
  }

  @Test(arguments: ["x", "Dear diary\n", String(repeating: "text ", count: 1_000), "SQLite format 3\0"])
  func `a file that is not a store is rejected and left unchanged`(contents: String) async throws {
    let market = try TemporaryMarket()
    try Data(contents.utf8).write(to: URL(filePath: market.path))
    try await expectError(.foreign, by: market)
  }

  @Test(arguments: [
    "", "PRAGMA journal_mode = WAL;", "PRAGMA user_version = 1;", "PRAGMA application_id = 7;",
  ])
  func `another program's database is rejected and left unchanged`(pragma: String) async throws {
    let market = try TemporaryMarket()
    try sqlite(market, "\(pragma) CREATE TABLE item (id INTEGER PRIMARY KEY); INSERT INTO item VALUES (1);")
    try await expectError(.foreign, by: market)
  }

  @Test func `a store's path may be a symbolic link`() async throws {
    let market = try TemporaryMarket()
    let item = try await add(to: market)
    let link = market.folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: market.path)
    #expect(try await NetworkManager(session: LocalMarket(at: .file(link))).item(id: item.id) == item)
  }

  @Test func `a folder is rejected`() async throws {
    let market = try TemporaryMarket()
    try FileManager.default.createDirectory(atPath: market.path, withIntermediateDirectories: false)
    try await expectError(.foreign, by: market)
  }

  @Test func `a store of a newer or unknown version is rejected and left unchanged`() async throws {
    let market = try TemporaryMarket()
    _ = try await add(to: market)
    for version in [SQLiteSchema.version + 1, Int(Int32.max), -1] {
      try sqlite(market, "PRAGMA user_version = \(version)")
      try await expectError(.newer, by: TemporaryMarket(in: market.folder))
    }
  }

  @Test func `a store that an older program has to migrate first is rejected and left unchanged`()
    async throws
  {
    let market = try TemporaryMarket()
    _ = try await add(to: market)
    for version in [1, SQLiteSchema.former - 1] {
      try sqlite(market, "PRAGMA user_version = \(version)")
      try await expectError(.older, by: TemporaryMarket(in: market.folder))
      await #expect(throws: StoreError.older) {
        _ = try await StoreMigration(at: .file(market.path)).plan()
      }
    }
  }

  @Test func `a newer or foreign database with a journal beside it is rejected`() async throws {
    let market = try TemporaryMarket()
    _ = try await add(to: market)
    // Not a hot journal: it has nothing to roll back.
    try Data(count: 512).write(to: URL(filePath: market.path + "-journal"))
    for version in [SQLiteSchema.version + 1, -1] {
      try sqlite(market, "PRAGMA user_version = \(version)")
      try Data(count: 512).write(to: URL(filePath: market.path + "-journal"))
      let manager = try TemporaryMarket(in: market.folder).manager
      await #expect(throws: ClientError.store(.newer)) { try await manager.page(PageQuery()) }
    }
    try sqlite(market, "PRAGMA user_version = 1; PRAGMA application_id = 7;")
    try Data(count: 512).write(to: URL(filePath: market.path + "-journal"))
    let manager = try TemporaryMarket(in: market.folder).manager
    await #expect(throws: ClientError.store(.foreign)) { try await manager.page(PageQuery()) }
  }

  @Test func `a truncated store is rejected as damaged`() async throws {
    let market = try TemporaryMarket()
    for _ in 0..<3 { _ = try await add(to: market) }
    let whole = try Data(contentsOf: URL(filePath: market.path))
    for count in [50, 99, 100, 512, 4_096, 5_000, whole.count / 2, whole.count - 4_096, whole.count - 1] {
      let cut = try TemporaryMarket()
      try whole.prefix(count).write(to: URL(filePath: cut.path))
      try await expectError(.damaged, by: cut)
    }
  }

  @Test func `a randomly damaged store gives an error or a response, never a crash`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let market = try TemporaryMarket()
    for _ in 0..<5 { _ = try await add(to: market) }
    let whole = try Data(contentsOf: URL(filePath: market.path))
    for _ in 0..<60 {
      var damaged = whole
      for _ in 0..<20 {
        damaged[Int.random(in: 100..<damaged.count, using: &chance)] = .random(in: 0...255, using: &chance)
      }
      let victim = try TemporaryMarket()
      try damaged.write(to: URL(filePath: victim.path))
      for target in ["/items/1", "/items/1?sort=title", "/items/1?sort=-price", "/item/3"] {
        let response = try await victim.response(to: HTTPRequest(.get, target: target))
        #expect([200, 404, 500].contains(response.status), "seed \(seed)")
      }
    }
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write everything"))
  func `a store without write permission can be read`() async throws {
    let market = try TemporaryMarket()
    let item = try await add(to: market)
    let folder = market.folder.url.path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: market.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder) }
    let reader = try TemporaryMarket(in: market.folder)
    #expect(try await reader.manager.item(id: item.id) == item)
    await #expect(throws: ClientError.store(StoreError(.readOnly))) { try await add(to: reader) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: market.path)
    let folderReader = try TemporaryMarket(in: market.folder)
    #expect(try await folderReader.manager.item(id: item.id) == item)
    await #expect(throws: ClientError.store(StoreError(.readOnly))) { try await add(to: folderReader) }
    #expect(try market.folder.names() == [TemporaryMarket.filename])
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
  func `a store without read permission is inaccessible`() async throws {
    let market = try TemporaryMarket()
    _ = try await add(to: market)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: market.path)
    try await expectError(.inaccessible, by: TemporaryMarket(in: market.folder))
  }

  @Test func `only where there is no file the market is empty`() async throws {
    let folder = try TemporaryFolder()
    try Data("x".utf8).write(to: URL(filePath: folder.path("file")))
    for (link, target) in [("loop", "loop"), ("away", "none"), ("out", "none/deep")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: folder.path(target))
    }
    var options = LocalMarket.Options.forTests
    options.isEmbedded = true
    func market(_ name: String) -> NetworkManager {
      NetworkManager(session: LocalMarket(at: .file(folder.path(name)), options))
    }
    for name in ["file/market.db", "loop", "loop/market.db", "away", "away/market.db", "out/a/market.db"] {
      await #expect(throws: ClientError.store(.inaccessible), "\(name)") {
        try await market(name).page(PageQuery())
      }
    }
    #expect(try await market("new/market.db").page(PageQuery()).items == [])
    #expect(try folder.names().sorted() == ["away", "file", "loop", "out"])
  }

  @Test func `ids of items and images are never reused`() async throws {
    let market = try TemporaryMarket()
    let image = try ItemImage(path: MockData.path("macbook.png"))
    for id in 1...3 {
      let item = try await market.manager.add(Self.draft, images: [image], password: "p")
      #expect(item.id == id)
      #expect(item.images?.map(\.lastPathComponent) == [MockData.png(id)])
      try await TemporaryMarket(in: market.folder).manager.delete(id: id, password: "p")
    }
  }

  @Test(arguments: [20, 32, 64, 600]) func `a statement that changes megabytes is done, or undone`(rows: Int)
    throws
  {
    let folder = try TemporaryFolder()
    _ = try SQLiteFile(path: folder.path("a.db")).open()
    let database = try SQLiteDatabase(path: folder.path("a.db"), .shared)
    func sum() throws -> [Int] {
      try database.rows(
        """
        VALUES (
          (SELECT min(k) FROM t), (SELECT max(k) FROM t), (SELECT sum(length(v)) FROM t), (SELECT count(*) FROM t))
        """
      ) { row in
        (0..<4).map { row.integer($0) }
      }.first ?? []
    }
    try database.transaction(for: .writing(bytes: 100 << 20)) {
      try database.execute("CREATE TABLE t (k INTEGER UNIQUE, v BLOB)")
      for k in 1...rows {
        try database.run("INSERT INTO t VALUES (?, zeroblob(8000))", .integer(k))
      }
      // Each row takes pages that the transaction has written, so that they are kept until the statement ends.
      try database.run("UPDATE t SET k = -k, v = zeroblob(9000)")
      #expect(try sum() == [-rows, -1, rows * 9_000, rows])
      #expect(throws: StoreError.self) { try database.run("UPDATE t SET k = max(k, 1 - ?)", .integer(rows)) }
      #expect(try sum() == [-rows, -1, rows * 9_000, rows])
    }
    #expect(try sum() == [-rows, -1, rows * 9_000, rows])
  }
}
