import Synchronization

/// Redirects that were followed and wait to be stored together with the response they lead to.
///
/// They are stored only then, because a captive portal redirects every host to its login page.
final class RedirectTrail: Sendable {
  /// More than one program follows at the same time.
  private static let capacity = 64

  /// By destination.
  private let redirects = Mutex<[CacheKey: StoredResponse]>([:])

  func append(_ redirect: StoredResponse) {
    guard let next = try? redirect.request.redirected(by: redirect.response), let key = CacheKey(next) else {
      return
    }
    redirects.withLock { redirects in
      if redirects.count >= Self.capacity { redirects.removeAll() }
      redirects[key] = redirect
    }
  }

  /// Removes and returns the redirects that lead to a URL, directly or through others; the last one first.
  func take(to key: CacheKey) -> [StoredResponse] {
    redirects.withLock { redirects in
      var taken: [StoredResponse] = []
      var destination = key
      while let redirect = redirects.removeValue(forKey: destination) {
        taken.append(redirect)
        destination = redirect.key
      }
      return taken
    }
  }
}
