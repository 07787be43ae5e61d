package import Foundation

/// A private cache (RFC 9111): reuses stored responses while they are fresh, and revalidates them when they are stale.
package struct CachingSession: Session {
  private let session: any Session
  private let cache: DiskCache
  private let trail = RedirectTrail()
  private let reloads: Bool
  private let now: @Sendable () -> Date
  private let alsoInvalidates: @Sendable (HTTPRequest) -> [HTTPRequest]

  /// - Parameters:
  ///   - session: Sends the requests that the cache cannot satisfy.
  ///   - reloads: Whether to ignore responses stored earlier; new ones are stored.
  ///   - alsoInvalidates: Further URLs that an unsafe request (not GET or HEAD) may change; all stored responses in
  ///     their folders are validated before they are used again.
  package init(
    _ session: any Session, cache: DiskCache, reloads: Bool = false,
    now: @escaping @Sendable () -> Date = { Date() },
    alsoInvalidates: @escaping @Sendable (HTTPRequest) -> [HTTPRequest] = { _ in [] }
  ) {
    self.session = session
    self.cache = cache
    self.reloads = reloads
    self.now = now
    self.alsoInvalidates = alsoInvalidates
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .get || request.method == .head else { return try await sendUnsafe(request) }
    guard let key = CacheKey(request) else { return try await session.response(to: request) }
    let cached = reloads ? nil : cache.response(to: request)
    if let cached, cached.isFresh(at: now(), for: request) {
      trail.take(to: key).forEach(cache.store)
      return cached.response
    }
    let response = try await fetch(request, revalidating: cached)
    store(response, to: request, under: key)
    return response
  }

  /// Sends a conditional request if there is a stored response. A 304 for another entity tag is followed by an
  /// unconditional request.
  private func fetch(_ request: HTTPRequest, revalidating cached: StoredResponse?) async throws
    -> HTTPResponse
  {
    guard let cached, let condition = cached.condition else { return try await session.response(to: request) }
    var conditional = request
    conditional.headers[condition.name] = condition.value
    let response = try await session.response(to: conditional)
    guard response.status == 304 else { return response }
    if let updated = cached.updated(by: response) { return updated }
    return try await session.response(to: request)
  }

  private func store(_ response: HTTPResponse, to request: HTTPRequest, under key: CacheKey) {
    let stored = StoredResponse(response, to: request, at: now())
    switch (response.status, stored) {
    case (200, _) where !response.hasMediaType(acceptedBy: request): break
    case (200, let stored?): (trail.take(to: key) + [stored]).forEach(cache.store)
    case (200, nil), (404, _), (410, _): cache.remove(key)
    case (_, let redirect?): trail.append(redirect)
    case (_, nil): break
    }
  }

  /// Sends a request with an unsafe method and invalidates what it may have changed (RFC 9111 §4.4), unless the
  /// response is a client error (4xx). Without a response the change may have happened. What was seen stays in the history,
  /// but for what was deleted.
  private func sendUnsafe(_ request: HTTPRequest) async throws -> HTTPResponse {
    let result: Result<HTTPResponse, any Error>
    do { result = .success(try await session.response(to: request)) } catch { result = .failure(error) }
    if case .success(let response) = result, (400..<500).contains(response.status) { return response }
    if let key = CacheKey(addressOf: request) {
      if request.method == .delete, case .success(let response) = result, response.isSuccess {
        cache.remove(key)
      } else {
        cache.invalidate(key)
      }
    }
    for changed in alsoInvalidates(request) {
      if let key = CacheKey(addressOf: changed) { cache.invalidate(folderOf: key) }
    }
    return try result.get()
  }
}

extension HTTPResponse {
  /// Whether the media type is one that the request accepts, or is not given. A captive portal answers every request
  /// with its login page, which must not replace what is stored.
  fileprivate func hasMediaType(acceptedBy request: HTTPRequest) -> Bool {
    guard let accept = request.headers[.accept], let type = headers[.contentType]?.mediaType,
      type != "application/octet-stream"
    else { return true }
    return accept.split(separator: ",").map { String($0).mediaType }.contains { range in
      range == "*/*" || range == type || range.hasSuffix("/*") && type.hasPrefix(range.dropLast())
    }
  }
}

extension String {
  /// `text/html` of `Text/HTML; charset=utf-8` (RFC 9110 §8.3.1).
  fileprivate var mediaType: String { prefix { $0 != ";" }.trimmingBlanks.lowercased() }
}
