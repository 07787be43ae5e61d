import Foundation

/// Limits the spending of each key: so much at once, which comes back with time. A part can be reserved while a
/// request runs, and then spent or given back.
///
/// The number of keys is bounded: of too many, those that have spent least are forgotten.
struct RateLimiter: Sendable {
  /// The way in which spending comes back.
  enum Refill: Sendable {
    /// One after another, each after so many seconds.
    case each(TimeInterval)
    /// All at once, so many seconds after the first was spent.
    case all(TimeInterval)
  }

  private struct Bucket {
    /// Below zero where more was spent than there was.
    var left: Double
    /// The time of `left`; with `Refill.all` that of the first spending.
    var updated: Date
    var reserved = 0
  }

  /// The most buckets: a few megabytes.
  static let capacity = 10_000

  private let burst: Double
  private let refill: Refill
  private var buckets: [String: Bucket] = [:]

  init(_ burst: Double, _ refill: Refill) {
    self.burst = burst
    self.refill = refill
  }

  var count: Int { buckets.count }

  /// Returns the rest for a key; reserved parts are not taken from it.
  func left(for key: String, at now: Date) -> Double {
    buckets[key].map { left(in: $0, at: now) } ?? burst
  }

  func reserved(for key: String) -> Int { buckets[key]?.reserved ?? 0 }

  /// The seconds until so much is left for a key, at least 1.
  func wait(for amount: Double, of key: String, at now: Date) -> Int {
    let seconds: TimeInterval =
      switch refill {
      case .each(let interval): (amount - left(for: key, at: now)) * interval
      case .all(let period): period - (buckets[key].map { now.timeIntervalSince($0.updated) } ?? 0)
      }
    return max(1, Int(seconds.rounded(.up)))
  }

  mutating func reserve(_ key: String, at now: Date) {
    buckets[key, default: Bucket(left: burst, updated: now)].reserved += 1
    makeRoom(at: now)
  }

  /// Ends what was reserved.
  mutating func settle(_ key: String, isSpent: Bool, at now: Date) {
    guard var bucket = buckets[key] else { return }
    bucket.reserved -= 1
    if isSpent { bucket = spending(1, bucket, at: now) }
    buckets[key] = bucket.reserved == 0 && bucket.left >= burst ? nil : bucket
  }

  /// Counts what was spent, or given back as a negative number.
  mutating func spend(_ amount: Double, by key: String, at now: Date) {
    buckets[key] = spending(amount, buckets[key] ?? Bucket(left: burst, updated: now), at: now)
    makeRoom(at: now)
  }

  private func spending(_ amount: Double, _ bucket: Bucket, at now: Date) -> Bucket {
    var bucket = bucket
    let before = left(in: bucket, at: now)
    switch refill {
    case .each: bucket.updated = now
    case .all: if before >= burst { bucket.updated = now }
    }
    bucket.left = min(burst, before - amount)
    return bucket
  }

  private func left(in bucket: Bucket, at now: Date) -> Double {
    let passed = max(0, now.timeIntervalSince(bucket.updated))
    switch refill {
    case .each(let interval): return min(burst, bucket.left + passed / interval)
    case .all(let period): return passed < period ? bucket.left : burst
    }
  }

  /// Drops the half with the most left, if there are too many.
  private mutating func makeRoom(at now: Date) {
    guard buckets.count > Self.capacity else { return }
    let byLeft = buckets.filter { $0.value.reserved == 0 }
      .map { (key: $0.key, left: left(in: $0.value, at: now)) }.sorted { $0.left < $1.left }
    for (key, _) in byLeft.dropFirst(Self.capacity / 2) { buckets[key] = nil }
  }
}
