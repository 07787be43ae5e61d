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
    return try decode(RecordedBody.self, from: response).movements
  }

  /// Returns the movements that `record` would record, and changes nothing.
  package func plan(
    _ movements: [(request: MovementRequest, password: String)]
  ) async throws(ClientError) -> [RecordedMovement] {
    try await value(of: RecordMovements(movements: movements, isPlan: true)).movements
  }

  /// Fetches a page of an item's history.
  package func history(
    ofItem id: Int, page: Int, size: Int, password: String
  ) async throws(ClientError) -> HistoryPage {
    let response = try await response(
      to: ListMovements(item: id, page: page, size: size, password: password))
    var history = try decode(HistoryPage.self, from: response)
    if let total = response.total { history.total = total }
    return history
  }

  /// Fetches the movements of sales, the newest first.
  ///
  /// - Parameter password: That of the item; nil for the market in this process.
  package func movements(of sales: SalesLookup, password: String?) async throws(ClientError)
    -> [RecordedMovement]
  {
    try await value(of: FindSales(sales: sales, password: password)).movements
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
      let rows = try decode(SalesBody.self, from: response).sales
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
}

/// Pages and items from the cache: shown until the response has come, or in its place if the network fails.
/// Commands that change an item never read them.
extension NetworkManager {
  /// The page as it was last fetched, without a request; nil if it is not cached, or was changed by this client since.
  package func cachedPage(_ query: PageQuery) -> Fetched<ItemPage>? { lastPage(query, .valid) }

  /// The item as it was last fetched, without a request; nil if it is not cached, or was changed by this client since.
  package func cachedItem(id: Int) -> Fetched<Item>? { lastItem(id: id, .valid) }

  private func lastPage(_ query: PageQuery, _ copies: CachedCopies = .all) -> Fetched<ItemPage>? {
    cached(try? request(for: .page(query)), among: copies) { response throws(ClientError) in
      try page(query, in: response)
    }
  }

  private func lastItem(id: Int, _ copies: CachedCopies = .all) -> Fetched<Item>? {
    cached(try? request(for: .item(id: id)), among: copies) { response throws(ClientError) in
      try decode(Item.self, from: response)
    }
  }

  /// Fetches the page; if that fails temporarily, the result is the cached page.
  package func latestPage(_ query: PageQuery) async throws(ClientError) -> Fetched<ItemPage> {
    try await latest(or: lastPage(query)) { manager throws(ClientError) in try await manager.page(query) }
  }

  /// Fetches the item; if that fails temporarily, the result is the cached item.
  package func latestItem(id: Int) async throws(ClientError) -> Fetched<Item> {
    try await latest(or: lastItem(id: id)) { manager throws(ClientError) in try await manager.item(id: id) }
  }

  /// The pages from this one on. After the first temporary failure, the rest come from the cache without a request.
  ///
  /// - Parameter outage: Records that failure.
  package func latestPages(from query: PageQuery, _ outage: FirstFailure) -> ItemPages {
    ItemPages(query, defect: unexpected) { query throws(ClientError) in
      if let error = outage.error {
        guard let page = lastPage(query) else { throw error }
        return page.value
      }
      let page = try await latestPage(query)
      outage.note(page.freshness)
      return page.value
    }
  }

  /// Which stored responses are read.
  enum CachedCopies {
    /// The responses that no request of this client may have changed since.
    case valid
    /// Older ones, too: without a network they are the last that was seen.
    case all
  }

  /// The value in the stored response to a request; nil without one.
  func cached<Value>(
    _ request: HTTPRequest?, among copies: CachedCopies = .all,
    as read: (HTTPResponse) throws(ClientError) -> Value
  ) -> Fetched<Value>? {
    guard let history, let request, let stored = history.response(to: request),
      copies == .all || !stored.isInvalidated, let value = try? read(stored.response)
    else { return nil }
    return Fetched(value, .cached(since: stored.date))
  }

  /// Fetches a value: in one attempt if there is a cached one to fall back on.
  func latest<Value>(
    or cached: Fetched<Value>?, _ fetch: (NetworkManager) async throws(ClientError) -> Value
  ) async throws(ClientError) -> Fetched<Value> {
    guard let cached, case .cached(let since) = cached.freshness else {
      return Fetched(try await fetch(self), .current)
    }
    do {
      return Fetched(try await fetch(withoutRetries), .current)
    } catch  where error.isTemporary {
      return Fetched(cached.value, .offline(since: since, error))
    }
  }
}

/// Reviews. A market that has items and no such paths keeps no reviews.
extension NetworkManager {
  /// Fetches a page of the reviews of an item, with its ratings.
  package func reviews(_ query: ReviewQuery) async throws(ClientError) -> ReviewPage {
    try await value(of: ListReviews(reviews: query)).page
  }

  /// Fetches the page; if that fails temporarily, the result is the cached page.
  package func latestReviews(_ query: ReviewQuery) async throws(ClientError) -> Fetched<ReviewPage> {
    let cached = cached(try? message(for: ListReviews(reviews: query))) { response throws(ClientError) in
      try decode(ReviewPageBody.self, from: response).page
    }
    return try await latest(or: cached) { manager throws(ClientError) in
      try await manager.reviews(query)
    }
  }

  /// Fetches one review. Earlier markets have no such request: `unsupported`.
  package func review(id: Int) async throws(ClientError) -> Review {
    try await value(of: ShowReview(id: id))
  }

  /// Writes a review and returns it as the market stored it. With a receipt that has a review, that one is changed.
  package func review(
    item id: Int, _ draft: ReviewDraft, password: String
  ) async throws(ClientError) -> Review {
    // One key for all attempts, so that the market writes it once.
    try await value(of: WriteReview(item: id, draft: draft, password: password), key: newKey())
  }

  /// Answers a review, for the password of the item.
  package func answer(review id: Int, _ text: String, password: String) async throws(ClientError) -> Review {
    try await value(of: ChangeReview(id: id, change: .answer(text), password: password))
  }

  /// Folds the text of a review, for the password of the item.
  package func fold(review id: Int, password: String) async throws(ClientError) -> Review {
    try await value(of: ChangeReview(id: id, change: .fold, password: password))
  }

  /// Deletes a review, for its own password, and returns what it was.
  package func delete(review id: Int, password: String) async throws(ClientError) -> Review {
    try await value(of: DeleteReview(id: id, right: .password(password)))
  }

  /// Deletes a review, as the operator of the market, for a reason that is recorded.
  package func delete(review id: Int, reason: String) async throws(ClientError) -> Review {
    try await value(of: DeleteReview(id: id, right: .operation(reason: reason)))
  }
}
