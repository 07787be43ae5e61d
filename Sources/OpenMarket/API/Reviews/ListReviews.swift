import HTTP

/// `GET /item/{id}/reviews`: a page of the reviews of an item, with its ratings.
struct ListReviews: MarketRequest {
  typealias Response = ReviewPageBody

  static let route = Route(method: .get, path: "/item/{id}/reviews", isNumbered: true)
  static let absence: MarketError? = .keepsNoReviews

  private static let form = QueryForm<ReviewQuery>([
    .number("page", \.number, absent: 1),
    .number("per_page", \.size, atMost: ReviewQuery.largestSize, absent: ReviewQuery.defaultSize),
    .choice("sort", \.sort, absent: .newest) { $0.rawValue },
  ])

  let reviews: ReviewQuery

  var query: String { Self.form.text(of: reviews) }
  var items: [Int] { [reviews.itemID] }

  static func read(_ received: ReceivedRequest) throws -> Self {
    var reviews = ReviewQuery(item: try received.id())
    try form.read(received.message.queryItems, into: &reviews)
    return Self(reviews: reviews)
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try await api.cached(message) {
      let page = try await api.marketplace.reviews(reviews)
      var headers: HTTPHeaders = [.totalCount: String(page.rating.count)]
      if reviews.number <= (page.rating.count - 1) / reviews.size {
        var next = reviews
        next.number += 1
        headers[.link] = "<\(Self(reviews: next).target)>; rel=\"next\""
      }
      return try Self.json(ReviewPageBody(page, number: reviews.number), headers: headers).tagged
    }
  }
}
