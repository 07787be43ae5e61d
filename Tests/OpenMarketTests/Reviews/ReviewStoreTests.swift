import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Reviews in the store: ratings are what the reviews add up to, whatever happened.
@Suite struct ReviewStoreTests {
  private static let item = ItemDraft(title: "t", price: Price(1, .usDollar))

  private func store(in folder: TemporaryFolder) -> Store {
    Store(at: .file(folder.path("store")), .patient(timeout: .seconds(60)))
  }

  private func addItem(to store: Store) async throws -> Int {
    try await store.add(ValidDraft(Self.item), images: [], passwordHash: "h", at: .distantPast, key: nil).id
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
            case 0: _ = try await store.delete(review: review, passwordHash: "p")
            case 1: _ = try await store.remove(review: review, reason: "r", at: .now)
            case 2: _ = try await store.fold(review: review, itemHash: "h")
            case 3 where step == 30: _ = try await store.delete(id: 4, passwordHash: "h")
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
        try database.integer("SELECT count(*) FROM rating")
      )
    }
    #expect(rows?.0 == [], "seed \(seed)")
    #expect(rows?.1 == rated, "seed \(seed)")
  }

  @Test(arguments: [
    "UPDATE rating SET five = five + 1", "UPDATE rating SET verified = 1", "UPDATE rating SET bound = 1",
    "DELETE FROM rating", "DELETE FROM review", "UPDATE review SET stars = 1",
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
    try SQLiteDatabase(path: folder.path("store"), .shared).execute(script)
    #expect(try await store.read { try RatingRows(database: $0).damagedItems(limit: 9) } == [item])
  }

  @Test func `deleting an item removes its reviews and its rating, and no others`() async throws {
    let folder = try TemporaryFolder()
    let store = store(in: folder)
    for _ in 1...2 {
      let item = try await addItem(to: store)
      _ = try await store.write(ReviewDraft(stars: 3), item: item, passwordHash: "p", verified: nil, at: .now)
    }
    _ = try await store.delete(id: 1, passwordHash: "h")
    #expect(try await store.reviews(ReviewQuery(item: 1)) == nil)
    #expect(try await store.owners(ofReview: 1) == nil)
    #expect(try await store.reviews(ReviewQuery(item: 2))?.reviews.map(\.id) == [2])
    let rows = try await store.read { try $0.rows("SELECT item_id FROM rating", []) { $0.integer(0) } }
    #expect(rows == [2])
  }

  @Test func `a removal by the operator is logged`() async throws {
    let folder = try TemporaryFolder()
    let store = store(in: folder)
    let item = try await addItem(to: store)
    _ = try await store.write(ReviewDraft(stars: 2), item: item, passwordHash: "p", verified: nil, at: .now)
    let registry = ReviewRegistry(store)
    await #expect(throws: ReviewValidationError(.reason, .empty)) {
      try await registry.remove(id: 1, reason: " ", at: .now)
    }
    let date = Date(timeIntervalSince1970: 7)
    #expect(try await registry.remove(id: 1, reason: "spam", at: date).stars == .two)
    await #expect(throws: MarketError.noSuchReview(id: 1)) {
      try await registry.remove(id: 1, reason: "spam", at: date)
    }
    let log = try await store.read {
      try $0.rows("SELECT id, item_id, stars, reason, date FROM removed_review", []) {
        "\($0.integer(0)) \($0.integer(1)) \($0.integer(2)) \($0.text(3)) \($0.date(4).timeIntervalSince1970)"
      }
    }
    #expect(log == ["1 1 2 spam 7.0"])
  }

  @Test func `a store before reviews gets their tables, and keeps its items`() async throws {
    let folder = try TemporaryFolder()
    let before = store(in: folder)
    _ = try await addItem(to: before)
    let index = try #require(
      SQLiteSchema.migrations.firstIndex { $0.contains("CREATE TABLE review ") })
    let database = try SQLiteDatabase(path: folder.path("store"), .shared)
    for object in SQLiteSchema.reviewObjects where object.type == "table" {
      try database.execute("DROP TABLE \(object.name)")
    }
    try database.execute("PRAGMA user_version = \(index)")
    let store = store(in: folder)
    #expect(try await store.item(id: 1)?.rating == RatingSummary(mean: nil, count: 0))
    _ = try await store.write(ReviewDraft(stars: 5), item: 1, passwordHash: "p", verified: nil, at: .now)
    #expect(try await store.item(id: 1)?.rating == RatingSummary(mean: 5, count: 1))
  }
}
