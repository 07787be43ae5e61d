import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

struct BatchTests {
  private static func lamp(_ sku: String?, key: String? = nil) -> BatchItem {
    var item = BatchItem(.add, key: key)
    (item.sku, item.title, item.price, item.currency) = (sku, "Lamp", Decimal(string: "12.5"), "USD")
    return item
  }

  private static func apply(
    _ items: [BatchItem], _ market: TemporaryMarket, password: String = "secret", isAtomic: Bool = false
  ) async throws -> [BatchResult] {
    try await market.manager.apply(items.map { ($0, nil) }, password: password, isAtomic: isAtomic)
  }

  @Test(arguments: ["r ", "\tr", "r\n", "r\u{A0}", ""])
  func `a reference that no row of a table could have is refused`(reference: String) async throws {
    let market = try TemporaryMarket()
    var item = Self.lamp(nil)
    item.reference = reference
    let results = try await Self.apply([item], market)
    #expect(results.map(\.outcome) == [.refused])
  }

  @Test func `items are added, changed and deleted, each line by itself`() async throws {
    let market = try TemporaryMarket()
    let added = try await Self.apply([Self.lamp("A-1"), Self.lamp("A-1"), Self.lamp("A-2")], market)
    #expect(added.map(\.outcome) == [.added, .refused, .added])
    #expect(added.map(\.id) == [1, nil, 2])
    #expect(added[1].refusal == .taken(.sku))

    var dearer = BatchItem(.update)
    (dearer.sku, dearer.price, dearer.stock, dearer.tags) = ("A-1", 20, 7, ["brass", "small"])
    var gone = BatchItem(.delete)
    gone.sku = "A-2"
    var missing = BatchItem(.update)
    (missing.sku, missing.price) = ("A-9", 1)
    let changed = try await Self.apply([dearer, gone, missing], market)
    #expect(changed.map(\.outcome) == [.updated, .deleted, .refused])
    #expect(changed[2].refusal == .noSuchItem)

    let item = try await market.manager.item(id: 1)
    #expect(item.price.amount == 20)
    #expect((item.stock, item.sku, item.tags) == (7, "A-1", ["brass", "small"]))
    #expect(try await market.manager.page(PageQuery()).items.map(\.id) == [1])
    // The stock was counted.
    let history = try await market.manager.history(ofItem: 1, page: 1, size: 10, password: "secret")
    #expect(history.total == 3)
  }

