import Foundation
import HTTP

/// Pages and items from the cache: shown until the response has come, or in its place if the network fails.
/// Commands that change an item never read them.
extension NetworkManager {
  /// The page as it was last fetched, without a request; nil if it is not cached.
  package func cachedPage(_ query: PageQuery) -> Fetched<ItemPage>? {
    cached(try? request(for: .page(query))) { response throws(ClientError) in try page(query, in: response) }
  }

  /// The item as it was last fetched, without a request; nil if it is not cached.
  package func cachedItem(id: Int) -> Fetched<Item>? {
    cached(try? request(for: .item(id: id))) { response throws(ClientError) in
      try decode(Item.self, from: response)
    }
  }

  /// Fetches the page; if that fails temporarily, the result is the cached page.
  package func latestPage(_ query: PageQuery) async throws(ClientError) -> Fetched<ItemPage> {
    try await latest(or: cachedPage(query)) { manager throws(ClientError) in try await manager.page(query) }
  }

  /// Fetches the item; if that fails temporarily, the result is the cached item.
  package func latestItem(id: Int) async throws(ClientError) -> Fetched<Item> {
    try await latest(or: cachedItem(id: id)) { manager throws(ClientError) in try await manager.item(id: id) }
  }

  /// The pages from this one on. After the first temporary failure, the rest come from the cache without a request.
  ///
  /// - Parameter outage: Records that failure.
  package func latestPages(from query: PageQuery, _ outage: FirstFailure) -> ItemPages {
    ItemPages(query, defect: unexpected) { query throws(ClientError) in
      if let error = outage.error {
        guard let page = cachedPage(query) else { throw error }
        return page.value
      }
      let page = try await latestPage(query)
      outage.note(page.freshness)
      return page.value
    }
  }

  /// The value in the stored response to a request; nil without one.
  func cached<Value>(
    _ request: HTTPRequest?, _ read: (HTTPResponse) throws(ClientError) -> Value
  ) -> Fetched<Value>? {
    guard let history, let request, let stored = history.response(to: request),
      let value = try? read(stored.response)
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
