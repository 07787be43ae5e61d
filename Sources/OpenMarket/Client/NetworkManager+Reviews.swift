import Foundation
import HTTP
import SystemSupport

/// Reviews. A market that has items and no such paths keeps no reviews.
extension NetworkManager {
  /// Fetches a page of the reviews of an item, with its ratings.
  package func reviews(_ query: ReviewQuery) async throws(MarketError) -> ReviewPage {
    try page(query, in: try await response(to: .page(query)))
  }

  /// Fetches the page; if that fails temporarily, the result is the cached page.
  package func latestReviews(_ query: ReviewQuery) async throws(MarketError) -> Fetched<ReviewPage> {
    try await latest(or: cachedReviews(query)) { manager throws(MarketError) in
      try await manager.reviews(query)
    }
  }

  /// The page as it was last fetched, without a request; nil if it is not cached.
  private func cachedReviews(_ query: ReviewQuery) -> Fetched<ReviewPage>? {
    guard let history, let request = try? request(for: .page(query)),
      let stored = history.response(to: request), let page = try? page(query, in: stored.response)
    else { return nil }
    return Fetched(page, .cached(since: stored.date))
  }

  /// Writes a review and returns it as the market stored it. With a receipt that has a review, that one is changed.
  package func review(
    item id: Int, _ draft: ReviewDraft, password: String
  ) async throws(MarketError) -> Review {
    // One key for all attempts, so that the market writes it once.
    let response = try await response(
      to: .write(draft, item: id, password: password), idempotencyKey: newKey())
    return try decode(Review.self, from: response)
  }

  /// Answers a review, for the password of the item.
  package func answer(review id: Int, _ text: String, password: String) async throws(MarketError) -> Review {
    try decode(
      Review.self, from: try await response(to: .answer(id: id, text: text, password: password)))
  }

  /// Folds the text of a review, for the password of the item.
  package func fold(review id: Int, password: String) async throws(MarketError) -> Review {
    try decode(Review.self, from: try await response(to: .fold(id: id, password: password)))
  }

  /// Deletes a review, for its own password, and returns what it was.
  package func delete(review id: Int, password: String) async throws(MarketError) -> Review {
    try decode(Review.self, from: try await response(to: .delete(id: id, password: password)))
  }

  private func page(_ query: ReviewQuery, in response: HTTPResponse) throws(MarketError) -> ReviewPage {
    let body = try decode(ReviewPageBody.self, from: response)
    do {
      return try body.contents()
    } catch {
      throw unreadable(error, in: response)
    }
  }

  private func request(for endpoint: ReviewEndpoint) throws(MarketError) -> HTTPRequest {
    guard let request = try? endpoint.request() else { throw unexpected(.noRequest) }
    return request.addressed(to: server)
  }

  private func response(
    to endpoint: ReviewEndpoint, idempotencyKey: String? = nil
  ) async throws(MarketError) -> HTTPResponse {
    var request = try request(for: endpoint)
    if let idempotencyKey { request.headers[.idempotencyKey] = idempotencyKey }
    let response = try await anyResponse(
      to: request, isRepeatable: request.method == .get || idempotencyKey != nil)
    if response.isSuccess { return response }
    let field = (try? JSON.decode(APIError.Body.self, from: response.body))?.field.flatMap(ReviewField.init)
    switch (response.status, response.errorCode, endpoint) {
    case (404, .wrongPassword, .delete(let id, _)): throw .wrongReviewPassword(id: id)
    case (404, .wrongPassword, .write): throw .wrongReviewPassword(id: nil)
    case (404, .wrongPassword, .answer(let id, _, _)), (404, .wrongPassword, .fold(let id, _)):
      throw .wrongItemPassword(review: id)
    case (404, .noSuchReview, .answer(let id, _, _)), (404, .noSuchReview, .fold(let id, _)),
      (404, .noSuchReview, .delete(let id, _)):
      throw .noSuchReview(id: id)
    case (409, .answered, .answer(let id, _, _)): throw .answered(review: id)
    case (400, .refused, .write(let draft, _, _)) where field == .receipt:
      throw .unknownReceipt(draft.receipt ?? "")
    case (404, _, .page(let query)): throw try await missing(item: query.itemID)
    case (404, _, .write(_, let item, _)): throw try await missing(item: item)
    case (404, _, _), (405, _, _), (501, _, _): throw .keepsNoReviews
    default: throw error(in: response)
    }
  }

  /// The error where the reviews of an item are not found: without the item, or without reviews in the market.
  private func missing(item id: Int) async throws(MarketError) -> MarketError {
    _ = try await item(id: id)
    return .keepsNoReviews
  }
}
