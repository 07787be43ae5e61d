import Foundation
import HTTP

/// Pages and items from the cache: shown until the response has come, or in its place if the network fails.
/// Commands that change an item never read them.
extension NetworkManager {
  /// The page as it was last fetched, without a request; nil if it is not cached, or was changed by this client since.
  package func cachedPage(_ query: PageQuery) -> Fetched<ItemPage>? { lastPage(query, .valid) }

  /// The item as it was last fetched, without a request; nil if it is not cached, or was changed by this client since.
  package func cachedItem(id: Int) -> Fetched<Item>? { lastItem(id: id, .valid) }

  private func lastPage(_ query: PageQuery, _ copies: CachedCopies = .all) -> Fetched<ItemPage>? {
    cached(try? request(for: .page(query)), among: copies) { response throws(ClientError) in
      // A page that was filtered here is not the one that was sent.
      guard query.filter.without(appliedIn: response.headers).isEmpty else { throw .unsupported(.filters) }
      return try page(query, in: response)
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
