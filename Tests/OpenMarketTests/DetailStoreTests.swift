import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// SKUs, tags, notes and the keys of imported rows in the store.
@Suite struct DetailStoreTests {
  private func store(in folder: TemporaryFolder) -> Store {
    Store(at: folder.store("store"), .patient(timeout: .seconds(60)))
  }

  private static func draft(
    _ title: String = "Lamp", sku: String? = nil, tags: [String] = [], note: String? = nil
  ) -> ItemDraft {
    ItemDraft(title: title, price: Price(1, .usDollar), sku: sku, tags: tags, note: note)
  }

  private func add(_ draft: ItemDraft, to store: Store, vendor: Int = 1) async throws -> Int {
    let added = try await store.add(
      ValidDraft(draft), images: [], vendor: vendor, passwordHash: "h", at: .distantPast, key: nil)
    return try #require(added).id
  }

  private func edit(_ id: Int, _ patch: ItemPatch, in store: Store) async throws -> StoredItem? {
    try await store.edit(id: id, passwordHash: "h", at: .distantPast) {
      try ValidDraft(patch.applied(to: $0))
    }
  }

  private func rows(_ store: Store) async throws -> [String]? {
    try await store.read { database in
      try database.rows(
        """
        SELECT id, vendor_id, sku, reference, row_key, tags, note FROM item
        WHERE coalesce(sku, reference, row_key, tags, note) IS NOT NULL ORDER BY id
        """, []
      ) { row in
        "\(row.integer(0)) \(row.integer(1)) "
          + (2...6).map { row.optionalText($0) ?? "-" }.joined(separator: " ")
      }
    }
  }

