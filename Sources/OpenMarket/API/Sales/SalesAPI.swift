import Foundation
import HTTP

/// The ledger of a market (see `.github/API.md`), an extension of v1: movements of stock, the history of an item, and
/// reports of sales.
struct SalesAPI: Session {
  private let api: APIContext

  init(_ api: APIContext) {
    self.api = api
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await api.response(to: request, in: .extensions) {
      switch try SalesEndpoint(request) {
      case .record(let movements): try await record(movements, request)
      case .history(let id, let page, let size, let password):
        try await history(of: id, page: page, size: size, password: password, request)
      case .movement(let id, let password): try await item(ofMovement: id, password, request)
      case .sales(let query): try await sales(query, request)
      }
    }
  }

  private func record(
    _ movements: [(request: MovementRequest, password: String)], _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    do {
      let recorded = try await api.marketplace.record(
        movements, key: request.headers[.idempotencyKey], client: request.peer)
      return try .json(
        RecordedBody(movements: recorded.movements.map(MovementJSON.init)),
        status: recorded.isRepeated ? 200 : 201, headers: Self.isPrivate)
    } catch MarketplaceError.wrongPassword(let id) {
      // Several items have a password each.
      var error = APIError.wrongPassword
      error.details = APIError.Details(item: id)
      throw error
    } catch MarketplaceError.noSuchItem(let id) {
      var error = APIError.notFound
      error.details = APIError.Details(item: id)
      if request.pathComponents?.count == 1 { error.field = "item" }
      throw error
    }
  }

  private func item(
    ofMovement id: Int, _ password: String?, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    do {
      let item = try await api.marketplace.item(ofMovement: id, password: password, client: request.peer)
      return try .json(MovementItemBody(id: id, itemID: item), headers: Self.isPrivate)
    } catch let refusal as LedgerRefusal {
      var error = APIError(refusal)
      error.field = "id"
      throw error
    }
  }

  private func history(
    of id: Int, page number: Int, size: Int, password: String, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let page = try await api.marketplace.history(
      ofItem: id, page: number, size: size, password: password, client: request.peer)
    var headers = Self.isPrivate
    headers[.totalCount] = String(page.total)
    if number <= (page.total - 1) / size {
      headers[.link] = "</item/\(id)/movements?page=\(number + 1)&per_page=\(size)>; rel=\"next\""
    }
    return try HTTPResponse.json(
      HistoryBody(page: number, movements: page.entries.map(HistoryEntryJSON.init)), headers: headers
    ).tagged
  }

  private func sales(_ query: SalesQuery, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard !query.readsCost || api.isEmbedded else {
      throw APIError(
        status: 403, code: .refused, reason: "Costs are private: only the market itself shows them",
        field: "margin")
    }
    let query = try await permitted(query, request)
    let report = try await api.marketplace.sales(query)
    var headers = HTTPHeaders()
    if query.vendor != nil { headers[.cacheControl] = "no-store" }
    if let first = query.first, let last = query.last {
      headers[.salesFrom] = first.description
      headers[.salesTo] = last.description
    }
    if let end = report.next {
      var next = query
      next.after = end
      headers[.link] = "<\(try SalesEndpoint.sales(next).request().target)>; rel=\"next\""
    } else if query.after == nil {
      // More pages are not counted: that would read all of them.
      headers[.totalCount] = String(report.rows.count)
    }
    return try HTTPResponse.json(
      SalesBody(sales: report.rows.map(SalesBody.Row.init)), headers: headers
    ).tagged
  }

  /// The query as it is answered: that of a vendor for its own items, and at a server of a year where it names no days. Throws
  /// `APIError.privateSales`.
  private func permitted(_ query: SalesQuery, _ request: HTTPRequest) async throws -> SalesQuery {
    guard !api.isEmbedded else { return query }
    var query = query
    if let credentials = request.headers[.authorization].flatMap(BasicCredentials.init),
      !credentials.user.isEmpty
    {
      let (vendor, _) = try await api.marketplace.vendor(
        credentials.user.lowercased(), secret: credentials.password, request.peer)
      query.vendor = vendor.id
    } else if !api.sales.isOpen {
      throw APIError.privateSales
    }
    if query.first == nil, query.last == nil {
      let today = try await api.marketplace.today()
      (query.first, query.last) = (today - (SalesAccess.days - 1), today)
    }
    return query
  }

  /// A cache of another person must not have it, nor one that gives it out without the password.
  private static let isPrivate: HTTPHeaders = [.cacheControl: "no-store"]
}
