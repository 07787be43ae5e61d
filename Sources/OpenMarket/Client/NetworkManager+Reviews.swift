import Foundation
import HTTP
import SystemSupport

/// Reviews. A market that has items and no such paths keeps no reviews.
extension NetworkManager {
  /// Fetches a page of the reviews of an item, with its ratings.
  package func reviews(_ query: ReviewQuery) async throws(ClientError) -> ReviewPage {
    try page(in: try await response(to: ListReviews(reviews: query)))
  }

  /// Fetches the page; if that fails temporarily, the result is the cached page.
  package func latestReviews(_ query: ReviewQuery) async throws(ClientError) -> Fetched<ReviewPage> {
    let cached = cached(try? message(for: ListReviews(reviews: query)), as: page)
    return try await latest(or: cached) { manager throws(ClientError) in
      try await manager.reviews(query)
    }
  }

  /// Fetches one review. Earlier markets have no such request: `unsupported`.
  package func review(id: Int) async throws(ClientError) -> Review {
    try await value(of: ShowReview(id: id))
  }

  private func page(in response: HTTPResponse) throws(ClientError) -> ReviewPage {
    try read(ReviewPageBody.self, from: response) { body throws(JSONDefect) in
      try body.contents()
    }
  }

  /// Writes a review and returns it as the market stored it. With a receipt that has a review, that one is changed.
  package func review(
    item id: Int, _ draft: ReviewDraft, password: String
  ) async throws(ClientError) -> Review {
    // One key for all attempts, so that the market writes it once.
    try await value(of: WriteReview(item: id, draft: draft, password: password), key: newKey())
  }

  /// Answers a review, for the password of the item.
  package func answer(review id: Int, _ text: String, password: String) async throws(ClientError) -> Review {
    try await value(of: ChangeReview(id: id, change: .answer(text), password: password))
  }

  /// Folds the text of a review, for the password of the item.
  package func fold(review id: Int, password: String) async throws(ClientError) -> Review {
    try await value(of: ChangeReview(id: id, change: .fold, password: password))
  }

  /// Deletes a review, for its own password, and returns what it was.
  package func delete(review id: Int, password: String) async throws(ClientError) -> Review {
    try await value(of: DeleteReview(id: id, password: password))
  }
}
