import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// The order by rating: by the lower bound of the mean, and unrated items last in both directions.
@Suite struct RatingOrderTests {
  @Test(arguments: [nil, "a"])
  func `every page is correct in both directions`(search: String?) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let folder = try TemporaryFolder()
    let store = Store(at: folder.store("store"), .patient(timeout: .seconds(10)))
    var model: [(id: Int, title: String, rating: Rating)] = []
    for _ in 1...150 {
      let title = ["a", "b"].randomElement(using: &chance) ?? ""
      let draft = ItemDraft(title: title, price: Price(1, .usDollar))
      let added = try await store.add(
        ValidDraft(draft), images: [], passwordHash: "h", at: .distantPast, key: nil)
      let id = try #require(added).id
      var rating = Rating()
      // Few distinct ratings, so that many are equal; two thirds of the items have none.
      for _ in 0..<([0, 0, 1, 3].randomElement(using: &chance) ?? 0) {
        let stars = Stars(rawValue: Int.random(in: 4...5, using: &chance)) ?? .one
        rating.add(stars, isVerified: false)
        _ = try await store.write(
          ReviewDraft(stars: stars.rawValue), item: id, passwordHash: "p", verified: nil, at: .now)
      }
      model.append((id, title, rating))
    }
    let found = model.filter { search == nil || $0.title == search }
    let rated = found.filter { $0.rating.count > 0 }
      .sorted { ($0.rating.lowerBound, $0.id) < ($1.rating.lowerBound, $1.id) }.map(\.id)
    let unrated = found.filter { $0.rating.count == 0 }.map(\.id)
    for (sort, expected) in [
      (PageQuery.Sort.rating, rated.reversed() + unrated), (.ratingAscending, rated + unrated),
    ] {
      for size in [7, 64] {
        var ids: [Int] = []
        for number in 1...(found.count / size + 2) {
          let page = try await store.page(PageQuery(number, size: size, sort: sort, search: search))
          #expect(page.total == found.count, "seed \(seed)")
          ids += page.items.map(\.id)
        }
        #expect(ids == expected, "\(sort), \(size) a page, seed \(seed)")
      }
    }
  }

  @Test func `items whose reviews are gone are among those without ratings again`() async throws {
    let folder = try TemporaryFolder()
    let store = Store(at: folder.store("store"), .patient(timeout: .seconds(10)))
    for number in 1...200 {
      let draft = ItemDraft(title: "t", price: Price(1, .usDollar))
      _ = try await store.add(
        ValidDraft(draft), images: [], passwordHash: "h", at: .distantPast, key: nil)
      // Two reviews of an item are one rating.
      for _ in 0..<(number.isMultiple(of: 3) ? 2 : 0) {
        _ = try await store.write(
          ReviewDraft(stars: 5), item: number, passwordHash: "p", verified: nil, at: .now)
      }
    }
    // The reviews of item 3, one of the two of item 6, and item 9 with its own.
    for review in [1, 2, 3] { _ = try await store.delete(review: review, passwordHash: "p", at: .now) }
    _ = try await store.delete(id: 9, passwordHash: "h", at: .now)
    let rated = Array(stride(from: 6, through: 200, by: 3)).filter { $0 != 9 }
    let page = try await store.page(PageQuery(2, size: 64, sort: .ratingAscending))
    let unrated = Array(1...200).filter { !rated.contains($0) && $0 != 9 }
    #expect(rated.count == 64)
    #expect(page.items.map(\.id) == Array(unrated.prefix(64)))
  }

  @Test func `many good ratings come before one best`() async throws {
    let market = try TemporaryMarket()
    for _ in 1...3 {
      _ = try await market.manager.add(
        ItemDraft(title: "t", price: Price(1, .usDollar)), images: [], password: "p")
    }
    _ = try await market.manager.review(item: 1, ReviewDraft(stars: 5), password: "p")
    for stars in [4, 4, 5, 5, 4, 5] {
      _ = try await market.manager.review(item: 3, ReviewDraft(stars: stars), password: "p")
    }
    #expect(try await market.manager.page(PageQuery(sort: .rating)).items.map(\.id) == [3, 1, 2])
    #expect(try await market.manager.page(PageQuery(sort: .ratingAscending)).items.map(\.id) == [1, 3, 2])
    let ratings = try await market.manager.page(PageQuery()).items.map(\.rating)
    #expect(
      ratings == [
        RatingSummary(mean: 5, count: 1), RatingSummary(mean: nil, count: 0),
        RatingSummary(mean: 4.5, count: 6),
      ])
  }
}
