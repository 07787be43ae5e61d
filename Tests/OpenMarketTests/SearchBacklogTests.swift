import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// Long texts are indexed after the write, and found all the while.
struct SearchBacklogTests {
  private static let long = String(repeating: "가나다 ", count: 2_000)

  private func draft(_ title: String, _ description: String) throws -> ValidDraft {
    try ValidDraft(ItemDraft(title: title, description: description, price: Price(1, .usDollar)))
  }

  private func add(_ description: String, to store: Store) async throws {
    _ = try await store.add(
      draft("t", description), images: [], passwordHash: "h", at: .distantPast, key: nil)
  }

  private func edit(_ id: Int, _ description: String, in store: Store) async throws {
    let draft = try draft("t", description)
    _ = try await store.edit(id: id, passwordHash: "h", at: .distantPast) { _ in draft }
  }

  private func found(_ search: String, in store: Store) async throws -> [Int] {
    let page = try await store.page(PageQuery(search: search))
    #expect(page.total == page.items.count)
    return page.items.map(\.id)
  }

  private func waiting(in store: Store) async throws -> [Int] {
    try await store.read { try SearchRows(database: $0).waiting() } ?? []
  }

  @Test(.ofFiles) func `long texts are indexed when a write returns`() async throws {
    let store = Store(at: .ofOneTest, .patient())
    try await add(Self.long + "하나", to: store)
    try await add("둘 다", to: store)
    #expect(try await waiting(in: store) == [])
    #expect(try await found("나다", in: store) == [1])
    try await edit(1, Self.long + "둘", in: store)
    #expect(try await found("하나", in: store) == [])
    #expect(try await found("둘", in: store) == [2, 1])
    _ = try await store.delete(id: 1, passwordHash: "h", at: .now)
    #expect(try await waiting(in: store) == [])
    #expect(try await found("둘", in: store) == [2])
    let indexed = try await store.read { try $0.rows("SELECT rowid FROM item_search", []) { $0.integer(0) } }
    #expect(indexed == [2])
  }

  @Test(.ofFiles) func `what waits is found, and indexed by the first write of another process`() async throws
  {
    let folder = try TemporaryFolder()
    func store() -> Store { Store(at: folder.store("a.db"), .patient()) }
    try await add("하나", to: store())
    try await add("둘 다", to: store())
    try await add(Self.long + "셋", to: store())
    // As after a crash between the write and the index.
    let database = try folder.store("a.db").database()
    try database.execute(
      """
      INSERT INTO search_backlog (item_id, text) VALUES (1, '넷 하나'), (2, NULL);
      DELETE FROM item_search WHERE rowid = 3;
      INSERT INTO search_backlog (item_id, text) SELECT id, description || '  ' FROM item WHERE id = 3;
      """)
    let other = store()
    #expect(try await found("하나", in: other) == [1])
    #expect(try await found("넷 하나", in: other) == [1])
    #expect(try await found("둘", in: other) == [])
    #expect(try await found("셋", in: other) == [3])
    #expect(try await waiting(in: other) == [1, 2, 3])
    // A short text does not overtake what waits.
    try await edit(1, "다섯", in: other)
    #expect(try await waiting(in: other) == [])
    #expect(try await found("넷", in: other) == [])
    #expect(try await found("다섯", in: other) == [1])
    #expect(try await found("셋", in: other) == [3])
  }
}
