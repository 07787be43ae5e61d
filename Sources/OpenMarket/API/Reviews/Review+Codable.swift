import Foundation
package import SystemSupport

/// A review in JSON: keys without a value are absent, dates are seconds since 1970 as in v1.
extension Review: ObjectCodable {
  package static func pass(_ review: Self?, _ json: ObjectMembers) throws -> Self {
    let answer = try json.optional("answer", review?.answer?.text)
    let answerDate = try json.optional("answered_at", review?.answer?.date)
    return Review(
      id: try json("id", review?.id), itemID: try json("item_id", review?.itemID),
      stars: try json("stars", review?.stars), text: try json("text", review?.text),
      author: try json.optional("author", review?.author),
      isVerified: try json("verified", review?.isVerified), isFolded: try json("folded", review?.isFolded),
      date: try json("reviewed_at", review?.date), editDate: try json.optional("edited_at", review?.editDate),
      answer: answer.flatMap { text in answerDate.map { Answer(text: text, date: $0) } })
  }
}

/// A page of reviews in JSON, with the item's ratings: `rating` and `rating_count` as in the item, and `star_counts` from
/// one star to five.
struct ReviewPageBody: ObjectCodable {
  let number: Int
  let page: ReviewPage

  /// Throws for counts that no ratings can have.
  static func pass(_ body: Self?, _ json: ObjectMembers) throws -> Self {
    let rating = body?.page.rating
    _ = try json.optional("rating", rating?.summary.mean)
    _ = try json("rating_count", rating?.count)
    let (counts, verified) = (
      try json("star_counts", rating?.counts), try json("verified_count", rating?.verifiedCount)
    )
    // Far beyond any market, and their sum fits.
    let plausible = 0...1_000_000_000_000
    guard counts.count == Stars.allCases.count, (counts + [verified]).allSatisfy(plausible.contains) else {
      throw JSONDefect.notValid("star_counts", reason: "it is not five counts of stars")
    }
    return Self(
      number: try json.page(body?.number),
      page: ReviewPage(
        rating: Rating(counts: counts, verifiedCount: verified),
        reviews: try json("reviews", body?.page.reviews)))
  }
}
