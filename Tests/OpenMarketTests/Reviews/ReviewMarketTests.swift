import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Reviews at a market that is embedded, recorded, or served over a socket.
@Suite struct ReviewMarketTests {
  private func manager(_ market: SampleMarket) async throws -> NetworkManager {
    NetworkManager(session: try await market.session(), retries: .never)
  }

  private func review(
    _ id: Int, _ stars: Stars, _ text: String = "", author: String? = nil, isFolded: Bool = false,
    answer: String? = nil
  ) -> Review {
    Review(
      id: id, itemID: 1, stars: stars, text: text, author: author, isVerified: false, isFolded: isFolded,
      date: TemporaryMarket.now, editDate: nil,
      answer: answer.map { Review.Answer(text: $0, date: TemporaryMarket.now) })
  }

  private var reviews: [Review] {
    [
      review(3, .five, "연락주세요", author: "spam", isFolded: true), review(2, .four),
      review(1, .five, "Fast.\n\"As new\"", author: "김철수", answer: "감사합니다 😀"),
    ]
  }

  @Test(arguments: SampleMarket.allCases)
  func `reviews are listed newest first, or by stars`(market: SampleMarket) async throws {
    let manager = try await manager(market)
    let rating = Rating(counts: [0, 0, 0, 1, 2])
    #expect(
      try await manager.reviews(ReviewQuery(item: 1)) == ReviewPage(rating: rating, reviews: reviews))
    #expect(
      try await manager.reviews(ReviewQuery(item: 1, sort: .lowest)).reviews
        == [reviews[1], reviews[0], reviews[2]])
    #expect(
      try await manager.reviews(ReviewQuery(item: 2)) == ReviewPage(rating: Rating(), reviews: []))
    #expect(try await manager.item(id: 1).rating == rating.summary)
    #expect(try await manager.item(id: 2).rating == Rating().summary)
  }

  @Test(arguments: SampleMarket.allCases)
  func `a review is written, and deleted with its own password`(market: SampleMarket) async throws {
    let manager = try await manager(market)
    let draft = try ReviewDraft(stars: 3, text: "보통", author: "이영희")
    #expect(
      try await manager.review(item: 1, draft, password: "mine")
        == review(4, .three, "보통", author: "이영희"))
    await #expect(throws: ClientError.wrongReviewPassword(id: 2)) {
      try await manager.delete(review: 2, password: SampleMarket.password)
    }
    #expect(
      try await manager.delete(review: 2, password: SampleMarket.reviewPassword) == review(2, .four))
    await #expect(throws: ClientError.noSuchReview(id: 9)) {
      try await manager.delete(review: 9, password: SampleMarket.reviewPassword)
    }
  }

  @Test(arguments: SampleMarket.allCases)
  func `the owner of the item answers once and folds`(market: SampleMarket) async throws {
    let password = SampleMarket.password
    await #expect(throws: ClientError.wrongItemPassword(review: 2)) {
      try await manager(market).answer(review: 2, "Thanks", password: SampleMarket.reviewPassword)
    }
    #expect(
      try await manager(market).answer(review: 2, "Thanks", password: password)
        == review(2, .four, answer: "Thanks"))
    #expect(
      try await manager(market).fold(review: 2, password: password) == review(2, .four, isFolded: true))
    await #expect(throws: ClientError.answered(review: 1)) {
      try await manager(market).answer(review: 1, "Thanks", password: password)
    }
    await #expect(throws: ClientError.noSuchReview(id: 9)) {
      try await manager(market).answer(review: 9, "Thanks", password: password)
    }
  }

  @Test(arguments: SampleMarket.allCases)
  func `an unknown item has no reviews, and an unknown receipt is refused`(market: SampleMarket) async throws
  {
    let manager = try await manager(market)
    await #expect(throws: ClientError.noSuchItem(id: 4)) {
      try await manager.reviews(ReviewQuery(item: 4))
    }
    await #expect(throws: ClientError.noSuchItem(id: 4)) {
      try await manager.review(item: 4, ReviewDraft(stars: 5), password: "mine")
    }
    let draft = try ReviewDraft(stars: 5, receipt: "ABC")
    await #expect(throws: ClientError.unknownReceipt("ABC")) {
      try await manager.review(item: 1, draft, password: "mine")
    }
  }

  /// A market of v1 as it was before reviews: it has items and answers 404 to every other path.
  private func formerMarket(_ status: Int = 404, _ body: String) throws -> NetworkManager {
    let session = MockSession { request in
      guard request.target.hasSuffix("/item/1") else {
        return HTTPResponse(
          status: status, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
      }
      let item = try MockData.bytes("item-1.json")
      let text = String(decoding: item, as: UTF8.self)
        .replacing(#/"rating":[0-9.]+,/#, with: "").replacing(#/"rating_count":\d+,/#, with: "")
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
    }
    return NetworkManager(session: session, retries: .never)
  }

  @Test(arguments: [
    (404, #"{"code":"not_found","error":true,"message":"Not Found","reason":"Not Found"}"#),
    (404, #"{"error":true,"reason":"Not Found"}"#), (404, ""), (404, "<html>"),
  ])
  func `a market without reviews is told from one without the item`(status: Int, body: String) async throws {
    let manager = try formerMarket(status, body)
    #expect(try await manager.item(id: 1).rating == nil)
    await #expect(throws: ClientError.unsupported(.reviews)) {
      try await manager.reviews(ReviewQuery(item: 1))
    }
    await #expect(throws: ClientError.unsupported(.reviews)) {
      try await manager.review(item: 1, ReviewDraft(stars: 5), password: "p")
    }
    await #expect(throws: ClientError.noSuchItem(id: 2)) { try await manager.reviews(ReviewQuery(item: 2)) }
    await #expect(throws: ClientError.unsupported(.reviews)) {
      try await manager.delete(review: 1, password: "p")
    }
    await #expect(throws: ClientError.unsupported(.reviews)) {
      try await manager.fold(review: 1, password: "p")
    }
    await #expect(throws: ClientError.unsupported(.reviews)) {
      try await manager.answer(review: 1, "a", password: "p")
    }
  }

  @Test(arguments: [405, 501])
  func `a status for an unknown path or method is a market without reviews`(status: Int) async throws {
    let manager = try formerMarket(status, "")
    await #expect(throws: ClientError.unsupported(.reviews)) {
      try await manager.fold(review: 1, password: "p")
    }
  }

  @Test(arguments: [
    #"{"page":1,"rating_count":0,"reviews":[],"star_counts":[0,0,0,0],"verified_count":0}"#,
    #"{"page":1,"rating_count":0,"reviews":[],"star_counts":[0,0,0,0,-1],"verified_count":0}"#,
    #"{"page":1,"rating_count":0,"reviews":[],"star_counts":[9223372036854775807,1,0,0,0],"verified_count":0}"#,
    #"{"page":1,"rating_count":0,"reviews":[],"star_counts":[0,0,0,0,0],"verified_count":-1}"#,
    #"{"page":1,"rating_count":0,"reviews":[{"id":1,"item_id":1,"stars":9,"text":"","verified":true,"folded":true,"reviewed_at":0}],"star_counts":[0,0,0,0,0],"verified_count":0}"#,
    "[]", "{}",
  ])
  func `counts that no ratings can have are not the JSON of reviews`(body: String) async throws {
    let session = MockSession { _ in
      HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    }
    let error = await #expect(throws: ClientError.self) {
      try await NetworkManager(session: session).reviews(ReviewQuery(item: 1))
    }
    guard case .unexpectedResponse(_, .unreadable) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
