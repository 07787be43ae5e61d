import Foundation
import HTTP

/// The rankings of a market's items by their sales (see `.github/API.md`), an extension of v1.
struct BestAPI: Session {
  private let api: APIContext

  init(_ api: APIContext) {
    self.api = api
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await api.response(to: request, in: .extensions) {
      let query = try BestQuery(request)
      guard api.isEmbedded || api.sales.hasRankings else { throw APIError.privateRankings }
      let showsRevenue = api.isEmbedded || api.sales.isOpen
      guard showsRevenue || query.measure != .revenue else { throw APIError.privateRevenue }
      let best = BestSellers(
        try await api.marketplace.bestSellers(query), query, showsRevenue: showsRevenue
      ) {
        $0.item(base: api.base(of: request), isFull: false, .exact)
      }
      return try .json(best, headers: [.totalCount: String(best.total), .link: links(best, query)]).tagged
    }
  }

  /// The rankings of the period before and, where it has begun, of the one after (RFC 8288).
  private func links(_ best: BestSellers, _ query: BestQuery) -> String {
    func link(_ period: SalesPeriod, _ relation: String) -> String {
      var other = query
      other.time = .period(period)
      return "<\(other.target)>; rel=\"\(relation)\""
    }
    let next = best.next.map { [link($0, "next")] } ?? []
    return ([link(best.period.previous, "prev")] + next).joined(separator: ", ")
  }
}

extension BestSellers {
  /// - Parameter item: Gives an item's images their addresses.
  fileprivate init(
    _ stored: StoredBestSellers, _ query: BestQuery, showsRevenue: Bool, item: (StoredItem) -> Item
  ) {
    self.init(
      period: stored.period, today: stored.today, measure: query.measure, currency: stored.currency,
      total: stored.total, pieces: stored.pieces,
      items: stored.places.map { place in
        BestSeller(
          rank: place.rank, previousRank: place.previousRank, status: place.status, id: place.itemID,
          title: place.item.draft.title, pieces: place.pieces, piecesToDate: place.piecesToDate,
          revenue: showsRevenue ? place.revenue : nil, item: item(place.item))
      }, days: stored.days, nearest: stored.nearest)
  }
}
