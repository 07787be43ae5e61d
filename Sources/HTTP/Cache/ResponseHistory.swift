/// Reads a cache without sending requests: a history of what was seen (RFC 9111 §6).
///
/// Responses may be stale; callers show `StoredResponse.date` beside them.
package struct ResponseHistory: Sendable {
  private let cache: DiskCache

  package init(_ cache: DiskCache) {
    self.cache = cache
  }

  /// The last response to a request, after redirects; nil when it is not stored.
  package func response(to request: HTTPRequest) -> StoredResponse? {
    cache.response(to: request).flatMap { try? destination(of: $0, to: request) }
  }

  /// The stored responses whose URLs equal those of the requests up to the last slash of the path, such as
  /// `https://host/things/2` for `https://host/things/1`: request by request, most recently used first.
  ///
  /// - Parameter limit: Most responses a request.
  package func responses(besides requests: [HTTPRequest], limit: Int) -> [StoredResponse] {
    cache.responses(inFoldersOf: requests.compactMap { CacheKey($0) }, limit: limit)
      .compactMap { try? destination(of: $0, to: $0.request) }
  }

  /// Follows stored redirects. The result has the date of the oldest response on the way; nil when one is not stored.
  private func destination(
    of first: StoredResponse, to request: HTTPRequest
  ) throws(SessionError) -> StoredResponse? {
    var (request, response) = (request, first)
    for _ in 0...HTTPRequest.redirectLimit {
      guard let next = try request.redirected(by: response.response) else { return response }
      guard var further = cache.response(to: next) else { return nil }
      further.date = min(response.date, further.date)
      further.isInvalidated = response.isInvalidated || further.isInvalidated
      (request, response) = (next, further)
    }
    throw .tooManyRedirects
  }
}
