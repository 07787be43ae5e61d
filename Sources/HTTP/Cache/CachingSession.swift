package import Foundation

/// Keeps answers and gives them again (RFC 9111, as a cache for one person): without asking while the server's own word
/// holds and will do for who asks, and else after asking whether it still does.
package struct CachingSession: Session {
  private let session: any Session
  private let cache: DiskCache
  private let trail = RedirectTrail()
  private let reloads: Bool
  private let now: @Sendable () -> Date
  private let alsoChanged: @Sendable (HTTPRequest) -> [HTTPRequest]

  /// - Parameters:
  ///   - session: Whom to ask.
  ///   - reloads: Whether nothing that was kept before is used.
  ///   - alsoChanged: Addresses whose whole folders a request that is not a question may have changed, besides its own.
  package init(
    _ session: any Session, cache: DiskCache, reloads: Bool = false,
    now: @escaping @Sendable () -> Date = { Date() },
    alsoChanged: @escaping @Sendable (HTTPRequest) -> [HTTPRequest] = { _ in [] }
  ) {
    self.session = session
    self.cache = cache
    self.reloads = reloads
    self.now = now
    self.alsoChanged = alsoChanged
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .get || request.method == .head else { return try await change(request) }
    guard let key = CacheKey(request) else { return try await session.response(to: request) }
    let cached = reloads ? nil : cache.answer(to: request)
    if let cached, cached.isFresh(at: now(), for: request) {
      trail.take(to: key).forEach(cache.keep)
      return cached.response
    }
    let response = try await answer(to: request, knowing: cached)
    remember(response, to: request, under: key)
    return response
  }

  /// Asks, where something was kept, for what has changed since. Who then confirms another answer is asked once more,
  /// for all of it.
  private func answer(to request: HTTPRequest, knowing cached: StoredResponse?) async throws -> HTTPResponse {
    guard let cached, let condition = cached.condition else { return try await session.response(to: request) }
    var conditional = request
    conditional.headers[condition.name] = condition.value
    let response = try await session.response(to: conditional)
    guard response.status == 304 else { return response }
    if let confirmed = cached.confirmed(by: response) { return confirmed }
    return try await session.response(to: request)
  }

  private func remember(_ response: HTTPResponse, to request: HTTPRequest, under key: CacheKey) {
    let answer = StoredResponse(response, to: request, at: now())
    switch (response.status, answer) {
    case (200, _) where !response.isOfKind(askedForBy: request): break
    case (200, let answer?): (trail.take(to: key) + [answer]).forEach(cache.keep)
    case (200, nil), (404, _), (410, _): cache.drop(key)
    case (_, let redirect?): trail.note(redirect)
    case (_, nil): break
    }
  }

  /// Passes on what is meant to change something, and forgets what it may have changed (RFC 9111 §4.4). Without an
  /// answer, or with one that tells of trouble, it may have.
  private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
    let result: Result<HTTPResponse, any Error>
    do { result = .success(try await session.response(to: request)) } catch { result = .failure(error) }
    if case .success(let response) = result, (400..<500).contains(response.status) { return response }
    if let key = CacheKey(addressOf: request) { cache.drop(key) }
    for changed in alsoChanged(request) {
      if let key = CacheKey(addressOf: changed) { cache.drop(folderOf: key) }
    }
    return try result.get()
  }
}

extension HTTPResponse {
  /// Whether it has one of the media types that were asked for, or does not say which it has. A network that wants a
  /// person to log in answers everything with a page of its own: that does not cost what was seen.
  fileprivate func isOfKind(askedForBy request: HTTPRequest) -> Bool {
    guard let accept = request.headers["Accept"], let type = headers["Content-Type"]?.mediaType,
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
