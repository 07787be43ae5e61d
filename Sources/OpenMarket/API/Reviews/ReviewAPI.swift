import Foundation
import HTTP

/// Reviews of items: `/item/{id}/reviews` and `/review/{id}`, in the manner of v1.
struct ReviewAPI: Session {
  private let api: APIContext

  init(_ api: APIContext) {
    self.api = api
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await api.response(to: request, in: .extensions) {
      let market = api.marketplace
      switch try ReviewEndpoint(request) {
      case .page(let query): return try await api.cached(request) { try await page(query) }
      case .write(let draft, let item, let password):
        let (review, isNew) = try await market.write(
          draft, item: item, password: password, key: request.headers[.idempotencyKey],
          client: request.peer)
        return try .json(review, status: isNew ? 201 : 200)
      case .answer(let id, let text, let password):
        return try .json(
          await market.answer(review: id, text, password: password, client: request.peer))
      case .fold(let id, let password):
        return try .json(await market.fold(review: id, password: password, client: request.peer))
      case .delete(let id, let password):
        return try .json(await market.delete(review: id, password: password, client: request.peer))
      }
    }
  }

  private func page(_ query: ReviewQuery) async throws -> HTTPResponse {
    let page = try await api.marketplace.reviews(query)
    var headers: HTTPHeaders = [.totalCount: String(page.rating.count)]
    if query.number <= (page.rating.count - 1) / query.size {
      var next = query
      next.number += 1
      headers[.link] = "</item/\(query.itemID)/reviews\(next.queryString)>; rel=\"next\""
    }
    return try HTTPResponse.json(ReviewPageBody(page, number: query.number), headers: headers).tagged
  }
}
