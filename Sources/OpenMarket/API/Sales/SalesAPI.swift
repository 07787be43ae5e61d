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
      case .movement(let id): try await item(ofMovement: id)
      case .sales(let query): try await sales(query)
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

  private func item(ofMovement id: Int) async throws -> HTTPResponse {
    do {
      return try .json(MovementItemBody(id: id, itemID: await api.marketplace.item(ofMovement: id)))
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

  private func sales(_ query: SalesQuery) async throws -> HTTPResponse {
    guard !query.readsCost || api.isEmbedded else {
      throw APIError(
        status: 403, code: .refused, reason: "Costs are private: only the market itself shows them",
        field: "margin")
    }
    let report = try await api.marketplace.sales(query)
    var headers: HTTPHeaders = [.totalCount: String(report.total)]
    if query.page <= (report.total - 1) / query.size {
      var next = query
      next.page += 1
      headers[.link] = "<\(try SalesEndpoint.sales(next).request().target)>; rel=\"next\""
    }
    return try HTTPResponse.json(
      SalesBody(page: query.page, sales: report.rows.map(SalesBody.Row.init)), headers: headers
    ).tagged
  }

  /// A cache of another person must not have it, nor one that gives it out without the password.
  private static let isPrivate: HTTPHeaders = [.cacheControl: "no-store"]
}
