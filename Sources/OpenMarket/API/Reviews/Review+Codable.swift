import Foundation
import SystemSupport

/// A review in JSON: keys without a value are absent, dates are seconds since 1970 as in v1.
extension Review: Codable {
  private enum CodingKeys: String, CodingKey {
    case id
    case itemID = "item_id"
    case stars
    case text
    case author
    case isVerified = "verified"
    case isFolded = "folded"
    case date = "reviewed_at"
    case editDate = "edited_at"
    case answer
    case answerDate = "answered_at"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    guard let stars = Stars(rawValue: try values.decode(Int.self, forKey: .stars)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .stars, in: values, debugDescription: "it is not from 1 to 5")
    }
    func date(_ key: CodingKeys) throws -> Date? {
      try values.decodeIfPresent(Double.self, forKey: key).map(Date.init(secondsInYears:))
    }
    let (answer, answerDate) = (
      try values.decodeIfPresent(String.self, forKey: .answer), try date(.answerDate)
    )
    self.init(
      id: try values.plausibleNumber(forKey: .id), itemID: try values.plausibleNumber(forKey: .itemID),
      stars: stars,
      text: try values.decode(String.self, forKey: .text),
      author: try values.decodeIfPresent(String.self, forKey: .author),
      isVerified: try values.decode(Bool.self, forKey: .isVerified),
      isFolded: try values.decode(Bool.self, forKey: .isFolded),
      date: Date(secondsInYears: try values.decode(Double.self, forKey: .date)),
      editDate: try date(.editDate),
      answer: answer.flatMap { text in answerDate.map { Answer(text: text, date: $0) } })
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(itemID, forKey: .itemID)
    try values.encode(stars.rawValue, forKey: .stars)
    try values.encode(text, forKey: .text)
    try values.encodeIfPresent(author, forKey: .author)
    try values.encode(isVerified, forKey: .isVerified)
    try values.encode(isFolded, forKey: .isFolded)
    try values.encode(date.timeIntervalSince1970, forKey: .date)
    try values.encodeIfPresent(editDate?.timeIntervalSince1970, forKey: .editDate)
    try values.encodeIfPresent(answer?.text, forKey: .answer)
    try values.encodeIfPresent(answer?.date.timeIntervalSince1970, forKey: .answerDate)
  }
}

/// A page of reviews in JSON, with the item's ratings: `rating` and `rating_count` as in the item, and `star_counts` from
/// one star to five.
struct ReviewPageBody: Codable {
  let page: Int
  let rating: Decimal?
  let ratingCount: Int
  let verifiedCount: Int
  let starCounts: [Int]
  let reviews: [Review]

  enum CodingKeys: String, CodingKey {
    case page
    case rating
    case ratingCount = "rating_count"
    case verifiedCount = "verified_count"
    case starCounts = "star_counts"
    case reviews
  }

  init(_ page: ReviewPage, number: Int) {
    self.page = number
    rating = page.rating.summary.mean
    ratingCount = page.rating.count
    verifiedCount = page.rating.verifiedCount
    starCounts = page.rating.counts
    reviews = page.reviews
  }

  /// The page. Throws for counts that no ratings can have.
  func contents() throws(JSONDefect) -> ReviewPage {
    // Far beyond any market, and their sum fits.
    let plausible = 0...1_000_000_000_000
    guard starCounts.count == Stars.allCases.count, starCounts.allSatisfy(plausible.contains),
      plausible.contains(verifiedCount)
    else {
      throw .notValid(CodingKeys.starCounts.rawValue, reason: "it is not five counts of stars")
    }
    return ReviewPage(
      rating: Rating(counts: starCounts, verifiedCount: verifiedCount), reviews: reviews)
  }
}
