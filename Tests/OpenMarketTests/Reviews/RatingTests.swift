import Foundation
import Testing

@testable import OpenMarket

struct RatingTests {
  /// From one star to five.
  @Test(arguments: [
    ([25, 20, 75, 80, 60], 3.3684), ([0, 0, 0, 0, 10], 3.8189), ([0, 0, 0, 0, 5], 3.2964),
    ([0, 0, 0, 0, 1], 2.4037),
  ])
  func `the lower bound is Miller's`(counts: [Int], bound: Double) {
    #expect((Rating(counts: counts).lowerBound * 10_000).rounded() / 10_000 == bound)
  }

  @Test(
    arguments: [
      ([0, 0, 0, 0, 0], nil, nil), ([0, 0, 0, 1, 1], "4.5", 45), ([1, 1, 1, 0, 0], "2", 20),
      ([0, 0, 0, 1, 2], "4.666666666666", 46), ([0, 0, 0, 1, 99], "4.99", 49),
      ([0, 0, 0, 1, 999_999], "4.999999", 49), ([0, 0, 0, 0, 7], "5", 50), ([3, 0, 0, 0, 0], "1", 10),
      ([1, 0, 0, 0, 2_000_000_000], "4.999999998000", 49),
    ] as [([Int], String?, Int?)])
  func `the mean is cut, not rounded`(counts: [Int], mean: String?, tenths: Int?) {
    let summary = Rating(counts: counts).summary
    #expect(summary.mean == mean.flatMap { Decimal(string: $0) })
    #expect(summary.tenths == tenths)
    #expect(summary.count == counts.reduce(0, +))
  }

  @Test func `the sum of all stars can be told from the mean`() {
    for counts in [[1, 2, 3, 4, 5], [7, 0, 0, 1, 3], [0, 1, 0, 0, 999_998], [333_333, 0, 1, 0, 5]] {
      let summary = Rating(counts: counts).summary
      let sum = zip(1..., counts).reduce(0) { $0 + $1.0 * $1.1 }
      let told = NSDecimalNumber(decimal: (summary.mean ?? 0) * Decimal(summary.count)).doubleValue
      #expect(Int(told.rounded()) == sum)
    }
  }

  @Test func `adding and removing ratings`() {
    var rating = Rating()
    rating.add(.five, isVerified: true)
    rating.add(.two, isVerified: false)
    #expect(rating == Rating(counts: [0, 1, 0, 0, 1], verifiedCount: 1))
    rating.remove(.five, isVerified: true)
    #expect(rating == Rating(counts: [0, 1]))
    #expect(rating.count(of: .two) == 1)
  }

  @Test(arguments: [(nil, 3), (4, 0), (0.5, 1), (6, 1), (4, -1)] as [(Decimal?, Int)])
  func `a mean without ratings, ratings without a mean, and one out of range are none`(
    mean: Decimal?, count: Int
  ) {
    #expect(RatingSummary(mean: mean, count: count) == nil)
  }

  @Test(arguments: [
    (#""rating":4.5,"rating_count":2"#, RatingSummary(mean: 4.5, count: 2)),
    (#""rating_count":0"#, RatingSummary(mean: nil, count: 0)), (#""stock":1"#, nil),
    (#""rating":{"rate":4.5,"count":2}"#, nil), (#""rating":"good","rating_count":"many""#, nil),
    (#""rating":99,"rating_count":2"#, nil), (#""rating":null,"rating_count":null"#, nil),
  ])
  func `other markets may have keys of these names`(keys: String, rating: RatingSummary?) throws {
    let json = """
      {"id":1,"title":"t","price":5,"currency":"USD","stock":1,"thumbnails":[],"registration_date":0,\(keys)}
      """
    let item = try JSONDecoder().decode(Item.self, from: Data(json.utf8))
    #expect(item.rating == rating)
  }

  @Test(
    arguments: [
      (0, "", nil, nil, ReviewValidationError(.stars, .notStars, value: "0")),
      (6, "", nil, nil, ReviewValidationError(.stars, .notStars, value: "6")),
      (-1, "", nil, nil, ReviewValidationError(.stars, .notStars, value: "-1")),
      (5, "a\0b", nil, nil, ReviewValidationError(.text, .holdsControlCharacter, value: "a\0b")),
      (5, "", "a\0b", nil, ReviewValidationError(.author, .holdsControlCharacter, value: "a\0b")),
      (5, "\u{FFFE}", nil, nil, ReviewValidationError(.text, .holdsNoncharacter, value: "\u{FFFE}")),
      (5, "\u{200B}", nil, nil, ReviewValidationError(.text, .invisible, value: "\u{200B}")),
      (5, "", "\u{200B}", nil, ReviewValidationError(.author, .invisible, value: "\u{200B}")),
      (5, "", nil, "", ReviewValidationError(.receipt, .empty)),
      (
        5, String(repeating: "가", count: 5_001), nil, nil,
        ReviewValidationError(
          .text, .tooManyCharacters(limit: 5_000), value: String(repeating: "가", count: 60))
      ),
      (
        5, "", String(repeating: "x", count: 101), nil,
        ReviewValidationError(
          .author, .tooManyCharacters(limit: 100), value: String(repeating: "x", count: 60))
      ),
    ] as [(Int, String, String?, String?, ReviewValidationError)])
  func `an invalid review names its field`(
    stars: Int, text: String, author: String?, receipt: String?, error: ReviewValidationError
  ) {
    #expect(throws: error) {
      try ReviewDraft(stars: stars, text: text, author: author, receipt: receipt)
    }
  }

  @Test func `the longest texts are valid, and an author of spaces is none`() throws {
    let draft = try ReviewDraft(
      stars: 1, text: String(repeating: "😀", count: 5_000), author: String(repeating: "é", count: 100))
    #expect(draft.text.unicodeScalars.count == 5_000)
    #expect(try ReviewDraft(stars: 1, author: " \t").author == nil)
  }
}
