import Foundation

/// A number of tries for each key: five at once, then one every 30 seconds. A try is reserved while it runs, and then spent
/// or given back.
struct RateLimiter {
  /// Whether a key has a try.
  enum State: Equatable {
    case available
    /// Unfinished tries have reserved all.
    case reserved
    /// All are spent; `wait` in seconds, until one is available again.
    case exhausted(wait: Int)
  }

  private struct Bucket {
    var tries: Double
    var updated: Date
    var reserved = 0
  }

  static let burst = 5.0
  static let secondsPerTry = 30.0
  /// The most buckets: a few megabytes.
  static let capacity = 10_000

  private var buckets: [String: Bucket] = [:]

  var count: Int { buckets.count }

  func state(of key: String, at now: Date) -> State {
    guard let bucket = buckets[key] else { return .available }
    let tries = tries(of: bucket, at: now)
    if tries - Double(bucket.reserved) >= 1 { return .available }
    if tries >= 1 { return .reserved }
    return .exhausted(wait: max(1, Int(((1 - tries) * Self.secondsPerTry).rounded(.up))))
  }

  mutating func reserve(_ key: String, at now: Date) {
    buckets[key, default: Bucket(tries: Self.burst, updated: now)].reserved += 1
    if buckets.count > Self.capacity { makeRoom(at: now) }
  }

  /// Ends a try that was reserved.
  mutating func settle(_ key: String, isSpent: Bool, at now: Date) {
    guard var bucket = buckets[key] else { return }
    bucket.reserved -= 1
    if isSpent {
      bucket.tries = max(0, tries(of: bucket, at: now) - 1)
      bucket.updated = now
    }
    buckets[key] = bucket.reserved == 0 && bucket.tries >= Self.burst ? nil : bucket
  }

  private func tries(of bucket: Bucket, at now: Date) -> Double {
    let passed = max(0, now.timeIntervalSince(bucket.updated))
    return min(Self.burst, bucket.tries + passed / Self.secondsPerTry)
  }

  /// Drops the half with the most tries left.
  private mutating func makeRoom(at now: Date) {
    let byTries = buckets.filter { $0.value.reserved == 0 }
      .map { (key: $0.key, tries: tries(of: $0.value, at: now)) }.sorted { $0.tries < $1.tries }
    for (key, _) in byTries.dropFirst(Self.capacity / 2) { buckets[key] = nil }
  }
}
