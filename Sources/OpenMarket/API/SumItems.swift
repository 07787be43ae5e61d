import Foundation
import HTTP
import SystemSupport

/// `GET /items/totals`: the pieces and prices of the items of a list, added up by currency.
struct SumItems: MarketRequest {
  typealias Response = TotalsBody

  static let route = Route(method: .get, path: "/items/totals", contract: .items)
  static let absence: ClientError? = .unsupported(.totals)

  static let form = QueryForm<Self>(
    items: [.text("q", \.list.search, \.self) { $0 }] + QueryForm.Item.conditions(\.list.filter))

  /// Without a place in the list.
  var list: PageQuery

  static func read(_ received: ReceivedRequest) throws -> Self {
    try received.query(of: Self(list: PageQuery()))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    if !api.isOperated { try list.filter.checkIsPublic() }
    var headers = HTTPHeaders()
    if !list.filter.isEmpty { headers[.appliedFilters] = list.filter.names }
    return try .json(
      TotalsBody(totals: try await api.marketplace.values(list, readsCost: api.isOperated)), headers: headers)
  }

  func error(in failure: FailedResponse) -> ClientError? {
    // A market without the path takes it for a page.
    failure.status == 400 ? .unsupported(.totals) : nil
  }
}

/// The sums of a list.
struct TotalsBody: Codable {
  let totals: [StockValue]
}
