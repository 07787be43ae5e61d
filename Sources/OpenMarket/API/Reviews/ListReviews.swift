import HTTP

/// `GET /item/{id}/reviews`: a page of the reviews of an item, with its ratings.
struct ListReviews: MarketRequest {
  typealias Response = ReviewPageBody

  static let route = Route(.get, "/item/{id}/reviews", isNumbered: true)
  static let absence: MarketError? = .keepsNoReviews

  private static let form = QueryForm<ReviewQuery>([
    .number("page", \.number, absent: 1),
    .number("per_page", \.size, atMost: ReviewQuery.largestSize, absent: ReviewQuery.defaultSize),
    .choice("sort", \.sort, absent: .newest) { $0.rawValue },
  ])

  let reviews: ReviewQuery

  var parameter: String { String(reviews.itemID) }
  var query: String { Self.form.text(of: reviews) }
  var items: [Int] { [reviews.itemID] }

  init(_ reviews: ReviewQuery) {
    self.reviews = reviews
  }

  init(_ received: ReceivedRequest) throws {
    var reviews = ReviewQuery(item: try received.id())
    try Self.form.read(received.message, into: &reviews)
    self.reviews = reviews
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try await api.cached(message) {
      let page = try await api.marketplace.reviews(reviews)
      var headers: HTTPHeaders = [.totalCount: String(page.rating.count)]
      if reviews.number <= (page.rating.count - 1) / reviews.size {
        var next = reviews
        next.number += 1
        headers[.link] = "<\(ListReviews(next).target)>; rel=\"next\""
      }
      return try Self.json(ReviewPageBody(page, number: reviews.number), headers: headers).tagged
    }
  }
}
