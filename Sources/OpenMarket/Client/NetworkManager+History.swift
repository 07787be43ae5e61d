import Foundation
import HTTP

/// What was seen before: for a person who should not have to wait, and for one whom nobody answers. What is going to be
/// changed is never looked at this way.
extension NetworkManager {
  /// The page as it was last seen, without asking anybody; nil when it was not.
  package func cachedPage(_ query: PageQuery) -> Fetched<ItemPage>? {
    cached(.page(query)) { response throws(MarketError) in try page(query, in: response) }
  }

  /// The item as it was last seen, without asking anybody; nil when it was not.
  package func cachedItem(id: Int) -> Fetched<Item>? {
    cached(.item(id: id)) { response throws(MarketError) in try decode(Item.self, from: response) }
  }

  /// The page as it is or, where there is no answer, as it was last seen.
  package func latestPage(_ query: PageQuery) async throws(MarketError) -> Fetched<ItemPage> {
    try await latest(or: cachedPage(query)) { manager throws(MarketError) in try await manager.page(query) }
  }

  /// The item as it is or, where there is no answer, as it was last seen.
  package func latestItem(id: Int) async throws(MarketError) -> Fetched<Item> {
    try await latest(or: cachedItem(id: id)) { manager throws(MarketError) in try await manager.item(id: id) }
  }

  /// The pages from this one on. Once there is no answer the rest is as it was last seen, as far as it was, and nobody is
  /// asked again.
  package func latestPages(from query: PageQuery, _ outage: Outage) -> ItemPages {
    ItemPages(query) { query in
      do throws(MarketError) {
        if let error = outage.error {
          guard let page = cachedPage(query) else { throw error }
          return .success(page.value)
        }
        let page = try await latestPage(query)
        outage.note(page.freshness)
        return .success(page.value)
      } catch {
        return .failure(error)
      }
    }
  }

  private func cached<Value>(
    _ endpoint: Endpoint, _ read: (HTTPResponse) throws(MarketError) -> Value
  ) -> Fetched<Value>? {
    guard let history, let request = try? request(for: endpoint), let answer = history.response(to: request),
      let value = try? read(answer.response)
    else { return nil }
    return Fetched(value, .cached(since: answer.date))
  }

  /// Whoever has something to show does not try twice.
  private func latest<Value>(
    or cached: Fetched<Value>?, _ ask: (NetworkManager) async throws(MarketError) -> Value
  ) async throws(MarketError) -> Fetched<Value> {
    guard let cached, case .cached(let since) = cached.freshness else {
      return Fetched(try await ask(self), .current)
    }
    do {
      return Fetched(try await ask(withoutRetries), .current)
    } catch {
      guard error.isTemporary else { throw error }
      return Fetched(cached.value, .offline(since: since, error))
    }
  }
}
