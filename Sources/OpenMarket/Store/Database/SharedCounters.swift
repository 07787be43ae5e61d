import Foundation

/// Counts what clients have spent of their limits in a database, for all processes that have the store open. Keys have no spaces.
protocol SharedCounters: Sendable {
  /// Counts one more for each key. Returns the keys whose limit is reached, for which nothing was counted. One statement.
  func spend(
    _ keys: Set<String>, of rate: SharedRate, in database: any Database, at now: Date
  ) throws -> Set<String>

  /// The seconds until one more can be spent, for the keys for which it cannot be now. One statement.
  func waits(
    for keys: Set<String>, of rate: SharedRate, in database: any Database, at now: Date
  ) throws -> [String: Int]

  /// Takes back one of a rate that comes back all at once.
  func giveBack(_ key: String, in database: any Database) throws
}
