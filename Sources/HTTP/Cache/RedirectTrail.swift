import Synchronization

/// Redirects that were met on the way to an answer, until that has come and is kept: only then are they worth keeping. A
/// network that leads everybody to a page of its own, as some do before a login, costs nothing that was seen.
final class RedirectTrail: Sendable {
  /// More than are ever under way at once.
  private static let longest = 64

  /// By where they lead.
  private let redirects = Mutex<[CacheKey: StoredResponse]>([:])

  func note(_ redirect: StoredResponse) {
    guard let next = try? redirect.request.redirected(by: redirect.response), let key = CacheKey(next) else {
      return
    }
    redirects.withLock { redirects in
      if redirects.count >= Self.longest { redirects.removeAll() }
      redirects[key] = redirect
    }
  }

  /// Takes those out that have led to an address, directly or by way of others.
  func take(to key: CacheKey) -> [StoredResponse] {
    redirects.withLock { redirects in
      var way: [StoredResponse] = []
      var end = key
      while let redirect = redirects.removeValue(forKey: end) {
        way.append(redirect)
        end = redirect.key
      }
      return way
    }
  }
}
