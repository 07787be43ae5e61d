import Synchronization
import SystemSupport

/// How many connections, or requests behind a proxy, each client has at one time.
final class ClientShares: Sendable {
  private let limit: Int
  private let usage = Mutex(ClientUsage())

  /// - Parameter limit: The most places of one client.
  init(limit: Int) {
    self.limit = limit
  }

  /// A place for the client, which it has for as long as the value exists; nil when all of its places are taken.
  ///
  /// - Parameter client: A numeric address; see `ClientUsage`.
  func place(of client: String) -> Place? {
    let isFree = usage.withLock { usage in
      guard usage[client] < limit else { return false }
      usage.add(1, of: client)
      return true
    }
    return isFree ? Place(client, self) : nil
  }

  /// One connection or request that counts.
  final class Place: Sendable {
    private let client: String
    private let shares: ClientShares

    fileprivate init(_ client: String, _ shares: ClientShares) {
      (self.client, self.shares) = (client, shares)
    }

    deinit { shares.usage.withLock { $0.add(-1, of: client) } }
  }
}
