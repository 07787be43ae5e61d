import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Reviews in the store: ratings are what the reviews add up to, whatever happened.
@Suite struct ReviewStoreTests {
  private static let item = ItemDraft(title: "t", price: Price(1, .usDollar), stock: 2)

  private func store(in folder: TemporaryFolder) -> Store {
    Store(at: folder.store("store"), .patient(timeout: .seconds(60)))
  }

  private func addItem(to store: Store) async throws -> Int {
    let added = try await store.add(
      ValidDraft(Self.item), images: [], passwordHash: "h", at: .distantPast, key: nil)
    return try #require(added).id
  }

  /// All reviews of an item, from pages of several sizes.
  private func reviews(of item: Int, in store: Store, _ sort: ReviewQuery.Sort = .newest) async throws
    -> [Review]
  {
    var all: [[Review]] = []
    for size in [1, 7, 50] {
      var reviews: [Review] = []
      for number in 1... {
        let page = try await store.reviews(ReviewQuery(item: item, page: number, size: size, sort: sort))
        guard let page, !page.reviews.isEmpty else { break }
        reviews += page.reviews
      }
      all.append(reviews)
    }
    #expect(Set(all.map { $0.map(\.id) }).count == 1)
    return all[0]
  }

  @Test func `after random writes of several processes ratings are those of brute force`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let folder = try TemporaryFolder()
    let first = store(in: folder)
    for _ in 1...4 { _ = try await addItem(to: first) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<3 {
        group.addTask {
          var chance = SeededChance(seed: seed &+ UInt64(writer))
          let store = store(in: folder)
          for step in 0..<60 {
            let item = Int.random(in: 1...4, using: &chance)
            let review = Int.random(in: 1...60, using: &chance)
            switch Int.random(in: 0..<10, using: &chance) {
            case 0: _ = try await store.delete(review: review, passwordHash: "p", at: .now)
            case 1: _ = try await store.delete(review: review, passwordHash: nil, reason: "r", at: .now)
            case 2: _ = try await store.fold(review: review, itemHash: "h")
            case 3 where step == 30: _ = try await store.delete(id: 4, passwordHash: "h", at: .now)
            default:
              let stars = Int.random(in: 1...5, using: &chance)
              _ = try await store.write(
                ReviewDraft(stars: stars, text: "\(writer)"), item: item, passwordHash: "p", verified: nil,
                at: .now)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    var rated = 0
    for item in 1...4 {
      guard let stored = try await first.reviews(ReviewQuery(item: item)) else { continue }
      let reviews = try await reviews(of: item, in: first)
      let counts = Stars.allCases.map { stars in reviews.count { $0.stars == stars } }
      #expect(stored.rating == Rating(counts: counts), "seed \(seed)")
      let summary = try #require(try await first.item(id: item)).rating
      #expect(summary == Rating(counts: counts).summary, "seed \(seed)")
      rated += summary.count > 0 ? 1 : 0
      #expect(reviews.map(\.id) == reviews.map(\.id).sorted(by: >))
      let lowest = try await self.reviews(of: item, in: first, .lowest)
      #expect(lowest == reviews.sorted { ($0.stars.rawValue, -$0.id) < ($1.stars.rawValue, -$1.id) })
      let highest = try await self.reviews(of: item, in: first, .highest)
      #expect(highest == reviews.sorted { (-$0.stars.rawValue, -$0.id) < (-$1.stars.rawValue, -$1.id) })
    }
    let rows = try await first.read { database in
      (
        try RatingRows(database: database).damagedItems(limit: 9),
        try database.integer("SELECT count(*) FROM item WHERE rating IS NOT NULL")
      )
    }
    #expect(rows?.0 == [], "seed \(seed)")
    #expect(rows?.1 == rated, "seed \(seed)")
  }

  @Test(
    .ofFiles,
    arguments: [
      "UPDATE item SET five_stars = five_stars + 1", "UPDATE item SET verified_reviews = 1",
      "UPDATE item SET rating = 1",
      "UPDATE item SET rating = NULL", "DELETE FROM review", "UPDATE review SET stars = 1",
    ])
  func `a rating that is not what the reviews add up to is found`(script: String) async throws {
    let folder = try TemporaryFolder()
    let store = store(in: folder)
    let item = try await addItem(to: store)
    for stars in [4, 5] {
      _ = try await store.write(
        ReviewDraft(stars: stars), item: item, passwordHash: "p", verified: nil, at: .now)
    }
    #expect(try await store.read { try RatingRows(database: $0).damagedItems(limit: 9) } == [])
    try folder.store("store").database().execute(script)
    #expect(try await store.read { try RatingRows(database: $0).damagedItems(limit: 9) } == [item])
  }

  @Test(.ofFiles) func `the check of a store finds wrong ratings and marks`() async throws {
    let folder = try TemporaryFolder()
    let store = store(in: folder)
    for _ in 1...2 {
      let item = try await addItem(to: store)
      _ = try await store.write(
        ReviewDraft(stars: 3), item: item, passwordHash: "p", verified: nil, at: .now)
    }
    let check = StoreCheck(at: folder.store("store"))
    #expect(try await check.findings()?.findings == [])
    try folder.store("store").database().execute(
      "UPDATE item SET five_stars = 7 WHERE id = 1; UPDATE review SET verified = 1 WHERE id = 2;")
    #expect(
      try await check.findings()?.findings == [.rating(item: 1), .rating(item: 2), .mark(review: 2)])
  }

  @Test func `deleting an item removes its reviews and its rating, and no others`() async throws {
    let folder = try TemporaryFolder()
    let store = store(in: folder)
    for _ in 1...2 {
      let item = try await addItem(to: store)
      _ = try await store.write(ReviewDraft(stars: 3), item: item, passwordHash: "p", verified: nil, at: .now)
    }
    _ = try await store.delete(id: 1, passwordHash: "h", at: .now)
    #expect(try await store.reviews(ReviewQuery(item: 1)) == nil)
    #expect(try await store.owners(ofReview: 1) == nil)
    #expect(try await store.reviews(ReviewQuery(item: 2))?.reviews.map(\.id) == [2])
    let rows = try await store.read {
      try $0.rows("SELECT id FROM item WHERE rating IS NOT NULL", []) { $0.integer(0) }
    }
    #expect(rows == [2])
  }

  // MARK: Receipts

  /// Sells two pieces of a new item, and returns the code on the receipt.
  private func sell(from store: Store) async throws -> (item: Int, sale: Int, code: String) {
    let item = try await addItem(to: store)
    return try await store.write { database in
      let sale = try MovementRows(database, at: .now).append(
        NewMovement(itemID: item, kind: .sold, quantity: -2, price: Price(1, .usDollar)), to: 2)
      let code = try SaleRows(database: database).receipt(ofSale: sale.id)
      return (item, sale.id, try #require(code).text)
    }
  }

  /// Appends a movement to a sale.
  private func append(
    _ kind: MovementKind, _ quantity: Int, to sale: Int, of item: Int, at stock: Int, _ store: Store
  ) async throws {
    try await store.write { database in
      var movement = NewMovement(itemID: item, kind: kind, quantity: quantity, price: Price(1, .usDollar))
      movement.sale = sale
      _ = try MovementRows(database, at: .now).append(movement, to: stock)
    }
  }

  private func verified(_ item: Int, _ store: Store) async throws -> [Bool] {
    let page = try #require(try await store.reviews(ReviewQuery(item: item)))
    #expect(page.rating.verifiedCount == page.reviews.count { $0.isVerified })
    #expect(try await store.read { try RatingRows(database: $0).damagedItems(limit: 9) } == [])
    return page.reviews.map(\.isVerified)
  }

  @Test func `a receipt marks a verified purchase until all of the sale is returned`() async throws {
    let store = store(in: try TemporaryFolder())
    let (item, sale, code) = try await sell(from: store)
    let draft = try ReviewDraft(stars: 4, receipt: code)
    let written = try await store.write(
      draft, item: item, passwordHash: "p", verified: nil, at: .distantPast)
    #expect(written?.isNew == true)
    #expect(try await verified(item, store) == [true])
    try await append(.returned, 1, to: sale, of: item, at: 0, store)
    #expect(try await verified(item, store) == [true])
    try await append(.returned, 1, to: sale, of: item, at: 1, store)
    #expect(try await verified(item, store) == [false])
    // The return was an error.
    try await append(.correction, -1, to: sale, of: item, at: 2, store)
    #expect(try await verified(item, store) == [true])
  }

  @Test func `a receipt is one review, which its password changes`() async throws {
    let store = store(in: try TemporaryFolder())
    let (item, sale, code) = try await sell(from: store)
    let market = Marketplace(store, passwordCost: 1)
    func write(_ stars: Int, _ text: String, _ password: String) async throws -> Review {
      try await market.write(
        ReviewDraft(stars: stars, text: text, receipt: code), item: item, password: password, key: nil,
        client: nil
      ).review
    }
    let first = try await write(2, "no", "mine")
    await #expect(throws: MarketplaceError.wrongReviewPassword(id: first.id)) {
      try await write(5, "yes", "the seller's")
    }
    let second = try await write(4, "yes", "mine")
    #expect((second.id, second.stars, second.text) == (first.id, .four, "yes"))
    #expect(second.editDate != nil)
    #expect(
      try await store.reviews(ReviewQuery(item: item))?.rating
        == Rating(counts: [0, 0, 0, 1], verifiedCount: 1))
    try await append(.returned, 2, to: sale, of: item, at: 0, store)
    #expect(try await write(1, "returned", "mine").isVerified == false)
    // Its review deleted, the receipt can be used again.
    _ = try await market.delete(review: first.id, password: "mine", client: nil)
    #expect(try await write(3, "again", "other").id > first.id)
  }

  @Test func `the receipt of another item, or of no sale, is refused`() async throws {
    let store = store(in: try TemporaryFolder())
    let (item, _, code) = try await sell(from: store)
    let other = try await addItem(to: store)
    let market = Marketplace(store, passwordCost: 1)
    for (item, code) in [
      (other, code), (item, "AAAAAAAAAAAAAAA2"), (item, "x"), (item, String(code.dropLast())),
    ] {
      await #expect(throws: MarketplaceError.unknownReceipt(code)) {
        try await market.write(
          ReviewDraft(stars: 5, receipt: code), item: item, password: "p", key: nil, client: nil)
      }
    }
    #expect(try await store.reviews(ReviewQuery(item: item))?.rating.count == 0)
  }

  @Test func `without a receipt several reviews are separate`() async throws {
    let store = store(in: try TemporaryFolder())
    let item = try await addItem(to: store)
    let market = Marketplace(store, passwordCost: 1)
    for _ in 1...3 {
      _ = try await market.write(ReviewDraft(stars: 5), item: item, password: "p", key: nil, client: nil)
    }
    #expect(try await verified(item, store) == [false, false, false])
  }

  @Test func `one receipt used by many at once is one review`() async throws {
    let store = store(in: try TemporaryFolder())
    let (item, _, code) = try await sell(from: store)
    let market = Marketplace(store, passwordCost: 1)
    let ids = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await market.write(
            ReviewDraft(stars: 5, receipt: code), item: item, password: "p", key: nil, client: nil
          ).review.id
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids == [1])
    #expect(try await verified(item, store) == [true])
  }

  // MARK: The operator

  @Test func `a removal by the operator is logged`() async throws {
    let folder = try TemporaryFolder()
    let store = store(in: folder)
    let item = try await addItem(to: store)
    _ = try await store.write(ReviewDraft(stars: 2), item: item, passwordHash: "p", verified: nil, at: .now)
    let date = Date(timeIntervalSince1970: 7)
    let marketplace = Marketplace(store, isOperated: true, now: { date })
    await #expect(throws: ReviewValidationError(.reason, .empty)) {
      try await marketplace.remove(review: 1, reason: " ")
    }
    #expect(try await marketplace.remove(review: 1, reason: "spam").stars == .two)
    await #expect(throws: MarketplaceError.noSuchReview(id: 1)) {
      try await marketplace.remove(review: 1, reason: "spam")
    }
    let log = try await store.read {
      try $0.rows("SELECT id, item_id, stars, reason, date FROM removed_review", []) {
        "\($0.integer(0)) \($0.integer(1)) \($0.integer(2)) \($0.text(3)) \($0.date(4).timeIntervalSince1970)"
      }
    }
    #expect(log == ["1 1 2 spam 7.0"])
  }
}
