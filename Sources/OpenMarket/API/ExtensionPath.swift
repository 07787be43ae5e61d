import HTTP

/// The paths that a market has beside v1 and v2, as templates of OpenAPI (`.github/openapi.json`).
enum ExtensionPath: String, CaseIterable {
  case batch = "/items"
  case batchExport = "/items/export"
  case best = "/best/{date}"
  case itemMovements = "/item/{id}/movements"
  case movements = "/movements"
  case movement = "/movement/{id}"
  case sales = "/sales"
  case itemReviews = "/item/{id}/reviews"
  case review = "/review/{id}"

  /// The routes of all paths, each to the session that responds.
  static func routes(
    batches: BatchAPI, best: BestAPI, sales: SalesAPI, reviews: ReviewAPI
  ) -> [Router.Route] {
    allCases.map { path in
      let session: any Session =
        switch path {
        case .batch, .batchExport: batches
        case .best: best
        case .itemMovements, .movements, .movement, .sales: sales
        case .itemReviews, .review: reviews
        }
      let components = path.rawValue.split(separator: "/").map { $0.hasPrefix("{") ? nil : String($0) }
      return .template(components, session)
    }
  }
}