  @Test func `an item has the SKU, tags and note that it was added with`() async throws {
    let store = store(in: try TemporaryFolder())
    let full = Self.draft(sku: "L-1", tags: ["old", "황동"], note: "from Kim\nunpaid")
    for draft in [full, Self.draft(), Self.draft(tags: ["a"]), Self.draft(note: "n")] {
      let id = try await add(draft, to: store)
      #expect(try await store.item(id: id)?.draft == draft)
    }
    // A list has no notes and no descriptions.
    let listed = try await store.page(PageQuery()).items
    #expect(listed.map(\.draft.sku) == ["L-1", nil, nil, nil])
    #expect(listed.map(\.draft.tags) == [["old", "황동"], [], ["a"], []])
    #expect(
      try await rows(store) == ["1 1 L-1 - - old|황동 from Kim\nunpaid", "3 1 - - - a -", "4 1 - - - - n"])
  }

  @Test func `a change sets, replaces and removes them, and leaves what it does not name`() async throws {
    let store = store(in: try TemporaryFolder())
    let id = try await add(Self.draft(), to: store)
    let steps: [(ItemPatch, ItemDraft)] = [
      (ItemPatch(sku: "A"), Self.draft(sku: "A")),
      (ItemPatch(tags: ["x", "y"], note: "n"), Self.draft(sku: "A", tags: ["x", "y"], note: "n")),
      (ItemPatch(title: "Desk"), Self.draft("Desk", sku: "A", tags: ["x", "y"], note: "n")),
      (ItemPatch(sku: "a", tags: ["z"]), Self.draft("Desk", sku: "a", tags: ["z"], note: "n")),
      (ItemPatch(sku: ""), Self.draft("Desk", tags: ["z"], note: "n")),
      (ItemPatch(tags: [], note: ""), Self.draft("Desk")),
    ]
    for (patch, draft) in steps {
      #expect(try await edit(id, patch, in: store)?.draft == draft)
      #expect(try await store.item(id: id)?.draft == draft)
    }
    #expect(try await rows(store) == [])
  }

  @Test func `a SKU belongs to one item of a vendor, without regard to case`() async throws {
    let store = store(in: try TemporaryFolder())
    let shop = try await store.addVendor(name: "shop", identifier: "s", secretHash: "h", at: .now).id
    let first = try await add(Self.draft(sku: "caf\u{E9}"), to: store)
    await #expect(throws: MarketplaceError.taken(.sku, "caf\u{E9}")) {
      _ = try await add(Self.draft(sku: "caf\u{E9}"), to: store)
    }
    // Nothing of the refused item is stored.
    #expect(try await store.summary(listing: []).items == 1)
    // A SKU in another case, and in other code points, is equal.
    for sku in ["CAF\u{C9}", "cafe\u{301}"] {
      await #expect(throws: MarketplaceError.taken(.sku, sku)) {
        _ = try await add(Self.draft(sku: sku), to: store)
      }
    }
    // Without the accent, another vendor.
    let second = try await add(Self.draft(sku: "cafe"), to: store)
    _ = try await add(Self.draft(sku: "caf\u{E9}"), to: store, vendor: shop)
    await #expect(throws: MarketplaceError.taken(.sku, "caf\u{E9}")) {
      _ = try await edit(second, ItemPatch(title: "Desk", sku: "caf\u{E9}"), in: store)
    }
    #expect(try await store.item(id: second)?.draft == Self.draft(sku: "cafe"))
    // Its own SKU is not taken, and is free again once the item is deleted.
    _ = try await edit(first, ItemPatch(title: "Desk", sku: "Caf\u{E9}"), in: store)
    #expect(try await store.item(id: first)?.draft.sku == "Caf\u{E9}")
    _ = try await store.delete(id: first, passwordHash: "h", at: .now)
    _ = try await edit(second, ItemPatch(sku: "caf\u{E9}"), in: store)
  }

  @Test func `of many at once that take a SKU, one gets it`() async throws {
    let folder = try TemporaryFolder()
    let results = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          do {
            _ = try await add(Self.draft(sku: "A"), to: store(in: folder))
            return true
          } catch MarketplaceError.taken(.sku, _) {
            return false
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count { $0 } == 1)
    #expect(try await store(in: folder).summary(listing: []).items == 1)
  }

  @Test func `keys find the items of a vendor, in the order of the values`() async throws {
    let store = store(in: try TemporaryFolder())
    let shop = try await store.addVendor(name: "shop", identifier: "s", secretHash: "h", at: .now).id
    for number in 1...6 {
      let id = try await add(
        Self.draft(sku: number == 3 ? nil : "S\(number)"), to: store, vendor: number == 6 ? shop : 1)
      try await store.write {
        try DetailRows(database: $0).set(
          ItemKeys(reference: "R\(number)", rowKey: "K\(number)"), ofItem: id)
      }
    }
    func ids(_ key: ItemKey, _ values: [String], _ vendor: Int = 1) async throws -> [Int?]? {
      try await store.read {
        try DetailRows(database: $0).items(key, in: values, of: Seller(vendor: vendor, id: 0))
          .map { $0.count == 1 ? $0[0] : nil }
      }
    }
    #expect(try await ids(.sku, ["S5", "S3", "S1", "s1", "S6", "S5"]) == [5, nil, 1, 1, nil, 5])
    #expect(try await ids(.reference, ["R3"]) == [3])
    #expect(try await ids(.rowKey, ["K6", "K2"]) == [nil, 2])
    #expect(try await ids(.rowKey, ["K6", "K2"], shop) == [6, nil])
    #expect(try await ids(.sku, []) == [])
    let many = (1...500).map { "S\($0)" }
    #expect(try await ids(.sku, many)?.compactMap(\.self) == [1, 2, 4, 5])
  }

  @Test func `keys are set one by one, and survive a change and the removal of the SKU`() async throws {
    let store = store(in: try TemporaryFolder())
    let (one, two) = (try await add(Self.draft(sku: "A"), to: store), try await add(Self.draft(), to: store))
    func set(_ keys: ItemKeys, _ id: Int) async throws {
      try await store.write { try DetailRows(database: $0).set(keys, ofItem: id) }
    }
    try await set(ItemKeys(reference: "R"), one)
    try await set(ItemKeys(rowKey: "K"), one)
    try await set(ItemKeys(), two)
    await #expect(throws: MarketplaceError.taken(.reference, "R")) {
      try await set(ItemKeys(reference: "R"), two)
    }
    await #expect(throws: MarketplaceError.taken(.rowKey, "K")) {
      try await set(ItemKeys(rowKey: "K"), two)
    }
    _ = try await edit(one, ItemPatch(sku: ""), in: store)
    #expect(try await rows(store) == ["1 1 - R K - -"])
    #expect(
      try await store.read { try DetailRows(database: $0).keys(ofItems: [one, two]) }
        == [one: ItemKeys(reference: "R", rowKey: "K")])
    _ = try await store.delete(id: one, passwordHash: "h", at: .now)
    #expect(try await rows(store) == [])
    #expect(try await StoreCheck.findings(in: store) == [])
  }

  @Test func `a search finds items by SKU and tags as they are now`() async throws {
    let store = store(in: try TemporaryFolder())
    func found(_ words: String) async throws -> [Int] {
      try await store.page(PageQuery(search: words)).items.map(\.id)
    }
    let id = try await add(
      Self.draft(sku: "LMP-00731", tags: ["Brass", "빈티지"], note: "secretive"), to: store)
    _ = try await add(Self.draft("Desk"), to: store)
    for words in ["lmp-00731", "00731", "brass", "빈티지", "티지", "lamp brass 731", "br"] {
      #expect(try await found(words) == [id], "\(words)")
    }
    // No word spans two fields, and the note is not searched.
    for words in ["lampLMP", "00731Brass", "Brass빈티지", "secretive"] {
      #expect(try await found(words) == [], "\(words)")
    }
    _ = try await edit(id, ItemPatch(sku: "X-9", tags: ["steel"]), in: store)
    #expect(try await found("00731") == [])
    #expect(try await found("brass") == [])
    #expect(try await found("x-9 steel") == [id])
    _ = try await edit(id, ItemPatch(sku: "", tags: []), in: store)
    #expect(try await found("x-9") == [])
    #expect(try await found("lamp") == [id])
  }

  @Test func `after random writes of several processes each SKU is one item's, and found`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let folder = try TemporaryFolder()
    let expected = try await withThrowingTaskGroup(of: [Int: ItemDraft].self) { group in
      for writer in 0..<3 {
        group.addTask {
          var chance = SeededChance(seed: seed &+ UInt64(writer))
          let store = self.store(in: folder)
          // Each writer knows its own items; SKUs are everyone's.
          var items: [Int: ItemDraft] = [:]
          func pick(_ letters: String) -> String {
            String((0..<2).compactMap { _ in letters.randomElement(using: &chance) })
          }
          for _ in 0..<60 {
            let sku = Bool.random(using: &chance) ? pick("ABCDE") : ""
            let tags = Array(Set((0..<Int.random(in: 0...3, using: &chance)).map { _ in pick("xyz") }))
              .sorted()
            let note = Bool.random(using: &chance) ? pick("nm") : ""
            do {
              if let id = items.keys.sorted().randomElement(using: &chance), Bool.random(using: &chance) {
                if Int.random(in: 0..<5, using: &chance) == 0 {
                  _ = try await store.delete(id: id, passwordHash: "h", at: .now)
                  items[id] = nil
                } else {
                  items[id] = try await edit(id, ItemPatch(sku: sku, tags: tags, note: note), in: store)?
                    .draft
                }
              } else {
                let draft = ItemPatch(sku: sku, tags: tags, note: note).applied(to: Self.draft())
                items[try await add(draft, to: store)] = draft
              }
            } catch MarketplaceError.taken(.sku, let taken) {
              #expect(taken == sku)
            }
          }
          return items
        }
      }
      return try await group.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }
    let store = self.store(in: folder)
    let named = expected.compactMap { id, draft in draft.sku.map { (id, $0) } }
    let skus = named.map { $0.1 }
    #expect(Set(skus).count == skus.count, "seed \(seed)")
    for (id, draft) in expected { #expect(try await store.item(id: id)?.draft == draft, "seed \(seed)") }
    #expect(
      try await rows(store)?.count == expected.values.count { $0 != Self.draft() }, "seed \(seed)")
    let found = try await store.read { try DetailRows(database: $0).items(.sku, in: skus, of: .unknown) }
    #expect(found == named.map { [$0.0] }, "seed \(seed)")
    for sku in skus {
      let matches = try await store.page(PageQuery(size: 200, search: sku)).items.map(\.id)
      let holding = expected.filter { $0.value.sku == sku }.map(\.key)
      #expect(matches == holding, "seed \(seed)")
    }
    #expect(try await StoreCheck.findings(in: store) == [])
  }
}

extension StoreCheck {
  fileprivate static func findings(in store: Store) async throws -> [Finding]? {
    try await store.read { try findings(in: $0) }
  }
}
