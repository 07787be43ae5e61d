import Foundation
import HTTP
import SystemSupport

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
    return try rows(of: RecordedBody.self, in: response) { $0.movements.map(\.recorded) }
  }

  /// Fetches a page of an item's history.
  package func history(
    ofItem id: Int, page: Int, size: Int, password: String
  ) async throws(MarketError) -> HistoryPage {
    let response = try await response(
      to: .history(item: id, page: page, size: size, password: password), items: [id])
    let entries = try rows(of: HistoryBody.self, in: response) { $0.movements.map(\.entry) }
    let total = response.total ?? entries.count
    return HistoryPage(number: page, entries: entries, total: total)
  }

  /// Checks the password of an item.
  package func checkLedgerPassword(ofItem id: Int, _ password: String) async throws(MarketError) {
    _ = try await response(to: .history(item: id, page: 1, size: 1, password: password), items: [id])
  }

  /// The item whose movement has this number. Throws `LedgerRefusal.noSuchEntry` for a wrong password, too.
  ///
  /// - Parameter password: That of the item.
  package func item(ofMovement id: Int, password: String) async throws(MarketError) -> Int {
    let response = try await response(to: .movement(id: id, password: password), items: [])
    return try decode(MovementItemBody.self, from: response).itemID
  }

  /// Sales added up, all pages; items by pieces, the most first.
  package func sales(_ query: SalesQuery) async throws(MarketError) -> SalesReport {
    guard var request = try? SalesEndpoint.sales(query).request() else { throw unexpected(.noRequest) }
    var pages = SalesPages()
    var days: ClosedRange<CalendarDay>?
    while true {
      let response = try await response(to: request.addressed(to: server), items: [])
      let rows = try self.rows(of: SalesBody.self, in: response) { $0.sales.map(\.row) }
      if let first = response.headers[.salesFrom].flatMap({ CalendarDay($0) }),
        let last = response.headers[.salesTo].flatMap({ CalendarDay($0) }), first <= last
      {
        days = first...last
      }
      do throws(PageDefect) {
        try pages.add(rows)
        // The link names the days, so that the next page is of the same ones after midnight too.
        guard let next = try pages.next(after: response.headers, of: request.target) else {
          return SalesReport(rows: pages.sorted(query), days: days)
        }
        request.target = next
      } catch {
        throw unexpected(error.defect)
      }
    }
  }

  /// - Parameter items: The items that the request is about.
  private func response(
    to endpoint: SalesEndpoint, items: [Int], idempotencyKey: String? = nil
  ) async throws(MarketError) -> HTTPResponse {
    guard var request = try? endpoint.request().addressed(to: server) else { throw unexpected(.noRequest) }
    if let idempotencyKey { request.headers[.idempotencyKey] = idempotencyKey }
    return try await response(to: request, items: items)
  }

  private func response(to request: HTTPRequest, items: [Int]) async throws(MarketError) -> HTTPResponse {
    let response = try await anyResponse(to: request, isRepeatable: true)
    if response.isSuccess { return response }
    let body = try? JSON.decode(APIError.Body.self, from: response.body)
    let code = response.errorCode
    if let code, let refusal = LedgerRefusal(code, body?.details) { throw .ledger(refusal) }
    switch (response.status, code) {
    case (403, .privateSales): throw .privateSales
    case (404, .wrongPassword): throw .wrongPassword(id: body?.details?.item ?? items.first ?? 0)
    case (404, _):
      // A missing item and a market without these paths give one 404: `item(id:)` throws for a missing item.
      for id in items { _ = try await item(id: id) }
      throw .keepsNoSales
    case (405, _), (501, _): throw .keepsNoSales
    default: throw error(in: response)
    }
  }

  /// The rows of a body. Throws for a kind or currency that this program does not know, and for a number that cannot be.
  private func rows<Body: Decodable, Row>(
    of type: Body.Type, in response: HTTPResponse, _ rows: (Body) -> [Row?]
  ) throws(MarketError) -> [Row] {
    let rows = rows(try decode(type, from: response))
    let known = rows.compactMap(\.self)
    guard known.count == rows.count else { throw unreadable(.notExpected, in: response) }
    return known
  }
}
