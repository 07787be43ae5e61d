import Foundation
import Synchronization

/// Slows down those who guess passwords: five wrong ones at once, then one every 30 seconds, by the address that they
/// come from and by what they guess at. A right one costs nothing.
final class TryLimiter: Sendable {
  private struct Bucket {
    var tries: Double
    var updated: Date
  }

  static let burst = 5.0
  static let secondsPerTry = 30.0
  /// How many buckets are kept: a few megabytes at most, whoever asks.
  static let capacity = 10_000

  private let buckets = Mutex<[String: Bucket]>([:])

  /// Takes a try from every key. Throws the `APIError` that says when to come back if one of them has none left, and
  /// then takes none.
  func take(_ keys: [String], at now: Date) throws {
    let wait = buckets.withLock { buckets -> Double in
      if buckets.count > Self.capacity { Self.makeRoom(in: &buckets, at: now) }
      let filled = keys.map { Self.filled(buckets[$0], at: now) }
      let fewest = filled.map(\.tries).min() ?? Self.burst
      guard fewest >= 1 else { return (1 - fewest) * Self.secondsPerTry }
      for (key, bucket) in zip(keys, filled) {
        buckets[key] = Bucket(tries: bucket.tries - 1, updated: now)
      }
      return 0
    }
    if wait > 0 { throw APIError.tooManyTries(retryAfter: max(1, Int(wait.rounded(.up)))) }
  }

  /// Gives the tries back: the password was right.
  func giveBack(_ keys: [String], at now: Date) {
    buckets.withLock { buckets in
      for key in keys {
        let bucket = Self.filled(buckets[key], at: now)
        buckets[key] = bucket.tries + 1 < Self.burst ? Bucket(tries: bucket.tries + 1, updated: now) : nil
      }
    }
  }

  private static func filled(_ bucket: Bucket?, at now: Date) -> Bucket {
    guard let bucket else { return Bucket(tries: burst, updated: now) }
    let passed = max(0, now.timeIntervalSince(bucket.updated))
    return Bucket(tries: min(burst, bucket.tries + passed / secondsPerTry), updated: now)
  }

  /// The fullest half goes: those who have tried most are remembered longest.
  private static func makeRoom(in buckets: inout [String: Bucket], at now: Date) {
    let byTries = buckets.map { ($0.key, filled($0.value, at: now).tries) }.sorted { $0.1 < $1.1 }
    for (key, _) in byTries.dropFirst(capacity / 2) { buckets[key] = nil }
  }
}