  @Test func `an item is found by its last text, whatever its batch does to it`() async throws {
    let market = try TemporaryMarket()
    func named(_ title: String, _ sku: String, _ action: BatchItem.Action = .add) -> BatchItem {
      var item = Self.lamp(sku)
      (item.action, item.title) = (action, title)
      return item
    }
    let batch = [
      named("Copper", "A"), named("Silver", "A", .update), named("Golden", "B"), named("Marble", "C"),
      named("Golden", "B", .delete), named("Walnut", "C", .update), named("Cherry", "C", .update),
    ]
    #expect(
      try await Self.apply(batch, market).map(\.outcome)
        == [.added, .updated, .added, .added, .deleted, .updated, .updated])
    for (word, ids) in [
      ("Copper", []), ("Silver", [1]), ("Golden", []), ("Marble", []), ("Walnut", []), ("Cherry", [3]),
    ] {
      #expect(try await market.manager.page(PageQuery(search: word)).items.map(\.id) == ids, "\(word)")
    }
  }

  @Test(.ofFiles) func `the texts of a batch are one part of the index`() async throws {
    let market = try TemporaryMarket()
    _ = try await Self.apply((0..<100).map { Self.lamp("A-\($0)") }, market, isAtomic: true)
    let database = try market.location.database()
    #expect(try database.integer("SELECT count(DISTINCT segid) FROM item_search_idx") == 1)
  }

  @Test func `a new item has the version with which it is read`() async throws {
    let market = try TemporaryMarket()
    var item = Self.lamp("A-1", key: "k")
    (item.description, item.discountedPrice) = ("d\u{1100}\u{1161}", Decimal(string: "0.0625"))
    (item.stock, item.tags, item.note, item.reference) = (7, ["b", "a"], "n", "r")
    // More digits than are stored.
    item.registrationDate = Date(timeIntervalSince1970: 1_611_523_563.7191164)
    item.currency = "CLF"
    let added = try await Self.apply([Self.lamp(nil), item], market)
    let read = try await market.manager.export(ExportQuery(), password: "secret")
    #expect(added.map(\.outcome) == [.added, .added])
    #expect(added.map(\.version) == read.map(\.version))
  }

  @Test func `the same key adds once, and its result is the same again`() async throws {
    let market = try TemporaryMarket()
    let lines = [Self.lamp(nil, key: "row-1"), Self.lamp(nil, key: "row-2")]
    let first = try await Self.apply(lines, market)
    let second = try await Self.apply(lines, market)
    #expect(first.map(\.outcome) == [.added, .added])
    #expect(second == first)
    #expect(try await market.manager.page(PageQuery()).total == 2)
  }

  @Test func `a change that was made before changes nothing, whatever its version`() async throws {
    let market = try TemporaryMarket()
    let added = try await Self.apply([Self.lamp("A-1")], market)
    var change = BatchItem(.update, id: 1)
    (change.price, change.version) = (20, added[0].version)
    let changed = try await Self.apply([change], market)
    let again = try await Self.apply([change], market)
    #expect(changed.map(\.outcome) == [.updated])
    #expect(again.map(\.outcome) == [.unchanged])
    change.price = 30
    let late = try await Self.apply([change], market)
    var present = BatchItem()
    (present.price, present.currency) = (20, "USD")
    #expect(late[0].refusal == .changed(version: try #require(changed[0].version), present: present))
    #expect(try await market.manager.item(id: 1).price.amount == 20)
  }

  @Test func `one refused line of an atomic batch undoes all`() async throws {
    let market = try TemporaryMarket()
    var bad = Self.lamp("A-2")
    bad.price = -1
    await #expect(
      throws: ClientError.batchAborted(
        BatchAborted(
          line: 1, reason: .other(code: "refused", field: "price", reason: "price '-1' is negative")))
    ) { try await Self.apply([Self.lamp("A-1"), bad], market, isAtomic: true) }
    #expect(try await market.manager.page(PageQuery()).total == 0)
  }

  @Test func `an item with another password is not changed`() async throws {
    let market = try TemporaryMarket()
    _ = try await Self.apply([Self.lamp("A-1")], market, password: "first")
    var change = BatchItem(.update, id: 1)
    change.price = 1
    let results = try await Self.apply([change, Self.lamp("A-1")], market, password: "second")
    #expect(results[0].refusal == .wrongPassword)
    // Another seller may have the same SKU.
    #expect(results[1].outcome == .added)
    let again = try await Self.apply([Self.lamp("A-1")], market, password: "second")
    #expect(again[0].refusal == .taken(.sku))
    #expect(try await market.manager.item(id: 1).price.amount == Decimal(string: "12.5"))
  }

  @Test func `a key of a seller is another one than the same key of another, and adds nothing again`()
    async throws
  {
    let market = try TemporaryMarket()
    let first = try await Self.apply([Self.lamp("A-1", key: "k")], market, password: "first")
    let other = try await Self.apply([Self.lamp("B-1", key: "k")], market, password: "second")
    #expect(other.map(\.id) == [2])
    #expect(try await Self.apply([Self.lamp("A-1", key: "k")], market, password: "first") == first)
    #expect(try await Self.apply([Self.lamp("B-1", key: "k")], market, password: "second") == other)
    #expect(try await market.manager.page(PageQuery()).items.map(\.id) == [1, 2])
  }

  @Test func `a change that is refused for its SKU leaves the reference`() async throws {
    let market = try TemporaryMarket()
    var item = Self.lamp("A-1")
    item.reference = "r-1"
    _ = try await Self.apply([item, Self.lamp("A-2")], market)
    var change = BatchItem(.update, id: 1)
    (change.sku, change.reference) = ("A-2", "r-2")
    let results = try await Self.apply([change], market)
    #expect(results.map(\.refusal) == [.taken(.sku)])
    let exported = try await market.manager.export(ExportQuery(.ids([1])), password: "secret")
    #expect(exported.map(\.reference) == ["r-1"])
  }

  @Test func `fields are cleared, and dates and references are kept exactly`() async throws {
    let market = try TemporaryMarket()
    var item = Self.lamp("A-1", key: "k")
    (item.description, item.discountedPrice, item.tags, item.note) = ("d", 10, ["t"], "private")
    (item.reference, item.registrationDate) = ("shop-7", Date(timeIntervalSince1970: 1_600_000_000.123456))
    _ = try await Self.apply([item], market)
    var exported = try await market.manager.export(ExportQuery(.references(["shop-7"])), password: "secret")
    #expect(exported.count == 1)
    var expected = item
    (expected.action, expected.id, expected.stock, expected.images) = (nil, 1, 1, [])
    (expected.version, expected.versionKey) = (exported[0].version, exported[0].versionKey)
    #expect(exported == [expected])
    expected.versionKey = nil

    var change = BatchItem(.update, id: 1)
    change.clear = [.discountedPrice, .description, .tags, .note, .sku]
    _ = try await Self.apply([change], market)
    exported = try await market.manager.export(ExportQuery(), password: "secret")
    (expected.description, expected.discountedPrice, expected.tags, expected.note, expected.sku) = (
      "", nil, nil, nil, nil
    )
    expected.version = exported[0].version
    #expect(exported == [expected])

    change = BatchItem(.update, id: 1)
    change.registrationDate = Date(timeIntervalSince1970: 1_500_000_000.25)
    _ = try await Self.apply([change], market)
    exported = try await market.manager.export(ExportQuery(), password: "secret")
    (expected.registrationDate, expected.version) = (change.registrationDate, exported[0].version)
    #expect(exported == [expected])
  }

  @Test func `images are stored with the hash of what was sent, and replaced`() async throws {
    let market = try TemporaryMarket()
    let image = try ItemImage(path: MockData.path("macbook.png"))
    let digest = SHA256.hexadecimal(try image.bytes())
    let broken = ItemImage(filename: "x.png", content: .bytes(Data("none".utf8)))
    let results = try await market.manager.apply(
      [(Self.lamp("A-1"), [image, image]), (Self.lamp("A-2"), [broken])], password: "p")
    #expect(results.map(\.outcome) == [.added, .refused])
    #expect(try await market.manager.export(ExportQuery())[0].images == [digest, digest])
    _ = try await market.manager.apply([(BatchItem(.update, id: 1), [image])], password: "p")
    #expect(try await market.manager.item(id: 1).images?.count == 1)
    // A repeated line finds its images stored, whatever its version.
    var again = BatchItem(.update, id: 1)
    again.version = "0"
    let other = try ItemImage(path: MockData.path("macbook.jpg"))
    let repeated = try await market.manager.apply([(again, [image]), (again, [other])], password: "p")
    #expect(repeated.map(\.outcome) == [.unchanged, .refused])
    #expect(try await market.manager.export(ExportQuery())[0].images == [digest])
    var change = BatchItem(.update, id: 1)
    change.clear = [.images]
    _ = try await market.manager.apply([(change, nil)], password: "p")
    #expect(try await market.manager.export(ExportQuery())[0].images == [])
    // Deleting removes the hashes with the images.
    _ = try await market.manager.delete(id: 1, password: "p")
  }

  @Test func `an export continues behind an id, and finds words`() async throws {
    let market = try TemporaryMarket()
    var desk = Self.lamp("D")
    desk.title = "Desk"
    _ = try await Self.apply([Self.lamp("A"), desk, Self.lamp("B")], market)
    let first = try await market.manager.export(ExportQuery(limit: 2))
    let rest = try await market.manager.export(ExportQuery(after: 2, limit: 2))
    #expect((first + rest).map(\.sku) == ["A", "D", "B"])
    #expect(try await market.manager.export(ExportQuery(search: "lamp")).map(\.sku) == ["A", "B"])
    #expect(try await market.manager.export(ExportQuery(.skus(["D", "none"]))).map(\.id) == [2])
    #expect(try await market.manager.export(ExportQuery(.ids([3, 99]))).map(\.id) == [3])
    #expect(try await market.manager.export(ExportQuery(.keys([]))).isEmpty)
  }

  @Test func `a served market shows notes for their passwords only`() async throws {
    let market = LocalMarket(at: .ofOneTest, .forTests)
    let manager = NetworkManager(session: market)
    var (mine, other) = (Self.lamp("A"), Self.lamp("B"))
    (mine.note, other.note) = ("mine", "another's")
    _ = try await manager.apply([(mine, nil)], password: "one")
    _ = try await manager.apply([(other, nil)], password: "two")
    #expect(try await manager.export(ExportQuery()).map(\.note) == [nil, nil])
    #expect(try await manager.export(ExportQuery(), password: "one").map(\.note) == ["mine", nil])
    #expect(try await manager.export(ExportQuery(), password: "three").map(\.note) == [nil, nil])
  }

  @Test func `an export of own items has those that the password opens`() async throws {
    let manager = NetworkManager(session: LocalMarket(at: .ofOneTest, .forTests))
    _ = try await manager.apply([(Self.lamp("A"), nil)], password: "one")
    _ = try await manager.apply([(Self.lamp("B"), nil)], password: "two")
    let query = ExportQuery(isOwn: true)
    #expect(try await manager.export(query, password: "one").map(\.sku) == ["A"])
    #expect(try await manager.export(query, password: "two").map(\.sku) == ["B"])
    #expect(try await manager.export(query, password: "three").map(\.sku) == [])
    #expect(try await manager.export(query).map(\.sku) == [])
  }
}
