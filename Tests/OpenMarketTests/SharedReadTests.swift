import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Reads beside commits: they give way after 100 ms where a commit waits, and begin again.
struct SharedReadTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func store(readTime: Duration = .seconds(600)) async throws -> Store {
    var options = Store.Options.patient()
    options.readTime = readTime
    options.searchTime = readTime
    let store = Store(at: folder.store("a.db"), options)
    _ = try await store.add(
      ValidDraft(ItemDraft(title: "Lamp", price: Price(1, .usDollar))), images: [], passwordHash: "h",
      at: .distantPast, key: nil)
    return store
  }

  /// Reads so many rows, of which the first one takes longer than a read goes on while a commit waits.
  private static func read(_ rows: Int, of database: any Database) throws -> Int {
    let gate = try #require(database as? SQLiteDatabase).sharing.gate
    let numbers = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) SELECT i FROM n
      """
    var count = 0
    try database.run(numbers, []) { _ in
      count += 1
      guard count == 1 else { return }
      Thread { gate.exclusive {} }.start()
      while !gate.isAwaited { usleep(1_000) }
      Thread.sleep(forTimeInterval: 0.12)
    }
    return count
  }

  @Test func `a limit that does not give way ends by its own time alone`() {
    let (shared, own) = (WorkLimit(.seconds(600)), WorkLimit(.seconds(600), givesWay: false))
    let short = WorkLimit(.milliseconds(110), givesWay: false)
    Thread.sleep(forTimeInterval: 0.12)
    #expect(shared.isReached(isAwaited: true))
    #expect(!shared.isReached(isAwaited: false) && !shared.isReached)
    #expect(!own.isReached(isAwaited: true))
    #expect(short.isReached(isAwaited: true) && short.isReached(isAwaited: false))
  }

  @Test func `a read that does not give way goes on while a commit waits`() async throws {
    _ = try await store()
    let database = try SQLiteFile(path: folder.path("a.db")).open()
    let rows = try database.transaction(for: .reading, within: WorkLimit(.seconds(600), givesWay: false)) {
      try Self.read(200_000, of: database)
    }
    #expect(rows == 200_000)
    #expect(throws: StoreError.searchTooLong) {
      try database.transaction(for: .reading, within: WorkLimit(.seconds(600))) {
        try Self.read(200_000, of: database)
      }
    }
  }

  @Test(arguments: [1, 2])
  func `a read that gave way to a commit begins again`(disturbed: Int) async throws {
    let (store, runs) = (try await store(), Locked(0))
    let title = try await store.read { database in
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      if run <= disturbed { _ = try Self.read(200_000, of: database) }
      return try database.rows("SELECT title FROM item") { $0.text(0) }
    }
    #expect(title == ["Lamp"])
    #expect(runs.value == disturbed + 1)
  }

  @Test func `a read that gives way three times fails for now`() async throws {
    let (store, runs) = (try await store(), Locked(0))
    let work = { @Sendable (database: any Database) in
      runs.withLock { $0 += 1 }
      return try Self.read(200_000, of: database)
    }
    await #expect(throws: StoreError.busy) { try await store.read(work) }
    #expect(runs.value == 3)
    await #expect(throws: StoreError.searchTooLong) { try await store.search(work) }
    #expect(runs.value == 6)
  }

  @Test func `a read whose own time is over does not begin again`() async throws {
    let (store, runs) = (try await store(readTime: .milliseconds(50)), Locked(0))
    await #expect(throws: StoreError.busy) {
      try await store.read { database in
        runs.withLock { $0 += 1 }
        return try Self.read(200_000, of: database)
      }
    }
    #expect(runs.value == 1)
  }
}
