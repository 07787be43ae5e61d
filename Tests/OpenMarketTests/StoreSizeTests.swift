import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Parts of images, the limit on a store's size, the reserve for deleting, and the limit on uploads.
struct StoreSizeTests {
  private static let draft = ItemDraft(title: "t", price: Price(1, .usDollar))

  private func image(_ bytes: Int) throws -> StrippedImage {
    // Every value but FF, which would begin a segment.
    let pixels = (0..<bytes).map { UInt8($0 % 251) }
    return try StrippedImage(ImageBytes.jpeg(ImageBytes.jfif, ImageBytes.frame, ImageBytes.scan + pixels))
  }

  private func add(_ image: StrippedImage, to store: Store) async throws -> StoredItem {
    try await #require(
      store.add(ValidDraft(Self.draft), images: [image], passwordHash: "h", at: .distantPast, key: nil))
  }

  // MARK: Parts of images

  @Test func `a part of an image is that part of its bytes`() async throws {
    let folder = try TemporaryFolder()
    let store = Store(at: folder.store("a.db"))
    let image = try image(100_000)
    let stored = try #require(try await add(image, to: store).images.first)
    #expect(try await store.size(of: stored)?.count == image.bytes.count)
    #expect(try await store.bytes(of: stored) == image.bytes)
    for range in [
      0..<1, 5..<5, 0..<100, 4_090..<4_100, 50_000..<100_000, 99_999..<200_000, 500_000..<600_000,
    ] {
      #expect(
        try await store.bytes(of: stored, in: range)
          == image.bytes.dropFirst(range.lowerBound).prefix(range.count),
        "\(range)")
    }
    let other = StoredImage(id: stored.id, format: .png)
    #expect(try await store.size(of: other) == nil)
    #expect(try await store.bytes(of: other) == nil)
    #expect(try await store.bytes(of: StoredImage(id: 99, format: .jpeg)) == nil)
  }

  @Test func `an image is read piece by piece until it is deleted`() async throws {
    let folder = try TemporaryFolder()
    let store = Store(at: folder.store("a.db"))
    let image = try image(100_000)
    let stored = try #require(try await add(image, to: store).images.first)
    let contents = try await Marketplace(store).contents(of: stored)
    var read = Data()
    while read.count < contents.count { read += try await contents.read(offset: read.count, count: 30_000) }
    #expect(read == image.bytes)
    _ = try await store.delete(id: 1, passwordHash: "h", at: Date())
    await #expect(throws: MarketplaceError.noSuchImage(id: stored.id)) {
      try await contents.read(offset: 0, count: 10)
    }
  }

  // MARK: Limit

  @Test func `a store that has reached its limit refuses more with 507 and deletes`() async throws {
    let folder = try TemporaryFolder()
    var options = LocalMarket.Options.forTests
    options.storeLimit = 2 << 20
    let market = LocalMarket(at: .file(folder.path("a.db")), options)
    let image = try image(300_000)
    let post = try Endpoint.add(
      Self.draft, images: [ItemImage(filename: "a.jpg", content: .bytes(image.bytes))], password: "p"
    ).request(boundary: "cut")
    var statuses: [Int] = []
    for _ in 0..<10 { statuses.append(try await market.response(to: post).status) }
    let added = statuses.count { $0 == 201 }
    #expect((4...6).contains(added))
    #expect(statuses == Array(repeating: 201, count: added) + Array(repeating: 507, count: 10 - added))
    let reason = "The market is full; nothing was changed"
    #expect(
      try await market.response(to: post).shown
        == #"507 {"code":"store_limit","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
    let size = try FileManager.default.attributesOfItem(atPath: folder.path("a.db"))[.size] as? Int
    #expect((size ?? 0) <= 2 << 20)
    let delete = try Endpoint.delete(id: 1, password: "p").request(boundary: "cut")
    #expect(try await market.response(to: delete).status == 200)
    #expect(try await market.response(to: post).status == 201)
    #expect(try await market.response(to: post).status == 507)
  }

  @Test func `a store below its limit deletes long text`() async throws {
    let folder = try TemporaryFolder()
    var options = Store.Options()
    options.limit = 1 << 20
    let store = Store(at: folder.store("a.db"), options)
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    var added = 0
    while added < 100 {
      // Every run of three letters is another one: the index is much larger than the text.
      let text = String(
        String.UnicodeScalarView(
          (0..<6_000).map { _ in
            Unicode.Scalar(UInt32.random(in: 0xAC00...0xD7A3, using: &chance)) ?? "가"
          }))
      let draft = ItemDraft(title: "t", description: text, price: Price(1, .usDollar))
      do {
        _ = try await store.add(ValidDraft(draft), images: [], passwordHash: "h", at: .distantPast, key: nil)
        added += 1
      } catch let error as StoreError where error == .limitReached {
        break
      }
    }
    #expect((2..<100).contains(added), "seed \(seed)")
    for id in 1...added {
      #expect(try await store.delete(id: id, passwordHash: "h", at: Date())?.id == id, "seed \(seed)")
    }
    #expect(try await store.page(PageQuery()).total == 0)
  }

  @Test func `a reserve is kept beside the store and given up`() throws {
    let folder = try TemporaryFolder()
    let reserve = SpaceReserve(beside: folder.path("a.db"), bytes: 100_000)
    #expect(!reserve.release())
    reserve.keep()
    let path = folder.path("a.db-reserve")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 100_000)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    reserve.keep()
    #expect(reserve.release())
    #expect(try folder.names() == [])
  }

  // MARK: Uploads

  @Test func `a client network stores so many bytes an hour, half of them at once`() throws {
    let budget = ByteRateLimiter(perHour: 7_200)
    let start = Date(timeIntervalSince1970: 0)
    func isAllowed(_ client: String?, after seconds: Double) -> Bool {
      (try? budget.check(client, at: start.addingTimeInterval(seconds))) != nil
    }
    budget.spend(3_599, by: "192.0.2.1", at: start)
    #expect(isAllowed("192.0.2.1", after: 0))
    budget.spend(2_001, by: "192.0.2.1", at: start)
    #expect(throws: MarketplaceError.tooManyBytes(retryAfter: 1_000)) {
      try budget.check("192.0.2.1", at: start)
    }
    #expect(!isAllowed("192.0.2.1", after: 999))
    #expect(isAllowed("192.0.2.1", after: 1_001))
    #expect(isAllowed("192.0.2.2", after: 0))
    // The first half of an IPv6 address is one network.
    budget.spend(9_999, by: "2001:db8::1", at: start)
    #expect(!isAllowed("2001:db8::2", after: 0))
    #expect(isAllowed("2001:db8:1::1", after: 0))
    // Commands of this machine have no address.
    budget.spend(1 << 40, by: nil, at: start)
    #expect(isAllowed(nil, after: 0))
  }

  /// - Parameter perHour: The bytes that a client may store in an hour.
  private static func market(of perHour: Int, in folder: TemporaryFolder) -> LocalMarket {
    var options = LocalMarket.Options.forTests
    options.clientBytes = perHour
    options.now = { TemporaryMarket.now }
    return LocalMarket(at: .file(folder.path("a.db")), options)
  }

  private static func post(_ image: StrippedImage) throws -> HTTPRequest {
    var post = try Endpoint.add(
      draft, images: [ItemImage(filename: "a.jpg", content: .bytes(image.bytes))], password: "p"
    ).request(boundary: "cut")
    post.peer = "192.0.2.1"
    return post
  }

  @Test func `a client that has stored too much gets 429`() async throws {
    let folder = try TemporaryFolder()
    let market = Self.market(of: 1_000, in: folder)
    let image = try image(10_000)
    var post = try Self.post(image)
    #expect(try await market.response(to: post).status == 201)
    let response = try await market.response(to: post)
    // Two pages of the image; its beginning and the other rows fit into pages that an empty store has.
    #expect((8_192..<12_288).contains(image.bytes.count))
    let seconds = Int((Double(2 * 4_096 - 500) * 3.6).rounded(.up))
    let reason = "Too much was uploaded from this network: try again in \(seconds) s"
    #expect(
      response.shown
        == #"429 {"code":"too_many_bytes","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
    #expect(response.headers["Retry-After"] == "\(seconds)")
    post.peer = "192.0.2.2"
    #expect(try await market.response(to: post).status == 201)
  }

  @Test func `any number of writes that wait store no more than one beyond the limit`() async throws {
    let folder = try TemporaryFolder()
    let market = Self.market(of: 1_000, in: folder)
    let post = try Self.post(image(10_000))
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<24 { group.addTask { try await market.response(to: post).status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.sorted() == [201] + Array(repeating: 429, count: 23))
  }

  @Test func `a text counts with its part of the search index`() async throws {
    let folder = try TemporaryFolder()
    let perHour = 1_000
    let market = Self.market(of: perHour, in: folder)
    func post(_ description: String, from peer: String) async throws -> HTTPResponse {
      var draft = Self.draft
      draft.description = description
      var post = try Endpoint.add(draft, images: [], password: "p").request(boundary: "cut")
      post.peer = peer
      return try await market.response(to: post)
    }
    func size() throws -> Int {
      try FileManager.default.attributesOfItem(atPath: folder.path("a.db"))[.size] as? Int ?? 0
    }
    #expect(try await post("first", from: "192.0.2.1").status == 201)
    let before = try size()
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    // Every run of three letters is another one.
    let text = String(
      String.UnicodeScalarView(
        (0..<9_000).map { _ in Unicode.Scalar(UInt32.random(in: 0xAC00...0xD7A3, using: &chance)) ?? "가" }))
    #expect(try await post(text, from: "192.0.2.2").status == 201, "seed \(seed)")
    let grown = try size() - before
    let refused = try await post("next", from: "192.0.2.2")
    let seconds = try #require(refused.headers["Retry-After"].flatMap { Int($0) }, "seed \(seed)")
    let counted = seconds * perHour / 3_600 + perHour / 2
    #expect(counted * 2 >= grown && counted <= 2 * grown, "\(counted) of \(grown), seed \(seed)")
  }
}
