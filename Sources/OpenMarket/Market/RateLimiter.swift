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
  /// The most buckets: a few megabytes.
  static let capacity = 10_000

  private var buckets: [String: Bucket] = [:]

  var count: Int { buckets.count }

  /// Throws `MarketplaceError.tooManyAttempts` if one of the keys has no attempt left.
  func check(_ keys: [String], at now: Date) throws {
    let fewest = keys.map { tries(of: $0, at: now) }.min() ?? Self.burst
    guard fewest < 1 else { return }
    let wait = ((1 - fewest) * Self.secondsPerTry).rounded(.up)
    throw MarketplaceError.tooManyAttempts(retryAfter: max(1, Int(wait)))
  }

  /// Counts a wrong password against every key.
  mutating func spend(_ keys: [String], at now: Date) {
    for key in keys { buckets[key] = Bucket(tries: tries(of: key, at: now) - 1, updated: now) }
    if buckets.count > Self.capacity { makeRoom(at: now) }
  }

  private func tries(of key: String, at now: Date) -> Double {
    guard let bucket = buckets[key] else { return Self.burst }
    let passed = max(0, now.timeIntervalSince(bucket.updated))
    return min(Self.burst, bucket.tries + passed / Self.secondsPerTry)
  }

  /// Drops the half with the fewest wrong attempts.
  private mutating func makeRoom(at now: Date) {
    let byTries = buckets.keys.map { (key: $0, tries: tries(of: $0, at: now)) }.sorted { $0.tries < $1.tries }
    for (key, _) in byTries.dropFirst(Self.capacity / 2) { buckets[key] = nil }
  }
}

extension String {
  /// The network that one client is likely to control: an IPv4 address, or the first half of an IPv6 address (RFC 6177
  /// §2), expanded, since `::` stands for zeros that may be in either half.
  var addressBlock: String {
    guard contains(":"), !contains(".") else { return self }
    let halves = split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.split(separator: ":") }
    let zeros = halves.count < 2 ? 0 : max(0, 8 - halves.reduce(0) { $0 + $1.count })
    let groups = halves[0] + Array(repeating: "0", count: zeros) + halves.dropFirst().joined()
    return groups.prefix(4).joined(separator: ":")
  }
}
