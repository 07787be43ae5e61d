import Foundation

/// Counts what clients have spent of their limits in a database, for all processes that have the store open.
protocol SharedCounters: Sendable {
  /// Counts one more; false where the limit is reached, and nothing was counted.
  func spend(_ key: String, of rate: SharedRate, in database: any Database, at now: Date) throws -> Bool

  /// The seconds until one more can be spent; nil if it can be now.
  func wait(for key: String, of rate: SharedRate, in database: any Database, at now: Date) throws -> Int?

  /// Takes back one of a rate that comes back all at once.
  func giveBack(_ key: String, in database: any Database) throws
}

/// So much at once, which comes back with time.
struct SharedRate: Sendable {
  enum Refill { case oneAfterAnother, allAtOnce }

  let count: Int
  /// The seconds after which one is back, or all are: those count from the first that was spent.
  let period: TimeInterval
  let refill: Refill
}
