import HTTP

extension NetworkManager {
  /// Fetches a ranking of the items by their sales. Throws `MarketError.keepsNoSales` at a market without rankings.
  package func bestSellers(_ query: BestQuery) async throws(MarketError) -> BestSellers {
    let response = try await anyResponse(to: query.request.addressed(to: server), isRepeatable: true)
    if response.isSuccess { return try decode(BestSellers.self, from: response) }
    switch (response.status, response.errorCode, query.time) {
    case (403, .privateRankings, _): throw .privateRankings
    case (403, .privateRevenue, _): throw .privateRevenue
    case (404, _, _): throw .keepsNoSales
    case (400, .inFuture, .period(let period)): throw .future(period)
    default: throw error(in: response)
    }
  }
}
