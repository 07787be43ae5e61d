import Foundation
import HTTP

/// Reviews. A market that has items and no such paths keeps no reviews.
extension NetworkManager {
  /// Fetches a page of the reviews of an item, with its ratings.
  package func reviews(_ query: ReviewQuery) async throws(MarketError) -> ReviewPage {
    try page(query, in: try await response(to: ListReviews(query)))
  }

  /// Fetches the page; if that fails temporarily, the result is the cached page.
  package func latestReviews(_ query: ReviewQuery) async throws(MarketError) -> Fetched<ReviewPage> {
    try await latest(or: cachedReviews(query)) { manager throws(MarketError) in
      try await manager.reviews(query)
    }
  }

  /// The page as it was last fetched, without a request; nil if it is not cached.
  private func cachedReviews(_ query: ReviewQuery) -> Fetched<ReviewPage>? {
    guard let history, let request = try? message(for: ListReviews(query)),
      let stored = history.response(to: request), let page = try? page(query, in: stored.response)
    else { return nil }
    return Fetched(page, .cached(since: stored.date))
  }

  /// Writes a review and returns it as the market stored it. With a receipt that has a review, that one is changed.
  package func review(
    item id: Int, _ draft: ReviewDraft, password: String
  ) async throws(MarketError) -> Review {
    // One key for all attempts, so that the market writes it once.
    try await value(of: WriteReview(item: id, draft, password: password), key: newKey())
  }

  /// Answers a review, for the password of the item.
  package func answer(review id: Int, _ text: String, password: String) async throws(MarketError) -> Review {
    try await value(of: ChangeReview(id: id, .answer(text), password: password))
  }

  /// Folds the text of a review, for the password of the item.
  package func fold(review id: Int, password: String) async throws(MarketError) -> Review {
    try await value(of: ChangeReview(id: id, .fold, password: password))
  }

  /// Deletes a review, for its own password, and returns what it was.
  package func delete(review id: Int, password: String) async throws(MarketError) -> Review {
    try await value(of: DeleteReview(id: id, password: password))
  }

  private func page(_ query: ReviewQuery, in response: HTTPResponse) throws(MarketError) -> ReviewPage {
    let body = try decode(ReviewPageBody.self, from: response)
    do {
      return try body.contents()
    } catch {
      throw unexpected(.unreadable(JSONDefect(error, in: response)))
    }
  }
}
