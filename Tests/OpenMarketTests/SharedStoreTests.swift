import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Several markets share one store.
@Suite struct SharedStoreTests {
  private static let draft = ItemDraft(title: "t", price: Price(1, .usDollar))

  @Test func `concurrent adds by several markets to a new store are all stored`() async throws {
    let folder = try TemporaryFolder()
    let markets = try (0..<4).map { _ in try TemporaryMarket(in: folder) }
    let ids = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<40 {
        group.addTask {
          try await markets[index % markets.count].manager.add(Self.draft, images: [], password: "p").id
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ids.sorted() == Array(1...40))
    let page = try await TemporaryMarket(in: folder).manager.page(PageQuery(size: 100))
    #expect(page.items.map(\.id) == Array(1...40))
    #expect(page.total == 40)
    #expect(try folder.names() == [TemporaryMarket.filename])
  }

  @Test func `concurrent edits and a delete are atomic`() async throws {
    let folder = try TemporaryFolder()
    let markets = try (0..<2).map { _ in try TemporaryMarket(in: folder) }
    let id = try await markets[0].manager.add(Self.draft, images: [], password: "p").id
    let outcomes = await withTaskGroup(of: String.self) { group in
      for index in 0..<12 {
        let manager = markets[index % 2].manager
        group.addTask {
          do {
            if index == 6 {
              try await manager.delete(id: id, password: "p")
              return "deleted"
            }
            let text = "\(index)"
            let item = try await manager.edit(
              id: id, ItemPatch(title: text, description: text), password: "p")
            return item.title == item.description ? "edited" : "torn"
          } catch {
            return error as? ClientError == .noSuchItem(id: id) ? "gone" : "\(error)"
          }
        }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(outcomes.contains("deleted"))
    #expect(outcomes.subtracting(["deleted", "edited", "gone"]) == [])
    #expect(try await markets[0].manager.page(PageQuery()).total == 0)
  }

  @Test func `a store is busy while another connection locks it`() async throws {
    let market = try TemporaryMarket(timeout: .zero)
    _ = try await market.manager.add(Self.draft, images: [], password: "p")
    let other = try SQLiteDatabase(path: market.path, .shared)
    try other.execute("BEGIN EXCLUSIVE")
    let response = try await market.response(to: HTTPRequest(.get, target: "/items/1"))
    #expect(response.status == 503)
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == #"{"code":"store_busy","error":true,"message":"The store is locked by another process","reason":"The store is locked by another process"}"#
    )
    let manager = market.manager
    await #expect(throws: ClientError.store(.busy)) {
      try await manager.add(Self.draft, images: [], password: "p")
    }
    try other.execute("ROLLBACK")
    #expect(try await manager.add(Self.draft, images: [], password: "p").id == 2)
  }

  @Test func `a reserved lock of another connection does not block reads`() async throws {
    let market = try TemporaryMarket(timeout: .zero)
    _ = try await market.manager.add(Self.draft, images: [], password: "p")
    let other = try SQLiteDatabase(path: market.path, .shared)
    try other.execute("BEGIN IMMEDIATE")
    #expect(try await market.manager.page(PageQuery()).total == 1)
    try other.execute("ROLLBACK")
  }

  @Test func `reads and writes of one process never meet in a lock of SQLite`() async throws {
    let folder = try TemporaryFolder()
    // Where SQLite finds a lock taken, it fails at once.
    let store = Store(at: folder.store("a.db"), .patient(timeout: .zero))
    let pixels = [UInt8](repeating: 0x55, count: 6 << 20)
    // One image needs more memory than a transaction keeps until its commit.
    let large = try StrippedImage(
      ImageBytes.jpeg(ImageBytes.jfif, ImageBytes.frame, ImageBytes.scan + pixels))
    let draft = try ValidDraft(Self.draft)
    func add(_ images: [StrippedImage]) async throws {
      _ = try await store.add(draft, images: images, passwordHash: "h", at: .distantPast, key: nil)
    }
    try await add([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 {
        group.addTask {
          for _ in 1...60 {
            let search = number.isMultiple(of: 2) ? "t" : nil
            let query = PageQuery(search: search)
            var total: Int?
            while total == nil {
              // On a busy machine a search may have to give way to commits until it fails.
              do {
                total = try await store.page(query).total
              } catch let error as StoreError where error == .searchTooLong {}
            }
            #expect(total.map { $0 > 0 } == true)
          }
        }
      }
      group.addTask { for number in 1...20 { try await add(number.isMultiple(of: 5) ? [large] : []) } }
      try await group.waitForAll()
    }
    #expect(try await store.page(PageQuery()).total == 21)
  }

  @Test func `a store file that is made after a read is found by every reader`() async throws {
    let folder = try TemporaryFolder()
    let store = Store(at: folder.store("a.db"), .patient())
    #expect(try await store.page(PageQuery()).total == 0)
    #expect(try await store.page(PageQuery(search: "t")).total == 0)
    #expect(try folder.names() == [])
    _ = try await store.add(
      ValidDraft(Self.draft), images: [], passwordHash: "h", at: .distantPast, key: nil)
    for _ in 0..<4 {
      async let page = store.page(PageQuery())
      async let found = store.page(PageQuery(search: "t"))
      #expect(try await [page.total, found.total] == [1, 1])
    }
  }
}
