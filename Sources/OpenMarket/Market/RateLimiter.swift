import Foundation

/// Limits wrong passwords to five at once, then one every 30 seconds, for each key: a client's network, an item, a vendor.
/// A right one costs nothing.
struct RateLimiter {
  private struct Bucket {
    var tries: Double
    var updated: Date
  }

  static let burst = 5.0
  static let secondsPerTry = 30.0
  /// How many buckets are kept: a few megabytes at most, whoever asks.
  static let capacity = 10_000

  private var buckets: [String: Bucket] = [:]

  /// How many buckets there are.
  var count: Int { buckets.count }

  /// Throws `MarketplaceError.tooManyAttempts` if one of the keys has no attempt left.
  func check(_ keys: [String], at now: Date) throws {
    let fewest = keys.map { tries(of: $0, at: now) }.min() ?? Self.burst
    guard fewest < 1 else { return }
    let wait = ((1 - fewest) * Self.secondsPerTry).rounded(.up)
    throw MarketplaceError.tooManyAttempts(retryAfter: max(1, Int(wait)))
  }

  /// Takes a try from every key: the password was wrong.
  mutating func spend(_ keys: [String], at now: Date) {
    for key in keys { buckets[key] = Bucket(tries: tries(of: key, at: now) - 1, updated: now) }
    if buckets.count > Self.capacity { makeRoom(at: now) }
  }

  private func tries(of key: String, at now: Date) -> Double {
    guard let bucket = buckets[key] else { return Self.burst }
    let passed = max(0, now.timeIntervalSince(bucket.updated))
    return min(Self.burst, bucket.tries + passed / Self.secondsPerTry)
  }

  /// The fullest half goes: those who have tried most are remembered longest.
  private mutating func makeRoom(at now: Date) {
    let byTries = buckets.keys.map { (key: $0, tries: tries(of: $0, at: now)) }.sorted { $0.tries < $1.tries }
    for (key, _) in byTries.dropFirst(Self.capacity / 2) { buckets[key] = nil }
  }
}
