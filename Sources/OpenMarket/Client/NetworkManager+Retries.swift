/// Clients with another policy of retries.
extension NetworkManager {
  /// Whether the market is in this process.
  package var isEmbedded: Bool { server == LocalMarket.embeddedURL }

  /// Returns a client that sends each request once.
  package var withoutRetries: NetworkManager {
    var manager = self
    manager.retries = .never
    return manager
  }

  /// Returns a client for work of many requests: it waits longer for a busy server, and for a rate limit.
  package var waiting: NetworkManager {
    var manager = self
    manager.retries = retries.forManyRequests
    return manager
  }

  /// Returns a client for many requests that only read: it waits for a rate limit, and fails as soon as others for a
  /// server that cannot be reached.
  package var waitingForRateLimit: NetworkManager {
    var manager = self
    manager.retries = retries.waitingForRateLimit
    return manager
  }
}
