import CSQLite
import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// A store of each released version, as SQL that its program has made, becomes one of today.
///
/// A file of `Schemas` is made once, when a version is released, by its program: `sqlite3 FILE .dump` and the values of
/// `application_id` and `user_version`. All have the same four items, added, changed and sold by the same
/// commands; versions 12 to 16 are those before as their programs have opened them.
struct FrozenStoreTests {
  private static let versions = 1...16
  private static let password = "a password of the tests"
  /// By version, the code that `market sell` printed for a sale of item 1.
  private static let receipts = [
    5: "ZV55ZHPYRLRFTEM2", 6: "H62AH6FVVOKI34PJ", 7: "AKUY4MW66SS7HGKL", 8: "GL4N7VYC3VJRM53J",
    9: "53OXJQUTOYCRRTPC", 10: "53OXJQUTOYCRRTPC", 11: "53OXJQUTOYCRRTPC", 12: "53OXJQUTOYCRRTPC",
    13: "53OXJQUTOYCRRTPC", 14: "53OXJQUTOYCRRTPC", 15: "53OXJQUTOYCRRTPC", 16: "53OXJQUTOYCRRTPC",
  ]

  /// A PNG of one pixel, which the request with the key had.
  private static let pixel =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgBAAAAwACS/Xd6gAAAABJRU5ErkJggg==")
    ?? Data()

  private static func script(of version: Int) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Schemas/schema-\(version).sql")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// Makes the store of a version. The shell's script writes tables that a connection of the program cannot write.
  private static func make(_ version: Int, at path: String) throws {
    var handle: OpaquePointer?
    // An empty file is an empty database.
    try Data().write(to: URL(filePath: path))
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    try #require(sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK)
    defer { sqlite3_close_v2(handle) }
    try #require(sqlite3_exec(handle, try script(of: version), nil, nil, nil) == SQLITE_OK)
  }

  @Test func `each version has a frozen store`() throws {
    let last = SQLiteSchema.migrations.count
    for version in 1...last { #expect(Self.versions.contains(version), "schema-\(version).sql is missing") }
  }

  @Test(arguments: versions)
  func `a file has the schema of its version and of no other`(version: Int) throws {
    let folder = try TemporaryFolder()
    try Self.make(version, at: folder.path("store"))
    let database = try SQLiteDatabase(path: folder.path("store"), .shared)
    #expect(try database.integer("PRAGMA user_version") == version)
    let objects = try SQLiteObject.all(in: database)
    for other in 1...SQLiteSchema.migrations.count {
      #expect(SQLiteSchema.isKnown(objects, version: other) == (other == version))
    }
  }

  @Test(arguments: versions)
  func `a store becomes one of today, whole`(version: Int) async throws {
    let market = try market(of: version)
    let page = try await market.manager.page(PageQuery())
    #expect(page.total == 4)
    var items: [Item] = []
    for id in [1, 2, 4, 5] { items.append(try await market.manager.item(id: id)) }
    #expect(items.map(\.title) == ["맥북 프로", "Brass lamp", "Table", "Vase"])
    #expect(items.map(\.price.amount) == [1_690_000, 80.5, 250, 30])
    #expect(items.map(\.price.currency.code) == ["KRW", "USD", "USD", "USD"])
    #expect(items.map(\.discountedPrice?.amount) == [1_500_000, nil, nil, nil])
    #expect(items.map(\.description) == ["16인치, 32 GB", "", "Oak", ""])
    // From version 5 on some were sold, returned, received and written off.
    #expect(items.map(\.stock) == (version < 5 ? [3, 12, 1, 2] : [3, 9, 1, 2]))
    #expect(items.map(\.images?.count) == [2, 1, 1, 1])
    #expect(items[0].sku == (version < 6 ? nil : "MB-16"))
    let address = try #require(items[2].images?.first)
    #expect(try await market.manager.image(at: address).bytes == Self.pixel)
    // A part of a word, and a word of two syllables, by the index.
    for (words, id) in [("ras", 2), ("맥북", 1), ("oak", 4)] {
      #expect(try await market.manager.page(PageQuery(search: words)).items.map(\.id) == [id])
    }
    #expect(try await StoreCheck(at: .file(market.path)).findings()?.findings == [])
    // It can be written, by the password that the item was added with.
    let edited = try await market.manager.edit(id: 2, ItemPatch(stock: 7), password: Self.password)
    #expect(edited.stock == 7)
    #expect(
      try await market.manager.add(
        ItemDraft(title: "New", price: Price(1, .usDollar)), images: [], password: Self.password
      ).id == 6)
    #expect(try await StoreCheck(at: .file(market.path)).findings()?.findings == [])
  }

  /// Within a day of the request; to the clock of the tests it is in the future.
  @Test(arguments: versions)
  func `an item that was added under a key is not added again`(version: Int) async throws {
    let market = try market(of: version)
    let draft = ItemDraft(title: "Table", description: "Oak", price: Price(250, .usDollar), stock: 1)
    let image = ItemImage(filename: "1.png", content: .bytes(Self.pixel))
    var request = try Endpoint.add(draft, images: [image], password: Self.password)
      .request(boundary: "frozen")
    request.headers[.idempotencyKey] = "\"frozen\""
    let response = try await market.response(to: request)
    #expect(response.status == 201)
    #expect(try JSON.decode(Item.self, from: response.body).id == 4)
    #expect(try await market.manager.page(PageQuery()).total == 4)
  }

  @Test(arguments: receipts.sorted { $0.key < $1.key })
  func `a receipt that was printed is one after the migration`(version: Int, code: String) async throws {
    let market = try market(of: version)
    let review = try await market.manager.review(
      item: 1, ReviewDraft(stars: 5, receipt: code), password: "p")
    #expect(review.isVerified)
    await #expect(throws: ClientError.self) {
      _ = try await market.manager.review(item: 2, ReviewDraft(stars: 5, receipt: code), password: "p")
    }
    let reviews = try await market.manager.reviews(ReviewQuery(item: 2))
    #expect(reviews.reviews.map(\.text).contains("밝고 예뻐요"))
    #expect(reviews.reviews.compactMap(\.answer?.text) == ["Thank you"])
  }

  /// A market with the store of a version.
  private func market(of version: Int) throws -> TemporaryMarket {
    let folder = try TemporaryFolder()
    try Self.make(version, at: folder.path(TemporaryMarket.filename))
    return try TemporaryMarket(in: folder)
  }
}
