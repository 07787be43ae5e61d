/// What a cache holds, told without asking anybody: a history of what was seen (RFC 9111 §6), where an answer may be as
/// old as it is, as long as the age is told with it.
package struct KeptAnswers: Sendable {
  private let cache: DiskCache

  package init(_ cache: DiskCache) {
    self.cache = cache
  }

  /// The answer that such a request was last given; nil when none was kept.
  package func answer(to request: HTTPRequest) -> KeptAnswer? {
    cache.answer(to: request)
  }

  /// The answers at addresses that are alike up to the last slash, `https://host/things/1?size=5` and the like: at most
  /// `limit` of them, the last used first.
  package func answers(besides request: HTTPRequest, limit: Int) -> [KeptAnswer] {
    CacheKey(request).map { cache.answers(inFolderOf: $0, limit: limit) } ?? []
  }
}
