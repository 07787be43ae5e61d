import Foundation
import SystemSupport
import Synchronization

/// Limits how many bytes each client's network stores: so many an hour, half of that at once.
///
/// Stored bytes are counted afterwards, so that a request larger than the rest of the limit still succeeds once. Freed
/// bytes are given back.
final class ByteRateLimiter: Sendable {
  private let bytes: Mutex<RateLimiter>

  init(perHour: Int) {
    bytes = Mutex(RateLimiter(Double(perHour) / 2, .each(3_600 / Double(perHour))))
  }

  /// Throws `MarketplaceError.tooManyBytes` if nothing is left.
  ///
  /// - Parameter client: The network address; nil or empty for a client of this machine, which is not limited.
  func check(_ client: String?, at now: Date) throws(MarketplaceError) {
    guard let client, !client.isEmpty else { return }
    let network = IPAddress.clientNetwork(client)
    let wait = bytes.withLock {
      $0.left(for: network, at: now) > 0 ? nil : $0.wait(for: 0, of: network, at: now)
    }
    if let wait { throw .tooManyBytes(retryAfter: wait) }
  }

  /// Counts what was stored, or what was freed as a negative number.
  func spend(_ count: Int, by client: String?, at now: Date) {
    guard let client, !client.isEmpty, count != 0 else { return }
    bytes.withLock { $0.spend(Double(count), by: IPAddress.clientNetwork(client), at: now) }
  }
}
