import Synchronization
import SystemSupport

/// How many connections, or requests behind a proxy, each client has at one time.
final class ClientShares: Sendable {
  private let limit: Int
  private let counts = Mutex<[String: Int]>([:])

  /// - Parameter limit: The most places of one client.
  init(limit: Int) {
    self.limit = limit
  }

  /// A place for the client, which it has for as long as the value exists; nil when all of its places are taken.
  ///
  /// - Parameter client: A numeric address; the addresses of one IPv6 network count as one client.
  func place(of client: String) -> Place? {
    let key = IPAddress.clientNetwork(client)
    let isFree = counts.withLock { counts in
      let count = counts[key, default: 0]
      guard count < limit else { return false }
      counts[key] = count + 1
      return true
    }
    return isFree ? Place(key, self) : nil
  }

  private func leave(_ key: String) {
    counts.withLock { counts in
      let left = counts[key, default: 0] - 1
      counts[key] = left > 0 ? left : nil
    }
  }

  /// One connection or request that counts.
  final class Place: Sendable {
    private let key: String
    private let shares: ClientShares

    fileprivate init(_ key: String, _ shares: ClientShares) {
      (self.key, self.shares) = (key, shares)
    }

    deinit { shares.leave(key) }
  }
}
