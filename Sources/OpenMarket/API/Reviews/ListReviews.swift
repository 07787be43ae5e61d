import HTTP

/// `GET /item/{id}/reviews`: a page of the reviews of an item, with its ratings.
struct ListReviews: MarketRequest {
  typealias Response = ReviewPageBody

  static let route = Route(method: .get, path: "/item/{id}/reviews", isNumbered: true)
  static let absence: ClientError? = .unsupported(.reviews)

  static let form = QueryForm<Self>(items: [
    .number("page", \.reviews.number, absent: 1),
    .number("per_page", \.reviews.size, atMost: ReviewQuery.largestSize, absent: ReviewQuery.defaultSize),
    .choice("sort", \.reviews.sort, absent: .newest) { $0.rawValue },
  ])

  var reviews: ReviewQuery

  var items: [Int] { [reviews.itemID] }

  static func read(_ received: ReceivedRequest) throws -> Self {
    try received.query(of: Self(reviews: ReviewQuery(item: received.id())))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try await api.cached(message) {
      let page = try await api.marketplace.reviews(reviews)
      var headers: HTTPHeaders = [ResponseField.totalCount.name: String(page.rating.count)]
      headers.linkNext(to: self, \.reviews.number, size: reviews.size, of: page.rating.count)
      return try .json(ReviewPageBody(number: reviews.number, page: page), headers: headers).tagged
    }
  }
}
