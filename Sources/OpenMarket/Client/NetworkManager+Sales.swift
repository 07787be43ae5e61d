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
  ) async throws(ClientError) -> [RecordedMovement] {
    // One key for all attempts, so that the market records them once.
    let response =
      if let only = movements.first, movements.count == 1 {
        try await response(to: RecordMovement(movement: only.request, password: only.password), key: newKey())
      } else {
        try await response(to: RecordMovements(movements: movements), key: newKey())
      }
    return try read(RecordedBody.self, from: response) { body throws(JSONDefect) in
      try known(body.movements.map(\.recorded))
    }
  }

  /// Fetches a page of an item's history.
  package func history(
    ofItem id: Int, page: Int, size: Int, password: String
  ) async throws(ClientError) -> HistoryPage {
    let response = try await response(
      to: ListMovements(item: id, page: page, size: size, password: password))
    let entries = try read(HistoryBody.self, from: response) { body throws(JSONDefect) in
      try known(body.movements.map(\.entry))
    }
    let total = response.total ?? entries.count
    return HistoryPage(number: page, entries: entries, total: total)
  }

  /// Fetches the movements of sales, the newest first.
  ///
  /// - Parameter password: That of the item; nil for the market in this process.
  package func movements(of sales: SoughtSales, password: String?) async throws(ClientError)
    -> [RecordedMovement]
  {
    let response = try await response(to: FindSales(sales: sales, password: password))
    return try read(RecordedBody.self, from: response) { body throws(JSONDefect) in
      try known(body.movements.map(\.recorded))
    }
  }

  /// Checks the password of an item.
  package func checkLedgerPassword(ofItem id: Int, _ password: String) async throws(ClientError) {
    _ = try await response(to: ListMovements(item: id, size: 1, password: password))
  }

  /// The item whose movement has this number. Throws `LedgerRefusal.noSuchEntry` for a wrong password, too.
  ///
  /// - Parameter password: That of the item.
  package func item(ofMovement id: Int, password: String) async throws(ClientError) -> Int {
    try await value(of: ShowMovement(id: id, password: password)).itemID
  }

  /// Fetches a ranking of the items by their sales. Throws `ClientError.unsupported(.ledger)` at a market without rankings.
  package func bestSellers(_ query: BestQuery) async throws(ClientError) -> BestSellers {
    try await value(of: RankItems(ranking: query))
  }

  /// Sales added up, all pages; items by pieces, the most first.
  package func sales(_ query: SalesQuery) async throws(ClientError) -> SalesReport {
    let request = SumSales(sales: query)
    var target = request.target
    var pages = SalesPages()
    var days: ClosedRange<CalendarDay>?
    while true {
      let response = try await response(to: request, at: target)
      let rows = try read(SalesBody.self, from: response) { body throws(JSONDefect) in
        try known(body.sales.map(\.row))
      }
      if let first = response.headers[.salesFrom].flatMap({ CalendarDay($0) }),
        let last = response.headers[.salesTo].flatMap({ CalendarDay($0) }), first <= last
      {
        days = first...last
      }
      do throws(PageDefect) {
        try pages.add(rows)
        // The link names the days, so that the next page is of the same ones after midnight too.
        guard let next = try pages.next(after: response.headers, of: target) else {
          return SalesReport(rows: pages.sorted(query), days: days)
        }
        target = next
      } catch {
        throw unexpected(error.defect)
      }
    }
  }

  /// Throws for a kind or currency that this program does not know, and for a number that cannot be.
  private func known<Value>(_ values: [Value?]) throws(JSONDefect) -> [Value] {
    let known = values.compactMap(\.self)
    guard known.count == values.count else { throw .notExpected }
    return known
  }
}
