import Foundation
import HTTP

/// The ledger. A market that has items and no such paths keeps no sales.
extension NetworkManager {
  /// Records movements, all or none, and returns them as the market has them: those of an earlier request, where a sale
  /// was recorded before.
  ///
  /// - Parameter movements: Each with the password of its item.
  package func record(
    _ movements: [(request: MovementRequest, password: String)]
  ) async throws(MarketError) -> [RecordedMovement] {
    // One key for all attempts, so that the market records them once.
    let response = try await response(
      to: .record(movements), items: movements.map(\.request.itemID), idempotencyKey: newKey())
    return try read(RecordedBody.self, from: response) { try $0.movements.map { try known($0.recorded) } }
  }

  /// Fetches a page of an item's history.
  package func history(
    ofItem id: Int, page: Int, size: Int, password: String
  ) async throws(MarketError) -> HistoryPage {
    let response = try await response(
      to: .history(item: id, page: page, size: size, password: password), items: [id])
    let entries = try read(HistoryBody.self, from: response) {
      try $0.movements.map { try known($0.entry) }
    }
    let total = response.headers[.totalCount].flatMap(Int.init) ?? entries.count
    return HistoryPage(number: page, entries: entries, total: total)
  }

  /// Checks the password of an item.
  package func checkLedgerPassword(ofItem id: Int, _ password: String) async throws(MarketError) {
    _ = try await response(to: .history(item: id, page: 1, size: 1, password: password), items: [id])
  }

  /// The item whose movement has this number.
  package func item(ofMovement id: Int) async throws(MarketError) -> Int {
    try decode(MovementItemBody.self, from: try await response(to: .movement(id: id), items: [])).itemID
  }

  /// Sales added up, all pages.
  package func sales(_ query: SalesQuery) async throws(MarketError) -> SalesReport {
    var (query, rows) = (query, [SalesRow]())
    while true {
      let response = try await response(to: .sales(query), items: [])
      let page = try read(SalesBody.self, from: response) { try $0.sales.map { try known($0.row) } }
      rows += page
      let total = response.headers[.totalCount].flatMap(Int.init) ?? rows.count
      guard rows.count < total, !page.isEmpty else { return SalesReport(rows: rows, total: rows.count) }
      query.page += 1
    }
  }

  /// - Parameter items: The items that the request is about.
  private func response(
    to endpoint: SalesEndpoint, items: [Int], idempotencyKey: String? = nil
  ) async throws(MarketError) -> HTTPResponse {
    guard var request = try? endpoint.request().addressed(to: server) else { throw unexpected(.noRequest) }
    if let idempotencyKey { request.headers[.idempotencyKey] = idempotencyKey }
    let response = try await anyResponse(to: request, isRepeatable: true)
    if response.isSuccess { return response }
    let body = try? JSON.decode(APIError.Body.self, from: response.body)
    let code = response.errorCode
    if let code, let refusal = LedgerRefusal(code, body?.details) { throw .ledger(refusal) }
    switch (response.status, code) {
    case (404, .wrongPassword): throw .wrongPassword(id: body?.details?.item ?? items.first ?? 0)
    case (404, _):
      // The same 404 is for an item that is missing, and at a market without these paths.
      for id in items { _ = try await item(id: id) }
      throw .keepsNoSales
    case (405, _), (501, _): throw .keepsNoSales
    default: throw error(in: response)
    }
  }

  /// Decodes a body and makes values of it.
  private func read<Body: Decodable, Value>(
    _ type: Body.Type, from response: HTTPResponse, _ make: (Body) throws -> Value
  ) throws(MarketError) -> Value {
    let body = try decode(type, from: response)
    do {
      return try make(body)
    } catch {
      throw unexpected(.unreadable(JSONDefect(error, in: response)))
    }
  }

  /// Throws for a kind or currency that this program does not know.
  private func known<Value>(_ value: Value?) throws -> Value {
    guard let value else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "A kind or currency is not known"))
    }
    return value
  }
}
