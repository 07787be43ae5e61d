import HTTP

/// `GET /best/{date}`: the items by their sales in a period. The date is any day of the period, or `last` for the last
/// period that is over.
struct RankItems: MarketRequest {
  typealias Response = BestSellers

  static let route = Route(method: .get, path: "/best/{date}")
  static let absence: ClientError? = nil

  static let form = QueryForm<Self>(items: [
    .choice("by", \.ranking.measure, absent: .pieces) { $0.rawValue },
    .text("currency", \.ranking.currency, \.code, { Currency($0) }, rule: "a currency that ISO 4217 lists"),
    .number("limit", \.ranking.limit, atMost: BestQuery.largestLimit, absent: BestQuery.defaultLimit),
    .choice("period", \.ranking.scale, absent: .day) { $0.rawValue },
  ])

  var ranking: BestQuery

  var parameter: String { ranking.time.text }

  static func read(_ received: ReceivedRequest) throws -> Self {
    var request = try received.query(of: Self(ranking: BestQuery(.last(.day))))
    request.ranking.time = try BestQuery.Time(received.parameter, request.ranking.scale).orThrow(
      APIError.malformed(
        "The date '\(received.parameter)' is not \(GivenDay.examples.english), nor 'last'", field: "date"))
    return request
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard api.isOperated || api.sales.hasRankings else { throw APIError.privateRankings }
    let showsRevenue = api.isOperated || api.sales.isOpen
    guard showsRevenue || ranking.measure != .revenue else { throw APIError.privateRevenue }
    let best = BestSellers(
      try await api.marketplace.bestSellers(ranking), ranking, showsRevenue: showsRevenue
    ) {
      $0.item(base: api.imageBase(of: message), isFull: false, representation: .exact)
    }
    var headers: HTTPHeaders = [ResponseField.totalCount.name: String(best.total)]
    for (relation, period) in [("prev", best.previous), ("next", best.next)]
      as [(String, SalesPeriod?)]
    {
      guard let period else { continue }
      var other = ranking
      other.time = .period(period)
      headers.link(Self(ranking: other).target, as: relation)
    }
    return try .json(best, headers: headers).tagged
  }

  func error(in failure: FailedResponse) -> ClientError? {
    switch (failure.status, failure.code) {
    case (404, _): .unsupported(.ledger)
    case (400, .inFuture): ranking.time.fixed.map { .future($0) }
    default: failure.error(about: "")
    }
  }
}

extension BestQuery {
  /// The scale of the period; setting it asks for the last period that is over.
  fileprivate var scale: SalesPeriod.Scale {
    get { time.scale }
    set { time = .last(newValue) }
  }
}

extension BestSellers {
  /// - Parameter item: Gives an item's images their addresses.
  fileprivate init(
    _ stored: StoredBestSellers, _ query: BestQuery, showsRevenue: Bool, item: (StoredItem) -> Item
  ) {
    self.init(
      period: stored.period, today: stored.today, measure: query.measure, currency: stored.currency,
      total: stored.total, pieces: stored.pieces, revenue: stored.revenue,
      items: stored.places.map { place in
        BestSeller(
          rank: place.rank, previousRank: place.previousRank, status: place.status, id: place.itemID,
          title: place.item.draft.title, pieces: place.pieces, piecesToDate: place.piecesToDate,
          revenue: showsRevenue ? place.revenue : nil, item: item(place.item),
          isOnSale: place.isOnSale)
      }, days: stored.days, nearest: stored.nearest, first: stored.first)
  }
}
