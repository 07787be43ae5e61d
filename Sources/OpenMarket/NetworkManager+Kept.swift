import Foundation
import HTTP

/// What was seen before: for a person who should not have to wait, and for one whom nobody answers. What is going to be
/// changed is never looked at this way.
extension NetworkManager {
  /// The page as it was last seen, without asking anybody; nil when it was not.
  package func keptPage(_ query: PageQuery) -> Answer<ItemPage>? {
    kept(.page(query)) { response throws(MarketError) in try page(query, in: response) }
  }

  /// The item as it was last seen, without asking anybody; nil when it was not.
  package func keptItem(id: Int) -> Answer<Item>? {
    kept(.item(id: id)) { response throws(MarketError) in try decode(Item.self, from: response) }
  }

  /// The page as it is or, where there is no answer, as it was last seen.
  package func latestPage(_ query: PageQuery) async throws(MarketError) -> Answer<ItemPage> {
    try await latest(or: keptPage(query)) { manager throws(MarketError) in try await manager.page(query) }
  }

  /// The item as it is or, where there is no answer, as it was last seen.
  package func latestItem(id: Int) async throws(MarketError) -> Answer<Item> {
    try await latest(or: keptItem(id: id)) { manager throws(MarketError) in try await manager.item(id: id) }
  }

  /// The pages from this one on. Once there is no answer the rest is as it was last seen, as far as it was, and nobody is
  /// asked again.
  package func latestPages(from query: PageQuery, _ outage: Outage) -> ItemPages {
    ItemPages(query) { query in
      do throws(MarketError) {
        if let error = outage.error {
          guard let page = keptPage(query) else { throw error }
          return .success(page.value)
        }
        let page = try await latestPage(query)
        outage.note(page.standing)
        return .success(page.value)
      } catch {
        return .failure(error)
      }
    }
  }

  private func kept<Value>(
    _ question: Endpoint, _ read: (HTTPResponse) throws(MarketError) -> Value
  ) -> Answer<Value>? {
    guard let kept, let request = try? request(for: question), let answer = kept.answer(to: request),
      let value = try? read(answer.response)
    else { return nil }
    return Answer(value, .kept(since: answer.date))
  }

  /// Whoever has something to show does not try twice.
  private func latest<Value>(
    or kept: Answer<Value>?, _ ask: (NetworkManager) async throws(MarketError) -> Value
  ) async throws(MarketError) -> Answer<Value> {
    guard let kept, case .kept(let since) = kept.standing else {
      return Answer(try await ask(self), .current)
    }
    do {
      return Answer(try await ask(withoutRetries), .current)
    } catch {
      guard error.isTemporary else { throw error }
      return Answer(kept.value, .offline(since: since, error))
    }
  }
}
