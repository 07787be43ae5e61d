import Foundation
import SystemSupport
import Synchronization

/// Limits how many bytes each client's network stores: so many an hour, half of that at once.
///
/// Stored bytes are counted afterwards, so that a request larger than the rest of the limit still succeeds once. Freed
/// bytes are given back.
final class ByteRateLimiter: Sendable {
  private struct Bucket {
    /// Below zero after a request that was larger than what was left.
    var bytes: Double
    var updated: Date
  }

  /// The most buckets: a few megabytes.
  private static let capacity = 10_000

  private let burst: Double
  private let perSecond: Double
  private let buckets = Mutex<[String: Bucket]>([:])

  init(perHour: Int) {
    burst = Double(perHour) / 2
    perSecond = Double(perHour) / 3_600
  }

  /// Throws `MarketplaceError.tooManyBytes` if nothing is left.
  ///
  /// - Parameter client: The network address; nil or empty for a client of this machine, which is not limited.
  func check(_ client: String?, at now: Date) throws(MarketplaceError) {
    guard let client, !client.isEmpty else { return }
    let bytes = buckets.withLock { left(in: $0[IPAddress.clientNetwork(client)], at: now) }
    guard bytes <= 0 else { return }
    throw .tooManyBytes(retryAfter: max(1, Int((-bytes / perSecond).rounded(.up))))
  }

  /// Counts what was stored, or what was freed as a negative number.
  func spend(_ bytes: Int, by client: String?, at now: Date) {
    guard let client, !client.isEmpty, bytes != 0 else { return }
    buckets.withLock { buckets in
      let rest = left(in: buckets[IPAddress.clientNetwork(client)], at: now) - Double(bytes)
      buckets[IPAddress.clientNetwork(client)] = Bucket(bytes: rest, updated: now)
      if buckets.count > Self.capacity { makeRoom(&buckets, at: now) }
    }
  }

  private func left(in bucket: Bucket?, at now: Date) -> Double {
    guard let bucket else { return burst }
    return min(burst, bucket.bytes + max(0, now.timeIntervalSince(bucket.updated)) * perSecond)
  }

  /// Drops the half that has most left.
  private func makeRoom(_ buckets: inout [String: Bucket], at now: Date) {
    let byLeft = buckets.map { (key: $0.key, left: left(in: $0.value, at: now)) }.sorted { $0.left < $1.left }
    for (key, _) in byLeft.dropFirst(Self.capacity / 2) { buckets[key] = nil }
  }
}
