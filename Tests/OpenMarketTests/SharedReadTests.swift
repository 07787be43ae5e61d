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
    (options.searchTime, options.listTime) = (readTime, readTime)
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
    // One more: the first slice of a slow read.
    await #expect(throws: StoreError.searchTooLong) { try await store.read(.search, of: 1, work: work) }
    #expect(runs.value == 7)
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

  @Test func `a slow read that takes too long is refused at once when it is asked for again`() async throws {
    let (store, runs) = (try await store(readTime: .milliseconds(50)), Locked(0))
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    func read(_ kind: SlowRead, _ query: Int) async throws {
      _ = try await store.read(kind, of: query) { database in
        runs.withLock { $0 += 1 }
        return try database.integer(endless)
      }
    }
    for (kind, failure) in [SlowRead.search: StoreError.Kind.searchTooLong, .list: .listTooLong] {
      runs.withLock { $0 = 0 }
      // Its first slice, and the rest.
      for _ in 1...3 { await #expect(throws: StoreError(failure)) { try await read(kind, 1) } }
      #expect(runs.value == 2)
      await #expect(throws: StoreError(failure)) { try await read(kind, 2) }
      #expect(runs.value == 4)
    }
  }

  @Test func `reads by a key go on while lists and searches take all the time that they may`() async throws {
    let store = try await store()
    let stop = Locked(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask {
          _ = try await store.read(SlowRead.allCases[number % 3], of: number) { database in
            while !stop.value {
              _ = try database.rows("SELECT id FROM item") { $0.integer(0) }
              usleep(1_000)
            }
          }
        }
      }
      try await eventually("reads wait") { store.waiting.contains { $0.count > 0 } }
      for _ in 0..<20 { #expect(try await store.item(id: 1)?.draft.title == "Lamp") }
      stop.withLock { $0 = true }
      try await group.waitForAll()
    }
  }
}
