/// What a cache holds, told without asking anybody: a history of what was seen (RFC 9111 §6), where an answer may be as
/// old as it is, as long as the age is told with it.
package struct ResponseHistory: Sendable {
  private let cache: DiskCache

  package init(_ cache: DiskCache) {
    self.cache = cache
  }

  /// The answer that such a request was last given, wherever it was led to; nil when none was kept.
  package func answer(to request: HTTPRequest) -> StoredResponse? {
    cache.answer(to: request).flatMap { try? end(of: $0, to: request) }
  }

  /// The answers at addresses that are like these up to the last slash, `https://host/things/1?size=5` and the like: at
  /// most `limit` for each of them in turn, the last used first.
  package func answers(besides requests: [HTTPRequest], limit: Int) -> [StoredResponse] {
    cache.answers(inFoldersOf: requests.compactMap { CacheKey($0) }, limit: limit)
      .compactMap { try? end(of: $0, to: $0.request) }
  }

  /// What redirects that were kept lead to, as old as the oldest of them; nil where the way is not known to its end.
  private func end(of first: StoredResponse, to request: HTTPRequest) throws(SessionError) -> StoredResponse?
  {
    var (request, answer) = (request, first)
    for _ in 0...HTTPRequest.redirectLimit {
      guard let next = try request.redirected(by: answer.response) else { return answer }
      guard var further = cache.answer(to: next) else { return nil }
      further.date = min(answer.date, further.date)
      (request, answer) = (next, further)
    }
    throw .tooManyRedirects
  }
}
